/**
 * The explicit engine as others know it: programs, under any memory.
 *
 * Store buffers are bounded. Where buffers of any length are asked about, longer and longer ones are tried until none is
 * ever full, each with a limit on states: a loop that stores can fill any buffer. Where the text tells how many writes can
 * wait, and these are few, that length comes first. What holds for a bound is said when a
 * longer one takes too much, and is no answer to the question then (`check/ask.ts`). Of a program that leaves the number of
 * some threads open a few numbers are tried: a violation there is one, and nothing found proves nothing for more.
 */
import { hasBuffers } from '../../memory/models.js';
import { mostPending } from '../../memory/most-pending.js';
import type { Program } from '../../models/program/model.js';
import type { Answer, BufferScope, Holds } from '../answer.js';
import type { Engine, Limits, Progress, Running, Standing } from '../engine.js';
import { givenProgram, needsNumber } from '../given-number.js';
import {
  ANY_NUMBER,
  type Buffering,
  LONGEST_BUFFER,
  MOST_STUCK_STATES,
  NUMBERS_TRIED,
  type OpenProgram,
  PLAIN_BUFFER,
  type Question,
  SHORT_BUFFER,
  USUAL_GROWTH,
  USUAL_MEGABYTES,
} from '../question.js';
import { outside, type Reason, refusal } from '../remarks.js';
import type { Warnings } from '../warnings.js';
import { ExplicitEngine, type ExplicitLimits } from './engine.js';
import { usualJobs } from './parallel/threads.js';
import { Windows } from './windows.js';

export const explicit: Engine = {
  name: 'explicit',
  accepts(question) {
    if (question.property !== 'states') return refusal('the explicit engine is not for temporal properties');
    return question.model.kind === 'open program' ? null : needsNumber(question, 'the explicit engine');
  },
  run: (question, limits) => new Exploration(question, limits),
};

export function stateLimits({ maxStates = ANY_NUMBER, maxMegabytes = USUAL_MEGABYTES, jobs }: Limits): ExplicitLimits {
  return { maxStates, maxMegabytes, jobs: jobs ?? usualJobs() };
}

/** The bounds to try, one after the other. */
export function* boundsTried({ memory, buffers: { most, tried } }: Question, program: Program): Generator<number> {
  const plain = most === null ? mostPending(program, memory, PLAIN_BUFFER) : null;
  if (plain !== null) {
    yield Math.max(1, plain);
    return;
  }
  const { first, last } = tried ?? { first: most ?? SHORT_BUFFER, last: most ?? LONGEST_BUFFER };
  yield first;
  if (hasBuffers(memory) && most === null) for (let bound = 2 * first; bound <= last; bound *= 2) yield bound;
}

/** Buffers beyond the first may have a few times the states of those before them; an attempt may begin with long ones. */
export function longerLimits(limits: Limits, { most, tried }: Buffering, bound: number, statesBefore: number): Limits {
  const isFirst = statesBefore === 0 && (tried === undefined || tried.growth !== undefined);
  if (most !== null || bound <= SHORT_BUFFER || isFirst) return limits;
  const grown = ({ times, least }: typeof USUAL_GROWTH) => Math.max(least, times * statesBefore);
  const { maxStates } = limits;
  if (tried?.growth === undefined) return { ...limits, maxStates: maxStates ?? grown(USUAL_GROWTH) };
  return { ...limits, maxStates: Math.min(maxStates ?? ANY_NUMBER, grown(tried.growth)) };
}

/** The run to a deadlock is told of the whole program. */
function wholeDeadlock(warnings: Warnings, program: Program, windows: Windows): Warnings {
  const { deadlock } = warnings;
  if (deadlock === null) return warnings;
  // What is asked of it is that there is no deadlock, as of the program that was searched.
  const { never, noDeadlock } = deadlock.program;
  const asked: Program = { ...program, never, ...(noDeadlock === undefined ? {} : { noDeadlock }) };
  return { ...warnings, deadlock: { ...deadlock, program: asked, run: windows.whole(deadlock.run) } };
}

/** What holds for a bound, where longer buffers were tried. */
export function longerInVain(known: Holds, reasons: readonly Reason[]): Holds {
  return { ...known, longer: reasons };
}

/** All states of one program, with longer and longer buffers; the LTL engine asks it about invariants. */
export class Exploration implements Running {
  readonly steps: Generator<Progress, Answer>;
  private readonly question: Question;
  private readonly limits: Limits;
  private engine: ExplicitEngine | null = null;
  private buffer: BufferScope = null;
  private known: Standing['known'] = null;
  private windows: { readonly program: Program; readonly of: Windows } | null = null;

  constructor(question: Question, limits: Limits) {
    this.question = question;
    this.limits = limits;
    const { model } = question;
    this.steps =
      model.kind === 'open program' ? this.someNumbers(model.open) : this.withBuffers(givenProgram(question).program);
  }

  standing(): Standing {
    const { engine, buffer, known } = this;
    return { counts: engine?.counts() ?? {}, covered: engine?.covered() ?? null, buffer, known };
  }

  private *withBuffers(program: Program): Generator<Progress, Answer> {
    for (const bound of boundsTried(this.question, program)) {
      const answer = yield* this.withBuffer(program, bound);
      if (answer.verdict === 'unknown' && this.known !== null) return longerInVain(this.known.answer, answer.reasons);
      if (answer.verdict !== 'holds' || typeof answer.buffer !== 'number') return answer;
      this.known = { answer, counts: this.engine?.counts() ?? {} };
    }
    if (this.known === null) throw new Error('some length of buffers is tried');
    return this.known.answer;
  }

  /** With buffers of one length. */
  *withBuffer(program: Program, bound: number): Generator<Progress, Answer> {
    const { memory, buffers, hints } = this.question;
    const buffered = hasBuffers(memory);
    const perLocation = buffers.per === 'location';
    this.buffer = buffered ? bound : null;
    const { buffer } = this;
    const windows = this.windowsOf(program);
    const shown = windows.cut();
    this.engine = new ExplicitEngine({
      program: shown,
      ...(shown === program ? {} : { written: program }),
      memory,
      buffer: buffered ? bound : 1,
      perLocation,
      zeroDead: hints.reduce,
      symmetry: hints.reduce,
      noting: hints.warn,
      ...(hints.stuck ? { maxStuckStates: MOST_STUCK_STATES } : {}),
      limits: stateLimits(longerLimits(this.limits, buffers, bound, this.known?.counts.states ?? 0)),
    });
    const answer = yield* this.engine.run();
    if (answer.verdict === 'violated' && windows.widen(answer.run, memory))
      return yield* this.withBuffer(program, bound);
    switch (answer.verdict) {
      case 'holds': {
        const proof = { kind: 'states', program, perLocation } as const;
        const warnings = answer.warnings === undefined ? null : wholeDeadlock(answer.warnings, program, windows);
        if (answer.unbounded || !buffered)
          return { verdict: 'holds', proof, notes: [], buffer: buffered ? 'unbounded' : null, warnings };
        return { verdict: 'holds', proof, notes: [{ code: 'buffer full', per: buffers.per }], buffer, warnings };
      }
      case 'violated': {
        const run = {
          kind: 'program',
          program,
          memory,
          bound: buffered ? bound : 1,
          perLocation,
          run: windows.whole(answer.run),
        } as const;
        return { verdict: 'violated', run, buffer };
      }
      case 'unknown':
        return { verdict: 'unknown', reasons: [answer.reason], buffer };
    }
  }

  private windowsOf(program: Program): Windows {
    if (this.windows?.program !== program) this.windows = { program, of: new Windows(program) };
    return this.windows.of;
  }

  private *someNumbers({ anyThreads: threads, instance: instanceOf }: OpenProgram): Generator<Progress, Answer> {
    const held: number[] = [];
    let last: Reason | null = null;
    let shortest: number | null = null;
    let refused: string | null = null;
    for (const number of NUMBERS_TRIED) {
      const instance = instanceOf(number);
      if ('refused' in instance) {
        // A property may name a thread that needs more of them.
        refused ??= instance.refused;
        continue;
      }
      this.known = null;
      const answer = yield* this.withBuffers(instance.program);
      if (answer.verdict === 'violated') return answer;
      if (answer.verdict === 'unknown') {
        last = answer.reasons[0] ?? null;
        break;
      }
      held.push(number);
      if (typeof answer.buffer === 'number') shortest = Math.min(shortest ?? answer.buffer, answer.buffer);
    }
    this.known = null;
    if (held.length === 0 && last === null)
      return {
        verdict: 'unknown',
        reasons: [outside(refused ?? 'no number of threads was tried')],
        buffer: this.buffer,
      };
    const bound = shortest === null ? {} : { bound: shortest };
    const numbers: Reason[] = held.length === 0 ? [] : [{ code: 'numbers', held, threads, ...bound }];
    return { verdict: 'unknown', reasons: [...numbers, ...(last === null ? [] : [last])], buffer: this.buffer };
  }
}
