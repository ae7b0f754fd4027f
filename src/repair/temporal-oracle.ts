/**
 * The oracle for programs of which something is asked about infinite runs, too: first each temporal property, by the LTL
 * engine, then the states (`program-oracle.ts`). The first that is violated gives the run. This order because a program that
 * is not repaired yet may have far more states than it should (a counter that loses counts goes anywhere), and the LTL engine
 * stops at the first lasso, while all states must be seen before nothing is known to be wrong with them. Where buffers of
 * any length are asked about, the first look at infinite runs is one with short buffers, and the others come last.
 *
 * Where places are steps of their own the questions are about the text with the places taken, as for safety
 * (`text-lasso.ts`); otherwise about the program with flags of edges changed (`lasso-clause.ts`).
 */

import type { Answer, Violated } from '../engines/answer.js';
import type { Fairness } from '../engines/ltl/fairness.js';
import type { Reason } from '../engines/remarks.js';
import { hasBuffers, type MemoryModel } from '../memory/models.js';
import type { NeverProperty, Program } from '../models/program/model.js';
import type { TemporalProperty } from '../models/program/temporal.js';
import type { Clause } from './hitting-set.js';
import { lassoClause } from './lasso-clause.js';
import type { RunQuestion } from './lasso-judge.js';
import { type ProgramPlace, takePlaces, type Waiting } from './places.js';
import { type FoundRun, ProgramOracle, programRun, type Variant } from './program-oracle.js';
import type { Oracle, OracleAnswer } from './search.js';
import { textLassoClause } from './text-lasso.js';

/** A program, and what is asked about its infinite runs. */
export interface AskedProgram {
  readonly program: Program;
  readonly temporal: readonly TemporalProperty[];
}

interface TemporalOracleQuestion {
  /** Of the states; null when nothing is asked about them. */
  readonly states: ProgramOracle | null;
  readonly variants: readonly Variant[];
  /** By variant. */
  readonly temporal: readonly (readonly TemporalProperty[])[];
  /** The programs of the text with places taken, where places are steps of their own in the variants. */
  readonly askedWith?: (taken: readonly number[]) => Promise<readonly AskedProgram[]>;
  readonly memory: MemoryModel;
  readonly waiting: Waiting;
  readonly fairness: Fairness;
  readonly bound: number | null;
  readonly perLocation: boolean;
  /** `short`: with short buffers alone, which decide less. */
  readonly ask: (program: Program, property: TemporalProperty, short: boolean) => Promise<Answer>;
}

/** A question about the infinite runs of one variant. */
interface AskedRuns {
  readonly variant: number;
  readonly program: Program;
  /** Position among the temporal properties. */
  readonly property: number;
  readonly asked: TemporalProperty;
}

interface TemporalRun extends FoundRun {
  /** The temporal property that is violated; null for those of states. Parts of it may be about states, too. */
  readonly violated: {
    readonly property: number;
    readonly asked: TemporalProperty;
    readonly bound: number | null;
    readonly infinite: boolean;
  } | null;
}

export class TemporalOracle implements Oracle<TemporalRun> {
  private readonly question: TemporalOracleQuestion;

  constructor(question: TemporalOracleQuestion) {
    this.question = question;
  }

  async ask(taken: readonly number[]): Promise<OracleAnswer<TemporalRun>> {
    const { states, ask, memory, bound } = this.question;
    const anyLength = hasBuffers(memory) && bound === null;
    let doubt: readonly Reason[] | null = null;
    const open: AskedRuns[] = [];
    for (const each of await this.askedRuns(taken)) {
      const answer = await ask(each.program, each.asked, anyLength);
      if (answer.verdict === 'violated') return this.found(each, answer);
      if (answer.verdict === 'holds') continue;
      if (anyLength) open.push(each);
      else doubt ??= answer.reasons;
    }
    // Perhaps there is a run that ends badly where infinite ones could not be decided.
    const safe = states === null ? { verdict: 'holds' as const } : await states.ask(taken);
    if (safe.verdict === 'violated') return { verdict: 'violated', run: { ...safe.run, violated: null } };
    if (safe.verdict === 'unknown') doubt ??= safe.reasons;
    for (const each of open) {
      const answer = await ask(each.program, each.asked, false);
      if (answer.verdict === 'violated') return this.found(each, answer);
      if (answer.verdict === 'unknown') doubt ??= answer.reasons;
    }
    return doubt === null ? safe : { verdict: 'unknown', reasons: doubt };
  }

  private found({ variant, program, property, asked }: AskedRuns, answer: Violated): OracleAnswer<TemporalRun> {
    const { buffer, run: evidence } = answer;
    const infinite = evidence.kind === 'lasso';
    const stated = infinite ? program : withInvariants(program, asked);
    // With a bound that was not the one that was given, the engine has looked further.
    const bound = !hasBuffers(this.question.memory) ? null : typeof buffer === 'number' ? buffer : this.question.bound;
    const violated = { property, asked, bound, infinite };
    return {
      verdict: 'violated',
      run: { variant, program: stated, run: programRun(evidence), evidence, violated },
    };
  }

  /** One for each program and property. */
  private async askedRuns(taken: readonly number[]): Promise<readonly AskedRuns[]> {
    return (await this.asked(taken)).flatMap(({ program, temporal }, variant) =>
      temporal.map((asked, property) => ({ variant, program, property, asked })),
    );
  }

  private async asked(taken: readonly number[]): Promise<readonly AskedProgram[]> {
    const { variants, temporal, askedWith, waiting } = this.question;
    if (temporal.every(({ length }) => length === 0)) return [];
    if (askedWith !== undefined) return askedWith(taken);
    return variants.map(({ program, places }, variant) => {
      const chosen = taken.map((place) => places[place] as ProgramPlace);
      return { program: takePlaces(program, chosen, waiting), temporal: temporal[variant] ?? [] };
    });
  }

  clauseOf(found: TemporalRun, taken: readonly number[]): Clause {
    const { states, variants, temporal, memory, waiting, fairness, perLocation, askedWith } = this.question;
    if (found.violated === null) {
      if (states === null) throw new Error('nobody has asked about states');
      return states.clauseOf(found, taken);
    }
    const { program, places } = variants[found.variant] as Variant;
    const { asked, property, bound, infinite } = found.violated;
    if (!infinite) return this.finiteClause(found, taken, property);
    const questions = questionsOf((temporal[found.variant] ?? [])[property]);
    if (askedWith === undefined) {
      const question = { program, memory, places, waiting, fairness, bound, perLocation, questions };
      return lassoClause(question, found.run, taken);
    }
    const [own, askedQuestions] = [found.program, questionsOf(asked)];
    const told = { program, places, questions, asked: own, askedQuestions, memory, bound, perLocation, fairness };
    return textLassoClause(told, found.run, taken);
  }

  /** Of a run whose end is what the property excludes, or that fails. */
  private finiteClause(found: TemporalRun, taken: readonly number[], property: number): Clause {
    const { variants, temporal, memory, waiting, askedWith } = this.question;
    const stated = variants.map(({ program, places }, variant) => {
      return { program: withInvariants(program, (temporal[variant] ?? [])[property]), places };
    });
    const explore = () => Promise.reject(new Error('clauses ask nothing'));
    const texts = askedWith === undefined ? {} : { programsWith: async () => [] };
    return new ProgramOracle({ variants: stated, ...texts, memory, waiting, explore }).clauseOf(found, taken);
  }
}

function questionsOf(property: TemporalProperty | undefined): readonly RunQuestion[] {
  const questions = property?.questions() ?? [];
  return 'refused' in questions ? [] : questions.filter((question) => 'automaton' in question);
}

/** The program with those parts of the property that are about states. */
function withInvariants(program: Program, property: TemporalProperty | undefined): Program {
  const questions = property?.questions() ?? [];
  if (property === undefined || 'refused' in questions) return program;
  const never = questions.flatMap((question): NeverProperty[] => {
    if (!('invariant' in question)) return [];
    const condition = { kind: 'unary', operator: '!', operand: question.invariant } as const;
    return [{ name: property.name, condition, text: property.text, place: { line: 1, column: 1 } }];
  });
  return { ...program, never: [...program.never, ...never] };
}
