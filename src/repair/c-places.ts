/**
 * Where fences can be written in a C file: behind the statements of its functions that stand in a block, in the file itself. A fence in a function counts for all its calls, since it is in the text once.
 */
import { type Block, inside, type Statement, type Unit } from '../languages/c/ast.js';
import { parse } from '../languages/c/parse.js';
import { preprocess } from '../languages/c/preprocess.js';
import { type PreprocessOptions, written } from '../languages/c/tokens.js';
import { DiagnosticList } from '../languages/shared/diagnostics.js';
import { SourceText } from '../languages/shared/source.js';
import type { FenceCandidate } from './text-places.js';

export function cFences(text: string, options: PreprocessOptions): FenceCandidate[] {
  const source = new SourceText(text, 'repaired.c');
  const faults = new DiagnosticList(source);
  const unit: Unit = parse(preprocess(source, options, faults), faults);
  const end = source.parts[0]?.end ?? text.length;
  // Without its header the name of the fence means nothing.
  const hasHeader = /^\s*#\s*include\s*<stdatomic\.h>/m.test(text);
  const word = hasHeader ? 'atomic_thread_fence(memory_order_seq_cst);' : '__sync_synchronize();';
  return unit.items.flatMap((item): FenceCandidate[] => {
    if (item.kind !== 'function' || item.name === 'main' || item.place.file.builtIn) return [];
    return statementsIn(item.body).flatMap((statement): FenceCandidate[] => {
      const place = written(statement.place);
      if (place.file.source !== source || place.end > end) return [];
      const rest = /^\s*;/.exec(text.slice(place.end));
      if (rest === null) return [];
      const offset = place.end + rest[0].length;
      const { line } = source.place(place.start);
      const lead = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', place.start) + 1))?.[0] ?? '';
      return [
        {
          line,
          where: 'after',
          statement: text.slice(place.start, place.end).replace(/\s+/g, ' '),
          thread: item.name,
          weight: 1,
          probe: { offset, text: ` ${word}` },
          told: { inserted: 1 },
          patch: [{ offset, text: `\n${lead}${word}` }],
        },
      ];
    });
  });
}

/** Expressions that are statements of a block that the user wrote; a macro may stand for the expression. */
function statementsIn(tree: unknown): Statement[] {
  if (typeof tree !== 'object' || tree === null) return [];
  if (Array.isArray(tree)) return tree.flatMap(statementsIn);
  const own =
    'kind' in tree && tree.kind === 'block' && 'items' in tree && (tree as Block).place.expansion === null
      ? (tree.items as Statement[]).flatMap((item) => {
          const inner = item.kind === 'label' ? item.body : item;
          return inner.kind === 'expression' ? [inner] : [];
        })
      : [];
  return [...own, ...inside(tree).flatMap(statementsIn)];
}
