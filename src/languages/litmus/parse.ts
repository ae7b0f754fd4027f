/** `.litmus` files into syntax trees, part by part: a fault in one part does not hide those in the others. */
import type { DiagnosticList } from '../shared/diagnostics.js';
import type { SourceText, Span } from '../shared/source.js';
import { TokenStream } from '../shared/tokens.js';
import { litmusLexer, type Part, type Tokens } from './lex.js';
import { parseCondition, parseProposition } from './parse-condition.js';
import { parseInit } from './parse-init.js';
import { parseProgram } from './parse-program.js';
import { splitLitmus } from './split.js';
import type { Name, PropositionSyntax, TestSyntax } from './syntax.js';

function stream(source: SourceText, diagnostics: DiagnosticList, part: Part, range: Span): Tokens {
  return new TokenStream(source, diagnostics, litmusLexer(source, diagnostics, part, range));
}

/** Null when something in it is not well-formed; all its parts were read then too. */
export function parseLitmus(source: SourceText, diagnostics: DiagnosticList): TestSyntax | null {
  const parts = splitLitmus(source, diagnostics);
  if (parts === null) return null;
  const name = ({ start, end }: Span): Name => ({ text: source.text.slice(start, end), start, end });
  const architecture = name(parts.architecture);
  if (architecture.text !== 'X86' && architecture.text !== 'X86_64') {
    const shown = architecture.text.slice(0, 40);
    diagnostics.error('unsupported', architecture, `tests of \`${shown}\` are not read, only X86 and X86_64`);
    return null;
  }
  const init = parseInit(stream(source, diagnostics, 'init', parts.init));
  const program = parseProgram(stream(source, diagnostics, 'program', parts.program));
  const condition = parseCondition(stream(source, diagnostics, 'condition', parts.condition));
  if (condition === null || diagnostics.errors > 0) return null;
  return { architecture, name: name(parts.name), doc: parts.doc, init, program, condition };
}

/** A proposition alone; null when it is not well-formed. */
export function parseOutcome(source: SourceText, diagnostics: DiagnosticList): PropositionSyntax | null {
  const tokens = stream(source, diagnostics, 'condition', { start: 0, end: source.text.length });
  const proposition = parseProposition(tokens);
  if (!tokens.at('end')) tokens.failExpecting('an operator such as `/\\`, or the end');
  return tokens.panicking || diagnostics.errors > 0 ? null : proposition;
}
