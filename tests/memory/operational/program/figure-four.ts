/**
 * Figure 4 of Barnat, Brim and Havel (2012): the program of figure 1 in which their buffers are variables, one value for
 * each process and variable, and a memory-model process takes values to memory in the order of a queue. Written from the
 * figure as a program under sequential consistency, so that the machine can be compared with it.
 */
import {
  type Configuration,
  configurationKey,
  initialValues,
  type makeMachine,
  next,
  start,
} from '../../../../src/memory/operational/program/machine.js';
import type { Edge, Expression, Program, Update } from '../../../../src/models/program/model.js';
import {
  apply,
  array,
  assign,
  edge,
  location,
  not,
  number,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../../support/build.js';

/** Memory, and then for P and Q: the value and its indicator for each variable, a circular queue of variables. */
const PROCESS = 4;
const X = 0;
const Y = 1;
const PLACES = 3;
const value = (process: number, variable: number): Expression => shared(2 + PROCESS * process, number(variable));
const valid = (process: number, variable: number): Expression => shared(3 + PROCESS * process, number(variable));
const queue = (process: number, index: Expression): Expression => shared(4 + PROCESS * process, index);
const head = (process: number): Expression => shared(5 + PROCESS * process, number(0));
const tail = (process: number): Expression => shared(5 + PROCESS * process, number(1));
const conjunction = (...parts: readonly Expression[]): Expression =>
  parts.reduce((one, other) => apply(one, '&&', other));
const advanced = (index: Expression): Expression => apply(apply(index, '+', 1), '%', PLACES);

function store(process: number, variable: number, written: Expression): Update[] {
  return [
    assign(value(process, variable), written),
    assign(valid(process, variable), 1),
    assign(queue(process, tail(process)), variable),
    assign(tail(process), advanced(tail(process))),
  ];
}

function flush(process: number, variable: number): Edge {
  const first = apply(queue(process, head(process)), '==', variable);
  const waiting = apply(head(process), '!=', tail(process));
  return edge(0, 0, {
    guard: conjunction(valid(process, variable), first, waiting),
    updates: [
      assign(shared(variable), value(process, variable)),
      assign(valid(process, variable), 0),
      assign(value(process, variable), 0),
      assign(queue(process, head(process)), 0),
      assign(head(process), advanced(head(process))),
    ],
  });
}

export function figureFour(): Program {
  const [P, Q] = [0, 1];
  const doubled = (x: Expression, guard: Expression): Edge =>
    edge(0, 1, { guard: conjunction(guard, x, not(valid(Q, Y))), updates: store(Q, Y, apply(shared(Y), '*', 2)) });
  const buffers = ['P', 'Q'].flatMap((name) => [
    sharing(array(`value_${name}`, range(0, 4), 2)),
    sharing(array(`valid_${name}`, range(0, 1), 2)),
    sharing(array(`queue_${name}`, range(0, 1), PLACES)),
    sharing(array(`ends_${name}`, range(0, PLACES - 1), 2)),
  ]);
  const templates = [
    template(
      'P',
      0,
      [],
      [location(), location(), location()],
      [
        edge(0, 1, { guard: not(valid(P, X)), updates: store(P, X, number(1)) }),
        edge(1, 2, { guard: not(valid(P, Y)), updates: store(P, Y, number(1)) }),
      ],
    ),
    template(
      'Q',
      0,
      [],
      [location(), location()],
      [doubled(shared(X), not(valid(Q, X))), doubled(value(Q, X), valid(Q, X))],
    ),
    template('MM', 0, [], [location()], [flush(P, X), flush(Q, X), flush(P, Y), flush(Q, Y)]),
  ];
  return {
    shared: [sharing(scalar('x', range(0, 4))), sharing(scalar('y', range(0, 4))), ...buffers],
    templates,
    threads: templates.map(({ name }, k) => ({ name, template: k, initial: [] })),
    never: [],
    outOfRange: 'failure',
  };
}

/** A state of figure 4 as one with buffers: `1 0 | 1 0 | y=1 | `. */
export function unpacked({ memory, locations }: Configuration): string {
  const waiting = [0, 1].map((process) => {
    const [values, queued, ends] = [2, 6, 9].map((offset) => offset + 9 * process) as [number, number, number];
    const [first, last] = [memory[ends] as number, memory[ends + 1] as number];
    const entries: string[] = [];
    for (let at = first; at !== last; at = (at + 1) % PLACES) {
      const variable = memory[queued + at] as number;
      entries.push(`${'xy'[variable]}=${memory[values + variable]}`);
    }
    return entries.join(' ');
  });
  return [memory.slice(0, 2).join(' '), locations.slice(0, 2).join(' '), ...waiting].join(' | ');
}

/** The same of a configuration of the machine for figure 1. */
export function shownBuffers({ memory, locations, buffers }: Configuration): string {
  const waiting = buffers.map((buffer) =>
    buffer
      .flatMap(({ batches }) => batches.flat())
      .map((write) => `${'xy'[write.place]}=${write.value}`)
      .join(' '),
  );
  return [memory.join(' '), locations.join(' '), ...waiting].join(' | ');
}

/** Every configuration that is reached, as `show` shows it, sorted. */
export function reached(machine: ReturnType<typeof makeMachine>, show: (each: Configuration) => string): string[] {
  const seen = new Set<string>();
  const shown = new Set<string>();
  const work = initialValues(machine).map((values) => start(machine, values));
  for (let current = work.pop(); current !== undefined; current = work.pop()) {
    const key = configurationKey(current);
    if (seen.has(key)) continue;
    seen.add(key);
    shown.add(show(current));
    work.push(...next(machine, current).successors.map(({ after }) => after));
  }
  return [...shown].sort();
}
