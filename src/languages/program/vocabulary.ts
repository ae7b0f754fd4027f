/**
 * The names of a program: constants, types and their values, shared variables, threads.
 *
 * Constants and types are read in the order of the text, then the heads of threads, then shared variables, so that
 * everything may be used before it is declared but constants. Values and variables share one space of names, in which
 * locals must be new too; types and labels have their own.
 */
import type { Place, Sort } from '../../models/program/model.js';
import type { DiagnosticCode, DiagnosticList } from '../shared/diagnostics.js';
import type { SourceText, Span } from '../shared/source.js';
import { didYouMean, suggest } from '../shared/suggest.js';
import type { PlannedShared, Resolved, Size } from './plan.js';
import type { FieldSyntax, Name, ProcedureSyntax, ProgramSyntax } from './syntax.js';

type Meaning =
  /** A constant, or a value of an enumeration. */
  | { readonly kind: 'constant'; readonly value: number; readonly sort: Sort; readonly constructor: boolean }
  | { readonly kind: 'shared'; readonly position: number; readonly variable: PlannedShared }
  /** A record, an array of arrays: its cells are those of several shared variables, or of one. */
  | { readonly kind: 'compound'; readonly shape: Shape }
  | { readonly kind: 'thread'; readonly thread: ThreadHead }
  | { readonly kind: 'procedure'; readonly procedure: Procedure };

export interface KnownLocal {
  readonly variable: number;
  readonly sort: Sort;
  readonly size: Size | null;
  readonly fixedSize: number | null;
  readonly parameter: boolean;
  /** Counted by a `for`. */
  readonly counts?: true;
  /** Of a parameter of a procedure: what it stands for. */
  readonly stands?: Resolved;
}

/** What stands behind a name: as many indices as there are sizes, then a field, or nothing more. */
export interface Shape {
  readonly sizes: readonly Size[];
  /** The fields of a record, or the position of a shared variable. */
  readonly inside: ReadonlyMap<string, Shape> | number;
  /** Of a shared variable: which of its cells is the first one of this; the first of all unless given. */
  readonly first?: number;
}

export interface Procedure {
  readonly syntax: ProcedureSyntax;
  readonly parameters: readonly { readonly name: Name; readonly sort: Sort; readonly shared: boolean }[];
}

/** What others may know of a thread. */
export interface ThreadHead {
  readonly position: number;
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly sort: Sort }[];
  readonly instances: readonly (readonly number[])[] | 'any';
  /** Numbered by `self`. */
  readonly counted: boolean;
  /** Filled when the body is read. */
  readonly locals: Map<string, KnownLocal>;
  readonly labels: Set<string>;
  hasInstance(values: readonly number[]): boolean;
}

export class Vocabulary {
  readonly sorts = new Map<string, Sort>();
  readonly shared: PlannedShared[] = [];
  readonly threads: ThreadHead[] = [];
  readonly records = new Map<string, readonly FieldSyntax[]>();
  readonly procedures = new Map<string, Procedure>();
  /** Errors in first values of shared variables whose types are known: nothing else looks wrong because of them. */
  wrongFirstValues = 0;
  private readonly meanings = new Map<string, Meaning>();
  private readonly places = new Map<string, Name>();
  /** What kind of thing each name of the text is, declared already or not. */
  private readonly kinds = new Map<string, string>();

  constructor(
    syntax: ProgramSyntax,
    readonly source: SourceText,
    readonly diagnostics: DiagnosticList,
  ) {
    for (const declaration of syntax.declarations) {
      if (declaration.kind === 'const') this.kinds.set(declaration.name.text, 'const');
      if (declaration.kind === 'thread') this.kinds.set(declaration.name.text, 'a thread');
      if (declaration.kind === 'proc') this.kinds.set(declaration.name.text, 'a procedure');
      if (declaration.kind === 'shared' || declaration.kind === 'ghost') {
        const kind = declaration.kind === 'ghost' ? 'a ghost' : 'a shared variable';
        for (const { names } of declaration.declarators) {
          for (const { name } of names) this.kinds.set(name.text, kind);
        }
      }
      for (const { text } of declaration.kind === 'type' ? (declaration.constructors ?? []) : []) {
        this.kinds.set(text, 'const');
      }
    }
  }

  /** The same names, for a text beside the program. */
  beside(source: SourceText, diagnostics: DiagnosticList): Vocabulary {
    return Object.assign(Object.create(Vocabulary.prototype) as Vocabulary, this, { source, diagnostics });
  }

  /** Reports a fault; null, for whoever has nothing to give then. */
  wrong(code: DiagnosticCode, span: Span, message: string, instead: string | null = null): null {
    this.diagnostics.error(code, span, message, { instead });
    return null;
  }

  /** The same of a name that nothing has: what is near it may be meant. */
  unknown(name: Name, message: string, near: string | null): null {
    return this.wrong('unknown-name', name, `${message} \`${name.text}\`${didYouMean(near)}`, near);
  }

  /** All cells of a record are ghosts, or none. */
  isGhost({ inside }: Shape): boolean {
    if (typeof inside === 'number') return this.shared[inside]?.ghost === true;
    return [...inside.values()].some((shape) => this.isGhost(shape));
  }

  placeOf({ start }: Span): Place {
    return this.source.place(start);
  }

  meaning(name: string): Meaning | undefined {
    return this.meanings.get(name);
  }

  /** For names that have no meaning yet: `const`, or words for something that is no constant. */
  declaredKind(name: string): string | undefined {
    return this.kinds.get(name);
  }

  declare(name: Name, meaning: Meaning): void {
    const known = this.meanings.get(name.text);
    const place = this.places.get(name.text);
    if (known === undefined || place === undefined) {
      this.meanings.set(name.text, meaning);
      this.places.set(name.text, name);
      return;
    }
    // Threads are declared before shared variables: what comes later in the text is the second one.
    const [second, first] = place.start < name.start ? [name, known] : [place, meaning];
    this.wrong('duplicate', second, `\`${name.text}\` is already ${describeMeaning(first)}`);
  }

  /** The thread of that name, or null and a fault. */
  threadNamed(name: Name): ThreadHead | null {
    const meaning = this.meanings.get(name.text);
    if (meaning?.kind === 'thread') return meaning.thread;
    if (meaning !== undefined) {
      this.wrong('wrong-kind', name, `\`${name.text}\` is ${describeMeaning(meaning)}, not a thread`);
    } else {
      const threads = this.threads.map((thread) => thread.name);
      this.unknown(name, 'there is no thread', this.nearest(name.text, threads, false));
    }
    return null;
  }

  /** One of the candidates, or of the names of the program, that is near; null when none is. */
  nearest(name: string, candidates: Iterable<string>, withOwn = true): string | null {
    if (this.diagnostics.full) return null;
    return suggest(name, withOwn ? [...candidates, ...this.meanings.keys()] : candidates);
  }
}

export function describeMeaning(meaning: Meaning): string {
  switch (meaning.kind) {
    case 'constant':
      return meaning.constructor && meaning.sort.kind === 'enum' ? `a value of \`${meaning.sort.name}\`` : 'a constant';
    case 'shared':
      if (meaning.variable.ghost === true) return 'a ghost';
      return meaning.variable.size === null ? 'a shared variable' : 'a shared array';
    case 'compound':
      return typeof meaning.shape.inside === 'number' ? 'a shared array' : 'a shared record';
    case 'thread':
      return 'a thread';
    case 'procedure':
      return 'a procedure';
  }
}
