/**
 * Certificates put to solvers: to Z3 as a library, always, and to every solver program on the search path.
 *
 * The programs read the text exactly as it is written to a file. The library works on whole scripts, so it is given the
 * text in batches: the head, and of one or more groups the shared part and some obligations, as many as keep the cost
 * of reading the shared part again small.
 *
 * Whoever stops a check, or a solver that answers anything but `unsat` to one obligation, leaves the certificate not
 * accepted; nothing here ever turns a missing answer into a good one.
 */

import { Answers, type Failure } from './answers.js';
import type { Certificate } from './certificate.js';
import { findSolvers, runSolver, type SolverProgram } from './programs.js';
import { evaluateSmtLib } from './z3.js';

export interface CheckCertificateOptions {
  readonly signal?: AbortSignal;
  /** Seconds for all solvers together, which work at once. No limit when absent. */
  readonly timeout?: number;
  readonly onProgress?: (solver: string, answered: number, obligations: number) => void;
  /** Programs to ask besides the library; those on the search path when absent. */
  readonly programs?: readonly SolverProgram[];
}

export interface CertificateCheck {
  /** Every obligation was answered `unsat`, and nothing else was printed. */
  readonly accepted: boolean;
  /** Some obligation was answered `sat`: the proof is wrong. Neither accepted nor refuted is undecided. */
  readonly refuted: boolean;
  /** `z3-solver`, or the path of the program. */
  readonly solver: string;
  readonly obligations: number;
  readonly proved: number;
  readonly failed: readonly Failure[];
  readonly seconds: number;
}

/** One answer for each solver; all of them work at once. */
export async function checkCertificate(
  certificate: Certificate,
  options: CheckCertificateOptions = {},
): Promise<CertificateCheck[]> {
  const { signal, timeout } = options;
  const clock = timeout === undefined ? [] : [AbortSignal.timeout(Math.ceil(timeout * 1000))];
  const stop = AbortSignal.any([...(signal === undefined ? [] : [signal]), ...clock]);
  const programs = options.programs ?? (await findSolvers());
  return Promise.all([
    check(certificate, 'z3-solver', options, stop, checkByLibrary),
    ...programs.map((program) =>
      check(certificate, program.path, options, stop, (...rest) => checkByProgram(program, ...rest)),
    ),
  ]);
}

/** Fulfilled with what went wrong, or null; obligations left without an answer count as failed in any case. */
type Method = (
  certificate: Certificate,
  answers: Answers,
  signal: AbortSignal,
  told: () => void,
) => Promise<string | null>;

async function check(
  certificate: Certificate,
  solver: string,
  { signal, timeout, onProgress }: CheckCertificateOptions,
  stop: AbortSignal,
  method: Method,
): Promise<CertificateCheck> {
  const start = performance.now();
  const { obligations } = certificate;
  const answers = new Answers();
  const told = throttled(() => onProgress?.(solver, answers.answered, obligations));
  const fault = await method(certificate, answers, stop, told);
  answers.end(stop.aborted);
  if (fault !== null) answers.failed.push({ label: solver, answer: fault });
  if (stop.aborted && answers.answered < obligations) {
    const reason = signal?.aborted === true ? 'stopped' : `the time limit of ${timeout} s was reached`;
    answers.failed.push({ label: solver, answer: `${reason} after ${answers.answered} of ${obligations} obligations` });
  }
  const accepted = answers.failed.length === 0 && answers.proved === obligations;
  const refuted = answers.failed.some(({ answer }) => answer === 'sat');
  const seconds = (performance.now() - start) / 1000;
  return { accepted, refuted, solver, obligations, proved: answers.proved, failed: answers.failed, seconds };
}

/** At most a few calls a second. */
function throttled(action: () => void): () => void {
  let last = performance.now();
  return () => {
    const now = performance.now();
    if (now - last < 200) return;
    last = now;
    action();
  };
}

const checkByLibrary: Method = async (certificate, answers, signal, told) => {
  for (const script of batches(certificate, answers)) {
    if (signal.aborted) return null;
    const answer = evaluateSmtLib(script).catch((fault: unknown) => `${fault}`);
    const output = await unlessAborted(answer, signal);
    if (output === null) return null;
    for (const line of output.split('\n')) answers.line(line);
    told();
  }
  return null;
};

/** Null when the signal comes first; Z3 then finishes its batch unheard. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  let onAbort = () => {};
  const aborted = new Promise<null>((fulfil) => {
    onAbort = () => fulfil(null);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Characters. Z3 reads some 4 MB a second, and answers some thousand obligations of 500 characters. */
const SMALLEST_BATCH = 100_000;

/** Scripts that hold all obligations; what each of them will echo is expected before it is given. */
function* batches(certificate: Certificate, answers: Answers): Generator<string> {
  let texts = [certificate.preamble];
  let size = 0;
  for (const group of certificate.groups) {
    const shared = [...group.shared()].join('');
    const conclusive = !group.partial();
    const enough = Math.max(SMALLEST_BATCH, shared.length / 2);
    let open = false;
    for (const { label, script } of group.scripts()) {
      if (!open) {
        answers.expectGroup(group.title);
        texts.push('(push 1)\n', shared);
        open = true;
      }
      answers.expectObligation(label, conclusive);
      texts.push(script);
      size += script.length;
      if (size < enough) continue;
      yield texts.join('');
      [texts, size, open] = [[certificate.preamble], 0, false];
    }
    if (open) texts.push('(pop 1)\n');
  }
  if (size > 0) yield texts.join('');
}

function checkByProgram(
  program: SolverProgram,
  certificate: Certificate,
  answers: Answers,
  signal: AbortSignal,
  told: () => void,
): Promise<string | null> {
  const text = (function* () {
    yield certificate.preamble;
    for (const group of certificate.groups) {
      answers.expectGroup(group.title);
      yield '(push 1)\n';
      yield* group.shared();
      for (const { label, script } of group.scripts()) {
        answers.expectObligation(label, !group.partial());
        yield script;
      }
      yield '(pop 1)\n';
    }
    yield '(exit)\n';
  })();
  const onLine = (line: string) => {
    answers.line(line);
    told();
  };
  return runSolver(program, text, onLine, signal);
}
