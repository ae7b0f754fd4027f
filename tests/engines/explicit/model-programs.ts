/**
 * Programs with the steps of DVE models, after the figures of Barnat, Brim and Havel (LTL model checking of parallel programs
 * with under-approximated TSO memory model, 2012).
 */

import type {
  Edge,
  Expression,
  NeverProperty,
  Program,
  SharedVariable,
  StateExpression,
} from '../../../src/models/program/model.js';
import {
  apply,
  assign,
  at,
  both,
  edge,
  local,
  location,
  never,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';

export const X = shared(0);
export const Y = shared(1);

export function holds(variable: number, value: number): StateExpression {
  const left: StateExpression = { kind: 'memory', variable, index: null };
  return { kind: 'binary', operator: '==', left, right: { kind: 'constant', value } };
}

export function localIs(thread: number, value: number): StateExpression {
  const left: StateExpression = { kind: 'localOf', thread, variable: 0, index: null };
  return { kind: 'binary', operator: '==', left, right: { kind: 'constant', value } };
}

/** Shared x and y, a local r of each thread, and threads that are lists of edges from location 0 to 1 to 2... */
export function modelOf(
  threads: readonly (readonly Edge[])[],
  properties: readonly NeverProperty[] = [],
  variables: readonly SharedVariable[] = [sharing(scalar('x', range(0, 4))), sharing(scalar('y', range(0, 4)))],
): Program {
  return {
    shared: variables,
    templates: threads.map((edges, k) => {
      const size = Math.max(...edges.map(({ to }) => to)) + 1;
      const locations = Array.from({ length: size }, (_, q) => location(`q${q}`));
      return template('PQR'[k] ?? `T${k}`, 0, [scalar('r', range(0, 4))], locations, edges);
    }),
    threads: threads.map((_, k) => ({ name: 'PQR'[k] ?? `T${k}`, template: k, initial: [[0]] })),
    never: properties,
    outOfRange: 'failure',
    apart: true,
  };
}

/** Figure 1: P writes x and then y, Q doubles y when it sees x. */
export function figureOne(properties: readonly NeverProperty[] = [], ends: readonly Edge[] = []): Program {
  const [endOfP, endOfQ] = ends;
  return modelOf(
    [
      [
        edge(0, 1, { updates: [assign(X, 1)], text: 'x = 1' }),
        edge(1, 2, { updates: [assign(Y, 1)], text: 'y = 1' }),
        ...(endOfP === undefined ? [] : [endOfP]),
      ],
      [
        edge(0, 1, { guard: apply(X, '==', 1), updates: [assign(Y, apply(Y, '*', 2))], text: 'x == 1: y = y * 2' }),
        ...(endOfQ === undefined ? [] : [endOfQ]),
      ],
    ],
    properties,
  );
}

/** The same with an end that is reached when all writes are in memory. The condition is that y is so there. */
export function figureOneEnding(y: number): Program {
  const ends = [edge(2, 3, { drained: true, text: 'end' }), edge(1, 2, { drained: true, text: 'end' })];
  const condition = [at(0, 3), at(1, 2), holds(1, y)].reduce(both);
  return figureOne([never('ends', condition)], ends);
}

/** Figure 3: each thread writes x and, after two writes of y, looks at it. The condition is that they see these values. */
export function figureThree(seenByP: number, seenByQ: number): Program {
  const thread = (value: number): Edge[] => [
    edge(0, 1, { updates: [assign(X, value)], text: `x = ${value}` }),
    edge(1, 2, { updates: [assign(Y, 0)], text: 'y = 0' }),
    edge(2, 3, { updates: [assign(Y, 0)], text: 'y = 0' }),
    edge(3, 4, { updates: [assign(local(0), X)], text: 'r = x' }),
  ];
  return modelOf([thread(1), thread(2)], [never('seen', both(localIs(0, seenByP), localIs(1, seenByQ)))]);
}

/**
 * Store buffering with so many writes of y in between: what figure 3 is about. The condition, that both threads miss the
 * other's write, needs buffers that hold those of y as well.
 */
export function forcedOut(writes: number): Program {
  const Z = shared(2);
  const thread = (mine: Expression, other: Expression): Edge[] => [
    edge(0, 1, { updates: [assign(mine, 1)], text: 'mine = 1' }),
    ...Array.from({ length: writes }, (_, k) => edge(k + 1, k + 2, { updates: [assign(Y, 0)], text: 'y = 0' })),
    edge(writes + 1, writes + 2, { updates: [assign(local(0), other)], text: 'r = other' }),
  ];
  const end = [at(0, writes + 2), at(1, writes + 2), localIs(0, 0), localIs(1, 0)];
  const variables = ['x', 'y', 'z'].map((name) => sharing(scalar(name, range(0, 4))));
  return modelOf([thread(X, Z), thread(Z, X)], [never('missed', end.reduce(both))], variables);
}
