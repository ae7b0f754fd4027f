/** All ends of a straight-line program on the store-buffer machine, found by trying everything. */

import { rational, showRational } from '../../../src/logic/rational.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import { type Cell, placeOf as placeInState, type State } from '../../../src/memory/operational/state.js';
import {
  type Configuration,
  configurationKey,
  enabledSteps,
  makeMachine,
  perform,
  see,
  start,
} from '../../../src/memory/operational/store-buffers.js';
import { constructorValue, numberValue, type Value } from '../../../src/memory/operational/values.js';
import type { ArraySystem, StateSymbol } from '../../../src/models/array-system/model.js';
import type { Program } from '../../support/straight-line.js';
import { locationsOf, placeOf, registersOf } from './text.js';

/** What holds when every thread is done, with buffers in any state. */
export interface End {
  /** `0:a`: register a of thread 0. */
  readonly registers: ReadonlyMap<string, number>;
  /** `0:x`: what thread 0 sees of location x. */
  readonly seen: ReadonlyMap<string, number>;
  /** All buffers are empty. */
  readonly drained: boolean;
}

/** The ends of the program that the system is the text of; null when there are too many configurations. */
export function endsOf(system: ArraySystem, program: Program, memory: MemoryName, limit: number): End[] | null {
  const { threads, initial = {} } = program;
  const machine = makeMachine(system, threads.length, memoryNamed(memory));
  const { instance } = machine;
  const symbol = (name: string): StateSymbol => {
    const found = system.symbols.find((declared) => declared.name === name);
    if (found === undefined) throw new Error(`the text has no ${name}`);
    return found;
  };
  const locations = locationsOf(program);
  const atStart = ({ symbol: { name, sort } }: Cell): Value =>
    sort.kind === 'enum' ? constructorValue(sort, 0) : numberValue(rational(initial[name.toLowerCase()] ?? 0));
  const state: State = instance.cells.map(atStart);
  const read = (configuration: Configuration, thread: number, name: string, indexed: boolean): Value =>
    see(machine, configuration, thread + 1, placeInState(instance, symbol(name), indexed ? [thread + 1] : []));
  const done = (configuration: Configuration): boolean =>
    threads.every((operations, thread) => {
      const at = read(configuration, thread, 'PC', true);
      return at.kind === 'constructor' && at.sort.constructors[at.value] === placeOf(operations.length);
    });

  const first = start(machine, state);
  const seen = new Set([configurationKey(machine, first)]);
  const queue = [first];
  const ends = new Map<string, End>();
  for (let next = 0; next < queue.length; next++) {
    const configuration = queue[next] as Configuration;
    if (done(configuration)) {
      const registers = threads.flatMap((operations, thread) =>
        registersOf(operations).map((name): [string, number] => {
          return [`${thread}:${name}`, numberOf(read(configuration, thread, name.toUpperCase(), true))];
        }),
      );
      const views = threads.flatMap((_, thread) =>
        locations.map((name): [string, number] => {
          return [`${thread}:${name}`, numberOf(read(configuration, thread, name.toUpperCase(), false))];
        }),
      );
      const drained = configuration.buffers.every((buffer) => buffer.length === 0);
      const end: End = { registers: new Map(registers), seen: new Map(views), drained };
      ends.set(JSON.stringify([registers, views, drained]), end);
    }
    for (const step of enabledSteps(machine, configuration)) {
      const after = perform(machine, configuration, step, () => {
        throw new Error('a program leaves nothing open');
      });
      const key = configurationKey(machine, after);
      if (seen.has(key)) continue;
      if (seen.size >= limit) return null;
      seen.add(key);
      queue.push(after);
    }
  }
  return [...ends.values()];
}

function numberOf(value: Value): number {
  if (value.kind !== 'number') throw new Error('registers and locations hold numbers');
  return Number(showRational(value.number));
}

/** Spelled and sorted as the axiomatic enumeration does it. */
export function finalStatesOf(ends: readonly End[], program: Program): string[] {
  const states = ends
    .filter(({ drained }) => drained)
    .map(({ registers, seen }) => {
      const loaded = [...registers].map(([name, value]) => `${name}=${value};`);
      const memory = locationsOf(program).map((location) => `[${location}]=${seen.get(`0:${location}`)};`);
      return [...loaded, ...memory].join(' ');
    });
  return [...new Set(states)].sort();
}
