/**
 * Predicate abstraction for relaxed memory models (Dan, Meshman, Vechev, Yahav 2013): programs with unbounded integers
 * under SC, TSO and PSO.
 *
 *   1. the program is proved under sequential consistency, with the predicates that are given and those that spurious
 *      counterexamples yield (`cegar.ts`)
 *   2. the program is reduced to one whose store buffers, of k writes, are variables (`memory/reduction`)
 *   3. the predicates of 1, and with `cubes` the cubes of its boolean program, are extrapolated to buffers (`extrapolate.ts`)
 *   4. the reduced program is proved with these
 *
 * A counterexample is run on the machine with store buffers before it is shown. When nothing bad is reached and a buffer of k
 * was too short, k grows; where that ends, the answer is for buffers of k, in which a write waits for room (`waiting.ts`).
 * The states of the boolean program are an inductive invariant of the reduced program, and make the certificate.
 */

import type { Cube } from '../../logic/integer/cubes.js';
import { and, atomsOf, type Formula, not, substitute, TooLarge, variable } from '../../logic/integer/formula.js';
import { hasBuffers, type MemoryModel, SC } from '../../memory/models.js';
import { type ProgramRun, replayProgram } from '../../memory/operational/program/replay.js';
import { tidyRun } from '../../memory/operational/program/tidy.js';
import { type Reduction, reduceProgram } from '../../memory/reduction/index.js';
import { children } from '../../models/program/expression.js';
import type { Program, StateExpression } from '../../models/program/model.js';
import type { Progress } from '../engine.js';
import { type Covered, outside, type Reason } from '../remarks.js';
import {
  type RealPath,
  type Refined,
  type RefinementLimits,
  refineUntilDecided,
  type StuckReason,
  type Tally,
} from './cegar.js';
import type { Reached } from './explore.js';
import { distinct, genericPredicates, lifted } from './extrapolate.js';
import { flatten } from './flatten.js';
import { drainedRun, runOf } from './run.js';
import { type FlatSystem, isAboutStates } from './system.js';
import { withoutFullBuffers } from './waiting.js';

export type Extrapolation = 'predicates' | 'cubes';

interface PredicateLimits {
  readonly maxStates: number;
  readonly maxPredicates: number;
  readonly maxCubeSize: number;
}

export interface PredicateQuestion {
  readonly program: Program;
  readonly memory: MemoryModel;
  /** Of those that speak of locations, which the abstraction knows anyhow, the other parts count. */
  readonly predicates: readonly StateExpression[];
  /** Writes in a store buffer at first, and at most. */
  readonly bound: number;
  readonly maxBound: number;
  readonly extrapolation: Extrapolation;
  readonly limits: PredicateLimits;
}

/** What holds of the reduced program, and why. */
export interface PredicateProof {
  readonly reduction: Reduction;
  readonly system: FlatSystem;
  readonly predicates: readonly Formula[];
  readonly reached: readonly Reached[];
}

export type PredicateAnswer =
  | {
      readonly verdict: 'holds';
      /** Null under SC. */
      readonly buffer: number | 'unbounded' | null;
      readonly proof: PredicateProof;
    }
  | { readonly verdict: 'violated'; readonly run: ProgramRun }
  | { readonly verdict: 'unknown'; readonly reason: Reason };

const USUAL_SIZE = 2;

interface Stage {
  readonly reduction: Reduction;
  readonly system: FlatSystem;
  readonly end: Refined;
}

export class PredicateEngine {
  private readonly tally: Tally = { predicates: 0, cubes: 0, solverCalls: 0, states: 0, refinements: 0 };
  private phase = 'abstraction';
  /** The length of store buffers that is looked at. */
  bound: number;
  /** Nothing bad is reached with buffers of this length, and some were full; 0 until that is known of any. */
  enough = 0;

  constructor(private readonly question: PredicateQuestion) {
    this.bound = question.bound;
  }

  counts(): Readonly<Record<string, number>> {
    return { ...this.tally };
  }

  *run(): Generator<Progress, PredicateAnswer> {
    const { program, memory, extrapolation } = this.question;
    const cubes = hasBuffers(memory) && extrapolation === 'cubes';
    const strong = yield* this.stage(SC, 1, (system, formula) => ({
      given: distinct(this.question.predicates.flatMap(withoutLocations).map(formula).flatMap(aboutStates(system))),
      cubeSize: USUAL_SIZE,
    }));
    if ('refused' in strong) return { verdict: 'unknown', reason: outside(strong.refused) };
    const { end } = strong;
    if (end.kind === 'stuck') return { verdict: 'unknown', reason: this.stuck(end.reason, hasBuffers(memory)) };
    if (end.kind === 'real') return this.judged(strong, end.paths, memory);
    if (!hasBuffers(memory)) return { verdict: 'holds', buffer: null, proof: proofOf(strong) };

    /** What a shorter buffer has taught. */
    let learned: { readonly system: FlatSystem; readonly formulas: readonly Formula[] } | null = null;
    for (;;) {
      const { bound } = this;
      const earlier = learned;
      const weak: Stage | { readonly refused: string } = yield* this.stage(memory, bound, (system, _, reduction) => {
        const basis = [...end.predicates, ...(cubes ? cubesOf(end.predicates, end.cubes) : [])];
        const given = distinct([
          ...genericPredicates(reduction),
          ...lifted(reduction, program, renamed(basis, strong.system, system), system.variables),
          ...(earlier === null ? [] : renamed(earlier.formulas, earlier.system, system)),
        ]);
        return { given, cubeSize: cubes ? 1 : USUAL_SIZE };
      });
      if ('refused' in weak) return { verdict: 'unknown', reason: outside(weak.refused) };
      if (weak.end.kind === 'stuck') return { verdict: 'unknown', reason: this.stuck(weak.end.reason, false) };
      if (weak.end.kind === 'real') return this.judged(weak, weak.end.paths, memory);
      if (!weak.end.excused) return { verdict: 'holds', buffer: 'unbounded', proof: proofOf(weak) };
      if (bound === this.question.maxBound)
        return { verdict: 'holds', buffer: bound, proof: waitingProof(program, weak) };
      learned = { system: weak.system, formulas: weak.end.predicates };
      this.enough = bound;
      this.bound++;
    }
  }

  private *stage(
    memory: MemoryModel,
    bound: number,
    begin: (
      system: FlatSystem,
      formula: (condition: StateExpression) => Formula,
      reduction: Reduction,
    ) => { readonly given: readonly Formula[]; readonly cubeSize: number },
  ): Generator<Progress, Stage | { readonly refused: string }> {
    this.phase = `abstraction under ${memory.title}`;
    const reduction = reduceProgram(this.question.program, memory, bound);
    if ('refused' in reduction) return reduction;
    const flat = flatten(reduction.program);
    if ('refused' in flat) return flat;
    const { system, formula } = flat;
    const { given, cubeSize } = begin(system, formula, reduction);
    const { maxStates, maxPredicates, maxCubeSize } = this.question.limits;
    const limits: RefinementLimits = {
      maxStates,
      maxPredicates: Math.max(maxPredicates, given.length),
      cubeSize,
      maxCubeSize,
      // The first bad states of a system are the places of failure.
      excused: reduction.overflow === null ? null : reduction.overflow.property + 1,
    };
    const refining = refineUntilDecided(system, given, limits, this.tally);
    try {
      for (;;) {
        const next = refining.next();
        if (next.done === true) return { reduction, system, end: next.value };
        yield this.progress(`${next.value} under ${memory.title}`);
      }
    } catch (error) {
      if (error instanceof TooLarge) return { refused: 'its numbers get too large' };
      throw error;
    }
  }

  private stuck(reason: StuckReason, underSc: boolean): Reason {
    if (reason === null) return { code: 'stuck', underSc };
    return { code: 'limit', ...reason, covered: this.covered() };
  }

  covered(): Covered {
    const { predicates, states } = this.tally;
    return { what: 'abstraction', phase: this.phase, predicates, states };
  }

  private progress(phase: string): Progress {
    this.phase = phase;
    const { states, predicates, refinements } = this.tally;
    return { phase, cubes: predicates, depth: 0, queue: 0, states, restarts: refinements };
  }

  /** The first path that is an execution of the program; none may be, where inputs were guessed wrong. */
  private judged(stage: Stage, paths: readonly RealPath[], memory: MemoryModel): PredicateAnswer {
    const { program } = this.question;
    let why = 'there is none';
    for (const path of paths) {
      const run = runOf(program, stage.reduction, stage.system, path);
      const asked = stage.reduction.memory === memory ? run : drainedRun(program, run, memory);
      const tidied = tidyRun(program, asked, memory, Number.MAX_SAFE_INTEGER);
      const replayed = replayProgram(program, tidied, memory);
      if (replayed.ok) return { verdict: 'violated', run: tidied };
      why = replayed.reason;
    }
    return { verdict: 'unknown', reason: { code: 'unconfirmed', why } };
  }
}

function proofOf({ reduction, system, end }: Stage): PredicateProof {
  if (end.kind !== 'proved') throw new Error('nothing was proved');
  return { reduction, system, predicates: end.predicates, reached: end.reached };
}

/** The same for buffers in which a write waits for room. */
function waitingProof(program: Program, stage: Stage): PredicateProof {
  const { memory, bound } = stage.reduction;
  const { predicates, reached } = proofOf(stage);
  const reduction = reduceProgram(program, memory, bound, { overflow: 'blocks' });
  if ('refused' in reduction) throw new Error(`what was reduced cannot be reduced: ${reduction.refused}`);
  const flat = flatten(reduction.program);
  if ('refused' in flat) throw new Error(`what was flattened cannot be flattened: ${flat.refused}`);
  const { system } = flat;
  const there = predicates.map((predicate) => renamed([predicate], stage.system, system)[0] ?? null);
  return withoutFullBuffers(reached, there, { reduction, system });
}

function cubesOf(predicates: readonly Formula[], cubes: readonly Cube[]): readonly Formula[] {
  return cubes.map((cube) =>
    and(
      cube.map((literal) => {
        const predicate = predicates[literal >>> 1] as Formula;
        return (literal & 1) === 0 ? predicate : not(predicate);
      }),
    ),
  );
}

/**
 * The formula, or of one with inputs the atoms that have none. An input is another value in every step: a predicate on it
 * would carry what one step has guessed to the next.
 */
function aboutStates(system: FlatSystem): (formula: Formula) => readonly Formula[] {
  const isOne = (formula: Formula) => isAboutStates(system, formula);
  return (formula) => (isOne(formula) ? [formula] : atomsOf(formula).filter(isOne));
}

/** The largest parts of a condition that do not speak of locations. */
function withoutLocations(condition: StateExpression): readonly StateExpression[] {
  const parts = children(condition);
  const kept = parts.map(withoutLocations);
  const isWhole = condition.kind !== 'at' && kept.every(([only, ...more], k) => only === parts[k] && more.length === 0);
  return isWhole ? [condition] : kept.flat();
}

/** The same formulas over the variables of another system with the same names; without those that it has no names for. */
function renamed(formulas: readonly Formula[], from: FlatSystem, to: FlatSystem): readonly Formula[] {
  const numbers = new Map(to.variables.slice(0, to.firstInput).map(({ name }, number) => [name, number]));
  const renaming = from.variables.map(({ name }) => numbers.get(name));
  return formulas
    .filter(({ variables }) => variables.every((old) => renaming[old] !== undefined))
    .map((formula) => substitute(formula, (old) => variable(renaming[old] as number)));
}
