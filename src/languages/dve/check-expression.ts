/**
 * Expressions with their names resolved and constants folded.
 *
 * There is one type, numbers; what can be wrong is the kind of a name. A part that has no value whatever the state (a
 * division by 0) is left as it is: the fault is one of the step that computes it.
 */
import { constant } from '../../models/program/expression.js';
import { computeBinary, computeUnary, WRAPPING } from '../../models/program/fold.js';
import {
  type BinaryOperator,
  type DveExpression,
  type DveVariable,
  type DveVariableUse,
  PROGRAM_UNARY,
} from './model.js';
import { type Meaning, namesOfKind, type Scope, shown } from './scope.js';
import type { ExpressionSyntax, Name, NameUse } from './syntax.js';

export interface Context {
  readonly scope: Scope;
  /** The process in which the expression stands; null outside of all. */
  readonly process: number | null;
  /** Variables of other processes may be looked at. */
  readonly othersLocals: boolean;
}

const LARGEST = 2_147_483_647;
const NOTHING: DveExpression = constant(0);

export function checkExpression(syntax: ExpressionSyntax, context: Context): DveExpression {
  const again = (part: ExpressionSyntax): DveExpression => checkExpression(part, context);
  switch (syntax.kind) {
    case 'number': {
      const value = Number(syntax.text);
      if (value <= LARGEST) return constant(value);
      context.scope.diagnostics.error('too-large', syntax, `numbers are at most ${LARGEST}`);
      return NOTHING;
    }
    case 'boolean':
      return constant(syntax.value ? 1 : 0);
    case 'name':
      return checkNameUse(syntax, context);
    case 'unary': {
      const { operator } = syntax;
      const operand = again(syntax.operand);
      const value = operand.kind === 'constant' ? computeUnary(PROGRAM_UNARY[operator], operand.value, WRAPPING) : null;
      return value === null ? { kind: 'unary', operator, operand } : constant(value);
    }
    case 'binary': {
      const { operator } = syntax;
      const left = again(syntax.left);
      const right = again(syntax.right);
      const value =
        left.kind === 'constant' && right.kind === 'constant' ? computed(operator, left.value, right.value) : null;
      return value === null ? { kind: 'binary', operator, left, right } : constant(value);
    }
    case 'chain':
      return fold(syntax.operator, syntax.parts.map(again));
    case 'at':
      return checkAt(syntax.process, syntax.state, context);
    case 'localOf':
      return checkLocalOf(syntax, context);
  }
}

function computed(operator: BinaryOperator, left: number, right: number): number | null {
  if (operator === 'imply') return Number(left === 0 || right !== 0);
  return computeBinary(operator, left, right, WRAPPING);
}

function fold(operator: 'and' | 'or', parts: readonly DveExpression[]): DveExpression {
  let decided = false;
  for (const part of parts) {
    if (part.kind !== 'constant') return { kind: 'chain', operator, parts };
    decided ||= (part.value !== 0) === (operator === 'or');
  }
  return constant(decided === (operator === 'or') ? 1 : 0);
}

function checkNameUse({ name, index }: NameUse, context: Context): DveExpression {
  const { scope, process } = context;
  const meaning = scope.meaning(process, name.text);
  if (meaning === undefined) {
    if (index !== null) checkExpression(index, context);
    unknownVariable(name, context);
    return NOTHING;
  }
  if (meaning.kind === 'constant') {
    if (index === null) return constant(meaning.value);
    scope.diagnostics.error('wrong-kind', name, `\`${shown(name)}\` is a constant, not an array`);
    return NOTHING;
  }
  if (meaning.kind !== 'variable') {
    const hint = meaning.kind === 'process' ? `: \`${shown(name)}.s\` asks whether it is in its state s` : '';
    scope.wrongKind(name, meaning, 'a value', hint);
    return NOTHING;
  }
  return checkCell(name, meaning, index, context);
}

function unknownVariable(name: Name, { scope, process }: Context): void {
  if (process !== null && scope.hasState(process, name.text)) {
    const message = `\`${shown(name)}\` is a state: name its process, too, as in \`P.${shown(name)}\``;
    scope.diagnostics.error('wrong-kind', name, message);
  } else scope.unknown(name, 'there is no variable', scope.candidates(process));
}

/** A variable with the index its declaration asks for; folded when it can only have one value. */
function checkCell(
  name: Name,
  { owner, position, variable }: Extract<Meaning, { kind: 'variable' }>,
  index: ExpressionSyntax | null,
  context: Context,
): DveVariableUse | Extract<DveExpression, { kind: 'constant' }> {
  const { diagnostics } = context.scope;
  let checked = index === null ? null : checkExpression(index, context);
  if (checked !== null && variable.size === null) {
    diagnostics.error('wrong-kind', name, `\`${shown(name)}\` is not an array, so it takes no index`);
    return constant(0);
  }
  if (checked === null && variable.size !== null) {
    // Files of the benchmark have this, and the counts of states that are known for them are those of the first cell.
    diagnostics.warning('wrong-kind', name, `\`${shown(name)}\` is an array: without index it is its first cell`);
    checked = constant(0);
  }
  if (checked?.kind === 'constant') {
    const value = variable.initial[checked.value];
    if (value === undefined) {
      const message = `there is no ${shown(name)}[${checked.value}]: whoever comes here fails`;
      diagnostics.warning('vacuous', index ?? name, message);
    } else if (variable.constant) return constant(value);
  }
  return { kind: 'variable', owner, variable: position, index: checked };
}

function checkAt(process: Name, state: Name, { scope }: Context): DveExpression {
  const position = scope.process(process);
  if (position === null) return NOTHING;
  const meaning = scope.namesOf(position).get(state.text);
  if (meaning !== undefined && !scope.hasState(position, state.text)) {
    scope.wrongKind(state, meaning, 'a state', `: its value is \`${shown(process)}->${shown(state)}\``);
    return NOTHING;
  }
  const found = scope.state(position, state, `\`${shown(process)}\` has no state`);
  return found === null ? NOTHING : { kind: 'at', process: position, state: found };
}

function checkLocalOf(syntax: Extract<ExpressionSyntax, { kind: 'localOf' }>, context: Context): DveExpression {
  const { scope } = context;
  const { process, variable, index } = syntax;
  const position = scope.process(process);
  if (position === null) return NOTHING;
  const meaning = scope.namesOf(position).get(variable.text);
  if (meaning === undefined) {
    if (scope.hasState(position, variable.text)) {
      const message = `\`${shown(variable)}\` is a state: whether it is there is \`${shown(process)}.${shown(variable)}\``;
      scope.diagnostics.error('wrong-kind', variable, message);
    } else {
      const names = namesOfKind(scope.namesOf(position), 'variable', 'constant');
      scope.unknown(variable, `\`${shown(process)}\` has no variable`, names);
    }
    return NOTHING;
  }
  if (!context.othersLocals && position !== context.process) {
    const message = 'variables of other processes are seen by the property and by assertions only';
    scope.diagnostics.error('unsupported', syntax, message);
    return NOTHING;
  }
  if (meaning.kind === 'constant' && index === null) return constant(meaning.value);
  if (meaning.kind === 'variable') return checkCell(variable, meaning, index, context);
  scope.wrongKind(variable, meaning, 'an array');
  return NOTHING;
}

/** What is assigned, or null and a fault. */
export function checkTarget(
  { name, index }: NameUse,
  context: Context,
): { readonly use: DveVariableUse; readonly variable: DveVariable } | null {
  const { scope, process } = context;
  const meaning = scope.meaning(process, name.text);
  if (meaning === undefined) {
    if (index !== null) checkExpression(index, context);
    unknownVariable(name, context);
    return null;
  }
  if (meaning.kind === 'constant' || (meaning.kind === 'variable' && meaning.variable.constant)) {
    scope.diagnostics.error('assigned-constant', name, `\`${shown(name)}\` is a constant`);
    return null;
  }
  if (meaning.kind !== 'variable') {
    scope.wrongKind(name, meaning, 'a variable');
    return null;
  }
  const use = checkCell(name, meaning, index, context);
  return use.kind === 'variable' ? { use, variable: meaning.variable } : null;
}
