/**
 * What guesses under TSO are made from: states that are explored as those of an array system with one more array for what
 * each process sees (`forward/view-machine.ts`), and states under sequential consistency with the values that linger
 * (`stale-instance.ts`).
 *
 * Each state of the first is followed on the view machine: a process that catches up takes no step there, it only reads at
 * a later position from then on. Of the second it is asked that whatever a process could still read along a random run is
 * among the values that linger.
 */
import { Exploration } from '../../../../src/engines/parameterized/forward/explore.js';
import { viewMachine } from '../../../../src/engines/parameterized/forward/view-machine.js';
import { StaleInstance } from '../../../../src/engines/parameterized/stale-instance.js';
import { type Literal, Literals } from '../../../../src/logic/literals.js';
import { isEnabled, step as stepOf } from '../../../../src/memory/operational/machine.js';
import { findInitFailure } from '../../../../src/memory/operational/properties.js';
import { makeInstance, placeOf, type State, valueAt } from '../../../../src/memory/operational/state.js';
import { actorOf } from '../../../../src/memory/operational/store-buffers.js';
import { distinctTuples } from '../../../../src/memory/operational/tuples.js';
import { constructorValue, equalValues, type Value, valueKey } from '../../../../src/memory/operational/values.js';
import {
  type ArraySystem,
  BOOL,
  type StateSymbol,
  type Transition,
} from '../../../../src/models/array-system/model.js';
import { normalForm } from '../../../../src/models/array-system/normal-form.js';
import { initialStates } from '../../../random/initial-states.js';
import type { Random } from '../../../random/random.js';
import { codeOf } from './membership.js';
import {
  allSteps,
  type Configuration,
  lastBatchOf,
  makeViewMachine,
  seenAt,
  showConfiguration,
  startOf,
  stepsOf,
} from './view-machine.js';

/** A state of the translated system, and what it stands for on the view machine. */
interface Pair {
  readonly state: State;
  readonly configuration: Configuration;
  /** Where each process reads next: at its position or later. */
  readonly reading: readonly number[];
}

export interface Followed {
  states: number;
  steps: number;
  /** States in which some process lags behind. */
  lagging: number;
}

/** Throws when the translated system reaches what the view machine does not. */
export function followViewMachine(system: ArraySystem, processes: number, limit: number, total: Followed): void {
  const translated = viewMachine(system);
  const instance = makeInstance(translated.system, processes);
  const machine = makeViewMachine(system, processes);
  const cells = machine.instance.cells;
  const viewPlace = (p: number, place: number): number => {
    const { symbol, indices } = cells[place] as { symbol: StateSymbol; indices: readonly number[] };
    const view = translated.system.symbols[translated.views.get(symbol.index) as number] as StateSymbol;
    return placeOf(instance, view, [p, ...indices]);
  };
  const behind = translated.system.symbols[translated.behind] as StateSymbol;
  const everybody = Array.from({ length: processes }, (_, p) => p + 1);

  /** The state that the configuration should be, but for who counts as behind. */
  const imageOf = (configuration: Configuration, reading: readonly number[]): Map<number, Value> => {
    const image = new Map<number, Value>();
    for (const [place, { symbol, indices }] of cells.entries()) {
      const plain = placeOf(instance, translated.system.symbols[symbol.index] as StateSymbol, indices);
      image.set(plain, seenAt(configuration, 0, place, configuration.history.length));
      if (!machine.weak[place]) continue;
      for (const p of everybody) {
        image.set(viewPlace(p, place), seenAt(configuration, p, place, reading[p - 1] as number));
      }
    }
    return image;
  };
  const agrees = ({ state, configuration, reading }: Pair): boolean =>
    [...imageOf(configuration, reading)].every(([place, value]) => equalValues(valueAt(state, place), value));

  const seen = new Set<string>();
  const queue: Pair[] = [];
  const visit = (pair: Pair): void => {
    const key = pair.state.map((value) => valueKey(value)).join(' ');
    if (seen.has(key)) return;
    seen.add(key);
    queue.push(pair);
    if (pair.reading.some((at) => at < pair.configuration.history.length)) total.lagging++;
  };
  for (const initial of initialStates(machine.instance, limit).states) {
    const configuration = startOf(machine, initial);
    const reading = everybody.map(() => 0);
    const state: Value[] = [];
    for (const [place, value] of imageOf(configuration, reading)) state[place] = value;
    for (const p of everybody) state[placeOf(instance, behind, [p])] = constructorValue(BOOL, 0);
    if (findInitFailure(instance, state) !== null) throw new Error('an initial state that is none after translation');
    visit({ state, configuration, reading });
  }
  for (let head = 0; head < queue.length && head < limit; head++) {
    const { state, configuration, reading } = queue[head] as Pair;
    for (const [index, transition] of translated.system.transitions.entries()) {
      for (const given of distinctTuples(processes, transition.parameters.length)) {
        if (!isEnabled(instance, state, transition, given)) continue;
        const after = stepOf(instance, state, transition, given, () => {
          throw new Error('nothing is left open');
        });
        total.steps++;
        const origin = translated.origins[index] as number;
        const found = successors(machine, configuration, reading, origin, transition, given).find((next) =>
          agrees({ state: after, ...next }),
        );
        if (found === undefined) {
          const shown = `${transition.name}(${given.join(', ')}) at ${reading.join(', ')}`;
          throw new Error(`no such step on the view machine: ${shown}\n${showConfiguration(machine, configuration)}`);
        }
        visit({ state: after, ...found });
      }
    }
  }
  total.states += seen.size;
}

/** What a step of the translated system can be on the view machine. */
function successors(
  machine: ReturnType<typeof makeViewMachine>,
  configuration: Configuration,
  reading: readonly number[],
  origin: number,
  transition: Transition,
  given: readonly number[],
): Omit<Pair, 'state'>[] {
  const actor = actorOf(transition, given) as number;
  const now = configuration.history.length;
  if (origin < 0) return [{ configuration, reading: reading.with(actor - 1, now) }];
  const atomic = machine.deeds[origin] === 'atomic';
  // Before an atomic step its process catches up: the same as reading at the end.
  const at = atomic ? now : (reading[actor - 1] as number);
  return stepsOf(machine, configuration, origin, given)
    .filter(({ position }) => position === null || position === at)
    .map(({ after }) => ({
      configuration: after,
      reading: atomic ? reading.with(actor - 1, after.history.length) : reading,
    }));
}

// ---- values that linger

class Lingering extends StaleInstance {
  /** Whether a process can still read a value in a state, as far as the instance knows. */
  has(literal: Literal, fenced: boolean, id: number): boolean {
    return (((this.column(literal, fenced)[id >> 5] as number) >> (id & 31)) & 1) === 1;
  }
}

export interface Lingered {
  states: number;
  /** Values that could be read: the present ones, older ones, and older ones behind a fence. */
  present: number;
  older: number;
  fenced: number;
}

/** Random runs in which everybody who reads is up to date; throws when a value could be read that is not said to linger. */
export function followLingering(
  system: ArraySystem,
  processes: number,
  runs: number,
  random: Random,
  total: Lingered,
): void {
  // Guards that are asked for fences mean something else under sequential consistency, where all are passed.
  // Nor is it of interest here what is unsafe: the exploration would end there.
  const exploration = new Exploration(normalForm({ ...system, unsafe: [] }), processes, 'oracle', 4000, false);
  for (const _ of exploration.run());
  if (!exploration.complete) return;
  const literals = new Literals(system, false);
  const lingering = new Lingering(literals, exploration, system);
  for (const _ of lingering.collect());
  const machine = makeViewMachine(system, processes);
  const { layout } = exploration;
  total.states += exploration.count;
  const idOf = (c: Configuration): number => {
    const bytes = new Uint8Array(layout.stride);
    for (const [byte, { symbol, indices }] of layout.cells.entries()) {
      const named = indices.map((p) => p + 1);
      const place = placeOf(machine.instance, system.symbols[symbol] as StateSymbol, named);
      const value = seenAt(c, 0, place, c.history.length);
      // What is no process of the instance has no byte of its own here.
      if (!Number.isInteger(codeOf(value))) return -1;
      bytes[byte] = value.kind === 'process' ? codeOf(value) - 1 : codeOf(value);
    }
    return exploration.numberOf(bytes);
  };
  const everybody = Array.from({ length: processes }, (_, p) => p + 1);
  const check = (c: Configuration): void => {
    const id = idOf(c);
    if (id < 0) return;
    for (const [place, { symbol, indices }] of machine.instance.cells.entries()) {
      const { kind } = symbol.sort;
      if (!symbol.weak || (kind !== 'enum' && kind !== 'proc') || (layout.offsets[symbol.index] as number) < 0)
        continue;
      const inner = indices.map((p) => p - 1);
      for (let p = 1; p <= processes; p++) {
        const own = lastBatchOf(c, p);
        for (let at = c.positions[p - 1] as number; at <= c.history.length; at++) {
          const value = seenAt(c, p, place, at);
          const cell = literals.cell(literals.view(symbol.index, 1), [p - 1, ...inner]);
          // Of a process: which one it is, and which ones it is not.
          const facts =
            kind === 'enum'
              ? [literals.mask(cell, 1 << codeOf(value))]
              : everybody.map((q) => literals.relation(codeOf(value) === q ? '=' : '<>', cell, -q));
          const now = at === c.history.length;
          for (const fenced of at >= own ? [false, true] : [false]) {
            if (now) total.present++;
            else if (fenced) total.fenced++;
            else total.older++;
            if (facts.every((literal) => lingering.has(literal, fenced, id))) continue;
            const shown = `#${p} sees ${symbol.name}[${indices.join(',')}] = ${valueKey(value)} at ${at}`;
            throw new Error(
              `not said to linger${fenced ? ' behind a fence' : ''}: ${shown}\n${showConfiguration(machine, c)}`,
            );
          }
        }
      }
    }
  };
  const { states } = initialStates(machine.instance, 100);
  for (let run = 0; run < runs && states.length > 0; run++) {
    let c = startOf(machine, random.pick(states));
    for (let n = 0; n < 8; n++) {
      check(c);
      const upToDate = allSteps(machine, c).filter((s) => s.position === null || s.position === c.history.length);
      if (upToDate.length === 0) break;
      c = random.pick(upToDate).after;
    }
  }
}
