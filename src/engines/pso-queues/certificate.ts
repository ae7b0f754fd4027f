/**
 * Why a program holds, as data: elements that hold the targets and everything from which a step leads into one of them, and
 * no initial configuration. Besides those that the search has kept there are those that it dropped since a thread alone
 * cannot have what they say (`alone.ts`): no step leads into one of these but from another one. `evidence/store-queues` judges
 * it, and shares nothing with the search but the automata.
 */
import { UNKNOWN } from '../automata/configuration.js';
import { MinorSet } from '../automata/minor-set.js';
import type { CellValue, ConcurrentSystem } from '../automata/system.js';
import { ANYWHERE, type Element, isPartCovering, type Part } from './element.js';
import type { Stepper } from './predecessors.js';
import { ANYTHING, isOpen, wordOf } from './queues.js';
import type { ThreadSteps } from './thread-steps.js';

/** Queues that have these entries among theirs, in that order, and no newer one than the last unless it is open. */
export interface CertifiedQueue {
  readonly cell: number;
  /** The oldest first. */
  readonly word: readonly number[];
  readonly open: boolean;
}

export interface CertifiedThread {
  readonly automaton: number;
  /** Null for any. */
  readonly state: number | null;
  /** Where a cell is not named, the queue is anything. */
  readonly queues: readonly CertifiedQueue[];
  /** Of a load buffer, the newest first; absent when it may be anything. */
  readonly messages?: readonly CertifiedMessage[];
}

/** A store of its own, or what memory held at one moment; up to there no own message is on a cell that it is `without`. */
export interface CertifiedMessage {
  readonly kind: 'own' | 'seen';
  readonly held: readonly CellValue[];
  readonly without: readonly number[];
}

export interface CertifiedElement {
  /** By cell; null where nothing is said. */
  readonly memory: readonly (number | null)[];
  readonly threads: readonly CertifiedThread[];
}

export interface PsoCertificate {
  readonly elements: readonly CertifiedElement[];
}

export function makeCertificate(stepper: Stepper, minor: Iterable<Element>): PsoCertificate {
  const { system, letters, parts, alone } = stepper;
  const all = new MinorSet<Part>(isPartCovering);
  const add = (element: Element): void => {
    if (!all.covers(element)) all.add({ memory: element.memory, parts: element.parts });
  };
  for (const element of minor) add(element);
  for (const [automaton, each] of alone.entries()) {
    for (const { state, queues, messages, memory } of each.impossible()) {
      add({ memory, parts: [parts.part(automaton, state, queues, messages)] });
    }
  }
  const elements = [...all].flatMap((element): CertifiedElement[] => {
    if (!all.isMinimal(element)) return [];
    const memory = [...element.memory].map((letter, cell) => (letter === UNKNOWN ? null : letters.value(cell, letter)));
    const threads = element.parts.map(({ automaton, state, queues, messages }) => ({
      automaton,
      state: state === ANYWHERE ? null : state,
      queues: queues.flatMap((queue, k): CertifiedQueue[] => {
        if (queue === ANYTHING) return [];
        const cell = stepper.steps[automaton]?.stored[k] as number;
        return [{ cell, word: [...wordOf(queue)].map((letter) => letters.value(cell, letter)), open: isOpen(queue) }];
      }),
      ...(messages === '' ? {} : { messages: messagesOf(messages, stepper) }),
    }));
    return [{ memory, threads }];
  });
  return { elements: [...elements, ...neverStored(system, stepper)] };
}

/** With each mark at the letter that it belongs to. */
function messagesOf(word: string, { messages }: Stepper): CertifiedMessage[] {
  const found: (CertifiedMessage & { readonly without: number[] })[] = [];
  for (const letter of word) {
    const message = messages.of(letter);
    if (message.kind === 'none') found.at(-1)?.without.push(message.cell);
    else if (message.kind === 'seen') found.push({ kind: 'seen', held: message.held, without: [] });
    else found.push({ kind: 'own', held: [{ cell: message.cell, value: message.value }], without: [] });
  }
  return found;
}

/** No thread has an entry for a cell to which it never stores, and no own message of what it never stores. */
function neverStored({ automata, domains }: ConcurrentSystem, { steps }: Stepper): CertifiedElement[] {
  const memory = domains.map(() => null);
  return automata.flatMap((_, automaton) =>
    domains.flatMap((values, cell) => {
      const { stored, isBehind } = steps[automaton] as ThreadSteps;
      const entries = stored.includes(cell) ? [] : values;
      const own = isBehind ? values.filter((value) => steps[automaton]?.canStore({ cell, value }) === false) : [];
      return [
        ...entries.map((value) => [{ automaton, state: null, queues: [{ cell, word: [value], open: true }] }]),
        ...own.map((value): CertifiedThread[] => {
          const messages = [{ kind: 'own', held: [{ cell, value }], without: [] } as const];
          return [{ automaton, state: null, queues: [], messages }];
        }),
      ].map((threads) => ({ memory, threads }));
    }),
  );
}
