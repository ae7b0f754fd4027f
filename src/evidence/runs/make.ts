/**
 * Makes a ranking (`certificate.ts`) of what the LTL engine has proved. The product is made once more with the engine's kernel, but
 * for the automata of the judge, and without dead variables being forgotten: its states are those of the interpreter. Then ranks
 * are given (`ranks.ts`), and written to the configurations of all parts. Where integers have no end, the states are merged as in the search,
 * and ranks are those of families of configurations (`families.ts`, `merged.ts`).
 *
 * Nothing rests on this: the judge confirms every step.
 */
import type { Progress } from '../../engines/engine.js';
import { NoKernel } from '../../engines/explicit/compile.js';
import type { Kernel } from '../../engines/explicit/kernel.js';
import { addInitialStates, type ExplicitLimits, kernelFor, kernelProgress } from '../../engines/explicit/question.js';
import { type Fairness, stepGroups } from '../../engines/ltl/fairness.js';
import { makeNumbering } from '../../engines/ltl/numbering.js';
import { Product } from '../../engines/ltl/product.js';
import { Stack } from '../../engines/ltl/stack.js';
import { outside, type Reason } from '../../engines/remarks.js';
import { configurationKey } from '../../memory/operational/program/machine.js';
import { columnsOf, firstColumns, Ranking, type RunsQuestion } from './certificate.js';
import { configurationOf } from './configuration.js';
import { familyTexts } from './merged.js';
import type { Part } from './parts.js';
import { ALL_STEPS, type ProductGraph, ranksOf } from './ranks.js';
import { EVERY_STEP } from './sets.js';

/** What was proved, and the length of buffers that it was proved with. */
export interface Proved extends RunsQuestion {
  readonly buffer: number;
  /** Families are ranked. */
  readonly merged?: boolean;
}

/** Nodes between two looks at the clock. */
const CHUNK = 2048;

export function* makeRanking(
  proved: Proved,
  limits: ExplicitLimits,
): Generator<Progress, Ranking | { readonly unfinished: Reason }> {
  const { parts, memory, merged = false } = proved;
  const columns = firstColumns(parts);
  const avoided: (readonly string[])[] = [];
  const ranking = new Ranking(avoided, columnsOf(parts), merged);
  for (const [number, part] of parts.entries()) {
    const made = yield* productOf(proved, part, limits);
    if ('unfinished' in made) return made;
    const { kernel, graph, nodes, names } = made;
    const ranks = ranksOf(graph);
    if (ranks === null) throw new Error('what was proved has an accepting component');
    avoided.push(ranks.avoided.map((set) => (set === ALL_STEPS ? EVERY_STEP : (names[set] as string))));
    const { states } = part.automaton;
    const { layout } = kernel;
    const textOf = merged
      ? familyTexts(kernel, memory)
      : (words: ArrayLike<number>) => configurationKey(configurationOf(layout, memory, words));
    // Nodes of one state need its text once.
    const listed = new Int32Array(kernel.count).fill(-1);
    for (let node = 0; node < graph.nodes; node++) {
      const pair = nodes.cells[node] as number;
      const state = Math.floor(pair / states);
      if (listed[state] === -1) {
        listed[state] = ranking.add(textOf(kernel.state(state)));
        if (ranking.count % CHUNK === 0) yield kernelProgress('certificate', kernel, 0, 0);
      }
      const column = (columns[number] as number) + (pair - state * states);
      ranking.setRank(listed[state] as number, column, ranks.ranks[node] as number);
    }
  }
  return ranking;
}

interface Made {
  readonly kernel: Kernel;
  readonly graph: ProductGraph;
  /** By node of the graph, that of the product. */
  readonly nodes: Stack;
  /** Of the acceptance sets, as the judge calls them. */
  readonly names: readonly string[];
}

function* productOf(
  proved: Proved,
  { propositions, automaton }: Part,
  limits: ExplicitLimits,
): Generator<Progress, Made | { readonly unfinished: Reason }> {
  const { memory, buffer, perLocation, merged = false } = proved;
  const program = { ...proved.program, never: [] };
  const question = { program, memory, buffer, perLocation, limits, zeroDead: merged };
  const kernel = kernelFor(question, { symmetry: false, shifts: merged, maxStates: limits.maxStates, propositions });
  if (kernel instanceof NoKernel) return { unfinished: outside(kernel.reason) };
  const product = new Product(kernel, automaton, proved);
  const numbers = makeNumbering(automaton.states);
  const [nodes, first, targets, masks] = [new Stack(), new Stack(), new Stack(), new Stack()];
  const numberOf = (pair: number): number => {
    const known = numbers.get(pair);
    if (known !== 0) return known - 1;
    nodes.push(pair);
    numbers.set(pair, nodes.length);
    return nodes.length - 1;
  };
  const limited = (): { readonly unfinished: Reason } => {
    if (!kernel.running) return { unfinished: outside('a step fails where the search need not look') };
    const states = kernel.count > limits.maxStates;
    const [limit, value] = states
      ? (['states', limits.maxStates] as const)
      : (['memory', limits.maxMegabytes] as const);
    return { unfinished: { code: 'limit', limit, value, covered: null } };
  };
  const isOver = () =>
    kernel.count > limits.maxStates ||
    kernel.bytes + nodes.bytes + first.bytes + targets.bytes + masks.bytes + numbers.bytes >
      limits.maxMegabytes * 2 ** 20;
  const initial: number[] = [];
  const begun = addInitialStates(kernel, isOver, () => initial.push(kernel.successor(0)));
  if (begun !== 'done') return limited();
  numbers.reserve(kernel.count);
  for (const state of initial) for (const own of automaton.initial) numberOf(product.nodeOf(state, own));

  const mask = new Int32Array(product.words);
  for (let node = 0; node < nodes.length; node++) {
    first.push(targets.length);
    if (!product.expand(nodes.cells[node] as number)) return limited();
    numbers.reserve(kernel.count);
    for (let k = 0; k < product.targets.length; k++) {
      targets.push(numberOf(product.targets.cells[k] as number));
      mask.fill(0);
      if (product.acceptanceSets > automaton.sets) mask.set(product.idle);
      product.addMarks(mask, product.readers.cells[k] as number, product.steps.cells[k] as number);
      for (const word of mask) masks.push(word);
    }
    if (node % CHUNK !== 0) continue;
    if (isOver()) return limited();
    yield kernelProgress('certificate', kernel, 0, nodes.length - node);
  }
  first.push(targets.length);
  const graph: ProductGraph = {
    nodes: nodes.length,
    first: first.cells.subarray(0, first.length),
    targets: targets.cells,
    masks: masks.cells,
    words: product.words,
    sets: product.acceptanceSets,
  };
  return { kernel, graph, nodes, names: namesOf(kernel, automaton.sets, proved) };
}

/** The sets of the automaton, then the groups of fair steps, in the judge's words (`sets.ts`). */
function namesOf({ steps }: Kernel, own: number, fairness: Fairness): string[] {
  const names = Array.from({ length: own }, (_, set) => `until ${set}`);
  const { of } = stepGroups(steps, fairness);
  for (let number = 0; number < steps.count; number++) {
    const step = steps.step(number);
    const group = of[number] as number;
    if (group < 0) continue;
    const queue = step.kind === 'drain' && step.cell !== null ? ` ${step.cell}` : '';
    names[own + group] = `${step.kind === 'edge' ? 'thread' : 'buffer'} ${step.thread}${queue}`;
  }
  return names;
}
