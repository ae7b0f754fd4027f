/** The small phrases that every report is made of. */
import type { Outcome, Verdict } from '../evidence/outcome.js';
import { type MemoryName, memoryNamed } from '../memory/models.js';
import type { Trace } from '../memory/trace.js';
import type { Style } from './style.js';

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function processCount(processes: number | 'any', actors: Outcome['actors'] = 'processes'): string {
  if (processes === 'any') return `any number of ${actors}`;
  return actors === 'threads' ? plural(processes, 'thread') : plural(processes, 'process', 'processes');
}

/** `, buffers of at most 2 writes`: what a verdict is about, behind the memory. */
export function bufferScope({ buffer, perLocation }: Pick<Outcome, 'buffer' | 'perLocation'>): string {
  if (buffer === null) return '';
  if (buffer === 'unbounded') return ', buffers of any length';
  return `, buffers of at most ${plural(buffer, 'write')}${perLocation ? ' of each location' : ''}`;
}

export function memoryName(memory: MemoryName): string {
  return memoryNamed(memory).title;
}

export function processName(number: number): string {
  return `#${number}`;
}

/** Who acts in a trace: `P(0)` where its processes have names. */
export function actorName({ names }: Pick<Trace, 'names'>, number: number): string {
  return names?.[number - 1] ?? processName(number);
}

/** `enter(#1, #2)`. */
export function call(name: string, processes: readonly number[]): string {
  return `${name}(${processes.map(processName).join(', ')})`;
}

/** Three figures are enough: `0.012 s`, `1.23 s`, `12.3 s`, `123 s`. */
export function seconds(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
  return `${value.toFixed(digits)} s`;
}

/** `solverCalls` is read as `solver calls`. */
function countName(key: string): string {
  return key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
}

/** `cubes 15, solver calls 3`, in the engine's own order; what did not happen (an orbit of one state, too) is left to the JSON. */
export function counts(of: Outcome['counts']): string {
  return Object.entries(of)
    .filter(([key, value]) => value !== (key === 'orbit' ? 1 : 0))
    .map(([key, value]) => `${countName(key)} ${Number.isSafeInteger(value) ? value : value.toExponential(1)}`)
    .join(', ');
}

export function colourOfVerdict(verdict: Verdict, style: Style): (text: string) => string {
  if (verdict === 'holds') return style.good;
  return verdict === 'violated' ? style.bad : style.doubtful;
}
