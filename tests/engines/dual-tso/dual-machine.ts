/**
 * The dual semantics (figure 2 of the paper, with the oldest message as the one that is read) on whole configurations, forward
 * and stated plainly: what predecessors are compared with. Nothing here is shared with the engine but the automata.
 */
import type { ConcurrentSystem } from '../../../src/engines/automata/system.js';

export interface DualMessage {
  readonly cell: number;
  readonly value: number;
  readonly own: boolean;
}

/** By thread; buffers with the newest message first. */
export interface DualConfiguration {
  readonly states: readonly number[];
  readonly buffers: readonly (readonly DualMessage[])[];
  readonly memory: readonly number[];
}

/** `isAlone`: a thread may look at memory for cells that only it writes, when it has no own-message there. */
export function successors(
  system: ConcurrentSystem,
  c: DualConfiguration,
  isAlone: (thread: number, cell: number) => boolean = () => false,
): DualConfiguration[] {
  const found: DualConfiguration[] = [];
  for (const [thread, automaton] of system.threads.entries()) {
    const buffer = c.buffers[thread] as readonly DualMessage[];
    const put = (after: readonly DualMessage[], state = c.states[thread] as number, memory = c.memory) =>
      found.push({ states: c.states.with(thread, state), buffers: c.buffers.with(thread, after), memory });
    if (buffer.length > 0) put(buffer.slice(0, -1));
    for (const [cell, value] of c.memory.entries()) put([{ cell, value, own: false }, ...buffer]);
    for (const { from, operation, to } of system.automata[automaton]?.transitions ?? []) {
      if (from !== c.states[thread]) continue;
      switch (operation.kind) {
        case 'nop':
          put(buffer, to);
          break;
        case 'read': {
          const own = buffer.find((message) => message.own && message.cell === operation.cell);
          const source = own ?? buffer.at(-1);
          const direct = own === undefined && isAlone(thread, operation.cell);
          if (source?.cell === operation.cell && source.value === operation.value) put(buffer, to);
          else if (direct && c.memory[operation.cell] === operation.value) put(buffer, to);
          break;
        }
        case 'write': {
          const { cell, value } = operation;
          put([{ cell, value, own: true }, ...buffer], to, c.memory.with(cell, value));
          break;
        }
        case 'fence':
          if (buffer.length === 0) put(buffer, to);
          break;
        case 'atomic': {
          if (buffer.length > 0) break;
          if (!operation.reads.every(({ cell, value }) => c.memory[cell] === value)) break;
          const memory = [...c.memory];
          for (const { cell, value } of operation.writes) memory[cell] = value;
          put(buffer, to, memory);
          break;
        }
      }
    }
  }
  return found;
}

export function keyOf({ states, buffers, memory }: DualConfiguration): string {
  const words = buffers.map((buffer) => buffer.map(({ cell, value, own }) => `${cell}${own ? '!' : '='}${value}`));
  return `${states.join()}|${words.map((word) => word.join(' ')).join(';')}|${memory.join()}`;
}

/** The ordering of section 4.2 between buffers. */
export function isBufferBelow(lower: readonly DualMessage[], upper: readonly DualMessage[]): boolean {
  const [one, other] = [split(lower), split(upper)];
  if (one.own.join() !== other.own.join()) return false;
  return one.fragments.every((fragment, k) => isSubword(fragment, other.fragments[k] as string[]));
}

function split(buffer: readonly DualMessage[]): { own: string[]; fragments: string[][] } {
  const own: string[] = [];
  const fragments: string[][] = [[]];
  const seen = new Set<number>();
  for (const message of buffer) {
    const text = `${message.cell}${message.own ? '!' : '='}${message.value}`;
    if (message.own && !seen.has(message.cell)) {
      seen.add(message.cell);
      own.push(text);
      fragments.push([]);
    } else fragments.at(-1)?.push(text);
  }
  return { own, fragments };
}

function isSubword(word: readonly string[], other: readonly string[]): boolean {
  let position = 0;
  for (const letter of other) if (letter === word[position]) position++;
  return position === word.length;
}
