/**
 * Every temporal property of the examples that holds has a certificate, which is accepted from its text; those that are proved up to
 * a shift of integers, too.
 */
import { describe, expect, test } from 'vitest';
import { suitedTo } from '../../src/check/applies.js';
import { certify } from '../../src/check/certify.js';
import { judgeCertificate } from '../../src/check/judge.js';
import type { CheckOptions } from '../../src/check/options.js';
import type { ExampleProgram } from '../../src/cli/examples.js';
import { memoryNamed } from '../../src/memory/models.js';
import { quick, share, sized } from '../support/size.js';
import { EXAMPLES, read } from './models.js';

const HOLDING = EXAMPLES.filter((example): example is ExampleProgram => example.kind === 'program').flatMap((example) =>
  example.expected.flatMap(([memory, verdict]) =>
    verdict === 'holds' && isTemporal(example) ? [{ ...example, memory }] : [],
  ),
);

/** Whether something is asked that may be temporal; the answer says whether it was. */
function isTemporal({ file, asked }: ExampleProgram): boolean {
  return file.endsWith('.dve') || asked?.ltl !== undefined || asked?.property !== undefined;
}

/** Larger ones are for long runs. */
const MOST_STATES = sized(30_000, 200_000);

describe('each temporal proof is accepted', () => {
  test.each(
    quick(share(HOLDING, 12), ({ file }) => file === 'programs/filter-tso.fp').map(
      (each) => [`${each.file} ${JSON.stringify(each.asked)} ${each.memory}`, each] as const,
    ),
  )('%s', async (_, { file, memory, asked, processes }) => {
    const text = read(file);
    const suited = suitedTo(memoryNamed(memory), asked ?? {});
    const options: CheckOptions = { ...suited, ...(processes === null ? {} : { processes }), file, memory };
    const result = await certify(text, { ...options, maxStates: MOST_STATES });
    if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
    const { certificate, outcome } = result;
    // A named property may be one of states, whose proof is no ranking.
    if (outcome.asked === undefined) {
      expect(asked?.ltl).toBeUndefined();
      expect(text).not.toMatch(new RegExp(`\\bltl\\s+${asked?.property ?? ''}\\s*:`));
      expect(certificate.kind).not.toBe('ranking');
      return;
    }
    if (outcome.verdict === 'unknown') {
      expect(outcome.reasons).toMatchObject([{ code: 'limit', limit: 'states' }]);
      return;
    }
    if (certificate.kind === 'none' && certificate.why.code === 'unfinished') {
      expect(certificate.why.reason).toMatchObject({ code: 'limit', limit: 'states' });
      return;
    }
    expect(outcome.verdict).toBe('holds');
    // Too many for a ranking: the second kernel looks at all runs, as far as the limit lets it.
    if (certificate.kind === 'audit') {
      const { refuted, unfinished } = certificate.audit;
      expect(refuted).toBeNull();
      if (unfinished !== null) expect(unfinished).toMatchObject({ code: 'limit', limit: 'states' });
      return;
    }
    if (certificate.kind !== 'ranking') throw new Error(`no ranking, but ${JSON.stringify(certificate)}`);
    const judged = await judgeCertificate(text, [...certificate.chunks()].join(''), options);
    if (!judged.ok) throw new Error(judged.diagnostics.map(({ message }) => message).join('; '));
    expect(judged.judgement).toMatchObject({ verdict: 'accepted', reason: null });
    expect(judged.judgement.configurations).toBe(certificate.configurations);
  });
});
