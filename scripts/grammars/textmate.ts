/**
 * TextMate grammars, rule by rule: a rule becomes a `match`, one that enters a mode a `begin` with an `end`, and a mode that is
 * never left ends where nothing matches. The engine of these grammars takes the rule that matches first, and before all rules
 * the end of the innermost region; so does `highlightLine`, and a test compares the two.
 */

import type { Mode, Piece, Rule } from '../../src/editing/highlight/grammar.js';
import { GRAMMARS, type Kind } from '../../src/editing/highlight/index.js';
import type { EditorLanguage } from './names.js';

/** Names that colour themes know. */
export const SCOPES: Readonly<Record<Kind, string>> = {
  declaration: 'storage.type',
  control: 'keyword.control',
  instruction: 'support.function.instruction',
  type: 'support.type',
  property: 'keyword.other.property',
  constant: 'constant.language',
  comment: 'comment.block',
  number: 'constant.numeric',
  string: 'string.quoted.double',
  operator: 'keyword.operator',
  label: 'entity.name.label',
  definition: 'entity.name.function',
  register: 'variable.language.register',
  invalid: 'invalid.illegal',
};

const NOTHING = '(?!)';

export function textMateGrammar({ language, id, title, extension }: EditorLanguage): string {
  const { modes } = GRAMMARS[language];
  const scope = (kind: Kind): string => `${SCOPES[kind]}.${id}`;
  const grammar = {
    name: title,
    scopeName: `source.${id}`,
    fileTypes: [extension],
    patterns: [{ include: '#main' }],
    repository: Object.fromEntries(
      Object.entries(modes).map(([name, { rules }]) => [name, { patterns: rules.map(pattern) }]),
    ),
  };
  return `${JSON.stringify(grammar, null, 2)}\n`;

  function pattern({ pieces, enter }: Rule): object {
    const single = pieces.length === 1 ? (pieces[0] as Piece) : null;
    if (enter === undefined) {
      if (single === null) return { match: joined(pieces), captures: captures(pieces) };
      return { ...named(single[1]), match: single[0] };
    }
    const { leave, inside } = modes[enter] as Mode;
    return {
      begin: joined(pieces),
      beginCaptures: captures(pieces),
      end: leave === null ? NOTHING : `(${leave[0]})`,
      ...(leave === null || leave[1] === null ? {} : { endCaptures: captures([leave]) }),
      ...(inside === null ? {} : { contentName: scope(inside) }),
      patterns: [{ include: `#${enter}` }],
    };
  }

  function named(kind: Kind | null): object {
    return kind === null ? {} : { name: scope(kind) };
  }

  function joined(pieces: readonly Piece[]): string {
    return pieces.map(([text]) => `(${text})`).join('');
  }

  function captures(pieces: readonly Piece[]): object {
    const entries = pieces.map(([, kind], index) => [String(index + 1), named(kind)] as const);
    return Object.fromEntries(entries.filter(([, { ...value }]) => Object.keys(value).length > 0));
  }
}
