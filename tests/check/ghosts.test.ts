/** Ghosts: what they note is seen at once, and they change nothing. */
import { describe, expect, it } from 'vitest';
import { check, isOutcome } from '../../src/index.js';

type Options = Parameters<typeof check>[0];

async function verdict(source: string, memory: 'sc' | 'tso' | 'pso', options: Partial<Options> = {}): Promise<string> {
  const answer = await check({ language: 'program', source, memory, ...options } as Options);
  if (!isOutcome(answer)) return answer.diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n');
  return answer.verdict;
}

/** Store buffering, with something that counts the loads or stores. */
const counting = (declared: string, count: string) => `shared x, y: 0..1
${declared}
thread P { local r: 0..1; x = 1; ${count}; r = y; done: skip }
thread Q { local r: 0..1; y = 1; ${count}; r = x; done: skip }
never P@done && Q@done && P.r == 0 && Q.r == 0`;

describe('ghosts', () => {
  it('count without being fences', async () => {
    const ghost = counting('ghost ops: int = 0', 'ops = ops + 1');
    const locked = counting('shared ops: int = 0', 'fetch_add(ops, 1)');
    expect(await verdict(ghost, 'sc')).toBe('holds');
    expect(await verdict(ghost, 'tso')).toBe('violated');
    expect(await verdict(ghost, 'pso')).toBe('violated');
    expect(await verdict(locked, 'tso')).toBe('holds');
  });

  it('are seen while the store before them waits', async () => {
    const text = (property: string) => `shared x: 0..1
ghost owner: 0..2, seen[2]: bool
thread P { x = 1; owner = 1; seen[owner] = true; fence; done: skip }
thread Q { await x == 1; seen[0] = true }
${property}`;
    expect(await verdict(text('never owner == 1 && x == 0'), 'sc')).toBe('holds');
    expect(await verdict(text('never owner == 1 && x == 0'), 'tso')).toBe('violated');
    for (const memory of ['sc', 'tso', 'pso'] as const) {
      expect(await verdict(text('invariant x == 1 -> owner == 1 && seen[1]'), memory)).toBe('holds');
      expect(await verdict(text('invariant seen[0] -> x == 1'), memory)).toBe('holds');
    }
  });
});
