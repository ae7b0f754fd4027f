/**
 * A program as a concurrent system: the automata of its threads (`automaton.ts`), what must not be reached (`targets.ts`),
 * fewer local states (`compress.ts`); then threads with equal automata share one, where that changes no target.
 */
import type { Program } from '../../models/program/model.js';
import type { Refusal } from '../../models/refusal.js';
import { threadAutomata } from './automaton.js';
import { type Compressed, compress } from './compress.js';
import type { Automaton, ConcurrentSystem, Taker, Target } from './system.js';
import { targetsOf } from './targets.js';

export function concurrentSystem(program: Program, taker: Taker): ConcurrentSystem | Refusal {
  const stronger = beyondStoreBuffers(program, taker);
  if (stronger !== null) return { refused: stronger };
  const automata = threadAutomata(program, taker);
  if ('refused' in automata) return automata;
  const found = targetsOf(automata);
  if ('refused' in found) return found;
  const compressed = automata.threads.map((thread, number) => compress(thread, number, found));
  const targets = found.flatMap((target) => renamed(target, compressed));
  const { domains, initial } = automata;
  const locals = compressed.map((thread) => thread.locals);
  return { domains, initial, any: [], locals, targets, ...share(program, compressed, targets) };
}

/** What the program asks that the engines do not know; null when there is nothing. */
function beyondStoreBuffers({ shared, templates, apart, noDeadlock }: Program, taker: Taker): string | null {
  if (noDeadlock !== undefined) return '`never deadlock` asks for more than which states can be reached';
  const edges = templates.flatMap((template) => template.edges);
  const drained = edges.find((edge) => edge.drained === true);
  const only = `${taker.title} has fences and atomic steps only`;
  if (drained !== undefined) return `"${drained.text}" waits for the buffers of all threads: ${only}`;
  if (taker.several) return null;
  const strong = shared.find((variable) => variable.strong === true);
  if (strong?.ghost === true)
    return `${strong.name} is a ghost, which everybody sees at once: ${taker.title} keeps no such order`;
  if (strong !== undefined) return `variable ${strong.name} is never buffered: ${taker.title} buffers all of them`;
  const direct = edges.find(({ updates }) => updates.some((update) => update.direct === true));
  if (direct !== undefined) return `"${direct.text}" has a write that passes by the buffer: ${only}`;
  return apart === true ? `the writes of a step reach memory apart: ${taker.title} takes them together` : null;
}

/** None when a thread has none of its states any more. */
function renamed({ threads, memory }: Target, compressed: readonly Compressed[]): Target[] {
  const after = threads.map(({ thread, states }) => ({
    thread,
    states: states.flatMap((state) => compressed[thread]?.numbers[state] ?? []),
  }));
  return after.some(({ states }) => states.length === 0) ? [] : [{ threads: after, memory }];
}

function share(
  program: Program,
  compressed: readonly Compressed[],
  targets: readonly Target[],
): Pick<ConcurrentSystem, 'automata' | 'threads'> {
  const automata: Automaton[] = [];
  const owners: number[][] = [];
  const texts = compressed.map(({ automaton }) => JSON.stringify(automaton));
  const whole = targetKeys(targets, (thread) => thread);
  const threads = compressed.map(({ automaton }, thread) => {
    const alike = owners.findIndex((members) => {
      const first = members[0] as number;
      if (program.threads[first]?.template !== program.threads[thread]?.template) return false;
      if (texts[first] !== texts[thread]) return false;
      // Exchanges with one member make all exchanges.
      const exchanged = targetKeys(targets, (each) => (each === first ? thread : each === thread ? first : each));
      return exchanged.size === whole.size && [...exchanged].every((key) => whole.has(key));
    });
    if (alike >= 0) {
      owners[alike]?.push(thread);
      return alike;
    }
    owners.push([thread]);
    automata.push(automaton);
    return automata.length - 1;
  });
  return { automata, threads };
}

/** The targets, with threads renamed, in a form that can be compared: one line for each. */
function targetKeys(targets: readonly Target[], rename: (thread: number) => number): Set<string> {
  return new Set(
    targets.map(({ threads, memory }) => {
      const parts = threads
        .map(({ thread, states }) => ({ thread: rename(thread), states }))
        .sort((one, other) => one.thread - other.thread)
        .map(({ thread, states }) => `${thread}:${[...states].sort((a, b) => a - b).join()}`);
      return `${parts.join(' ')} ${memoryKey(memory)}`;
    }),
  );
}

/** Equal for equal conditions on memory. */
export function memoryKey(memory: Target['memory']): string {
  const sorted = [...memory].sort((one, other) => one.cell - other.cell);
  return sorted.map(({ cell, value }) => `${cell}=${value}`).join();
}
