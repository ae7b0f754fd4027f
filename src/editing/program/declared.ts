/**
 * The declarations of a `.fp` text. The rules are those of the reader: constants, values, variables, threads and procedures share
 * one space; types and records another; labels belong to a thread or a procedure, fields to a record. A local belongs to the
 * whole of its thread.
 */

import type {
  Block,
  DeclarationSyntax,
  DeclaratorSyntax,
  ExpressionSyntax,
  Name,
  ProcedureSyntax,
  ProgramSyntax,
  ThreadSyntax,
  TypeSyntax,
} from '../../languages/program/syntax.js';
import { blocksOf } from '../../languages/program/syntax.js';
import type { Span } from '../../languages/shared/source.js';
import { type Entity, isMissing, NameIndex } from '../names.js';
import {
  constantSignature,
  declaratorSignature,
  fieldSignature,
  procedureSignature,
  threadSignature,
  typeOf,
  typeSignature,
} from './signatures.js';

export class DeclaredNames extends NameIndex {
  /** Constants, values, variables, threads, procedures. */
  readonly globals = new Map<string, Entity>();
  readonly types = new Map<string, Entity>();
  /** By record, by thread or procedure. */
  readonly fields = new Map<Entity, Map<string, Entity>>();
  readonly locals = new Map<Entity, Map<string, Entity>>();
  readonly labels = new Map<Entity, Map<string, Entity>>();
  private readonly enumerations = new Set<string>();
  /** Of variables and fields: the record that they are. */
  private readonly records = new Map<Entity, string>();

  constructor(readonly syntax: ProgramSyntax) {
    super();
    for (const declaration of syntax.declarations) this.declare(declaration);
  }

  /** The thread or procedure of a name, as far as it is known here. */
  bodyOf(name: string): Entity | undefined {
    const entity = this.globals.get(name);
    return entity?.kind === 'thread' || entity?.kind === 'procedure' ? entity : undefined;
  }

  /** What stands behind a `.` after a variable or a field. */
  fieldsOf(entity: Entity): ReadonlyMap<string, Entity> | undefined {
    const record = this.types.get(this.records.get(entity) ?? '');
    return record === undefined ? undefined : this.fields.get(record);
  }

  private global(name: Name, rest: Pick<Entity, 'kind' | 'signature' | 'type' | 'whole'>): Entity | undefined {
    if (isMissing(name) || this.globals.has(name.text)) return undefined;
    const entity = this.add({ name: name.text, owner: null, visible: null, ...rest }, name);
    this.globals.set(name.text, entity);
    return entity;
  }

  private declare(declaration: DeclarationSyntax): void {
    const { start, end } = declaration;
    const whole = { start, end };
    switch (declaration.kind) {
      case 'const': {
        const type = typeOf(declaration.value, this);
        this.global(declaration.name, { kind: 'constant', signature: constantSignature(declaration), type, whole });
        return;
      }
      case 'type':
      case 'record':
        return this.declareType(declaration, whole);
      case 'shared':
      case 'ghost': {
        const kind = declaration.kind === 'ghost' ? 'ghost' : 'shared variable';
        for (const declarator of declaration.declarators) {
          for (const declared of declarator.names) {
            const signature = `${declaration.kind} ${declaratorSignature(declared, declarator)}`;
            const entity = this.global(declared.name, { kind, signature, type: this.declared(declarator), whole });
            if (entity !== undefined && declarator.type?.kind === 'named')
              this.records.set(entity, declarator.type.name);
          }
        }
        return;
      }
      case 'thread':
      case 'proc': {
        const signature =
          declaration.kind === 'thread' ? threadSignature(declaration) : procedureSignature(declaration);
        const kind = declaration.kind === 'thread' ? 'thread' : 'procedure';
        const entity = this.global(declaration.name, { kind, signature, type: null, whole });
        if (entity !== undefined) this.declareInside(entity, declaration);
        return;
      }
      case 'never':
      case 'invariant':
      case 'lemma':
      case 'ltl': {
        const { name, kind } = declaration;
        if (name === null || isMissing(name)) return;
        const signature = `${kind} ${name.text}`;
        this.add(
          { kind: 'property', name: name.text, signature, type: null, whole, owner: null, visible: NEVER },
          name,
        );
        return;
      }
      case 'predicates':
      // What is included has its declarations behind this one.
      case 'include':
        return;
    }
  }

  private declareType(declaration: DeclarationSyntax & { kind: 'type' | 'record' }, whole: Span): void {
    const { name, kind } = declaration;
    if (isMissing(name) || this.types.has(name.text)) return;
    const signature = typeSignature(declaration);
    const own = { kind, name: name.text, signature, type: null, whole, owner: null, visible: null };
    const entity = this.add(own, name);
    this.types.set(name.text, entity);
    if (declaration.kind === 'type') {
      if (declaration.constructors !== null) this.enumerations.add(name.text);
      for (const value of declaration.constructors ?? []) {
        this.global(value, { kind: 'value', signature, type: name.text, whole });
      }
      return;
    }
    const fields = new Map<string, Entity>();
    for (const field of declaration.fields) {
      if (isMissing(field.name) || fields.has(field.name.text)) continue;
      const part = { kind: 'field', name: field.name.text, signature: fieldSignature(field) } as const;
      const type = this.typeText(field.type);
      const added = this.add({ ...part, type, whole: field, owner: entity, visible: NEVER }, field.name);
      fields.set(field.name.text, added);
      if (field.type.kind === 'named') this.records.set(added, field.type.name);
    }
    this.fields.set(entity, fields);
  }

  /** Parameters, locals and labels of a thread or a procedure. */
  private declareInside(owner: Entity, declaration: ThreadSyntax | ProcedureSyntax): void {
    const names = new Map<string, Entity>();
    const labels = new Map<string, Entity>();
    this.locals.set(owner, names);
    this.labels.set(owner, labels);
    const visible = owner.whole;
    for (const parameter of declaration.parameters) {
      const { name, type } = parameter;
      if (isMissing(name) || names.has(name.text)) continue;
      const shared = 'shared' in parameter && parameter.shared;
      const text = this.typeText(type);
      const signature = `${shared ? 'shared ' : ''}${name.text}: ${text}`;
      const own = { kind: 'parameter', name: name.text, signature, type: text } as const;
      names.set(name.text, this.add({ ...own, whole: parameter, owner, visible }, name));
    }
    const visit = (block: Block): void => {
      for (const statement of block.statements) {
        const whole = { start: statement.start, end: statement.end };
        for (const label of statement.labels) {
          if (isMissing(label) || labels.has(label.text)) continue;
          const own = { kind: 'label', name: label.text, signature: `${label.text}:`, type: null } as const;
          labels.set(label.text, this.add({ ...own, whole, owner, visible: NEVER }, label));
        }
        if (statement.kind === 'for' && !isMissing(statement.variable) && !names.has(statement.variable.text)) {
          const { variable } = statement;
          const own = { kind: 'counter', name: variable.text, signature: `for ${variable.text}`, type: 'int' } as const;
          names.set(variable.text, this.add({ ...own, whole, owner, visible }, variable));
        }
        for (const declarator of statement.kind === 'local' ? statement.declarators : []) {
          for (const declared of declarator.names) {
            const { name } = declared;
            if (isMissing(name) || names.has(name.text)) continue;
            const signature = `local ${declaratorSignature(declared, declarator)}`;
            const own = { kind: 'local variable', name: name.text, signature } as const;
            const type = this.declared(declarator, names);
            names.set(name.text, this.add({ ...own, type, whole, owner, visible }, name));
          }
        }
        for (const inner of blocksOf<Block>(statement)) visit(inner);
      }
    };
    visit(declaration.body);
  }

  /** The type of a declarator: the one that is written, or that of the first value. */
  private declared({ type, initial }: DeclaratorSyntax, locals?: ReadonlyMap<string, Entity>): string {
    if (type !== null) return this.typeText(type);
    const first = initial?.kind === 'list' ? initial.values.find(({ kind }) => kind !== 'any') : initial;
    if (first === null || first === undefined || first.kind === 'any') return 'int';
    const found = typeOf(first as ExpressionSyntax, this, locals) ?? 'int';
    // Of numbers, only a type that is written has a range.
    return found === 'bool' || this.enumerations.has(found) ? found : 'int';
  }

  private typeText(type: TypeSyntax): string {
    return typeSignature({ kind: 'type', type });
  }
}

/** Of what is never meant by its name alone. */
const NEVER: Span = { start: -1, end: -1 };
