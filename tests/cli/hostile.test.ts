/**
 * The program against inputs that nobody means well (`hostile.ts`): it ends, within limits, with a status that it documents;
 * nothing is an internal error, and what is wrong is told as everywhere. `npm run test:long` has all of them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { validateOutput } from '../support/schema.js';
import { share } from '../support/size.js';
import { type Hostile, hostileInputs } from './hostile.js';

const program = path.resolve(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-'));
const ALL = 300;

beforeAll(() => {
  const failure = inject('buildFailure');
  if (failure !== null) throw new Error(`dist/ could not be built:\n${failure}`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LIMITED = ['check', 'compare', 'litmus', 'fix', 'certify', 'reduce', 'print'];

function run({ files, words }: Hostile) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const given = (option: string) => words.some((word) => word.startsWith(option));
  const limited = LIMITED.includes(words[0] ?? '') && !given('--timeout') && !given('--max-memory');
  const limits = limited ? ['--timeout', '2', '--max-memory', '300'] : [];
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words, ...limits], {
    cwd: folder,
    encoding: 'utf8',
    // Long enough for the slowest machine: who needs more hangs.
    timeout: 120_000,
  });
  return { status, output: stdout, errors: stderr };
}

/** A line that says what is wrong: of a place, of a file, or of the command line. */
const FAULT = /^(\S.*:\d+:\d+|[^\s:]+|<\w+>|--[\w-]+[^:]*): (error|warning)\[[\w-]+\]: \S/;

test.each(share(hostileInputs(ALL), 10).map((input) => [input.name, input] as const))(
  '%s',
  (_, input) => {
    const { status, output, errors } = run(input);
    expect([0, 1, 2, 3], errors).toContain(status);
    expect(output + errors).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
    expect(errors).not.toContain('error[internal]');
    for (const line of errors.split('\n')) {
      if (/\b(error|warning)\[/.test(line) && !/^\s|^ *\d* *\|/.test(line)) expect(line).toMatch(FAULT);
    }
    if (status === 2) expect(errors).toMatch(/error\[[\w-]+\]: |^fencepost|Usage/);
    validateOutput(input.words, output);
  },
  180_000,
);
