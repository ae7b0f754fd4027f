/**
 * What must not be reached, as sets of local states and values in memory: failures of single threads, and `never` conditions
 * on some threads and cells, whatever the others do (the paper's target states, section 3.2, for some threads only, and
 * with memory, which the paper leaves out; `pending.ts` says what it means in the dual semantics).
 *
 * A condition is first taken apart at its `||`, so that each part speaks about few threads. Local states of which a part
 * sees the same are one class; the part is evaluated for each combination of classes, and again for each value of a cell
 * when it asks for that cell. So only cells that matter are told apart: `a[i] == 1` asks for `i` and for one cell of `a`,
 * and what `&&` leaves out is not asked for. Where all values of a cell make the part true, the cell is left out.
 *
 * A condition that may have no value is refused.
 */
import { evaluateState, isFailure, type StateView } from '../../memory/operational/program/evaluate.js';
import { cellAt } from '../../memory/operational/program/machine.js';
import { type Cells, sizeOf, variableAt } from '../../models/program/cells.js';
import { leavesOf } from '../../models/program/expression.js';
import type { StateExpression, StateRead } from '../../models/program/model.js';
import { locationAt, templateOf } from '../../models/program/parts.js';
import type { Refusal } from '../../models/refusal.js';
import { combinations, type LocalState, type ThreadAutomata } from './automaton.js';
import type { CellValue, Target } from './system.js';

/** Combinations of classes that one part of a condition may have. */
const MOST_COMBINATIONS = 1_000_000;
/** Combinations of values of cells, with all of these. */
const MOST_MEMORIES = 200_000;
/** Parts of one condition. */
const MOST_PARTS = 1000;

type KnownState = Exclude<LocalState, null>;
type Seen = Exclude<StateRead, { kind: 'memory' }>;

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
      for (const target of found) targets.push(target);
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
    return bad.length === 0 ? [] : [{ threads: [{ thread, states: bad }], memory: [] }];
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
  const seen = leavesOf(part).filter((leaf) => leaf.kind !== 'memory');
  const threads = [...new Set(seen.map(({ thread }) => thread))].sort((one, other) => one - other);
  const classes = threads.map((thread) =>
    classesOf(
      automata,
      thread,
      seen.filter((leaf) => leaf.thread === thread),
    ),
  );
  const size = classes.reduce((product, { length }) => product * length, 1);
  if (size > MOST_COMBINATIONS)
    return { refused: `has too many cases (${size}): look at fewer locals, or smaller ones` };
  const memories = new Memories(automata, part);
  const targets: Target[] = [];
  for (const chosen of combinations(classes)) {
    const found = memories.with(chosen);
    if ('refused' in found) return found;
    const threads = chosen.map(({ thread, states }) => ({ thread, states }));
    for (const memory of found) targets.push({ threads, memory });
  }
  return targets;
}

/** What memory holds where a part of a condition is true. */
class Memories {
  private tried = 0;

  constructor(
    private readonly automata: ThreadAutomata,
    private readonly part: StateExpression,
  ) {}

  /** With threads in these classes, and at least these values in memory. */
  with(chosen: readonly Class[], known: readonly CellValue[] = []): (readonly CellValue[])[] | Refusal {
    if (known.length > 0 && ++this.tried > MOST_MEMORIES) {
      return { refused: 'has too many cases: look at fewer cells, or smaller ones' };
    }
    const asked: number[] = [];
    const memory = (cell: number): number => {
      const held = known.find((each) => each.cell === cell);
      if (held !== undefined) return held.value;
      asked.push(cell);
      return this.valuesOf(cell)[0] as number;
    };
    const value = evaluateState(viewOf(this.automata, chosen, memory), this.part);
    const [cell] = asked;
    if (cell === undefined) {
      if (isFailure(value)) return { refused: `may have no value: ${value.text}` };
      return value === 0 ? [] : [known];
    }
    const found: (readonly CellValue[])[] = [];
    let always = true;
    for (const value of this.valuesOf(cell)) {
      const more = this.with(chosen, [...known, { cell, value }]);
      if ('refused' in more) return more;
      for (const memory of more) found.push(memory);
      always &&= more.length === 1 && more[0]?.length === known.length + 1;
    }
    return always ? [known] : found;
  }

  private valuesOf(cell: number): readonly number[] {
    return this.automata.domains[cell] as readonly number[];
  }
}

/** `seen` are the places and locals that a condition looks at. */
function classesOf(automata: ThreadAutomata, thread: number, seen: readonly Seen[]): Class[] {
  const cells = automata.special.threads[thread]?.cells as Cells;
  const classes = new Map<string, Class>();
  for (const [number, state] of (automata.threads[thread]?.states ?? []).entries()) {
    if (state === null) continue;
    const key = seen.map((part) => {
      if (part.kind === 'at') return part.locations.includes(state.location);
      const first = cells.offsets[part.variable] as number;
      return state.locals.slice(first, first + sizeOf(variableAt(cells, part.variable)));
    });
    const known = classes.get(JSON.stringify(key));
    if (known === undefined) classes.set(JSON.stringify(key), { thread, sample: state, states: [number] });
    else known.states.push(number);
  }
  return [...classes.values()];
}

function viewOf({ special }: ThreadAutomata, chosen: readonly Class[], memory: (cell: number) => number): StateView {
  const sampleOf = (thread: number): KnownState => {
    const found = chosen.find((each) => each.thread === thread);
    if (found === undefined) throw new Error('a condition looks at a thread that was not collected');
    return found.sample;
  };
  return {
    memory: (variable, index) => {
      const cell = cellAt(special.shared, variable, index);
      return typeof cell === 'number' ? memory(cell) : cell;
    },
    localOf: (thread, variable, index) => {
      const cell = cellAt(special.threads[thread]?.cells as Cells, variable, index);
      return typeof cell === 'number' ? (sampleOf(thread).locals[cell] as number) : cell;
    },
    location: (thread) => sampleOf(thread).location,
    wraps: special.program.wraps === true,
  };
}
