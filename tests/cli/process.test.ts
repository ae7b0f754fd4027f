/** What only a process of its own can show: signals, closed pipes, exit statuses. The engines are the fake ones. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commonOptions } from '../../scripts/build.mjs';
import { validateOutput } from '../support/schema.js';

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-'));
const program = path.join(folder, 'harness.mjs');
const MODELS = ['holds', 'violated', 'hang', 'stubborn', 'crash'];

beforeAll(async () => {
  const output = { file: program, codeSplitting: false };
  const common = commonOptions();
  // In one file everything is imported at the start, and the server's libraries are not in this folder.
  const external = [common.external ?? [], /server.lsp\.js$/].flat() as (string | RegExp)[];
  await build({ ...common, external, input: 'tests/cli/harness.ts', output });
  for (const model of MODELS) writeFileSync(path.join(folder, `${model}.cub`), model);
});

const children = new Set<ChildProcess>();

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

function begin(words: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [program, ...words], { cwd: folder });
  children.add(child);
  child.on('close', () => children.delete(child));
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (status, signal) => resolve({ status, signal, output, errors }));
  });
  return { child, ended };
}

/** The handlers are there before anything is written. */
function firstOutput(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.stdout?.once('data', () => resolve());
    child.once('close', () => resolve());
  });
}

describe('a process', () => {
  test('exits with the status of the worst file', async () => {
    expect(await begin(['check', 'holds.cub']).ended).toMatchObject({ status: 0, errors: '' });
    expect(await begin(['check', 'holds.cub', 'violated.cub']).ended).toMatchObject({ status: 1 });
    expect(await begin(['check', 'crash.cub', 'holds.cub']).ended).toMatchObject({ status: 4 });
    expect(await begin(['check', '.']).ended).toMatchObject({
      status: 2,
      errors: '.: error[io]: is a folder, not a file\n',
    });
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends the running check with what was found: unknown, status 3',
    async (signal) => {
      const { child, ended } = begin(['check', 'holds.cub', 'hang.cub', 'holds.cub', '--quiet']);
      await firstOutput(child);
      child.kill(signal);
      const { status, output, errors } = await ended;
      expect(status).toBe(3);
      expect(output).toContain('hang.cub: unknown for any number of processes under SC\n  reason: interrupted\n');
      expect(errors).toContain('1 file not checked');
    },
  );

  test('with --json an interrupted check is an object like any other', async () => {
    const { child, ended } = begin(['check', 'holds.cub', 'hang.cub', '--json']);
    await firstOutput(child);
    child.kill('SIGINT');
    const { status, output } = await ended;
    expect(status).toBe(3);
    expect(validateOutput(['--json'], output)).toEqual(['check', 'check']);
    const last = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as unknown;
    expect(last).toMatchObject({ file: 'hang.cub', verdict: 'unknown', reason: 'interrupted' });
  });

  test('a second Ctrl-C ends a check that does not stop', async () => {
    const { child, ended } = begin(['check', 'holds.cub', 'stubborn.cub']);
    await firstOutput(child);
    // Signals of one kind are not queued: go on until the second one is seen.
    const again = setInterval(() => child.kill('SIGINT'), 50);
    const { status, signal } = await ended;
    clearInterval(again);
    expect({ status, signal }).toEqual({ status: null, signal: 'SIGINT' });
  });

  test('a model comes from standard input', async () => {
    const { child, ended } = begin(['check', '-', '--quiet']);
    child.stdin?.end('violated');
    expect(await ended).toMatchObject({
      status: 1,
      output: '<stdin>: violated with 2 processes under SC, in 3 steps\n',
    });
  });

  test('Ctrl-C while it waits for standard input ends it', async () => {
    const { child, ended } = begin(['check', 'holds.cub', '-']);
    await firstOutput(child);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ status: 3 });
  });

  test('nobody reading the output is no crash, and stops the work', async () => {
    const { child, ended } = begin(['check', ...Array<string>(2000).fill('violated.cub'), 'hang.cub']);
    child.stdout?.once('data', () => child.stdout?.destroy());
    const { status, signal, errors } = await ended;
    expect(signal).toBeNull();
    expect(status).toBe(1);
    expect(errors).not.toMatch(/EPIPE|at .*:\d+:\d+/);
  });
});
