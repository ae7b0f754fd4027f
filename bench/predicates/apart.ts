/**
 * A row in a process of its own. In one process for all, rows profit from code that those before them have made fast: the
 * short ones take a fifth to a half of the time then, and look better beside the paper than they are.
 *
 * The process runs the same bundle as its parent (`scripts/run-ts.mjs`), which therefore asks `answerParent` first.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { foundQuestions, type PredicatesQuestion, paperQuestions } from './rows.js';
import { type Measured, measure } from './run.js';

const WORD = '--in-a-process-of-its-own';

interface Asked {
  /** Position in the list of all questions. */
  readonly number: number;
  readonly timeout: number;
  readonly certify: boolean;
}

function allQuestions(): PredicatesQuestion[] {
  return [...paperQuestions(), ...foundQuestions()];
}

/** True when this process was started by `measureApart`: then it has answered, and there is nothing else to do. */
export async function answerParent(): Promise<boolean> {
  const [word, asked] = process.argv.slice(2);
  if (word !== WORD || asked === undefined) return false;
  const { number, timeout, certify } = JSON.parse(asked) as Asked;
  const { row, reason, doubt } = await measure(allQuestions()[number] as PredicatesQuestion, timeout, certify);
  console.log(JSON.stringify({ row, reason, doubt }));
  return true;
}

export function measureApart(question: PredicatesQuestion, timeout: number, certify: boolean): Measured {
  const { file, memory, method } = question;
  const number = allQuestions().findIndex((other) => other.file === file && other.method === method);
  const asked: Asked = { number, timeout, certify };
  const bundle = fileURLToPath(import.meta.url);
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [bundle, WORD, JSON.stringify(asked)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${file}, ${memory}: the process ended with ${signal ?? status}: ${stderr}`);
  return { ...(JSON.parse(stdout) as Omit<Measured, 'question'>), question };
}
