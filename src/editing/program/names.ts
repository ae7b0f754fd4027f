/**
 * The names of a `.fp` text: its declarations (`declared.ts`), and where they are used. A name that means nothing else and is an
 * argument of a thread in a property stands for an instance.
 */

import type {
  Block,
  DeclarationSyntax,
  DeclaratorSyntax,
  ExpressionSyntax,
  InitialSyntax,
  InstanceSyntax,
  Name,
  NameUse,
  ProcedureSyntax,
  ProgramSyntax,
  StatementSyntax,
  ThreadSyntax,
  TypeSyntax,
} from '../../languages/program/syntax.js';
import { blocksOf, nodesIn, partsOf } from '../../languages/program/syntax.js';
import type { Span } from '../../languages/shared/source.js';
import { type Entity, isMissing, type Role } from '../names.js';
import { DeclaredNames } from './declared.js';

/** What the names of a thread, a procedure or a property mean, before those of the text are asked. */
interface Frame {
  readonly names: Map<string, Entity>;
  readonly labels: ReadonlyMap<string, Entity>;
}

const NOWHERE: Frame = { names: new Map(), labels: new Map() };

export class ProgramNames extends DeclaredNames {
  constructor(syntax: ProgramSyntax) {
    super(syntax);
    for (const declaration of syntax.declarations) this.declaration(declaration);
  }

  private declaration(declaration: DeclarationSyntax): void {
    switch (declaration.kind) {
      case 'const':
        return this.expression(declaration.value, NOWHERE);
      case 'type':
        if (declaration.type !== null) this.type(declaration.type, NOWHERE);
        return;
      case 'record':
        for (const field of declaration.fields) {
          this.sizes(field, NOWHERE);
          this.type(field.type, NOWHERE);
          if (field.initial !== null) this.initial(field.initial, NOWHERE);
        }
        return;
      case 'shared':
      case 'ghost':
        for (const declarator of declaration.declarators) this.declarator(declarator, NOWHERE);
        return;
      case 'thread':
      case 'proc':
        return this.body(declaration);
      case 'never':
      case 'invariant':
      case 'lemma':
        return this.property(declaration.condition, declaration);
      case 'ltl':
        return this.property(declaration.formula, declaration);
      case 'predicates':
        for (const condition of declaration.conditions) this.property(condition, condition);
        return;
      case 'include':
        return;
    }
  }

  private body(declaration: ThreadSyntax | ProcedureSyntax): void {
    const owner = this.bodyOf(declaration.name.text);
    // A second thread of the same name has no names of its own.
    if (owner === undefined || owner.whole.start !== declaration.start) return;
    const frame = { names: this.locals.get(owner) ?? new Map(), labels: this.labels.get(owner) ?? new Map() };
    for (const { type } of declaration.parameters) this.type(type, NOWHERE);
    if (declaration.kind === 'thread') {
      const { count, instances } = declaration;
      if (count !== null && count.kind !== 'any') this.expression(count, NOWHERE);
      for (const { values } of instances ?? []) for (const value of values) this.expression(value, NOWHERE);
    }
    this.block(declaration.body, frame);
  }

  private block({ statements }: Block, frame: Frame): void {
    for (const statement of statements) {
      for (const label of statement.labels) this.use(frame.labels.get(label.text), label, 'use');
      this.statement(statement, frame);
      for (const inner of blocksOf<Block>(statement)) this.block(inner, frame);
    }
  }

  private statement(statement: StatementSyntax, frame: Frame): void {
    switch (statement.kind) {
      case 'local':
        for (const declarator of statement.declarators) this.declarator(declarator, frame);
        return;
      case 'for':
        this.use(frame.names.get(statement.variable.text), statement.variable, 'use');
        this.expression(statement.low, frame);
        return this.expression(statement.high, frame);
      case 'invoke':
        if (statement.target !== null) this.cell(statement.target, frame, 'store');
        this.use(this.globals.get(statement.procedure.text), statement.procedure, 'use');
        for (const given of statement.arguments) this.expression(given, frame);
        return;
      case 'return':
        if (statement.value !== null) this.expression(statement.value, frame);
        return;
      case 'assign':
        this.cell(statement.target, frame, 'store');
        if (statement.value.kind !== 'any') this.expression(statement.value, frame);
        return;
      case 'call':
        return this.expression(statement.expression, frame);
      case 'if':
      case 'while':
      case 'await':
      case 'assume':
      case 'assert':
        return this.expression(statement.condition, frame);
      case 'goto':
        return this.use(frame.labels.get(statement.target.text), statement.target, 'use');
      case 'switch':
        this.expression(statement.value, frame);
        for (const { values } of statement.cases) for (const value of values) this.expression(value, frame);
        return;
      case 'loop':
      case 'atomic':
      case 'block':
      case 'choose':
      case 'fence':
      case 'break':
      case 'continue':
      case 'skip':
        return;
    }
  }

  private declarator(declarator: DeclaratorSyntax, frame: Frame): void {
    for (const declared of declarator.names) this.sizes(declared, frame);
    if (declarator.type !== null) this.type(declarator.type, frame);
    if (declarator.initial !== null) this.initial(declarator.initial, frame);
  }

  private sizes({ size, inner = [] }: DeclaratorSyntax['names'][number], frame: Frame): void {
    for (const each of size === null ? inner : [size, ...inner]) this.expression(each, frame);
  }

  private initial(initial: InitialSyntax, frame: Frame): void {
    if (initial.kind === 'any') return;
    if (initial.kind !== 'list') return this.expression(initial, frame);
    for (const value of initial.values) if (value.kind !== 'any') this.expression(value, frame);
  }

  private type(type: TypeSyntax, frame: Frame): void {
    if (type.kind === 'named') this.use(this.types.get(type.name), type, 'use');
    if (type.kind !== 'range') return;
    this.expression(type.low, frame);
    this.expression(type.high, frame);
  }

  /** A condition with the names of instances in it. */
  private property(condition: ExpressionSyntax, { start, end }: Span): void {
    const visible = { start, end };
    const names = new Map<string, Entity>();
    for (const node of nodesIn(condition)) {
      if (node.kind !== 'at' && node.kind !== 'localOf') continue;
      for (const argument of node.instance.arguments ?? []) {
        if (argument.kind !== 'name' || argument.index !== null || isMissing(argument.name)) continue;
        const { text } = argument.name;
        if (this.globals.has(text) || names.has(text)) continue;
        const owner = this.bodyOf(node.instance.name.text) ?? null;
        const signature = `${text}: any ${owner?.name ?? 'thread'}`;
        const own = { kind: 'instance name', name: text, signature, type: null, whole: argument } as const;
        names.set(text, this.add({ ...own, owner, visible }, argument.name));
      }
    }
    this.expression(condition, { names, labels: new Map() });
  }

  private expression(syntax: ExpressionSyntax, frame: Frame): void {
    switch (syntax.kind) {
      case 'name':
        return this.cell(syntax, frame, 'load');
      case 'locked':
        this.cell(syntax.target, frame, 'locked');
        for (const operand of syntax.operands) this.expression(operand, frame);
        return;
      case 'count':
        return this.use(this.globals.get(syntax.thread.text), syntax.thread, 'use');
      case 'at':
        this.instance(syntax.instance, frame);
        return this.label(syntax.instance.name, syntax.label);
      case 'localOf':
        return this.inside(syntax, frame);
      case 'number':
      case 'boolean':
      case 'self':
      case 'unary':
      case 'binary':
      case 'conditional':
        for (const part of partsOf(syntax)) this.expression(part, frame);
    }
  }

  private meaning(name: Name, frame: Frame): Entity | undefined {
    return frame.names.get(name.text) ?? this.globals.get(name.text);
  }

  private cell({ name, index, path = [] }: NameUse, frame: Frame, role: Role): void {
    const entity = this.meaning(name, frame);
    const isMemory = entity?.kind === 'shared variable' || entity?.signature.startsWith('shared ') === true;
    this.use(entity, name, isMemory ? role : 'use');
    if (index !== null) this.expression(index, frame);
    this.path(entity, path, frame);
  }

  private path(from: Entity | undefined, path: NonNullable<NameUse['path']>, frame: Frame): void {
    let at = from;
    for (const accessor of path) {
      if ('index' in accessor) this.expression(accessor.index, frame);
      else {
        at = at === undefined ? undefined : this.fieldsOf(at)?.get(accessor.field.text);
        this.use(at, accessor.field, 'use');
      }
    }
  }

  private instance({ name, arguments: given }: InstanceSyntax, frame: Frame): void {
    this.use(this.globals.get(name.text), name, 'use');
    for (const argument of given ?? []) this.expression(argument, frame);
  }

  /** `cs`, or of a procedure `acquire.spin`: the first part is a use of the procedure. */
  private label(thread: Name, label: Name): void {
    const dot = label.text.indexOf('.');
    if (dot < 0) {
      const owner = this.bodyOf(thread.text);
      return this.use(owner && this.labels.get(owner)?.get(label.text), label, 'use');
    }
    const procedure = this.bodyOf(label.text.slice(0, dot));
    this.use(procedure, { start: label.start, end: label.start + dot }, 'use');
    const inner = label.text.slice(dot + 1);
    const at = { start: label.end - inner.length, end: label.end };
    this.use(procedure && this.labels.get(procedure)?.get(inner), at, 'use');
  }

  /** A local of a thread, or a field of a record. */
  private inside(syntax: ExpressionSyntax & { kind: 'localOf' }, frame: Frame): void {
    const { instance, variable, index, path = [] } = syntax;
    this.instanceOrRecord(instance, frame);
    const owner = this.meaning(instance.name, frame);
    const found =
      owner?.kind === 'thread'
        ? this.locals.get(owner)?.get(variable.text)
        : owner && this.fieldsOf(owner)?.get(variable.text);
    this.use(found, variable, 'use');
    if (index !== null) this.expression(index, frame);
    this.path(found, path, frame);
  }

  private instanceOrRecord(instance: InstanceSyntax, frame: Frame): void {
    const owner = this.meaning(instance.name, frame);
    if (owner?.kind === 'thread') return this.instance(instance, frame);
    this.use(owner, instance.name, owner?.kind === 'shared variable' ? 'load' : 'use');
    for (const argument of instance.arguments ?? []) this.expression(argument, frame);
  }
}
