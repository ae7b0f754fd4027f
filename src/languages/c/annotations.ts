/**
 * Comments with `@` that say how a text is meant, beside its properties (`properties.ts`):
 *
 *     //@ threads worker[any]     there are any number of threads that run `worker`
 *     //@ ghost int count = 0;   and `//@ ghost count++;`: the lexer gives these to the parser as C
 *     //@ nowrap                  of runs count those in which no unsigned or 64-bit number passes 2^31
 *
 * Other tools have comments with `@`, too: what is not known is a warning, and an error where it looks like something known.
 */
import type { DiagnosticList } from '../shared/diagnostics.js';
import { suggest } from '../shared/suggest.js';
import { type Annotation, inside, type Unit as UnitNode } from './ast.js';
import { faultAt, warningAt } from './tokens.js';

/** What begins like this is read by `properties.ts`. */
export const PROPERTY = /^\s*(never|invariant|ltl|lemma|predicates)\b/;

const THREADS = /^\s*threads\s+([A-Za-z_]\w*)\s*\[\s*any\s*\]\s*;?\s*$/;
const NOWRAP = /^\s*nowrap\s*;?\s*$/;

const WORDS = ['never', 'invariant', 'ltl', 'lemma', 'predicates', 'threads', 'nowrap', 'ghost'];
const KNOWN = `those that are begin with ${WORDS.map((word) => `\`${word}\``).join(', ')}`;

export interface Directions {
  /** Functions of threads of which there are any number, and where that is said. */
  readonly any: ReadonlyMap<string, Annotation>;
  readonly nowrap: boolean;
}

/** All comments with `@` in a tree. */
export function annotationsIn(tree: unknown, found: Annotation[] = []): Annotation[] {
  if (typeof tree !== 'object' || tree === null) return found;
  if (Array.isArray(tree)) for (const part of tree) annotationsIn(part, found);
  else if ('kind' in tree && tree.kind === 'annotation') found.push(tree as Annotation);
  else for (const part of inside(tree)) annotationsIn(part, found);
  return found;
}

export function directionsIn(node: UnitNode, faults: DiagnosticList): Directions {
  const any = new Map<string, Annotation>();
  let nowrap = false;
  for (const annotation of annotationsIn(node.items)) {
    const { text, place } = annotation;
    if (PROPERTY.test(text)) continue;
    const name = THREADS.exec(text)?.[1];
    if (name !== undefined) any.set(name, annotation);
    else if (NOWRAP.test(text)) nowrap = true;
    else {
      const word = /^\s*(\w*)/.exec(text)?.[1] ?? '';
      const near = WORDS.includes(word) ? word : suggest(word, WORDS);
      if (word === 'threads')
        faultAt(faults, 'syntax', place, 'write `threads NAME[any]`, with the function of the threads');
      else if (near !== null)
        faultAt(faults, 'syntax', place, `\`${word}\` says nothing here; did you mean \`${near}\`?`);
      else warningAt(faults, 'unsupported', place, `this comment with \`@\` is not read: ${KNOWN}`);
    }
  }
  return { any, nowrap };
}
