/**
 * Properties: `never`, `invariant`, `ltl`, `predicates`, and `lemma`, which is written as an invariant; `never deadlock` is one that no condition says.
 *
 * A name that stands alone as an argument of a thread and means nothing else is an instance variable: `T(i)@cs` speaks
 * of every instance. The `ltl` formula is taken apart down to its largest parts without temporal operators, which are
 * its propositions.
 */
import { unary } from '../../models/program/expression.js';
import { DEADLOCK, type NoDeadlock, type Sort } from '../../models/program/model.js';
import { lineText } from '../../models/program/place.js';
import { ExpressionChecker } from './check-expression.js';
import type { InstanceVariable, PlannedCondition, PlannedFormula, PlannedLtl, PlannedNever } from './plan.js';
import { printExpression } from './print-expression.js';
import { sameFamily } from './sorts.js';
import { type DeclarationSyntax, type ExpressionSyntax, nodesIn } from './syntax.js';
import type { Vocabulary } from './vocabulary.js';

interface Variable extends InstanceVariable {
  readonly positions: { thread: number; argument: number }[];
  readonly sort: Sort;
}

export function checkNever(
  declaration: DeclarationSyntax & { kind: 'never' | 'invariant' | 'lemma' },
  vocabulary: Vocabulary,
): PlannedNever | null {
  const { condition: written, kind } = declaration;
  // `never deadlock` is the only property that is a word.
  const words = kind === 'never' && written.kind === 'name' && written.index === null ? [DEADLOCK] : [];
  const checked = checkCondition(written, vocabulary, words);
  if (checked === null) return null;
  const place = vocabulary.placeOf(declaration);
  const name = declaration.name?.text ?? lineText(place);
  const premises = premisesOf(declaration).flatMap((part) => checkPart(part, written, vocabulary) ?? []);
  if (declaration.kind === 'never') return { ...checked, place, name, premises };
  const condition = unary('!', checked.condition);
  // What is told of a violation is the text, which must hold: the name says so (see `conclusion` in `report/trace.ts`).
  return { ...checked, condition, place, name: `${kind} ${name}`, premises };
}

/** What must happen for the property to say something. */
function premisesOf({
  kind,
  condition,
}: DeclarationSyntax & { kind: 'never' | 'invariant' | 'lemma' }): ExpressionSyntax[] {
  if (kind === 'lemma') return [];
  if (kind === 'invariant') {
    if (condition.kind !== 'binary') return [];
    if (condition.operator === '->') return [condition.left];
    // `!a || b` says the same as `a -> b`.
    const { left } = condition;
    return condition.operator === '||' && left.kind === 'unary' && left.operator === '!' ? [left.operand] : [];
  }
  const parts = conjunctsOf(condition);
  return parts.length < 2 ? [] : parts.filter((part, at) => at === 0 || part.kind === 'at');
}

function conjunctsOf(syntax: ExpressionSyntax): ExpressionSyntax[] {
  if (syntax.kind !== 'binary' || syntax.operator !== '&&') return [syntax];
  return [...conjunctsOf(syntax.left), ...conjunctsOf(syntax.right)];
}

/** `never deadlock`, where that names nothing else; null for other properties. */
export function deadlockIn(
  declaration: DeclarationSyntax & { kind: 'never' | 'invariant' | 'lemma' },
  vocabulary: Vocabulary,
): NoDeadlock | null {
  const { kind, name, condition } = declaration;
  if (kind !== 'never' || condition.kind !== 'name' || condition.index !== null) return null;
  if (condition.name.text !== DEADLOCK || vocabulary.meaning(DEADLOCK) !== undefined) return null;
  return { name: name?.text ?? DEADLOCK, place: vocabulary.placeOf(declaration) };
}

/** `words`: what may have been meant instead of a name that nothing has. */
export function checkCondition(
  syntax: ExpressionSyntax,
  vocabulary: Vocabulary,
  words: readonly string[] = [],
): PlannedCondition | null {
  return checkWith(collectVariables(syntax, vocabulary), syntax, vocabulary, words);
}

/** A part of a condition: what its names stand for is told by the whole. */
function checkPart(syntax: ExpressionSyntax, whole: ExpressionSyntax, vocabulary: Vocabulary): PlannedCondition | null {
  const names = new Set(nodesIn(syntax).flatMap(namesAt));
  const variables = collectVariables(whole, vocabulary).filter(({ name }) => names.has(name));
  return checkWith(variables, syntax, vocabulary);
}

function namesAt(node: ExpressionSyntax): string[] {
  if (node.kind === 'name') return [node.name.text];
  const instance = node.kind === 'at' || node.kind === 'localOf' ? node.instance : null;
  return (instance?.arguments ?? []).flatMap((argument) => nodesIn(argument).flatMap(namesAt));
}

function checkWith(
  variables: readonly Variable[],
  syntax: ExpressionSyntax,
  vocabulary: Vocabulary,
  words: readonly string[] = [],
): PlannedCondition | null {
  const condition = checkerWith(variables, vocabulary, words).condition(syntax);
  if (condition === null || hasConditional(syntax, vocabulary)) return null;
  return { condition, variables, text: printExpression(syntax), place: vocabulary.placeOf(syntax) };
}

export function checkLtl(declaration: DeclarationSyntax & { kind: 'ltl' }, vocabulary: Vocabulary): PlannedLtl | null {
  const { name, formula: syntax } = declaration;
  const variables = collectVariables(syntax, vocabulary);
  const checker = checkerWith(variables, vocabulary);
  const formula = checkFormula(syntax, checker, vocabulary);
  if (formula === null || hasConditional(syntax, vocabulary)) return null;
  const text = printExpression(syntax);
  return { name: name.text, formula, variables, text, place: vocabulary.placeOf(declaration) };
}

const unaries = { '!': 'not', X: 'next', F: 'finally', G: 'globally' } as const;
const binaries = {
  '&&': 'and',
  '||': 'or',
  '->': 'implies',
  '<->': 'iff',
  U: 'until',
  R: 'release',
  W: 'weakUntil',
} as const;

function checkFormula(
  syntax: ExpressionSyntax,
  checker: ExpressionChecker,
  vocabulary: Vocabulary,
): PlannedFormula | null {
  if (isTemporal(syntax)) {
    if (syntax.kind === 'unary' && syntax.operator !== '-' && syntax.operator !== '~') {
      const operand =
        syntax.operator === 'G' && isPlainImplication(syntax.operand)
          ? checkImplication(syntax.operand, checker, vocabulary)
          : checkFormula(syntax.operand, checker, vocabulary);
      return operand === null ? null : { kind: unaries[syntax.operator], operand };
    }
    if (syntax.kind === 'binary' && Object.hasOwn(binaries, syntax.operator)) {
      const left = checkFormula(syntax.left, checker, vocabulary);
      const right = checkFormula(syntax.right, checker, vocabulary);
      if (left === null || right === null) return null;
      return { kind: binaries[syntax.operator as keyof typeof binaries], left, right };
    }
  }
  const condition = checker.condition(syntax);
  if (condition === null) return null;
  return { kind: 'proposition', condition, text: printExpression(syntax), place: vocabulary.placeOf(syntax) };
}

/** Of `G (a -> b)` the two sides are told apart, so that it is seen whether a ever happens. */
type Implication = ExpressionSyntax & { readonly kind: 'binary' };

function isPlainImplication(syntax: ExpressionSyntax): syntax is Implication {
  return syntax.kind === 'binary' && syntax.operator === '->' && !isTemporal(syntax);
}

function checkImplication(
  syntax: Implication,
  checker: ExpressionChecker,
  vocabulary: Vocabulary,
): PlannedFormula | null {
  const left = checkFormula(syntax.left, checker, vocabulary);
  const right = checkFormula(syntax.right, checker, vocabulary);
  return left === null || right === null ? null : { kind: 'implies', left, right };
}

/** Whether there is a temporal operator in it. */
function isTemporal(syntax: ExpressionSyntax): boolean {
  return nodesIn(syntax).some((node) => {
    if (node.kind === 'unary') return node.operator === 'G' || node.operator === 'F' || node.operator === 'X';
    return node.kind === 'binary' && (node.operator === 'U' || node.operator === 'R' || node.operator === 'W');
  });
}

/** Properties have no conditional: they say what holds, and `&&` and `||` say it as well. */
function hasConditional(syntax: ExpressionSyntax, vocabulary: Vocabulary): boolean {
  const found = nodesIn(syntax).find(({ kind }) => kind === 'conditional');
  if (found === undefined) return false;
  const message = '`? :` is for threads: in a property write `c && a || !c && b`';
  vocabulary.wrong('unsupported', found, message);
  return true;
}

function checkerWith(
  variables: readonly Variable[],
  vocabulary: Vocabulary,
  words: readonly string[] = [],
): ExpressionChecker {
  const instanceVariables = new Map(variables.map(({ name, sort }) => [name, sort]));
  const scope = { part: 'property', locals: new Map(), self: null, instanceVariables, words } as const;
  return new ExpressionChecker(vocabulary, scope);
}

function collectVariables(syntax: ExpressionSyntax, vocabulary: Vocabulary): Variable[] {
  const variables = new Map<string, Variable>();
  for (const part of nodesIn(syntax)) {
    const instance = part.kind === 'at' || part.kind === 'localOf' ? part.instance : null;
    const meaning = instance === null ? undefined : vocabulary.meaning(instance.name.text);
    if (meaning?.kind !== 'thread') continue;
    const { position, parameters } = meaning.thread;
    for (const [argument, value] of (instance?.arguments ?? []).entries()) {
      const parameter = parameters[argument];
      if (parameter === undefined || value.kind !== 'name' || value.index !== null) continue;
      const { text } = value.name;
      if (vocabulary.meaning(text) !== undefined) continue;
      const variable = variables.get(text) ?? { name: text, positions: [], sort: parameter.sort };
      variables.set(text, variable);
      // Of two families it is reported where the argument is checked.
      if (!sameFamily(variable.sort, parameter.sort)) continue;
      if (variable.positions.some((known) => known.thread === position && known.argument === argument)) continue;
      variable.positions.push({ thread: position, argument });
    }
  }
  return [...variables.values()];
}
