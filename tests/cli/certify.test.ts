import { describe, expect, test } from 'vitest';
import { run } from './world.js';

const FILES = {
  'models/good.cub': 'holds',
  'broken.cub': 'violated',
  'hard.cub': 'unknown',
  'wrong.cub': 'bad words',
  'refused.cub': 'refused',
  'undecided.cub': 'undecided',
  'proofless.cub': 'proofless',
  'minor.fp': 'minor',
  'spoilt.fp': 'spoilt',
  'slow.fp': 'slow',
  'bad.fp': 'bad words',
  'families.fp': 'families',
  'minor.json': '{"schema": 1}\n',
  'other.json': '{}',
};

describe('certify', () => {
  test('writes the proof into the current folder and says who checked it', async () => {
    const { status, output, written } = await run(['certify', 'models/good.cub'], { files: FILES });
    expect(status).toBe(0);
    expect(written).toEqual({ 'good.smt2': '(check-sat)\n(exit)\n' });
    expect(output).toContain('models/good.cub: holds for any number of processes under SC');
    expect(output).toContain('certificate: good.smt2, 3 obligations');
    expect(output).toContain('accepted by z3 in 0.500 s');
  });

  test('--output names the file, --no-run asks no solver', async () => {
    const { status, output, written } = await run(['certify', 'models/good.cub', '--output', 'x.smt2', '--no-run'], {
      files: FILES,
    });
    expect(status).toBe(0);
    expect(Object.keys(written)).toEqual(['x.smt2']);
    expect(output).toContain('not checked by anybody');
  });

  test('--output - puts the proof on standard output and the report beside it', async () => {
    const { output, errors, written } = await run(['certify', 'models/good.cub', '--output', '-'], { files: FILES });
    expect(output).toBe('(check-sat)\n(exit)\n');
    expect(errors).toContain('holds');
    expect(written).toEqual({});
  });

  test('a refused proof is an internal error, an undecided or missing one unknown', async () => {
    const refused = await run(['certify', 'refused.cub'], { files: FILES });
    expect(refused.status).toBe(4);
    expect(refused.errors).toContain('error[internal]: z3 refuses the certificate refused.smt2: enter into cube 2');
    expect(refused.output).not.toContain('holds');
    const undecided = await run(['certify', 'undecided.cub'], { files: FILES });
    expect(undecided.status).toBe(3);
    expect(undecided.output).toContain('not accepted by z3: 2 of 3 obligations proved; enter into cube 2: unknown');
    const proofless = await run(['certify', 'proofless.cub'], { files: FILES });
    expect(proofless).toMatchObject({ status: 3, written: {} });
    expect(proofless.output).toContain('no certificate: nothing was proved');
  });

  test('a model that does not hold has no certificate', async () => {
    const { status, output, written } = await run(['certify', 'broken.cub'], { files: FILES });
    expect({ status, written }).toEqual({ status: 1, written: {} });
    expect(output).toContain('enter(#1)');
    expect((await run(['certify', 'hard.cub'], { files: FILES })).status).toBe(3);
    expect((await run(['certify', 'wrong.cub'], { files: FILES })).status).toBe(2);
  });

  test('--json says where the proof is and whether it was accepted', async () => {
    const { output } = await run(['certify', 'models/good.cub', '--json'], { files: FILES });
    expect(JSON.parse(output)).toMatchObject({
      schema: 1,
      verdict: 'holds',
      certificate: { file: 'good.smt2', obligations: 3 },
      checks: [{ solver: 'z3', accepted: true, proved: 3 }],
    });
    const broken = await run(['certify', 'broken.cub', '--json'], { files: FILES });
    expect(JSON.parse(broken.output)).toMatchObject({ verdict: 'violated', certificate: null, checks: [] });
  });
});

describe('certify with a minor set', () => {
  test('writes JSON and says what the checker found', async () => {
    const { status, output, written } = await run(['certify', 'minor.fp'], { files: FILES });
    expect(status).toBe(0);
    expect(written).toEqual({ 'minor.json': '{"schema": 1}\n' });
    expect(output).toContain('certificate: minor.json, 2 configurations');
    expect(output).toContain('accepted by the checker of minor sets: 2 configurations, 7 steps undone, 0.250 s');
    const json = await run(['certify', 'minor.fp', '--json'], { files: FILES });
    expect(JSON.parse(json.output)).toMatchObject({
      certificate: { file: 'minor.json', configurations: 2 },
      checks: [],
      judgement: { verdict: 'accepted', reason: null, configurations: 2, steps: 7 },
      audit: null,
    });
  });

  test('says families where configurations stand for many', async () => {
    const { status, output } = await run(['certify', 'families.fp'], { files: FILES });
    expect(status).toBe(0);
    expect(output).toContain('certificate: families.json, 2 families of configurations');
    expect(output).toContain('accepted by the checker of rankings: 2 families of configurations, 7 steps, 0.250 s');
    const json = await run(['certify', 'families.fp', '--json'], { files: FILES });
    expect(JSON.parse(json.output)).toMatchObject({
      certificate: { file: 'families.json', configurations: 2, counted: 'families' },
      judgement: { configurations: 2, counted: 'families', steps: 7, checker: 'rankings' },
    });
    const judged = await run(['certify', 'families.fp', '--certificate', 'minor.json'], { files: FILES });
    expect(judged.output).toContain('accepted by the checker of rankings: 2 families of configurations');
  });

  test('is an internal error when our own is refused, and unknown when time runs out', async () => {
    const spoilt = await run(['certify', 'spoilt.fp'], { files: FILES });
    expect(spoilt.status).toBe(4);
    expect(spoilt.errors).toContain('the certificate spoilt.json is refused: a target is not covered');
    const slow = await run(['certify', 'slow.fp'], { files: FILES });
    expect(slow.status).toBe(3);
    expect(slow.output).toContain('not judged by the checker of minor sets: the time limit of 1 s was reached');
    const unasked = await run(['certify', 'minor.fp', '--no-run', '--output', '-'], { files: FILES });
    expect(unasked).toMatchObject({ status: 0, output: '{"schema": 1}\n', written: {} });
    expect(unasked.errors).toContain('not checked by anybody');
  });

  test('--certificate judges a file, without a search', async () => {
    const good = await run(['certify', 'minor.fp', '--certificate', 'minor.json'], { files: FILES });
    expect(good).toMatchObject({ status: 0, written: {} });
    expect(good.output).toContain('minor.fp: the certificate minor.json is accepted by the checker of minor sets');
    const other = await run(['certify', 'minor.fp', '--certificate', 'other.json', '--json'], { files: FILES });
    expect(other.status).toBe(1);
    expect(JSON.parse(other.output)).toMatchObject({
      schema: 1,
      file: 'minor.fp',
      certificate: { file: 'other.json', scope: null },
      scope: { memory: 'tso', buffers: 'unbounded', threads: 2, property: 'mutex' },
      judgement: { verdict: 'refused', reason: 'a target is not covered' },
    });
    expect((await run(['certify', 'slow.fp', '--certificate', 'minor.json'], { files: FILES })).status).toBe(3);
    expect((await run(['certify', 'bad.fp', '--certificate', 'minor.json'], { files: FILES })).status).toBe(2);
    expect((await run(['certify', 'minor.fp', '--certificate', 'none.json'], { files: FILES })).status).toBe(2);
    expect((await run(['certify', '-', '--certificate', '-'], { files: FILES })).status).toBe(2);
    for (const option of [['--engine', 'explicit'], ['--output', 'a.json'], ['--no-run']]) {
      const words = ['certify', 'minor.fp', '--certificate', 'minor.json', ...option];
      const useless = await run(words, { files: FILES });
      expect(useless).toMatchObject({ status: 2, errors: expect.stringContaining(`${option[0]} is for the search`) });
    }
    const asked = ['--memory', 'pso', '--buffer', '3', '--processes', '2', '--property', 'mutex', '--timeout', '9'];
    const fine = await run(['certify', 'minor.fp', '--certificate', 'minor.json', ...asked], { files: FILES });
    expect(fine.status).toBe(0);
  });
});
