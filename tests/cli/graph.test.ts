import { describe, expect, test } from 'vitest';
import { renderGraphSvg } from '../../src/report/graph-svg.js';
import { WEAK } from './fake-services.js';
import { run } from './world.js';

const FILES = {
  'flags.cub': 'weak',
  'good.cub': 'holds',
  'broken.cub': 'violated',
  'hard.cub': 'unknown',
  'wrong.cub': 'bad words',
};

function graph() {
  const { trace } = WEAK;
  if (trace === null || trace.graph === null) throw new Error('the weak outcome has a graph');
  return trace.graph;
}

describe('check --graph', () => {
  test('writes the picture and says so', async () => {
    const { status, output, errors, written } = await run(['check', 'flags.cub', '--graph', 'out.svg'], {
      files: FILES,
    });
    expect(status).toBe(1);
    expect(errors).toBe('');
    expect(written).toEqual({ 'out.svg': renderGraphSvg(graph()) });
    expect(output).toMatch(/^flags.cub: violated with 2 processes under TSO, in 5 steps\n/);
    expect(output).toMatch(/\n {2}event graph drawn: out.svg\n$/);
  });

  test('without it nothing is written, and the graph is text alone', async () => {
    const { output, written } = await run(['check', 'flags.cub'], { files: FILES });
    expect(written).toEqual({});
    expect(output).toContain('  event graph:\n');
    expect(output).not.toContain('drawn');
  });

  test('quiet says nothing about the file it writes', async () => {
    const { output, written } = await run(['check', 'flags.cub', '--quiet', '--graph=out.svg'], { files: FILES });
    expect(output).toBe('flags.cub: violated with 2 processes under TSO, in 5 steps\n');
    expect(Object.keys(written)).toEqual(['out.svg']);
  });

  test.each([
    ['good.cub', 0, 'the model holds'],
    ['broken.cub', 1, 'an execution under SC has no graph of memory events'],
    ['hard.cub', 3, 'no execution was found'],
  ])('%s has nothing to draw: a remark, also when quiet, and the verdict as ever', async (file, expected, remark) => {
    for (const more of [[], ['--quiet']]) {
      const { status, output, written } = await run(['check', file, '--graph', 'out.svg', ...more], { files: FILES });
      expect(status).toBe(expected);
      expect(output).toContain(`  no event graph to draw: ${remark}\n`);
      expect(written).toEqual({});
    }
  });

  test('in JSON the file is a field, null when there was nothing to draw, absent when not asked for', async () => {
    const object = async (...words: string[]): Promise<Record<string, unknown>> => {
      const { output } = await run(['check', '--json', ...words], { files: FILES });
      expect(output.trimEnd().split('\n')).toHaveLength(1);
      return JSON.parse(output) as Record<string, unknown>;
    };
    expect(await object('flags.cub', '--graph', 'out.svg')).toMatchObject({
      schema: 1,
      graphFile: 'out.svg',
      graph: graph(),
    });
    expect(await object('good.cub', '--graph', 'out.svg')).toMatchObject({ graphFile: null, graph: null });
    expect(await object('flags.cub')).not.toHaveProperty('graphFile');
  });

  test('a file that cannot be written is an error, and the verdict is told all the same', async () => {
    const place = 'no/such/folder/out.svg';
    const text = await run(['check', 'flags.cub', '--graph', place], { files: FILES });
    expect(text.status).toBe(2);
    expect(text.errors).toBe(`${place}: error[io]: no such file\n`);
    expect(text.output).toContain('flags.cub: violated');
    expect(text.output).not.toContain('drawn');
    const json = await run(['check', 'flags.cub', '--graph', place, '--json'], { files: FILES });
    const objects = json.output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(objects).toMatchObject([
      { file: 'flags.cub', verdict: 'violated', graphFile: null },
      { file: place, verdict: 'error', diagnostics: [{ code: 'io' }] },
    ]);
    expect(json.status).toBe(2);
  });

  test('a wrong model draws nothing', async () => {
    const { status, written } = await run(['check', 'wrong.cub', '--graph', 'out.svg'], { files: FILES });
    expect({ status, written }).toEqual({ status: 2, written: {} });
  });

  test.each([
    [['check', 'flags.cub', 'good.cub', '--graph', 'out.svg'], '--graph draws the execution of one model', 'one FILE'],
    [['check', 'flags.cub', '--graph', '-'], '--graph does not draw on standard output', 'a file'],
    [['check', 'flags.cub', '--graph'], '--graph needs a value: FILE', 'usage'],
    [['certify', 'flags.cub', '--graph', 'out.svg'], 'unknown option --graph', 'usage'],
  ])('%j is a fault of the command line', async (words, reason, hint) => {
    const { status, output, errors, written } = await run(words, { files: FILES });
    expect({ status, output, written }).toEqual({ status: 2, output: '', written: {} });
    expect(errors).toContain(reason);
    expect(errors).toContain(hint);
  });

  test('standard input has a picture, too', async () => {
    const { written } = await run(['check', '-', '--graph', 'out.svg'], { input: 'weak' });
    expect(Object.keys(written)).toEqual(['out.svg']);
  });
});
