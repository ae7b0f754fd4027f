/**
 * `fencepost certify FILE`: the proof as a file, and what others say about it. Of a model that is SMT-LIB, and solvers are
 * asked. Of a program the Dual-TSO engine's minor set is written as JSON and put to its checker; an invariant of predicate
 * abstraction as SMT-LIB, or as JSON where the file is to be called so; where all states were explored, there is nothing to write, and the interpreter says whether it finds the same.
 *
 * A proof counts when one judge accepts it whole and none refuses a part. A proof of ours that is refused is wrong, and that
 * is a fault of this program whatever the verdict was.
 */
import path from 'node:path';
import type { CheckOptions } from '../check/check.js';
import type { CertificateJudgement } from '../check/judge.js';
import type { Audit } from '../evidence/audit.js';
import type { Certificate } from '../evidence/cubes/certificate.js';
import type { CertificateCheck } from '../evidence/solvers/check.js';
import { type Evidence, jsonCertification, jsonJudgement } from '../report/json.js';
import { textReport } from '../report/text.js';
import { plural, seconds } from '../report/words.js';
import { commandLineFault, fileFault, internalFault, unreadable, warn } from './faults.js';
import type { Host } from './host.js';
import { type Input, readInput, STANDARD_INPUT, systemReason } from './input.js';
import type { Values } from './options.js';
import { liveLine } from './progress.js';
import { questionOf } from './question.js';
import type { MinorSetCertificate, ProveResult } from './services.js';
import { STATUS, type Status } from './status.js';
import { styleFor } from './surroundings.js';

type CertifyValues = Values<
  | 'processes'
  | 'memory'
  | 'engine'
  | 'buffer'
  | 'extrapolate'
  | 'language'
  | 'output'
  | 'noRun'
  | 'certificate'
  | 'timeout'
  | 'maxMemory'
  | 'json'
>;
type Readable = Input & { readonly ok: true };
type Proved = ProveResult & { readonly ok: true };

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
  const { verdict, reason, configurations = 0, steps = 0, obligations, seconds: time } = judgement;
  // Without obligations it was refused before anybody was asked.
  if (verdict === 'refused' && obligations === 0) return `refused: ${reason}`;
  const judge = obligations === undefined ? 'the checker of minor sets' : 'solvers';
  const looked =
    obligations === undefined
      ? `${plural(configurations, 'configuration')}, ${plural(steps, 'step')} undone, ${seconds(time)}`
      : `${plural(obligations, 'obligation')}, ${seconds(time)}`;
  if (verdict === 'accepted') return `accepted by ${judge}: ${looked}`;
  return `${verdict === 'refused' ? 'refused' : 'not judged'} by ${judge}: ${reason}`;
}

function auditLine({ states, transitions, fault }: Audit): string {
  if (fault !== null) return `not confirmed by the interpreter: ${fault}`;
  return `confirmed by the interpreter: ${plural(states, 'state')}, ${plural(transitions, 'step')}`;
}

/** Throws when somebody found a part of the proof wrong. */
function refuseWrongProof({ checks, judgement, audit, place }: Evidence): void {
  if (audit?.refuted) throw new Error(`the interpreter refuses the answer: ${audit.fault}`);
  if (judgement?.verdict === 'refused') throw new Error(`the certificate ${place} is refused: ${judgement.reason}`);
  for (const { solver, failed } of checks) {
    const wrong = failed.find(({ answer }) => answer === 'sat');
    if (wrong !== undefined) throw new Error(`${solver} refuses the certificate ${place}: ${wrong.label}`);
  }
}

function isAccepted({ checks, judgement, audit }: Evidence): boolean {
  return checks.some(({ accepted }) => accepted) || judgement?.verdict === 'accepted' || audit?.fault === null;
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

function report(host: Host, name: string, { outcome, certificate }: Proved, evidence: Evidence, json: boolean): void {
  if (json) {
    host.output.write(`${JSON.stringify(jsonCertification(name, outcome, evidence))}\n`);
    return;
  }
  // The proof itself may be on standard output: then people read the report beside it.
  const stream = evidence.certificate !== null && evidence.place === STANDARD_INPUT ? host.errors : host.output;
  const proved = outcome.verdict === 'holds';
  const options = { style: styleFor(host), width: host.output.columns, quiet: proved, allInvariants: false };
  const none = proved && 'missing' in certificate ? [`no certificate: ${certificate.missing}`] : [];
  const lines = [...none, ...evidenceLines(evidence)];
  stream.write(`${[textReport(name, outcome, options), ...lines.map((line) => `  ${line}`)].join('\n')}\n`);
}

async function write(host: Host, place: string, chunks: () => Iterable<string>): Promise<string | null> {
  if (place === STANDARD_INPUT) {
    for (const chunk of chunks()) host.output.write(chunk);
    return null;
  }
  try {
    await host.writeFile(place, chunks());
    return null;
  } catch (error) {
    return systemReason(error);
  }
}

/** What others say about what was written. */
async function asked(
  input: Readable,
  certificate: Certificate | MinorSetCertificate,
  question: CheckOptions,
  values: CertifyValues,
  host: Host,
): Promise<Pick<Evidence, 'checks' | 'judgement'>> {
  if (values.noRun) return { checks: [], judgement: null };
  if ('obligations' in certificate) {
    const limits = { signal: host.stop, ...(values.timeout === null ? {} : { timeout: values.timeout }) };
    return { checks: await host.services.checkCertificate(certificate, limits), judgement: null };
  }
  const text = [...certificate.chunks()].join('');
  const judged = await host.services.judge(input.text, text, question);
  if (!judged.ok) throw new Error('what was proved can be read again');
  return { checks: [], judgement: judged.judgement };
}

async function certify(input: Readable, file: string, values: CertifyValues, host: Host): Promise<Status> {
  const line = liveLine(host.errors, input.name, values.json);
  const question = { ...questionOf(values, host), file: input.name, onProgress: line.show };
  try {
    const result = await host.services.prove(input.text, question);
    line.erase();
    if (!result.ok) return unreadable(host, values.json, input, values.language, result.diagnostics);
    await warn(host, input.text, result.warnings);
    const { outcome, certificate } = result;
    const nothing: Evidence = { place: '', certificate: null, checks: [], judgement: null, audit: null };
    if ('missing' in certificate) {
      report(host, input.name, result, nothing, values.json);
      // Without a proof that others can read, what was asked for is not there.
      return outcome.verdict === 'holds' ? STATUS.unknown : STATUS[outcome.verdict];
    }
    if ('audit' in certificate) {
      const evidence = { ...nothing, audit: certificate.audit };
      refuseWrongProof(evidence);
      report(host, input.name, result, evidence, values.json);
      return isAccepted(evidence) ? STATUS.holds : STATUS.unknown;
    }
    const place = values.output ?? certificateName(file, 'obligations' in certificate ? '.smt2' : '.json');
    const isData = place.endsWith('.json') && 'data' in certificate && certificate.data !== undefined;
    const fault = await write(host, place, () => (isData ? certificate.data() : certificate.chunks()));
    if (fault !== null) return fileFault(host, values.json, place, fault);
    const said = await asked(input, certificate, question, values, host);
    line.erase();
    const evidence = { ...nothing, place, certificate, ...said };
    refuseWrongProof(evidence);
    report(host, input.name, result, evidence, values.json);
    return values.noRun || isAccepted(evidence) ? STATUS.holds : STATUS.unknown;
  } finally {
    line.erase();
  }
}

/** A certificate that somebody wrote: whether it is one, of this program. */
async function judgeFile(input: Readable, place: string, values: CertifyValues, host: Host): Promise<Status> {
  const written = await readInput(host, place);
  if (!written.ok) return fileFault(host, values.json, written.name, written.message);
  const line = liveLine(host.errors, input.name, values.json);
  const question = { ...questionOf(values, host), file: input.name, onProgress: line.show };
  const result = await host.services.judge(input.text, written.text, question).finally(() => line.erase());
  if (!result.ok) return unreadable(host, values.json, input, values.language, result.diagnostics);
  await warn(host, input.text, result.warnings);
  const { judgement } = result;
  host.output.write(
    values.json
      ? `${JSON.stringify(jsonJudgement(input.name, written.name, judgement))}\n`
      : `${input.name}: the certificate ${written.name} is ${judgementLine(judgement)}\n`,
  );
  return { accepted: STATUS.holds, refused: STATUS.violated, unknown: STATUS.unknown }[judgement.verdict];
}

export async function run(values: CertifyValues, files: readonly string[], host: Host): Promise<Status> {
  const file = files[0] as string;
  if (values.json && values.output === STANDARD_INPUT) {
    return commandLineFault(host, '--json and --output - both want standard output', 'give --output a file');
  }
  if (values.certificate === STANDARD_INPUT && file === STANDARD_INPUT) {
    return commandLineFault(host, 'standard input can be read only once', 'give --certificate a file');
  }
  const input = await readInput(host, file);
  if (!input.ok) return fileFault(host, values.json, input.name, input.message);
  try {
    if (values.certificate !== null) return await judgeFile(input, values.certificate, values, host);
    return await certify(input, file, values, host);
  } catch (error) {
    return internalFault(host, values.json, input.name, error);
  }
}
