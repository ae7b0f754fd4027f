/**
 * A formula given beside a program, in the scope of its names. It becomes a tree of the language's own syntax and is checked
 * like an `ltl` declaration, so it means the same: for all instances of the threads that it leaves open.
 */
import type { LtlBinary, LtlFormula, LtlUnary } from '../../logic/ltl/formula.js';
import type { FormulaText, GivenCondition } from '../ltl/given.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import { TokenStream } from '../shared/tokens.js';
import { checkLtl } from './check-property.js';
import { programLexer } from './lex.js';
import { failAtForeignOperator, parseExpression } from './parse-expression.js';
import type { PlannedLtl } from './plan.js';
import type { BinarySyntax, ExpressionSyntax, UnarySyntax } from './syntax.js';
import type { Vocabulary } from './vocabulary.js';

/** Null when it is wrong; `text` then has faults. */
export function planFormula(text: FormulaText, name: string, vocabulary: Vocabulary): PlannedLtl | null {
  const { diagnostics, source } = text;
  const given = text.parse((word) => vocabulary.meaning(word) !== undefined);
  if (given === null) return null;
  const conditions = given.conditions.map((condition) => parseCondition(condition, diagnostics));
  if (diagnostics.errors > 0) return null;
  const span = { start: 0, end: source.text.length };
  const formula = syntaxOf(given.formula, conditions);
  const declaration = { kind: 'ltl', name: { text: name, ...span }, formula, ...span } as const;
  return checkLtl(declaration, vocabulary.beside(source, diagnostics));
}

function parseCondition({ source }: GivenCondition, diagnostics: DiagnosticList): ExpressionSyntax {
  const tokens = new TokenStream(source, diagnostics, programLexer(source, diagnostics, []));
  const syntax = parseExpression(tokens, true);
  failAtForeignOperator(tokens);
  if (!tokens.panicking && !tokens.at('end')) tokens.failExpecting('an operator or the end');
  return syntax;
}

const UNARY: Readonly<Record<LtlUnary, UnarySyntax>> = { not: '!', next: 'X', finally: 'F', globally: 'G' };
const BINARY: Readonly<Record<Exclude<LtlBinary, 'strongRelease'>, BinarySyntax>> = {
  and: '&&',
  or: '||',
  implies: '->',
  iff: '<->',
  until: 'U',
  release: 'R',
  weakUntil: 'W',
};

function syntaxOf(formula: LtlFormula, conditions: readonly ExpressionSyntax[]): ExpressionSyntax {
  if (formula.kind === 'proposition') return conditions[formula.proposition] as ExpressionSyntax;
  if (formula.kind === 'constant') return { kind: 'boolean', value: formula.value, start: 0, end: 0 };
  if ('operand' in formula) {
    const operand = syntaxOf(formula.operand, conditions);
    return { kind: 'unary', operator: UNARY[formula.kind], operand, start: operand.start, end: operand.end };
  }
  const left = syntaxOf(formula.left, conditions);
  const right = syntaxOf(formula.right, conditions);
  const span = { start: left.start, end: right.end };
  if (formula.kind !== 'strongRelease') return { kind: 'binary', operator: BINARY[formula.kind], left, right, ...span };
  // There is no M: a M b is b U (a && b).
  const both: ExpressionSyntax = { kind: 'binary', operator: '&&', left, right, ...span };
  return { kind: 'binary', operator: 'U', left: right, right: both, ...span };
}
