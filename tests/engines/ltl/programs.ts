/** Small programs about which formulas say something. */

import type { Program, Template } from '../../../src/models/program/model.js';
import {
  apply,
  array,
  assign,
  BOOL,
  edge,
  local,
  location,
  not,
  number,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';

function threads(
  templates: readonly Template[],
  initial: (template: number) => readonly (readonly number[])[] = () => [],
) {
  return templates.map(({ name }, template) => ({ name, template, initial: initial(template) }));
}

function plain(shared: Program['shared'], templates: readonly Template[]): Program {
  return { shared, templates, threads: threads(templates), never: [], outOfRange: 'failure' };
}

/** Two threads that take a lock by test and set: 0 waits, 1 is in. */
export function spinLock(): Program {
  const lock: Template = template(
    'P',
    0,
    [],
    [location('wait'), location('cs')],
    [
      edge(0, 1, {
        guard: not(shared(0)),
        updates: [assign(shared(0), 1)],
        atomic: true,
        text: 'await !lock; lock = true',
      }),
      edge(1, 0, { updates: [assign(shared(0), 0)], text: 'lock = false' }),
    ],
  );
  return {
    shared: [sharing(scalar('lock', BOOL))],
    templates: [lock],
    threads: ['P(0)', 'P(1)'].map((name) => ({ name, template: 0, initial: [] })),
    never: [],
    outOfRange: 'failure',
  };
}

/** A writes x and has done; B looks at x until it is 1. */
export function lateStore(): Program {
  return plain(
    [sharing(scalar('x', BOOL))],
    [
      template(
        'A',
        0,
        [],
        [location(), location('end')],
        [edge(0, 1, { updates: [assign(shared(0), 1)], text: 'x = 1' })],
      ),
      template(
        'B',
        0,
        [],
        [location(), location('end')],
        [edge(0, 0, { guard: not(shared(0)), text: 'x == 0' }), edge(0, 1, { guard: shared(0), text: 'x == 1' })],
      ),
    ],
  );
}

/** A takes one step, if it may: then nothing can happen. */
export function oneStep(guard: boolean): Program {
  const only = edge(0, 1, guard ? { guard: shared(0), text: 'await x' } : { text: 'skip' });
  return plain([sharing(scalar('x', BOOL))], [template('A', 0, [], [location(), location('end')], [only])]);
}

/** A goes 0, 1, 2 and then round 1, 2. */
export function rounds(): Program {
  const steps = [edge(0, 1), edge(1, 2), edge(2, 1)];
  return plain([], [template('A', 0, [], [location(), location(), location()], steps)]);
}

/** A writes x each time it goes from 0 to 1 and back; B goes round. */
export function writer(): Program {
  const write = { updates: [assign(shared(0), 1)], text: 'x = 1' };
  return plain(
    [sharing(scalar('x', BOOL))],
    [
      template('A', 0, [], [location(), location()], [edge(0, 1, write), edge(1, 0, write)]),
      template('B', 0, [], [location()], [edge(0, 0, { text: 'skip' })]),
    ],
  );
}

/** A writes x once and then y again and again; B looks at x until it is 1. */
export function stuckBehind(): Program {
  const [, look] = lateStore().templates as [Template, Template];
  const steps = [
    edge(0, 1, { updates: [assign(shared(0), 1)], text: 'x = 1' }),
    edge(1, 1, { updates: [assign(shared(1), 1)], text: 'y = 1' }),
  ];
  const both = [sharing(scalar('x', BOOL)), sharing(scalar('y', BOOL))];
  return plain(both, [template('A', 0, [], [location(), location()], steps), look]);
}

/** A writes one cell after the other, each time with a fence; B goes round. */
export function manyCells(cells: number): Program {
  const i = local(0);
  const program = plain(
    [sharing(array('x', BOOL, cells))],
    [
      template(
        'A',
        0,
        [scalar('i', range(0, cells - 1))],
        [location(), location()],
        [
          edge(0, 1, { updates: [assign(shared(0, i), 1)], text: 'x[i] = 1' }),
          edge(1, 0, {
            fence: true,
            updates: [assign(i, apply(apply(i, '+', 1), '%', cells))],
            text: 'fence; i = i + 1',
          }),
        ],
      ),
      template('B', 0, [], [location()], [edge(0, 0, { text: 'skip' })]),
    ],
  );
  return { ...program, threads: threads(program.templates, (each) => (each === 0 ? [[0]] : [])) };
}

/** A goes round and sets r, which nothing reads. */
export function deadLocal(): Program {
  const set = edge(0, 0, { updates: [assign(local(0), 1)], text: 'r = 1' });
  const one = template('A', 0, [scalar('r', BOOL)], [location()], [set]);
  return { ...plain([], [one]), threads: [{ name: 'A', template: 0, initial: [[0]] }] };
}

/** A counts to 3, which its variable does not hold; B goes round. */
export function overrun(): Program {
  const count = local(0);
  const up = edge(0, 0, { updates: [assign(count, apply(count, '+', number(1)))], text: 'n = n + 1' });
  const program = plain(
    [],
    [
      template('A', 0, [scalar('n', range(0, 2))], [location()], [up]),
      template('B', 0, [], [location(), location()], [edge(0, 1), edge(1, 0)]),
    ],
  );
  return { ...program, threads: threads(program.templates, (each) => (each === 0 ? [[0]] : [])) };
}
