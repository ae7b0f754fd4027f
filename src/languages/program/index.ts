/**
 * The `.fp` language: text in, programs or diagnostics out.
 */

import type { FormulaText } from '../ltl/given.js';
import { besides, type Part } from '../shared/bundle.js';
import { type Diagnostic, DiagnosticList } from '../shared/diagnostics.js';
import { ENDLESS } from '../shared/patience.js';
import { SourceText } from '../shared/source.js';
import { TokenStream } from '../shared/tokens.js';
import type { Alike } from './any-threads.js';
import { checkProgram } from './check.js';
import { planFormula } from './formula.js';
import { type Instantiation, instantiate } from './instantiate.js';
import { programLexer } from './lex.js';
import { type Parsed, parseProgram } from './parse.js';
import type { PlannedLtl } from './plan.js';
import type { Comment, IncludeSyntax, ProgramSyntax } from './syntax.js';

export type { Instantiation } from './instantiate.js';
export type { LtlProperty, StatePredicate } from './ltl.js';
export { printProgram } from './print.js';
export { MissingInstance } from './properties.js';
export type { ProgramSyntax } from './syntax.js';

export interface ProgramFile {
  readonly syntax: ProgramSyntax;
  /** The threads declared with `[any]`; when there are none, `instantiate(null)` gives the program. */
  readonly anyThreads: readonly string[];
  /** What is known of their numbers, where the text is no `.fp` text and its translation tells. */
  readonly alike?: Alike;
  /** What the text asks to be taken for granted: what holds rests on it. */
  readonly assumptions?: readonly string[];
  /** The program with that many instances of each `any` thread; `count(T)` as a number, or as a local that has it. */
  instantiate(anyCount: number | null, counts?: 'numbers' | 'locals'): Instantiation;
  /** A formula beside the text, for an instance; null when it is wrong. */
  formula(text: FormulaText, name: string): PlannedLtl | null;
}

export interface ProgramReading {
  /** Null when there is an error among the diagnostics. */
  readonly program: ProgramFile | null;
  /** In the order of the text. */
  readonly diagnostics: Diagnostic[];
}

/** What compiling shows is found with this many `any` threads. */
const TRIED = 2;

export function readProgram(content: string | Uint8Array, file: string, patience = ENDLESS): ProgramReading {
  const source = new SourceText(content, file);
  const diagnostics = new DiagnosticList(source);
  const { syntax, complete } = parse(source, diagnostics, patience);
  // Without all constants, types, variables and threads, faults of names would be told that are none.
  const checked = complete ? checkProgram(syntax, source, diagnostics) : null;
  if (checked === null || diagnostics.errors > 0) return { program: null, diagnostics: diagnostics.all() };
  const { plan, vocabulary } = checked;
  const report: Parameters<typeof instantiate>[2] = ({ severity, code, place, message }) => {
    const start = source.offsetOf(place.line, place.column);
    const span = { start, end: start + 1 };
    if (severity === 'error') diagnostics.error(code, span, message);
    else diagnostics.warning(code, span, message);
  };
  const tried = instantiate(plan, TRIED, report, patience);
  const anyThreads = plan.threads.filter(({ instances }) => instances === 'any').map(({ name }) => name);
  const program: ProgramFile = {
    syntax,
    anyThreads,
    // Without such threads there is one instance.
    instantiate: (anyCount, counts) =>
      anyThreads.length === 0 ? tried : instantiate(plan, anyCount, () => {}, patience, counts),
    formula: (text, name) => planFormula(text, name, vocabulary),
  };
  return { program: diagnostics.errors === 0 ? program : null, diagnostics: diagnostics.all() };
}

/** The syntax tree alone; null when the text is not well-formed. */
export function parseProgramText(
  content: string | Uint8Array,
  file: string,
): { syntax: ProgramSyntax | null; diagnostics: Diagnostic[] } {
  const source = new SourceText(content, file);
  const diagnostics = new DiagnosticList(source);
  const { syntax } = parse(source, diagnostics);
  return { syntax: diagnostics.errors === 0 ? syntax : null, diagnostics: diagnostics.all() };
}

/** What is wrong with the words, names and types of a text. What only compiling shows is not looked for: that takes longer. */
export function checkProgramText(content: string, file: string, patience = ENDLESS): Diagnostic[] {
  const source = new SourceText(content, file);
  const diagnostics = new DiagnosticList(source);
  const { syntax, complete } = parse(source, diagnostics, patience);
  if (complete) checkProgram(syntax, source, diagnostics);
  return diagnostics.all();
}

/** What can be read of a text that may be unfinished: for editors. */
export function outlineProgram(content: string, file: string): ProgramSyntax {
  const source = new SourceText(content, file);
  const { syntax, damaged } = parse(source, new DiagnosticList(source));
  const declarations = [...syntax.declarations, ...damaged].sort((one, other) => one.start - other.start);
  return { ...syntax, declarations };
}

/** The text, and where it includes others, these; each is read once. */
function parse(source: SourceText, diagnostics: DiagnosticList, patience = ENDLESS): Parsed {
  const read = new Set<string>();
  const parsePart = (part: Part, around: readonly string[]): Parsed => {
    const comments: Comment[] = [];
    const lexer = programLexer(source, diagnostics, comments, part);
    const include = ({ file, start, end }: IncludeSyntax): Parsed | null => {
      const name = besides(part.file, file);
      const found = source.parts.find((each) => each.file === name);
      if (around.includes(name)) {
        diagnostics.error(
          'unsupported',
          { start, end },
          `\`${name}\` includes itself: ${[...around, name].join(' includes ')}`,
        );
      } else if (found === undefined) diagnostics.error('unknown-name', { start, end }, missing(source.file, name));
      else if (!read.has(name)) {
        read.add(name);
        return parsePart(found, [...around, name]);
      }
      return null;
    };
    return parseProgram(new TokenStream(source, diagnostics, lexer, patience), comments, include);
  };
  const main = source.parts[0] as Part;
  const parsed = parsePart(main, [source.file.replace(/^.*[/\\]/, '')]);
  return { ...parsed, syntax: { ...parsed.syntax, end: main.end } };
}

function missing(file: string, name: string): string {
  if (file === '<stdin>')
    return `\`${name}\` is looked for beside the file, and standard input is none: give the name of the file`;
  return `there is no file \`${name}\` that can be read beside this one`;
}
