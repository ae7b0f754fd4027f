/** Proofs on event cubes: their cubes, told as cubes of views, are judged as those are. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { certify } from '../../../src/check/certify.js';
import { judgeCertificate } from '../../../src/check/judge.js';
import { closeZ3 } from '../../../src/evidence/solvers/z3.js';
import { settleTrimmed } from '../../support/ask.js';
import { share, sized } from '../../support/size.js';
import { judge, type ViewProof } from './proof.js';

const FOLDER = new URL('../../../examples/weak/', import.meta.url);
/** Those with numbers that grow, with queues, with large proofs, or that need guesses are not proved on event cubes in a short time. */
const OTHERS = /-(broken|unfenced|split)\.cub$|^(arbiter|barrier|mcs|ticket|lamport-any)/;
const HOLDS = readdirSync(FOLDER).filter((file) => file.endsWith('.cub') && !OTHERS.test(file));

const read = (file: string) => readFileSync(new URL(file, FOLDER));

async function proofOf(file: string): Promise<ViewProof> {
  const settled = await settleTrimmed(read(file), { file, memory: 'tso', cubes: 'events' });
  if (!settled.ok || settled.answered.verdict !== 'holds') throw new Error(`${file} is not proved`);
  const { proof } = settled.answered;
  if (proof.kind !== 'cubes' || proof.fromEvents === null) throw new Error(`${file} has no event cubes`);
  expect(proof.views).toBeNull();
  return { system: proof.system, cubes: proof.fromEvents };
}

afterAll(closeZ3);

describe('event cubes as cubes of views', () => {
  it.each(share(HOLDS, 4))('%s: accepted', async (file) => {
    const check = await judge(await proofOf(file));
    expect(check.failed).toEqual([]);
    expect(check.proved).toBe(check.obligations);
  });

  it.each(sized(['naive-mutex.cub'], ['naive-mutex.cub', 'spinlock.cub', 'peterson.cub', 'msi.cub']))(
    '%s: refused without the unsafe cube, and without one of most others',
    async (file) => {
      const { system, cubes } = await proofOf(file);
      const superfluous: number[] = [];
      for (const k of cubes.keys()) {
        const { accepted } = await judge({ system, cubes: cubes.filter((_, i) => i !== k) });
        if (accepted) superfluous.push(k);
      }
      expect(superfluous).not.toContain(0);
      // What is left without a superfluous cube is a proof as well. In a proof of a few cubes that can be so of half of them.
      if (cubes.length > 8) expect(superfluous.length).toBeLessThanOrEqual(cubes.length / 4);
    },
  );

  it('are the data of a certificate, which is accepted for its question alone', async () => {
    const file = 'naive-mutex.cub';
    const result = await certify(read(file), { file, cubes: 'events' });
    if (!result.ok || result.certificate.kind !== 'obligations') throw new Error('there is no certificate');
    expect(result.outcome.notes).toContainEqual({ code: 'certificate of', what: 'event cubes' });
    const data = [...result.certificate.data()].join('');
    const { cubes } = await proofOf(file);
    expect(JSON.parse(data).cubes).toHaveLength(cubes.length);
    const verdictFor = async (model: string, memory: 'tso' | 'sc') => {
      const judged = await judgeCertificate(read(model), data, { file: model, memory });
      return judged.ok ? judged.judgement.verdict : 'not read';
    };
    expect(await verdictFor(file, 'tso')).toBe('accepted');
    expect(await verdictFor(file, 'sc')).toBe('refused');
    expect(await verdictFor('naive-mutex-unfenced.cub', 'tso')).toBe('refused');
    expect(await verdictFor('peterson.cub', 'tso')).toBe('refused');
  });
});
