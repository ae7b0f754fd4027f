import { describe, expect, it } from 'vitest';
import { Conjunction } from '../../src/logic/conjunction.js';
import type { Literals } from '../../src/logic/literals.js';
import { type Model, modelOf, orderOfProcesses } from '../../src/logic/model.js';
import { add, compare, equal, isInteger, multiply, type Rational, rational } from '../../src/logic/rational.js';
import type { Operator } from '../../src/models/array-system/model.js';
import { cases, least } from '../support/size.js';
import { random } from './arithmetic-support.js';
import { atomText } from './literals-smtlib.js';
import {
  type Atom,
  build,
  type Cell,
  cellNumber,
  newLiterals,
  type PaletteShape,
  type ProcessTerm,
  randomAtoms,
  randomPalette,
  renamed,
  SEED,
  type Sum,
  shuffled,
  sizeOf,
} from './random-literals.js';

/** All named processes are below this. */
const PROCESSES = 4;

function holds(operator: Operator, comparison: number): boolean {
  switch (operator) {
    case '=':
      return comparison === 0;
    case '<>':
      return comparison !== 0;
    case '<':
      return comparison < 0;
    case '<=':
      return comparison <= 0;
  }
}

/**
 * The truth of an atom in a model. A cell the model does not mention may have any value, since a normal form says
 * everything: it gets `otherwise`, a value of its sort. The model is of the conjunction with its processes renamed.
 */
function evaluate(literals: Literals, model: Model, names: readonly number[], atom: Atom, otherwise: number): boolean {
  const numberOfCell = (cell: Cell) => literals.renameCell(cellNumber(literals, cell), names);
  const constructorOf = (cell: Cell) => model.enumerated.get(numberOfCell(cell)) ?? otherwise % sizeOf(cell.sort);
  const numberOf = (cell: Cell): Rational => model.numbers.get(numberOfCell(cell)) ?? rational(otherwise);
  const position = (term: Cell | ProcessTerm): Rational =>
    model.positions.get(term.kind === 'process' ? -(names[term.process] as number) - 1 : numberOfCell(term)) ??
    rational(2 * otherwise - 7, 2);
  const sum = ({ summands, constant }: Sum) =>
    summands.reduce((total, s) => add(total, multiply(s.coefficient, numberOf(s.cell))), constant);
  switch (atom.kind) {
    case 'member':
      return atom.values.includes(constructorOf(atom.cell));
    case 'sum':
      return holds(atom.operator, compare(sum(atom.left), sum(atom.right)));
    case 'relation': {
      const { left, right } = atom;
      if (left.kind === 'process' || right.kind === 'process' || left.sort === 'proc') {
        return holds(atom.operator, compare(position(left), position(right)));
      }
      if (left.sort !== 'thing') return holds(atom.operator, constructorOf(left) - constructorOf(right));
      const value = (cell: Cell) => model.abstract.get(numberOfCell(cell)) ?? -otherwise;
      return holds(atom.operator, value(left) - value(right));
    }
  }
}

function checkValues(literals: Literals, model: Model): void {
  for (const [cell, value] of model.enumerated) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThan(literals.symbolOf(cell).size);
  }
  for (const [cell, value] of model.numbers) {
    const { kind, size } = literals.symbolOf(cell);
    if (kind === 'int') expect(isInteger(value)).toBe(true);
    if (size === 0) continue;
    expect(compare(value, rational(0))).toBeGreaterThanOrEqual(0);
    expect(compare(value, rational(size))).toBeLessThan(0);
  }
}

function checkProcesses(literals: Literals, model: Model): void {
  const positions = Array.from({ length: PROCESSES }, (_, p) => model.positions.get(-p - 1) as Rational);
  const order = orderOfProcesses(model, PROCESSES);
  expect([...order].sort()).toEqual([0, 1, 2, 3]);
  for (let k = 0; k + 1 < PROCESSES; k++) {
    const [below, above] = [positions[order[k] as number], positions[order[k + 1] as number]] as [Rational, Rational];
    expect(compare(below, above)).toBeLessThan(0);
  }
  if (literals.absolute) expect(order).toEqual([0, 1, 2, 3]);
}

const FAMILIES: readonly { name: string; count: number; shape: PaletteShape }[] = [
  { name: 'all sorts', count: 900, shape: {} },
  { name: 'enumerations', count: 300, shape: { sorts: ['bool', 'triple', 'full', 'unit'], mostCells: 6 } },
  { name: 'abstract values', count: 150, shape: { sorts: ['thing'], mostCells: 7 } },
  { name: 'processes', count: 600, shape: { sorts: ['proc'], mostCells: 5 } },
  { name: 'numbers', count: 300, shape: { sorts: ['int', 'real', 'wide'], mostCells: 4 } },
];

describe('models', () => {
  for (const absolute of [false, true]) {
    for (const { name, count, shape } of FAMILIES) {
      it(`of conjunctions over ${name}${absolute ? ' with absolute names' : ''} satisfy them`, () => {
        const literals = newLiterals(absolute);
        const conjunction = new Conjunction(literals);
        const r = random(SEED + count);
        let found = 0;
        for (let i = 0; i < cases(count); i++) {
          const palette = randomPalette(r, { ...shape, highestProcess: PROCESSES - 1 });
          const atoms = randomAtoms(r, palette, 1, 7);
          conjunction.reset();
          const normal = atoms.every((atom) => conjunction.add(build(literals, atom))) ? conjunction.finish() : null;
          if (normal === null) continue;
          found++;
          const names = absolute ? [0, 1, 2, 3] : shuffled(r, [0, 1, 2, 3]);
          const model = modelOf(literals, renamed(literals, normal, names), PROCESSES);
          checkValues(literals, model);
          checkProcesses(literals, model);
          for (const otherwise of [0, 3, 30]) {
            const failing = atoms.filter((atom) => !evaluate(literals, model, names, atom, otherwise));
            expect(failing.map((atom) => atomText(literals, atom))).toEqual([]);
          }
        }
        expect(found).toBeGreaterThan(cases(count) / 5);
      });
    }
  }

  it('keep apart what nothing makes equal', () => {
    const literals = newLiterals(false);
    const conjunction = new Conjunction(literals);
    const r = random(SEED);
    let apart = 0;
    for (let i = 0; i < cases(500); i++) {
      const palette = randomPalette(r, { sorts: ['proc', 'thing'], highestProcess: PROCESSES - 1 });
      const atoms = randomAtoms(r, palette, 1, 6);
      conjunction.reset();
      const normal = atoms.every((atom) => conjunction.add(build(literals, atom))) ? conjunction.finish() : null;
      if (normal === null) continue;
      const model = modelOf(literals, normal, PROCESSES);
      // Two terms with one value: the conjunction must have said so, that is, it can't bear that they differ.
      const terms = [...model.positions.keys()];
      for (const [a, b] of pairs(terms)) {
        if (!equal(model.positions.get(a) as Rational, model.positions.get(b) as Rational)) continue;
        expect(differs(conjunction, literals.relation('<>', a, b))).toBe(false);
      }
      for (const [a, b] of pairs([...model.abstract.keys()])) {
        if (model.abstract.get(a) !== model.abstract.get(b)) apart++;
        else expect(differs(conjunction, literals.relation('<>', a, b))).toBe(false);
      }
    }
    expect(apart).toBeGreaterThan(least(100));
  });
});

function pairs(list: readonly number[]): [number, number][] {
  return list.flatMap((a, i) => list.slice(i + 1).map((b): [number, number] => [a, b]));
}

function differs(conjunction: Conjunction, literal: number): boolean {
  const mark = conjunction.mark();
  const possible = conjunction.add(literal) && conjunction.finish() !== null;
  conjunction.undo(mark);
  return possible;
}
