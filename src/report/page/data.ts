/**
 * The data of a report page: the answer as `--json` gives it, the text that it is about, and what else was found out. The page
 * carries it, and everything that it shows is made from it.
 */
import type { Outcome } from '../../evidence/outcome.js';
import type { CertificateScope } from '../../evidence/scope.js';
import type { LanguageName } from '../../languages/index.js';
import type { Trace } from '../../memory/trace.js';
import type { FixResult } from '../../repair/answer.js';
import { fixText, type JsonFix, jsonFix } from '../fix.js';
import { type JsonOutcome, jsonOutcome } from '../json.js';
import type { JsonLitmus } from '../litmus.js';
import { PLAIN } from '../style.js';
import { headline } from '../text.js';
import { actorName } from '../words.js';

export interface JsonPage {
  /** Which program has made the page: `fencepost 0.1.0`. */
  readonly made: string;
  readonly language: LanguageName;
  /** The text of the model. */
  readonly text: string;
  /** The verdict and its scope in one line. */
  readonly headline: string;
  readonly answer: JsonOutcome;
  /** The question, with the digest of the model. */
  readonly scope: CertificateScope | null;
  /** Who acts in the run, in the order of the program. */
  readonly threads: readonly string[];
  /** Where fences must go, or why that is not known; null when it was not asked. */
  readonly repair: JsonRepair | null;
  /** Of a litmus test: all its final states. */
  readonly litmus: JsonLitmus | null;
}

export type JsonRepair =
  | { readonly fix: JsonFix; readonly lines: readonly string[] }
  | { readonly fix: null; readonly why: string };

export interface PageParts {
  readonly made: string;
  readonly file: string;
  readonly language: LanguageName;
  readonly text: string;
  readonly outcome: Outcome;
  readonly scope: CertificateScope | null;
  readonly repair: FixResult | { readonly refused: string } | null;
  readonly litmus: JsonLitmus | null;
}

/** Wide enough that no line of the repair is broken. */
const WIDTH = 1000;

export function pageData(parts: PageParts): JsonPage {
  const { made, file, language, text, outcome, scope, repair, litmus } = parts;
  return {
    made,
    language,
    text,
    headline: withoutFile(headline('', outcome, PLAIN)),
    answer: jsonOutcome(file, outcome),
    scope,
    threads: threadsOf(outcome.trace ?? outcome.deadlock ?? null),
    repair: repair === null ? null : jsonRepair(file, repair),
    litmus,
  };
}

function withoutFile(line: string): string {
  return line.replace(/^: /, '');
}

function threadsOf(trace: Trace | null): string[] {
  if (trace === null) return [];
  return Array.from({ length: trace.processes }, (_, index) => actorName(trace, index + 1));
}

function jsonRepair(file: string, repair: FixResult | { readonly refused: string }): JsonRepair {
  if ('refused' in repair) return { fix: null, why: repair.refused };
  const [first = '', ...lines] = fixText('', repair, { style: PLAIN, width: WIDTH, quiet: true }).split('\n');
  return { fix: jsonFix(file, repair), lines: [withoutFile(first), ...lines.map((line) => line.trim())] };
}
