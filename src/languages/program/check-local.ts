/**
 * The locals of a thread: declarations, first values, the counters of loops, and what belongs to the checker alone.
 *
 * A local belongs to the whole thread (or procedure) from its declaration on. Declarations at the top of the body give first
 * values when these depend only on parameters, constants and locals with first values; all others are assignments that
 * happen whenever they are reached. The locals of a procedure are locals of the thread, one for all its calls: no two of them
 * are under way at once.
 */
import { defaultValue, showValue } from '../../models/program/cells.js';
import { constant, leavesOf } from '../../models/program/expression.js';
import type { Place, Sort } from '../../models/program/model.js';
import { checkAny, checkAssignable, checkNewName, checkRange, needsType, sizeOf, sortOf } from './check-declaration.js';
import type { ExpressionChecker } from './check-expression.js';
import { evaluate, NOTHING_KNOWN } from './evaluate.js';
import type { FirstValue, PlannedVariable, Resolved, Size, Statement, Target } from './plan.js';
import { printInitial } from './print-expression.js';
import { INT, isInteger } from './sorts.js';
import type { Block, DeclaratorSyntax, ExpressionSyntax, Name, ValueSyntax } from './syntax.js';
import type { KnownLocal, Vocabulary } from './vocabulary.js';

/** What a declaration is part of: a thread, or a procedure that it calls. */
export interface Frame {
  readonly names: Map<string, KnownLocal>;
  /** With the loops that count around each. */
  readonly labels: ReadonlyMap<string, readonly Block[]>;
  readonly checker: ExpressionChecker;
  /** Null in the thread itself. */
  readonly procedure: string | null;
  /** Tells the labels of one call from those of the others. */
  readonly call: number;
  /** What becomes of `return e`. */
  readonly result: Result | null;
}

/** `target` null: nobody wants the value. */
export type Result = { readonly target: Target; readonly sort: Sort; readonly name: string } | 'dropped';

interface Given {
  readonly expression: Resolved | 'any';
  readonly sort: Sort | null;
}

export class Locals {
  readonly variables: PlannedVariable[] = [];
  readonly firstValues: FirstValue[] = [];
  /** Declarations at the top of the thread are read. */
  leading = true;
  /** Locals whose first value is known when the thread is made. */
  private readonly fixed = new Set<number>();
  private readonly byName = new Map<string, number>();

  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly parameters: number,
  ) {}

  addParameter(variable: PlannedVariable): void {
    this.fixed.add(this.variables.length);
    this.variables.push(variable);
  }

  sortOf(variable: number): Sort {
    return this.variables[variable]?.sort ?? INT;
  }

  /** A variable that the text does not declare, or declares at each call; the same one each time. */
  shared(name: string, sort: Sort, place: Place): number {
    const known = this.byName.get(name);
    if (known === undefined) {
      this.byName.set(name, this.variables.length);
      this.variables.push({ name, sort, size: null, place });
      return this.variables.length - 1;
    }
    const before = this.variables[known] as PlannedVariable;
    this.variables[known] = { ...before, sort: widest(before.sort, sort) };
    return known;
  }

  /** The value is the same during the whole life of the thread. */
  isUnchanging(expression: Resolved): boolean {
    return leavesOf(expression).every(
      (leaf) => leaf.kind === 'count' || (leaf.kind === 'local' && leaf.variable < this.parameters),
    );
  }

  /** First values are noted; what is left over happens here. */
  declare(declarator: DeclaratorSyntax, frame: Frame): Statement[] {
    const { vocabulary } = this;
    const { initial } = declarator;
    const deep = declarator.names.find(({ inner }) => inner !== undefined);
    if (deep !== undefined) {
      vocabulary.wrong('unsupported', deep.name, 'arrays of arrays are shared: a local array has one index');
      return [];
    }
    const parts = initial === null ? [] : initial.kind === 'list' ? initial.values : [initial];
    const values = initial === null ? null : parts.map((value) => this.value(value, frame));
    const sort = this.sortOfLocal(declarator, values);
    const statements: Statement[] = [];
    for (const { name, size: written } of declarator.names) {
      const size = sizeOf(written, vocabulary) ?? null;
      checkNewName(name, frame.names, vocabulary);
      const place = vocabulary.placeOf(name);
      const variable = this.newVariable({ name, sort, size, place }, frame);
      const fixedSize = size?.kind === 'fixed' ? size.size : null;
      const known: KnownLocal = { variable, sort, size, fixedSize, parameter: false };
      if (!frame.names.has(name.text)) frame.names.set(name.text, known);
      this.checkSize(declarator, name, size);
      if (values?.some((value) => value === null)) continue;
      const resolved = (values as readonly Given[] | null)?.map(({ expression }) =>
        expression === 'any' ? expression : frame.checker.converted(expression, sort),
      );
      const first: readonly (Resolved | 'any')[] = resolved ?? [constant(defaultValue(sort))];
      const fixed = first.every((value) => value === 'any' || this.isFixed(value));
      if (this.leading && fixed) {
        this.firstValues.push({ variable, values: first, place });
        if (!first.includes('any')) this.fixed.add(variable);
        continue;
      }
      if (size !== null) {
        const code = this.leading ? 'unsupported' : 'order';
        const message = this.leading
          ? 'an array starts with values known beforehand: assign to its cells later'
          : 'arrays are declared at the top of the thread';
        vocabulary.wrong(code, name, message);
        continue;
      }
      const [value] = first;
      if (value === undefined) continue;
      const shown = initial === null ? showValue(defaultValue(sort), sort) : printInitial(initial);
      const target: Target = { kind: 'local', variable, index: null };
      statements.push({ kind: 'assign', labels: [], place, target, value, text: `${name.text} = ${shown}` });
    }
    if (statements.length > 0) this.leading = false;
    return statements;
  }

  private newVariable(
    { name, sort, size, place }: { name: Name; sort: Sort; size: Size | null; place: Place },
    { procedure }: Frame,
  ): number {
    if (procedure !== null && size === null) return this.shared(`${procedure}.${name.text}`, sort, place);
    this.variables.push({ name: name.text, sort, size, place });
    return this.variables.length - 1;
  }

  /** The variable of `for i in ...`; a later loop may count with the same one. */
  counter(name: Name, sort: Sort, frame: Frame): KnownLocal {
    const before = frame.names.get(name.text);
    if (before?.counts !== true) checkNewName(name, frame.names, this.vocabulary);
    const full = frame.procedure === null ? name.text : `${frame.procedure}.${name.text}`;
    const variable = this.shared(full, sort, this.vocabulary.placeOf(name));
    const common = { size: null, fixedSize: null, parameter: true, counts: true } as const;
    const known: KnownLocal = { variable, sort: this.sortOf(variable), ...common };
    if (before === undefined || before.counts === true) frame.names.set(name.text, known);
    return known;
  }

  private value(value: ExpressionSyntax | ValueSyntax, { checker }: Frame): Given | null {
    return value.kind === 'any' ? { expression: 'any', sort: null } : checker.check(value);
  }

  private sortOfLocal(declarator: DeclaratorSyntax, values: readonly (Given | null)[] | null): Sort {
    const { vocabulary } = this;
    const { type, initial, names } = declarator;
    const name = names[0]?.name.text ?? '';
    const found = values?.find((value) => value !== null && value.sort !== null)?.sort ?? INT;
    const sort = type === null ? (isInteger(found) ? INT : found) : (sortOf(type, vocabulary) ?? INT);
    const parts = initial === null ? [] : initial.kind === 'list' ? initial.values : [initial];
    for (const [position, value] of (values ?? []).entries()) {
      const part = parts[position];
      if (value === null || part === undefined) continue;
      if (part.kind === 'any') {
        if (type === null) needsType(part, vocabulary);
        else checkAny(part, sort, vocabulary);
      } else if (value.expression !== 'any' && value.sort !== null) {
        this.fits({ expression: value.expression, sort: value.sort }, sort, part, name);
      }
    }
    return sort;
  }

  /** Whether a value may be given to a variable; a fault otherwise. */
  fits(given: { expression: Resolved; sort: Sort }, wanted: Sort, syntax: ExpressionSyntax, name: string): boolean {
    if (!checkAssignable(given.sort, wanted, syntax, name, this.vocabulary)) return false;
    const known = evaluate(given.expression, NOTHING_KNOWN);
    if (known.kind === 'value') return checkRange(known.value, syntax, wanted, this.vocabulary);
    if (known.kind === 'open') return true;
    this.vocabulary.wrong('type-mismatch', syntax, `this is ${known.message}`);
    return false;
  }

  private checkSize({ initial }: DeclaratorSyntax, name: Name, size: Size | null): void {
    if (initial?.kind !== 'list') return;
    const { vocabulary } = this;
    if (size === null)
      vocabulary.wrong('wrong-kind', initial, `\`${name.text}\` is not an array: only arrays take a list`);
    else if (size.kind === 'instances') {
      vocabulary.wrong('unsupported', initial, 'the number of cells is open: give one value for all of them');
    } else if (size.size !== initial.values.length) {
      vocabulary.wrong('arity', initial, `${initial.values.length} values for ${size.size} cells`);
    }
  }

  /** Known when the thread is made: parameters, constants, locals with first values. */
  private isFixed(expression: Resolved): boolean {
    return leavesOf(expression).every(
      (leaf) => leaf.kind === 'count' || (leaf.kind === 'local' && this.fixed.has(leaf.variable)),
    );
  }
}

/** A sort that holds the values of both. */
function widest(one: Sort, other: Sort): Sort {
  if (one.kind !== 'range' || other.kind !== 'range') return one.kind === 'range' ? other : one;
  if (one.low <= other.low && one.high >= other.high) return one;
  return { kind: 'range', low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) };
}
