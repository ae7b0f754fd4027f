/**
 * One row: predicate abstraction is asked with store buffers of one write, and if it says that the program holds, the
 * certificate is put to Z3 where that is wanted.
 *
 * Under TSO and PSO the seconds are those of everything: the proof under SC, with all refinements, the reduction, and the
 * proof with store buffers. The paper counts the last part alone.
 */

import type { Answered } from '../../src/check/ask.js';
import { Budget } from '../../src/check/budget.js';
import { judgePredicates } from '../../src/evidence/invariant/judge.js';
import { certificateOf } from '../../src/evidence/invariant/proof.js';
import type { Verdict } from '../../src/evidence/outcome.js';
import { readProgram } from '../../src/languages/program/index.js';
import { memoryNamed } from '../../src/memory/models.js';
import { DASHED, remarkText } from '../../src/report/remarks.js';
import { askAbout } from '../../tests/support/ask.js';
import type { Method, PredicatesQuestion } from './rows.js';

/** What is printed for programs. */
export interface PredicatesRow {
  readonly program: string;
  readonly memory: PredicatesQuestion['memory'];
  readonly method: Method;
  readonly verdict: Verdict;
  /** Of the last boolean program, as are cubes of several literals and abstract states. */
  readonly predicates: number;
  readonly cubes: number;
  /** In all. */
  readonly solverCalls: number;
  readonly states: number;
  /** Of the clock. */
  readonly seconds: number;
  readonly paperSeconds: number | null;
  readonly refinements: number;
  readonly paperPredicates: number | null;
  /** What Z3 says of the proof; absent where it was not asked. */
  readonly certificate?: 'accepted' | 'refused' | 'unknown' | 'none';
}

export interface Measured {
  readonly question: PredicatesQuestion;
  readonly row: PredicatesRow;
  /** Why it is unknown, or holds for buffers of one write only. */
  readonly reason: string | null;
  /** Why the certificate is not accepted. */
  readonly doubt: string | null;
}

const BUFFER = 1;

export async function measure(question: PredicatesQuestion, timeout: number, certify: boolean): Promise<Measured> {
  const { program, memory, method, extrapolation, file, text, paperPredicates, paperSeconds } = question;
  const { program: source, diagnostics } = readProgram(text, file);
  if (source === null) throw new Error(`${file}: ${diagnostics[0]?.message ?? 'it is no program'}`);
  const made = source.instantiate(null);
  if (made.kind !== 'program') throw new Error(`${file}: ${made.message}`);
  const given = made.predicates.map(({ condition }) => condition);
  const budget = new Budget({ timeout });
  const options = { engine: 'predicates', buffer: BUFFER, extrapolate: extrapolation } as const;
  const answer = await askAbout({ program: made.program, predicates: given }, memoryNamed(memory), options, budget);
  const seconds = Number(budget.seconds.toFixed(3));
  const { predicates = 0, cubes = 0, solverCalls = 0, states = 0, refinements = 0 } = answer.counts;
  const judged = certify ? await judgementOf(answer) : null;
  const reasons = answer.verdict === 'unknown' ? answer.reasons : [];
  const row: PredicatesRow = {
    ...{ program, memory, method, verdict: answer.verdict, predicates, cubes, solverCalls, states },
    ...{ seconds, paperSeconds, refinements, paperPredicates },
    ...(judged === null ? {} : { certificate: judged.verdict }),
  };
  return { question, row, reason: remarkText({ reasons, notes: answer.notes }, DASHED), doubt: judged?.reason ?? null };
}

async function judgementOf(answer: Answered) {
  if (answer.verdict !== 'holds' || answer.proof.kind !== 'predicates')
    return { verdict: 'none', reason: null } as const;
  const { proof } = answer.proof;
  return judgePredicates(proof.reduction.program, certificateOf(proof));
}

/** All of these programs are proved, for buffers of any length; and what is proved is accepted. */
export function isAmiss({ row, reason }: Measured): boolean {
  if (row.verdict !== 'holds' || reason !== null) return true;
  return row.certificate !== undefined && row.certificate !== 'accepted';
}
