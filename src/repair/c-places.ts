/**
 * Where fences can be written in a C file: behind the statements of its functions that stand in a block, in the file itself. A
 * fence in a function counts for all its calls, since it is in the text once.
 *
 * Where it can, a patch makes an order stronger instead, which costs no more than the fence and says the same:
 *
 *   - a full fence directly behind an atomic store is that store with seq_cst: that is a store and a fence
 *   - a store fence directly before an atomic store is that store with release: on PSO that is a barrier and a store
 *
 * Fences are in the words of the file: those of stdatomic.h where it is included, those of the kernel where its header is, and
 * otherwise GCC's.
 */
import { type Block, inside, type Statement, type Unit } from '../languages/c/ast.js';
import { parse } from '../languages/c/parse.js';
import { preprocess } from '../languages/c/preprocess.js';
import { type PreprocessOptions, written } from '../languages/c/tokens.js';
import { DiagnosticList } from '../languages/shared/diagnostics.js';
import { SourceText } from '../languages/shared/source.js';
import type { Insertion } from './edits.js';
import type { FenceCandidate } from './text-places.js';

export type CFence = 'full' | 'store';

interface Words {
  readonly full: string;
  readonly store: string;
}

const STANDARD: Words = {
  full: 'atomic_thread_fence(memory_order_seq_cst);',
  store: 'atomic_thread_fence(memory_order_release);',
};
const KERNEL: Words = { full: 'smp_mb();', store: 'smp_wmb();' };
const GCC: Words = { full: '__sync_synchronize();', store: '__atomic_thread_fence(__ATOMIC_RELEASE);' };

export function cFences(text: string, options: PreprocessOptions, kind: CFence = 'full'): FenceCandidate[] {
  const source = new SourceText(text, 'repaired.c');
  const faults = new DiagnosticList(source);
  const unit: Unit = parse(preprocess(source, options, faults), faults);
  const end = source.parts[0]?.end ?? text.length;
  const word = wordsOf(text)[kind];
  /** What the user wrote for a statement, if it is in the file itself. */
  const spanOf = (statement: Statement | undefined): { start: number; end: number } | null => {
    if (statement === undefined) return null;
    const place = written(statement.place);
    return place.file.source !== source || place.end > end ? null : place;
  };
  return unit.items.flatMap((item): FenceCandidate[] => {
    if (item.kind !== 'function' || item.name === 'main' || item.place.file.builtIn) return [];
    return statementsIn(item.body).flatMap(({ statement, next }): FenceCandidate[] => {
      const place = spanOf(statement);
      const rest = place === null ? null : /^\s*;/.exec(text.slice(place.end));
      if (place === null || rest === null) return [];
      const offset = place.end + rest[0].length;
      const { line } = source.place(place.start);
      const lead = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', place.start) + 1))?.[0] ?? '';
      const changed = kind === 'full' ? place : spanOf(next);
      const stronger = changed === null ? null : strengthened(text, changed, kind);
      const shown = text.slice(place.start, place.end).replace(/\s+/g, ' ');
      return [
        {
          line: stronger === null || changed === null ? line : source.place(changed.start).line,
          where: stronger === null ? 'after' : 'at',
          statement: stronger === null ? shown : stronger.statement,
          thread: item.name,
          weight: stronger === null ? 1 : 0,
          probe: { offset, text: ` ${word}` },
          told: { inserted: 1 },
          patch: stronger === null ? [{ offset, text: `\n${lead}${word}` }] : [stronger.edit],
        },
      ];
    });
  });
}

function wordsOf(text: string): Words {
  if (/^\s*#\s*include\s*<(stdatomic|threads)\.h>/m.test(text)) return STANDARD;
  return /^\s*#\s*include\s*<(linux|asm|asm-generic)\//m.test(text) ? KERNEL : GCC;
}

/** Weaker orders, as they are written, and what they become. */
const ORDERS: Readonly<Record<CFence, readonly (readonly [weak: RegExp, strong: string])[]>> = {
  full: [
    [/\bmemory_order_(relaxed|release)\s*\)$/, 'memory_order_seq_cst)'],
    [/\b__ATOMIC_(RELAXED|RELEASE)\s*\)$/, '__ATOMIC_SEQ_CST)'],
  ],
  store: [
    [/\bmemory_order_relaxed\s*\)$/, 'memory_order_release)'],
    [/\b__ATOMIC_RELAXED\s*\)$/, '__ATOMIC_RELEASE)'],
  ],
};

const STORE = /^(atomic_store_explicit|atomic_flag_clear_explicit|__atomic_store_n|__atomic_clear)\s*\(/;

/** A store with a stronger order; null for what is no such store, or is made by a macro of the user. */
function strengthened(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  kind: CFence,
): { readonly edit: Insertion; readonly statement: string } | null {
  const statement = text.slice(start, end);
  if (!STORE.test(statement)) return null;
  for (const [weak, strong] of ORDERS[kind]) {
    const found = weak.exec(statement);
    if (found === null) continue;
    const edit = { offset: start + found.index, text: strong, remove: found[0].length };
    return { edit, statement: `${statement.slice(0, found.index)}${strong}`.replace(/\s+/g, ' ') };
  }
  return null;
}

interface Placed {
  readonly statement: Statement;
  /** What comes directly behind it in its block. */
  readonly next: Statement | undefined;
}

/** Expressions that are statements of a block that the user wrote; a macro may stand for the expression. */
function statementsIn(tree: unknown): Placed[] {
  if (typeof tree !== 'object' || tree === null) return [];
  if (Array.isArray(tree)) return tree.flatMap(statementsIn);
  const own =
    'kind' in tree && tree.kind === 'block' && 'items' in tree && (tree as Block).place.expansion === null
      ? (tree.items as Statement[]).flatMap((item, position, items): Placed[] => {
          const inner = item.kind === 'label' ? item.body : item;
          return inner.kind === 'expression' ? [{ statement: inner, next: items[position + 1] }] : [];
        })
      : [];
  return [...own, ...inside(tree).flatMap(statementsIn)];
}
