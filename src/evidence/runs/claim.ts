/** What a temporal certificate claims, in words that the question can be asked again with. */
import type { BufferScope, Proof } from '../../engines/answer.js';
import type { MemoryModel, MemoryName } from '../../memory/models.js';
import { hasBuffers } from '../../memory/models.js';
import { cellName, cellsOf } from '../../models/program/cells.js';
import type { Program } from '../../models/program/model.js';
import type { RunsQuestion } from './certificate.js';
import type { Part } from './parts.js';

export interface Claim {
  /** Of the text; null where a formula was given beside it. */
  readonly property: string | null;
  /** As it was written, and the names that it uses. */
  readonly formula: string;
  readonly where: Readonly<Record<string, string>>;
  /** Of each open thread; null where there are none. */
  readonly processes: number | null;
  readonly memory: MemoryName;
  readonly buffer: BufferScope;
  readonly perLocation: boolean;
  readonly fairThreads: boolean;
  readonly fairBuffers: boolean;
}

/** How the question was asked, as far as the proof does not know. */
export interface Asked {
  readonly ltl?: string;
  readonly propositions?: Readonly<Record<string, string>>;
  readonly processes?: number | 'any';
}

export function claimOf(
  { property, perLocation, fairness }: Extract<Proof, { readonly kind: 'runs' }>,
  memory: MemoryModel,
  buffer: BufferScope,
  { ltl, propositions = {}, processes }: Asked,
): Claim {
  return {
    property: ltl === undefined ? property.name : null,
    formula: property.text,
    where: ltl === undefined ? {} : propositions,
    processes: typeof processes === 'number' ? processes : null,
    memory: memory.name,
    buffer,
    perLocation,
    ...fairness,
  };
}

/** The judge's question. What is claimed without a bound is looked at without one. */
export function questionOf(claim: Claim, program: Program, memory: MemoryModel, parts: readonly Part[]): RunsQuestion {
  const { buffer, perLocation, fairThreads, fairBuffers } = claim;
  const bound = typeof buffer === 'number' && hasBuffers(memory) ? buffer : null;
  return { program, memory, bound, perLocation, fairThreads, fairBuffers, parts };
}

/** What the numbers in a certificate stand for. */
export interface Legend {
  readonly threads: readonly string[];
  readonly cells: readonly string[];
}

export function legendOf(program: Program): Legend {
  const cells = cellsOf(program.shared);
  return {
    threads: program.threads.map(({ name }) => name),
    cells: cells.owners.map((_, cell) => cellName(cells, cell)),
  };
}
