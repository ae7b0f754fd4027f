/**
 * Any number of processes where each has a queue for each cell: the queues become cells of the processes, and what comes out is
 * a question under SC (`bridges/store-slots`).
 *
 * How much room a queue needs is not known, so it is found out. With room for one write each, an overflow is unsafe. If none is
 * reachable, the answer is exact. The variables of which one is are kept without order, which needs no room but allows more than
 * there is; a run that comes of it is tried on the machine. Before that small instances with short queues are looked at. If it is none, the queue is kept as such, with room for two and
 * three. When that is not enough either, nothing can be proved for any length: then queues of two writes are searched for
 * a violation, and that there is none in them is said as that.
 *
 * With a bound that the caller sets there is nothing to find out.
 */
import {
  canKeepValues,
  type Keeping,
  LONGEST,
  queuesOf,
  type SlotPlan,
  type SlotSystem,
  withSlots,
} from '../../bridges/store-slots/index.js';
import { type MemoryWith, SC } from '../../memory/models.js';
import type { ArraySystem, StateSymbol } from '../../models/array-system/model.js';
import type { Answer } from '../answer.js';
import type { Progress } from '../engine.js';
import { emptiness, outside, type Reason } from '../remarks.js';
import { ParameterizedEngine } from './engine.js';
import type { Answer as Found, Question } from './question.js';

/** The longest queue that is kept as such. */
const MOST_ROOM = 3;
/** The queues that are searched when no room is enough. */
const BOUND = 2;

/** A second or so, for a violation that is near. */
const SOME_STATES = 20_000;

export interface SlotQuestion extends Omit<Question, 'system' | 'memory'> {
  readonly system: ArraySystem;
  readonly memory: MemoryWith<'a queue per cell'>;
  /** The caller's bound; null for any length. */
  readonly most: number | null;
}

/** `begin` hears of each search. */
export function* searchWithSlots(
  question: SlotQuestion,
  begin: (engine: ParameterizedEngine) => void,
): Generator<Progress, Answer> {
  const { system, memory, most } = question;
  function* ask(slotted: SlotSystem): Generator<Progress, Found> {
    const engine = new ParameterizedEngine({ ...question, system: slotted.system, memory: SC, aloneAtOnce: true });
    begin(engine);
    return yield* engine.run();
  }
  if (most !== null) {
    if (most > LONGEST) return unknown([outside(`queues of more than ${LONGEST} writes are not kept as cells`)], most);
    const slotted = withSlots(system, memory, queuesOf(system, most), 'blocks');
    return answerOf(question, slotted, yield* ask(slotted), most);
  }
  let plan = queuesOf(system, 1);
  const ordered = new Set<number>();
  let why: Reason | null = null;
  while (why === null) {
    const slotted = withSlots(system, memory, plan, 'told');
    const answer = yield* ask(slotted);
    if (answer.verdict !== 'violated') return answerOf(question, slotted, answer, 'unbounded');
    const full = slotted.overflowOf(answer.run);
    if (full.length > 0) {
      if (ordered.size === 0 && isFirst(plan)) {
        // With short queues small instances have few states.
        const short = withSlots(system, memory, plan, 'blocks');
        const engine = new ParameterizedEngine({ ...question, system: short.system, memory: SC });
        begin(engine);
        const found = yield* engine.lookForward(SOME_STATES);
        const run = found === null ? null : short.runOf(found);
        if (run !== null)
          return { verdict: 'violated', run: { kind: 'system', system, memory, run }, buffer: 'unbounded' };
      }
      const wider = widened(system, plan, full, ordered);
      if (wider === null)
        why = outside(`more than ${MOST_ROOM} writes of a process wait for a cell of ${namesOf(full)}`);
      else plan = wider;
      continue;
    }
    const told = answerOf(question, slotted, answer, 'unbounded');
    if (told.verdict === 'violated') return told;
    const kept = [...plan].filter(([, { kind }]) => kind === 'values').map(([symbol]) => symbol);
    for (const symbol of kept) ordered.add(symbol);
    plan = new Map(
      [...plan].map(([symbol, keeping]) => [
        symbol,
        keeping.kind === 'values' ? { kind: 'queue', length: 2 } : keeping,
      ]),
    );
  }
  const slotted = withSlots(system, memory, queuesOf(system, BOUND), 'blocks');
  const bounded = answerOf(question, slotted, yield* ask(slotted), BOUND);
  return bounded.verdict === 'holds' ? { ...bounded, longer: [why] } : bounded;
}

/** What was found, about the system with weak variables. */
function answerOf(question: SlotQuestion, slotted: SlotSystem, answer: Found, buffer: number | 'unbounded'): Answer {
  const { system, memory } = question;
  switch (answer.verdict) {
    case 'holds': {
      const { shown, invariant, views, fromEvents, sums, emptyFrom } = answer;
      const { plan: slots } = slotted;
      const notes = emptiness(emptyFrom);
      const proof = {
        kind: 'cubes',
        system: slotted.system,
        ofProgram: false,
        invariant,
        views,
        fromEvents,
        sums,
        shown,
        slots,
      } as const;
      return { verdict: 'holds', proof, buffer, notes };
    }
    case 'violated': {
      const run = slotted.runOf(answer.run);
      if (run === null) return unknown([{ code: 'unconfirmed', why: 'writes reach memory too often' }], buffer);
      return { verdict: 'violated', run: { kind: 'system', system, memory, run }, buffer };
    }
    case 'unknown':
      return unknown([answer.reason], buffer);
  }
}

function unknown(reasons: readonly Reason[], buffer: number | 'unbounded'): Answer {
  return { verdict: 'unknown', reasons, buffer };
}

/** The plan with more room for these; null when there is no more. `ordered` are those that must keep their order. */
function widened(
  system: ArraySystem,
  plan: SlotPlan,
  full: readonly StateSymbol[],
  ordered: ReadonlySet<number>,
): SlotPlan | null {
  const wider = new Map<number, Keeping>(plan);
  for (const symbol of full) {
    const keeping = plan.get(symbol.index);
    if (keeping?.kind !== 'queue') continue;
    if (canKeepValues(system, symbol) && !ordered.has(symbol.index)) wider.set(symbol.index, { kind: 'values' });
    else if (keeping.length < MOST_ROOM) wider.set(symbol.index, { kind: 'queue', length: keeping.length + 1 });
    else return null;
  }
  return wider;
}

function isFirst(plan: SlotPlan): boolean {
  return [...plan.values()].every((keeping) => keeping.kind === 'queue' && keeping.length === 1);
}

function namesOf(symbols: readonly StateSymbol[]): string {
  return symbols.map(({ name }) => name).join(', ');
}
