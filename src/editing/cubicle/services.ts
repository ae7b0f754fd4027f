/** What editors can ask about `.cub` texts. */
import { outlineCubicle } from '../../languages/cubicle/index.js';
import { KEYWORDS } from '../../languages/cubicle/lex.js';
import type { SourceText } from '../../languages/shared/source.js';
import { MEMORY_NAMES } from '../../memory/models.js';
import type { Entity } from '../names.js';
import type { LanguageServices } from '../services.js';
import { completeCubicle } from './complete.js';
import { hoverCubicle } from './hover.js';
import { CubicleNames } from './names.js';
import { TYPES } from './words.js';

export const cubicleServices: LanguageServices<CubicleNames> = {
  index: (source) => new CubicleNames(outlineCubicle(source.text, source.file)),
  hover: hoverCubicle,
  complete: completeCubicle,
  nameFault,
  lenses: lensesOf,
};

const CAPITAL: ReadonlySet<Entity['kind']> = new Set(['value', 'variable', 'array', 'constant']);
const EITHER: ReadonlySet<Entity['kind']> = new Set(['transition', 'property']);

function nameFault(name: string, { kind }: Entity): string | null {
  if (!/^[A-Za-z]\w*$/.test(name)) return 'a name begins with a letter and is made of letters, digits and `_`';
  const known = (KEYWORDS as readonly string[]).includes(name) || Object.hasOwn(TYPES, name);
  if (known || name === 'True' || name === 'False') return `\`${name}\` is a word of the language: choose another name`;
  const capital = /^[A-Z]/.test(name);
  if (EITHER.has(kind) || capital === CAPITAL.has(kind)) return null;
  return `the name of a ${kind} begins with a ${capital ? 'small' : 'capital'} letter`;
}

/** The unsafe states are asked about together: at the first of them. */
function lensesOf(_: SourceText, { syntax }: CubicleNames): ReturnType<LanguageServices['lenses']> {
  const first = syntax.declarations.find(({ kind }) => kind === 'unsafe');
  if (first === undefined) return [];
  const weak =
    syntax.symbols.some((symbol) => symbol.weak) ||
    syntax.declarations.some((declaration) => declaration.kind === 'transition' && declaration.actor !== null);
  const memories = weak ? MEMORY_NAMES : MEMORY_NAMES.slice(0, 1);
  const { start } = first;
  return [
    { property: null, memories, fix: weak, prove: syntax.processes === null, start, end: start + 'unsafe'.length },
  ];
}
