/**
 * `fencepost certify FILE`: the proof as a file, and what others say about it.
 *
 *   - Of a model of arrays the proof is SMT-LIB, and solvers are asked.
 *   - Of a program the minor set of the Dual-TSO engine is written as JSON and given to its checker; an invariant of predicate
 *     abstraction is written as SMT-LIB, or as JSON if the file is to be called so.
 *   - Of a temporal property a ranking of the runs is written as JSON and given to its checker; if it would be too large, a second
 *     kernel follows all runs again.
 *   - If all states were explored there is nothing to write: a second kernel and the interpreter say whether they find the same.
 *
 * A proof counts if one judge accepts it whole and none refuses a part. If a proof of ours is refused, it is wrong, and that
 * is a fault of this program whatever the verdict was.
 */
import { Budget } from '../check/budget.js';
import type { AuditReport, CertifyResult } from '../check/certify.js';
import type { CertificateJudgement, JudgeResult } from '../check/judge.js';
import type { NoCertificate } from '../evidence/certify.js';
import { type CertificateScope, reaches, scopeFault, scopeText } from '../evidence/scope.js';
import type { CertificateCheck } from '../evidence/solvers/check.js';
import { type Evidence, jsonCertification, jsonJudged } from '../report/json.js';
import { DASHED, reasonText } from '../report/remarks.js';
import { textReport } from '../report/text.js';
import { OF_CHECK, warningLines } from '../report/warnings.js';
import { plural, seconds } from '../report/words.js';
import { commandLineFault, fileFault, unreadable, warn } from './faults.js';
import { answerFile, outputFault, type Readable } from './files.js';
import type { Host } from './host.js';
import { readPieces, STANDARD_INPUT, Unreadable } from './input.js';
import { writeJson } from './json.js';
import { readLemmas } from './lemma-file.js';
import { spelling } from './option.js';
import { OPTIONS, type Values } from './options.js';
import { outputName, writeOutput } from './output.js';
import type { LiveLine } from './progress.js';
import { questionOf } from './question.js';
import { STATUS, type Status } from './status.js';
import { styleFor } from './surroundings.js';

type CertifyValues = Values<'certify'>;
type Certified = CertifyResult & { readonly ok: true };
type JudgedFile = JudgeResult & { readonly ok: true };

/** In the current folder: a model may lie where nobody wants new files. */
function checkLine(check: CertificateCheck): string {
  const { solver, accepted, failed, proved, obligations } = check;
  if (accepted) return `accepted by ${solver} in ${seconds(check.seconds)}`;
  const [first] = failed;
  const why = first === undefined ? '' : `; ${first.label}: ${first.answer}`;
  return `not accepted by ${solver}: ${proved} of ${plural(obligations, 'obligation')} proved${why}`;
}

function configurationsText(count: number, counted: 'families' | undefined): string {
  return counted === undefined
    ? plural(count, 'configuration')
    : `${plural(count, 'family', 'families')} of configurations`;
}

function judgementLine(judgement: CertificateJudgement): string {
  const {
    verdict,
    reason,
    configurations = 0,
    counted,
    steps = 0,
    obligations = 0,
    checker,
    seconds: time,
  } = judgement;
  // Without anything looked at it was refused before anybody was asked.
  if (verdict === 'refused' && configurations + obligations === 0) return `refused: ${reason}`;
  const judge = checker !== undefined ? ` by the checker of ${checker}` : obligations === 0 ? '' : ' by solvers';
  const followed = `${plural(steps, 'step')}${checker === 'minor sets' ? ' undone' : ''}`;
  const looked =
    checker === undefined
      ? plural(obligations, 'obligation')
      : `${configurationsText(configurations, counted)}, ${followed}`;
  if (verdict === 'accepted') return `accepted${judge}: ${looked}, ${seconds(time)}`;
  const why = judgement.stopped === undefined ? reason : reasonText(judgement.stopped, DASHED);
  return `${verdict === 'refused' ? 'refused' : 'not judged'}${judge}: ${why}`;
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
    case 'event cubes':
      return 'no certificate: the event cubes need the order between reads, and no proof was found on view cubes';
    case 'unsupported':
      return `no certificate: ${why.message}`;
    case 'not proved':
      return 'no certificate: nothing was proved';
  }
}

/** `wanted`: the file that was asked for, which an audit does not write. */
function evidenceLines(
  { place, certificate, checks, judgement, audit, scope }: Evidence,
  wanted: string | null,
): string[] {
  const about = scope === null ? [] : [`scope: ${scopeText(scope)}`];
  const unwritten = wanted === null ? [] : [`${wanted} is not written: this proof has no file, it is found again`];
  if (audit !== null) return [auditLine(audit), ...unwritten, ...about];
  if (certificate === null) return [];
  const size =
    'obligations' in certificate
      ? plural(certificate.obligations, 'obligation')
      : configurationsText(certificate.configurations, certificate.counted);
  const said = [...checks.map(checkLine), ...(judgement === null ? [] : [judgementLine(judgement)])];
  return [`certificate: ${place}, ${size}`, ...(said.length === 0 ? ['not checked by anybody'] : said), ...about];
}

function report(
  host: Host,
  name: string,
  { outcome, certificate }: Certified,
  evidence: Evidence,
  { json, quiet, output }: Pick<CertifyValues, 'json' | 'quiet' | 'output'>,
): void {
  if (json) {
    writeJson(host, jsonCertification(name, outcome, evidence));
    return;
  }
  // The proof itself may be on standard output: then people read the report beside it.
  const stream = evidence.certificate !== null && evidence.place === STANDARD_INPUT ? host.errors : host.output;
  const proved = outcome.verdict === 'holds';
  const style = styleFor(host);
  const options = { style, width: host.output.columns, quiet: quiet || proved, allInvariants: false };
  const none = proved && certificate.kind === 'none' ? [noneLine(certificate.why)] : [];
  const warnings = quiet || !proved ? [] : warningLines(outcome, OF_CHECK).map(style.doubtful);
  // That nobody accepts a proof is news in any case.
  const said = quiet && (!proved || isAccepted(evidence)) ? [] : [...none, ...evidenceLines(evidence, output)];
  const lines = [...warnings, ...said];
  stream.write(`${[textReport(name, outcome, options), ...lines.map((line) => `  ${line}`)].join('\n')}\n`);
}

const NOTHING: Evidence = { place: '', certificate: null, checks: [], judgement: null, audit: null, scope: null };

async function certify(
  input: Readable,
  file: string,
  values: CertifyValues,
  line: LiveLine,
  host: Host,
): Promise<Status> {
  const lemmas = await readLemmas(host, values.lemmaFile);
  if (!lemmas.ok) return fileFault(host, values.json, lemmas.file, lemmas.message);
  const question = { ...questionOf(values, host), ...lemmas.given, file: input.name, onProgress: line.show };
  const budget = new Budget(question);
  const result = await host.services.certify(input.text, question);
  line.erase();
  if (!result.ok) return unreadable(host, values.json, input, values.language, result.diagnostics);
  if (!values.quiet) await warn(host, input.text, result.warnings);
  const { outcome, certificate } = result;
  const told = (made: Evidence): Status => {
    const evidence = { ...made, scope: result.scope };
    line.erase();
    refuseWrongProof(evidence);
    report(host, input.name, result, evidence, values);
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
      const place = values.output ?? outputName(file, '.smt2', 'certificate');
      const chunks = place.endsWith('.json') ? data() : obligations.chunks();
      const fault = await writeOutput(host, place, chunks);
      if (fault !== null) return fileFault(host, values.json, place, fault);
      const limits = budget.share({ signal: host.stop });
      const checks = values.noRun ? [] : await host.services.checkCertificate(obligations, limits);
      return told({ ...NOTHING, place, certificate: obligations, checks });
    }
    case 'ranking':
    case 'minor set': {
      const place = values.output ?? outputName(file, '.json', 'certificate');
      const fault = await writeOutput(host, place, certificate.chunks());
      if (fault !== null) return fileFault(host, values.json, place, fault);
      const text = [...certificate.chunks()].join('');
      const judged = values.noRun ? null : await host.services.judge(input.text, text, budget.share(question));
      if (judged?.ok === false) throw new Error('what was proved can be read again');
      return told({ ...NOTHING, place, certificate, judgement: judged?.judgement ?? null });
    }
  }
}

/** A certificate that somebody wrote: whether it is one, of this question. */
async function judgeFile(
  input: Readable,
  place: string,
  values: CertifyValues,
  line: LiveLine,
  host: Host,
): Promise<Status> {
  const written = place === STANDARD_INPUT ? '<stdin>' : place;
  const question = { ...questionOf(values, host), file: input.name, onProgress: line.show };
  try {
    const result = await host.services.judge(input.text, readPieces(host, place), question);
    line.erase();
    if (!result.ok) return unreadable(host, values.json, input, values.language, result.diagnostics);
    if (!values.quiet) await warn(host, input.text, result.warnings);
    const { judgement } = result;
    if (values.json) writeJson(host, jsonJudged(input.name, written, result));
    else
      host.output.write(
        `${judgedLines(input.name, written, result)
          .slice(0, values.quiet ? 1 : undefined)
          .join('\n')}\n`,
      );
    return { accepted: STATUS.holds, refused: STATUS.violated, unknown: STATUS.unknown }[judgement.verdict];
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    line.erase();
    return host.stop.aborted ? STATUS.unknown : fileFault(host, values.json, written, error.message);
  }
}

function judgedLines(name: string, written: string, { judgement, asked, scope }: JudgedFile): string[] {
  const options = scope === null ? '' : optionsFor(scope, asked);
  return [
    `${name}: the certificate ${written} is ${judgementLine(judgement)}`,
    `  scope: ${scopeText(asked)}`,
    ...(judgement.assumptions ?? []).map((each) => `  assumed and not proved: ${each}`),
    ...(options === '' ? [] : [`  ${options} asks the question that the certificate is for`]),
  ];
}

/** How to ask what a certificate is for, where that can be said in options. */
function optionsFor(scope: CertificateScope, asked: CertificateScope): string {
  const parts = ['memory', 'threads', 'about', 'property'] as const;
  const another = scope.model !== asked.model && parts.every((part) => scope[part] === asked[part]);
  if (another || scopeFault(scope, asked) === null) return '';
  const words: string[] = [];
  if (scope.memory !== asked.memory) words.push(`--memory ${scope.memory}`);
  const short = asked.buffers !== null && scope.buffers !== null && !reaches(scope, asked);
  if (short && scope.per === 'queue') words.push(`--buffer ${scope.buffers}`);
  if (scope.threads === 'any' && asked.threads !== 'any') words.push('--processes any');
  const [only] = /^[A-Za-z_][A-Za-z0-9_]*$/.exec(scope.property.replace(/^invariant /, '')) ?? [];
  if (scope.property !== asked.property && only !== undefined) words.push(`--property ${only}`);
  return words.join(' ');
}

/** These are for the search of a proof. */
const OF_THE_SEARCH = ['engine', 'extrapolate', 'output', 'noRun'] as const;

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
  return answerFile(host, file, { ...values, quiet: json || values.quiet }, (input, line) =>
    certificate === null ? certify(input, file, values, line, host) : judgeFile(input, certificate, values, line, host),
  );
}
