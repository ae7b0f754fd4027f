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
    expect(output).toContain('not checked by a solver');
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
