/**
 * Places of a text: where a statement `fence` could be written, which stores could be made atomic; and the programs that
 * belong to them.
 *
 * For fences, full ones or those between stores, the text is read with a `fence` at every place, on the lines that are there, and the steps of these fences are
 * made to do nothing. In this program every place has its steps, so runs of the text with some of the fences can be told as
 * runs of it, and it shows how they pass places (`program-oracle.ts`). What is asked of the engine is the text itself, with
 * fences at the places taken. For stores no step needs to be added.
 *
 * Left out are places that are never reached or change nothing: nothing can be in the buffer there, or whatever comes next
 * waits for an empty buffer anyhow. Of places between which nothing happens, the first is kept: behind the store.
 */
import { SourceText } from '../languages/shared/source.js';
import type { Edge, Place, Program, Template } from '../models/program/model.js';
import { type Insertion, insertAll, shifted } from './edits.js';
import { mayBuffer, needsEmptyBuffer, type ProgramPlace, waitingUpdates } from './places.js';
import type { Variant } from './program-oracle.js';

/** A place as people read it. */
export interface TextPlace {
  /** Of the statement that `where` speaks of. */
  readonly line: number;
  /** The file, where the text includes it. */
  readonly file?: string;
  /** `after`, `before`, or `at` for a store that becomes atomic. */
  readonly where: 'after' | 'before' | 'at' | 'in';
  /** The statement, as it is written. */
  readonly statement: string;
  /** The threads (or processes) that pass it, by the names of their declarations. */
  readonly thread: string;
  /** How unlike the places that people choose it is. */
  readonly weight: number;
  /** Which fence, where there are both kinds to choose from. */
  readonly fence?: 'full' | 'store';
  /** What is written for it. */
  readonly patch: readonly Insertion[];
}

export interface FenceCandidate extends TextPlace {
  /** What is inserted, without a new line, to learn which steps belong to it. */
  readonly probe: Insertion;
  /** Where the reader says that the fence is: in the inserted text, so many characters from its start; or at an offset. */
  readonly told: { readonly inserted: number } | { readonly offset: number };
}

export interface WriteCandidate extends TextPlace {
  /** Where the reader says that the store is. */
  readonly told: { readonly offset: number };
}

export interface TextRepair {
  readonly places: readonly TextPlace[];
  /** One for each number of threads that is looked at. */
  readonly variants: readonly Variant[];
  /** The programs of the text with fences written at some places; absent where no step was added. */
  readonly programsWith?: (taken: readonly number[]) => Promise<readonly Program[]>;
  /** Texts in which places are steps of their own: with all of them, which the variants are read from, and with some. */
  readonly texts?: { readonly all: string; with(taken: readonly number[]): string };
}

/** The programs that a text stands for; null when it cannot be read. */
export type ReadPrograms = (text: string) => Promise<readonly Program[] | null>;

export async function fenceRepair(
  text: string,
  candidates: readonly FenceCandidate[],
  read: ReadPrograms,
  kind: 'fence' | 'store fence' = 'fence',
): Promise<TextRepair> {
  const readable = await legible(text, candidates, read);
  const { variants } = await probed(text, readable, read, kind);
  const kept = readable.filter((_, number) => variants.some((variant) => changesSomething(variant, number)));
  const again = await probed(text, kept, read, kind);
  const doubles = new Set<number>();
  for (const [one] of kept.entries()) {
    for (const [other] of kept.entries()) {
      if (again.variants.every((variant) => follows(variant, one, other))) doubles.add(other);
    }
  }
  const different = kept.filter((_, number) => !doubles.has(number));
  return probed(text, different, read, kind);
}

/**
 * Both kinds to choose from: each place is there twice, first all full fences, then all store fences. They share their steps,
 * which a full fence makes wait and a store fence makes a barrier; where both are taken the full one is written, which is
 * both. `stores` are the places of `full`, in the same order, with the other word.
 */
export async function eitherRepair(
  text: string,
  full: readonly FenceCandidate[],
  stores: readonly FenceCandidate[],
  read: ReadPrograms,
): Promise<TextRepair> {
  const repair = await fenceRepair(text, full, read);
  const kept = repair.places.map((place) => full.indexOf(place as FenceCandidate));
  const both = [full, stores].flatMap((candidates) => kept.map((place) => candidates[place] as FenceCandidate));
  const places = both.map((place, number): TextPlace => {
    return { ...place, fence: number < kept.length ? 'full' : 'store' };
  });
  const variants = repair.variants.map(({ program, places: known }): Variant => {
    const barriers = known.map(({ edges }): ProgramPlace => ({ kind: 'store fence', edges }));
    return { program, places: [...known, ...barriers] };
  });
  const withSome = (taken: readonly number[]): string => {
    const written = taken.filter((place) => place < kept.length || !taken.includes(place - kept.length));
    return insertAll(
      text,
      written.map((place) => (both[place] as FenceCandidate).probe),
    );
  };
  const programsWith = async (taken: readonly number[]): Promise<readonly Program[]> => {
    const found = await read(withSome(taken));
    if (found === null) throw new Error('a text that can be read cannot be read with a fence in it');
    return found;
  };
  return { places, variants, programsWith, texts: { all: repair.texts?.all ?? text, with: withSome } };
}

/** Those that can be read back: all at once, mostly. */
async function legible(
  text: string,
  candidates: readonly FenceCandidate[],
  read: ReadPrograms,
): Promise<readonly FenceCandidate[]> {
  if ((await read(insertAll(text, probesOf(candidates)))) !== null) return candidates;
  const found: FenceCandidate[] = [];
  for (const candidate of candidates) {
    if ((await read(insertAll(text, [candidate.probe]))) !== null) found.push(candidate);
  }
  return found;
}

function probesOf(candidates: readonly FenceCandidate[]): Insertion[] {
  return candidates.map(({ probe }) => probe);
}

async function probed(
  text: string,
  candidates: readonly FenceCandidate[],
  read: ReadPrograms,
  kind: 'fence' | 'store fence',
): Promise<TextRepair> {
  const probes = probesOf(candidates);
  const changed = insertAll(text, probes);
  const programs = await read(changed);
  if (programs === null) throw new Error('a text that can be read cannot be read with fences in it');
  const source = new SourceText(changed, '');
  const told = candidates.map(({ probe, told }) =>
    'inserted' in told
      ? source.place(shifted(probe.offset, probes) + told.inserted)
      : source.place(shifted(told.offset + 1, probes) - 1),
  );
  const variants = programs.map((program): Variant => {
    const places = told.map((place): ProgramPlace => {
      const isMeant = ({ fence, storeFence }: Edge) => (kind === 'fence' ? fence : storeFence === true);
      return { kind, edges: edgesAt(program, place, isMeant) };
    });
    const silent = new Set(places.flatMap(({ edges }) => edges.map(({ template, edge }) => `${template} ${edge}`)));
    const templates = program.templates.map((template, number) => ({
      ...template,
      edges: template.edges.map((edge, at) => (silent.has(`${number} ${at}`) ? withoutFence(edge) : edge)),
    }));
    return { program: { ...program, templates }, places };
  });
  const withSome = (taken: readonly number[]): string =>
    insertAll(
      text,
      taken.map((place) => probes[place] as Insertion),
    );
  const programsWith = async (taken: readonly number[]): Promise<readonly Program[]> => {
    const found = await read(withSome(taken));
    if (found === null) throw new Error('a text that can be read cannot be read with a fence in it');
    return found;
  };
  return { places: candidates, variants, programsWith, texts: { all: changed, with: withSome } };
}

function withoutFence({ storeFence: _, ...edge }: Edge): Edge {
  return { ...edge, fence: false };
}

function edgesAt(program: Program, { line, column }: Place, which: (edge: Edge) => boolean) {
  return program.templates.flatMap(({ edges }, template) =>
    edges.flatMap((edge, number) =>
      edge.place.line === line && edge.place.column === column && which(edge) ? [{ template, edge: number }] : [],
    ),
  );
}

/** The edges of a place, with their templates. */
function edgesOf({ program, places }: Variant, place: number): { template: Template; edge: Edge }[] {
  return (places[place]?.edges ?? []).map((reference) => {
    const template = program.templates[reference.template] as Template;
    return { template, edge: template.edges[reference.edge] as Edge };
  });
}

function changesSomething(variant: Variant, place: number): boolean {
  return edgesOf(variant, place).some(({ template, edge }) => {
    if (mayBuffer(variant.program, template)[edge.from] !== true) return false;
    const next = template.edges.filter(({ from }) => from === edge.to);
    return next.length === 0 || !looksAlike(template, edge) || next.some((other) => !needsEmptyBuffer(other));
  });
}

function looksAlike({ locations }: Template, { from, to }: Edge): boolean {
  return locations[from]?.labels.join() === locations[to]?.labels.join() && locations[to]?.failure === null;
}

/** Whether the second place comes directly behind the first, for everybody, with nothing between them. */
function follows(variant: Variant, first: number, second: number): boolean {
  if (first === second) return false;
  const [before, after] = [edgesOf(variant, first), edgesOf(variant, second)];
  if (before.length === 0 || after.length === 0) return false;
  const leads = before.every(({ template, edge }) => {
    const next = template.edges.filter(({ from }) => from === edge.to);
    const silent = edge.guard === null && edge.updates.length === 0 && looksAlike(template, edge);
    return silent && next.length > 0 && next.every((other) => after.some((found) => found.edge === other));
  });
  const only = after.every(({ template, edge }) => {
    const coming = template.edges.filter(({ to }) => to === edge.from);
    return template.entry !== edge.from && coming.every((other) => before.some((found) => found.edge === other));
  });
  return leads && only;
}

export async function writeRepair(
  text: string,
  candidates: readonly WriteCandidate[],
  read: ReadPrograms,
): Promise<TextRepair> {
  const programs = await read(text);
  if (programs === null) throw new Error('a text that could be read cannot be read again');
  const source = new SourceText(text, '');
  const found = programs.map((program) =>
    candidates.map(({ told }): ProgramPlace => {
      const stores = (edge: Edge) => waitingUpdates(program, edge).length > 0;
      const edges = edgesAt(program, source.place(told.offset), stores).flatMap(({ template, edge }) => {
        const updates = waitingUpdates(program, program.templates[template]?.edges[edge] as Edge);
        return updates.map((update) => ({ template, edge, update }));
      });
      return { kind: 'write', edges };
    }),
  );
  const kept = candidates.flatMap((_, number) =>
    found.some((places) => (places[number]?.edges.length ?? 0) > 0) ? [number] : [],
  );
  const variants = programs.map((program, number) => ({
    program,
    places: kept.map((place) => found[number]?.[place] as ProgramPlace),
  }));
  return { places: kept.map((place) => candidates[place] as WriteCandidate), variants };
}
