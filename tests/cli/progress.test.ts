import { describe, expect, test } from 'vitest';
import { describeProgress, liveLine } from '../../src/cli/progress.js';

const PROGRESS = { phase: 'backward', cubes: 1000, depth: 7, queue: 30, states: 0, restarts: 0 };

function terminal(): { written: string[]; write(text: string): void; isTerminal: boolean; columns: number } {
  const written: string[] = [];
  return { written, write: (text) => void written.push(text), isTerminal: true, columns: 30 };
}

describe('the live line', () => {
  test('says phase, cubes, depth, queue and rate', () => {
    expect(describeProgress('some/folder/m.cub', PROGRESS, { seconds: 2, megabytes: 99.6 })).toBe(
      'm.cub  backward  cubes 1000  depth 7  queue 30  500 cubes/s  100 MB  2.0 s',
    );
    expect(describeProgress('m.cub', PROGRESS, { seconds: 2, megabytes: 1, timeout: 60 })).toContain('2.0 of 60 s');
    expect(describeProgress('m.cub', { ...PROGRESS, states: 9, restarts: 1 }, { seconds: 0, megabytes: 1 })).toContain(
      'states 9  restarts 1  0 cubes/s  1 MB',
    );
  });

  test('is redrawn a few times a second at most, cut to the terminal, and erased', () => {
    const errors = terminal();
    let now = 0;
    const line = liveLine(errors, 'm.cub', {}, { clock: () => now, memory: () => 2 ** 20 });
    for (; now < 1000; now += 10) line.show(PROGRESS);
    expect(errors.written.length).toBeGreaterThan(2);
    expect(errors.written.length).toBeLessThan(10);
    for (const text of errors.written) expect(text.replace('\r\u001b[K', '').length).toBeLessThan(30);
    line.erase();
    line.erase();
    expect(errors.written.filter((text) => text === '\r\u001b[K')).toHaveLength(1);
  });

  test('writes nothing into a pipe, nor when quiet', () => {
    const pipe = { ...terminal(), isTerminal: false };
    for (const line of [liveLine(pipe, 'm.cub', {}), liveLine(pipe, 'm.cub', { quiet: true })]) {
      line.show(PROGRESS);
      line.erase();
    }
    expect(pipe.written).toEqual([]);
  });
});
