/** What a language offers to editors beside its diagnostics. Offsets are those of the source. */
import type { SourceText, Span } from '../languages/shared/source.js';
import type { Completion, Lens } from './document.js';
import type { Entity, NameIndex } from './names.js';

export interface LanguageServices<Index extends NameIndex = NameIndex> {
  /** The names of a text, which may be unfinished. */
  index(source: SourceText): Index;
  hover(source: SourceText, names: Index, offset: number): (Span & { readonly markdown: string }) | null;
  complete(
    source: SourceText,
    names: Index,
    offset: number,
  ): { readonly replaced: Span; readonly items: readonly Completion[] };
  /** A sentence, when a word cannot be the name of such a thing. */
  nameFault(name: string, entity: Entity): string | null;
  lenses(source: SourceText, names: Index): readonly (Omit<Lens, 'from' | 'to'> & Span)[];
}
