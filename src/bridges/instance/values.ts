/**
 * The values of a model as numbers of a program.
 *
 * Constructors are their positions, integers themselves. The other two sorts have more values than a program can list, and
 * are cut down to as many as an instance can tell apart:
 *
 *   - Data of an abstract sort are only copied and compared. With m cells of the sort at most m different ones are there at
 *     a time, so m values are enough; also for a cell that is given any value, which may be one that no other cell holds.
 *   - A value of sort proc is a process or nobody. When stored processes are only compared with named ones, one nobody
 *     stands for all: 0, and #p is p. When they are compared with each other, there are m nobodies. When they are ordered,
 *     there are m of them below, between and above the processes: enough for what the initial state may hold, but not for
 *     values given later, which might have to stand between two others.
 *
 * Under weak memory values also wait in buffers, so there the values given later are too many in the last two cases.
 */

import type {
  AbstractSort,
  ArraySystem,
  Formula,
  Sort,
  StateSymbol,
  Term,
  Transition,
} from '../../models/array-system/model.js';
import { operandsOf, sortName } from '../../models/array-system/model.js';
import type { Sort as ProgramSort } from '../../models/program/model.js';
import { NotAProgram } from './instance.js';

export interface Coding {
  /** The sort of a program's variable. */
  sort(sort: Sort): ProgramSort;
  /** The value that is a process. */
  process(number: number): number;
  /** Whether a value of sort proc is no process. */
  isNobody(value: number): boolean;
}

/** How stored processes are compared: with named ones only, with each other, by order. */
type Comparing = 'named' | 'stored' | 'ordered';

/** `nobody` false: it is known that no cell ever holds it in a way that matters, so one is enough. */
export function codingOf(system: ArraySystem, processes: number, buffered: boolean, nobody: boolean): Coding {
  const real = system.symbols.find(({ sort }) => sort.kind === 'real');
  if (real !== undefined) throw new NotAProgram(`${real.name} is a real number, and programs have none: use int`);
  const comparing = nobody ? comparisons(system) : 'named';
  if (comparing !== 'named') refuseOpen(system, buffered || comparing === 'ordered', (sort) => sort.kind === 'proc');
  if (buffered) refuseOpen(system, true, (sort) => sort.kind === 'abstract');

  const cellsOf = (wanted: (sort: Sort) => boolean) =>
    system.symbols.filter(({ sort }) => wanted(sort)).reduce((cells, { arity }) => cells + processes ** arity, 0);
  const stored = cellsOf(({ kind }) => kind === 'proc');
  const below = comparing === 'named' ? 1 : stored;
  const between = comparing === 'ordered' ? stored : 0;
  const process = (number: number) => below + (number - 1) * (1 + between);
  const last = process(processes) + between;
  const numbers = new Map(Array.from({ length: processes }, (_, index) => [process(index + 1), index + 1]));
  const procSort: ProgramSort = {
    kind: 'enum',
    name: 'proc',
    constructors: Array.from({ length: last + 1 }, (_, value) => {
      const number = numbers.get(value);
      if (number !== undefined) return `#${number}`;
      return comparing === 'named' ? 'nobody' : `nobody(${value})`;
    }),
  };
  const data = new Map<AbstractSort, ProgramSort>();
  for (const { sort } of system.symbols) {
    if (sort.kind !== 'abstract') continue;
    const count = cellsOf((other) => other === sort);
    const constructors = Array.from({ length: count }, (_, value) => `${sort.name}!${value + 1}`);
    data.set(sort, { kind: 'enum', name: sort.name, constructors });
  }
  return {
    sort(sort) {
      switch (sort.kind) {
        case 'enum':
          return { kind: 'enum', name: sort.name, constructors: sort.constructors };
        case 'int':
          return { kind: 'int' };
        case 'proc':
          return procSort;
        case 'abstract':
          return data.get(sort) as ProgramSort;
        case 'real':
          throw new Error('real numbers were refused before');
      }
    },
    process,
    isNobody: (value) => !numbers.has(value),
  };
}

/** Refuses transitions that give a cell of such a sort any value. */
function refuseOpen(system: ArraySystem, refuse: boolean, wanted: (sort: Sort) => boolean): void {
  if (!refuse) return;
  for (const transition of system.transitions) {
    const symbol = openedBy(system, transition).find(({ sort }) => wanted(sort));
    if (symbol === undefined) continue;
    const message = `${transition.name} gives ${symbol.name} any value of type ${sortName(symbol.sort)}, of which there are too many here`;
    throw new NotAProgram(`${message}: write one transition for each value that matters`);
  }
}

/** What a transition gives any value of its sort. */
export function openedBy(system: ArraySystem, { updates }: Transition): StateSymbol[] {
  return updates.flatMap((update) => {
    const open = update.kind === 'havoc' || (update.kind === 'case' && update.otherwise === null && !system.weak);
    return open ? [update.symbol] : [];
  });
}

function comparisons({ init, unsafe, transitions }: ArraySystem): Comparing {
  const guards = transitions.flatMap(({ guard, updates }) => [
    guard,
    ...updates.flatMap((update) => (update.kind === 'case' ? update.switches.map(({ condition }) => condition) : [])),
  ]);
  const found = new Set([...[init, ...unsafe].map(({ formula }) => formula), ...guards].flatMap(comparingIn));
  return found.has('ordered') ? 'ordered' : found.has('stored') ? 'stored' : 'named';
}

function comparingIn(formula: Formula): Comparing[] {
  if (formula.kind !== 'compare') return operandsOf(formula).flatMap(comparingIn);
  const stored = [formula.left, formula.right].filter(isStored).length;
  if (stored > 0 && (formula.operator === '<' || formula.operator === '<=')) return ['ordered'];
  return stored === 2 ? ['stored'] : [];
}

function isStored(term: Term): boolean {
  return term.kind === 'access' && term.access.symbol.sort.kind === 'proc';
}
