/**
 * A proof as a file, and what a judge in this tab says about it. Obligations are put to Z3, which is loaded for this alone;
 * minor sets and rankings have checkers of their own; where all states were searched, a second kernel and the interpreter
 * search them again.
 */
import { type CertifyResult, certify } from '../../src/check/certify.js';
import { judgeCertificate } from '../../src/check/judge.js';
import type { Progress } from '../../src/engines/engine.js';
import { reasonText } from '../../src/report/remarks.js';
import { plural, seconds } from '../../src/report/words.js';
import type { CertifyAnswer, JudgeAnswer, Judgement, ProofFile, Subject } from '../protocol.js';
import { ON_PAGE } from '../spelling.js';
import { optionsOf } from './answer.js';

type Certificate = (CertifyResult & { readonly ok: true })['certificate'];

export async function certifySubject(subject: Subject, told: (progress: Progress) => void): Promise<CertifyAnswer> {
  const result = await certify(subject.text, optionsOf(subject, told));
  if (!result.ok) return result;
  const { outcome, scope, certificate } = result;
  const { verdict } = outcome;
  return { ok: true, verdict, scope, ...evidenceOf(certificate, subject.file.replace(/\.[^.]*$/, '')) };
}

function evidenceOf(
  certificate: Certificate,
  name: string,
): { readonly file: ProofFile | null; readonly judgement: Judgement | null; readonly note: string | null } {
  const nothing = { file: null, judgement: null, note: null };
  switch (certificate.kind) {
    case 'obligations': {
      const { obligations } = certificate;
      const text = [...obligations.chunks()].join('');
      const size = plural(obligations.obligations, 'obligation');
      return { ...nothing, file: { name: `${name}.smt2`, text, size } };
    }
    case 'minor set':
    case 'ranking': {
      const text = [...certificate.chunks()].join('');
      return {
        ...nothing,
        file: { name: `${name}.json`, text, size: plural(certificate.configurations, 'configuration') },
      };
    }
    case 'audit': {
      const { states, transitions, unfinished, refuted, by } = certificate.audit;
      if (refuted !== null) throw new Error(`${by} refuses the answer: ${refuted}`);
      const looked = `${plural(states, 'state')}, ${plural(transitions, 'step')}`;
      const line =
        unfinished === null
          ? `${by} found the same: ${looked}`
          : `${by} did not finish: ${reasonText(unfinished, ON_PAGE)}`;
      return { ...nothing, judgement: { accepted: unfinished === null, by, line } };
    }
    case 'none':
      return { ...nothing, note: noteOf(certificate.why) };
  }
}

function noteOf(why: Extract<Certificate, { readonly kind: 'none' }>['why']): string {
  switch (why.code) {
    case 'unfinished':
      return reasonText(why.reason, ON_PAGE);
    case 'event cubes':
      return 'the event cubes need the order between reads, and no proof was found on view cubes';
    case 'unsupported':
      return why.message;
    case 'not proved':
      return 'nothing was proved';
  }
}

export async function judgeSubject(
  subject: Subject,
  certificate: string,
  told: (progress: Progress) => void,
): Promise<JudgeAnswer> {
  // These are for the search of a proof.
  const { engine: _, extrapolate: __, ...question } = optionsOf(subject, told);
  const result = await judgeCertificate(subject.text, certificate, question);
  if (!result.ok) return result;
  const { verdict, reason, obligations = 0, configurations = 0, checker, seconds: time } = result.judgement;
  const by = checker === undefined ? 'Z3' : `the checker of ${checker}`;
  const looked = checker === undefined ? plural(obligations, 'obligation') : plural(configurations, 'configuration');
  const accepted = verdict === 'accepted';
  const stopped = result.judgement.stopped;
  const why = stopped === undefined ? reason : reasonText(stopped, ON_PAGE);
  const line = accepted ? `accepted: ${looked}, ${seconds(time)}` : `${verdict}: ${why ?? 'nobody can say'}`;
  return { ok: true, judgement: { accepted, by, line } };
}
