/** What several tests of the language share: models in words, trees without places. */
import { expect } from 'vitest';
import { type DveExpression, type DveModel, readDve } from '../../../src/languages/dve/index.js';

/** The model of a text without faults. */
export function model(text: string): DveModel {
  const { model: read, diagnostics } = readDve(text, 'test.dve');
  expect(
    diagnostics.filter(({ severity }) => severity === 'error'),
    text,
  ).toEqual([]);
  if (read === null) throw new Error('no model');
  return read;
}

/** With all parentheses. */
export function show(expression: DveExpression, of: DveModel): string {
  const inside = (part: DveExpression): string => show(part, of);
  switch (expression.kind) {
    case 'constant':
      return String(expression.value);
    case 'variable': {
      const { owner, variable, index } = expression;
      const name = (owner === null ? of.globals : of.processes[owner]?.variables)?.[variable]?.name;
      return `${owner === null ? '' : `${of.processes[owner]?.name}->`}${name}${index === null ? '' : `[${inside(index)}]`}`;
    }
    case 'at': {
      const process = of.processes[expression.process];
      return `${process?.name}.${process?.states[expression.state]?.name}`;
    }
    case 'unary':
      return `${expression.operator}(${inside(expression.operand)})`;
    case 'binary':
      return `(${inside(expression.left)} ${expression.operator} ${inside(expression.right)})`;
    case 'chain':
      return `(${expression.parts.map(inside).join(` ${expression.operator} `)})`;
  }
}

/** A syntax tree without its places. */
export function withoutPlaces(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(withoutPlaces);
  if (typeof tree !== 'object' || tree === null) return tree;
  const kept = Object.entries(tree).filter(([key]) => key !== 'start' && key !== 'end' && key !== 'trailing');
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutPlaces(value)]));
}
