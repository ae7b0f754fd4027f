/** One row of the table: a model repaired by the loop of the paper and by the search for the fewest, by the same rule. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type DveModel, readDve } from '../src/languages/dve/index.js';
import { type FixOptions, type FixResult, fix, type Waiting } from '../src/repair/index.js';
import { DASHED, remarkText } from '../src/report/remarks.js';
import type { LtlModel } from './ltl-rows.js';

export interface LtlRow {
  readonly model: string;
  readonly file: string;
  readonly property: string;
  /** Whose buffers an atomic write finds empty. */
  readonly waiting: Waiting;
  /** Assignments in all, to locals as well: the paper must have counted so. */
  readonly writes: number;
  /** Of these, pairs of a global variable and a transition that writes it: what could be made atomic. */
  readonly places: number;
  readonly paperWrites: number;
  readonly paperAtomic: number;
  /** By the loop of the paper; null when it found none. */
  readonly atomic: number | null;
  /** The fewest, proved; null when they were not found. */
  readonly minimal: number | null;
  /** At least so many. */
  readonly lowerBound: number;
  /** Questions to the engine, and seconds, of the search for the fewest. */
  readonly iterations: number;
  readonly seconds: number;
  readonly reason: string | null;
}

export async function ltlRow(
  model: LtlModel,
  { folder, file, own }: { readonly folder: string; readonly file: string; readonly own: boolean },
  waiting: Waiting,
  timeout: number,
): Promise<LtlRow> {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const { model: read } = readDve(text, file);
  const processes = read?.processes.length ?? 0;
  const options: FixOptions = {
    ...{ file, memory: 'tso', bufferPerLocation: 1, with: 'atomic-writes', atomicWaits: waiting, timeout },
    ltl: model.formula,
    propositions: model.propositions(processes, own),
  };
  const mended = await repaired(text, { ...options, method: 'paper' });
  const found = await repaired(text, options);
  const proved = found.minimal === 'proved' && found.outcome?.verdict === 'holds';
  const count = ({ sets }: FixResult): number | null => sets[0]?.places.length ?? null;
  return {
    ...{ model: model.model, file, property: model.property, waiting },
    ...{ writes: read === null ? 0 : assignmentsOf(read), places: found.candidates.length },
    ...{ paperWrites: model.paperWrites, paperAtomic: model.paperAtomic },
    atomic: mended.outcome?.verdict === 'holds' ? count(mended) : null,
    minimal: proved ? count(found) : null,
    lowerBound: found.lowerBound,
    iterations: found.iterations,
    seconds: Math.round(found.seconds * 1e3) / 1e3,
    reason: proved ? null : remarkText(found, DASHED),
  };
}

/** A message that is received is assigned, too. */
export function assignmentsOf({ processes }: DveModel): number {
  const transitions = processes.flatMap((process) => process.transitions);
  return transitions.reduce((sum, { effects, sync }) => {
    return sum + effects.length + (sync?.direction === 'receive' ? sync.targets.length : 0);
  }, 0);
}

async function repaired(text: string, options: FixOptions): Promise<FixResult> {
  const result = await fix(text, options);
  if (!result.ok) throw new Error(`${options.file}: ${result.diagnostics.map(({ message }) => message).join('; ')}`);
  return result;
}

/** More than the paper needs, or not known. */
export function misses({ minimal, atomic, paperAtomic }: LtlRow): boolean {
  return minimal === null || minimal > paperAtomic || (atomic !== null && atomic < minimal);
}
