/**
 * Orders that always hold: lemmas that compare two numbers, or a number with one that the model mentions.
 *
 * Clocks and tickets only grow, and what was taken from a clock is less than the clock is now. A search that does not know
 * this counts ticks backwards without end: `Timer + Tick = 0`, `Timer + 2 * Tick = 0`, and so on. There are few such
 * comparisons, so all of them are proposed, without any look at reachable states, and those stay that prove each other
 * (inductive.ts).
 *
 * Two numbers that one command raises by constants may keep their proportion: where `X := X + 1` and `Y := Y + 3` go together,
 * `Y = 3 * X` may hold for ever. Without that the loop would have to be followed step by step, ten thousand times if its limit
 * is that far.
 */
import { type LinearConstraint, linearConstraint } from '../../../logic/linear.js';
import type { Literal, Literals } from '../../../logic/literals.js';
import { rational } from '../../../logic/rational.js';
import { numbersOf } from '../../../models/array-system/mentions.js';
import type { ArraySystem, StateSymbol } from '../../../models/array-system/model.js';
import type { GuardedCommand, NormalForm } from '../../../models/array-system/normal-form.js';
import type { Cube } from '../cube.js';
import type { CubeForm } from '../form.js';
import { isNumber } from '../forward/layout.js';
import { inductive, type Sifting } from './inductive.js';

/** A model with more numbers than this is not compared with itself. */
const MOST_CELLS = 8;
const MOST_CONSTANTS = 4;

/** `cubeOf`: the cube with just these literals. `known`: lemmas that are there already. */
export function orderLemmas<C extends Cube>(
  form: CubeForm<C>,
  cubeOf: (conjunction: readonly Literal[]) => C,
  normal: NormalForm,
  literals: Literals,
  known: readonly C[] = [],
): Generator<Sifting, readonly C[]> {
  const { system } = normal;
  const symbols = system.symbols.filter((s) => isNumber(s) && s.arity < 2);
  if (symbols.length > MOST_CELLS) return inductive(form, known, () => []);
  /** What is said instead when `<=` is too much. */
  const strict = new Map<Literal, Literal>();
  for (const constraint of [...comparisons(symbols, system, literals), ...proportions(symbols, normal, literals)]) {
    strict.set(linear(literals, constraint), linear(literals, { ...constraint, relation: '<' }));
  }
  const proposed = new Set([...strict].map(([wide, narrow]) => (form.meetsInitial(cubeOf([wide])) ? narrow : wide)));
  const candidates = [...known, ...[...proposed].map((literal) => cubeOf([literal]))];
  const narrower = ({ literals: [literal, ...more] }: C): C[] => {
    const narrow = more.length === 0 ? strict.get(literal as Literal) : undefined;
    return narrow === undefined ? [] : [cubeOf([narrow])];
  };
  return inductive(form, candidates, narrower);
}

/** `<=` both ways: what a process has with what is shared, with what else it has, and with numbers of the model. */
function comparisons(symbols: readonly StateSymbol[], system: ArraySystem, literals: Literals): LinearConstraint[] {
  const cells = symbols.map((symbol) => cellOf(symbol, literals));
  const constants = [...new Set([0n, ...numbersOf(system)])].sort(nearest).slice(0, MOST_CONSTANTS);
  return cells.flatMap((a, i) => [
    ...constants.flatMap((constant) => bothWays([a], [1n], constant)),
    ...cells.slice(i + 1).flatMap((b) => (isAlike(a, b, literals) ? bothWays([a, b], [1n, -1n], 0n) : [])),
  ]);
}

/** Of two numbers that a command changes by constants, in the proportion of these, as init has it. */
function proportions(symbols: readonly StateSymbol[], normal: NormalForm, literals: Literals): LinearConstraint[] {
  const out = new Map<string, LinearConstraint>();
  for (const command of normal.commands) {
    const changed = symbols.flatMap((symbol) => {
      const by = changeOf(symbol.index, command);
      return by === null ? [] : [{ symbol, cell: cellOf(symbol, literals), by }];
    });
    for (const [i, a] of changed.entries()) {
      for (const b of changed.slice(i + 1)) {
        if (!isAlike(a.cell, b.cell, literals)) continue;
        const [first, second] = [beginningOf(a.symbol.index, normal), beginningOf(b.symbol.index, normal)];
        const constant = b.by * first - a.by * second;
        for (const each of bothWays([a.cell, b.cell], [b.by, -a.by], constant)) {
          out.set(`${each.variables} ${each.coefficients} ${each.constant}`, each);
        }
      }
    }
  }
  return [...out.values()];
}

/** By which the command raises the cell, of one of its processes if there are several; null if not by a constant. */
function changeOf(symbol: number, command: GuardedCommand): bigint | null {
  const update = command.updates.get(symbol);
  if (update?.kind !== 'assign' || update.value.kind !== 'sum') return null;
  const { summands, constant } = update.value;
  const [only, ...more] = summands;
  if (only === undefined || more.length > 0 || constant.denominator !== 1n || constant.numerator === 0n) return null;
  const { cell, coefficient } = only;
  const isSame = cell.symbol === symbol && cell.slots.every((slot, i) => slot === update.slots[i]);
  return isSame && coefficient.numerator === coefficient.denominator ? constant.numerator : null;
}

/** The value that init gives the cells of the symbol, if it says one; 0 otherwise. */
function beginningOf(symbol: number, { init }: NormalForm): bigint {
  for (const { body } of init) {
    const [only, ...more] = body;
    for (const literal of more.length === 0 ? (only ?? []) : []) {
      if (literal.kind !== 'sum' || literal.operator !== '=') continue;
      const [summand, ...others] = literal.sum.summands;
      if (summand === undefined || others.length > 0 || summand.cell.symbol !== symbol) continue;
      const value = -literal.sum.constant.numerator * summand.coefficient.denominator;
      const divisor = literal.sum.constant.denominator * summand.coefficient.numerator;
      if (value % divisor === 0n) return value / divisor;
    }
  }
  return 0n;
}

function cellOf({ index, arity }: StateSymbol, literals: Literals): number {
  return literals.cell(index, arity === 0 ? [] : [0]);
}

function isAlike(a: number, b: number, literals: Literals): boolean {
  return literals.symbolOf(a).kind === literals.symbolOf(b).kind;
}

function bothWays(variables: number[], coefficients: bigint[], constant: bigint): LinearConstraint[] {
  const opposite = coefficients.map((k) => -k);
  return [
    { variables, coefficients, relation: '<=', constant },
    { variables, coefficients: opposite, relation: '<=', constant: -constant },
  ];
}

/** Small numbers first. */
function nearest(a: bigint, b: bigint): number {
  const [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  return x < y ? -1 : x > y ? 1 : 0;
}

function linear(literals: Literals, { variables, coefficients, relation, constant }: LinearConstraint): Literal {
  const summands = variables.map((variable, i) => ({ variable, coefficient: rational(coefficients[i] as bigint) }));
  const integer = literals.isInteger(variables[0] as number);
  return literals.linear(linearConstraint(summands, relation, rational(constant), integer));
}
