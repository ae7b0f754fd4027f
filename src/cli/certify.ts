/**
 * `fencepost certify FILE`: the proof as SMT-LIB, and what solvers say about it. Of a program the proof is all its states,
 * and the interpreter says whether it finds the same.
 *
 * A proof counts when one solver accepts it whole and none refuses a part. A part that a solver finds satisfiable means
 * that the proof is wrong, and that is a fault of this program whatever the verdict was.
 */
import path from 'node:path';
import type { Certificate } from '../evidence/certificate.js';
import type { CertificateCheck } from '../evidence/certificate-check.js';
import type { Audit } from '../evidence/program-audit.js';
import { jsonCertification } from '../report/json.js';
import { textReport } from '../report/text.js';
import { plural, seconds } from '../report/words.js';
import { commandLineFault, fileFault, internalFault, unreadable, warn } from './faults.js';
import type { Host } from './host.js';
import { type Input, readInput, STANDARD_INPUT, systemReason } from './input.js';
import type { Values } from './options.js';
import { liveLine } from './progress.js';
import type { ProveResult } from './services.js';
import { STATUS, type Status } from './status.js';
import { memoryBound, styleFor } from './surroundings.js';

type CertifyValues = Values<'processes' | 'memory' | 'buffer' | 'language' | 'output' | 'noRun' | 'timeout' | 'json'>;
type Proved = ProveResult & { readonly ok: true };

/** In the current folder: a model may lie where nobody wants new files. */
function certificateName(file: string): string {
  const model = file === STANDARD_INPUT ? 'certificate' : path.basename(file, path.extname(file));
  return `${model}.smt2`;
}

function checkLine(check: CertificateCheck): string {
  const { solver, accepted, failed, proved, obligations } = check;
  if (accepted) return `accepted by ${solver} in ${seconds(check.seconds)}`;
  const [first] = failed;
  const why = first === undefined ? '' : `; ${first.label}: ${first.answer}`;
  return `not accepted by ${solver}: ${proved} of ${plural(obligations, 'obligation')} proved${why}`;
}

function auditLine({ states, transitions, fault }: Audit): string {
  if (fault !== null) return `not confirmed by the interpreter: ${fault}`;
  return `confirmed by the interpreter: ${plural(states, 'state')}, ${plural(transitions, 'step')}`;
}

/** Throws when a solver found a part of the proof wrong. */
function refuseWrongProof(checks: readonly CertificateCheck[], place: string): void {
  for (const { solver, failed } of checks) {
    const wrong = failed.find(({ answer }) => answer === 'sat');
    if (wrong !== undefined) throw new Error(`${solver} refuses the certificate ${place}: ${wrong.label}`);
  }
}

function report(
  host: Host,
  name: string,
  result: Proved,
  place: string,
  checks: readonly CertificateCheck[],
  json: boolean,
): void {
  const { outcome, certificate } = result;
  const proof = 'obligations' in certificate ? certificate : null;
  const audit = 'audit' in certificate ? certificate.audit : null;
  if (json) {
    host.output.write(`${JSON.stringify(jsonCertification(name, outcome, proof, place, checks, audit))}\n`);
    return;
  }
  // The proof itself may be on standard output: then people read the report beside it.
  const stream = proof !== null && place === STANDARD_INPUT ? host.errors : host.output;
  const proved = outcome.verdict === 'holds';
  const options = { style: styleFor(host), width: host.output.columns, quiet: proved, allInvariants: false };
  const lines: string[] = [];
  if (proof !== null)
    lines.push(`certificate: ${place}, ${plural(proof.obligations, 'obligation')}`, ...checks.map(checkLine));
  else if (proved && 'missing' in certificate) lines.push(`no certificate: ${certificate.missing}`);
  if (audit !== null) lines.push(auditLine(audit));
  if (proof !== null && checks.length === 0) lines.push('not checked by a solver');
  stream.write(`${[textReport(name, outcome, options), ...lines.map((line) => `  ${line}`)].join('\n')}\n`);
}

async function write(host: Host, place: string, certificate: Certificate): Promise<string | null> {
  if (place === STANDARD_INPUT) {
    for (const chunk of certificate.chunks()) host.output.write(chunk);
    return null;
  }
  try {
    await host.writeFile(place, certificate.chunks());
    return null;
  } catch (error) {
    return systemReason(error);
  }
}

async function prove(input: Input & { readonly ok: true }, values: CertifyValues, host: Host): Promise<ProveResult> {
  const line = liveLine(host.errors, input.name, values.json);
  const limits = {
    ...(values.processes === null ? {} : { processes: values.processes }),
    ...(values.memory === null ? {} : { memory: values.memory }),
    ...(values.language === null ? {} : { language: values.language }),
    buffer: values.buffer,
    maxMemory: memoryBound(host, null),
    signal: host.stop,
    ...(values.timeout === null ? {} : { timeout: values.timeout }),
  };
  try {
    return await host.services.prove(input.text, { ...limits, file: input.name, onProgress: line.show });
  } finally {
    line.erase();
  }
}

async function certify(
  input: Input & { readonly ok: true },
  place: string,
  values: CertifyValues,
  host: Host,
): Promise<Status> {
  const result = await prove(input, values, host);
  if (!result.ok) return unreadable(host, values.json, input, values.language, result.diagnostics);
  await warn(host, input.text, result.warnings);
  const { outcome, certificate } = result;
  if ('missing' in certificate) {
    report(host, input.name, result, place, [], values.json);
    // Without a proof that a solver can read, what was asked for is not there.
    return outcome.verdict === 'holds' ? STATUS.unknown : STATUS[outcome.verdict];
  }
  if ('audit' in certificate) {
    if (certificate.audit.refuted) throw new Error(`the interpreter refuses the answer: ${certificate.audit.fault}`);
    report(host, input.name, result, place, [], values.json);
    return certificate.audit.fault === null ? STATUS.holds : STATUS.unknown;
  }
  const fault = await write(host, place, certificate);
  if (fault !== null) return fileFault(host, values.json, place, fault);
  const limits = { signal: host.stop, ...(values.timeout === null ? {} : { timeout: values.timeout }) };
  const checks = values.noRun ? [] : await host.services.checkCertificate(certificate, limits);
  refuseWrongProof(checks, place);
  report(host, input.name, result, place, checks, values.json);
  return values.noRun || checks.some(({ accepted }) => accepted) ? STATUS.holds : STATUS.unknown;
}

export async function run(values: CertifyValues, files: readonly string[], host: Host): Promise<Status> {
  const file = files[0] as string;
  if (values.json && values.output === STANDARD_INPUT) {
    return commandLineFault(host, '--json and --output - both want standard output', 'give --output a file');
  }
  const input = await readInput(host, file);
  if (!input.ok) return fileFault(host, values.json, input.name, input.message);
  try {
    return await certify(input, values.output ?? certificateName(file), values, host);
  } catch (error) {
    return internalFault(host, values.json, input.name, error);
  }
}
