/** Temporal certificates as text: accepted as they are written, and refused when anything that matters is changed. */
import { beforeAll, describe, expect, it } from 'vitest';
import { certify } from '../../../src/check/certify.js';
import { type CertificateJudgement, judgeCertificate } from '../../../src/check/judge.js';
import type { CheckOptions } from '../../../src/check/options.js';
import { read } from '../../examples/models.js';

const FILE = 'programs/peterson-tso.fp';
const PROGRAM = read(FILE);
const LIVE: CheckOptions = { file: FILE, memory: 'tso', property: 'live', fairThreads: true };

async function certificateOf(text: string, options: CheckOptions): Promise<string> {
  const result = await certify(text, options);
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
  const { certificate } = result;
  if (certificate.kind !== 'ranking') throw new Error(`no ranking: ${JSON.stringify(certificate)}`);
  return [...certificate.chunks()].join('');
}

async function judgementOf(
  certificate: string,
  text = PROGRAM,
  options: CheckOptions = LIVE,
): Promise<CertificateJudgement> {
  const result = await judgeCertificate(text, certificate, options);
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
  return result.judgement;
}

/** The content of a certificate with one part changed. */
type Content = Record<string, unknown> & {
  scope: Record<string, unknown>;
  parts: { avoided: string[]; transitions: number[][]; states: number }[];
  configurations: string[];
};

describe('a temporal certificate', () => {
  let written = '';
  const changed = (change: (content: Content) => void): string => {
    const content = JSON.parse(written) as Content;
    change(content);
    return JSON.stringify(content);
  };

  beforeAll(async () => {
    written = await certificateOf(PROGRAM, LIVE);
  });

  it('is accepted from its text', async () => {
    const judgement = await judgementOf(written);
    expect(judgement).toMatchObject({ verdict: 'accepted', reason: null });
    expect(judgement.configurations).toBe((JSON.parse(written) as Content).configurations.length);
  });

  it('needs every one of its configurations', async () => {
    const { length } = (JSON.parse(written) as Content).configurations;
    for (let k = 0; k < length; k += 7) {
      const less = changed(({ configurations }) => configurations.splice(k, 1));
      expect(await judgementOf(less), `without ${k}`).toMatchObject({ verdict: 'refused' });
    }
  });

  it('is refused when a rank, a set or an automaton is changed so that it proves nothing', async () => {
    const rank = (row: string, ranks: string) => row.replace(/#.*$/, `#${ranks}`);
    const refused = [
      changed(({ configurations }) => configurations.fill(rank(configurations[0] as string, '- - - -'), 0, 1)),
      changed(({ configurations }) => configurations.fill(rank(configurations[0] as string, '0 0 0 0'), 0, 1)),
      changed((content) => {
        content.configurations = content.configurations.map((row) =>
          row.replace(/\d+(?= |$)/g, (found, at: number) => (at > row.lastIndexOf('#') ? '0' : found)),
        );
      }),
      changed(({ parts }) => parts[0]?.avoided.fill('until 0')),
      changed(({ parts }) => parts[0]?.avoided.fill('thread 7')),
      changed(({ parts }) => parts[0]?.avoided.splice(0, 1)),
      changed(({ parts }) => parts[0]?.transitions.splice(0, 1)),
      changed(({ parts }) => parts.pop()),
    ];
    for (const [number, text] of refused.entries()) {
      expect(await judgementOf(text), `change ${number}`).toMatchObject({ verdict: 'refused' });
    }
  });

  const { fairThreads: _, ...UNFAIR } = LIVE;
  const { property: __, ...WITHOUT } = LIVE;
  const OTHERS: Readonly<Record<string, CheckOptions>> = {
    'threads that are not fair': UNFAIR,
    'buffers that are not fair': { ...LIVE, fairBuffers: false },
    'another memory': { ...LIVE, memory: 'pso' },
    'another formula': { ...WITHOUT, ltl: 'G (P(0)@wait -> X P(0)@cs)' },
  };

  it.each(Object.entries(OTHERS))('is refused for %s, also when its scope is forged', async (_name, options) => {
    const result = await judgeCertificate(PROGRAM, written, options);
    if (!result.ok) throw new Error(result.diagnostics[0]?.message);
    expect(result.judgement).toMatchObject({ verdict: 'refused' });
    expect(result.judgement.reason).toMatch(/^the certificate is for /);
    const forged = changed((content) => Object.assign(content, { scope: result.asked }));
    expect(await judgementOf(forged, PROGRAM, options)).toMatchObject({ verdict: 'refused' });
  });

  it('is refused for another program or another question', async () => {
    expect(await judgementOf(written, read('programs/peterson.fp'))).toMatchObject({
      verdict: 'refused',
      reason: expect.stringMatching(/another model/),
    });
    const states = { file: FILE, property: 'mutex' };
    expect(await judgementOf(written, PROGRAM, states)).toMatchObject({
      verdict: 'refused',
      reason: 'the certificate is for infinite runs; the question is about states that are reached',
    });
  });

  it('is refused with a reason when it cannot be read', async () => {
    const [first = ''] = (JSON.parse(written) as Content).configurations;
    const faults: readonly (readonly [string, RegExp])[] = [
      [written.slice(0, -20), /not JSON/],
      [changed((content) => Reflect.deleteProperty(content, 'parts')), /"parts" is missing/],
      [changed(({ configurations }) => configurations.push(first)), /listed twice/],
      [changed(({ configurations }) => configurations.push('0')), /no configuration with 4 ranks/],
      [changed(({ configurations }) => configurations.push('0#0 0 0 x')), /a rank is no number/],
      [changed(({ scope }) => Object.assign(scope, { memory: 'arm' })), /none of sc, tso, pso/],
      [changed(({ scope }) => Object.assign(scope, { buffers: 0 })), /less than 1/],
      [changed(({ scope }) => Object.assign(scope, { more: 1 })), /"more" is not known/],
      [changed(({ parts }) => Object.assign(parts[0] ?? {}, { states: 1 })), /is not below 1/],
    ];
    for (const [text, reason] of faults) {
      const judgement = await judgementOf(text);
      expect(judgement.verdict).toBe('refused');
      expect(judgement.reason).toMatch(reason);
    }
  });

  it('is given for formulas beside the text, with the names that they use', async () => {
    const options = {
      ...LIVE,
      property: undefined,
      ltl: 'G (w -> F in)',
      propositions: { w: 'P(0)@wait', in: 'P(0)@cs' },
    };
    const { property: _, ...asked } = options;
    const text = await certificateOf(PROGRAM, asked);
    expect(await judgementOf(text, PROGRAM, asked)).toMatchObject({ verdict: 'accepted' });
    const other = { ...asked, propositions: { ...asked.propositions, in: 'P(1)@cs' } };
    expect(await judgementOf(text, PROGRAM, other)).toMatchObject({ verdict: 'refused' });
  });

  it('is for the bound that was asked about, though no buffer is ever full', async () => {
    const text = 'shared x: bool\nthread P { x = true; fence }\nltl done: F x';
    for (const buffer of [1, 3]) {
      const options: CheckOptions = { file: 'a.fp', memory: 'tso', property: 'done', fairThreads: true, buffer };
      const certificate = await certificateOf(text, options);
      expect((JSON.parse(certificate) as Content).scope).toMatchObject({ buffers: buffer });
      expect(await judgementOf(certificate, text, options)).toMatchObject({ verdict: 'accepted' });
    }
  });

  it('says nothing about threads that get stuck', async () => {
    const text = 'shared x: bool\nthread P { x = true; await !x; skip }\nnever deadlock\nltl done: F x';
    const options: CheckOptions = { file: 'a.fp', memory: 'sc', property: 'done', fairThreads: true };
    const certificate = await certificateOf(text, options);
    expect(await judgementOf(certificate, text, options)).toMatchObject({ verdict: 'accepted' });
  });
});
