/**
 * What all threads of a program have in common while it is translated: types, declarations, memory, faults.
 *
 * Names of the file are collected first; bodies of functions are translated where they are called, once for each call.
 */
import type { Place as ModelPlace } from '../../models/program/model.js';
import type { DiagnosticCode, DiagnosticList } from '../shared/diagnostics.js';
import {
  type Annotation,
  type EnumConstant,
  type Expression,
  type FunctionNode,
  inside,
  type StructNode,
  type TypeNode,
  type Unit as UnitNode,
  type Variable,
} from './ast.js';
import { Fault } from './cursor.js';
import {
  ALLOCATED,
  type Count,
  cellsAlong,
  type Demands,
  type Leaf,
  type LValue,
  ON_STACK,
  Pools,
  type Region,
  scalarsOf,
} from './memory.js';
import type { Watched } from './races.js';
import { chainOf, type Place, written } from './tokens.js';
import { type CType, type Field, INTEGERS, type Struct } from './types.js';

/** A variable of the program: its cells are those of a scalar of C. */
export interface SharedDraft {
  readonly leaf: Leaf;
  readonly name: string;
  readonly place: ModelPlace;
  readonly ghost?: true;
  /** For races. */
  readonly watches?: true;
  /** Never buffered: bookkeeping of allocation. */
  readonly strong?: true;
  /** Its first values, where they are not zeros. */
  readonly initial?: readonly number[];
}

export interface Options {
  /** Cells for each place that allocates. */
  readonly allocations: number;
  /** Runs in which a wide number passes 2^31 do not count. */
  readonly nowrap: boolean;
  /** Races are failures. */
  readonly races: boolean;
  /** Functions of threads of which there are any number, and where that is said. */
  readonly any: ReadonlyMap<string, Annotation>;
}

type Global =
  | { readonly kind: 'variable'; readonly node: Variable }
  | { readonly kind: 'constant'; readonly node: EnumConstant }
  | { readonly kind: 'function'; readonly node: FunctionNode }
  /** A function without body, by its type. */
  | { readonly kind: 'declared'; readonly node: Variable };

export class Unit {
  readonly globals = new Map<string, Global>();
  readonly shared: SharedDraft[] = [];
  /** Names whose declarations are wrong, which was told: their uses are not told again. */
  readonly broken = new Set<string>();
  readonly pools: Pools;
  /** What races are looked for; null where nobody asks. */
  readonly watched: Watched | null;
  /** Words that properties use as labels and as names of locals. */
  readonly words: ReadonlySet<string>;
  private readonly structs = new Map<StructNode, Struct>();
  private readonly structNames = new Map<string, number>();
  private readonly leaves = new Map<string, number>();
  private readonly names = new Map<string, number>();
  private readonly assigned = new Map<FunctionNode, ReadonlySet<string>>();
  /** Numbers of calls and other things that must differ. */
  private counter = 0;

  constructor(
    readonly node: UnitNode,
    readonly faults: DiagnosticList,
    readonly demands: Demands,
    readonly options: Options,
    properties: string,
  ) {
    this.pools = new Pools(demands);
    this.watched = options.races ? demands.sightings.watched() : null;
    this.words = new Set(properties.match(/[A-Za-z_]\w*/g) ?? []);
    for (const item of node.items) {
      if (item.kind === 'constant') this.globals.set(item.name, { kind: 'constant', node: item });
      else if (item.kind === 'function') {
        const known = this.globals.get(item.name);
        if (known?.kind === 'function') this.report('duplicate', item.place, `\`${item.name}\` has two bodies`);
        this.globals.set(item.name, { kind: 'function', node: item });
      } else if (item.kind === 'variable') this.declare(item);
    }
  }

  private declare(node: Variable): void {
    const known = this.globals.get(node.name);
    if (node.type.kind === 'function') {
      if (known === undefined) this.globals.set(node.name, { kind: 'declared', node });
      return;
    }
    // `int x; extern int x; int x = 1;` is one variable: the declaration with a value, or with a size, counts.
    const better =
      known?.kind !== 'variable' ||
      (known.node.initial === null &&
        (node.initial !== null || known.node.storage === 'extern' || isOpenArray(known.node.type)));
    if (better) this.globals.set(node.name, { kind: 'variable', node });
  }

  next(): number {
    return ++this.counter;
  }

  report(code: DiagnosticCode, place: Place, message: string, instead: string | null = null): void {
    this.faults.error(code, written(place), message, { instead }, chainOf(place));
  }

  /** To be thrown: what is being translated cannot be. */
  refuse(place: Place, message: string, code: DiagnosticCode = 'unsupported'): Fault {
    this.report(code, place, message);
    return new Fault(message);
  }

  place(place: Place, within: string | null = null): ModelPlace {
    const { start, file } = written(place);
    const at = file.source.place(start);
    return within === null ? at : { ...at, within };
  }

  /** What the user wrote there, in one line. */
  text(place: Place): string {
    const { start, end, file } = written(place);
    const text = file.source.text
      .slice(start, end)
      .replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, ' ')
      .replace(/\\\r?\n/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    return text.length <= 100 ? text : `${text.slice(0, 99)}…`;
  }

  structOf(node: StructNode, resolve: (type: TypeNode) => CType, place: Place): Struct {
    const known = this.structs.get(node);
    if (known !== undefined) return known;
    const name = node.tag ?? 'anonymous';
    const number = (this.structNames.get(name) ?? 0) + 1;
    this.structNames.set(name, number);
    let members: readonly Field[] | null = null;
    const all = (): readonly Field[] => {
      if (members !== null) return members;
      if (node.members === null)
        throw this.refuse(place, `the members of \`struct ${name}\` are not declared`, 'unknown-type');
      let unnamed = 0;
      members = node.members.map((member) => {
        if (member.bits !== null)
          throw this.refuse(member.place, 'bit-fields are not read: use a whole member, or shift and mask an integer');
        return { name: member.name ?? `$${++unnamed}`, type: resolve(member.type) };
      });
      return members;
    };
    const chosen = () => {
      const [first] = all();
      const used = this.demands.unions.get(`${name}#${number}`) ?? first?.name;
      return all().filter((field) => field.name === used);
    };
    const struct: Struct = { name, number, members: node.union ? chosen : all, union: node.union ? all : null };
    this.structs.set(node, struct);
    return struct;
  }

  /** The variable of the program that holds a scalar of a region. */
  variable(region: Region, path: string, type: Leaf['type'], count: Count | null, place: ModelPlace): number {
    const key = `${region.key}${path}`;
    const known = this.leaves.get(key);
    if (known !== undefined) return known;
    const position = this.shared.length;
    const leaf = { region, path, type, size: count };
    const mark = region.ghost === true ? { ghost: true as const } : {};
    this.shared.push({ leaf, name: this.fresh(`${region.name}${path}`), place, ...mark });
    this.leaves.set(key, position);
    return position;
  }

  /** Bookkeeping of ours. */
  hidden(name: string, type: Leaf['type'], count: Count | null, place: ModelPlace): number {
    const known = this.leaves.get(name);
    if (known !== undefined) return known;
    const position = this.shared.length;
    const region: Region = { key: name, name, type, count, kind: 'shared', place };
    this.shared.push({ leaf: { region, path: '', type, size: count }, name: this.fresh(name), place });
    this.leaves.set(name, position);
    return position;
  }

  /** A ghost that watches for races; its first value is never changed by what `main` does before threads run. */
  watch(name: string, size: number, initial: 0 | 1, place: ModelPlace): number {
    const known = this.leaves.get(name);
    if (known !== undefined) return known;
    const position = this.shared.length;
    const region: Region = { key: name, name, type: INTEGERS._Bool, count: size, kind: 'shared', place };
    const first = new Array<number>(size).fill(initial);
    const leaf = { region, path: '', type: INTEGERS._Bool, size };
    this.shared.push({ leaf, name: this.fresh(name), place, initial: first, ghost: true, watches: true });
    this.leaves.set(name, position);
    return position;
  }

  /** The ghost that says of each cell of a variable whether it has a value: those of functions and of `malloc` begin without. */
  bits(variable: number): number {
    const { leaf, place } = this.shared[variable] as SharedDraft;
    const name = `$has ${leaf.region.key}${leaf.path}`;
    const known = this.leaves.get(name);
    if (known !== undefined) return known;
    const { region } = leaf;
    const type = INTEGERS._Bool;
    const size = typeof leaf.size === 'number' ? leaf.size : 1;
    const cells = cellsAlong(region.type, leaf.path);
    const isGiven = (key: string) => Number(!key.startsWith(ON_STACK) && !key.startsWith(ALLOCATED));
    const inPool = this.pools.ofEach(region, isGiven).flatMap((given) => new Array<number>(cells).fill(given));
    const initial = Array.from({ length: size }, (_, at) => inPool[at] ?? isGiven(region.key));
    const own: Region = { key: name, name, type, count: leaf.size, kind: 'shared', place };
    const position = this.shared.length;
    this.shared.push({
      leaf: { region: own, path: '', type, size: leaf.size },
      name: this.fresh(name),
      place,
      initial,
      ghost: true,
    });
    this.leaves.set(name, position);
    return position;
  }

  /** What allocation keeps for a pool: which objects are in use, those that were given back, how many were ever given. */
  ledger(region: Region, what: 'live' | 'next' | 'head' | 'used'): number {
    const name = `$${what} ${region.name}`;
    const key = `${name} ${region.key}`;
    const known = this.leaves.get(key);
    if (known !== undefined) return known;
    const many = what === 'live' || what === 'next';
    const type = what === 'live' ? INTEGERS._Bool : INTEGERS.int;
    const count = many ? (region.count ?? 1) : null;
    const position = this.shared.length;
    const own: Region = { key, name, type, count, kind: 'shared', place: region.place };
    const there = this.pools.fromTheBeginning(region);
    const size = typeof count === 'number' ? count : 1;
    const initial =
      what === 'live'
        ? Array.from({ length: size }, (_, at) => Number(there[at] ?? false))
        : what === 'used'
          ? [0]
          : new Array<number>(size).fill(-1);
    const marks = what === 'live' ? { ghost: true as const } : { strong: true as const };
    this.shared.push({
      leaf: { region: own, path: '', type, size: count },
      name: this.fresh(name),
      place: region.place,
      initial,
      ...marks,
    });
    this.leaves.set(key, position);
    return position;
  }

  private fresh(name: string): string {
    const used = this.names.get(name) ?? 0;
    this.names.set(name, used + 1);
    return used === 0 ? name : this.fresh(`${name}'${used + 1}`);
  }

  /** The names that a function assigns to, or takes the address of: others keep the value that they begin with. */
  assignedIn(node: FunctionNode): ReadonlySet<string> {
    const known = this.assigned.get(node);
    if (known !== undefined) return known;
    const found = new Set<string>();
    collectAssigned(node.body, found);
    this.assigned.set(node, found);
    return found;
  }

  /** All scalars of an object, so that they exist in the order of the text. */
  declareScalars(lvalue: LValue, cell: (lvalue: LValue) => void): void {
    for (const { path } of scalarsOf(lvalue.type)) cell({ ...lvalue, path: `${lvalue.path}${path}` });
  }
}

export const basicType = (name: keyof typeof INTEGERS): CType => INTEGERS[name];

function isOpenArray(type: TypeNode): boolean {
  return type.kind === 'array' && type.size === null;
}

/** Anywhere in a tree of the syntax; the place of a node leads to the source, which is no part of it. */
function collectAssigned(tree: unknown, found: Set<string>): void {
  if (typeof tree !== 'object' || tree === null) return;
  if (Array.isArray(tree)) {
    for (const part of tree) collectAssigned(part, found);
    return;
  }
  const node = tree as Expression;
  if (node.kind === 'assign') addRoot(node.target, found);
  else if (node.kind === 'step') addRoot(node.operand, found);
  else if (node.kind === 'unary' && node.operator === '&') addRoot(node.operand, found);
  for (const part of inside(node)) collectAssigned(part, found);
}

function addRoot(target: Expression, found: Set<string>): void {
  switch (target.kind) {
    case 'name':
      found.add(target.name);
      return;
    // Only scalars are asked about: a member or an element of one is part of what it points to.
    case 'cast':
      addRoot(target.operand, found);
      return;
    case 'comma':
      addRoot(target.right, found);
      return;
    case 'conditional':
      if (target.whenTrue !== null) addRoot(target.whenTrue, found);
      addRoot(target.whenFalse, found);
      return;
    default:
      return;
  }
}
