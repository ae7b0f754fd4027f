/**
 * One question to the explicit engine in a process of its own, so that no run profits from code that another one has made
 * fast, or pays for its garbage, and the peak of memory is that of this run.
 *
 * The engine is there as users have it: as a script whose code V8 has compiled before, on the same example, with the same flags
 * (`src/cli/compiled.ts`, `scripts/compile.ts`). The process starts with the bundle of its parent (`scripts/run-ts.mjs`), which
 * therefore asks `answerParent` first, and that loads the script.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Script } from 'node:vm';
import { keepCode } from '../scripts/keep-code.js';
import { loadScript } from '../src/cli/compiled.js';
import { expectShortRuns } from '../src/cli/short-runs.js';
import type { OwnQuestion, OwnRun } from './own-search.js';

export type { OwnQuestion, OwnRun } from './own-search.js';

const WORD = '--in-a-process-of-its-own';
const SCRIPT = 'own-search.cjs';
/** A run that takes longer has gone astray. */
const LONGEST_MS = 600_000;
/** The program on which code is compiled, here and by the build. */
const EXAMPLE = {
  file: path.join('..', '..', 'examples', 'programs', 'peterson.fp'),
  memory: 'tso',
  buffer: 1,
  zeroDead: true,
  symmetry: true,
} as const;

/** What a process is asked: where the script is, and whether to keep what is compiled of it. */
interface Asked {
  readonly folder: string;
  readonly keep: boolean;
  readonly question: OwnQuestion;
}

/** True when this process was started by `runApart`: then it has answered, and there is nothing else to do. */
export function answerParent(): boolean {
  const [word, asked] = process.argv.slice(2);
  if (word !== WORD || asked === undefined) return false;
  const { folder, keep, question } = JSON.parse(asked) as Asked;
  // Before the script is loaded: code that was compiled with other flags is not taken.
  expectShortRuns();
  const scripts: [string, Script][] = [];
  const loaded = loadScript(folder, SCRIPT, (name, script) => scripts.push([name, script]));
  const { ownRun } = loaded as typeof import('./own-search.js');
  console.log(JSON.stringify(ownRun(question)));
  if (keep) keepCode(folder, scripts);
  else if (scripts.some(([, script]) => script.cachedDataRejected !== false))
    throw new Error('V8 refuses its own code');
  return true;
}

function ask(asked: Asked): OwnRun {
  const words = [fileURLToPath(import.meta.url), WORD, JSON.stringify(asked)];
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    timeout: LONGEST_MS,
  });
  if (status !== 0) throw new Error(`${asked.question.file}: the process ended with ${signal ?? status}: ${stderr}`);
  return JSON.parse(stdout) as OwnRun;
}

/** The folder of the script, made once and removed at the end. */
function makeScript(): string {
  const folder = fileURLToPath(new URL(`own-search-${process.pid}`, import.meta.url));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const words = ['scripts/bundle-ts.mjs', 'bench/own-search.ts', path.join(folder, SCRIPT)];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the script of a search was not made: ${stderr}`);
  for (const kernel of ['wasm', 'javascript'] as const) ask({ folder, keep: true, question: { ...EXAMPLE, kernel } });
  return folder;
}

let script: string | null = null;

export function runApart(question: OwnQuestion): OwnRun {
  script ??= makeScript();
  return ask({ folder: script, keep: false, question });
}
