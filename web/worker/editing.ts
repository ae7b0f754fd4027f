/** The worker that reads texts as they are typed, so that no key waits for a reader. */
import { complete, type Document, diagnose, format, hover } from '../../src/editing/index.js';
import { inLanguage } from '../../src/languages/index.js';
import type { EditingJobs, EditingKind, Problem } from '../editing-protocol.js';
import { factsOf } from './facts.js';

type Work = { readonly [K in EditingKind]: (given: EditingJobs[K][0]) => Promise<EditingJobs[K][1]> };

interface Given {
  readonly file: string;
  readonly text: string;
}

/** Several questions about one text read it once. */
let last: { readonly given: Given; readonly document: Document | null } | null = null;

/** Null where nothing tells the language. */
function documentOf({ file, text }: Given): Document | null {
  if (last?.given.file === file && last.given.text === text) return last.document;
  const found = inLanguage(text, { file });
  const document = found.ok ? { file, text, language: found.options.language } : null;
  last = { given: { file, text }, document };
  return document;
}

const WORK: Work = {
  problems: async (given) => {
    const document = documentOf(given);
    return document === null ? noLanguage(given) : diagnose(document);
  },
  facts: ({ file, text }) => factsOf(file, text),
  offers: async (given) => {
    const document = documentOf(given);
    if (document === null) return [];
    const { from, to, items } = await complete(document, given.at);
    return items.map(({ label, kind, detail, documentation = null, insert = label }) => {
      return { label, kind, detail, info: documentation, from, to, insert };
    });
  },
  explain: async (given) => {
    const document = documentOf(given);
    const found = document === null ? null : await hover(document, given.at);
    return found === null ? null : { from: found.from, to: found.to, markdown: found.markdown };
  },
  layout: async (given) => {
    const document = documentOf(given);
    return document === null ? { ok: false, message: 'nothing tells the language' } : format(document);
  },
};

function noLanguage({ file, text }: Given): Problem[] {
  if (text.trim() === '') return [];
  const found = inLanguage(text, { file });
  if (found.ok) return [];
  return found.diagnostics.map(({ severity, code, message }) => {
    const to = Math.max(text.indexOf('\n'), 0);
    return { from: 0, to, severity, code, message, help: null, fixes: [] };
  });
}

interface World {
  onmessage: ((event: { readonly data: Asked }) => void) | null;
  postMessage(told: { readonly id: number; readonly answer?: unknown; readonly fault?: string }): void;
}

interface Asked {
  readonly id: number;
  readonly kind: EditingKind;
  readonly given: never;
}

const world = globalThis as unknown as World;

world.onmessage = async ({ data: { id, kind, given } }) => {
  try {
    world.postMessage({ id, answer: await WORK[kind](given) });
  } catch (error) {
    world.postMessage({ id, fault: error instanceof Error ? error.message : `${error}` });
  }
};
