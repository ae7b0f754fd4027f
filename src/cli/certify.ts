/**
 * `fencepost certify FILE`: the proof as a file, and what others say about it.
 *
 *   - Of a model of arrays the proof is SMT-LIB, and solvers are asked.
 *   - Of a program the minor set of the Dual-TSO engine is written as JSON and given to its checker; an invariant of predicate
 *     abstraction is written as SMT-LIB, or as JSON if the file is to be called so.
 *   - Of a temporal property a ranking of the runs is written as JSON and given to its checker.
 *   - If all states were explored there is nothing to write: a second kernel and the interpreter say whether they find the same.
 *
 * A proof counts if one judge accepts it whole and none refuses a part. If a proof of ours is refused, it is wrong, and that
 * is a fault of this program whatever the verdict was.
 */
import path from 'node:path';
import type { AuditReport, CertifyResult } from '../check/certify.js';
import type { CertificateJudgement } from '../check/judge.js';
import type { NoCertificate } from '../evidence/certify.js';
import type { CertificateCheck } from '../evidence/solvers/check.js';
import { memoryNamed } from '../memory/models.js';
import { type Evidence, jsonCertification, jsonJudged } from '../report/json.js';
import { DASHED, reasonText } from '../report/remarks.js';
import { textReport } from '../report/text.js';
import { plural, seconds } from '../report/words.js';
import { commandLineFault, fileFault, unreadable, warn } from './faults.js';
import { answerFile, outputFault, type Readable } from './files.js';
import type { Host } from './host.js';
import { readInput, STANDARD_INPUT } from './input.js';
import { writeJson } from './json.js';
import { spelling } from './option.js';
import { OPTIONS, type Values } from './options.js';
import { writeOutput } from './output.js';
import type { LiveLine } from './progress.js';
import { questionOf } from './question.js';
import { STATUS, type Status } from './status.js';
import { styleFor } from './surroundings.js';

type CertifyValues = Values<'certify'>;
type Certified = CertifyResult & { readonly ok: true };

/** In the current folder: a model may lie where nobody wants new files. */
function certificateName(file: string, extension: string): string {
  const model = file === STANDARD_INPUT ? 'certificate' : path.basename(file, path.extname(file));
  return `${model}${extension}`;
}

function checkLine(check: CertificateCheck): string {
  const { solver, accepted, failed, proved, obligations } = check;
  if (accepted) return `accepted by ${solver} in ${seconds(check.seconds)}`;
  const [first] = failed;
  const why = first === undefined ? '' : `; ${first.label}: ${first.answer}`;
  return `not accepted by ${solver}: ${proved} of ${plural(obligations, 'obligation')} proved${why}`;
}

function judgementLine(judgement: CertificateJudgement): string {
  const { verdict, reason, configurations = 0, steps = 0, obligations, claim, seconds: time } = judgement;
  // Without obligations it was refused before anybody was asked.
  if (verdict === 'refused' && obligations === 0) return `refused: ${reason}`;
  const minorSet = claim === undefined ? 'the checker of minor sets' : 'the checker of rankings';
  const judge = obligations === undefined ? minorSet : 'solvers';
  const looked =
    obligations === undefined
      ? `${plural(configurations, 'configuration')}, ${plural(steps, 'step')}${claim === undefined ? ' undone' : ''}, ${seconds(time)}`
      : `${plural(obligations, 'obligation')}, ${seconds(time)}`;
  if (verdict === 'accepted') return `accepted by ${judge}: ${looked}`;
  const why = judgement.stopped === undefined ? reason : reasonText(judgement.stopped, DASHED);
  return `${verdict === 'refused' ? 'refused' : 'not judged'} by ${judge}: ${why}`;
}

/** What a certificate that somebody wrote is about. */
function claimLine({ claim }: CertificateJudgement): string {
  if (claim === undefined) return '';
  const { property, formula, where, memory, buffer, perLocation, fairThreads, fairBuffers } = claim;
  const { title } = memoryNamed(memory);
  const named = Object.entries(where).map(([name, condition]) => `${name} is ${condition}`);
  const length = buffer === 'unbounded' ? 'buffers of any length' : `buffers of at most ${buffer}`;
  const parts = [
    `${property === null ? formula : `${property}, ${formula}`}`,
    ...named,
    `under ${title}`,
    ...(buffer === null ? [] : [`${length}${perLocation && buffer !== 'unbounded' ? ' for each location' : ''}`]),
    ...(fairThreads ? ['fair threads'] : []),
    ...(fairBuffers ? ['fair buffers'] : []),
  ];
  return `  it claims: ${parts.join('; ')}\n`;
}

function auditLine({ states, transitions, unfinished, by }: AuditReport): string {
  if (unfinished !== null) return `not confirmed by ${by}: ${reasonText(unfinished, DASHED)}`;
  return `confirmed by ${by}: ${plural(states, 'state')}, ${plural(transitions, 'step')}`;
}

/** Throws when somebody found a part of the proof wrong. */
function refuseWrongProof({ checks, judgement, audit, place }: Evidence): void {
  if (audit !== null && audit.refuted !== null) throw new Error(`${audit.by} refuses the answer: ${audit.refuted}`);
  if (judgement?.verdict === 'refused') throw new Error(`the certificate ${place} is refused: ${judgement.reason}`);
  for (const { solver, failed } of checks) {
    const wrong = failed.find(({ answer }) => answer === 'sat');
    if (wrong !== undefined) throw new Error(`${solver} refuses the certificate ${place}: ${wrong.label}`);
  }
}

function isAccepted({ checks, judgement, audit }: Evidence): boolean {
  const confirmed = audit !== null && audit.refuted === null && audit.unfinished === null;
  return confirmed || checks.some(({ accepted }) => accepted) || judgement?.verdict === 'accepted';
}

function noneLine(why: NoCertificate): string {
  switch (why.code) {
    case 'unfinished':
      return `no certificate: ${reasonText(why.reason, DASHED)}`;
    case 'cubes of buffers':
      return 'no certificate: proofs on cubes under TSO have none yet; `check --cubes events` asks the other form of cube';
    case 'unsupported':
      return `no certificate: ${why.message}`;
    case 'not proved':
      return 'no certificate: nothing was proved';
  }
}

function evidenceLines({ place, certificate, checks, judgement, audit }: Evidence): string[] {
  if (audit !== null) return [auditLine(audit)];
  if (certificate === null) return [];
  const size =
    'obligations' in certificate
      ? plural(certificate.obligations, 'obligation')
      : plural(certificate.configurations, 'configuration');
  const said = [...checks.map(checkLine), ...(judgement === null ? [] : [judgementLine(judgement)])];
  return [`certificate: ${place}, ${size}`, ...(said.length === 0 ? ['not checked by anybody'] : said)];
}

function report(
  host: Host,
  name: string,
  { outcome, certificate }: Certified,
  evidence: Evidence,
  json: boolean,
): void {
  if (json) {
    writeJson(host, jsonCertification(name, outcome, evidence));
    return;
  }
  // The proof itself may be on standard output: then people read the report beside it.
  const stream = evidence.certificate !== null && evidence.place === STANDARD_INPUT ? host.errors : host.output;
  const proved = outcome.verdict === 'holds';
  const options = { style: styleFor(host), width: host.output.columns, quiet: proved, allInvariants: false };
  const none = proved && certificate.kind === 'none' ? [noneLine(certificate.why)] : [];
  const lines = [...none, ...evidenceLines(evidence)];
  stream.write(`${[textReport(name, outcome, options), ...lines.map((line) => `  ${line}`)].join('\n')}\n`);
}

const NOTHING: Evidence = { place: '', certificate: null, checks: [], judgement: null, audit: null };

async function certify(
  input: Readable,
  file: string,
  values: CertifyValues,
  line: LiveLine,
  host: Host,
): Promise<Status> {
  const question = { ...questionOf(values, host), file: input.name, onProgress: line.show };
  const result = await host.services.certify(input.text, question);
  line.erase();
  if (!result.ok) return unreadable(host, values.json, input, values.language, result.diagnostics);
  await warn(host, input.text, result.warnings);
  const { outcome, certificate } = result;
  const told = (evidence: Evidence): Status => {
    line.erase();
    refuseWrongProof(evidence);
    report(host, input.name, result, evidence, values.json);
    const accepted = isAccepted(evidence) || (values.noRun && evidence.certificate !== null);
    return outcome.verdict !== 'holds' ? STATUS[outcome.verdict] : accepted ? STATUS.holds : STATUS.unknown;
  };
  switch (certificate.kind) {
    case 'none':
      return told(NOTHING);
    case 'audit':
      return told({ ...NOTHING, audit: certificate.audit });
    case 'obligations': {
      const { obligations, data } = certificate;
      const place = values.output ?? certificateName(file, '.smt2');
      const chunks = place.endsWith('.json') && data !== null ? data() : obligations.chunks();
      const fault = await writeOutput(host, place, chunks);
      if (fault !== null) return fileFault(host, values.json, place, fault);
      const limits = { signal: host.stop, ...(values.timeout === undefined ? {} : { timeout: values.timeout }) };
      const checks = values.noRun ? [] : await host.services.checkCertificate(obligations, limits);
      return told({ ...NOTHING, place, certificate: obligations, checks });
    }
    case 'ranking':
    case 'minor set': {
      const place = values.output ?? certificateName(file, '.json');
      const fault = await writeOutput(host, place, certificate.chunks());
      if (fault !== null) return fileFault(host, values.json, place, fault);
      const text = [...certificate.chunks()].join('');
      const judged = values.noRun ? null : await host.services.judge(input.text, text, question);
      if (judged?.ok === false) throw new Error('what was proved can be read again');
      return told({ ...NOTHING, place, certificate, judgement: judged?.judgement ?? null });
    }
  }
}

/** A certificate that somebody wrote: whether it is one, of this program. */
async function judgeFile(
  input: Readable,
  place: string,
  values: CertifyValues,
  line: LiveLine,
  host: Host,
): Promise<Status> {
  const written = await readInput(host, place);
  if (!written.ok) return fileFault(host, values.json, written.name, written.message);
  const question = { ...questionOf(values, host), file: input.name, onProgress: line.show };
  const result = await host.services.judge(input.text, written.text, question);
  line.erase();
  if (!result.ok) return unreadable(host, values.json, input, values.language, result.diagnostics);
  await warn(host, input.text, result.warnings);
  const { judgement } = result;
  if (values.json) writeJson(host, jsonJudged(input.name, written.name, judgement));
  else
    host.output.write(
      `${input.name}: the certificate ${written.name} is ${judgementLine(judgement)}\n${claimLine(judgement)}`,
    );
  return { accepted: STATUS.holds, refused: STATUS.violated, unknown: STATUS.unknown }[judgement.verdict];
}

/** These are for the search of a proof. */
const OF_THE_SEARCH = [
  'memory',
  'engine',
  'buffer',
  'bufferPerLocation',
  'fairThreads',
  'extrapolate',
  'output',
  'noRun',
] as const;

/** What is wrong with the command line; null when nothing is. */
function commandFault(values: CertifyValues, file: string, host: Host): Status | null {
  const { json, output, certificate } = values;
  if (certificate === null) return outputFault(host, json, output);
  if (certificate === STANDARD_INPUT && file === STANDARD_INPUT)
    return commandLineFault(host, 'standard input can be read only once', 'give --certificate a file');
  const useless = OF_THE_SEARCH.find((name) => (values[name] ?? false) !== false);
  if (useless === undefined) return null;
  const written = spelling(useless, OPTIONS[useless]);
  const why = `${written} is for the search of a proof, and --certificate judges one without a search`;
  return commandLineFault(host, why, `leave out ${written}`);
}

export async function run(values: CertifyValues, files: readonly string[], host: Host): Promise<Status> {
  const file = files[0] as string;
  const { certificate, json } = values;
  const wrong = commandFault(values, file, host);
  if (wrong !== null) return wrong;
  return answerFile(host, file, { json, quiet: json }, (input, line) =>
    certificate === null ? certify(input, file, values, line, host) : judgeFile(input, certificate, values, line, host),
  );
}
