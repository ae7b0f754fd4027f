/** The program as users have it: `dist/cli.js`, with its engines. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { version } from '../../scripts/build.mjs';
import { validateOutput } from '../support/schema.js';

const root = path.resolve(import.meta.dirname, '..', '..');
const program = path.join(root, 'dist', 'cli.js');
const examples = path.join(root, 'examples');
const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-'));

beforeAll(() => {
  const failure = inject('buildFailure');
  if (failure !== null) throw new Error(`dist/ could not be built:\n${failure}`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ran {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

function fencepost(words: readonly string[], input = ''): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: folder,
    input,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: undefined, FENCEPOST_DEBUG: undefined },
  });
  validateOutput(words, stdout);
  return { status, output: stdout, errors: stderr };
}

describe('the built program', () => {
  test('is an executable that reads nothing but itself to say its version', () => {
    const text = readFileSync(program, 'utf8');
    expect(text.startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(text).not.toMatch(/^import\b(?!\()/m);
    expect(text.length).toBeLessThan(2000);
    expect(statSync(program).mode & 0o111).toBe(0o111);
    expect(fencepost(['--version'])).toEqual({ status: 0, output: `fencepost ${version()}\n`, errors: '' });
  });

  test('reads no solver and no engine to print help', () => {
    const { output } = fencepost(['check', '--help']);
    expect(output).toContain('Usage: fencepost check FILE... [options]');
  });

  test('proves the lock and finds what is wrong with its broken twin', () => {
    const lock = fencepost(['check', path.join(examples, 'test-and-set.cub')]);
    expect(lock.errors).toBe('');
    expect(lock.output).toMatch(/test-and-set\.cub: holds for any number of processes under SC\n/);
    expect(lock.status).toBe(0);
    const broken = fencepost(['check', path.join(examples, 'test-and-set-broken.cub')]);
    expect(broken.output).toMatch(/violated with 2 processes under SC, in 6 steps\n/);
    expect(broken.output).toMatch(/ set\(#[12]\) +.*At\[#[12]\]: Free_seen -> Inside/);
    expect(broken.status).toBe(1);
  });

  test('prints objects that programs can read, in the order of the files', () => {
    const files = ['test-and-set.cub', 'test-and-set-broken.cub'].map((name) => path.join(examples, name));
    const { status, output } = fencepost(['check', '--json', ...files, 'missing.cub']);
    const objects = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(objects.map(({ file, verdict }) => [file, verdict])).toEqual([
      [files[0], 'holds'],
      [files[1], 'violated'],
      ['missing.cub', 'error'],
    ]);
    expect(objects[1]?.trace).toHaveLength(8);
    expect(status).toBe(2);
  });

  test('says where a model is wrong', () => {
    const { status, output, errors } = fencepost(
      ['check', '-'],
      'var X : bool\ninit { Y = True }\nunsafe () { X = True }\n',
    );
    expect(output).toBe('');
    expect(errors).toMatch(/^<stdin>:2:8: error\[unknown-name\]: .*\n {2}init \{ Y = True \}\n {9}\^\n/);
    expect(status).toBe(2);
  });

  test('says what of a question is wrong, without a place in the text', () => {
    const text = 'shared x: 0..1\nthread P { x = 1 }\nnever wrong: x == 1\n';
    expect(fencepost(['check', '-', '--property', 'right'], text).errors).toBe(
      '<stdin>: error[unknown-name]: there is no property `right`: there is `wrong`\n',
    );
    expect(fencepost(['check', '-', '--ltl', 'F (x == 1 && done)'], text).errors).toBe(
      '--ltl:1:14: error[unknown-name]: there is no variable or value `done`; if it is a name, ' +
        "--where 'done=...' tells the condition that it stands for\n  F (x == 1 && done)\n               ^^^^\n",
    );
  });

  test.each([
    ['nothing at all', ''],
    ['an endless comment', '(*'.repeat(1000)],
    ['deep brackets', `init { ${'('.repeat(100_000)}`],
  ])('%s as a model is an error with a place, not a crash', (_name, text) => {
    const named = fencepost(['check', '-', '--language', 'cubicle'], text);
    expect(named.status).toBe(2);
    expect(named.errors).toMatch(/^<stdin>:\d+:\d+: error\[/);
    const { status, errors } = fencepost(['check', '-'], text);
    expect(status).toBe(2);
    expect(errors).toMatch(/^<stdin>: error\[unknown-language\]|^<stdin>:1:\d+: error\[nesting\]/);
    for (const shown of [named.errors, errors]) expect(shown).not.toMatch(/^\s+at /m);
  });

  test.each([['check'], ['print'], ['litmus'], ['reduce']])('%s says in one line that a file is no text', (command) => {
    const { status, errors } = fencepost(
      [command, '-', '--language', 'cubicle'].slice(0, command === 'litmus' ? 2 : 4),
      '\u0000\u0001\ufffd'.repeat(1000),
    );
    expect([status, errors]).toEqual([2, '<stdin>: error[encoding]: this is a binary file, not a text in UTF-8\n']);
  });

  test('a limit that is too small is unknown, and says which', () => {
    const { status, output } = fencepost([
      'check',
      path.join(examples, 'test-and-set.cub'),
      '--max-cubes',
      '1',
      '--no-approximation',
    ]);
    expect(output).toMatch(/unknown for any number of processes under SC[\s\S]*reason: .*cube/);
    expect(status).toBe(3);
  });

  test('prints a model that is read the same again', () => {
    const once = fencepost(['print', path.join(examples, 'test-and-set.cub')]);
    expect(once).toMatchObject({ status: 0, errors: '' });
    expect(fencepost(['print', '-'], once.output).output).toBe(once.output);
    expect(fencepost(['check', '-', '--quiet'], once.output).status).toBe(0);
  });

  test('writes a proof that a solver accepts', () => {
    const { status, output, errors } = fencepost(['certify', path.join(examples, 'test-and-set.cub')]);
    expect(errors).toBe('');
    expect(output).toMatch(/certificate: test-and-set\.smt2, \d+ obligations\n +accepted by z3-solver/);
    expect(status).toBe(0);
    expect(readFileSync(path.join(folder, 'test-and-set.smt2'), 'utf8')).toContain('(check-sat)');
  });

  test('a folder that cannot be written to is an error of its own', () => {
    const model = path.join(folder, 'lock.cub');
    writeFileSync(model, readFileSync(path.join(examples, 'test-and-set.cub')));
    const { status, errors } = fencepost(['certify', model, '--output', 'no/such/folder/x.smt2', '--no-run']);
    expect(errors).toBe('no/such/folder/x.smt2: error[io]: no such file\n');
    expect(status).toBe(2);
  });

  test('a program is compared, certified and laid out', () => {
    const file = path.join(examples, 'programs', 'peterson.fp');
    const compared = fencepost(['compare', file, '--json']);
    expect(compared.status).toBe(1);
    expect(JSON.parse(compared.output)).toMatchObject({ schema: 1, apart: { stronger: 'sc', weaker: 'tso' } });
    const certified = fencepost(['certify', file.replace('.fp', '-pso.fp'), '--memory', 'pso']);
    expect(certified.status).toBe(0);
    expect(certified.output).toMatch(/confirmed by the interpreter: \d+ states/);
    expect(fencepost(['certify', file]).status).toBe(1);
    expect(fencepost(['print', '--check', file])).toMatchObject({ status: 0, output: '' });
    const copy = path.join(folder, 'copy.fp');
    const [comment = '', program = ''] = readFileSync(file, 'utf8').split('*/');
    writeFileSync(copy, `${comment}*/${program.replaceAll(/^ +/gm, '')}`);
    expect(fencepost(['print', '--check', copy]).status).toBe(1);
    expect(fencepost(['print', '--write', copy]).status).toBe(0);
    expect(readFileSync(copy, 'utf8')).toBe(readFileSync(file, 'utf8'));
  });

  test('certify tells warnings, and that a proof which is found again has no file', () => {
    const text = `shared a, b: bool
      thread P { await cas(a, false, true); await cas(b, false, true); cs: skip; b = false; a = false }
      thread Q { await cas(b, false, true); await cas(a, false, true); cs: skip; a = false; b = false }
      never P@cs && Q@cs`;
    writeFileSync(path.join(folder, 'crossed.fp'), text);
    const { status, output } = fencepost(['certify', 'crossed.fp', '--output', 'crossed.json']);
    expect(output).toContain('stuck for ever, after 2 steps; check --show deadlock shows the run\n');
    expect(output).toContain('crossed.json is not written');
    expect(status).toBe(0);
    expect(fencepost(['certify', 'crossed.fp', '--no-warnings']).output).not.toContain('warning');
    const shown = fencepost(['check', 'crossed.fp', '--engine', 'dual-tso', '--show', 'deadlock']).output;
    expect(shown).toContain('deadlock is true after 2 steps');
  });

  test('refuses an option that makes no difference, in the words of the command line', () => {
    const file = path.join(examples, 'programs', 'peterson.fp');
    const { status, output, errors } = fencepost(['check', file, '--cubes', 'events', '--max-cubes', '3', '--json']);
    expect(status).toBe(2);
    expect(errors).toMatch(/^\S+peterson\.fp: error\[usage\]: --cubes: .*\n\S+: error\[usage\]: --max-cubes: .*\n$/);
    expect(JSON.parse(output)).toMatchObject({
      verdict: 'error',
      diagnostics: [{ code: 'usage', line: null, message: expect.stringMatching(/^--cubes: /) }, { code: 'usage' }],
    });
    const reduced = fencepost(['reduce', file, '--memory', 'sc', '--buffer', '2']);
    expect(reduced).toMatchObject({ status: 2, output: '', errors: expect.stringContaining('--buffer: ') });
    expect(fencepost(['fix', file, '--no-fair-buffers', '--memory', 'sc']).errors).toContain(': --no-fair-buffers: ');
  });

  test('the tour ends well', () => {
    const { status, output } = fencepost(['tour', '--filter', 'semaphore.cub']);
    expect(output).toContain('1 of 1 answer as expected');
    expect(status).toBe(0);
  });
});

describe('the library', () => {
  test('answers the same question', async () => {
    const library = (await import(path.join(root, 'dist', 'index.js'))) as typeof import('../../src/index.js');
    const text = readFileSync(path.join(examples, 'test-and-set.cub'), 'utf8');
    const result = await library.check(text);
    expect(result.ok && result.outcome.verdict).toBe('holds');
  });
});
