import { describe, expect, test } from 'vitest';
import { readExamples } from '../../src/cli/examples.js';
import { run } from './world.js';

const SB = `X86 SB
{ }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
`;

const LIST = [
  {
    file: 'weak/a.cub',
    title: 'one',
    processes: 'any',
    expected: { sc: 'holds', tso: 'holds' },
    twin: 'weak/a-broken.cub',
  },
  { file: 'weak/a-broken.cub', title: 'its twin', expected: { tso: 'violated' } },
];
const TEST = {
  file: 'litmus/SB.litmus',
  title: 'a test',
  expected: { sc: 'Never', tso: 'Sometimes', pso: 'Sometimes' },
};
const GOOD = { 'weak/a.cub': 'holds', 'weak/a-broken.cub': 'violated', 'litmus/SB.litmus': SB };

function files(list: unknown, models: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(models).map(([name, text]) => [`/package/examples/${name}`, text]);
  return { '/package/examples/expected.json': JSON.stringify(list), ...Object.fromEntries(entries) };
}

describe('the tour', () => {
  test('prints a line for each example, and exits with 0 when every answer is the expected one', async () => {
    const { status, output } = await run(['tour', '--full'], { files: files([...LIST, TEST], GOOD) });
    expect(status).toBe(0);
    const [titles, first, second, third, footnote, summary] = output.split('\n');
    expect(titles).toMatch(/^example +processes +SC +TSO +PSO +time +counts$/);
    expect(first).toMatch(/^weak\/a.cub +any +holds +holds +- +0.025 s +cubes 15, 15$/);
    expect(second).toMatch(/^weak\/a-broken.cub +any +- +violated +- +0.012 s +cubes 15$/);
    expect(third).toMatch(/^litmus\/SB.litmus +Never +Sometimes +Sometimes +0.\d+ s +executions 3, 4, 4$/);
    expect(footnote).toMatch(/^- {2}not asked/);
    expect(summary).toBe('6 of 6 answers as expected');
  });

  test('puts each memory below its title', async () => {
    const { output } = await run(['tour', '--full'], { files: files([...LIST, TEST], GOOD) });
    const [titles = '', , second = '', third = ''] = output.split('\n');
    expect(second.indexOf('violated')).toBe(titles.indexOf('TSO'));
    expect(third.indexOf('Never')).toBe(titles.indexOf('SC'));
    expect(third.lastIndexOf('Sometimes')).toBe(titles.indexOf('PSO'));
  });

  test('has no footnote when there is nothing to explain', async () => {
    const { output } = await run(['tour', '--full'], { files: files([TEST], GOOD) });
    expect(output.split('\n').length).toBe(4);
    expect(output).not.toContain('not asked');
  });

  test('exits with 1 when an answer differs, and says which was expected', async () => {
    const models = { ...GOOD, 'weak/a.cub': 'unknown', 'weak/a-broken.cub': 'holds' };
    const { status, output } = await run(['tour', '--full'], { files: files([...LIST, TEST], models) });
    expect(status).toBe(1);
    expect(output.split('\n').filter((line) => line.startsWith('  not'))).toEqual([
      '  not as expected under SC: unknown (the limit of 10 cubes was reached; a larger --max-cubes may help), expected holds',
      '  not as expected under TSO: unknown (the limit of 10 cubes was reached; a larger --max-cubes may help), expected holds',
      '  not as expected under TSO: holds, expected violated',
    ]);
    expect(output).toContain('3 of 6 answers as expected');
  });

  test('exits with 1 when something else is observed', async () => {
    const list = [{ ...TEST, expected: { tso: 'Never' } }];
    const { status, output } = await run(['tour', '--full'], { files: files(list, GOOD) });
    expect(status).toBe(1);
    expect(output).toContain('  not as expected under TSO: Sometimes, expected Never');
  });

  test('a bad or missing file does not stop the others', async () => {
    const world = { files: files([...LIST, TEST], { 'weak/a-broken.cub': 'violated', 'litmus/SB.litmus': 'X86' }) };
    const { status, output, errors } = await run(['tour'], world);
    expect(status).toBe(2);
    expect(errors).toContain('no such file');
    expect(errors).toMatch(/litmus\/SB.litmus:1:\d+: error\[/);
    expect(output).toContain('1 of 6 answers as expected');
  });

  test('a fault of the program is told, and does not stop the others', async () => {
    const { status, output, errors } = await run(['tour', '--full'], {
      files: files(LIST, { ...GOOD, 'weak/a.cub': 'crash' }),
    });
    expect(status).toBe(4);
    expect(errors).toContain('weak/a.cub: error[internal]: the replay disagrees');
    expect(output).toContain('1 of 3 answers as expected');
  });

  test('--filter that chooses nothing is a slip', async () => {
    const { status, output, errors } = await run(['tour', '--filter', 'zzz'], { files: files(LIST, GOOD) });
    expect(status).toBe(2);
    expect(output).toBe('');
    expect(errors).toContain("no example has 'zzz' in its name");
  });

  test('--filter chooses, --json is for programs', async () => {
    const world = { files: files([...LIST, TEST], GOOD) };
    const { output } = await run(['tour', '--filter', 'broken', '--json'], world);
    expect(JSON.parse(output)).toEqual({
      schema: 1,
      file: 'weak/a-broken.cub',
      memory: 'tso',
      processes: 'any',
      verdict: 'violated',
      expected: 'violated',
      seconds: 0.0123,
      counts: { cubes: 15, solverCalls: 3 },
      steps: 3,
    });
  });

  test('--json has an object for each memory that a litmus test is asked under', async () => {
    const { output } = await run(['tour', '--filter', 'litmus', '--json'], { files: files([...LIST, TEST], GOOD) });
    const answers = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    const condition = 'exists (0:EAX=0 /\\ 1:EAX=0)';
    const common = { schema: 1, file: 'litmus/SB.litmus', condition, seconds: expect.any(Number) };
    expect(answers).toMatchObject([
      { ...common, memory: 'sc', observation: 'Never', expected: 'Never', counts: { executions: 3 } },
      { ...common, memory: 'tso', observation: 'Sometimes', expected: 'Sometimes', counts: { executions: 4 } },
      { ...common, memory: 'pso', observation: 'Sometimes', expected: 'Sometimes', counts: { executions: 4 } },
    ]);
  });

  test('stops when asked to', async () => {
    const world = { files: files([...LIST, TEST], GOOD), stop: AbortSignal.abort() };
    const { status, output } = await run(['tour'], world);
    expect(status).toBe(3);
    expect(output).toContain('0 of 6 answers as expected, 6 not asked for');
  });
});

describe('the list of examples', () => {
  const one = { file: 'a.cub', title: 'one', expected: { sc: 'holds' } };
  test.each([
    ['{}', 'is not an array'],
    ['[', 'is not JSON'],
    [JSON.stringify([3]), 'entry 1 is not an object'],
    [JSON.stringify([{ ...one, file: '' }]), 'entry 1 has no file'],
    [JSON.stringify([{ ...one, title: 3 }]), 'has no title'],
    [JSON.stringify([one, { ...one, processes: 0 }]), 'entry 2 (a.cub) has processes'],
    [JSON.stringify([{ ...one, expected: {} }]), 'does not say which verdict'],
    [JSON.stringify([{ ...one, expected: { arm: 'holds' } }]), 'does not say which verdict'],
    [JSON.stringify([{ ...one, expected: { sc: 'safe' } }]), 'does not say which verdict'],
    [JSON.stringify([{ ...one, verdict: 'holds' }]), "unknown field 'verdict'"],
    [JSON.stringify([one, one]), 'a.cub is in the list twice'],
    [JSON.stringify([{ ...one, file: 'a.litmus' }]), 'does not say what to observe'],
    [JSON.stringify([{ ...one, expected: { sc: 'Never' } }]), 'does not say which verdict'],
    [JSON.stringify([{ ...TEST, twin: 'b.litmus' }]), "unknown field 'twin'"],
    [JSON.stringify([{ ...one, twin: 'b.cub' }]), 'b.cub, is not in the list'],
    [
      // Violated, but not where the other one holds.
      JSON.stringify([
        { ...one, twin: 'b.cub' },
        { ...one, file: 'b.cub', expected: { sc: 'holds', tso: 'violated' } },
      ]),
      'is not expected to be violated where it holds',
    ],
    [
      JSON.stringify([
        { ...one, twin: 'b.cub' },
        { ...one, file: 'b.cub' },
      ]),
      'is not expected to be violated',
    ],
  ])('%s is refused', (json, reason) => {
    const read = readExamples(json);
    expect(read.ok ? 'accepted' : read.message).toContain(reason);
  });

  test('has the memories in one order, however they are written', () => {
    const read = readExamples(JSON.stringify([{ ...one, expected: { tso: 'violated', sc: 'holds' } }, TEST]));
    expect(read).toMatchObject({
      ok: true,
      examples: [
        {
          kind: 'model',
          expected: [
            ['sc', 'holds'],
            ['tso', 'violated'],
          ],
        },
        {
          kind: 'litmus',
          expected: [
            ['sc', 'Never'],
            ['tso', 'Sometimes'],
            ['pso', 'Sometimes'],
          ],
        },
      ],
    });
  });
});
