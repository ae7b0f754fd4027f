/**
 * Bad cubes as text: JSON, a cube on a line, in the words of the model. It is the data of a certificate (`certificate.ts`):
 * with the array system it gives all obligations again.
 *
 * Reading back trusts nothing. Cells are those of the system, by their names, its sorts and their values by their numbers (what a
 * place of a program is called may depend on its line); processes are bound where
 * they are used, and each name is bound once; both sides of a comparison have one sort. So whatever is read is a list of
 * properties of the system, and whether it is a proof is for solvers to say. Only the forms that proofs have are read:
 * comparisons, `and`, `or`, and `forall`. Cubes of views (`../views/file.ts`) also say who reads a cell, and at which moment.
 */
import type { SlotPlan } from '../../bridges/store-slots/plan.js';
import { type Rational, rational, showRational } from '../../logic/rational.js';
import type {
  Access,
  ArraySystem,
  Formula,
  Operator,
  Process,
  Property,
  Sort,
  StateSymbol,
  Term,
} from '../../models/array-system/model.js';
import type { PlaceSums } from '../../models/array-system/place-sum.js';
import { block, Fault, Fields, listOf, numberBelow, readJson, text as textOf, whole } from '../json-text.js';
import { type CertificateScope, readScope, scopeField } from '../scope.js';
import { readSlots, SLOT_FIELDS, slotsIn, writeSlots } from './slots-file.js';
import { countsIn, readSums, SUM_FIELDS, writeSums } from './sums-file.js';
import { termsOf, unreachable } from './syntax.js';

export const SCHEMA = 'fencepost-cubes-certificate/1';

/** More are in no proof that anybody made, and would take too long to write out. */
const MOST = { parameters: 24, binders: 4, depth: 60, choices: 10_000, work: 1e8 } as const;

export type Read =
  | {
      readonly scope: CertificateScope;
      cubesOf(system: ArraySystem): readonly Property[] | { readonly fault: string };
      sumsOf(system: ArraySystem): PlaceSums | null | { readonly fault: string };
      /** Of the model: how its store queues are cells of the system that the cubes are about; null where it says nothing of it. */
      slotsOf(system: ArraySystem): SlotPlan | null | { readonly fault: string };
    }
  | { readonly fault: string };

export function* writeCertificate(
  scope: CertificateScope,
  system: ArraySystem,
  cubes: readonly Property[],
  sums: PlaceSums | null = null,
  slots?: SlotPlan,
): Generator<string> {
  const writer = new CubeWriter(system);
  yield `{"schema": ${JSON.stringify(SCHEMA)},\n`;
  yield scopeField(scope);
  yield* block('cubes', writer.cubes(cubes));
  yield* writeSums(sums, writer);
  yield* writeSlots(system, slots);
  yield '}\n';
}

/** What the words mean is known only with the system. */
export function readCertificate(text: string): Read {
  return readJson(text, SCHEMA, (content): Read => {
    const counts = countsIn(content);
    const queues = slotsIn(content);
    const further = [...(counts ? SUM_FIELDS : []), ...(queues ? SLOT_FIELDS : [])];
    const fields = new Fields(content, 'the certificate', ['schema', 'scope', 'cubes', ...further]);
    const scope = fields.of('scope', readScope);
    const cubes = fields.list('cubes', (cube) => cube);
    const cubesOf = (system: ArraySystem): readonly Property[] | { readonly fault: string } => {
      try {
        const reader = new CubeReader(system);
        const read = cubes.map((cube, position) => reader.cube(cube, `the certificate, cubes ${position}`));
        return areTooMany(system, read) ? { fault: TOO_MANY } : read;
      } catch (fault) {
        if (fault instanceof Fault) return { fault: fault.message };
        throw fault;
      }
    };
    const sumsOf = (system: ArraySystem) => (counts ? readSums(system, fields, new CubeReader(system)) : null);
    const slotsOf = (system: ArraySystem) => (queues ? readSlots(system, fields) : null);
    return { scope, cubesOf, sumsOf, slotsOf };
  });
}

/** The sorts that a formula of the system can speak of, in an order of their own. */
function sortsOf(system: ArraySystem): readonly Sort[] {
  const sorts = new Set<Sort>(system.symbols.map(({ sort }) => sort));
  for (const term of termsOf(system, [])) if (term.kind === 'constructor') sorts.add(term.sort);
  return [...sorts];
}

export class CubeWriter {
  private readonly sorts: readonly Sort[];

  constructor(private readonly system: ArraySystem) {
    this.sorts = sortsOf(system);
  }

  *cubes(cubes: readonly Property[]): Generator<object> {
    for (const { name, parameters, formula } of cubes) {
      if (name !== null) throw new Error('a cube has no name');
      yield { parameters, formula: this.formula(formula) };
    }
  }

  formula(formula: Formula): unknown {
    switch (formula.kind) {
      case 'constant':
        return formula.value;
      case 'compare':
        return { compare: [this.term(formula.left), formula.operator, this.term(formula.right)] };
      case 'and':
        return { and: formula.operands.map((operand) => this.formula(operand)) };
      case 'or':
        return { or: formula.operands.map((operand) => this.formula(operand)) };
      case 'forall': {
        const { variable, excluded, body } = formula;
        return { forall: variable, except: excluded.map(processName), body: this.formula(body) };
      }
      case 'exists':
      case 'not':
      case 'fence':
        throw new Error(`a cube has no part ${formula.kind}`);
      default:
        return unreachable(formula);
    }
  }

  private term(term: Term): unknown {
    switch (term.kind) {
      case 'process':
        return { process: processName(term.process) };
      case 'constructor':
        return { value: term.value, sort: this.sortNumber(term.sort) };
      case 'access':
        return this.access(term.access);
      case 'linear': {
        const sum = term.summands.map(({ coefficient, access }) => [showRational(coefficient), this.access(access)]);
        return { sum, plus: showRational(term.constant), sort: term.sort.kind };
      }
      default:
        return unreachable(term);
    }
  }

  private access({ symbol, indices, reader, moment }: Access): unknown {
    const by = reader === null ? {} : { by: processName(reader), at: momentOf(moment) };
    if (this.system.symbols[symbol.index] === symbol) return { cell: symbol.name, of: indices.map(processName), ...by };
    return { choice: symbol.index, sort: this.sortNumber(symbol.sort) };
  }

  private sortNumber(sort: Sort): number {
    const found = this.sorts.indexOf(sort);
    if (found < 0) throw new Error('a sort that the system does not have');
    return found;
  }
}

function momentOf(moment: number | undefined): number {
  if (moment === undefined) throw new Error('a cube says at which moment a cell is read');
  return moment;
}

export function processName(process: Process): string {
  return process.kind === 'constant' ? `#${process.number}` : process.name;
}

interface Typed {
  readonly term: Term;
  readonly sort: Sort | { readonly kind: 'proc' };
}

type Bound = ReadonlySet<string>;

type ProcessReader = (value: unknown, where: string) => Process;

/** Whether the process reads at such a moment. */
export type Reads = (process: string, moment: number) => boolean;

export class CubeReader {
  private readonly sorts: readonly Sort[];
  private readonly symbols: ReadonlyMap<string, StateSymbol>;
  private readonly choices = new Map<number, StateSymbol>();
  private reads: Reads = () => false;

  constructor(private readonly system: ArraySystem) {
    this.sorts = sortsOf(system);
    this.symbols = new Map(system.symbols.map((symbol) => [symbol.name, symbol]));
  }

  cube(value: unknown, where: string): Property {
    return this.property(new Fields(value, where, ['parameters', 'formula']), where, () => () => false);
  }

  /** `readsOf`: with the processes of the cube bound, who reads when. */
  property(fields: Fields, where: string, readsOf: (process: ProcessReader) => Reads): Property {
    const bound = new Set<string>();
    const parameters = fields.list('parameters', (name, at) => {
      const parameter = newName(name, at, bound);
      bound.add(parameter);
      return parameter;
    });
    const { processes } = this.system;
    if (parameters.length > MOST.parameters || (processes !== null && parameters.length > processes)) {
      throw new Fault(where, 'too many processes');
    }
    this.reads = readsOf((name, at) => this.process(name, at, bound));
    const formula = fields.of('formula', (part, at) => this.formula(part, at, bound, { depth: 0, binders: 0 }));
    return { name: null, parameters, formula, place: { line: 0, column: 0 } };
  }

  private formula(value: unknown, where: string, bound: Bound, at: { depth: number; binders: number }): Formula {
    if (typeof value === 'boolean') return { kind: 'constant', value };
    if (at.depth > MOST.depth) throw new Fault(where.slice(0, 80), 'too deep');
    const inner = { ...at, depth: at.depth + 1 };
    const part = (operand: unknown, place: string) => this.formula(operand, place, bound, inner);
    const kind = ['and', 'or', 'forall'].find((name) => typeof value === 'object' && value !== null && name in value);
    switch (kind) {
      case 'and':
        return { kind: 'and', operands: new Fields(value, where, ['and']).list('and', part) };
      case 'or':
        return { kind: 'or', operands: new Fields(value, where, ['or']).list('or', part) };
      case 'forall': {
        if (at.binders >= MOST.binders) throw new Fault(where.slice(0, 80), 'too many quantifiers');
        const fields = new Fields(value, where, ['forall', 'except', 'body']);
        const excluded = fields.list('except', (process, place) => this.process(process, place, bound));
        const variable = fields.of('forall', (name, place) => newName(name, place, bound));
        const within = { depth: inner.depth, binders: at.binders + 1 };
        const body = fields.of('body', (content, place) => {
          return this.formula(content, place, new Set([...bound, variable]), within);
        });
        return { kind: 'forall', variable, excluded, body };
      }
      default:
        return new Fields(value, where, ['compare']).of('compare', (content, place) =>
          this.comparison(content, place, bound),
        );
    }
  }

  private comparison(value: unknown, where: string, bound: Bound): Formula {
    const [one, sign, other, ...more] = listOf(value, where, (each) => each);
    if (more.length > 0) throw new Fault(where, 'more than two terms and an operator');
    const operator = (['=', '<>', '<', '<='] as const).find((each): each is Operator => each === sign);
    if (operator === undefined) throw new Fault(where, 'no operator');
    const left = this.term(one, `${where} 0`, bound);
    const right = this.term(other, `${where} 2`, bound);
    const same = left.sort === right.sort || (left.sort.kind === right.sort.kind && isPlain(left.sort));
    if (!same) throw new Fault(where, 'terms of different sorts');
    const ordered = operator === '=' || operator === '<>' || isPlain(left.sort);
    if (!ordered) throw new Fault(where, 'terms of this sort have no order');
    return { kind: 'compare', operator, left: left.term, right: right.term };
  }

  private term(value: unknown, where: string, bound: Bound): Typed {
    const has = (name: string) => typeof value === 'object' && value !== null && name in value;
    if (has('process')) {
      const fields = new Fields(value, where, ['process']);
      const process = fields.of('process', (name, at) => this.process(name, at, bound));
      return { term: { kind: 'process', process }, sort: { kind: 'proc' } };
    }
    if (has('value')) {
      const fields = new Fields(value, where, ['value', 'sort']);
      const sort = fields.of('sort', (number, at) => this.sort(number, at));
      if (sort.kind !== 'enum') throw new Fault(where, 'no sort with such values');
      const number = fields.of('value', (each, at) => numberBelow(each, sort.constructors.length, at));
      return { term: { kind: 'constructor', sort, value: number }, sort };
    }
    if (!has('sum')) {
      const access = this.access(value, where, bound);
      return { term: { kind: 'access', access }, sort: access.symbol.sort };
    }
    const fields = new Fields(value, where, ['sum', 'plus', 'sort']);
    const kind = fields.of('sort', textOf);
    if (kind !== 'int' && kind !== 'real') throw new Fault(where, 'no sort of numbers');
    const sort = { kind } as const;
    const summands = fields.list('sum', (product, at) => {
      const [factor, cell, ...more] = listOf(product, at, (each) => each);
      if (more.length > 0) throw new Fault(at, 'more than a number and a cell');
      const access = this.access(cell, at, bound);
      if (access.symbol.sort.kind !== kind) throw new Fault(at, `the cell is no ${kind}`);
      return { coefficient: numberOf(factor, at, kind), access };
    });
    const constant = fields.of('plus', (number, at) => numberOf(number, at, kind));
    return { term: { kind: 'linear', sort, constant, summands }, sort };
  }

  private access(value: unknown, where: string, bound: Bound): Access {
    if (typeof value === 'object' && value !== null && 'choice' in value) {
      const fields = new Fields(value, where, ['choice', 'sort']);
      const first = this.system.symbols.length;
      const index = fields.of('choice', (number, at) => numberBelow(number, first + MOST.choices, at));
      const sort = fields.of('sort', (number, at) => this.sort(number, at));
      if (index < first) throw new Fault(where, 'a cell of the model is no choice');
      const known = this.choices.get(index) ?? {
        name: `choice${index}`,
        index,
        constant: true,
        arity: 0,
        sort,
        weak: false,
      };
      if (known.sort !== sort) throw new Fault(where, 'a choice of two sorts');
      this.choices.set(index, known);
      return { symbol: known, indices: [], reader: null };
    }
    const read = typeof value === 'object' && value !== null && 'by' in value;
    const fields = new Fields(value, where, read ? ['cell', 'of', 'by', 'at'] : ['cell', 'of']);
    const symbol = this.symbols.get(fields.of('cell', textOf));
    if (symbol === undefined) throw new Fault(where, 'there is no such cell in the model');
    const indices = fields.list('of', (process, at) => this.process(process, at, bound));
    if (indices.length !== symbol.arity) throw new Fault(where, `${symbol.name} has ${symbol.arity} indices`);
    if (!read) return { symbol, indices, reader: null };
    const reader = fields.of('by', (process, at) => this.process(process, at, bound));
    const moment = fields.of('at', whole);
    if (!symbol.weak) throw new Fault(where, `${symbol.name} is not weak`);
    if (!this.reads(processName(reader), moment)) throw new Fault(where, `${processName(reader)} reads nothing then`);
    return { symbol, indices, reader, moment };
  }

  private process(value: unknown, where: string, bound: Bound): Process {
    const name = textOf(value, where);
    if (bound.has(name)) return { kind: 'bound', name };
    const [, digits] = /^#([1-9][0-9]{0,4})$/.exec(name) ?? [];
    const number = Number(digits ?? 0);
    if (number >= 1 && this.system.processes !== null && number <= this.system.processes) {
      return { kind: 'constant', number };
    }
    throw new Fault(where, 'there is no such process here');
  }

  private sort(value: unknown, where: string): Sort {
    return this.sorts[numberBelow(value, this.sorts.length, where)] as Sort;
  }
}

/** Sorts with an order, which are the same if their kinds are. */
function isPlain({ kind }: { readonly kind: string }): boolean {
  return kind === 'int' || kind === 'real' || kind === 'proc';
}

function numberOf(value: unknown, where: string, kind: 'int' | 'real'): Rational {
  const [, numerator, denominator = '1'] =
    /^(-?[0-9]{1,400})(?:\/([1-9][0-9]{0,400}))?$/.exec(textOf(value, where)) ?? [];
  if (numerator === undefined) throw new Fault(where, 'no number');
  const number = rational(BigInt(numerator), BigInt(denominator));
  if (kind === 'int' && number.denominator !== 1n) throw new Fault(where, 'no whole number');
  return number;
}

export const TOO_MANY = 'its cubes make too many obligations';

/** Of cubes that nobody could write obligations for. */
export function areTooMany(system: ArraySystem, cubes: readonly Property[]): boolean {
  return cubes.reduce((sum, cube) => sum + workOf(system, cube), 0) > MOST.work;
}

/** The ways to choose the processes of a cube and of a transition, by what an obligation about so many processes costs. */
function workOf({ processes, transitions }: ArraySystem, { parameters }: Property): number {
  const own = parameters.length;
  const cube = processes === null ? 1 : waysToChoose(processes, own);
  const steps = transitions.map(({ parameters: { length } }) => {
    const ways = processes === null ? waysToChoose(own + length, length) : waysToChoose(processes, length);
    return ways * (own + length) ** 2;
  });
  return cube * (own ** 2 + steps.reduce((sum, each) => sum + each, 0));
}

function waysToChoose(processes: number, chosen: number): number {
  let ways = 1;
  for (let k = 0; k < chosen; k++) ways *= Math.max(processes - k, 1);
  return ways;
}

/** The name of a process that nobody around has; parts beside one another may have the same. */
function newName(value: unknown, where: string, bound: Bound): string {
  const name = textOf(value, where);
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,79}$/.test(name)) throw new Fault(where, 'no name of a process');
  if (bound.has(name)) throw new Fault(where, `${name} is bound twice`);
  return name;
}
