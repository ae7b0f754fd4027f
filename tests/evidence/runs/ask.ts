/** Rankings of what the LTL engine proves, made and judged. */
import type { LtlQuestion } from '../../../src/engines/ltl/engine.js';
import { Ranking, type RunsQuestion } from '../../../src/evidence/runs/certificate.js';
import { judgeRanking, type RankingJudgement } from '../../../src/evidence/runs/judge.js';
import { makeRanking } from '../../../src/evidence/runs/make.js';
import { finish } from '../../support/engines.js';

export const LIMITS = { maxStates: 100_000, maxMegabytes: 256 };

/** The same question to the judge; `bound` is null for buffers of any length. */
export function runsQuestion(question: LtlQuestion, bound: number | null = question.buffer): RunsQuestion {
  const { program, memory, perLocation = false, fairThreads, fairBuffers, propositions, automaton } = question;
  return { program, memory, bound, perLocation, fairThreads, fairBuffers, parts: [{ propositions, automaton }] };
}

export function rankingOf(question: RunsQuestion, buffer: number): Ranking {
  const made = finish(makeRanking({ ...question, buffer }, LIMITS));
  if ('unfinished' in made) throw new Error(`no ranking: ${JSON.stringify(made.unfinished)}`);
  return made;
}

export function judged(question: RunsQuestion, ranking: Ranking): RankingJudgement {
  return finish(judgeRanking(question, ranking));
}

/** A copy of which anything can be changed. */
export interface Written {
  avoided: string[][];
  rows: { configuration: string; ranks: number[] }[];
}

export function written(ranking: Ranking): Written {
  const rows = [...ranking.configurations].map((configuration, number) => ({
    configuration,
    ranks: Array.from({ length: ranking.columns }, (_, column) => ranking.rank(number, column)),
  }));
  return { avoided: ranking.avoided.map((names) => [...names]), rows };
}

export function read({ avoided, rows }: Written, columns: number): Ranking {
  const ranking = new Ranking(avoided, columns);
  for (const { configuration, ranks } of rows) {
    const number = ranking.add(configuration);
    for (const [column, rank] of ranks.entries()) ranking.setRank(number, column, rank);
  }
  return ranking;
}
