/** A certificate is accepted for the question that it answers, and refused for every other one, with what differs. */
import { afterAll, describe, expect, it } from 'vitest';
import { closeZ3 } from '../../src/evidence/solvers/z3.js';
import { isLong, quick, share } from '../support/size.js';
import { judged, KINDS, QUESTIONS, type QuestionName, written } from './certificate-kinds.js';

afterAll(closeZ3);

const NAMES = Object.keys(QUESTIONS) as QuestionName[];

describe.each(quick(share(Object.entries(KINDS), 7), ([name]) => name === 'predicates, mutex'))('%s', (_, kind) => {
  it('is accepted for what it answers, and for nothing else', async () => {
    const texts = await written(kind);
    expect(texts.length).toBe(kind.smtLib ? 2 : 1);
    const reasons = new Set<string>();
    for (const [number, text] of texts.entries()) {
      const others = NAMES.filter((name, k) => !kind.answers.includes(name) && k % 4 === 0);
      for (const question of number === 0 && isLong ? NAMES : [...kind.answers, ...others]) {
        const { judgement, scope } = await judged(question, text);
        const verdict = kind.answers.includes(question) ? 'accepted' : 'refused';
        expect(judgement, question).toMatchObject({ verdict });
        expect(scope).not.toBeNull();
        if (judgement.reason !== null) reasons.add(judgement.reason);
      }
    }
    // None is refused because somebody found out late.
    for (const reason of reasons) expect(reason).toMatch(/^the certificate is for /);
    expect(reasons.size).toBeGreaterThan(2);
  });
});

it('the reason says what differs', async () => {
  const [sc] = await written(KINDS['predicates, sc'] as (typeof KINDS)[string]);
  const [bounded] = await written(KINDS['predicates, bounded'] as (typeof KINDS)[string]);
  const [any] = await written(KINDS['minor set, any'] as (typeof KINDS)[string]);
  const reason = async (question: QuestionName, text = '') => (await judged(question, text)).judgement.reason;
  expect(await reason('peterson tso', sc)).toBe('the certificate is for SC; the question is about TSO');
  expect(await reason('peterson pso', sc)).toBe('the certificate is for SC; the question is about PSO');
  expect(await reason('filling, any length', bounded)).toBe(
    'the certificate is for buffers of at most 2 writes; the question is about buffers of any length',
  );
  expect(await reason('spinlock 2', any)).toBe(
    'the certificate is for any number of threads; the question is about 2 threads',
  );
  expect(await reason('fenced sc', sc)).toMatch(/^the certificate is for another model: its digest is [0-9a-f]{16}, /);
  expect(await reason('fenced tso, G', any)).toBe(
    'the certificate is for states that are reached; the question is about infinite runs',
  );
});
