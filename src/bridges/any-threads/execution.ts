/**
 * An execution of the array system as one of the program: how many threads it takes, and the same steps there, judged by the
 * program's own machine.
 *
 * Roles show in where processes begin. A process of an any-kind gets the number that the first state gives it, or the
 * smallest that is free. Numbers that the program uses and that no process has are not free; but most often it does not
 * matter, and with fewer threads an execution is easier to read: so that is tried first. (A condition that names more threads
 * than matter to it needs more of them, too.) Threads that no process plays do not move. Transitions are steps of their edges, and what leaves a store buffer there leaves it here.
 */

import type { MemoryModel } from '../../memory/models.js';
import type { ProgramStep } from '../../memory/operational/program/machine.js';
import { replayProgram } from '../../memory/operational/program/replay.js';
import { tidyRun } from '../../memory/operational/program/tidy.js';
import type { Trace } from '../../memory/trace.js';
import { boundsOf } from '../../models/program/cells.js';
import type { Program, Variable } from '../../models/program/model.js';
import type { Refusal } from './refusal.js';
import type { Origin } from './transitions.js';
import type { Cells, Role, Vocabulary } from './vocabulary.js';

export interface Execution {
  readonly count: number;
  readonly program: Program;
  readonly trace: Trace;
}

/** No bound on store buffers, where a number is wanted. */
const LONGEST = Number.MAX_SAFE_INTEGER;

export function executionOf(
  vocabulary: Vocabulary,
  origins: ReadonlyMap<string, Origin>,
  trace: Trace,
  memory: MemoryModel,
): Execution | Refusal {
  const { most } = vocabulary.source;
  const few = executionWith(vocabulary, origins, trace, memory, 1, false);
  if (!('refused' in few)) return few;
  const more = executionWith(vocabulary, origins, trace, memory, most, false);
  return 'refused' in more ? executionWith(vocabulary, origins, trace, memory, most, true) : more;
}

/** With so many threads at least; `apart`: numbers that the program uses are given to nobody else. */
function executionWith(
  vocabulary: Vocabulary,
  origins: ReadonlyMap<string, Origin>,
  trace: Trace,
  memory: MemoryModel,
  least: number,
  apart: boolean,
): Execution | Refusal {
  const first = new Map(trace.initial.map(({ cell, value }) => [cell, value]));
  const roles = Array.from({ length: trace.processes }, (_, k) => roleOf(vocabulary, first.get(cellOf('PC', k + 1))));
  const numbers = numbersOf(vocabulary, roles, first, apart);
  const count = Math.max(least, 1, ...numbers.map((number) => (number ?? -1) + 1));
  const program = vocabulary.source.instance(count);
  const threads = roles.map((role, k) => threadOf(vocabulary, program, role, numbers[k] ?? null));
  const processOf = (thread: number): number | null => {
    const process = threads.indexOf(thread);
    return process < 0 ? null : process + 1;
  };
  const steps = trace.steps.map((step): ProgramStep => {
    const process = step.kind === 'drain' ? step.process : step.arguments[0];
    const thread = threads[(process as number) - 1];
    if (thread === undefined || thread === null) throw new Error('a process that is no thread moves');
    if (step.kind === 'drain') return { kind: 'drain', thread, cell: null };
    const origin = origins.get(step.transition);
    if (origin === undefined) throw new Error(`there is no transition ${step.transition}`);
    return { kind: 'edge', thread, edge: origin.edge, choices: origin.choices };
  });
  const initial = {
    memory: program.shared.flatMap((variable, number) => {
      const cells = vocabulary.shared[number] as Cells;
      return variable.initial.map((value, cell) => {
        if (value !== 'any') return value;
        if (cells.perThread === null) return firstValue(cells, cells.symbols[cell]?.name ?? '', variable, first);
        const process = processOf(firstOf(program, cells.perThread) + cell);
        return firstValue(
          cells,
          process === null ? '' : cellOf(cells.symbols[0]?.name ?? '', process),
          variable,
          first,
        );
      });
    }),
    locals: program.threads.map(({ initial, template }, thread) => {
      const process = processOf(thread);
      const role = process === null ? null : roles[process - 1];
      return initial.flatMap((values, number) => {
        const local = role?.locals[number];
        const variable = program.templates[template]?.locals[number] as Variable;
        return values.map((value, cell) => {
          if (value !== 'any') return value;
          if (process === null || local?.kind !== 'cells') return leastOf(variable);
          return firstValue(local.cells, cellOf(local.cells.symbols[cell]?.name ?? '', process), variable, first);
        });
      });
    }),
  };
  const run = tidyRun(program, { initial, steps }, memory, LONGEST);
  const replayed = replayProgram(program, run, memory, null);
  if (!replayed.ok) return { refused: `${replayed.reason} (step ${replayed.step})` };
  return { count, program, trace: replayed.trace };
}

function cellOf(symbol: string, process: number): string {
  return `${symbol}[#${process}]`;
}

/** Null for an observer. */
function roleOf({ placeSort, roles }: Vocabulary, place: string | undefined): Role | null {
  const value = placeSort.constructors.indexOf(place ?? '');
  if (value < 0) throw new Error(`a process begins at ${place}`);
  return roles.find(({ places }) => [...places.values()].includes(value)) ?? null;
}

/** For each process of an any-kind its number. */
function numbersOf(
  { numberConstants, program, source }: Vocabulary,
  roles: readonly (Role | null)[],
  first: ReadonlyMap<string, string>,
  apart: boolean,
): (number | null)[] {
  const numbers: (number | null)[] = roles.map(() => null);
  for (const kind of source.anyThreads) {
    const taken = new Set<number>();
    for (const [value, symbol] of numberConstants.get(kind) ?? []) {
      const process = /^#(\d+)$/.exec(first.get(symbol.name) ?? '');
      if (process !== null) numbers[Number(process[1]) - 1] = value;
      if (process !== null || apart) taken.add(value);
    }
    for (const [k, role] of roles.entries()) {
      if (role === null || numbers[k] !== null || program.templates[role.template]?.name !== kind) continue;
      let number = 0;
      while (taken.has(number)) number++;
      taken.add(number);
      numbers[k] = number;
    }
  }
  return numbers;
}

function threadOf(vocabulary: Vocabulary, program: Program, role: Role | null, number: number | null): number | null {
  if (role === null) return null;
  if (number !== null) return program.threads.findIndex(({ template }) => template === role.template) + number;
  const { name } = vocabulary.program.threads[role.thread] ?? { name: '' };
  return program.threads.findIndex((thread) => thread.name === name);
}

/** The first thread of an any-kind. */
function firstOf({ threads, templates }: Program, kind: string): number {
  return threads.findIndex(({ template }) => templates[template]?.name === kind);
}

/** What the first state gives to a cell, as the program writes it; the least value when it says nothing. */
function firstValue(
  { representation }: Cells,
  cell: string,
  variable: Variable,
  first: ReadonlyMap<string, string>,
): number {
  const shown = first.get(cell);
  if (shown === undefined) return leastOf(variable);
  if (representation.kind === 'values') {
    return representation.low + representation.sort.constructors.indexOf(shown);
  }
  return Number(shown);
}

function leastOf({ sort }: Variable): number {
  return boundsOf(sort)?.low ?? 0;
}
