/**
 * Repair of a program that is no text of its own: places are locations or writes of its automata, and the answer is places
 * again. What a language without a `fence` is turned into can be repaired so; the paper's loop (`hazards.ts`) and the search
 * for the fewest are asked in the same way.
 */
import type { Answer } from '../engines/answer.js';
import type { MemoryModel } from '../memory/models.js';
import type { Program } from '../models/program/model.js';
import { mendHazards } from './hazards.js';
import { locationFences, type ProgramPlace, takePlaces, type Waiting, writePlaces } from './places.js';
import { type FoundRun, ProgramOracle } from './program-oracle.js';
import { type SearchResult, searchPlaces } from './search.js';

export interface ProgramRepairQuestion {
  readonly program: Program;
  readonly memory: MemoryModel;
  readonly with: 'fences' | 'atomic-writes';
  /** Whose buffers an atomic write finds empty; those of its own thread unless given. */
  readonly waiting?: Waiting;
  /** The most minimal sets to look for; one cheapest set unless given. */
  readonly all?: number;
  /** What the engine says about a program. */
  readonly explore: (program: Program) => Promise<Answer>;
}

export interface ProgramRepair {
  readonly places: readonly ProgramPlace[];
  readonly result: SearchResult<FoundRun>;
  /** The program with some places taken. */
  readonly repaired: (taken: readonly number[]) => Program;
}

export async function repairProgram(question: ProgramRepairQuestion): Promise<ProgramRepair> {
  const { program, memory, all, waiting = 'own', explore } = question;
  const places = question.with === 'fences' ? locationFences(program) : writePlaces(program);
  const oracle = new ProgramOracle({ variants: [{ program, places }], memory, waiting, explore });
  const weights = places.map(() => 0);
  const result = await searchPlaces({ oracle, weights, ...(all === undefined ? {} : { all }) });
  return { places, result, repaired: (taken) => takePlaces(program, some(places, taken), waiting) };
}

/** By the paper's loop: a repair by atomic writes, not a smallest one. */
export async function mendProgram(question: Omit<ProgramRepairQuestion, 'with' | 'all'>): Promise<ProgramRepair> {
  const { program, memory, waiting = 'all', explore } = question;
  const variants = [{ program, places: writePlaces(program) }];
  const result = await mendHazards(new ProgramOracle({ variants, memory, waiting, explore }), variants);
  const places = variants[0]?.places ?? [];
  return { places, result, repaired: (taken) => takePlaces(program, some(places, taken), waiting) };
}

function some(places: readonly ProgramPlace[], taken: readonly number[]): ProgramPlace[] {
  return taken.map((place) => places[place] as ProgramPlace);
}
