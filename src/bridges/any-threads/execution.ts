/**
 * An execution of the array system as one of the program: how many threads it takes, and the same steps there, judged by the
 * program's own machine.
 *
 * Roles show in where processes begin. A process of an any-kind gets the number that the first state gives it, or the
 * smallest that is free. Numbers that the program uses and that no process has are not free; but most often it does not
 * matter, and with fewer threads an execution is easier to read: so that is tried first. (A condition that names more threads
 * than matter to it needs more of them, too.) Threads that no process plays do not move. Transitions are steps of their
 * edges, and what leaves a store buffer there leaves it here.
 */

import { isInteger } from '../../logic/rational.js';
import type { MemoryModel } from '../../memory/models.js';
import type { ProgramStep } from '../../memory/operational/program/machine.js';
import { type ProgramRun, replayProgram } from '../../memory/operational/program/replay.js';
import { tidyRun } from '../../memory/operational/program/tidy.js';
import type { Run } from '../../memory/operational/replay.js';
import { type Cell, makeInstance } from '../../memory/operational/state.js';
import { processNumber } from '../../memory/operational/values.js';
import type { ArraySystem, StateSymbol } from '../../models/array-system/model.js';
import { boundsOf, cellsOf, offsetOf } from '../../models/program/cells.js';
import type { Program, Variable } from '../../models/program/model.js';
import type { Refusal } from '../../models/refusal.js';
import type { Origin } from './transitions.js';
import type { Cells, Role, Vocabulary } from './vocabulary.js';

export interface Execution {
  readonly program: Program;
  readonly run: ProgramRun;
}

/** What a program became. */
interface Bridged {
  readonly vocabulary: Vocabulary;
  /** Of the transitions, by their positions. */
  readonly origins: readonly Origin[];
  readonly memory: MemoryModel;
  readonly system: ArraySystem;
}

/** No bound on store buffers, where a number is wanted. */
const LONGEST = Number.MAX_SAFE_INTEGER;

export function executionOf(bridged: Bridged, run: Run): Execution | Refusal {
  const { most } = bridged.vocabulary.source;
  const few = executionWith(bridged, run, 1, false);
  if (!('refused' in few)) return few;
  const more = executionWith(bridged, run, most, false);
  return 'refused' in more ? executionWith(bridged, run, most, true) : more;
}

/** With so many threads at least; `apart`: numbers that the program uses are given to nobody else. */
function executionWith(
  { vocabulary, origins, memory, system }: Bridged,
  of: Run,
  least: number,
  apart: boolean,
): Execution | Refusal {
  const instance = makeInstance(system, of.processes);
  const roles = Array.from({ length: of.processes }, (_, k) => roleOf(vocabulary, of, k + 1));
  const numbers = numbersOf(vocabulary, roles, of, apart);
  const count = Math.max(least, 1, ...numbers.map((number) => (number ?? -1) + 1));
  const program = vocabulary.source.instance(count);
  const threads = roles.map((role, k) => threadOf(vocabulary, program, role, numbers[k] ?? null));
  const processOf = (thread: number): number | null => {
    const process = threads.indexOf(thread);
    return process < 0 ? null : process + 1;
  };
  const shared = cellsOf(program.shared);
  /** A cell of the array system, by its place in a state, as one of the program. */
  const cellAt = (place: number): number => {
    const { symbol, indices } = instance.cells[place] as Cell;
    const variable = vocabulary.shared.findIndex(({ symbols }) => symbols.includes(symbol));
    const { symbols, perThread } = vocabulary.shared[variable] as Cells;
    const [process = 0] = indices;
    const within =
      perThread === null ? symbols.indexOf(symbol) : (threads[process - 1] as number) - firstOf(program, perThread);
    return offsetOf(shared, variable) + within;
  };
  const steps = of.steps.map((step): ProgramStep => {
    const process = step.kind === 'drain' ? step.process : step.arguments[0];
    const thread = threads[(process as number) - 1];
    if (thread === undefined || thread === null) throw new Error('a process that is no thread moves');
    if (step.kind === 'drain') return { kind: 'drain', thread, cell: step.place === null ? null : cellAt(step.place) };
    const { edge, choices } = origins[step.transition] as Origin;
    return { kind: 'edge', thread, edge, choices };
  });
  const initial = {
    memory: program.shared.flatMap((variable, number) => {
      const cells = vocabulary.shared[number] as Cells;
      return variable.initial.map((value, cell) => {
        if (value !== 'any') return value;
        if (cells.perThread === null) return firstValue(of, cells, cells.symbols[cell], [], variable);
        const process = processOf(firstOf(program, cells.perThread) + cell);
        return process === null ? leastOf(variable) : firstValue(of, cells, cells.symbols[0], [process], variable);
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
          return firstValue(of, local.cells, local.cells.symbols[cell], [process], variable);
        });
      });
    }),
  };
  const run = tidyRun(program, { initial, steps }, memory, LONGEST);
  const replayed = replayProgram(program, run, memory, null);
  return replayed.ok ? { program, run } : { refused: `${replayed.reason} (step ${replayed.step})` };
}

/** Null for an observer. */
function roleOf({ place, roles }: Vocabulary, { initial }: Run, process: number): Role | null {
  const at = initial(place, [process]);
  if (at.kind !== 'constructor') throw new Error('a process begins nowhere');
  return roles.find(({ places }) => [...places.values()].includes(at.value)) ?? null;
}

/** For each process of an any-kind its number. */
function numbersOf(
  { numberConstants, program, source }: Vocabulary,
  roles: readonly (Role | null)[],
  { initial, processes }: Run,
  apart: boolean,
): (number | null)[] {
  const numbers: (number | null)[] = roles.map(() => null);
  for (const kind of source.anyThreads) {
    const taken = new Set<number>();
    for (const [value, symbol] of numberConstants.get(kind) ?? []) {
      const process = processNumber(initial(symbol, []), processes);
      if (process !== null) numbers[process - 1] = value;
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
  { initial }: Run,
  { representation }: Cells,
  symbol: StateSymbol | undefined,
  indices: readonly number[],
  variable: Variable,
): number {
  if (symbol === undefined) return leastOf(variable);
  const value = initial(symbol, indices);
  if (value.kind === 'constructor' && representation.kind === 'values') return representation.low + value.value;
  return value.kind === 'number' && isInteger(value.number) ? Number(value.number.numerator) : leastOf(variable);
}

function leastOf({ sort }: Variable): number {
  return boundsOf(sort)?.low ?? 0;
}
