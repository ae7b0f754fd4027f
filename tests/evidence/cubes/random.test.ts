/**
 * Obligations against their meaning. For every cube, unsafe condition and transition of random models: an obligation is
 * answered `unsat` exactly when no state of an instance of 1 to 4 processes fails it. Four processes are enough, as no
 * obligation here is about more; and an obligation about n processes that a solver can satisfy is satisfied by a state
 * of the instance with just these n. With universal conjuncts in cubes, or rather the witnesses of their negations,
 * that argument ends: then what is answered `unsat` must still never fail.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CertificateCheck } from '../../../src/evidence/solvers/check.js';
import { sized } from '../../support/size.js';
import { explicitFailures } from './explicit.js';
import { judge, readProof } from './proof.js';
import { type Flavour, type RandomProof, randomProof } from './random-proofs.js';

function failures({ failed }: CertificateCheck): Set<string> {
  return new Set(
    failed.map(({ label, answer }) => {
      expect(answer).toBe('sat');
      const consecution = /^consecution: cube (\d+)\(.* by (\w+)\(/.exec(label);
      if (consecution !== null) return `consecution ${consecution[1]} ${consecution[2]}`;
      const other = /^(initiation: cube|safety: unsafe) (\d+)\(/.exec(label);
      return `${other?.[1]?.split(':')[0]} ${other?.[2]}`;
    }),
  );
}

async function compared({ model, cubes, weak }: RandomProof, sizes: readonly number[]) {
  const proof = readProof(model, cubes);
  const system = { ...proof.system, weak };
  const check = await judge({ system, badCubes: proof.badCubes });
  return { solver: failures(check), explicit: explicitFailures(system, proof.badCubes, sizes), check };
}

const ANY = [1, 2, 3, 4];
const RUNS = { numRuns: sized(3, 12), seed: 20 };

describe('answers agree with all states of small instances', () => {
  test.each<[string, Flavour, readonly number[]]>([
    ['any number of processes', { processes: null, ordered: false, named: false, universalCubes: false }, ANY],
    ['any number of ordered processes', { processes: null, ordered: true, named: false, universalCubes: false }, ANY],
    ['two processes with names', { processes: 2, ordered: false, named: true, universalCubes: true }, [2]],
    ['three processes without', { processes: 3, ordered: false, named: false, universalCubes: true }, [3]],
    ['three ordered processes with names', { processes: 3, ordered: true, named: true, universalCubes: true }, [3]],
  ])('%s', async (_, flavour, sizes) => {
    let failed = 0;
    let proved = 0;
    await fc.assert(
      fc.asyncProperty(randomProof(flavour), async (proof) => {
        const { solver, explicit, check } = await compared(proof, sizes);
        expect(solver).toEqual(explicit);
        failed += check.failed.length;
        proved += check.proved;
      }),
      RUNS,
    );
    // Both kinds of answer were put to the test.
    expect(Math.min(failed, proved)).toBeGreaterThan(RUNS.numRuns / 2);
  });

  test('universal conjuncts: what is proved never fails', async () => {
    let proved = 0;
    await fc.assert(
      fc.asyncProperty(
        randomProof({ processes: null, ordered: true, named: false, universalCubes: true }),
        async (proof) => {
          const { solver, explicit, check } = await compared(proof, ANY);
          expect([...explicit].filter((failure) => !solver.has(failure))).toEqual([]);
          proved += check.proved;
        },
      ),
      RUNS,
    );
    expect(proved).toBeGreaterThan(RUNS.numRuns);
  });
});
