/**
 * The body of a thread: names, types, labels, and where statements may stand. Calls of procedures are replaced by their
 * bodies here (`check-procedure.ts`); locals are in `check-local.ts`.
 */
import { constant } from '../../models/program/expression.js';
import type { Place, Sort } from '../../models/program/model.js';
import { checkAny, checkRange } from './check-declaration.js';
import { CONSTANT_SCOPE, describeName, ExpressionChecker } from './check-expression.js';
import { type Frame, Locals } from './check-local.js';
import { inlined, returned } from './check-procedure.js';
import { evaluate, NOTHING_KNOWN } from './evaluate.js';
import type { PlannedThread, Resolved, Statement, Target } from './plan.js';
import { printAssignment, printExpression } from './print-expression.js';
import { describeSort, INT, sameFamily } from './sorts.js';
import {
  type Block,
  blocksOf,
  type ExpressionSyntax,
  type StatementSyntax,
  type SwitchCase,
  type ThreadSyntax,
  type ValueSyntax,
} from './syntax.js';
import type { KnownLocal, ThreadHead, Vocabulary } from './vocabulary.js';

export interface Surrounding {
  readonly loop: boolean;
  readonly atomic: boolean;
  readonly frame: Frame;
  /** The bodies of the `for` around it. */
  readonly counted: readonly Block[];
  /** Their variables. */
  readonly counters?: readonly string[];
  /** Inside of a `switch`, and of no loop in it. */
  readonly inCase?: boolean;
}

export type Common = Pick<Statement, 'labels' | 'place' | 'keys'>;

export class ThreadChecker {
  readonly locals: Locals;
  /** Calls so far: each has labels of its own. */
  calls = 0;

  constructor(
    private readonly syntax: ThreadSyntax,
    readonly head: ThreadHead,
    readonly vocabulary: Vocabulary,
  ) {
    this.locals = new Locals(vocabulary, head.parameters.length);
    const place = vocabulary.placeOf(syntax.name);
    for (const [position, { name, sort }] of head.parameters.entries()) {
      const written = syntax.parameters[position];
      const at = written === undefined ? place : vocabulary.placeOf(written.name);
      this.locals.addParameter({ name, sort, size: null, place: at });
    }
  }

  /** What knows these names. */
  checkerOf(names: ReadonlyMap<string, KnownLocal>): ExpressionChecker {
    const { head, vocabulary } = this;
    const self = head.counted ? (head.parameters[0]?.sort ?? INT) : null;
    const sortOfLocal = (variable: number) => this.locals.sortOf(variable);
    return new ExpressionChecker(vocabulary, {
      part: 'thread',
      locals: names,
      self,
      instanceVariables: new Map(),
      sortOfLocal,
    });
  }

  private wrong(...fault: Parameters<Vocabulary['wrong']>): null {
    return this.vocabulary.wrong(...fault);
  }

  thread(): PlannedThread {
    const { head, syntax, vocabulary, locals } = this;
    const labels = this.collectLabels(syntax.body);
    for (const label of labels.keys()) head.labels.add(label);
    const own = { names: head.locals, checker: this.checkerOf(head.locals) };
    const frame: Frame = { ...own, labels, procedure: null, call: 0, result: null };
    const body = this.block(syntax.body, { loop: false, atomic: false, frame, counted: [] }, true);
    return {
      name: head.name,
      place: vocabulary.placeOf(syntax.name),
      locals: locals.variables,
      parameters: head.parameters.length,
      instances: head.instances,
      firstValues: locals.firstValues,
      body,
      labels: head.labels,
    };
  }

  /** Those of a thread or of a procedure. */
  collectLabels(
    block: Block,
    atomic = false,
    labels = new Map<string, readonly Block[]>(),
    counted: readonly Block[] = [],
  ): Map<string, readonly Block[]> {
    for (const statement of block.statements) {
      for (const label of statement.labels) {
        if (label.text === 'end')
          this.wrong('duplicate', label, '`end` is where the thread has finished: choose another label');
        else if (labels.has(label.text)) {
          this.wrong('duplicate', label, `this thread has a label \`${label.text}\` already`);
        } else if (atomic) {
          this.wrong('unsupported', label, 'inside `atomic` there are no places to stop at, so no labels');
        }
        labels.set(label.text, counted);
      }
      for (const inner of blocksOf<Block>(statement)) {
        const around = statement.kind === 'for' ? [...counted, inner] : counted;
        this.collectLabels(inner, atomic || statement.kind === 'atomic', labels, around);
      }
    }
    return labels;
  }

  block(block: Block, around: Surrounding, top = false): Statement[] {
    return block.statements.flatMap((statement) => {
      const declares = top && statement.kind === 'local' && statement.labels.length === 0;
      if (!declares) this.locals.leading = false;
      return this.statement(statement, around);
    });
  }

  /** Where a statement is, and what its labels are called: those of a procedure by its name, `acquire.spin`. */
  private commonOf(syntax: StatementSyntax, { procedure, call }: Frame): Common {
    const place = this.vocabulary.placeOf(syntax);
    const own = syntax.labels.map(({ text }) => text);
    if (procedure === null) return { labels: own, place };
    const labels = own.map((label) => `${procedure}.${label}`);
    return { labels, place: { ...place, within: procedure }, keys: own.map((label) => keyOf(label, call)) };
  }

  private statement(syntax: StatementSyntax, around: Surrounding): Statement[] {
    const { frame } = around;
    const { checker } = frame;
    const common = this.commonOf(syntax, frame);
    switch (syntax.kind) {
      case 'local': {
        const assignments = syntax.declarators
          .flatMap((declarator) => this.locals.declare(declarator, frame))
          .map((statement) => ({ ...statement, place: within(statement.place, frame) }));
        if (this.locals.leading || (assignments.length === 0 && common.labels.length === 0)) return assignments;
        return [{ ...common, kind: 'block', body: assignments, text: '' }];
      }
      case 'assign':
        return this.assign(syntax, frame, common);
      case 'call': {
        const typed = checker.check(syntax.expression);
        if (typed === null) return [];
        if (typed.expression.kind !== 'locked') {
          this.wrong('syntax', syntax, 'a value alone does nothing: assign it to a variable');
          return [];
        }
        return [{ ...common, kind: 'call', expression: typed.expression, text: typed.expression.text }];
      }
      case 'if': {
        const condition = checker.condition(syntax.condition);
        const then = this.block(syntax.then, around);
        const otherwise = syntax.otherwise === null ? null : this.block(syntax.otherwise, around);
        if (condition === null) return [];
        return [{ ...common, kind: 'if', condition, then, otherwise, text: printExpression(syntax.condition) }];
      }
      case 'while':
      case 'loop': {
        this.checkLoop(syntax, around);
        const inner = { ...around, loop: true, inCase: false };
        if (syntax.kind !== 'while')
          return [{ ...common, kind: 'loop', body: this.block(syntax.body, inner), text: 'loop' }];
        if (syntax.condition.kind === 'number') {
          this.wrong('type-mismatch', syntax.condition, 'a loop without end is written `loop { ... }`');
          return [];
        }
        const condition = checker.condition(syntax.condition);
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
        const seeing = syntax.kind === 'assert' ? checker.seeing('too') : checker;
        const condition = seeing.condition(syntax.condition);
        if (condition === null) return [];
        const text = `${syntax.kind} ${printExpression(syntax.condition)}`;
        return [{ ...common, kind: syntax.kind, condition, text }];
      }
      case 'goto': {
        const { text } = syntax.target;
        if (!frame.labels.has(text)) {
          const near = this.vocabulary.nearest(text, frame.labels.keys(), false);
          const whose = frame.procedure === null ? 'this thread' : `\`${frame.procedure}\``;
          this.vocabulary.unknown(syntax.target, `${whose} has no label`, near);
          return [];
        }
        if (!frame.labels.get(text)?.every((loop) => around.counted.includes(loop))) {
          this.wrong('unsupported', syntax.target, 'a `goto` cannot lead into a `for`: it begins with its first value');
        }
        const target = frame.procedure === null ? text : keyOf(text, frame.call);
        return [{ ...common, kind: 'goto', target, text: `goto ${text}` }];
      }
      case 'for':
        return this.counting(syntax, around, common);
      case 'switch':
        return this.switched(syntax, around, common);
      case 'invoke':
        return inlined(this, syntax, around, common);
      case 'return':
        return returned(this, syntax, frame, common);
      case 'choose': {
        const branches = syntax.branches.map((branch) => this.block(branch, around));
        return [{ ...common, kind: 'choose', branches, text: 'choose' }];
      }
      case 'break':
      case 'continue':
        if (!around.loop) {
          const hint = around.inCase === true ? ': no `case` goes on to the next, so it needs no `break`' : '';
          this.wrong('syntax', syntax, `\`${syntax.kind}\` stands inside a loop${hint}`);
        }
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

  private checkLoop({ kind, start }: StatementSyntax, { atomic }: Surrounding): void {
    if (!atomic) return;
    const span = { start, end: start + kind.length };
    this.wrong('unsupported', span, 'a loop inside `atomic`: a step has an end, so write its rounds one by one');
  }

  private assign(syntax: Assignment, frame: Frame, common: Common): Statement[] {
    const { vocabulary } = this;
    const { target } = syntax;
    const value = assignedValue(syntax);
    const cell = this.target(target, frame);
    const checker = cell?.ghost === true ? frame.checker.seeing('only') : frame.checker;
    const given = cell === null || value.kind === 'any' ? null : checker.check(value);
    if (cell === null) return [];
    const { sort, ...assigned } = cell;
    if (syntax.release === true && (cell.kind === 'local' || cell.ghost === true)) {
      this.wrong('wrong-kind', target, '`store_release` writes a shared variable');
      return [];
    }
    if (value.kind === 'any') checkAny(value, sort, vocabulary);
    else if (given === null || !this.locals.fits(given, sort, value, target.name.text)) return [];
    const written = given === null ? 'any' : frame.checker.converted(given.expression, sort);
    const release = syntax.release === true ? { release: true as const } : {};
    return [{ ...common, kind: 'assign', target: assigned, value: written, ...release, text: printAssignment(syntax) }];
  }

  /** What is assigned to, and of which sort; null when it cannot be. */
  target(target: Assignment['target'], { names, checker }: Frame): (Target & { readonly sort: Sort }) | null {
    const { vocabulary } = this;
    const { text } = target.name;
    const known = names.get(text);
    const meaning = vocabulary.meaning(text);
    if (known?.parameter === true) {
      const what = known.counts === true ? 'counted by its loop' : 'a parameter, which stays as it is';
      return this.wrong('assigned-constant', target.name, `\`${text}\` is ${what}`);
    }
    if (known === undefined && meaning !== undefined && meaning.kind !== 'shared' && meaning.kind !== 'compound') {
      const what = describeName(vocabulary, text);
      return this.wrong('assigned-constant', target.name, `\`${text}\` is ${what}, not a variable`);
    }
    const cell = (this.isGhost(target, names) ? checker.seeing('only') : checker).check(target);
    if (cell === null) return null;
    const { expression, sort } = cell;
    if (expression.kind !== 'local' && expression.kind !== 'shared') throw new Error(`${text} is no variable`);
    const mark = expression.kind === 'shared' && expression.ghost === true ? { ghost: true as const } : {};
    return { kind: expression.kind, variable: expression.variable, index: expression.index, sort, ...mark };
  }

  private isGhost({ name }: Assignment['target'], names: Frame['names']): boolean {
    if (names.has(name.text)) return false;
    const meaning = this.vocabulary.meaning(name.text);
    if (meaning?.kind === 'compound') return this.vocabulary.isGhost(meaning.shape);
    return meaning?.kind === 'shared' && meaning.variable.ghost === true;
  }

  /** `for i in low..high`: the bounds are taken once, before the first round. */
  private counting(syntax: StatementSyntax & { kind: 'for' }, around: Surrounding, common: Common): Statement[] {
    const { checker } = around.frame;
    const { variable: name } = syntax;
    this.checkLoop(syntax, around);
    const low = checker.expect(syntax.low, INT, 'the first value');
    const high = checker.expect(syntax.high, INT, 'the last value');
    const counters = around.counters ?? [];
    if (counters.includes(name.text)) {
      this.wrong('duplicate', name, `\`${name.text}\` counts the loop around this one already`);
    }
    const { variable } = this.locals.counter(name, checker.rangeFrom(low, high), around.frame);
    const counted = [...around.counted, syntax.body];
    const inner = { ...around, loop: true, inCase: false, counted, counters: [...counters, name.text] };
    const body = this.block(syntax.body, inner);
    if (low === null || high === null) return [];
    const hidden = () => this.locals.shared(`$${name.text}`, checker.rangeFrom(high, high), common.place);
    const last = this.locals.isUnchanging(high) ? null : hidden();
    const text = `for ${name.text} in ${printExpression(syntax.low)}..${printExpression(syntax.high)}`;
    return [{ ...common, kind: 'for', variable, low, high, last, body, text }];
  }

  private switched(syntax: StatementSyntax & { kind: 'switch' }, around: Surrounding, common: Common): Statement[] {
    const value = around.frame.checker.check(syntax.value);
    const known = new Map<number, ExpressionSyntax>();
    const cases = syntax.cases.map(({ values, body }): SwitchCase<Resolved, Statement[]> => {
      const found = values.flatMap((each) => (value === null ? [] : (this.caseValue(each, value.sort, known) ?? [])));
      const text = values.map((each) => printExpression(each)).join(', ');
      return { values: found, body: this.block(body, { ...around, inCase: true }), text };
    });
    for (const { body } of around.loop ? syntax.cases : []) this.checkBreak(body);
    const otherwise = syntax.otherwise === null ? null : this.block(syntax.otherwise, { ...around, inCase: true });
    if (value === null || cases.some(({ values }) => values.length === 0)) return [];
    const text = `switch ${printExpression(syntax.value)}`;
    return [{ ...common, kind: 'switch', value: value.expression, cases, otherwise, text }];
  }

  /** As in C, where it would leave the `switch`. */
  private checkBreak({ statements }: Block): void {
    const last = statements.at(-1);
    if (last?.kind !== 'break' || statements.length < 2) return;
    const message = 'this `break` leaves the loop around the `switch`: no `case` goes on to the next';
    this.vocabulary.diagnostics.warning('vacuous', last, message);
  }

  private caseValue(syntax: ExpressionSyntax, sort: Sort, known: Map<number, ExpressionSyntax>): Resolved | null {
    const typed = new ExpressionChecker(this.vocabulary, CONSTANT_SCOPE).check(syntax);
    if (typed === null) return null;
    if (!sameFamily(typed.sort, sort)) {
      const message = `this case is ${describeSort(typed.sort)}, and the value is ${describeSort(sort)}`;
      return this.wrong('type-mismatch', syntax, message);
    }
    const result = evaluate(typed.expression, NOTHING_KNOWN);
    if (result.kind !== 'value') return this.wrong('wrong-kind', syntax, 'a case is a constant');
    if (known.has(result.value))
      return this.wrong('duplicate', syntax, `there is a case ${printExpression(syntax)} already`);
    known.set(result.value, syntax);
    return checkRange(result.value, syntax, sort, this.vocabulary) ? constant(result.value) : null;
  }
}

export type Assignment = StatementSyntax & { kind: 'assign' };

/** `x += e` is `x = x + e`. */
function assignedValue({ target, value, operator, start, end }: Assignment): ExpressionSyntax | ValueSyntax {
  if (operator === undefined || value.kind === 'any') return value;
  return { kind: 'binary', operator, left: target, right: value, start, end };
}

function within(place: Place, { procedure }: Frame): Place {
  return procedure === null ? place : { ...place, within: procedure };
}

/** No label that is written has such a name. */
function keyOf(label: string, call: number): string {
  return `${label} of call ${call}`;
}
