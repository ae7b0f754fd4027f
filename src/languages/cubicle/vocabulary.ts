/**
 * The names of a model: types, symbols, constructors, predicates; and the suggestions for a name that is none of them.
 */
import {
  type ArraySystem,
  BOOL,
  type EnumSort,
  INT,
  PROC,
  REAL,
  type Sort,
  type StateSymbol,
} from '../../models/array-system/model.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import { didYouMean, suggest } from '../shared/suggest.js';
import type { ModelSyntax, Name, PredicateSyntax, SymbolSyntax, TypeSyntax } from './syntax.js';

/** What a capitalised name stands for. */
export type Meaning =
  | { readonly kind: 'symbol'; readonly symbol: StateSymbol }
  | { readonly kind: 'constructor'; readonly sort: EnumSort; readonly value: number };

/** A predicate that is wrong in itself was reported where it is declared: calls of it are not looked into. */
export interface Predicate {
  readonly syntax: PredicateSyntax;
  readonly sound: boolean;
}

export class Vocabulary {
  readonly diagnostics: DiagnosticList;
  readonly processes: number | null;
  readonly symbols: StateSymbol[] = [];
  /** Where each symbol is declared, by its index. */
  readonly declared: SymbolSyntax[] = [];
  readonly predicates = new Map<string, Predicate>();
  private readonly sorts = new Map<string, Sort>([
    ['int', INT],
    ['real', REAL],
    ['bool', BOOL],
    ['proc', PROC],
  ]);
  private readonly meanings = new Map<string, Meaning>();

  constructor(model: ModelSyntax, diagnostics: DiagnosticList) {
    this.diagnostics = diagnostics;
    this.processes = this.readSize(model.processes);
    this.declareConstructors(BOOL, []);
    for (const type of model.types) this.declareType(type);
    for (const symbol of model.symbols) this.declareSymbol(symbol);
  }

  meaning(name: string): Meaning | undefined {
    return this.meanings.get(name);
  }

  /** A known capitalised name, or one of the candidates, that is near; null when none is. */
  nearest(name: string, candidates: Iterable<string> = this.meanings.keys()): string | null {
    return this.diagnostics.full ? null : suggest(name, candidates);
  }

  private readSize(size: Name | null): ArraySystem['processes'] {
    if (size === null) return null;
    const number = size.text.length <= 20 ? Number(size.text) : Number.POSITIVE_INFINITY;
    if (number < 1) {
      this.diagnostics.error('process-number', size, 'a model has at least one process');
    } else if (number > Number.MAX_SAFE_INTEGER) {
      this.diagnostics.error('process-number', size, `at most ${Number.MAX_SAFE_INTEGER} processes can be asked for`);
    }
    return number;
  }

  private declareType({ name, constructors }: TypeSyntax): void {
    if (this.sorts.has(name.text)) {
      this.diagnostics.error('duplicate', name, `there is already a type \`${name.text}\``);
    } else if (constructors === null) {
      this.sorts.set(name.text, { kind: 'abstract', name: name.text });
    } else {
      const sort: EnumSort = { kind: 'enum', name: name.text, constructors: constructors.map(({ text }) => text) };
      this.sorts.set(name.text, sort);
      this.declareConstructors(sort, constructors);
    }
  }

  private declareConstructors(sort: EnumSort, places: readonly Name[]): void {
    for (const [value, text] of sort.constructors.entries()) {
      this.declareName(text, places[value], { kind: 'constructor', sort, value });
    }
  }

  private declareSymbol(syntax: SymbolSyntax): void {
    const sort = this.sorts.get(syntax.type.text);
    if (sort === undefined) {
      const near = this.nearest(syntax.type.text, this.sorts.keys());
      const message = `there is no type \`${syntax.type.text}\`${didYouMean(near)}`;
      this.diagnostics.error('unknown-type', syntax.type, message, { instead: near });
    }
    const symbol: StateSymbol = {
      name: syntax.name.text,
      index: this.symbols.length,
      constant: syntax.kind === 'const',
      arity: syntax.indices?.length ?? 0,
      sort: sort ?? INT,
      weak: syntax.weak,
    };
    this.symbols.push(symbol);
    this.declared.push(syntax);
    this.declareName(syntax.name.text, syntax.name, { kind: 'symbol', symbol });
  }

  private declareName(text: string, place: Name | undefined, meaning: Meaning): void {
    const earlier = this.meanings.get(text);
    if (earlier === undefined) {
      this.meanings.set(text, meaning);
    } else if (place !== undefined) {
      this.diagnostics.error('duplicate', place, `\`${text}\` is already ${describeMeaning(earlier)}`);
    }
  }
}

export function describeMeaning(meaning: Meaning): string {
  if (meaning.kind === 'constructor') return `a constructor of type \`${meaning.sort.name}\``;
  const { symbol } = meaning;
  if (symbol.constant) return symbol.arity > 0 ? 'a constant array' : 'a constant';
  return symbol.arity > 0 ? 'an array' : 'a variable';
}
