/**
 * Random models that turn on an order of memory accesses, because few models at random do.
 *
 * Cycles are litmus tests for any number of processes: each process takes one of several roles, and a role accesses one
 * cell and then the next one of a cycle. What a role must have seen to get on is chosen so that the end of all roles is a
 * cycle: impossible unless some pair of accesses is out of order. Exclusions raise something of their own before they look
 * at that of the others. Endings ask what others see of a write, after a fence, an atomic step, or nothing. Many fences that
 * would forbid the end are missing, and many transitions have a twin that differs by one.
 */
import type { Random } from '../random.js';
import {
  conjunction,
  literal,
  type TextFormula,
  type TextModel,
  type TextSymbol,
  type TextTransition,
  type TextUpdate,
} from '../text-model.js';
import { COLOURS, constantsOf, LOCATIONS } from './vocabulary.js';

interface Cell {
  readonly symbol: TextSymbol;
  readonly start: string;
  readonly written: string;
}

type Access = 'load' | 'store';

interface Leg {
  readonly cell: Cell;
  readonly access: Access;
  /** What a load must see. */
  readonly seen: string;
}

export function randomCycleModel(random: Random): TextModel {
  const roles = random.count([0, 0, 5, 4, 1]);
  const single = random.shuffle(Array.from({ length: roles }, (_, role) => role >= 2 && random.chance(0.6)));
  const corners = single.filter((alone) => !alone).length;
  const cells = ['X', 'Y', 'Z'].slice(0, corners).map((name) => randomCell(random, name));
  const legs = randomLegs(random, single, cells);
  // Some write only if a register, which init leaves open, says so.
  const conditional = random.chance(0.25);
  // All, some or none of the roles wait for their writes.
  const fences = random.pick([1, 1, 0.5, 0]);
  let places = 1;
  const transitions: TextTransition[] = [];
  const ends: string[] = [];
  for (const [role, accesses] of legs.entries()) {
    let from = 'L1';
    for (const [at, leg] of accesses.entries()) {
      const to = `L${++places}`;
      const fenced = at > 0 && random.chance(fences);
      const made = step(random, `r${role + 1}_${at + 1}`, from, to, leg, fenced);
      transitions.push(conditional && random.chance(0.6) ? withConditions(made) : made);
      if (random.chance(0.12)) transitions.push(twin(random, made));
      from = to;
      if (leg.access === 'load' && random.chance(0.15)) {
        from = `L${++places}`;
        transitions.push(step(random, `r${role + 1}_${at + 1}_again`, to, from, leg, random.chance(0.7)));
      }
    }
    ends.push(from);
    const [first, second] = accesses;
    const loads = accesses.every(({ access }) => access === 'load');
    if (first !== undefined && second !== undefined && random.chance(loads ? 0.4 : 0.1)) {
      // The other way round to the same place.
      const between = `L${++places}`;
      transitions.push(step(random, `r${role + 1}_second`, 'L1', between, second, false));
      transitions.push(step(random, `r${role + 1}_first`, between, from, first, random.chance(0.3)));
    }
    if (random.chance(0.12)) transitions.push(step(random, `again${role + 1}`, from, 'L1', null, random.chance(0.3)));
  }
  // Only who has seen something must be there at the end.
  const named = ends.filter((_, role) => legs[role]?.some(({ access }) => access === 'load') || random.chance(0.4));
  const parameters = ['i', 'j', 'l', 'm'].slice(0, named.length);
  const conjuncts = parameters.map((parameter, k) => literal(`P[${parameter}] = ${named[k]}`));
  if (parameters.length > 0 && random.chance(0.4)) {
    const { symbol, written, start } = random.pick(cells);
    conjuncts.push(literal(`${random.pick(parameters)}@${symbol.name} = ${random.pick([written, start])}`));
  }
  const register: TextSymbol = { keyword: 'array', name: 'R', arity: 1, sort: 'bool' };
  const symbols = [...cells.map(({ symbol }) => symbol), locations(), ...(conditional ? [register] : [])];
  return {
    processes: null,
    types: typesOf(
      symbols,
      Array.from({ length: Math.max(places, LOCATIONS.length) }, (_, k) => `L${k + 1}`),
    ),
    symbols,
    predicates: [],
    init: { parameters: ['i'], formula: startOf(cells, 'i') },
    invariants: [],
    unsafe: [{ parameters, formula: conjunction(conjuncts) }],
    transitions,
  };
}

function randomLegs(random: Random, single: readonly boolean[], cells: readonly Cell[]): Leg[][] {
  const accesses = single.map((alone): Access[] =>
    Array.from({ length: alone ? 1 : 2 }, () => random.weighted({ load: 1, store: 1 })),
  );
  // Two loads of one cell do not conflict: the later one stores.
  accesses.forEach((own, role) => {
    const before = accesses.at(role - 1);
    if (before?.at(-1) === 'load' && own[0] === 'load') own[0] = 'store';
  });
  let corner = 0;
  return accesses.map((own, role) =>
    own.map((access, at): Leg => {
      if (at > 0) corner++;
      const cell = cells[corner % cells.length] as Cell;
      // A load sees the store before it in the cycle, or misses the one after it.
      const before = at === 0 ? accesses.at(role - 1)?.at(-1) : undefined;
      return { cell, access, seen: before === 'store' ? cell.written : cell.start };
    }),
  );
}

function randomCell(random: Random, name: string): Cell {
  const sort = random.weighted({ bool: 4, int: 3, colour: 2 });
  const [start = '', written = ''] = random.chance(0.8) ? constantsOf(sort) : random.shuffle(constantsOf(sort));
  return { symbol: { keyword: 'weak var', name, arity: 0, sort }, start, written };
}

function locations(): TextSymbol {
  return { keyword: 'array', name: 'P', arity: 1, sort: 'loc' };
}

function startOf(cells: readonly Cell[], process: string): TextFormula {
  const at = ({ symbol }: Cell) => (symbol.arity === 0 ? symbol.name : `${symbol.name}[${process}]`);
  return conjunction([literal(`P[${process}] = L1`), ...cells.map((cell) => literal(`${at(cell)} = ${cell.start}`))]);
}

function step(
  random: Random,
  name: string,
  from: string,
  to: string,
  leg: Leg | null,
  fenced: boolean,
): TextTransition {
  const guard = [literal(`P[i] = ${from}`)];
  const updates: TextUpdate[] = [{ kind: 'assign', target: 'P[i]', value: to }];
  if (fenced) guard.push(literal('fence()'));
  if (leg !== null) {
    const { cell, access, seen } = leg;
    if (access === 'load' || random.chance(0.12)) guard.push(literal(`${cell.symbol.name} = ${seen}`));
    if (access === 'store') updates.push({ kind: 'assign', target: cell.symbol.name, value: cell.written });
  }
  return { name, parameters: ['[i]'], guard: conjunction(guard), lets: [], updates };
}

/** Each write of a weak variable only when R of the actor is true. */
function withConditions(transition: TextTransition): TextTransition {
  const updates = transition.updates.map((update): TextUpdate => {
    if (update.kind !== 'assign' || update.target.includes('[')) return update;
    const switches = [{ condition: literal('R[i] = True'), value: update.value }];
    return { kind: 'case', target: update.target, switches, otherwise: null };
  });
  return { ...transition, updates };
}

/** The same transition again, with one conjunct less, best the fence, or with a fence: another way to the same place. */
export function twin(random: Random, transition: TextTransition): TextTransition {
  const conjuncts = transition.guard.kind === 'and' ? transition.guard.operands : [transition.guard];
  const fence = conjuncts.findIndex((conjunct) => conjunct.kind === 'literal' && conjunct.text === 'fence()');
  const dropped = fence >= 0 && random.chance(0.75) ? fence : random.between(1, conjuncts.length);
  const guard =
    dropped === conjuncts.length
      ? [...conjuncts, literal('fence()')]
      : conjuncts.filter((_, position) => position !== dropped);
  return { ...transition, name: `${transition.name}_twin`, guard: conjunction(guard) };
}

/** Raise a flag, look at the others, enter, leave; with or without what makes that right. */
export function randomExclusion(random: Random): TextModel {
  const scalar = randomCell(random, 'F');
  const cell: Cell = { ...scalar, symbol: { ...scalar.symbol, keyword: 'weak array', arity: 1 } };
  const raised = cell.written;
  const extra = random.chance(0.4) ? [randomCell(random, 'X')] : [];
  const assign = (target: string, value: string): TextUpdate => ({ kind: 'assign', target, value });
  const writesExtra = extra.filter(() => random.chance(0.6)).map(({ written }) => assign('X', written));
  const raise: TextUpdate[] = [assign('P[i]', 'L2'), assign('F[i]', raised), ...writesExtra];
  const others: TextFormula = {
    kind: 'quantified',
    quantifier: 'forall_other',
    variable: 'k',
    body: literal(random.chance(0.7) ? `F[k] = ${cell.start}` : `F[k] <> ${raised}`),
  };
  const looksAtAll = random.chance(0.45);
  const fenced = random.chance(0.5) ? [literal('fence()')] : [];
  const early = random.chance(0.2);
  const enter: TextTransition = {
    name: 'enter',
    parameters: looksAtAll
      ? ['[i]']
      : random.pick([
          ['[i]', 'j'],
          ['j', '[i]'],
        ]),
    guard: conjunction([
      literal('P[i] = L2'),
      ...(early ? [] : fenced),
      looksAtAll ? others : literal(`F[j] = ${cell.start}`),
    ]),
    lets: [],
    updates: [assign('P[i]', 'L3'), ...(random.chance(0.15) ? [assign('F[i]', raised)] : [])],
  };
  const leave: TextTransition = {
    name: 'leave',
    parameters: ['[i]'],
    guard: conjunction([literal('P[i] = L3'), ...(random.chance(0.15) ? [literal('fence()')] : [])]),
    lets: [],
    updates: [assign('P[i]', random.chance(0.8) ? 'L1' : 'L4'), assign('F[i]', cell.start)],
  };
  const retreat: TextTransition = { ...leave, name: 'retreat', guard: literal('P[i] = L2') };
  const guard = conjunction([literal('P[i] = L1'), ...(early ? fenced : [])]);
  const cells = [cell, ...extra];
  const symbols = [...cells.map(({ symbol }) => symbol), locations()];
  return {
    processes: null,
    types: typesOf(symbols, LOCATIONS),
    symbols,
    predicates: [],
    init: { parameters: ['i'], formula: startOf(cells, 'i') },
    invariants: [],
    unsafe: [{ parameters: ['i', 'j'], formula: conjunction([literal('P[i] = L3'), literal('P[j] = L3')]) }],
    transitions: [
      { name: 'raise', parameters: ['[i]'], guard, lets: [], updates: raise },
      enter,
      ...(random.chance(0.3) ? [twin(random, enter)] : []),
      ...(random.chance(0.7) ? [leave] : []),
      ...(random.chance(0.3) ? [retreat] : []),
    ],
  };
}

/** Write, wait or not, and ask what the others see then. */
export function randomEnding(random: Random): TextModel {
  const scalars = ['X', 'Y'].slice(0, random.between(1, 2)).map((name) => randomCell(random, name));
  const scalar = randomCell(random, 'F');
  const row: Cell = { ...scalar, symbol: { ...scalar.symbol, keyword: 'weak array', arity: 1 } };
  const cells = random.chance(0.6) ? [row, ...scalars] : scalars;
  const at = ({ symbol }: Cell, process: string) => (symbol.arity === 0 ? symbol.name : `${symbol.name}[${process}]`);
  const written = random.pick(cells);
  const other = random.pick(cells);
  const assign = (target: string, value: string): TextUpdate => ({ kind: 'assign', target, value });
  const write: TextTransition = {
    name: 'write',
    parameters: ['[i]'],
    guard: literal('P[i] = L1'),
    lets: [],
    updates: [assign('P[i]', 'L2'), assign(at(written, 'i'), written.written)],
  };
  const deed = random.weighted({ fence: 4, atomic: 3, read: 1, nothing: 1 });
  const reads = deed === 'atomic' || deed === 'read';
  const wait: TextTransition = {
    name: 'wait',
    parameters: ['[i]'],
    guard: conjunction([
      literal('P[i] = L2'),
      ...(deed === 'fence' ? [literal('fence()')] : []),
      ...(reads ? [literal(`${at(other, 'i')} = ${random.pick([other.start, other.written])}`)] : []),
    ]),
    lets: [],
    updates: [assign('P[i]', 'L3'), ...(deed === 'atomic' ? [assign(at(other, 'i'), other.written)] : [])],
  };
  const parameters = ['i', 'j'];
  const claim = (cell: Cell, reader: string, owner: string): TextFormula =>
    literal(`${reader}@${at(cell, owner)} = ${random.pick([cell.start, cell.start, cell.written])}`);
  const conjuncts = [
    literal('P[i] = L3'),
    claim(written, random.chance(0.8) ? 'j' : 'i', 'i'),
    ...(random.chance(0.4) ? [literal(`P[j] = ${random.pick(['L2', 'L3'])}`)] : []),
    ...(random.chance(0.4) ? [claim(random.pick(cells), random.pick(parameters), random.pick(parameters))] : []),
  ];
  const symbols = [...cells.map(({ symbol }) => symbol), locations()];
  return {
    processes: null,
    types: typesOf(symbols, LOCATIONS),
    symbols,
    predicates: [],
    init: { parameters: ['i'], formula: startOf(cells, 'i') },
    invariants: [],
    unsafe: [{ parameters, formula: conjunction(conjuncts) }],
    transitions: [write, wait, ...(random.chance(0.5) ? [twin(random, wait)] : [])],
  };
}

function typesOf(symbols: readonly TextSymbol[], places: readonly string[]): TextModel['types'] {
  const colours = symbols.some(({ sort }) => sort === 'colour');
  return [{ name: 'loc', constructors: places }, ...(colours ? [{ name: 'colour', constructors: COLOURS }] : [])];
}
