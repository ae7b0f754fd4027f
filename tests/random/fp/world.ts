/**
 * The declarations of a `.fp` text, said a second time from docs/reference/languages/program.md: which variables and
 * instances there are, what they hold first, what constants mean. Only for texts without faults. Shares the parser with the
 * compiler, and nothing else.
 */
import type {
  Block,
  DeclaratorSyntax,
  DeclaredName,
  ExpressionSyntax,
  FieldSyntax,
  ProcedureSyntax,
  ProgramSyntax,
  StatementSyntax,
  ThreadSyntax,
  TypeSyntax,
} from '../../../src/languages/program/syntax.js';
import {
  blocksOf,
  type Meanings,
  type Range,
  Reference,
  type ThreadState,
  valueOver,
  wrapped,
} from '../../languages/program/reference.js';

/** Null for integers. */
type Type = Range | null;
type Cell = number | 'any';

export interface Instance {
  /** The position of its declaration among those of threads. */
  readonly thread: number;
  readonly name: string;
  readonly arguments: readonly number[];
}

export interface World {
  readonly syntax: ProgramSyntax;
  readonly reference: Reference;
  readonly meanings: Meanings;
  /** Ghosts among them. */
  readonly sharedNames: readonly string[];
  readonly ghosts: ReadonlySet<string>;
  readonly instances: readonly Instance[];
  /** Every way to begin. */
  readonly memories: readonly Readonly<Record<string, readonly number[]>>[];
  /** By instance. */
  readonly starts: readonly (readonly ThreadState[])[];
}

interface Variable {
  readonly name: string;
  readonly type: Type;
  readonly cells: readonly Cell[];
}

export function makeWorld(given: ProgramSyntax, anyCount: number): World {
  const syntax = { ...given, declarations: given.declarations.map(withSimpleLocals) };
  const constants = new Map<string, number>();
  const counts = new Map<string, number>();
  const sizes = new Map<string, readonly number[]>();
  const reading = new Reading({ constants, counts, sizes });
  const threads: ThreadSyntax[] = [];
  for (const declaration of syntax.declarations) {
    if (declaration.kind === 'const') {
      constants.set(declaration.name.text, reading.number(declaration.value));
      const type = reading.typeOf(declaration.value);
      if (type !== null) reading.variables.set(declaration.name.text, type);
    }
    if (declaration.kind === 'type') reading.declareType(declaration, constants);
    if (declaration.kind === 'record') reading.records.set(declaration.name.text, declaration.fields);
    if (declaration.kind === 'thread') threads.push(declaration);
  }
  const instances = threads.flatMap((thread, position) => {
    const all = reading.instancesOf(thread, anyCount);
    counts.set(thread.name.text, all.length);
    return all.map((values): Instance => ({ thread: position, name: thread.name.text, arguments: values }));
  });
  const shared = syntax.declarations
    .flatMap((declaration) =>
      declaration.kind === 'shared' || declaration.kind === 'ghost' ? declaration.declarators : [],
    )
    .flatMap((declarator) => reading.compound(declarator, sizes) ?? reading.variablesOf(declarator, {}));
  const sharedRanges = rangesOf(shared);
  const parts = threads.map((thread) => reading.threadOf(thread));
  const called = syntax.declarations.flatMap((each) => (each.kind === 'proc' ? reading.procedureRanges(each) : []));
  const ranges = parts.map((part) => ({ ...sharedRanges, ...Object.fromEntries(called), ...part.ranges }));
  const names = shared.map(({ name }) => name);
  const reference = new Reference(syntax, names, ranges, reading.meanings);
  const starts = instances.map((instance) => {
    const { locals, skipped } = (parts[instance.thread] as ThreadPart).begin(instance.arguments);
    return waysToBegin(locals).map((chosen) => reference.start(instance.thread, chosen, skipped));
  });
  const { meanings } = reading;
  const ghosts = new Set(
    syntax.declarations.flatMap((declaration) =>
      declaration.kind === 'ghost'
        ? declaration.declarators.flatMap((declarator) => declarator.names.map(({ name }) => name.text))
        : [],
    ),
  );
  return { syntax, reference, meanings, sharedNames: names, ghosts, instances, memories: waysToBegin(shared), starts };
}

function rangesOf(variables: readonly Variable[]): Record<string, Range> {
  const known = variables.filter((variable): variable is Variable & { type: Range } => variable.type !== null);
  return Object.fromEntries(known.map(({ name, type }) => [name, type]));
}

function waysToBegin(variables: readonly Variable[]): Record<string, readonly number[]>[] {
  let ways: Record<string, readonly number[]>[] = [{}];
  for (const { name, type, cells } of variables) {
    let values: number[][] = [[]];
    for (const cell of cells) {
      const possible = cell === 'any' ? all(type as Range) : [cell];
      values = values.flatMap((before) => possible.map((value) => [...before, value]));
    }
    ways = ways.flatMap((way) => values.map((chosen) => ({ ...way, [name]: chosen })));
  }
  return ways;
}

function all({ low, high }: Range): number[] {
  return Array.from({ length: high - low + 1 }, (_, offset) => low + offset);
}

interface ThreadPart {
  readonly ranges: Readonly<Record<string, Range>>;
  /** First values, and how many declarations at the top are done with them. */
  begin(values: readonly number[]): { readonly locals: readonly Variable[]; readonly skipped: number };
}

class Reading {
  readonly meanings: Meanings;
  readonly types = new Map<string, Type>();
  readonly records = new Map<string, readonly FieldSyntax[]>();
  /** Of names that are no integers: for values that tell the type of a variable. */
  readonly variables = new Map<string, Range>();

  constructor(meanings: Meanings) {
    this.meanings = meanings;
  }

  number(expression: ExpressionSyntax, locals: ThreadState['locals'] = {}): number {
    const value = valueOver(locals, this.meanings, expression);
    if (value === null) throw new Error('a constant has no value');
    return value;
  }

  declareType(
    { name, constructors, type }: Extract<ProgramSyntax['declarations'][number], { kind: 'type' }>,
    constants: Map<string, number>,
  ): void {
    if (constructors === null) this.types.set(name.text, type === null ? null : this.type(type));
    else {
      const range = { low: 0, high: constructors.length - 1 };
      this.types.set(name.text, range);
      for (const [value, { text }] of constructors.entries()) {
        constants.set(text, value);
        this.variables.set(text, range);
      }
    }
  }

  private type(type: TypeSyntax): Type {
    switch (type.kind) {
      case 'int':
        return null;
      case 'bool':
        return BOOL;
      case 'named':
        return this.types.get(type.name) ?? WIDTHS[type.name] ?? null;
      case 'range':
        return { low: this.number(type.low), high: this.number(type.high) };
    }
  }

  /** Of a value without declared type: a truth value, a member of an enumeration, or else an integer. */
  typeOf(value: ExpressionSyntax): Range | null {
    switch (value.kind) {
      case 'boolean':
        return BOOL;
      case 'unary':
        return value.operator === '!' ? BOOL : null;
      case 'binary':
        return ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'].includes(value.operator) ? null : BOOL;
      case 'conditional':
        return this.typeOf(value.whenTrue);
      case 'locked':
        return value.operation === 'cas' ? BOOL : this.typeOf(value.target);
      case 'name':
        return this.variables.get(value.name.text) ?? null;
      default:
        return null;
    }
  }

  /** Truth values and enumerations are kept apart from integers, ranges are not. */
  private note(name: string, type: TypeSyntax | null, known: Type): void {
    const named = type?.kind === 'named' ? this.enumerations().has(type.name) : type?.kind === 'bool';
    if (known !== null && (type === null || named)) this.variables.set(name, known);
    else this.variables.delete(name);
  }

  private enumerations(): Set<string> {
    const members = new Set(this.variables.values());
    return new Set(
      [...this.types]
        .filter(([, range]) => range === BOOL || (range !== null && members.has(range)))
        .map(([name]) => name),
    );
  }

  variablesOf(declarator: DeclaratorSyntax, locals: ThreadState['locals']): Variable[] {
    const { names, type: written, initial } = declarator;
    const values = initial === null ? [] : initial.kind === 'list' ? initial.values : [initial];
    const known = values.find((value) => value.kind !== 'any') as ExpressionSyntax | undefined;
    const type = written !== null ? this.type(written) : known === undefined ? null : this.typeOf(known);
    const cells = values.map((value): Cell => {
      if (value.kind === 'any') return 'any';
      const number = this.number(value, locals);
      return type?.wraps === true ? wrapped(number, type) : number;
    });
    return names.map(({ name, size }) => {
      this.note(name.text, written, type);
      const length = size === null ? 1 : this.size(size);
      const first = cells.length === 0 ? [nearestToZero(type)] : cells;
      return {
        name: name.text,
        type,
        cells: first.length > 1 ? first : new Array<Cell>(length).fill(first[0] as Cell),
      };
    });
  }

  /** The variables of a record or an array of arrays; null for others. */
  compound({ names, type, initial }: DeclaratorSyntax, sizes: Map<string, readonly number[]>): Variable[] | null {
    const isRecord = type?.kind === 'named' && this.records.has(type.name);
    if (!isRecord && names.every(({ inner }) => inner === undefined)) return null;
    const first = initial?.kind === 'list' ? null : initial;
    return names.flatMap((each) => this.flattened({ ...each, type, initial: first }, each.name.text, 1, sizes));
  }

  private flattened(
    {
      size,
      inner = [],
      type,
      initial,
    }: Omit<DeclaredName, 'name'> & Pick<DeclaratorSyntax, 'type'> & { initial: FieldSyntax['initial'] },
    name: string,
    around: number,
    sizes: Map<string, readonly number[]>,
  ): Variable[] {
    const own = (size === null ? [] : [size, ...inner]).map((each) => this.size(each));
    sizes.set(name, own);
    const length = own.reduce((all, each) => all * each, around);
    const fields = type?.kind === 'named' ? this.records.get(type.name) : undefined;
    if (fields !== undefined) {
      return fields.flatMap((field) => this.flattened(field, `${name}.${field.name.text}`, length, sizes));
    }
    const known = type === null ? null : this.type(type);
    const first: Cell = initial === null ? nearestToZero(known) : initial.kind === 'any' ? 'any' : this.number(initial);
    const value = first !== 'any' && known?.wraps === true ? wrapped(first, known) : first;
    return [{ name, type: known, cells: new Array<Cell>(length).fill(value) }];
  }

  /** A number, or the name of a thread: its instances. */
  private size(size: ExpressionSyntax): number {
    const instances = size.kind === 'name' ? this.meanings.counts.get(size.name.text) : undefined;
    return instances ?? this.number(size);
  }

  instancesOf({ count, parameters, instances }: ThreadSyntax, anyCount: number): number[][] {
    if (count !== null) {
      const number = count.kind === 'any' ? anyCount : this.number(count);
      return Array.from({ length: number }, (_, self) => [self]);
    }
    if (instances !== null) return instances.map(({ values }) => values.map((value) => this.number(value)));
    return parameters.reduce<number[][]>(
      (tuples, { type }) => tuples.flatMap((tuple) => all(this.type(type) as Range).map((value) => [...tuple, value])),
      [[]],
    );
  }

  threadOf({ count, parameters, body }: ThreadSyntax): ThreadPart {
    const given: { name: string; type: Type }[] = parameters.map(({ name, type }) => {
      const known = this.type(type);
      this.note(name.text, type, known);
      return { name: name.text, type: known };
    });
    if (count !== null) given.push({ name: 'self', type: null });
    const declared = this.declaredIn(body);
    const begin = (values: readonly number[]) => {
      const locals = new Map(
        given.map(({ name, type }, k): [string, Variable] => {
          return [name, { name, type, cells: [values[k] as number] }];
        }),
      );
      const fixed = new Set(locals.keys());
      for (const { name, type, size } of declared) {
        locals.set(name, { name, type, cells: new Array<Cell>(size).fill(nearestToZero(type)) });
      }
      let skipped = 0;
      for (const statement of body.statements) {
        const declarator = statement.kind === 'local' ? statement.declarators[0] : undefined;
        if (declarator === undefined || statement.labels.length > 0 || !this.isKnown(declarator, fixed)) break;
        skipped++;
        const sofar = Object.fromEntries([...locals].map(([name, { cells }]) => [name, cells as readonly number[]]));
        for (const variable of this.variablesOf(declarator, sofar)) {
          locals.set(variable.name, variable);
          if (!variable.cells.includes('any')) fixed.add(variable.name);
        }
      }
      return { locals: [...locals.values()], skipped };
    };
    const ranged = [...declared, ...given].filter((one): one is typeof one & { type: Range } => one.type !== null);
    return { ranges: Object.fromEntries(ranged.map(({ name, type }) => [name, type])), begin };
  }

  /** Of the parameters and locals of a procedure, by their full names. */
  procedureRanges({ name, parameters, body }: ProcedureSyntax): [string, Range][] {
    const given = parameters.map((parameter) => ({ name: parameter.name.text, type: this.type(parameter.type) }));
    return [...given, ...this.declaredIn(body)].flatMap((one): [string, Range][] =>
      one.type === null ? [] : [[`${name.text}.${one.name}`, one.type]],
    );
  }

  /** All locals of a body, as the text declares them. */
  private declaredIn(block: Block): { name: string; type: Type; size: number }[] {
    return block.statements.flatMap((statement) => {
      if (statement.kind !== 'local') return blocksOf(statement).flatMap((inner) => this.declaredIn(inner));
      return statement.declarators.flatMap(({ names, type: written, initial }) => {
        const values = initial === null ? [] : initial.kind === 'list' ? initial.values : [initial];
        const known = values.find((value) => value.kind !== 'any') as ExpressionSyntax | undefined;
        const type = written !== null ? this.type(written) : known === undefined ? null : this.typeOf(known);
        return names.map(({ name, size }) => {
          this.note(name.text, written, type);
          return { name: name.text, type, size: size === null ? 1 : this.size(size) };
        });
      });
    });
  }

  /** Known when the thread is made: from parameters, constants and other such locals. */
  private isKnown({ initial }: DeclaratorSyntax, fixed: ReadonlySet<string>): boolean {
    const values = initial === null ? [] : initial.kind === 'list' ? initial.values : [initial];
    const known = (value: ExpressionSyntax): boolean => {
      switch (value.kind) {
        case 'number':
        case 'boolean':
        case 'self':
        case 'count':
          return true;
        case 'name':
          if (value.index !== null && !known(value.index)) return false;
          return this.meanings.constants.has(value.name.text) || fixed.has(value.name.text);
        case 'unary':
          return known(value.operand);
        case 'binary':
          return known(value.left) && known(value.right);
        case 'conditional':
          return [value.condition, value.whenTrue, value.whenFalse].every(known);
        default:
          return false;
      }
    };
    return values.every((value) => value.kind === 'any' || known(value));
  }
}

const BOOL: Range = { low: 0, high: 1 };
const WIDTHS: Readonly<Record<string, Range>> = {
  u8: { low: 0, high: 255, wraps: true },
  i8: { low: -128, high: 127, wraps: true },
  u16: { low: 0, high: 65535, wraps: true },
  i16: { low: -32768, high: 32767, wraps: true },
  u32: { low: 0, high: 4294967295, wraps: true },
  i32: { low: -2147483648, high: 2147483647, wraps: true },
};

function nearestToZero(type: Type): number {
  return type === null ? 0 : Math.min(Math.max(0, type.low), type.high);
}

/** Every declaration of locals is of one name: each is assigned by itself. */
function withSimpleLocals<Declaration extends ProgramSyntax['declarations'][number]>(
  declaration: Declaration,
): Declaration {
  return declaration.kind === 'thread' || declaration.kind === 'proc'
    ? { ...declaration, body: simpleBlock(declaration.body) }
    : declaration;
}

function simpleBlock(block: Block): Block {
  return { ...block, statements: block.statements.flatMap(simpleStatements) };
}

function simpleStatements(statement: StatementSyntax): StatementSyntax[] {
  switch (statement.kind) {
    case 'local': {
      const { start, end } = statement;
      const single = statement.declarators.flatMap((declarator) =>
        declarator.names.map((name): StatementSyntax => {
          return { kind: 'local', labels: [], declarators: [{ ...declarator, names: [name] }], start, end };
        }),
      );
      if (statement.labels.length === 0) return single;
      return [{ kind: 'block', labels: statement.labels, body: { statements: single, start, end }, start, end }];
    }
    case 'if': {
      const otherwise = statement.otherwise === null ? null : simpleBlock(statement.otherwise);
      const then = simpleBlock(statement.then);
      return [{ ...statement, then, otherwise }];
    }
    case 'choose':
      return [{ ...statement, branches: statement.branches.map(simpleBlock) }];
    case 'switch': {
      const otherwise = statement.otherwise === null ? null : simpleBlock(statement.otherwise);
      const cases = statement.cases.map((each) => ({ ...each, body: simpleBlock(each.body) }));
      return [{ ...statement, cases, otherwise }];
    }
    case 'while':
    case 'for':
    case 'loop':
    case 'atomic':
    case 'block':
      return [{ ...statement, body: simpleBlock(statement.body) }];
    default:
      return [statement];
  }
}
