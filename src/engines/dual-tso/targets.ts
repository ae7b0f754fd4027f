/**
 * What must not be reached, as sets of local states: failures of single threads, and `never` conditions on places and locals
 * of some threads, whatever memory and the other threads do (the paper's target states, section 3.2, for some threads only).
 *
 * A condition is first taken apart at its `||`, so that each part speaks about few threads. Local states of which a part
 * sees the same are one class; the part is evaluated once for each combination of classes.
 *
 * A condition on memory is refused: memory in a dual configuration is ahead of the memory of a machine with store buffers
 * at the same moment, and only local states are the same in both (theorem 1). So is one that may have no value.
 */
import { evaluateState, isFailure, type StateView } from '../../memory/operational/program/evaluate.js';
import { cellAt } from '../../memory/operational/program/machine.js';
import { type Cells, sizeOf, variableAt } from '../../models/program/cells.js';
import type { StateExpression } from '../../models/program/model.js';
import { locationAt, templateOf } from '../../models/program/parts.js';
import { combinations, type LocalState, type Refusal, type ThreadAutomata } from './automaton.js';
import type { Target } from './system.js';

/** Combinations of classes that one part of a condition may have. */
const MOST_COMBINATIONS = 1_000_000;
/** Parts of one condition. */
const MOST_PARTS = 1000;

type KnownState = Exclude<LocalState, null>;

/** Local states of a thread that a condition does not tell apart. */
interface Class {
  readonly thread: number;
  readonly sample: KnownState;
  readonly states: number[];
}

export function targetsOf(automata: ThreadAutomata): readonly Target[] | Refusal {
  const targets: Target[] = failures(automata);
  const { never } = automata.special.program;
  for (const [number, condition] of automata.special.never.entries()) {
    const name = never[number]?.name ?? '';
    const parts = disjuncts(condition);
    if (parts.length > MOST_PARTS) return { refused: `the condition of ${name} has too many cases: make it several` };
    for (const part of parts) {
      const found = targetsOfPart(automata, part);
      if ('refused' in found) return { refused: `the condition of ${name} ${found.refused}` };
      targets.push(...found);
    }
  }
  return targets;
}

function failures({ special, threads }: ThreadAutomata): Target[] {
  return threads.flatMap(({ states }, thread) => {
    const template = templateOf(special.program, thread);
    const bad = [...states.keys()].filter((number) => {
      const state = states[number] as LocalState;
      return state === null || locationAt(template, state.location).failure !== null;
    });
    return bad.length === 0 ? [] : [{ threads: [{ thread, states: bad }] }];
  });
}

/** Conditions of which one is true exactly when the given one is. */
function disjuncts(condition: StateExpression): readonly StateExpression[] {
  if (condition.kind !== 'binary') return [condition];
  const { operator, left, right } = condition;
  if (operator === '||') return [...disjuncts(left), ...disjuncts(right)];
  if (operator !== '&&') return [condition];
  const rights = disjuncts(right);
  const lefts = disjuncts(left);
  if (lefts.length * rights.length > MOST_PARTS) return [condition];
  return lefts.flatMap((one) => rights.map((other): StateExpression => ({ ...condition, left: one, right: other })));
}

function targetsOfPart(automata: ThreadAutomata, part: StateExpression): Target[] | Refusal {
  const seen = new Map<number, StateExpression[]>();
  if (!collect(part, seen)) return { refused: 'looks at memory: only places and locals of threads can be asked about' };
  const threads = [...seen.keys()].sort((one, other) => one - other);
  const classes = threads.map((thread) => classesOf(automata, thread, seen.get(thread) as StateExpression[]));
  const size = classes.reduce((product, { length }) => product * length, 1);
  if (size > MOST_COMBINATIONS)
    return { refused: `has too many cases (${size}): look at fewer locals, or smaller ones` };
  const targets: Target[] = [];
  for (const chosen of combinations(classes)) {
    const value = evaluateState(viewOf(automata, chosen), part);
    if (isFailure(value)) return { refused: `may have no value: ${value.text}` };
    if (value === 0) continue;
    targets.push({ threads: chosen.map(({ thread, states }) => ({ thread, states })) });
  }
  return targets;
}

/** The places and locals that a condition looks at, by thread; false when it looks at memory. */
function collect(expression: StateExpression, seen: Map<number, StateExpression[]>): boolean {
  switch (expression.kind) {
    case 'constant':
      return true;
    case 'memory':
      return false;
    case 'at':
    case 'localOf':
      seen.set(expression.thread, [...(seen.get(expression.thread) ?? []), expression]);
      return expression.kind === 'at' || expression.index === null || collect(expression.index, seen);
    case 'unary':
      return collect(expression.operand, seen);
    case 'binary':
      return collect(expression.left, seen) && collect(expression.right, seen);
  }
}

function classesOf(automata: ThreadAutomata, thread: number, seen: readonly StateExpression[]): Class[] {
  const cells = automata.special.threads[thread]?.cells as Cells;
  const classes = new Map<string, Class>();
  for (const [number, state] of (automata.threads[thread]?.states ?? []).entries()) {
    if (state === null) continue;
    const key = seen.map((part) => {
      if (part.kind === 'at') return part.locations.includes(state.location);
      if (part.kind !== 'localOf') throw new Error('conditions look at places and locals');
      const first = cells.offsets[part.variable] as number;
      return state.locals.slice(first, first + sizeOf(variableAt(cells, part.variable)));
    });
    const known = classes.get(JSON.stringify(key));
    if (known === undefined) classes.set(JSON.stringify(key), { thread, sample: state, states: [number] });
    else known.states.push(number);
  }
  return [...classes.values()];
}

function viewOf({ special }: ThreadAutomata, chosen: readonly Class[]): StateView {
  const sampleOf = (thread: number): KnownState => {
    const found = chosen.find((each) => each.thread === thread);
    if (found === undefined) throw new Error('a condition looks at a thread that was not collected');
    return found.sample;
  };
  return {
    memory: () => {
      throw new Error('conditions on memory are refused');
    },
    localOf: (thread, variable, index) => {
      const cell = cellAt(special.threads[thread]?.cells as Cells, variable, index);
      return typeof cell === 'number' ? (sampleOf(thread).locals[cell] as number) : cell;
    },
    location: (thread) => sampleOf(thread).location,
  };
}
