/**
 * The LTL engine as others know it: temporal properties of programs, each as questions about automata, of which one that is
 * violated is enough. A part that says that something always holds is asked of the search of all states.
 *
 * Store buffers are bounded, and where buffers of any length are asked about, longer ones are tried as for states: if no
 * buffer is ever full, the machine without bound has the same runs. A lasso answers such a question only if it is one, and
 * fair, without a bound: with fair threads and unfair buffers a thread may wait for room in a full buffer for ever.
 */
import { hasBuffers } from '../../memory/models.js';
import type { Program, StateExpression } from '../../models/program/model.js';
import type { TemporalProperty, TemporalQuestion } from '../../models/program/temporal.js';
import type { Answer, BufferScope } from '../answer.js';
import type { Counts, Engine, Limits, Progress, Running, Standing } from '../engine.js';
import { boundsTried, Exploration, longerInVain, longerLimits, stateLimits } from '../explicit/index.js';
import { givenProgram, needsNumber } from '../given-number.js';
import { MOST_STUCK_STATES, type Question } from '../question.js';
import { outside, type Reason, refusal } from '../remarks.js';
import { firstAlike } from './alike.js';
import { LtlEngine } from './engine.js';
import { TemporalWarnings } from './premises.js';

export const ltl: Engine = {
  name: 'ltl',
  accepts(question) {
    if (question.property === 'states') return refusal('the LTL engine is for temporal properties');
    return needsNumber(question, 'the LTL engine');
  },
  run: (question, limits) => new TemporalSearch(question, limits),
};

class TemporalSearch implements Running {
  readonly steps: Generator<Progress, Answer>;
  private readonly question: Question;
  private readonly limits: Limits;
  private part: LtlEngine | Exploration | null = null;
  private counts: Record<string, number> = {};
  private buffer: BufferScope;
  private known: Standing['known'] = null;

  constructor(question: Question, limits: Limits) {
    this.question = question;
    this.limits = limits;
    this.buffer = hasBuffers(question.memory) ? 'unbounded' : null;
    this.steps = this.withBuffers();
  }

  standing(): Standing {
    const { part, buffer, known } = this;
    this.count();
    const covered = part instanceof LtlEngine ? part.covered() : (part?.standing().covered ?? null);
    return { counts: this.counts, covered, buffer, known };
  }

  /** The largest of each count, over all parts. */
  private count(): void {
    const { part } = this;
    const more: Counts = part instanceof LtlEngine ? part.counts() : (part?.standing().counts ?? {});
    for (const [name, value] of Object.entries(more)) this.counts[name] = Math.max(this.counts[name] ?? 0, value);
  }

  private *withBuffers(): Generator<Progress, Answer> {
    const { property } = this.question;
    const { program } = givenProgram(this.question);
    if (property === 'states') throw new Error('only what is accepted is run');
    const questions = property.questions();
    const { buffer } = this;
    if ('refused' in questions) return { verdict: 'unknown', reasons: [outside(questions.refused)], buffer };
    const anyLength = this.question.buffers.most === null;
    let waits: Reason | null = null;
    for (const bound of boundsTried(this.question, program)) {
      const answer = yield* this.withBuffer(program, property, questions, bound);
      if (answer.verdict === 'violated' && typeof answer.buffer === 'number' && anyLength) {
        waits = { code: 'full for ever', bound };
        this.known = null;
        continue;
      }
      if (answer.verdict === 'unknown' && this.known !== null) return longerInVain(this.known.answer, answer.reasons);
      if (answer.verdict !== 'holds' || typeof answer.buffer !== 'number') return answer;
      // With such a lasso, what holds for longer buffers holds for these alone.
      if (waits === null) this.known = { answer, counts: this.counts };
    }
    if (waits !== null) return { verdict: 'unknown', reasons: [waits], buffer };
    if (this.known === null) throw new Error('some length of buffers is tried');
    return this.known.answer;
  }

  private *withBuffer(
    program: Program,
    property: TemporalProperty,
    questions: readonly TemporalQuestion[],
    bound: number,
  ): Generator<Progress, Answer> {
    const { memory, buffers, fairness, hints } = this.question;
    const told = new TemporalWarnings();
    const perLocation = buffers.per === 'location';
    const buffered = hasBuffers(memory);
    const scope = (unbounded: boolean): BufferScope => (!buffered ? null : unbounded ? 'unbounded' : bound);
    let unbounded = true;
    [this.counts, this.part] = [{}, null];
    const alike = hints.reduce ? firstAlike(program, questions) : [...questions.keys()];
    /** By question: whether its premise was looked for everywhere, and never true. */
    const vacuous: boolean[] = [];
    for (const [number, { propositions, automaton, invariant, premise }] of questions.entries()) {
      this.count();
      // One search of all states is enough.
      const stuck = hints.stuck && told.isOpen;
      const first = premise === undefined ? undefined : propositions[premise];
      const written = first === undefined ? null : (property.written?.(first) ?? null);
      const same = alike[number] ?? number;
      if (same !== number) {
        vacuous[number] = vacuous[same] === true;
        told.premise(written, vacuous[number]);
        continue;
      }
      if (invariant !== undefined) {
        const exploration = new Exploration({ ...this.question, hints: { ...hints, stuck } }, this.limits);
        this.part = exploration;
        const asked = invariantOf(program, property, invariant, first ?? null);
        const answer = yield* exploration.withBuffer(asked, bound);
        this.count();
        // Longer buffers only allow more.
        if (answer.verdict === 'violated') return { ...answer, buffer: scope(true) };
        if (answer.verdict === 'unknown') return answer;
        told.take(answer.warnings ?? null);
        vacuous[number] = answer.warnings?.list.some(({ code }) => code === 'vacuous') ?? false;
        told.premise(written, vacuous[number]);
        unbounded &&= answer.buffer === 'unbounded' || !buffered;
        continue;
      }
      const asked = {
        program: { ...statesLeftOut(program), never: [], premises: [] },
        memory,
        perLocation,
        propositions,
        automaton,
        ...fairness,
        formula: { name: property.name, text: property.text },
      };
      const limits = stateLimits(longerLimits(this.limits, buffers, bound, this.known?.counts.states ?? 0));
      const engine = new LtlEngine({
        ...asked,
        buffer: bound,
        limits,
        noting: hints.warn,
        shifts: hints.reduce,
        symmetry: hints.reduce,
        ...(stuck ? { maxStuckStates: MOST_STUCK_STATES } : {}),
      });
      this.part = engine;
      const answer = yield* engine.run();
      this.count();
      if (answer.verdict === 'unknown') return { verdict: 'unknown', reasons: [answer.reason], buffer: this.buffer };
      if (answer.verdict === 'violated') {
        const { initial, steps, cycle } = answer.run;
        const run =
          cycle === undefined
            ? ({ kind: 'program', program: asked.program, memory, bound, perLocation, run: answer.run } as const)
            : ({ kind: 'lasso', question: asked, bound, run: { initial, steps, cycle } } as const);
        return { verdict: 'violated', run, buffer: scope(answer.unbounded) };
      }
      unbounded &&= answer.unbounded;
      const { looked = null } = answer;
      told.take(looked?.warnings ?? null);
      vacuous[number] = looked !== null && ((looked.seen >>> (premise ?? 0)) & 1) === 0;
      told.premise(written, vacuous[number]);
    }
    const proof = { kind: 'runs', program, property, fairness, bound, perLocation } as const;
    const warnings = told.all(property, buffered && !unbounded ? bound : null);
    return { verdict: 'holds', proof, buffer: scope(unbounded), notes: [], warnings };
  }
}

/** That there is no deadlock is a question about states. */
function statesLeftOut({ noDeadlock: _, ...program }: Program): Program {
  return program;
}

function invariantOf(
  program: Program,
  { name, text }: TemporalProperty,
  invariant: StateExpression,
  premise: StateExpression | null,
): Program {
  const place = { line: 1, column: 1 };
  const first = premise === null ? [] : [{ property: name, conditions: [premise], text, place, general: false }];
  const condition = { kind: 'unary', operator: '!', operand: invariant } as const;
  return {
    ...statesLeftOut(program),
    never: [{ name: `invariant ${name}`, condition, text, place }],
    premises: first,
  };
}
