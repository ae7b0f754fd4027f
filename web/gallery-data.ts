/** The examples as the page has them: made at build time (`scripts/web`), fetched when the gallery is opened. */
import type { Asked } from './protocol.js';

export interface GalleryEntry {
  readonly file: string;
  readonly title: string;
  readonly source: string | null;
  readonly asked: Asked;
  /** Verdicts or observations by memory. */
  readonly expected: Readonly<Record<string, string>>;
}

export interface GalleryData {
  /** What people come for, and the example that answers it. */
  readonly topics: readonly { readonly want: string; readonly file: string }[];
  readonly folders: readonly { readonly folder: string; readonly what: string }[];
  readonly entries: readonly GalleryEntry[];
  /** By file. */
  readonly texts: Readonly<Record<string, string>>;
}

/** What the comment at the top of an example says, in paragraphs; of a litmus test its title. */
export function teaches(text: string): string[] {
  const comment = /^\s*(?:\/\*|\(\*)([\s\S]*?)(?:\*\/|\*\))/.exec(text)?.[1] ?? /^"([^"]+)"$/m.exec(text)?.[1] ?? '';
  return comment
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
}
