/** Which instruction may come after which: what can be said of a thread without executing it. */
import { targetsOf } from './execute.js';
import type { Instruction } from './test.js';

/** For each instruction those that may come later, itself too when it stands in a loop. */
export function laterInstructions(instructions: readonly Instruction[]): ReadonlySet<number>[] {
  const nexts = instructions.map(({ action }, at) => {
    if (action.kind === 'return') return [];
    if (action.kind !== 'jump') return [at + 1];
    return action.condition === null ? [action.to] : [action.to, at + 1];
  });
  return instructions.map((_, first) => {
    const found = new Set<number>();
    const waiting = [...(nexts[first] as number[])];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (at >= instructions.length || found.has(at)) continue;
      found.add(at);
      waiting.push(...(nexts[at] as number[]));
    }
    return found;
  });
}

export function writesMemory(instruction: Instruction): boolean {
  return targetsOf(instruction).some(({ kind }) => kind === 'memory');
}
