/**
 * Temporal questions with states stored up to the names of threads (`src/engines/ltl/fair-names.ts`), and without: random programs with
 * identities in variables, arrays, locals and buffers, and propositions about one thread or about all of them alike. Both searches
 * must find the same: no fair accepting run, or one, and whether a buffer was ever full.
 */
import { NoKernel } from '../../../src/engines/explicit/compile.js';
import { addInitialStates, kernelFor } from '../../../src/engines/explicit/question.js';
import { orderOf } from '../../../src/engines/explicit/reduce/symmetry.js';
import type { LtlQuestion } from '../../../src/engines/ltl/engine.js';
import { fairnessJudge } from '../../../src/engines/ltl/fair-names.js';
import { makeNumbering } from '../../../src/engines/ltl/numbering.js';
import { Product } from '../../../src/engines/ltl/product.js';
import { Search } from '../../../src/engines/ltl/search.js';
import { memoryNamed } from '../../../src/memory/models.js';
import type {
  Expression,
  Program,
  SharedVariable,
  StateExpression,
  Update,
} from '../../../src/models/program/model.js';
import { randomSymmetric } from '../../engines/explicit/random-symmetric.js';
import { LIMITS } from '../../engines/ltl/ask.js';
import { notCompassion, notEventually, notInfinitelyOften, notResponse, notUntil } from '../../engines/ltl/formulas.js';
import {
  apply,
  array,
  assign,
  at,
  edge,
  local,
  location,
  number,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';
import type { Random } from '../random.js';
import { condition } from './alike.js';

export function renamedQuestion(random: Random): LtlQuestion {
  const threads = random.between(2, 4);
  const handing = random.chance(0.6);
  const program: Program = handing
    ? handingProgram(random, threads)
    : { ...randomSymmetric(random, threads, random.chance(0.2) ? 0.2 : 0), never: [] };
  const any = (left: StateExpression, right: StateExpression): StateExpression => {
    return { kind: 'binary', operator: '||', left, right };
  };
  const all = program.threads.slice(0, threads).map((_, thread) => thread);
  const proposition = (): StateExpression => {
    const about = condition(random, program);
    return random.chance(0.3) ? about(0) : all.map(about).reduce(any);
  };
  const gone = all.map((thread) => at(thread, (program.templates[0]?.locations.length ?? 1) - 1)).reduce(any);
  const automata = [notCompassion, notEventually, notInfinitelyOften, notResponse, notUntil];
  return {
    ...{ program, propositions: [handing ? gone : proposition(), proposition()] },
    automaton: handing && random.chance(0.7) ? notEventually : random.pick(automata),
    memory: memoryNamed(random.pick(['sc', 'sc', 'tso', 'tso', 'pso'] as const)),
    buffer: random.between(1, 2),
    limits: { ...LIMITS, maxStates: 20_000 },
    fairThreads: random.chance(0.8),
    fairBuffers: random.chance(0.6),
  };
}

/**
 * Threads that hand something on by name, and may always go away instead: so a thread is never idle, and whether it has a turn on a cycle
 * where nobody goes away depends on whose turn it becomes.
 */
function handingProgram(random: Random, threads: number): Program {
  const owner = range(-1, threads - 1);
  const cells = [scalar('owner', owner), scalar('other', owner), array('flag', range(0, 1), threads)];
  const me = local(0);
  const read = () => shared(random.between(0, 1));
  const guard = (): Expression =>
    random.pick([
      () => apply(read(), random.pick(['==', '==', '!=']), me),
      () => apply(read(), '==', number(-1)),
      () => apply(shared(0), random.pick(['==', '!=']), shared(1)),
      () => apply(shared(2, me), '==', number(random.between(0, 1))),
    ])();
  const update = (): Update =>
    random.pick([
      () => assign(read(), 'any'),
      () => assign(read(), me),
      () => assign(read(), random.pick([number(-1), shared(0), shared(1)])),
      () => assign(shared(2, me), number(random.between(0, 1))),
    ])();
  const places = random.between(1, 2);
  const inside = Array.from({ length: random.between(places, places + 2) }, (_, k) =>
    edge(k % places, random.between(0, places - 1), {
      ...(random.chance(0.8) ? { guard: guard() } : {}),
      updates: Array.from({ length: random.between(1, 2) }, update),
      atomic: random.chance(0.6),
    }),
  );
  const leaving = Array.from({ length: places }, (_, from) => edge(from, places)).filter(() => random.chance(0.9));
  const locations = Array.from({ length: places + 1 }, (_, k) => location(`l${k}`));
  const names = Array.from({ length: threads }, (_, thread) => thread);
  const worker = template('T', 1, [scalar('me', range(0, threads - 1))], locations, [...inside, ...leaving]);
  return {
    shared: cells.map((cell): SharedVariable => {
      const first = cell.size === null ? random.pick([-1, 0]) : 0;
      return { ...sharing(cell), initial: Array.from({ length: cell.size ?? 1 }, () => first) };
    }),
    templates: [worker],
    threads: names.map((name) => ({ name: `T(${name})`, template: 0, initial: [[name]] })),
    never: [],
    outOfRange: 'disabled',
  };
}

export interface Found {
  readonly state: 'empty' | 'accepting' | 'stopped' | 'limited';
  readonly full: boolean;
  /** Ways to rename threads. */
  readonly order: number;
  readonly nodes: number;
}

/** What a search finds, without telling a run. */
export function found(question: LtlQuestion, symmetry: boolean): Found {
  const { automaton, propositions, limits } = question;
  const { maxStates } = limits;
  const kernel = kernelFor(question, { symmetry, shifts: false, maxStates, propositions });
  if (kernel instanceof NoKernel) return { state: 'limited', full: false, order: 2, nodes: 0 };
  const product = new Product(kernel, automaton, question);
  const initial: number[] = [];
  const begun = addInitialStates(
    kernel,
    () => false,
    () => {
      for (const state of automaton.initial) initial.push(product.nodeOf(kernel.successor(0), state));
    },
  );
  const numbers = makeNumbering(automaton.states);
  numbers.reserve(kernel.count);
  const { names } = product;
  const search = new Search(
    product,
    numbers,
    initial,
    names === null || names.moved.length === 0 ? null : fairnessJudge(product, numbers, names),
  );
  const told = (state: Found['state']): Found => {
    const full = kernel.get('full') !== 0;
    return { state, full, order: orderOf(kernel.reduction.groups), nodes: search.nodes };
  };
  if (begun !== 'done') return told(begun);
  while (search.advance(4096) === 'going') if (kernel.count > maxStates) return told('limited');
  if (search.state === 'stopped' && kernel.running) return told('limited');
  return told(search.state === 'going' ? 'limited' : search.state);
}
