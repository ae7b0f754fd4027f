// What a repair writes into a model, as comments, so that other tools still read the file:
//
//   effect /*@atomic*/ x = x + 1     the write is in memory with the step, which waits until all store buffers are empty
//   sync c?/*@atomic*/ x             the same for what is received
//   /*@fence*/ wait -> CS {}         the step waits until the store buffer of its process is empty
//
// They stand directly before what they are about. Those that do become parts of the syntax tree and are no comments any
// more; one that stands elsewhere stays a comment, with a warning.
import type { DiagnosticList } from '../shared/diagnostics.js';
import type { SourceText, Span } from '../shared/source.js';
import type {
  AssignmentSyntax,
  Comment,
  DeclarationSyntax,
  DveSyntax,
  SectionSyntax,
  SyncSyntax,
  TransitionSyntax,
} from './syntax.js';

const ANNOTATION = /^\/\*\s*@(atomic|fence)\s*\*\/$/;

type Word = 'atomic' | 'fence';

export const ATOMIC = '/*@atomic*/';
export const FENCE = '/*@fence*/';

export function annotate(syntax: DveSyntax, source: SourceText, diagnostics: DiagnosticList): DveSyntax {
  const known = new Map<string, Comment>();
  for (const comment of syntax.comments) {
    const word = wordOf(comment);
    if (word !== null) known.set(`${word} ${nextOffset(source.text, comment.end)}`, comment);
  }
  if (known.size === 0) return syntax;
  const used = new Set<Comment>();
  const has = (word: Word, { start }: Span): boolean => {
    const comment = known.get(`${word} ${start}`);
    if (comment !== undefined) used.add(comment);
    return comment !== undefined;
  };
  const declarations = syntax.declarations.map((declaration) => annotated(declaration, has));
  for (const comment of known.values()) {
    if (used.has(comment)) continue;
    const meant =
      wordOf(comment) === 'atomic'
        ? 'directly before what is assigned: `effect /*@atomic*/ x = 1`'
        : 'directly before a transition: `/*@fence*/ s -> t {}`';
    diagnostics.warning('vacuous', comment, `this means nothing here: it stands ${meant}`);
  }
  return { declarations, comments: syntax.comments.filter((comment) => !used.has(comment)) };
}

function wordOf({ text }: Comment): Word | null {
  const found = ANNOTATION.exec(text)?.[1];
  return found === 'atomic' || found === 'fence' ? found : null;
}

function nextOffset(text: string, end: number): number {
  return end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0);
}

type Has = (word: Word, span: Span) => boolean;

function annotated(declaration: DeclarationSyntax, has: Has): DeclarationSyntax {
  if (declaration.kind !== 'process') return declaration;
  const sections = declaration.sections.map((section): SectionSyntax => {
    if (section.kind !== 'trans') return section;
    return { ...section, transitions: section.transitions.map((transition) => ofTransition(transition, has)) };
  });
  return { ...declaration, sections };
}

function ofTransition(transition: TransitionSyntax, has: Has): TransitionSyntax {
  const effects = transition.effects.map((effect): AssignmentSyntax => {
    return has('atomic', effect) ? { ...effect, atomic: true } : effect;
  });
  const sync = transition.sync === null ? null : ofSync(transition.sync, has);
  return { ...transition, sync, effects, ...(has('fence', transition) ? { fence: true as const } : {}) };
}

function ofSync(sync: SyncSyntax, has: Has): SyncSyntax {
  if (sync.direction === '!') return sync;
  const atomic = sync.values.flatMap((value, position) => (has('atomic', value) ? [position] : []));
  return atomic.length === 0 ? sync : { ...sync, atomic };
}
