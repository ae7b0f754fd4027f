/** What properties say of instances of threads: where they are (`P(0)@cs`) and what their locals hold (`S.x`). */
import { constant } from '../../models/program/expression.js';
import { numberIn } from '../../models/program/fold.js';
import type { ExpressionChecker, Typed } from './check-expression.js';
import { evaluate, NOTHING_KNOWN } from './evaluate.js';
import type { InstanceUse, Resolved } from './plan.js';
import { printInstance } from './print-expression.js';
import { BOOL, INT } from './sorts.js';
import type { ExpressionSyntax, InstanceSyntax, NameUse } from './syntax.js';
import type { ThreadHead, Vocabulary } from './vocabulary.js';

/** With more labels than these, listing them helps nobody. */
const LABELS_TOLD = 6;

export function checkInstance(
  syntax: ExpressionSyntax & { kind: 'at' | 'localOf' },
  checker: ExpressionChecker,
  vocabulary: Vocabulary,
): Typed | null {
  const thread = vocabulary.threadNamed(syntax.instance.name);
  if (thread === null) return null;
  const instance = instanceOf(syntax.instance, thread, checker, vocabulary);
  if (instance === null) return null;
  if (syntax.kind === 'at') {
    const { text } = syntax.label;
    if (!thread.labels.has(text) && text !== 'end') {
      const near = vocabulary.nearest(text, [...thread.labels, 'end'], false);
      const few = near === null && thread.labels.size > 0 && thread.labels.size <= LABELS_TOLD;
      if (!few) return vocabulary.unknown(syntax.label, `\`${thread.name}\` has no label`, near);
      const all = `its labels are ${list([...thread.labels, 'end'])}`;
      return vocabulary.wrong('unknown-name', syntax.label, `\`${thread.name}\` has no label \`${text}\`: ${all}`);
    }
    return { expression: { kind: 'at', instance, label: text }, sort: BOOL };
  }
  const { text } = syntax.variable;
  const variable = thread.locals.get(text);
  if (variable === undefined) {
    const near = vocabulary.nearest(text, thread.locals.keys(), false);
    return vocabulary.unknown(syntax.variable, `\`${thread.name}\` has no local variable`, near);
  }
  const { index: written, path = [], start, end } = syntax;
  const use: NameUse = { kind: 'name', name: syntax.variable, index: written, path, start, end };
  const index = checker.cell(use, variable.size !== null, variable.fixedSize);
  if (index === undefined) return null;
  return { expression: { kind: 'localOf', instance, variable: variable.variable, index }, sort: variable.sort };
}

function instanceOf(
  syntax: InstanceSyntax,
  thread: ThreadHead,
  checker: ExpressionChecker,
  vocabulary: Vocabulary,
): InstanceUse | null {
  const given = syntax.arguments ?? [];
  const { parameters, name, position } = thread;
  if (given.length !== parameters.length) {
    const few = parameters.length === 1 ? `\`${name}(0)\` or \`${name}(i)\`` : `${parameters.length} arguments`;
    const message =
      parameters.length === 0 ? `there is one \`${name}\`: it has no arguments` : `say which \`${name}\`: ${few}`;
    return vocabulary.wrong('arity', syntax, message);
  }
  const values: Resolved[] = [];
  for (const [i, argument] of given.entries()) {
    const value = checker.expect(argument, parameters[i]?.sort ?? INT, `argument ${i + 1} of \`${name}\``);
    if (value === null) return null;
    const known = evaluate(value, NOTHING_KNOWN);
    if (known.kind === 'fault') return vocabulary.wrong('type-mismatch', argument, `this argument is ${known.message}`);
    const variable = value.kind === 'instanceVariable';
    if (!variable && known.kind !== 'value') {
      return vocabulary.wrong('wrong-kind', argument, 'an argument of a thread is a constant or a name such as `i`');
    }
    values.push(known.kind === 'value' ? constant(known.value) : value);
  }
  const numbers = values.map((value) => numberIn(value));
  if (numbers.every((number) => number !== null) && !thread.hasInstance(numbers as number[])) {
    const message = `there is no instance \`${printInstance(syntax)}\`${instancesOf(thread)}`;
    return vocabulary.wrong('process-number', syntax, message);
  }
  return { thread: position, arguments: values, text: printInstance(syntax) };
}

/** Which instances there are, when that is a range of numbers. */
function instancesOf({ name, instances }: ThreadHead): string {
  if (instances === 'any' || instances.length < 2 || instances.some(({ length }) => length !== 1)) return '';
  const [first, last] = [instances[0]?.[0] ?? 0, instances.at(-1)?.[0] ?? 0];
  return last - first === instances.length - 1 ? `: they are \`${name}(${first})\` to \`${name}(${last})\`` : '';
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
