import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { print } from '../../src/languages/index.js';
import { run } from './world.js';

const FLAGS = `shared flag[2]: bool = false
thread P(me: 0..1) {
  flag[me] = true
  await !flag[1 - me]
  cs: skip
}
never mutex: P(0)@cs && P(1)@cs
predicates { flag[0] }
`;
const FILES = {
  'flags.fp': FLAGS,
  'any.fp': FLAGS.replace('P(me: 0..1)', 'P[any]').replaceAll('me', 'self').replace('1 - self', 'self'),
  'wrong.fp': 'shared x: 0..1\nthread P { y = 1 }\n',
  'lock.cub': 'holds',
  'SB.litmus': readFileSync('examples/litmus/SB.litmus', 'utf8'),
  'counters.dve': readFileSync('examples/dve/counters.dve', 'utf8'),
};

describe('reduce', () => {
  test('prints a program that is laid out and has the buffers as variables', async () => {
    const { status, output, errors } = await run(['reduce', 'flags.fp', '--memory', 'pso', '--buffer', '1'], {
      files: FILES,
    });
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(output).toContain('shared flag0_1_P0: bool = false\nshared flag0_cnt_P0: 0..1 = 0\n');
    expect(output).toContain('thread drain_P_0 {\n  loop {\n    // drain flag[0]\n');
    expect(output).toContain('never mutex: P_0@cs && P_1@cs\nnever overflow: overflow == 1\n');
    expect(output).not.toContain('predicates');
    expect(await print(output)).toEqual({ ok: true, text: output });
  });

  test('is for TSO and two writes unless something else is said', async () => {
    const { output } = await run(['reduce', 'flags.fp', '--json'], { files: FILES });
    const { text, ...said } = JSON.parse(output) as { text: string };
    const buffer = (thread: number) => ({
      thread: `P(${thread})`,
      cells: [`flag[${thread}]`],
      count: `cnt_P${thread}`,
      values: [`rhs_1_P${thread}`, `rhs_2_P${thread}`],
      targets: [`lhs_1_P${thread}`, `lhs_2_P${thread}`],
    });
    expect(said).toEqual({
      schema: 1,
      file: 'flags.fp',
      memory: 'tso',
      buffer: 2,
      buffers: [buffer(0), buffer(1)],
      overflow: 'overflow',
    });
    expect(text).toContain('cnt_P0 == 2');
    const sc = await run(['reduce', 'flags.fp', '--memory', 'sc', '--json'], { files: FILES });
    expect(JSON.parse(sc.output)).toMatchObject({ memory: 'sc', buffers: [], overflow: null });
  });

  test('--output writes the text', async () => {
    const shown = await run(['reduce', 'flags.fp', '--output', '-'], { files: FILES });
    const { status, output, written } = await run(['reduce', 'flags.fp', '--output', 'new.fp'], { files: FILES });
    expect({ status, output }).toEqual({ status: 0, output: '' });
    expect(written).toEqual({ 'new.fp': shown.output });
  });

  test('reads all languages of programs', async () => {
    const litmus = await run(['reduce', 'SB.litmus'], { files: FILES });
    expect(litmus).toMatchObject({ status: 0 });
    expect(litmus.output).toContain('// MOV [x],$1');
    const dve = await run(['reduce', 'counters.dve', '--memory', 'tso'], { files: FILES });
    expect(dve).toMatchObject({ status: 0 });
    expect(dve.output).toContain('never overflow: overflow == 1');
  });

  test.each([
    [['lock.cub'], 'array systems of Cubicle (.cub) are not reduced'],
    [['wrong.fp'], 'error[unknown-name]'],
    [['missing.fp'], 'error[io]'],
    [['any.fp'], 'try --processes 2'],
    [['flags.fp', '--processes', '2'], 'leave out --processes'],
    [['flags.fp', '--threads', '2'], 'leave out --threads'],
    [['any.fp', '--threads', 'any'], 'give --threads a number'],
    [['flags.fp', '--buffer', 'unbounded'], 'give --buffer a number'],
    [['any.fp', '--processes', 'any'], 'give --processes a number'],
    [['flags.fp', '--json', '--output', '-'], 'give --output a file'],
  ])('says what is wrong with %j', async (words, message) => {
    const { status, output, errors } = await run(['reduce', ...words], { files: FILES });
    expect(status).toBe(2);
    expect(errors).toContain(message);
    if (!words.includes('--json')) expect(output).toBe('');
  });

  test('takes a given number of `any` threads', async () => {
    const { status, output } = await run(['reduce', 'any.fp', '--processes', '2'], { files: FILES });
    expect(status).toBe(0);
    expect(output).toContain('thread drain_P_1 {');
  });
});
