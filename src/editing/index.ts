/**
 * Language services: what an editor asks about a text while it is written. The language server and the page in the browser
 * answer with these functions. Programs (`.fp`) and array systems (`.cub`) have all of them. Litmus tests, `.dve` and `.rmm`
 * texts have diagnostics, help for words and, where they are printed, formatting; other texts have diagnostics alone.
 *
 * All are functions of a document and a place in it, and promise their answers, because readers are loaded when a text of
 * their language is first seen. None throws on an unfinished text.
 */
import { LANGUAGES, type LanguageName, print } from '../languages/index.js';
import { besides, includesIn } from '../languages/shared/bundle.js';
import { SourceText } from '../languages/shared/source.js';
import { MEMORY_NAMES } from '../memory/models.js';
import {
  type Completions,
  type Document,
  type FormatResult,
  type Hover,
  type Lens,
  type OutlineSymbol,
  type Place,
  Places,
  type Range,
  type RenameResult,
  wholeOf,
} from './document.js';
import { declarationOf, type Entity, type NameIndex, type Use } from './names.js';
import { outlineOf } from './outline.js';
import { difference, rename as renameEntity } from './rename.js';
import type { LanguageServices } from './services.js';

export { type DiagnoseOptions, diagnose } from './diagnose.js';
export type {
  Completion,
  CompletionKind,
  Completions,
  Diagnosis,
  Document,
  Edit,
  Fix,
  FormatResult,
  Hover,
  Lens,
  OutlineKind,
  OutlineSymbol,
  Place,
  Range,
  RenameResult,
} from './document.js';
export { wholeOf } from './document.js';
export { apply } from './rename.js';

/** Of the languages whose names are known. */
const SERVICES: Partial<Record<LanguageName, () => Promise<LanguageServices>>> = {
  program: async () => (await import('./program/services.js')).programServices as unknown as LanguageServices,
  cubicle: async () => (await import('./cubicle/services.js')).cubicleServices as unknown as LanguageServices,
};

/** A text with its names. */
interface Known {
  readonly places: Places;
  readonly services: LanguageServices;
  readonly names: NameIndex;
}

/** Of documents that were asked about: several questions about one text read it once. */
const KNOWN = new WeakMap<Document, Known>();

async function known(document: Document): Promise<Known | null> {
  const before = KNOWN.get(document);
  if (before !== undefined) return before;
  const services = await SERVICES[document.language]?.();
  if (services === undefined) return null;
  const places = new Places(document);
  const found = { places, services, names: services.index(places.source) };
  KNOWN.set(document, found);
  return found;
}

interface Found extends Known {
  readonly entity: Entity;
  readonly use: Use;
}

async function entityAt(document: Document, offset: number, file?: string): Promise<Found | null> {
  const text = await known(document);
  const found = text?.names.at(text.places.inSource(offset, file)) ?? null;
  return text === null || found === null ? null : { ...text, ...found };
}

export async function hover(document: Document, offset: number): Promise<Hover | null> {
  const text = await known(document);
  if (text === null) {
    const words = await import('./words/services.js');
    return words.hasWords(document.language) ? words.hoverWord(document.language, document.text, offset) : null;
  }
  const { places, services, names } = text;
  const told = services.hover(places.source, names, places.inSource(offset));
  return told === null ? null : { ...places.of(told), markdown: told.markdown };
}

/** Where the name at an offset is declared; of the name of a file, the beginning of that file. */
export async function definition(document: Document, offset: number): Promise<Place | null> {
  const found = await entityAt(document, offset);
  if (found !== null) return found.places.whereverOf(declarationOf(found.entity));
  const included = includesIn(document.text).find(({ start, end }) => start <= offset && offset <= end);
  const file = included === undefined ? '' : besides(null, included.name);
  return document.included?.has(file) === true ? { from: 0, to: 0, file } : null;
}

/**
 * All places of the name at an offset, its declaration among them, in the order of the text; those in included texts come
 * last. `file`: the included text that the offset is in.
 */
export async function references(document: Document, offset: number, file?: string): Promise<Place[]> {
  const found = await entityAt(document, offset, file);
  if (found === null) return [];
  const uses = [...found.entity.uses].sort((one, other) => one.start - other.start);
  return uses.map((use) => found.places.whereverOf(use));
}

/** The name at an offset that can be renamed; null when there is none. */
export async function renameable(document: Document, offset: number): Promise<(Range & { name: string }) | null> {
  const found = await entityAt(document, offset);
  return found === null ? null : { ...found.places.of(found.use), name: found.entity.name };
}

export async function rename(document: Document, offset: number, name: string): Promise<RenameResult> {
  const found = await entityAt(document, offset);
  if (found === null) return { ok: false, message: 'there is no name here that could be changed' };
  const { places, services, names, entity } = found;
  const { source } = places;
  const others = entity.uses.map((use) => places.whereverOf(use).file).find((file) => file !== undefined);
  if (others !== undefined) return { ok: false, message: acrossFiles(entity.name, others) };
  const result = renameEntity({
    text: source.text,
    names,
    entity,
    name,
    faultOf: (word, of) => services.nameFault(word, of),
    indexOf: (text) => services.index(new SourceText(text, document.file)),
  });
  if (!result.ok) return result;
  const edits = result.edits.map(({ from, to, insert }) => ({ ...places.of({ start: from, end: to }), insert }));
  return { ok: true, edits };
}

/** Why a name is not changed. */
export function acrossFiles(name: string, file: string): string {
  return `\`${name}\` stands in \`${file}\`, too: a name is changed within one file only`;
}

export async function complete(document: Document, offset: number): Promise<Completions> {
  const text = await known(document);
  if (text === null) {
    const words = await import('./words/services.js');
    if (words.hasWords(document.language)) return words.completeWord(document.language, document.text, offset);
    return { from: offset, to: offset, items: [] };
  }
  const { places, services, names } = text;
  const { replaced, items } = services.complete(places.source, names, places.inSource(offset));
  return { ...places.of(replaced), items };
}

export async function symbols(document: Document): Promise<OutlineSymbol[]> {
  const text = await known(document);
  return text === null ? [] : outlineOf(text.names, text.places);
}

/** The text in its usual layout, with its comments; only a text with which nothing is wrong has one. */
export async function format(document: Document): Promise<FormatResult> {
  const { text, file, language } = document;
  const printed = await print(wholeOf(document), { file, language });
  if (printed.ok) return { ok: true, edits: difference(text, printed.text) };
  const [first] = printed.diagnostics.filter(({ severity }) => severity === 'error');
  const where = first?.line === null || first === undefined ? '' : `line ${first.line}: `;
  return { ok: false, message: `${where}${first?.message ?? 'the text is not printed'}` };
}

/** Where questions can be asked, in the order of the text. */
export async function lenses(document: Document): Promise<Lens[]> {
  const text = await known(document);
  if (text !== null) {
    return text.services.lenses(text.places.source, text.names).map(({ start, end, ...lens }) => {
      return { ...text.places.of({ start, end }), ...lens };
    });
  }
  return wholeText(document);
}

/** Of languages without names: the text is asked as a whole. */
function wholeText(document: Document): Lens[] {
  const language = LANGUAGES.find(({ name }) => name === document.language);
  if (language === undefined || document.text.trim() === '') return [];
  const places = new Places(document);
  const line = places.of(places.source.lineSpan(1));
  return [{ ...line, property: null, memories: MEMORY_NAMES, fix: language.repairs.length > 0, prove: false }];
}
