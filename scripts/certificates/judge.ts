/** One question: it is asked, its proof gets a certificate, and the certificate is judged from its text. */
import { readFileSync } from 'node:fs';
import { type CertifyResult, certify } from '../../src/check/certify.js';
import { judgeCertificate } from '../../src/check/judge.js';
import type { CheckOptions } from '../../src/check/options.js';
import type { Reason } from '../../src/engines/remarks.js';
import type { CertificateCheck } from '../../src/evidence/solvers/check.js';
import { DASHED, reasonText } from '../../src/report/remarks.js';
import type { Question } from './questions.js';

/**
 * `refused`: the certificate is, or its proof contradicts what is known. `late`: a limit of time, memory or states was reached
 * first. `open`: nobody says that it holds, and there is no proof.
 */
export type Mark = 'accepted' | 'refused' | 'late' | 'none' | 'open';

export interface Row {
  readonly title: string;
  readonly mark: Mark;
  /** Of certificate; null where there is none. */
  readonly kind: string | null;
  readonly how: string;
  readonly seconds: number;
  readonly checks: readonly Pick<CertificateCheck, 'solver' | 'accepted' | 'refuted' | 'proved' | 'seconds'>[];
}

type Judged = Omit<Row, 'title' | 'seconds'>;
type Made = Pick<Extract<CertifyResult, { readonly ok: true }>, 'certificate' | 'scope'>;

export async function rowOf({ title, path, options, expected }: Question, limits: CheckOptions): Promise<Row> {
  const begin = performance.now();
  const judged = await judgedQuestion(readFileSync(path), { ...options, ...limits }, expected);
  return { title, ...judged, seconds: (performance.now() - begin) / 1000 };
}

async function judgedQuestion(text: Uint8Array, options: CheckOptions, expected: boolean): Promise<Judged> {
  const result = await certify(text, options);
  if (!result.ok) return none(expected ? 'none' : 'open', faults(result));
  const { verdict, reasons } = result.outcome;
  if (verdict === 'holds') return judged(result, text, options);
  if (verdict === 'violated') return none(expected ? 'refused' : 'open', 'violated');
  return none(expected ? (isLate(reasons) ? 'late' : 'none') : 'open', `not proved: ${told(reasons)}`);
}

async function judged({ certificate, scope }: Made, text: Uint8Array, options: CheckOptions): Promise<Judged> {
  switch (certificate.kind) {
    case 'none': {
      const { why } = certificate;
      if ('reason' in why) return none(isLate([why.reason]) ? 'late' : 'none', `no certificate: ${told([why.reason])}`);
      return none('none', `no certificate: ${'message' in why ? why.message : why.code}`);
    }
    case 'audit': {
      const { refuted, unfinished, by, states } = certificate.audit;
      const kind = `all ${scope?.about ?? 'states'}, by ${by}`;
      if (unfinished !== null) return { ...none(isLate([unfinished]) ? 'late' : 'none', told([unfinished])), kind };
      return { mark: refuted === null ? 'accepted' : 'refused', kind, how: refuted ?? `${states} states`, checks: [] };
    }
    case 'obligations':
      return judgedText(certificate.obligations.chunks(), text, options);
    case 'minor set':
    case 'ranking':
      return judgedText(certificate.chunks(), text, options);
  }
}

const MARKS = { accepted: 'accepted', refused: 'refused', unknown: 'none' } as const;

async function judgedText(chunks: Iterable<string>, text: Uint8Array, options: CheckOptions): Promise<Judged> {
  // The certificate alone is judged: who found it must not matter.
  const { engine: _, ...question } = options;
  let kind: string | null = null;
  let size = 0;
  async function* pieces(): AsyncGenerator<string> {
    for (const chunk of chunks) {
      kind ??= /"fencepost-([a-z-]+)-certificate/.exec(chunk)?.[1] ?? null;
      size += chunk.length;
      yield chunk;
    }
  }
  const result = await judgeCertificate(text, pieces(), question);
  if (!result.ok) return { ...none('none', faults(result)), kind };
  const { verdict, reason, stopped, obligations, configurations = 0 } = result.judgement;
  const what = obligations === undefined ? `${configurations} configurations` : `${obligations} obligations`;
  const why = stopped === undefined ? reason : told([stopped]);
  const isSpent = stopped !== undefined || /time limit/.test(reason ?? '');
  const how = `${what}, ${Math.ceil(size / 1024)} kB${why === null ? '' : `: ${why}`}`;
  return { mark: isSpent ? 'late' : MARKS[verdict], kind, how, checks: result.checks };
}

const none = (mark: Mark, how: string): Judged => ({ mark, kind: null, how, checks: [] });

function isLate(reasons: readonly Reason[]): boolean {
  return reasons.some(({ code }) => code === 'limit' || code === 'interrupted');
}

function told(reasons: readonly Reason[]): string {
  return reasons.map((reason) => reasonText(reason, DASHED)).join('; ');
}

function faults({ diagnostics }: { readonly diagnostics: readonly { readonly message: string }[] }): string {
  return diagnostics.map(({ message }) => message).join('; ');
}
