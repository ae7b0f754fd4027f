/** A path through the flow graph on its way to be a step (`compose.ts`): what it has done so far, and what is said of it. */
import type { Place } from '../../models/program/model.js';
import type { Node } from './flow.js';
import type { Piece } from './steps.js';
import type { Writes } from './writes.js';

export interface Path {
  readonly writes: Writes;
  readonly accessed: boolean;
  /** The step has ended but for ghosts that come next: nodes met since. */
  readonly ending: ReadonlySet<number> | null;
  readonly fence: boolean;
  readonly storeFence: boolean;
  readonly atomic: boolean;
  readonly pieces: readonly Piece[];
  readonly place: Place;
  /** Loop heads passed. */
  readonly passed: ReadonlySet<number>;
  /** Nodes that wrote something, and tests. */
  readonly length: number;
  readonly branches: number;
  /** Nodes come to before anything had happened. */
  readonly free: ReadonlySet<number>;
  /** The nodes come to where statements begin, the last one first. */
  readonly trail: Trail | null;
  /** An `await` was false. */
  readonly retried: boolean;
  /** The loop with a way out that it has not left yet; -1 where there is none. */
  readonly loop: number;
}

interface Trail {
  readonly node: number;
  readonly before: Trail | null;
}

/** Where statements begin on it. */
export function nodesOf({ trail }: Path): ReadonlySet<number> {
  const nodes = new Set<number>();
  for (let at = trail; at !== null; at = at.before) nodes.add(at.node);
  return nodes;
}

export function say(path: Path, { text, weak, atomic, instruction }: Node): Path {
  const shown = atomic && instruction !== true;
  return text === '' ? path : { ...path, pieces: [...path.pieces, { text, weak, atomic: shown }] };
}

/** With an access to memory, at the first of which it is. */
export function access(path: Path, place: Place, flags: Partial<Pick<Path, 'fence' | 'storeFence' | 'atomic'>>): Path {
  const where = path.accessed ? path.place : place;
  return {
    ...path,
    accessed: true,
    place: where,
    fence: flags.fence ?? path.fence,
    storeFence: flags.storeFence ?? path.storeFence,
    atomic: flags.atomic ?? path.atomic,
  };
}
