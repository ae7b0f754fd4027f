/**
 * The section `predicates`: conditions on registers, hints for predicate abstraction. A predicate is about every process
 * that has all its registers, each for itself.
 */
import { mapLeaves } from '../../models/program/expression.js';
import type { Expression, Place, Read, StateExpression, StateRead, Variable } from '../../models/program/model.js';
import { DiagnosticList } from '../shared/diagnostics.js';
import { Effect } from '../shared/effect.js';
import type { SourceText } from '../shared/source.js';
import { printCondition } from './print.js';
import { Memory, Scope } from './scope.js';
import type { BooleanSyntax, ExpressionSyntax, Name, PredicateSyntax } from './syntax.js';

export interface MemoraxPredicate {
  readonly text: string;
  readonly place: Place;
  /** One for each process it is about. */
  readonly instances: readonly StateExpression[];
}

export function checkPredicate(
  predicate: PredicateSyntax,
  processes: readonly { readonly registers: readonly Variable[] }[],
  source: SourceText,
  diagnostics: DiagnosticList,
): MemoraxPredicate {
  const { condition } = predicate;
  const names = registersIn(condition);
  const instances: StateExpression[] = [];
  for (const [thread, { registers }] of processes.entries()) {
    if (!names.every(({ text }) => registers.some(({ name }) => name === text))) continue;
    const scope = new Scope(thread, new Memory(source), registers, new DiagnosticList(source));
    instances.push(ofThread(scope.condition(condition, new Effect()), thread));
  }
  if (instances.length === 0) {
    const unknown = names.find(
      ({ text }) => !processes.some(({ registers }) => registers.some((r) => r.name === text)),
    );
    if (unknown !== undefined) {
      diagnostics.error('unknown-name', unknown, `no process has a register \`${unknown.text.slice(0, 40)}\``);
    } else diagnostics.error('unsupported', predicate, 'no process has all the registers of this predicate');
  }
  return { text: printCondition(condition), place: source.place(predicate.start), instances };
}

function registersIn(condition: BooleanSyntax): Name[] {
  switch (condition.kind) {
    case 'constant':
      return [];
    case 'not':
      return registersIn(condition.of);
    case 'and':
    case 'or':
      return condition.of.flatMap(registersIn);
    case 'comparison':
      return [...registersOf(condition.left), ...registersOf(condition.right)];
  }
}

function registersOf(expression: ExpressionSyntax): Name[] {
  switch (expression.kind) {
    case 'number':
      return [];
    case 'register':
      return [expression.name];
    case 'negative':
      return registersOf(expression.of);
    case 'sum':
      return [...registersOf(expression.left), ...registersOf(expression.right)];
  }
}

function ofThread(expression: Expression, thread: number): StateExpression {
  return mapLeaves<Read, StateRead>(expression, ({ kind, variable }) => {
    if (kind === 'shared') throw new Error('no part of a predicate');
    return { kind: 'localOf', thread, variable, index: null };
  });
}
