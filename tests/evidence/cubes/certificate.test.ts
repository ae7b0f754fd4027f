import { describe, expect, test } from 'vitest';
import { judge, readProof } from './proof.js';
import { PROOFS } from './proofs.js';

describe.each(PROOFS)('$name', ({ model, cubes, changes }) => {
  test('is accepted', async () => {
    const check = await judge(readProof(model, cubes));
    expect(check.failed).toEqual([]);
    expect(check).toMatchObject({ accepted: true, solver: 'z3-solver' });
    expect(check.proved).toBe(check.obligations);
  });

  test.each(changes)('is refused $what', async ({ cubes: changed, failing }) => {
    const check = await judge(readProof(model, changed));
    expect(check.accepted).toBe(false);
    const sat = check.failed.filter(({ answer }) => answer === 'sat').map(({ label }) => label);
    expect(sat).toEqual(expect.arrayContaining([...failing]));
    expect(sat).toHaveLength(check.failed.length);
  });
});
