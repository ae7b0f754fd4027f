/**
 * What the engine should answer, found without it: all nodes of the product from the interpreter, in maps, and the nodes from
 * which an accepting run starts as a greatest fixpoint (Emerson and Lei 1986): again and again drop the nodes that cannot
 * reach a transition of some set within those that are left. No components, no kernels.
 */

import type { LtlQuestion } from '../../../src/engines/ltl/engine.js';
import { PSO } from '../../../src/memory/models.js';
import { evaluateState, isFailure } from '../../../src/memory/operational/program/evaluate.js';
import {
  type Configuration,
  configurationKey,
  initialValues,
  makeMachine,
  next,
  type ProgramStep,
  start,
} from '../../../src/memory/operational/program/machine.js';
import { stateView, violationIn } from '../../../src/memory/operational/program/properties.js';

/** `lasso`: an infinite run; `failure`: a finite one; `undefined`: a condition has no value. */
export type Kind = 'holds' | 'lasso' | 'failure' | 'undefined';

export interface Expected {
  /** What the engine may answer: which of several faults it meets first depends on the order of its search. */
  readonly kinds: ReadonlySet<Kind>;
  readonly full: boolean;
  readonly nodes: number;
}

interface Transition {
  readonly target: Node;
  readonly automatonMarks: number;
  /** Null for a state that stutters. */
  readonly step: ProgramStep | null;
}

interface Node {
  readonly configuration: Configuration;
  readonly automatonState: number;
  readonly transitions: Transition[];
  /** Threads that can take a step. */
  readonly able: Set<number>;
}

/** Null when the product has more nodes than the limit. `buffers`: whose words on fair buffers count. */
export function bruteForce(question: LtlQuestion, limit: number, buffers: Buffers = 'ours'): Expected | null {
  const { program, memory, buffer, perLocation, propositions, automaton } = question;
  const machine = makeMachine(program, memory, buffer, perLocation);
  const nodes = new Map<string, Node>();
  const kinds = new Set<Kind>();
  let full = false;
  const nodeOf = (configuration: Configuration, automatonState: number): Node => {
    const key = `${configurationKey(configuration)}#${automatonState}`;
    const found = nodes.get(key) ?? { configuration, automatonState, transitions: [], able: new Set() };
    nodes.set(key, found);
    return found;
  };
  const meets = (configuration: Configuration): boolean => {
    const wrong = violationIn(machine, configuration);
    if (wrong !== null) kinds.add(wrong.kind === 'violated' ? 'failure' : 'undefined');
    return wrong !== null;
  };

  for (const values of initialValues(machine)) {
    const configuration = start(machine, values);
    if (meets(configuration)) continue;
    for (const state of automaton.initial) nodeOf(configuration, state);
  }
  for (const node of nodes.values()) {
    if (nodes.size > limit) return null;
    const { configuration, automatonState } = node;
    const own = automaton.transitions.filter(({ from }) => from === automatonState);
    const values = propositions.map((each) => evaluateState(stateView(machine, configuration), each));
    if (values.some(isFailure)) {
      kinds.add('undefined');
      continue;
    }
    const readers = own.filter(({ positive, negative }) =>
      values.every((value, bit) => {
        if (((positive >>> bit) & 1) === 1 && value === 0) return false;
        return ((negative >>> bit) & 1) === 0 || value === 0;
      }),
    );
    if (readers.length === 0) continue;
    const all = next(machine, configuration);
    full ||= all.full;
    if (all.failures.length > 0) kinds.add('failure');
    const wrong = all.successors.map(({ after }) => meets(after)).includes(true);
    if (all.failures.length > 0 || wrong) continue;
    for (const { step } of all.successors) if (step.kind === 'edge') node.able.add(step.thread);
    const steps: readonly { step: ProgramStep | null; after: Configuration }[] =
      all.successors.length > 0 ? all.successors : [{ step: null, after: configuration }];
    for (const { step, after } of steps) {
      for (const { to, marks } of readers) {
        node.transitions.push({ target: nodeOf(after, to), automatonMarks: marks, step });
      }
    }
  }
  if (hasAcceptingRun(acceptanceSets(question, buffers), [...nodes.values()])) kinds.add('lasso');
  if (kinds.size === 0) kinds.add('holds');
  return { kinds, full, nodes: nodes.size };
}

/** Infinitely often a queue is empty or drains; or, for each cell, no write to it is in the buffer (the paper's). */
export type Buffers = 'ours' | 'paper';

type Member = (node: Node, transition: Transition) => boolean;

function acceptanceSets(
  { program, memory, automaton, fairThreads, fairBuffers }: LtlQuestion,
  buffers: Buffers,
): Member[] {
  const sets: Member[] = [() => true];
  for (let set = 0; set < automaton.sets; set++) {
    sets.push((_, { automatonMarks }) => ((automatonMarks >>> set) & 1) === 1);
  }
  const cells = [...new Array(program.shared.reduce((sum, { size }) => sum + (size ?? 1), 0)).keys()];
  for (const [thread] of program.threads.entries()) {
    if (fairThreads) {
      sets.push(({ able }, { step }) => !able.has(thread) || (step?.kind === 'edge' && step.thread === thread));
    }
    if (fairBuffers && buffers === 'paper') {
      for (const cell of cells) {
        sets.push(({ configuration }) => {
          const waiting = configuration.buffers[thread]?.flatMap(({ batches }) => batches.flat()) ?? [];
          return waiting.every(({ place }) => place !== cell);
        });
      }
    }
    for (const place of fairBuffers && buffers === 'ours' ? (memory === PSO ? cells : [null]) : []) {
      sets.push(({ configuration }, { step }) => {
        const waits = configuration.buffers[thread]?.some((queue) => queue.place === place) ?? false;
        return !waits || (step?.kind === 'drain' && step.thread === thread && step.cell === place);
      });
    }
  }
  return sets;
}

function hasAcceptingRun(sets: readonly Member[], nodes: readonly Node[]): boolean {
  const before = new Map<Node, Node[]>(nodes.map((node) => [node, []]));
  for (const node of nodes) for (const { target } of node.transitions) before.get(target)?.push(node);
  let left = new Set(nodes);
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const isMember of sets) {
      const reaching = new Set(
        [...left].filter((node) => node.transitions.some((each) => left.has(each.target) && isMember(node, each))),
      );
      for (const node of reaching) for (const from of before.get(node) ?? []) if (left.has(from)) reaching.add(from);
      left = reaching;
    }
  }
  return left.size > 0;
}
