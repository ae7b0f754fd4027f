/** Programs in code for the tests of the Dual-TSO engine: straight lines of operations, written as in the paper. */

import type { Edge, Program, StateExpression } from '../../../src/models/program/model.js';
import {
  apply,
  assign,
  at,
  both,
  edge,
  location,
  never,
  number,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';

const CELLS = 'xyz';

/** `straightLines('w x 1; r y 0', 'w y 1; r x 0')`: whether all threads come to their ends. `arw x 0 1`, `fence`, `bar`, `nop`. */
export function straightLines(...threads: readonly string[]): Program {
  const bodies = threads.map((text) => text.split(';').map((part, k) => operation(part.trim(), k)));
  const ends = bodies.map((edges, thread) => at(thread, edges.length));
  const [first, ...others] = ends as [StateExpression, ...StateExpression[]];
  return {
    shared: [...CELLS].map((name) => sharing(scalar(name, range(0, 2)))),
    templates: bodies.map((edges, k) =>
      template(`P${k}`, 0, [], [...edges.map(() => location()), location('end')], edges),
    ),
    threads: bodies.map((_, k) => ({ name: `P${k}`, template: k, initial: [] })),
    never: [never('ends', others.reduce(both, first))],
    outOfRange: 'failure',
  };
}

function operation(text: string, from: number): Edge {
  const [name, variable = '', ...values] = text.split(' ');
  const cell = shared(CELLS.indexOf(variable));
  const [value = 0, after = 0] = values.map(Number);
  const parts = {
    r: { guard: apply(cell, '==', value) },
    w: { updates: [{ ...assignTo(variable, value) }] },
    arw: { atomic: true, guard: apply(cell, '==', value), updates: [assignTo(variable, after)] },
    fence: { fence: true },
    bar: { storeFence: true },
    nop: {},
  }[name ?? ''];
  if (parts === undefined) throw new Error(`no operation: ${text}`);
  return edge(from, from + 1, { ...parts, text });
}

function assignTo(variable: string, value: number) {
  return assign(shared(Math.max(0, CELLS.indexOf(variable))), number(value));
}
