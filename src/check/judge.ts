/**
 * A certificate that somebody wrote, against the question that is asked: of a text, by the same options as any other. The
 * certificate is accepted if it is for this question (`evidence/scope.ts`) and is a proof. No search takes part.
 *
 * It comes as JSON, or as SMT-LIB with the same JSON at its head. Then all obligations are made again from the data and the
 * model, the text must have exactly these, and they are what solvers are asked. The text is read piece by piece.
 *
 * No certificate makes this throw: what cannot be read, or does not fit, is refused with the reason.
 */

import type { Reason } from '../engines/remarks.js';
import { askedScope, type CertificateScope, scopeFault } from '../evidence/scope.js';
import type { Certificate } from '../evidence/solvers/certificate.js';
import type { CertificateCheck } from '../evidence/solvers/check.js';
import { Comparison } from '../evidence/solvers/compare.js';
import { Scanner } from '../evidence/solvers/scan.js';
import { askSolvers } from '../evidence/solvers/verdict.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import { uselessOptions } from './applies.js';
import { Budget } from './budget.js';
import { JUDGES, type JudgeRow, type NotJudged, type ToShow } from './judges.js';
import type { CheckOptions } from './options.js';
import { type Asked, readQuestion } from './read.js';
import { patiently, suited } from './suit.js';

/** Neither accepted nor refused: the budget was spent, or nobody can say. */
export interface CertificateJudgement {
  readonly verdict: 'accepted' | 'refused' | 'unknown';
  /** Why it is not accepted. */
  readonly reason: string | null;
  /** The budget was spent before it was judged. */
  readonly stopped?: Reason;
  /** Of minor sets: configurations whose steps were undone, and how many steps; of rankings those that were followed. */
  readonly configurations?: number;
  /** What `configurations` counts where each stands for many: integers grow without end, and only differences matter. */
  readonly counted?: 'families';
  readonly steps?: number;
  /** Of invariants and cubes: what there is to prove, and how much of it a solver proved. */
  readonly obligations?: number;
  readonly proved?: number;
  /** Declarations of the model that the proof rests on and that were not checked. */
  readonly assumptions?: readonly string[];
  /** Who looked, where no solver did. */
  readonly checker?: 'minor sets' | 'rankings';
  readonly seconds: number;
}

export type JudgeResult =
  | {
      readonly ok: true;
      readonly judgement: CertificateJudgement;
      /** What was asked, which is what an accepted certificate shows. */
      readonly asked: CertificateScope;
      /** What the certificate says that it is for; null where that cannot be read. */
      readonly scope: CertificateScope | null;
      /** What each solver said, where solvers were asked. */
      readonly checks: readonly CertificateCheck[];
      readonly warnings: readonly Diagnostic[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** A text, or its pieces. */
export type CertificateText = string | AsyncIterable<string>;

type Judged = Omit<CertificateJudgement, 'seconds'>;

export async function judgeCertificate(
  text: string | Uint8Array,
  certificate: CertificateText,
  options: CheckOptions,
): Promise<JudgeResult> {
  const budget = new Budget(options);
  const asked = await readQuestion(text, options, budget);
  if (!asked.ok) return asked;
  const { question, warnings } = asked;
  const useless = uselessOptions('check', asked.options, [{ question, engine: options.engine }]);
  if (useless.length > 0) return { ok: false, diagnostics: [...warnings, ...useless] };
  const judging = new Judging(asked, options, budget);
  const judged = await judging.judge(certificate);
  const { scope, scopeAsked, checks } = judging;
  return { ok: true, judgement: { ...judged, seconds: budget.seconds }, asked: scopeAsked, scope, checks, warnings };
}

/** Characters of JSON: what is made of them must have room in memory, too. */
const MOST_CHARACTERS = 2 ** 26;

class Judging {
  scope: CertificateScope | null = null;
  scopeAsked: CertificateScope;
  checks: readonly CertificateCheck[] = [];

  constructor(
    private readonly asked: Asked,
    private readonly options: CheckOptions,
    private readonly budget: Budget,
  ) {
    this.scopeAsked = askedScope({ ...asked, proved: asked.question.model });
  }

  async judge(certificate: CertificateText): Promise<Judged> {
    const pieces = (typeof certificate === 'string' ? slices(certificate) : certificate)[Symbol.asyncIterator]();
    let head = '';
    let next = await pieces.next();
    for (; next.done !== true; next = await pieces.next()) {
      head += next.value;
      if (head.trimStart() !== '') break;
    }
    const rest = continued(head, pieces);
    switch (head.trimStart()[0]) {
      case '{':
        return this.json(rest);
      case ';':
      case '(':
        return this.smtLib(rest);
      default:
        return refused('it is neither JSON nor SMT-LIB');
    }
  }

  private async json(pieces: AsyncIterable<string>): Promise<Judged> {
    const all: string[] = [];
    let size = 0;
    for await (const piece of pieces) {
      size += piece.length;
      if (size > MOST_CHARACTERS) return refused(`it is longer than ${MOST_CHARACTERS} characters`);
      if (this.budget.isSpent) return this.stopped();
      all.push(piece);
    }
    const shown = await this.open(all.join(''), false);
    return 'verdict' in shown ? shown : this.show(shown);
  }

  private async smtLib(pieces: AsyncIterable<string>): Promise<Judged> {
    const scanner = new Scanner();
    let comparison: Comparison | null = null;
    let shown: ToShow | null = null;
    const look = async (words: Iterable<{ readonly word: string; readonly line: number }>): Promise<Judged | null> => {
      for (const { word, line } of words) {
        if (comparison === null) {
          const opened = await this.open(scanner.data, true);
          if ('verdict' in opened) return opened;
          if (opened.kind !== 'obligations') throw new Error('only obligations are written in SMT-LIB');
          shown = opened;
          comparison = new Comparison(opened.obligations.chunks());
        }
        const fault = comparison.next(word, line);
        if (fault !== null) return refused(fault);
      }
      return scanner.fault === null ? null : refused(scanner.fault);
    };
    for await (const piece of pieces) {
      const wrong = await look(scanner.feed(piece));
      if (wrong !== null) return wrong;
      if (this.budget.isSpent) return this.stopped();
    }
    const wrong = await look(scanner.end());
    if (wrong !== null) return wrong;
    if (comparison === null || shown === null) return refused('there is nothing but comments in it');
    const missing = (comparison as Comparison).end();
    return missing === null ? this.show(shown) : refused(missing);
  }

  /** From its data to what has to be shown, if it is for the question. */
  private async open(data: string, smtLib: boolean): Promise<ToShow | Judged> {
    const row = rowOf(data);
    if ('fault' in row) return refused(row.fault);
    if (smtLib && !row.smtLib) return refused('such a certificate is not written in SMT-LIB');
    const opened = row.open(data);
    if ('fault' in opened) return refused(opened.fault);
    this.scope = opened.scope;
    const crossed = await suited(this.asked.question, row.engine);
    // A bridge that is not there leaves the question as it is, and no certificate of this kind fits that.
    const suits = 'question' in crossed ? crossed.question : this.asked.question;
    const asked = patiently(() => askedScope({ ...this.asked, proved: suits.model }));
    if ('spent' in asked) return this.stopped();
    this.scopeAsked = asked;
    const other = scopeFault(opened.scope, this.scopeAsked);
    if (other !== null) return refused(other);
    const shown = await opened.toShow(suits);
    return 'kind' in shown ? shown : notJudged(shown);
  }

  private async show(shown: ToShow): Promise<Judged> {
    switch (shown.kind) {
      case 'obligations':
        return this.ask(shown.obligations);
      case 'minor set': {
        const driven = await this.budget.drive(shown.steps, this.options.onProgress);
        const checker = 'minor sets';
        if ('stopped' in driven) return { ...this.stopped(), stopped: driven.stopped, checker };
        const { ok, configurations, steps } = driven.value;
        if (ok) return { verdict: 'accepted', reason: null, configurations, steps, checker };
        return { verdict: 'refused', reason: driven.value.reason, configurations, steps, checker };
      }
      case 'ranking': {
        const driven = await this.budget.drive(shown.steps, this.options.onProgress);
        const checker = 'rankings';
        if ('stopped' in driven) return { ...this.stopped(), stopped: driven.stopped, checker };
        const { refused: reason, configurations, steps } = driven.value;
        const counted = shown.ofFamilies ? { counted: 'families' as const } : {};
        return {
          verdict: reason === null ? 'accepted' : 'refused',
          reason,
          configurations,
          ...counted,
          steps,
          checker,
        };
      }
    }
  }

  private async ask(certificate: Certificate): Promise<Judged> {
    const { signal, timeout } = this.options;
    const { said, checks } = await askSolvers(certificate, {
      ...(signal === undefined ? {} : { signal }),
      ...(timeout === undefined ? {} : { timeout: Math.max(timeout - this.budget.seconds, 0.001) }),
    });
    this.checks = checks;
    const { assumptions } = certificate;
    return assumptions.length === 0 ? said : { ...said, assumptions };
  }

  private stopped(): Judged {
    const { timeout } = this.options;
    const stopped: Reason =
      this.options.signal?.aborted === true || timeout === undefined
        ? { code: 'interrupted', covered: null }
        : { code: 'limit', limit: 'time', value: timeout, covered: null };
    return { verdict: 'unknown', reason: null, stopped };
  }
}

function refused(reason: string): Judged {
  return { verdict: 'refused', reason };
}

function notJudged(not: NotJudged): Judged {
  return 'fault' in not ? refused(not.fault) : { verdict: 'unknown', reason: not.undecided };
}

/** By the schema, which is the first thing in a certificate that this program wrote, and may be anywhere in another one. */
function rowOf(data: string): JudgeRow | { readonly fault: string } {
  const written = /^\s*\{\s*"schema"\s*:\s*"([^"\\]{0,200})"/.exec(data)?.[1] ?? schemaIn(data);
  if (typeof written !== 'string') return written;
  const row = JUDGES.find(({ schema }) => schema === written);
  return row ?? { fault: `its schema is ${JSON.stringify(written.slice(0, 80))}, which this program does not read` };
}

function schemaIn(data: string): string | { readonly fault: string } {
  if (data === '') return { fault: 'there is no proof as data at its head, in lines that begin with ;!' };
  try {
    const content: unknown = JSON.parse(data);
    const said = typeof content === 'object' && content !== null && 'schema' in content ? content.schema : undefined;
    return typeof said === 'string' ? said : { fault: 'it has no schema' };
  } catch (error) {
    return { fault: `it is not JSON: ${error instanceof Error ? error.message : 'unreadable'}` };
  }
}

const SLICE = 2 ** 16;

async function* slices(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += SLICE) yield text.slice(from, from + SLICE);
}

async function* continued(head: string, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  yield head;
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
}
