/** The pool with children that crash, hang and eat memory: `odd-child.ts` does what its task says. */
import { existsSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { Pool } from '../../src/batch/pool.js';
import { sealedFlags } from '../../src/batch/sealed.js';
import { bundledProgram } from '../support/bundled.js';

type Task = {
  readonly do: 'echo' | 'exit' | 'kill' | 'throw' | 'hang' | 'eat' | 'hoard' | 'keep' | 'write' | 'start' | 'pid';
};

const NO_LIMITS = { seconds: null, megabytes: null };
let pool: Pool<Task, unknown>;

function open(jobs: number): Pool<Task, unknown> {
  pool = new Pool({ file: bundledProgram('tests/batch/odd-child.ts'), flags: sealedFlags() }, jobs);
  return pool;
}

afterEach(() => pool.close());

const pidOf = async (): Promise<unknown> => {
  const ended = await pool.ask({ do: 'pid' }, NO_LIMITS);
  return ended.kind === 'done' ? ended.result : ended.kind;
};

describe('a pool', () => {
  test('stays warm: one process answers one task after the other', async () => {
    open(1);
    expect(await pidOf()).toBe(await pidOf());
  });

  test('goes on in a new process when one crashes, and says how it ended', async () => {
    open(1);
    const first = await pidOf();
    expect(await pool.ask({ do: 'exit' }, NO_LIMITS)).toMatchObject({
      kind: 'crashed',
      crash: { cause: 'died', message: 'the process ended without an answer: it ended with status 7' },
    });
    expect(await pool.ask({ do: 'kill' }, NO_LIMITS)).toMatchObject({
      crash: { cause: 'died', message: 'the process ended without an answer: it was ended by SIGSEGV' },
    });
    expect(await pidOf()).not.toBe(first);
  });

  test('tells a fault of the program, and keeps the process', async () => {
    open(1);
    const first = await pidOf();
    expect(await pool.ask({ do: 'throw' }, NO_LIMITS)).toMatchObject({ kind: 'failed', message: 'of its own' });
    expect(await pidOf()).toBe(first);
  });

  test('ends what hears nothing when its time is over', async () => {
    open(1);
    const hung = await pool.ask({ do: 'hang' }, { seconds: 0.1, megabytes: null });
    expect(hung).toMatchObject({ kind: 'crashed', crash: { cause: 'time' } });
  });

  test('ends what holds too much memory, on the heap and beside it', async () => {
    open(2);
    const limits = { seconds: null, megabytes: 100 };
    const ended = await Promise.all([pool.ask({ do: 'eat' }, limits), pool.ask({ do: 'hoard' }, limits)]);
    expect(ended).toMatchObject([{ crash: { cause: 'memory' } }, { crash: { cause: 'memory' } }]);
  });

  test('answers in a fresh process when the last task has left much behind, or the limits are others', async () => {
    open(1);
    const first = await pidOf();
    const other = await pool.ask({ do: 'pid' }, { seconds: null, megabytes: 500 });
    expect(other.kind === 'done' ? other.result : null).not.toBe(first);
    const kept = await pool.ask({ do: 'keep' }, NO_LIMITS);
    expect(await pidOf()).not.toBe(kept.kind === 'done' ? kept.result : null);
  });

  test('begins tasks in their order, and stops them when it is closed', async () => {
    open(1);
    const done: string[] = [];
    const asks = ['pid', 'hang', 'pid'].map(async (what) => {
      const ended = await pool.ask({ do: what as Task['do'] }, NO_LIMITS);
      done.push(`${what} ${ended.kind}`);
      if (done.length === 1) pool.close();
    });
    await Promise.all(asks);
    expect(done[0]).toBe('pid done');
    expect(done.slice(1).sort()).toEqual(['hang stopped', 'pid stopped']);
  });

  test('stops one task when nobody wants it any more', async () => {
    open(1);
    const ending = new AbortController();
    const hung = pool.ask({ do: 'hang' }, NO_LIMITS, ending.signal);
    const next = pool.ask({ do: 'echo' }, NO_LIMITS);
    ending.abort();
    expect(await hung).toMatchObject({ kind: 'stopped' });
    expect(await next).toMatchObject({ kind: 'done' });
  });

  test('has processes that write no files and start no programs', async () => {
    open(1);
    expect(await pool.ask({ do: 'write' }, NO_LIMITS)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('restricted'),
    });
    expect(await pool.ask({ do: 'start' }, NO_LIMITS)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('restricted'),
    });
    expect(existsSync('should-not-be-here')).toBe(false);
  });

  test('has processes that see no secrets of the environment', async () => {
    process.env.PGPASSWORD = 'a secret';
    open(1);
    const ended = await pool.ask({ do: 'echo' }, NO_LIMITS);
    delete process.env.PGPASSWORD;
    expect(ended.kind === 'done' ? ended.result : null).not.toContain('PGPASSWORD');
  });
});
