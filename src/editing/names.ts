/**
 * The names of a text: what each stands for, where it is declared, and where it is used. Built from the syntax tree of a
 * reader, which is there for unfinished texts, too: what could not be read has no names.
 *
 * A name is an entity with all its places. Two places belong to one entity exactly when the reader would take them for the
 * same thing; renaming and finding references rest on that.
 */
import type { Span } from '../languages/shared/source.js';
import type { CompletionKind, OutlineKind } from './document.js';

export type EntityKind =
  | 'constant'
  | 'value'
  | 'type'
  | 'record'
  | 'field'
  | 'shared variable'
  | 'ghost'
  | 'thread'
  | 'procedure'
  | 'parameter'
  | 'local variable'
  | 'counter'
  | 'label'
  | 'property'
  | 'instance name'
  | 'variable'
  | 'array'
  | 'predicate'
  | 'transition'
  | 'process'
  | 'abbreviation';

/** What is done at a place. `load`, `store` and `locked` are accesses to memory. */
export type Role = 'declaration' | 'use' | 'load' | 'store' | 'locked';

export interface Use extends Span {
  readonly role: Role;
}

export interface Entity {
  readonly kind: EntityKind;
  readonly name: string;
  /** As it is declared, on one line or few. */
  readonly signature: string;
  /** Null where it has none. */
  readonly type: string | null;
  /** The declaration with all that belongs to it. */
  readonly whole: Span;
  /** What it belongs to: the thread of a local, the record of a field. */
  readonly owner: Entity | null;
  /** All places, the first declaration among them. */
  readonly uses: Use[];
  /** Where its name alone means it; null: everywhere. */
  readonly visible: Span | null;
}

export function declarationOf({ uses }: Entity): Use {
  const declared = uses.find(({ role }) => role === 'declaration');
  if (declared === undefined) throw new Error('a name that is declared nowhere');
  return declared;
}

/** The name of nothing: what a reader puts where a name is missing. */
export const isMissing = ({ text }: { readonly text: string }): boolean => text === '';

export class NameIndex {
  readonly entities: Entity[] = [];
  private readonly places = new Map<number, { readonly entity: Entity; readonly use: Use }>();

  add(given: Omit<Entity, 'uses'>, at: Span): Entity {
    const entity: Entity = { ...given, uses: [] };
    this.entities.push(entity);
    this.use(entity, at, 'declaration');
    return entity;
  }

  /** A place is one use: a part of the text that stands twice in the tree is told of twice. */
  use(entity: Entity | undefined, { start, end }: Span, role: Role): void {
    if (entity === undefined || this.places.has(start)) return;
    const use = { start, end, role };
    this.places.set(start, { entity, use });
    entity.uses.push(use);
  }

  /** What stands at an offset, also at the end of a name. */
  at(offset: number): { readonly entity: Entity; readonly use: Use } | null {
    for (const place of this.places.values()) {
      if (place.use.start <= offset && offset <= place.use.end) return place;
    }
    return null;
  }

  /** What a name alone can mean at an offset. */
  visibleAt(offset: number): Entity[] {
    return this.entities.filter(
      ({ visible }) => visible === null || (visible.start <= offset && offset <= visible.end),
    );
  }
}

export const COMPLETION_KINDS: Readonly<Record<EntityKind, CompletionKind>> = {
  constant: 'constant',
  value: 'value',
  type: 'type',
  record: 'type',
  field: 'field',
  'shared variable': 'variable',
  ghost: 'variable',
  thread: 'thread',
  procedure: 'procedure',
  parameter: 'variable',
  'local variable': 'variable',
  counter: 'variable',
  label: 'label',
  property: 'label',
  'instance name': 'variable',
  variable: 'variable',
  array: 'variable',
  predicate: 'procedure',
  transition: 'procedure',
  process: 'variable',
  abbreviation: 'variable',
};

/** Null: not in the outline. */
export const OUTLINE_KINDS: Readonly<Record<EntityKind, OutlineKind | null>> = {
  constant: 'constant',
  value: 'value',
  type: 'type',
  record: 'record',
  field: 'field',
  'shared variable': 'variable',
  ghost: 'variable',
  thread: 'thread',
  procedure: 'procedure',
  parameter: 'variable',
  'local variable': 'variable',
  counter: null,
  label: 'label',
  property: 'property',
  'instance name': null,
  variable: 'variable',
  array: 'array',
  predicate: 'predicate',
  transition: 'transition',
  process: null,
  abbreviation: null,
};
