import { describe, expect, test } from 'vitest';
import { PLAIN } from '../../src/report/style.js';
import { type TextOptions, textReport } from '../../src/report/text.js';
import { HOLDS, UNKNOWN, VIOLATED } from '../cli/fake-services.js';

const OPTIONS: TextOptions = { style: PLAIN, width: 100, quiet: false, allInvariants: false };

function lines(...parameters: Parameters<typeof textReport>): string[] {
  return textReport(...parameters).split('\n');
}

describe('a report for people', () => {
  test('holds: the scope, the effort, and the first invariants', () => {
    const [headline, effort, invariants, first, ...rest] = lines('mutex.cub', HOLDS, OPTIONS);
    expect(headline).toBe('mutex.cub: holds for any number of processes under SC');
    expect(effort).toBe('  0.012 s, parameterized engine: cubes 15, solver calls 3');
    expect(invariants).toBe('  proved with 10 conditions that are never true:');
    expect(first).toBe('    never (i) { X[i] = V0 }');
    expect(rest).toHaveLength(8);
    expect(rest.at(-1)).toBe('    and 2 more: --all shows them');
  });

  test('every invariant when asked', () => {
    const report = textReport('mutex.cub', HOLDS, { ...OPTIONS, allInvariants: true });
    expect(report.match(/X\[i\] = V/g)).toHaveLength(10);
    expect(report).not.toContain('more');
  });

  test('a number of processes and a memory model are part of the verdict', () => {
    const report = textReport('mutex.cub', { ...HOLDS, processes: 1, memory: 'tso' }, OPTIONS);
    expect(report).toContain('mutex.cub: holds for 1 process under TSO\n');
  });

  test('what the answer rests on is named, also when quiet', () => {
    const outcome = { ...HOLDS, assumptions: ['invariant (i) { X[i] = A }'] };
    for (const quiet of [false, true]) {
      const report = textReport('mutex.cub', outcome, { ...OPTIONS, quiet });
      expect(report).toContain('rests on 1 assumption of the model, not checked here (--check-invariants checks it):');
      expect(report).toContain('    invariant (i) { X[i] = A }');
    }
  });

  test('violated: the initial state, what each step changed, the condition', () => {
    expect(textReport('lock.cub', VIOLATED, OPTIONS)).toBe(
      [
        'lock.cub: violated with 2 processes under SC, in 3 steps',
        '  0.012 s, parameterized engine: cubes 15, solver calls 3',
        '  initial state, 2 processes:',
        '    Taken = False, At[#1] = Outside, At[#2] = Outside',
        '  step  transition    changes',
        '     1  enter(#1)     At[#1]: Outside -> Inside',
        '     2  wait()        (nothing)',
        '     3  help(#2, #1)  At[#2]: Outside -> Inside, Taken: False -> True',
        '  unsafe(#1, #2) is true after 3 steps: At[#1] = Inside && At[#2] = Inside',
      ].join('\n'),
    );
  });

  test('many changes are wrapped under their column', () => {
    const report = lines('lock.cub', VIOLATED, { ...OPTIONS, width: 40 });
    expect(report).toContain('     3  help(#2, #1)  At[#2]: Outside -> Inside,');
    expect(report).toContain('                      Taken: False -> True');
  });

  test('a condition that is true at the start has no step to show', () => {
    const { trace } = VIOLATED;
    if (trace === null) throw new Error('a violated outcome has a trace');
    const report = textReport('lock.cub', { ...VIOLATED, trace: { ...trace, steps: [] } }, OPTIONS);
    expect(report).toContain('violated with 2 processes under SC, in 0 steps');
    expect(report).toContain('unsafe(#1, #2) is already true at the start: ');
    expect(report).not.toContain('transition');
  });

  test('unknown: the reason and what to try', () => {
    expect(lines('hard.cub', UNKNOWN, OPTIONS)).toEqual([
      'hard.cub: unknown for any number of processes under SC',
      '  0.012 s, parameterized engine: cubes 15, solver calls 3',
      '  reason: the limit of 10 cubes was reached; a larger --max-cubes may help',
    ]);
    const interrupted = { ...UNKNOWN, reasons: [{ code: 'interrupted', covered: null }] } as const;
    expect(lines('hard.cub', interrupted, OPTIONS).at(-1)).toBe('  reason: interrupted');
  });

  test('quiet is the headline, and the reason of an unknown', () => {
    const quiet = { ...OPTIONS, quiet: true };
    expect(textReport('mutex.cub', HOLDS, quiet)).toBe('mutex.cub: holds for any number of processes under SC');
    expect(lines('hard.cub', UNKNOWN, quiet)).toHaveLength(2);
    expect(lines('lock.cub', VIOLATED, quiet)).toHaveLength(1);
  });

  test('a remark on a definite answer is a note', () => {
    expect(textReport('mutex.cub', { ...HOLDS, notes: [{ code: 'no initial state' }] }, OPTIONS)).toContain(
      '  note: no instance has an initial state: init contradicts itself',
    );
  });
});
