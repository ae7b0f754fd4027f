/** The moment that a command has in the main thread, and what happens after it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { momentAfter, TookLong } from '../../src/cli/moment.js';
import { isLong } from '../support/size.js';

describe('a moment', () => {
  test('is passed through: values, nothing, and what is thrown', () => {
    const whole = momentAfter(performance.now() + 60_000);
    expect(whole(() => 7)).toBe(7);
    expect(whole(() => undefined)).toBeUndefined();
    expect(whole(() => whole(() => 'inner'))).toBe('inner');
    const mine = new RangeError('mine');
    expect(() =>
      whole(() => {
        throw mine;
      }),
    ).toThrow(mine);
  });

  test('ends whatever has no break in it, after the moment too', () => {
    const whole = momentAfter(performance.now());
    let begun = 0;
    const endless = (): never => {
      begun++;
      for (;;);
    };
    expect(() => whole(endless)).toThrow(TookLong);
    expect(() => whole(endless)).toThrow(TookLong);
    expect(begun).toBe(2);
    expect(whole(() => 7)).toBe(7);
  });
});

const program = path.resolve(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-'));

beforeAll(() => {
  const failure = inject('buildFailure');
  if (failure !== null) throw new Error(`dist/ could not be built:\n${failure}`);
  writeFileSync(path.join(folder, 'wide.fp'), WIDE);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Five million choices of threads: more than are ever written out. */
const WIDE = `shared x : 0..3 = 0
thread T(i: 0..23) {
  local r : 0..1 = 0
  a: x = 1
  b: r = x % 2
}
never T(m)@a && T(n)@b && T(o)@a && T(n).r == 1 && T(o).r == 0 && T(p)@b && T(p).r == 0 && T(q)@a && T(q).r == 1
`;

function interrupted(words: readonly string[], signal: NodeJS.Signals): Promise<unknown> {
  const child = spawn(process.execPath, [program, ...words], { cwd: folder });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  // By then it is at work; if it does not end by itself, it never does.
  setTimeout(() => child.kill(signal), 3000);
  const killed = setTimeout(() => child.kill('SIGKILL'), 60_000);
  return new Promise((resolve) => {
    child.on('close', (status, by) => {
      clearTimeout(killed);
      resolve({ status, by, output });
    });
  });
}

describe.runIf(isLong)('a step that takes minutes', () => {
  test.each(['check', 'compare', 'reduce', 'print', 'fix', 'certify'])(
    '%s ends by itself after a signal',
    async (command) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        expect(await interrupted([command, 'wide.fp'], signal)).toEqual({
          status: 3,
          by: null,
          output: 'wide.fp: unknown\n  reason: interrupted\n',
        });
      }
    },
    180_000,
  );
});
