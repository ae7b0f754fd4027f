/** Conditions on states may choose (`c ? a : b`), although no front end writes that: all who read conditions must agree. */
import { expect, it } from 'vitest';
import { printProgram } from '../../../src/bridges/text/index.js';
import { predicateObligations } from '../../../src/evidence/invariant/obligations.js';
import { readProgram } from '../../../src/languages/program/index.js';
import { SC, TSO } from '../../../src/memory/models.js';
import { binary, compare, conditional, constant } from '../../../src/models/program/expression.js';
import type { Program, StateExpression, StateRead } from '../../../src/models/program/model.js';
import { askDual, askExplicit, askPredicates } from '../../support/engines.js';

const TEXT = `
  shared x: 0..3 = 0
  shared busy: bool = false
  thread P { busy = true  x = 2  busy = false  x = 3 }
  thread Q { local r: 0..3 = 0  r = x }
  never false
`;

function programWith(condition: StateExpression): Program {
  const made = readProgram(TEXT, 'test.fp').program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error('a wrong text');
  const [property] = made.program.never;
  return {
    ...made.program,
    never: [{ name: 'chosen', text: '', place: property?.place ?? { line: 1, column: 1 }, condition }],
  };
}

const X: StateExpression = { kind: 'memory', variable: 0, index: null };
const BUSY: StateExpression = { kind: 'memory', variable: 1, index: null };
const R: StateExpression = { kind: 'localOf', thread: 1, variable: 0, index: null };

/** What the value that is chosen is asked for. */
const CASES: readonly [string, StateExpression, 'holds' | 'violated'][] = [
  ['what the first branch never is', compare(conditional(BUSY, X, constant(0)), '==', 3), 'holds'],
  ['what the first branch can be', compare(conditional(BUSY, X, constant(0)), '==', 2), 'violated'],
  ['what the second branch can be', compare(conditional(BUSY, constant(0), X), '==', 3), 'violated'],
  ['truths', conditional(BUSY, compare(X, '==', 3), compare(X, '>', 3)), 'holds'],
  ['a choice in a choice', compare(conditional<StateRead>(conditional<StateRead>(BUSY, R, X), R, X), '>', 3), 'holds'],
  [
    'a choice that would fail otherwise',
    binary('==', conditional(compare(X, '==', 0), constant(0), binary('/', constant(6), X)), constant(2)),
    'violated',
  ],
];

it.each(CASES)('%s', (_, condition, verdict) => {
  const program = programWith(condition);
  const limits = { maxStates: 10_000, maxMegabytes: 64 };
  expect(askExplicit({ program, memory: SC, buffer: 1, limits }).answer.verdict).toBe(verdict);
  expect(askExplicit({ program, memory: TSO, buffer: 2, limits }).answer.verdict).toBe(verdict);
  expect(askDual({ program, limits: { maxConfigurations: 10_000, maxMegabytes: 64 } }).answer.verdict).toBe(verdict);
  const { answer } = askPredicates({
    program,
    memory: SC,
    predicates: [],
    bound: 1,
    maxBound: 1,
    extrapolation: 'predicates',
    limits: { maxStates: 10_000, maxPredicates: 200, maxCubeSize: 2 },
  });
  expect(answer.verdict).toBe(verdict);

  const text = printProgram(program);
  if (typeof text !== 'string') throw new Error(text.refused);
  const again = readProgram(text, 'printed.fp').program?.instantiate(null);
  if (again?.kind !== 'program') throw new Error(text);
  expect(askExplicit({ program: again.program, memory: SC, buffer: 1, limits }).answer.verdict).toBe(verdict);

  const nothing = { memory: SC.name, bound: null, overflow: 'fails', predicates: [], states: [] } as const;
  expect(predicateObligations(program, nothing)).toHaveProperty('obligations');
});
