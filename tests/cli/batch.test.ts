/** `fencepost batch` as people run it: the built program, its processes, files that are there. */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeBar } from '../../src/cli/batch-progress.js';
import { validate } from '../support/schema.js';

const PROGRAM = path.resolve('dist', 'cli.js');
const folder = mkdtempSync(path.join(os.tmpdir(), 'fencepost-batch-'));
const inFolder = (name: string): string => path.join(folder, name);

function batch(...words: readonly string[]) {
  const env = { ...process.env, FENCEPOST_QUEUE: undefined };
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'batch', ...words], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, output: stdout, errors: stderr, lines: stdout.trimEnd().split('\n') };
}

function manifest(name: string, content: unknown): string {
  writeFileSync(inFolder(name), JSON.stringify(content, null, 2));
  return name;
}

const QUESTIONS = [
  { file: 'models/peterson.fp', expected: { sc: 'holds', tso: 'violated' } },
  { file: 'models/SB.litmus', expected: { sc: 'Never', tso: 'Sometimes' } },
];

beforeAll(() => {
  mkdirSync(inFolder('models/inner'), { recursive: true });
  for (const [from, to] of [
    ['programs/peterson.fp', 'models/peterson.fp'],
    ['litmus/SB.litmus', 'models/SB.litmus'],
    ['test-and-set.cub', 'models/inner/test-and-set.cub'],
  ] as const) {
    copyFileSync(path.join('examples', from), inFolder(to));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a batch', () => {
  test('of a manifest: a line for each folder, and what is as expected', () => {
    const { status, lines } = batch(manifest('good.json', { schema: 1, questions: QUESTIONS }), '--jobs', '2');
    expect(lines[0]).toMatch(/^folder +questions +as expected +holds +violated +observed +unknown +wrong +time$/);
    expect(lines[1]).toMatch(/^models +4 +4 +1 +1 +2 +- +- +\d/);
    expect(lines[2]).toMatch(/^4 of 4 questions answered in .*: 4 as expected$/);
    expect(status).toBe(0);
  });

  test('of a folder: every model below it, with the answers that its expected.json lists', () => {
    writeFileSync(
      inFolder('models/expected.json'),
      JSON.stringify([{ file: 'peterson.fp', expected: { tso: 'holds' } }]),
    );
    const { status, lines } = batch('models', '--full');
    rmSync(inFolder('models/expected.json'));
    expect(lines[0]).toMatch(/^question +memory +processes +answer +expected +time +counts$/);
    expect(lines[1]).toMatch(/^models\/peterson.fp +TSO +2 +violated +holds/);
    expect(lines[2]).toBe('  models/peterson.fp under TSO: violated in 6 steps, expected holds');
    expect(lines[3]).toMatch(/^models\/SB.litmus +TSO +Sometimes/);
    expect(lines[4]).toMatch(/^models\/inner\/test-and-set.cub +SC +any +holds/);
    expect(lines[5]).toMatch(/^3 of 3 questions answered .*: 1 not as expected$/);
    expect(status).toBe(1);
  });

  test('prints a row for each answer and the whole at the end with --json', () => {
    const { status, lines } = batch(manifest('good.json', QUESTIONS), '--json');
    expect(lines.map(validate)).toEqual(lines.map(() => 'batch'));
    const objects = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(objects.at(-1)).toMatchObject({ kind: 'summary', questions: 4, answers: 4, asExpected: 4, batch: null });
    const broken = objects.find(({ verdict }) => verdict === 'violated');
    expect(broken).toMatchObject({ file: 'models/peterson.fp', memory: 'tso', steps: 6, engine: 'explicit' });
    expect(String(broken?.run)).toMatch(/^fp1\./);
    expect(status).toBe(0);
  });

  test('tells texts that are wrong with their places, and goes on', () => {
    writeFileSync(inFolder('models/bad.fp'), 'shared x := }');
    const list = [{ file: ['models/bad.fp', 'models/peterson.fp'], memory: 'sc' }];
    const { status, output } = batch(manifest('bad.json', list));
    rmSync(inFolder('models/bad.fp'));
    expect(output).toMatch(/models\/bad.fp:1:\d+: error\[/);
    expect(output).toMatch(/2 of 2 questions answered/);
    expect(status).toBe(2);
  });

  test('is unknown where a limit was reached', () => {
    const { status, output } = batch(manifest('few.json', [{ file: 'models/peterson.fp', asked: { maxStates: 3 } }]));
    expect(output).toContain('models/peterson.fp, maxStates 3 under TSO: unknown (');
    expect(status).toBe(3);
  });

  test.each([
    ['{"questions": [}', 'manifest.json:1:16: error[manifest]: a value belongs here'],
    ['[{"file": "none.fp"}]', 'manifest.json:1:2: error[manifest]: none.fp: no such file or folder'],
    ['[\n{"file": "a.fp", "memory": "arm"}]', 'manifest.json:2:28: error[manifest]: a memory is one of'],
    [
      JSON.stringify([
        { file: 'models/SB.litmus', expected: 'Never' },
        { file: 'models/SB.litmus', expected: 'Always' },
      ]),
      'is asked the same twice',
    ],
  ])('refuses a manifest such as %s', (text, told) => {
    writeFileSync(inFolder('manifest.json'), text);
    const { status, errors, output } = batch('manifest.json');
    expect(errors).toContain(told);
    expect(errors).not.toContain('at file:');
    expect([status, output]).toEqual([2, '']);
  });

  test.each([
    [['none'], 'none: error[io]: no such file or folder'],
    [[], 'batch needs a manifest or a folder'],
    [['models', '--resume'], 'name it by --results FILE'],
    [['--status'], 'there is no queue to look at'],
    [['models', '--queue', 'mysql://me:secret@there'], 'the address of a queue is written postgres://'],
  ])('refuses %s', (words, told) => {
    const { status, errors, output } = batch(...words);
    expect(errors).toContain(told);
    expect(`${errors}${output}`).not.toContain('secret');
    expect(status).toBe(2);
  });

  test('has texts that include others whole, and their paths stay here', () => {
    mkdirSync(inFolder('c/headers'), { recursive: true });
    copyFileSync('examples/c/peterson.c', inFolder('c/peterson.c'));
    for (const header of ['start.h', 'critical.h'])
      copyFileSync(`examples/c/${header}`, inFolder(`c/headers/${header}`));
    const list = [{ file: 'c/peterson.c', memory: 'sc', asked: { includeFolders: ['c/headers'] }, expected: 'holds' }];
    const { lines, status } = batch(manifest('c.json', list), '--json');
    expect(lines[0]).toContain('"includeFolders":["include-folder-1"]');
    expect(lines[0]).not.toContain(folder);
    expect(status).toBe(0);
  });
});

describe('results', () => {
  test('are written as they come, kept, and not asked for again', () => {
    const results = inFolder('r.jsonl');
    const words = [manifest('good.json', QUESTIONS), '--results', results] as const;
    expect(batch(...words).status).toBe(0);
    const whole = readFileSync(results, 'utf8');
    expect(whole.trimEnd().split('\n').map(validate)).toEqual(['batch', 'batch', 'batch', 'batch']);
    const again = batch(...words);
    expect([again.status, again.errors]).toEqual([
      2,
      `${results}: error[io]: the file exists; --resume goes on with it\n`,
    ]);
    // As after a crash: two answers, and half of a third.
    const lines = whole.split('\n');
    writeFileSync(results, `${lines[0]}\n${lines[1]}\n${lines[2]?.slice(0, 100)}`);
    const resumed = batch(...words, '--resume');
    expect(resumed.errors).toContain('was torn and is gone');
    expect(resumed.output).toContain('4 as expected, 2 from before');
    expect(resumed.status).toBe(0);
    const files = readFileSync(results, 'utf8').trimEnd().split('\n');
    expect(files.slice(0, 2)).toEqual(lines.slice(0, 2));
    expect(new Set(files.map((line) => (JSON.parse(line) as { question: string }).question)).size).toBe(4);
    expect(batch(...words, '--resume').output).toContain('4 from before');
    expect(readFileSync(results, 'utf8').trimEnd().split('\n')).toEqual(files);
  });

  test('Ctrl-C ends with what was found so far', async () => {
    const results = inFolder('stopped.jsonl');
    const grid = Array.from({ length: 12 }, (_, index) => `shared x${index} = 0`).join('\n');
    const steps = Array.from({ length: 12 }, (_, index) => `  while x${index} < 60 { x${index} = x${index} + 1 }`).join(
      '\n',
    );
    const threads = steps.split('\n').map((step, index) => `thread T${index} {\n${step}\n}`);
    writeFileSync(inFolder('endless.fp'), `${grid}\n${threads.join('\n')}\n`);
    const words = [manifest('long.json', [...QUESTIONS, { file: 'endless.fp', memory: 'sc' }]), '--results', results];
    const child = spawn(process.execPath, [PROGRAM, 'batch', ...words, '--jobs', '1'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (piece: Buffer) => {
      output += piece.toString();
    });
    const over = new Promise<number | null>((resolve) => child.on('close', resolve));
    const rows = (): number => (existsSync(results) ? readFileSync(results, 'utf8').split('\n').length - 1 : 0);
    await expect.poll(rows, { interval: 50 }).toBe(4);
    child.kill('SIGINT');
    expect(await over).toBe(3);
    expect(output).toMatch(/4 of 5 questions answered in .*: 4 as expected; 1 not answered/);
  });
});

test('the bar says how much is done, and how long the rest may take', () => {
  expect(describeBar(0, 10, '', 0, 0)).toBe('[........................]  0 of 10');
  expect(describeBar(5, 10, '1 violated', 10, 5)).toBe(
    '[############............]  5 of 10  1 violated  about 10 s left',
  );
  expect(describeBar(5, 1000, '', 10, 1)).toContain('about 2.8 h left');
  expect(describeBar(10, 10, '', 10, 5)).toBe('[########################]  10 of 10');
});
