import { describe, expect, test } from 'vitest';
import { readExamples } from '../../src/cli/examples.js';
import { run } from './world.js';

const LIST = [
  { file: 'a.cub', title: 'one', processes: 'any', expected: { sc: 'holds' }, twin: 'a-broken.cub' },
  { file: 'a-broken.cub', title: 'its twin', expected: { sc: 'violated' } },
];

function files(list: unknown, models: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(models).map(([name, text]) => [`/package/examples/${name}`, text]);
  return { '/package/examples/expected.json': JSON.stringify(list), ...Object.fromEntries(entries) };
}

describe('the tour', () => {
  test('exits with 0 when every verdict is the expected one', async () => {
    const { status, output } = await run(['tour'], {
      files: files(LIST, { 'a.cub': 'holds', 'a-broken.cub': 'violated' }),
    });
    expect(status).toBe(0);
    const [titles, first, second, summary] = output.split('\n');
    expect(titles).toMatch(/^model +memory +processes +verdict +expected +time +counts$/);
    expect(first).toMatch(/^a.cub +SC +any +holds +holds +0.012 s +cubes 15, solver calls 3$/);
    expect(second).toMatch(/^a-broken.cub +SC +any +violated +violated /);
    expect(summary).toBe('2 of 2 verdicts as expected');
  });

  test('exits with 1 when a verdict differs, and shows which', async () => {
    const { status, output } = await run(['tour'], {
      files: files(LIST, { 'a.cub': 'unknown', 'a-broken.cub': 'violated' }),
    });
    expect(status).toBe(1);
    expect(output).toMatch(/a.cub .*unknown +holds.*not as expected\n +the limit of 10 cubes was reached/);
    expect(output).toContain('1 of 2 verdicts as expected');
  });

  test('a bad or missing model does not stop the others', async () => {
    const { status, output, errors } = await run(['tour'], { files: files(LIST, { 'a-broken.cub': 'violated' }) });
    expect(status).toBe(2);
    expect(errors).toContain('no such file');
    expect(output).toContain('1 of 2 verdicts as expected');
  });

  test('--filter chooses, --json is for programs', async () => {
    const world = { files: files(LIST, { 'a.cub': 'holds', 'a-broken.cub': 'violated' }) };
    const { output } = await run(['tour', '--filter', 'broken', '--json'], world);
    expect(JSON.parse(output)).toEqual({
      schema: 1,
      file: 'a-broken.cub',
      memory: 'sc',
      processes: 'any',
      verdict: 'violated',
      expected: 'violated',
      seconds: 0.0123,
      counts: { cubes: 15, solverCalls: 3 },
      steps: 3,
    });
  });

  test('stops when asked to', async () => {
    const world = { files: files(LIST, { 'a.cub': 'holds' }), stop: AbortSignal.abort() };
    const { status, output } = await run(['tour'], world);
    expect(status).toBe(3);
    expect(output).toContain('2 not checked');
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
    [JSON.stringify([{ ...one, twin: 'b.cub' }]), 'b.cub, is not in the list'],
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
});
