/** What editors can ask about `.fp` texts. */
import { outlineProgram } from '../../languages/program/index.js';
import { KEYWORDS } from '../../languages/program/lex.js';
import type { SourceText } from '../../languages/shared/source.js';
import { MEMORY_NAMES } from '../../memory/models.js';
import type { Entity } from '../names.js';
import type { LanguageServices } from '../services.js';
import { completeProgram } from './complete.js';
import { hoverProgram } from './hover.js';
import { ProgramNames } from './names.js';

export const programServices: LanguageServices<ProgramNames> = {
  index: (source) => new ProgramNames(outlineProgram(source.text, source.file)),
  hover: hoverProgram,
  complete: completeProgram,
  nameFault,
  lenses: lensesOf,
};

function nameFault(name: string, { kind }: Entity): string | null {
  if (!/^[A-Za-z_]\w*$/.test(name)) return 'a name is made of letters, digits and `_`, and does not begin with a digit';
  if ((KEYWORDS as readonly string[]).includes(name))
    return `\`${name}\` is a word of the language: choose another name`;
  if (kind === 'label' && name === 'end') return '`end` is the end of a thread: choose another name';
  return null;
}

/** One for each property of the text, or one for all; none without threads. What an included text says is asked with the rest. */
function lensesOf(source: SourceText, { syntax }: ProgramNames): ReturnType<LanguageServices['lenses']> {
  const threads = syntax.declarations.filter((each) => each.kind === 'thread');
  if (threads.length === 0) return [];
  const prove = threads.some(({ count }) => count?.kind === 'any');
  const common = { memories: MEMORY_NAMES, fix: true };
  const own = syntax.declarations.filter(({ start }) => start < (syntax.end ?? source.text.length));
  const properties = own.flatMap((declaration) => {
    const { kind, start } = declaration;
    if (kind !== 'never' && kind !== 'invariant' && kind !== 'ltl') return [];
    const property = declaration.name?.text ?? `line ${source.place(start).line}`;
    const end = declaration.name?.end ?? start + kind.length;
    return [{ ...common, property, prove: prove && kind !== 'ltl', start, end }];
  });
  if (properties.length > 0) return properties;
  const head = own.find(({ kind }) => kind === 'thread') ?? own.find(({ kind }) => kind === 'include');
  if (head === undefined) return [];
  return [{ ...common, property: null, prove, start: head.start, end: head.start + head.kind.length }];
}
