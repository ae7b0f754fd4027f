/** Colours of the editor: the tables of `src/editing/highlight`, line by line, as CodeMirror asks for them. */
import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { Tag } from '@lezer/highlight';
import {
  GRAMMARS,
  type HighlightLanguage,
  type HighlightState,
  type HighlightToken,
  highlightLine,
  type Kind,
  START,
} from '../../src/editing/highlight/index.js';
import type { LanguageName } from '../../src/languages/index.js';

const KINDS = [
  'declaration',
  'control',
  'instruction',
  'type',
  'property',
  'constant',
  'comment',
  'number',
  'string',
  'operator',
  'label',
  'definition',
  'register',
  'invalid',
] as const satisfies readonly Kind[];

const TAGS = Object.fromEntries(KINDS.map((kind) => [kind, Tag.define()])) as Readonly<Record<Kind, Tag>>;

/** As CodeMirror gets them: it has meanings of its own for `type` and `property`, which come first. */
const nameOf = (kind: Kind): string => `fencepost-${kind}`;

/** What is known of the line that is being read. */
interface Reading {
  state: HighlightState;
  after: HighlightState;
  tokens: readonly HighlightToken[];
  next: number;
}

function streamOf(language: HighlightLanguage): StreamLanguage<Reading> {
  const { comments } = GRAMMARS[language];
  const [open, close] = comments.block;
  return StreamLanguage.define<Reading>({
    name: language,
    tokenTable: Object.fromEntries(KINDS.map((kind) => [nameOf(kind), TAGS[kind]])),
    startState: () => ({ state: START, after: START, tokens: [], next: 0 }),
    copyState: (reading) => ({ ...reading }),
    languageData: {
      commentTokens: { block: { open, close }, ...(comments.line === null ? {} : { line: comments.line }) },
    },
    blankLine: (reading) => {
      reading.state = highlightLine(language, '', reading.state).state;
    },
    token: (stream, reading) => token(language, stream, reading),
  });
}

function token(language: HighlightLanguage, stream: StringStream, reading: Reading): string | null {
  if (stream.sol()) {
    const { tokens, state } = highlightLine(language, stream.string, reading.state);
    reading.tokens = tokens;
    reading.after = state;
    reading.next = 0;
  }
  const next = reading.tokens[reading.next];
  const begins = next !== undefined && next.from <= stream.pos;
  stream.pos = begins ? next.to : (next?.from ?? stream.string.length);
  if (begins) reading.next++;
  if (stream.eol()) reading.state = reading.after;
  return begins ? nameOf(next.kind) : null;
}

const STYLE = HighlightStyle.define(KINDS.map((kind) => ({ tag: TAGS[kind], class: `tok-${kind}` })));

const LANGUAGES = new Map<HighlightLanguage, StreamLanguage<Reading>>();

export function colours(language: LanguageName | null): Extension {
  if (language === null || !Object.hasOwn(GRAMMARS, language)) return [];
  const known = language as HighlightLanguage;
  const stream = LANGUAGES.get(known) ?? streamOf(known);
  LANGUAGES.set(known, stream);
  return [stream, syntaxHighlighting(STYLE)];
}
