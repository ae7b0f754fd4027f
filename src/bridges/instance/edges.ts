/**
 * The transitions of an instance as edges: one for each choice of distinct processes, mostly.
 *
 * There are several where a guard says different things with an empty buffer and with a full one (`fence()` below a disjunction), and
 * where a `case` leaves a cell as it is, or open, depending on the state: a step of a program writes the same cells whenever
 * it is taken, so each way to match is an edge of its own. Cells that are written at once can be written back instead.
 */
import type { Transition, Update } from '../../models/array-system/model.js';
import { isAtomic, splitOnFence } from '../../models/array-system/views.js';
import { bind, cellName, distinctTuples, type Environment, type Instance, NotAProgram } from './instance.js';
import { all, cell, type Ground, isFalse, isTrue, not } from './term.js';

/** The value of a cell as the first of the conditions that holds says; without any, `otherwise`. */
interface GroundValue {
  readonly switches: readonly { readonly condition: Ground; readonly value: Ground }[];
  readonly otherwise: Ground;
}

export interface GroundUpdate {
  readonly place: number;
  readonly value: GroundValue | 'any';
}

export interface GroundEdge {
  readonly transition: Transition;
  readonly processes: readonly number[];
  /** The process that performs it; null for a transition without parameters. */
  readonly actor: number | null;
  readonly guard: Ground;
  readonly updates: readonly GroundUpdate[];
  readonly fence: boolean;
  readonly atomic: boolean;
}

const MOST_VARIANTS = 256;

/** `buffered`: weak cells are written through store buffers. */
export function groundEdges(instance: Instance, transition: Transition, buffered: boolean): GroundEdge[] {
  const { parameters } = transition;
  const atomic = buffered && isAtomic(transition);
  const alternatives = splitOnFence(transition.guard);
  return distinctTuples(instance.processes, parameters.length).flatMap((processes) => {
    const environment = bind(parameters, processes);
    const name = transition.actor ?? parameters[0];
    const actor = name === undefined ? null : (environment.get(name) ?? null);
    // An atomic transition waits for an empty buffer anyhow.
    return alternatives.flatMap(({ barrier, guard }): GroundEdge[] => {
      const enabled = instance.formula(guard, environment);
      if (isFalse(enabled) || (barrier === 'pending' && atomic)) return [];
      if (barrier === 'pending') {
        const message = `${transition.name} waits for a store buffer that is not empty (\`not fence()\`)`;
        throw new NotAProgram(`${message}, which no step of a program can do`);
      }
      return variants(instance, transition, environment, buffered && !atomic).flatMap(({ condition, updates }) => {
        const both = all([enabled, condition]);
        if (isFalse(both)) return [];
        const fence = buffered && barrier === 'empty';
        return [{ transition, processes, actor, guard: both, updates, fence, atomic }];
      });
    });
  });
}

interface Variant {
  readonly condition: Ground;
  readonly updates: readonly GroundUpdate[];
}

/** `waits`: weak writes go into a buffer. */
function variants(instance: Instance, transition: Transition, environment: Environment, waits: boolean): Variant[] {
  let found: Variant[] = [{ condition: all([]), updates: [] }];
  const add = (...ways: readonly Variant[]): void => {
    found = found.flatMap(({ condition, updates }) =>
      ways.flatMap((way) => {
        const both = all([condition, way.condition]);
        return isFalse(both) ? [] : [{ condition: both, updates: [...updates, ...way.updates] }];
      }),
    );
    if (found.length > MOST_VARIANTS) {
      const message = `which cells ${transition.name} writes depends on too much`;
      throw new NotAProgram(`${message}: give its \`case\` a default, or split the transition`);
    }
  };
  for (const update of transition.updates) {
    for (const ways of waysOf(instance, transition, update, environment, waits)) add(...ways);
  }
  return found;
}

/** For each cell that the update may write the ways in which it does. */
function waysOf(
  instance: Instance,
  transition: Transition,
  update: Update,
  environment: Environment,
  waits: boolean,
): Variant[][] {
  const always = all([]);
  const open = (place: number): GroundUpdate => {
    const { symbol } = instance.cellAt(place);
    if (symbol.sort.kind !== 'int') return { place, value: 'any' };
    throw new NotAProgram(`${transition.name} gives ${symbol.name} any value, but integers have no list of values`);
  };
  switch (update.kind) {
    case 'havoc':
      return [[{ condition: always, updates: [open(instance.placeOf(update.symbol, []))] }]];
    case 'assign': {
      const indices = update.indices.map((index) => {
        return index.kind === 'constant' ? index.number : (environment.get(index.name) as number);
      });
      const place = instance.placeOf(update.symbol, indices);
      const value = { switches: [], otherwise: instance.term(update.value, environment) };
      return [[{ condition: always, updates: written(place, value) }]];
    }
    case 'case':
      return instance.cells.flatMap(({ symbol, indices }, place): Variant[][] => {
        if (symbol !== update.symbol) return [];
        const inside = new Map([...environment, ...bind(update.binders, indices)]);
        const { switches, otherwise } = matches(instance, update, inside);
        if (otherwise !== null) return [[{ condition: always, updates: written(place, { switches, otherwise }) }]];
        const kept = instance.system.weak;
        const unmatched = all(switches.map(({ condition }) => not(condition)));
        if (kept && (isTrue(unmatched) || !(waits && symbol.weak))) {
          return [[{ condition: always, updates: written(place, { switches, otherwise: cell(place) }) }]];
        }
        const last = switches.at(-1);
        const matched: Variant[] =
          last === undefined
            ? []
            : [
                {
                  condition: not(unmatched),
                  updates: written(place, { switches: switches.slice(0, -1), otherwise: last.value }),
                },
              ];
        return [[...matched, { condition: unmatched, updates: kept ? [] : [open(place)] }]];
      });
  }
}

/** The switches that can decide; what is reached when none does is null where the text has no default. */
function matches(
  instance: Instance,
  update: Update & { kind: 'case' },
  environment: Environment,
): { switches: GroundValue['switches']; otherwise: Ground | null } {
  const switches: { condition: Ground; value: Ground }[] = [];
  for (const { condition, value } of update.switches) {
    const when = instance.formula(condition, environment);
    if (isFalse(when)) continue;
    if (isTrue(when)) return { switches, otherwise: instance.term(value, environment) };
    switches.push({ condition: when, value: instance.term(value, environment) });
  }
  const { otherwise } = update;
  return { switches, otherwise: otherwise === null ? null : instance.term(otherwise, environment) };
}

/** Nothing when the cell is given what it holds: what is written at once, or atomically, may be left out then. */
function written(place: number, value: GroundValue): GroundUpdate[] {
  const own = (term: Ground) => term.kind === 'cell' && term.place === place;
  const keeps = own(value.otherwise) && value.switches.every((one) => own(one.value));
  return keeps ? [] : [{ place, value }];
}

/** `enter(#1, #2)`, as traces show it. */
export function edgeText({ transition, processes }: GroundEdge): string {
  return `${transition.name}(${processes.map((process) => `#${process}`).join(', ')})`;
}

/** A transition in which a process touches what only another one may. */
export function foreignCell(instance: Instance, edge: GroundEdge, place: number): NotAProgram {
  const name = cellName(instance.cellAt(place));
  return new NotAProgram(
    `${edgeText(edge)} reads or writes ${name}, which is not weak and belongs to another process: make it weak`,
  );
}
