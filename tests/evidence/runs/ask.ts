/** Rankings of what the LTL engine proves, made and judged; and audits. */
import { Budget } from '../../../src/check/budget.js';
import type { CheckOptions } from '../../../src/check/options.js';
import { readQuestion } from '../../../src/check/read.js';
import { suited } from '../../../src/check/suit.js';
import { boundsTried } from '../../../src/engines/explicit/index.js';
import { givenProgram } from '../../../src/engines/given-number.js';
import type { LtlQuestion } from '../../../src/engines/ltl/engine.js';
import type { AuditLimits, KernelAudit } from '../../../src/evidence/audit/kernel.js';
import { auditRuns } from '../../../src/evidence/runs/audit.js';
import { Ranking, type RunsQuestion } from '../../../src/evidence/runs/certificate.js';
import { judgeRanking, type RankingJudgement } from '../../../src/evidence/runs/judge.js';
import { makeRanking } from '../../../src/evidence/runs/make.js';
import { partsOf } from '../../../src/evidence/runs/parts.js';
import { finish } from '../../support/engines.js';

export const LIMITS = { maxStates: 100_000, maxMegabytes: 256 };

/** The same question to the judge; `bound` is null for buffers of any length. */
export function runsQuestion(question: LtlQuestion, bound: number | null = question.buffer): RunsQuestion {
  const { program, memory, perLocation = false, fairThreads, fairBuffers, propositions, automaton } = question;
  return { program, memory, bound, perLocation, fairThreads, fairBuffers, parts: [{ propositions, automaton }] };
}

export function rankingOf(question: RunsQuestion, buffer: number, merged = false): Ranking {
  const made = finish(makeRanking({ ...question, buffer, merged }, LIMITS));
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

export function read({ avoided, rows }: Written, columns: number, ofFamilies = false): Ranking {
  const ranking = new Ranking(avoided, columns, ofFamilies);
  for (const { configuration, ranks } of rows) {
    const number = ranking.add(configuration);
    for (const [column, rank] of ranks.entries()) ranking.setRank(number, column, rank);
  }
  return ranking;
}

/** A question as `check` reads it, for those who judge rankings; null when it is no question about runs. */
export async function runsQuestionOf(text: string | Uint8Array, options: CheckOptions): Promise<RunsQuestion | null> {
  const asked = await readQuestion(text, options, new Budget({}));
  if (!asked.ok) throw new Error(`${options.file}: ${asked.diagnostics[0]?.message}`);
  const crossed = await suited(asked.question, 'ltl');
  if (!('question' in crossed) || crossed.question.property === 'states') return null;
  const { property, memory, buffers, fairness } = crossed.question;
  const { program } = givenProgram(crossed.question);
  const parts = partsOf(property);
  if ('refused' in parts) throw new Error(parts.refused);
  // A run with short buffers is one with longer ones, unless a thread waits for room in a full one.
  const [shortest = null] = boundsTried(crossed.question, program);
  const bound = buffers.most ?? (fairness.fairBuffers ? shortest : null);
  return { program, memory, bound, perLocation: buffers.per === 'location', ...fairness, parts };
}

/** What the audit says to a question, whatever the answer is; null when it is no question about runs. */
export async function auditedText(
  text: string | Uint8Array,
  options: CheckOptions,
  limits: AuditLimits,
): Promise<KernelAudit | null> {
  const question = await runsQuestionOf(text, options);
  return question === null ? null : finish(auditRuns(question, limits));
}
