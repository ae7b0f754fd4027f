/**
 * The doors to the rest of the program. Each opens when it is first used: a command reads the code it needs and no
 * more, and the commands know nothing else of what lies behind.
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { QuestionAsker } from '../batch/run.js';
import type { CertifyResult } from '../check/certify.js';
import type { CheckOptions, CheckResult } from '../check/check.js';
import type { CompareOptions, CompareResult } from '../check/compare.js';
import type { CertificateText, JudgeResult } from '../check/judge.js';
import type { LitmusOptions, LitmusResult } from '../check/litmus.js';
import type { PrintOptions } from '../check/print.js';
import type { ReduceOptions, ReduceResult } from '../check/reduce.js';
import type { ReplayResult } from '../check/replay/index.js';
import type { CertificateScope } from '../evidence/scope.js';
import type { Certificate } from '../evidence/solvers/certificate.js';
import type { CertificateCheck, CheckCertificateOptions } from '../evidence/solvers/check.js';
import type { Printed } from '../languages/language.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import type { SpellOption } from '../languages/shared/help.js';
import { renderDiagnostics, type Spelling } from '../languages/shared/render.js';
import type { Fix, FixOptions } from '../repair/answer.js';
import { spellOption } from './options.js';
import { flagsForShortRuns } from './short-runs.js';

export interface Services {
  check(text: string, options: CheckOptions): Promise<CheckResult>;
  /** Performs a run that somebody gives. */
  replay(text: string, run: string, options: CheckOptions): Promise<ReplayResult>;
  /** What `check` is asked, with the digest of the model; null where it cannot be read. */
  scope(text: string, options: CheckOptions): Promise<CertificateScope | null>;
  /** As `check`, under each memory. */
  compare(text: string, options: CompareOptions): Promise<CompareResult>;
  /** The final states of a litmus test. */
  litmus(text: string, options: LitmusOptions): Promise<LitmusResult>;
  /** The fewest fences or atomic writes that make a model right. */
  fix(text: string, options: FixOptions): Promise<Fix>;
  /** A program whose store buffers are variables. */
  reduce(text: string, options: ReduceOptions): Promise<ReduceResult>;
  /** As `check`, and the proof when the model holds. */
  certify(text: string, options: CheckOptions): Promise<CertifyResult>;
  /** What solvers say about a proof, one answer for each. */
  checkCertificate(certificate: Certificate, options: CheckCertificateOptions): Promise<readonly CertificateCheck[]>;
  /** What the checker of minor sets, or solvers, say about a certificate, as an answer to a question. */
  judge(text: string, certificate: CertificateText, options: CheckOptions): Promise<JudgeResult>;
  /** The model as text again, when nothing is wrong with it. */
  print(text: string, options: PrintOptions): Promise<Printed>;
  /** Answers questions in processes of their own, so many at a time. `root`: of the package. */
  questions(root: string, jobs: number): Promise<QuestionAsker>;
  /** For each `file:line:column: error[code]: message`, the line and a caret. `spell`: how options were written. */
  renderDiagnostics(diagnostics: readonly Diagnostic[], text: string, spell: SpellOption): Promise<string>;
}

/** By the options of the command line. */
export const SPELLING: Spelling = {
  beside: (beside) => (beside.kind === 'formula' ? '--ltl' : `--where ${beside.name}`),
  naming: (name) => `--where '${name}=...' tells the condition that it stands for`,
  option: spellOption,
};

/**
 * One thread collects garbage in a child of a pool: helpers take a sixth of the processor for a gain of nothing, and with as many
 * children as processors they hold others up (the examples on two processors: 77 s, then 65 s).
 */
const ONE_COLLECTOR = '--single-threaded-gc';

export const SERVICES: Services = {
  async check(text, options) {
    const { check } = await import('../check/check.js');
    return check(text, options);
  },
  async replay(text, run, options) {
    const { replayRun } = await import('../check/replay/index.js');
    return replayRun(text, run, options);
  },
  async scope(text, options) {
    const { questionScope } = await import('../check/question-scope.js');
    return questionScope(text, options);
  },
  async compare(text, options) {
    const { compare } = await import('../check/compare.js');
    return compare(text, options);
  },
  async litmus(text, options) {
    const { litmus } = await import('../check/litmus.js');
    return litmus(text, options);
  },
  async fix(text, options) {
    const { fix } = await import('../repair/index.js');
    return fix(text, options);
  },
  async reduce(text, options) {
    const { reduce } = await import('../check/reduce.js');
    return reduce(text, options);
  },
  async certify(text, options) {
    const { certify } = await import('../check/certify.js');
    return certify(text, options);
  },
  async checkCertificate(certificate, options) {
    const { checkCertificate } = await import('../evidence/solvers/check.js');
    return checkCertificate(certificate, options);
  },
  async judge(text, certificate, options) {
    const { judgeCertificate } = await import('../check/judge.js');
    return judgeCertificate(text, certificate, options);
  },
  async print(text, options) {
    const { print } = await import('../check/print.js');
    return print(text, options);
  },
  async questions(root, jobs) {
    const [{ Pool }, { sealedFlags }, { workOf }] = await Promise.all([
      import('../batch/pool.js'),
      import('../batch/sealed.js'),
      import('../batch/work-of.js'),
    ]);
    const share = `${Math.floor(availableParallelism() / jobs)}`;
    const flags = [...sealedFlags(), ONE_COLLECTOR, ...flagsForShortRuns(process.versions.node)];
    return new Pool({ file: path.join(root, 'dist', 'answer.js'), words: [share], flags }, jobs, workOf);
  },
  async renderDiagnostics(diagnostics, text, option) {
    return renderDiagnostics(diagnostics, text, { spelling: { ...SPELLING, option } });
  },
};
