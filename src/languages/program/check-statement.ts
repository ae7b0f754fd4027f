/**
 * The body of a thread: names, types, labels, and where statements may stand.
 *
 * A local belongs to the whole thread from its declaration on. Declarations at the top of the body give first values
 * when these depend only on parameters, constants and locals with first values; all others are assignments that happen
 * whenever they are reached.
 */
import { defaultValue, showValue } from '../../models/program/cells.js';
import { constant, leavesOf } from '../../models/program/expression.js';
import type { Sort } from '../../models/program/model.js';
import { checkAny, checkAssignable, checkNewName, checkRange, needsType, sizeOf, sortOf } from './check-declaration.js';
import { describeName, ExpressionChecker } from './check-expression.js';
import { evaluate, NOTHING_KNOWN } from './evaluate.js';
import type { FirstValue, PlannedThread, PlannedVariable, Resolved, Size, Statement, Target } from './plan.js';
import { printAssignment, printExpression, printInitial } from './print-expression.js';
import { INT, isInteger } from './sorts.js';
import {
  type Block,
  blocksOf,
  type DeclaratorSyntax,
  type ExpressionSyntax,
  type Name,
  type StatementSyntax,
  type ThreadSyntax,
  type ValueSyntax,
} from './syntax.js';
import type { KnownLocal, ThreadHead, Vocabulary } from './vocabulary.js';

interface Surrounding {
  readonly loop: boolean;
  readonly atomic: boolean;
}

export class ThreadChecker {
  private readonly locals: PlannedVariable[] = [];
  private readonly firstValues: FirstValue[] = [];
  /** Locals whose first value is known when the thread is made. */
  private readonly fixed = new Set<number>();
  private readonly checker: ExpressionChecker;
  private leading = true;

  constructor(
    private readonly syntax: ThreadSyntax,
    private readonly head: ThreadHead,
    private readonly vocabulary: Vocabulary,
  ) {
    const self = head.counted ? (head.parameters[0]?.sort ?? INT) : null;
    this.checker = new ExpressionChecker(vocabulary, {
      part: 'thread',
      locals: head.locals,
      self,
      instanceVariables: new Map(),
    });
    const place = vocabulary.placeOf(syntax.name);
    for (const [position, { name, sort }] of head.parameters.entries()) {
      const written = syntax.parameters[position];
      const at = written === undefined ? place : vocabulary.placeOf(written.name);
      this.locals.push({ name, sort, size: null, place: at });
      this.fixed.add(position);
    }
  }

  private wrong(...fault: Parameters<Vocabulary['wrong']>): null {
    return this.vocabulary.wrong(...fault);
  }

  thread(): PlannedThread {
    const { head, syntax, vocabulary } = this;
    this.collectLabels(syntax.body, false);
    const body = this.block(syntax.body, { loop: false, atomic: false }, true);
    return {
      name: head.name,
      place: vocabulary.placeOf(syntax.name),
      locals: this.locals,
      parameters: head.parameters.length,
      instances: head.instances,
      firstValues: this.firstValues,
      body,
      labels: head.labels,
    };
  }

  private collectLabels(block: Block, atomic: boolean): void {
    for (const statement of block.statements) {
      for (const label of statement.labels) {
        if (label.text === 'end')
          this.wrong('duplicate', label, '`end` is where the thread has finished: choose another label');
        else if (this.head.labels.has(label.text)) {
          this.wrong('duplicate', label, `this thread has a label \`${label.text}\` already`);
        } else if (atomic) {
          this.wrong('unsupported', label, 'inside `atomic` there are no places to stop at, so no labels');
        }
        this.head.labels.add(label.text);
      }
      for (const inner of blocksOf<Block>(statement)) this.collectLabels(inner, atomic || statement.kind === 'atomic');
    }
  }

  private block(block: Block, around: Surrounding, top = false): Statement[] {
    return block.statements.flatMap((statement) => {
      const declares = top && statement.kind === 'local' && statement.labels.length === 0;
      if (!declares) this.leading = false;
      return this.statement(statement, around);
    });
  }

  private statement(syntax: StatementSyntax, around: Surrounding): Statement[] {
    const common = {
      labels: syntax.labels.map(({ text }) => text),
      place: this.vocabulary.placeOf(syntax),
    };
    switch (syntax.kind) {
      case 'local': {
        const assignments = syntax.declarators.flatMap((declarator) => this.declare(declarator));
        if (this.leading || (assignments.length === 0 && common.labels.length === 0)) return assignments;
        return [{ ...common, kind: 'block', body: assignments, text: '' }];
      }
      case 'assign':
        return this.assign(syntax, common);
      case 'call': {
        const typed = this.checker.check(syntax.expression);
        if (typed === null) return [];
        if (typed.expression.kind !== 'locked') {
          this.wrong('syntax', syntax, 'a value alone does nothing: assign it to a variable');
          return [];
        }
        return [{ ...common, kind: 'call', expression: typed.expression, text: typed.expression.text }];
      }
      case 'if': {
        const condition = this.checker.condition(syntax.condition);
        const then = this.block(syntax.then, around);
        const otherwise = syntax.otherwise === null ? null : this.block(syntax.otherwise, around);
        if (condition === null) return [];
        return [{ ...common, kind: 'if', condition, then, otherwise, text: printExpression(syntax.condition) }];
      }
      case 'while':
      case 'loop': {
        if (around.atomic) {
          const span = { ...syntax, end: syntax.start + syntax.kind.length };
          this.wrong('unsupported', span, 'a loop inside `atomic`: a step has an end, so write its rounds one by one');
        }
        const inner = { ...around, loop: true };
        if (syntax.kind !== 'while')
          return [{ ...common, kind: 'loop', body: this.block(syntax.body, inner), text: 'loop' }];
        const condition = this.checker.condition(syntax.condition);
        const body = this.block(syntax.body, inner);
        if (condition === null) return [];
        return [{ ...common, kind: 'while', condition, body, text: printExpression(syntax.condition) }];
      }
      case 'atomic':
      case 'block': {
        const body = this.block(syntax.body, syntax.kind === 'atomic' ? { ...around, atomic: true } : around);
        return [{ ...common, kind: syntax.kind, body, text: syntax.kind }];
      }
      case 'await':
      case 'assume':
      case 'assert': {
        const condition = this.checker.condition(syntax.condition);
        if (condition === null) return [];
        const text = `${syntax.kind} ${printExpression(syntax.condition)}`;
        return [{ ...common, kind: syntax.kind, condition, text }];
      }
      case 'goto': {
        const { text } = syntax.target;
        if (!this.head.labels.has(text)) {
          const hint = this.vocabulary.suggestion(text, this.head.labels, false);
          this.wrong('unknown-name', syntax.target, `this thread has no label \`${text}\`${hint}`);
          return [];
        }
        return [{ ...common, kind: 'goto', target: text, text: `goto ${text}` }];
      }
      case 'choose': {
        const branches = syntax.branches.map((branch) => this.block(branch, around));
        return [{ ...common, kind: 'choose', branches, text: 'choose' }];
      }
      case 'break':
      case 'continue':
        if (!around.loop) this.wrong('syntax', syntax, `\`${syntax.kind}\` stands inside a loop`);
        return [{ ...common, kind: syntax.kind, text: syntax.kind }];
      case 'fence':
        if (around.atomic) {
          const message = 'this fence does nothing: an atomic block begins with an empty buffer and writes to memory';
          this.vocabulary.diagnostics.warning('fence', syntax, message);
        }
        if (syntax.store === true) return [{ ...common, kind: 'fence', store: true, text: 'fence store' }];
        return [{ ...common, kind: 'fence', text: 'fence' }];
      case 'skip':
        return [{ ...common, kind: 'skip', text: 'skip' }];
    }
  }

  private assign(
    syntax: StatementSyntax & { kind: 'assign' },
    common: { labels: string[]; place: Statement['place'] },
  ): Statement[] {
    const { vocabulary, head } = this;
    const { target, value } = syntax;
    const { text } = target.name;
    const known = head.locals.get(text);
    const meaning = vocabulary.meaning(text);
    if (known?.parameter === true) {
      this.wrong('assigned-constant', target.name, `\`${text}\` is a parameter, which stays as it is`);
      return [];
    }
    if (known === undefined && (meaning?.kind === 'constant' || meaning?.kind === 'thread')) {
      this.wrong('assigned-constant', target.name, `\`${text}\` is ${describeName(vocabulary, text)}, not a variable`);
      return [];
    }
    const cell = this.checker.check(target);
    const wanted = cell?.sort ?? null;
    const given = value.kind === 'any' ? null : this.checker.check(value);
    if (cell === null || wanted === null) return [];
    if (value.kind === 'any') checkAny(value, wanted, vocabulary);
    else if (given === null || !this.fits(given.expression, given.sort, wanted, value, text)) return [];
    const { expression } = cell;
    if (expression.kind !== 'local' && expression.kind !== 'shared') throw new Error(`${text} is no variable`);
    const { kind, variable, index } = expression;
    if (syntax.release === true && kind === 'local') {
      this.wrong('wrong-kind', target, '`store_release` writes a shared variable');
      return [];
    }
    const assigned = { target: { kind, variable, index }, value: given?.expression ?? ('any' as const) };
    const release = syntax.release === true ? { release: true as const } : {};
    return [{ ...common, kind: 'assign', ...assigned, ...release, text: printAssignment(syntax) }];
  }

  private fits(expression: Resolved, given: Sort, wanted: Sort, syntax: ExpressionSyntax, name: string): boolean {
    if (!checkAssignable(given, wanted, syntax, name, this.vocabulary)) return false;
    const known = evaluate(expression, NOTHING_KNOWN);
    if (known.kind === 'value') return checkRange(known.value, syntax, wanted, this.vocabulary);
    if (known.kind === 'open') return true;
    this.wrong('type-mismatch', syntax, `this is ${known.message}`);
    return false;
  }

  /** First values are noted; what is left over happens here. */
  private declare(declarator: DeclaratorSyntax): Statement[] {
    const { vocabulary, head } = this;
    const { initial } = declarator;
    const values =
      initial === null
        ? null
        : (initial.kind === 'list' ? initial.values : [initial]).map((value) => this.value(value));
    const sort = this.sortOfLocal(declarator, values);
    const statements: Statement[] = [];
    for (const { name, size: written } of declarator.names) {
      const size = sizeOf(written, vocabulary) ?? null;
      checkNewName(name, head.locals, vocabulary);
      const variable = this.locals.length;
      const place = vocabulary.placeOf(name);
      this.locals.push({ name: name.text, sort, size, place });
      const fixedSize = size?.kind === 'fixed' ? size.size : null;
      const known: KnownLocal = { variable, sort, size, fixedSize, parameter: false };
      if (!head.locals.has(name.text)) head.locals.set(name.text, known);
      this.checkSize(declarator, name, size);
      if (values?.some((value) => value === null)) continue;
      const resolved = (values as { expression: Resolved | 'any' }[] | null)?.map((value) => value.expression) ?? null;
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
        this.wrong(code, name, message);
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

  private value(
    value: ExpressionSyntax | ValueSyntax,
  ): { expression: Resolved | 'any'; sort: Sort | null; syntax: ExpressionSyntax | null } | null {
    if (value.kind === 'any') return { expression: 'any', sort: null, syntax: null };
    const typed = this.checker.check(value);
    return typed === null ? null : { ...typed, syntax: value };
  }

  private sortOfLocal(declarator: DeclaratorSyntax, values: ReturnType<ThreadChecker['value']>[] | null): Sort {
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
        this.fits(value.expression, value.sort, sort, part, name);
      }
    }
    return sort;
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
