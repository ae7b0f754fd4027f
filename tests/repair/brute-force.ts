/** Minimal repairs the slow way: every set of places is asked about. */
import { type MemoryName, memoryNamed } from '../../src/memory/models.js';
import type { Program } from '../../src/models/program/model.js';
import { askAbout } from '../support/ask.js';

export const BUFFER = 2;

export function exploring(memory: MemoryName) {
  return (program: Program) =>
    askAbout({ program }, memoryNamed(memory), { engine: 'explicit', buffer: BUFFER, maxStates: 200_000 });
}

/** All sets that hold and of which no part does, as lists in ascending order; null when some question has no answer. */
export async function minimalSets(
  places: number,
  holds: (taken: readonly number[]) => Promise<boolean | null>,
): Promise<number[][] | null> {
  const minimal: number[][] = [];
  const all = Array.from({ length: 2 ** places }, (_, mask) =>
    Array.from({ length: places }, (_, place) => place).filter((place) => (mask >> place) % 2 === 1),
  );
  for (const set of all.sort((one, other) => one.length - other.length)) {
    if (minimal.some((part) => part.every((place) => set.includes(place)))) continue;
    const answer = await holds(set);
    if (answer === null) return null;
    if (answer) minimal.push(set);
  }
  return minimal;
}

export function inOrder(sets: readonly (readonly number[])[]): string[] {
  return sets.map((set) => set.toSorted((one, other) => one - other).join(' ')).toSorted();
}
