/** `--kind predicates`: random programs asked of predicate abstraction, and of the explicit engine (judge.ts). */
import type { Program, StateExpression } from '../../../src/models/program/model.js';
import type { Campaign, Case, Result } from '../campaigns.js';
import { verdictOf } from '../explicit/campaign.js';
import { MEMORIES } from '../explicit/judge.js';
import { plainProgram, smallerPrograms } from '../explicit/shrink.js';
import { describeWay, type Question, randomQuestion } from './generate.js';
import { type Ask, judgeQuestion, type PredicateJudgeLimits, THOROUGH } from './judge.js';
import { writePredicateRegression } from './text.js';

const MOST_TRIALS = 1500;

/** Seconds for each question. */
export function predicateCampaign(
  timeout: number,
  limits: PredicateJudgeLimits = { ...THOROUGH, seconds: timeout },
  ask?: Ask,
): Campaign {
  return {
    things: 'questions of predicate abstraction',
    async judge(seed) {
      const question = randomQuestion(seed);
      if (question === null) return [];
      const again = (smaller: Question) => judgeQuestion(smaller, limits, true, ask);
      const result = await again(question);
      const one: Case = { way: describeWay(question), result, shrunk: () => shrunkText(question, result, again) };
      return [one];
    },
  };
}

/** Greedy, as far as the fault is the same. Given predicates are shrunk with the program, as if they were properties. */
export async function shrunkText(
  question: Question,
  found: Result,
  again: (smaller: Question) => Promise<Result>,
): Promise<string> {
  if (found.kind !== 'wrong') return '';
  let current = withProperties(question);
  let { detail } = found;
  let trials = 0;
  search: for (;;) {
    for (const smaller of smallerPrograms(current)) {
      if (++trials > MOST_TRIALS) break;
      const result = await again(withPredicates(question, smaller));
      if (result.kind !== 'wrong' || result.fault !== found.fault) continue;
      current = smaller;
      detail = result.detail;
      continue search;
    }
    break;
  }
  const { program: smallest, predicates, ...way } = withPredicates(question, current);
  const program = plainProgram(smallest);
  const [sc, tso, pso] = MEMORIES.map((memory) => verdictOf(program, memory)) as [string, string, string];
  const about = `${describeWay(way)}: ${found.fault}: ${detail}`;
  return writePredicateRegression({ about, expect: { sc, tso, pso }, predicates, program });
}

const GIVEN = 'a predicate that is given';

function withProperties({ program, predicates }: Question): Program {
  const more = predicates.map((condition) => ({ name: GIVEN, condition, text: '', place: { line: 1, column: 1 } }));
  return { ...program, never: [...program.never, ...more] };
}

function withPredicates(question: Question, program: Program): Question {
  const predicates: readonly StateExpression[] = program.never
    .filter(({ name }) => name === GIVEN)
    .map(({ condition }) => condition);
  return {
    ...question,
    program: { ...program, never: program.never.filter(({ name }) => name !== GIVEN) },
    predicates,
  };
}
