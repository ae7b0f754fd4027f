/**
 * How many writes can wait in one store buffer, as far as the text tells: the largest number of stores on a path of a thread
 * that passes no step which waits for an empty buffer. A path is counted whatever its guards say, so this is an upper bound; a
 * loop that stores and has no such step has none.
 *
 * Where one queue is for all cells, all stores of a path count; where each cell has a queue, those to one variable, which may
 * be several cells.
 *
 * The bound only says which length to try: whether a buffer of that length is ever full is seen when it is tried.
 */
import type { Edge, Program, Template } from '../models/program/model.js';
import { isDirect, needsEmptyBuffers } from '../models/program/parts.js';
import type { MemoryModel } from './models.js';

/** Null when it is more than `most`, or has no bound. */
export function mostPending(program: Program, { buffers }: MemoryModel, most: number): number | null {
  switch (buffers) {
    case 'none':
      return 0;
    case 'one queue':
      return longest(program, most, () => true);
    case 'a queue per cell': {
      const queues = program.shared.map((_, variable) => longest(program, most, (written) => written === variable));
      return queues.reduce((one, other) => (one === null || other === null ? null : Math.max(one, other)), 0);
    }
  }
}

/** Over all threads, of the writes to some variables. */
function longest(program: Program, most: number, counts: (variable: number) => boolean): number | null {
  const templates = new Set(program.threads.map(({ template }) => template));
  let found = 0;
  for (const number of templates) {
    const template = program.templates[number] as Template;
    const written = (edge: Edge) =>
      edge.updates.filter((update) => {
        const { kind, variable } = update.target;
        return kind === 'shared' && counts(variable) && !isDirect(program, edge, update);
      }).length;
    const here = longestIn(template, most, written);
    if (here === null) return null;
    found = Math.max(found, here);
  }
  return found;
}

/** Longer paths are looked for until none is found or one is too long. */
function longestIn({ entry, edges }: Template, most: number, written: (edge: Edge) => number): number | null {
  const pending = new Map([[entry, 0]]);
  const weighed = edges.map((edge) => ({ edge, more: written(edge) }));
  for (let changed = true; changed; ) {
    changed = false;
    for (const { edge, more } of weighed) {
      const before = pending.get(edge.from);
      if (before === undefined) continue;
      const after = (needsEmptyBuffers(edge) ? 0 : before) + more;
      if (after > most) return null;
      if (after <= (pending.get(edge.to) ?? -1)) continue;
      pending.set(edge.to, after);
      changed = true;
    }
  }
  return Math.max(...pending.values());
}
