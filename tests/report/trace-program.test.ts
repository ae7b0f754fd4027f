/** Executions of programs as people read them. */
import { describe, expect, test } from 'vitest';
import { type CheckOptions, check } from '../../src/check/check.js';
import type { Outcome } from '../../src/evidence/outcome.js';
import type { MemoryName } from '../../src/memory/models.js';
import { jsonOutcome } from '../../src/report/json.js';
import { PLAIN } from '../../src/report/style.js';
import { headline, textReport } from '../../src/report/text.js';
import { traceLines } from '../../src/report/trace.js';
import { validate } from '../support/schema.js';

const BUFFERING = `shared x[2]: 0..1
thread P(me: 0..1) {
  x[me] = 1
  local r = x[1 - me]
  got: assume r == 0
  bad: skip
}
never both: P(0)@bad && P(1)@bad
`;
const LOST = `shared x: int
thread P(me: 0..1) { x = x + 1 }
never lost: P(0)@end && P(1)@end && x == 1
`;

async function outcomeOf(text: string, memory: MemoryName, options: CheckOptions = {}): Promise<Outcome> {
  const result = await check(text, { file: 'p.fp', memory, ...options });
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  return result.outcome;
}

async function linesOf(text: string, memory: MemoryName, width: number): Promise<string[]> {
  const { trace } = await outcomeOf(text, memory);
  if (trace === null) throw new Error('no violation');
  // The steps alone: `why.test.ts` is about what stands above them.
  const { why: _, ...steps } = trace;
  return traceLines({ ...steps, graph: null }, PLAIN, width, 'threads');
}

describe('a trace of a program', () => {
  test('has a column for each thread, with statements and their lines', async () => {
    expect(await linesOf(BUFFERING, 'tso', 98)).toEqual([
      'initial state, 2 threads:',
      '  x[0] = 0, x[1] = 0, P(0).me = 0, P(0).r = 0, P(1).me = 1, P(1).r = 0',
      'step  P(0)                                  P(1)',
      '   1  3: x[me] = 1',
      '        buffers x[0] = 1',
      '   2  4: r = x[1 - me]',
      '        reads x[1] = 0 (memory, initial)',
      '        comes to @got',
      '   3  5: assume r == 0',
      '        comes to @bad',
      '   4                                        3: x[me] = 1',
      '                                              buffers x[1] = 1',
      '   5                                        4: r = x[1 - me]',
      '                                              reads x[0] = 0 (memory, initial)',
      '                                              comes to @got',
      '   6                                        5: assume r == 0',
      '                                              comes to @bad',
      'both is true after 6 steps: P(0)@bad && P(1)@bad',
      '  still in the buffer of P(0): x[0] = 1 (step 1)',
      '  still in the buffer of P(1): x[1] = 1 (step 4)',
    ]);
  });

  test('is told by who does what under SC, too', async () => {
    const lines = await linesOf(LOST, 'sc', 98);
    expect(lines[2]).toMatch(/^step {2}P\(0\) +P\(1\)$/);
    expect(lines.join('\n')).toMatch(/reads x = 0 \(memory, initial\)/);
    expect(lines.join('\n')).not.toMatch(/drains|buffer/);
    expect(lines.at(-1)).toBe('lost is true after 4 steps: P(0)@end && P(1)@end && x == 1');
  });

  test('is a table with names where it is narrow', async () => {
    const lines = await linesOf(BUFFERING, 'tso', 66);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(66);
    expect(lines[3]).toMatch(/^step {2}thread {2}statement +what happens$/);
    expect(lines[4]).toMatch(/^ {3}1 {2}P\(0\) {4}3: x\[me\] = 1 +buffers x\[0\] = 1$/);
    expect(lines.filter((line) => / P\(1\) /.test(line)).length).toBe(3);
  });

  test('tells every step in a table, also those that change nothing', async () => {
    const idle = 'process text nop; nop; E: nop';
    const result = await check(`forbidden E E E ${idle} ${idle} ${idle}`, { file: 'p.rmm', memory: 'sc' });
    const trace = result.ok ? result.outcome.trace : null;
    if (trace === null) throw new Error('no violation');
    const lines = traceLines({ ...trace, graph: null }, PLAIN, 45, 'threads');
    expect(lines.filter((line) => /^ {3}\d {2}P\d/.test(line)).length).toBe(6);
    expect(lines.filter((line) => /comes to @E$/.test(line)).length).toBe(3);
  });

  test('has what happens below the statements where a table is too wide', async () => {
    const lines = await linesOf(BUFFERING, 'tso', 60);
    expect(lines.slice(3, 9)).toEqual([
      'step  thread  statement, and what happens',
      '   1  P(0)    3: x[me] = 1',
      '                buffers x[0] = 1',
      '   2  P(0)    4: r = x[1 - me]',
      '                reads x[1] = 0 (memory, initial)',
      '                comes to @got',
    ]);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
  });

  test('tells drains in one line, and long names of threads without a column', async () => {
    const text = LOST.replace('P(me', 'A_thread_with_a_long_name(me').replaceAll('P(', 'A_thread_with_a_long_name(');
    const lines = await linesOf(text, 'tso', 40);
    expect(
      lines.some((line) => /^ {3}\d {2}A_thread_with_a_long_name\(\d\) {2}drains step \d: x = 1$/.test(line)),
    ).toBe(true);
    expect(lines.some((line) => line === '        buffers x = 1')).toBe(true);
  });

  test('does not show registers of the compiler', async () => {
    const { trace } = await outcomeOf(LOST, 'tso');
    expect(trace?.initial.map(({ cell }) => cell)).toEqual(['x', 'P(0)', 'P(0).me', 'P(1)', 'P(1).me']);
  });

  test('says which assertion failed, and which value left its range', async () => {
    const failed = await linesOf('shared x: int\nthread P { x = 1\nassert x == 0 }', 'sc', 98);
    expect(failed.at(-1)).toMatch(/^failure after 2 steps: P: assert x == 0 \(line 3\)$/);
    const range = await linesOf('shared x: 0..1\nthread P { loop { x = x + 1 } }', 'sc', 98);
    expect(range.at(-1)).toMatch(/^failure after \d steps: P at line 2, .*0\.\.1/);
  });

  test('says of an invariant that it is false', async () => {
    const text = 'shared x: 0..1\nthread P { x = 1 }\n';
    const late = await linesOf(`${text}invariant small: x == 0`, 'sc', 98);
    expect(late.at(-1)).toBe('invariant small is false after 1 step: x == 0');
    const early = await linesOf(`${text}invariant x == 1`, 'sc', 98);
    expect(early.at(-1)).toBe('invariant line 3 is already false at the start: x == 1');
  });

  test('is told to programs with names and lines', async () => {
    const object = jsonOutcome('p.fp', await outcomeOf(BUFFERING, 'tso'));
    expect(validate(JSON.stringify(object))).toBe('check');
    expect(object).toMatchObject({ buffer: 'unbounded', processes: 2, engine: 'explicit' });
    expect(object.trace[2]).toMatchObject({
      kind: 'transition',
      actor: 'P(0)',
      line: 4,
      reads: [{ reader: 'P(0)', cell: 'x[1]', value: '0', from: 'memory', write: null }],
    });
  });
});

describe('the headline of a program', () => {
  test('says how far the answer reaches', async () => {
    const writer = 'shared x: 0..1\nthread P { loop { x = 0; x = 1 } }\nnever x == 0 && P@end';
    const still = 'shared x: 0..1\nthread P { x = 1 }\nnever x == 0 && P@end && false';
    const head = async (text: string, memory: MemoryName, options: CheckOptions = {}) =>
      headline('p.fp', await outcomeOf(text, memory, options), PLAIN);
    const bound = { buffer: 2 };
    expect(await head(writer, 'tso', bound)).toBe('p.fp: holds for 1 thread under TSO, buffers of at most 2 writes');
    expect(await head(writer, 'tso')).toBe('p.fp: holds for 1 thread under TSO, buffers of any length');
    expect(await head(still, 'pso')).toBe('p.fp: holds for 1 thread under PSO, buffers of any length');
    expect(await head(still, 'sc')).toBe('p.fp: holds for 1 thread under SC');
    const report = textReport('p.fp', await outcomeOf(writer, 'tso', bound), {
      style: PLAIN,
      width: 98,
      quiet: false,
      allInvariants: false,
    });
    expect(report).toContain('explicit engine: states ');
    expect(report).toContain('--buffer unbounded');
  });
});
