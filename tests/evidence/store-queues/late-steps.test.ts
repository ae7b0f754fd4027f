/** What the judge takes for what is before a step of a thread with a load buffer, against the machine: nothing is lost. */
import { describe, expect, it } from 'vitest';
import type { Automaton, CellValue, ConcurrentSystem, Operation } from '../../../src/engines/automata/system.js';
import { type BufferSet, isBufferWithin, type Letter } from '../../../src/evidence/store-queues/messages.js';
import { ANY_QUEUE, EMPTY_QUEUE, type QueueSet } from '../../../src/evidence/store-queues/sets.js';
import { stepsInto } from '../../../src/evidence/store-queues/steps.js';
import { make, transition } from '../../engines/dual-tso/systems.js';
import { randomOperation } from '../../engines/pso-queues/random-operations.js';
import { Random } from '../../random/random.js';
import { cases } from '../../support/size.js';

interface Message {
  readonly kind: 'own' | 'seen';
  readonly held: readonly CellValue[];
}

/** One thread, and memory. The newest message first. */
interface Late {
  readonly state: number;
  readonly queues: readonly (readonly number[])[];
  readonly messages: readonly Message[];
  readonly memory: readonly number[];
}

const CELLS = [0, 1];
const WORDS = [[], [0], [1], [0, 0], [0, 1], [1, 0], [1, 1]];
const WHAT: readonly Message[] = CELLS.flatMap((cell) =>
  [0, 1].flatMap((value): Message[] => [
    { kind: 'own', held: [{ cell, value }] },
    { kind: 'seen', held: [{ cell, value }] },
    {
      kind: 'seen',
      held: [
        { cell: 0, value },
        { cell: 1, value: cell === 0 ? value : 1 - value },
      ],
    },
  ]),
);

/** By definition: letters are put on messages in every way. */
function isInBuffer(messages: readonly Message[], set: BufferSet): boolean {
  const [first, ...rest] = set;
  if (first === undefined) return true;
  const put = (letters: BufferSet, from: number): boolean => {
    const [letter, ...others] = letters;
    if (letter === undefined) return true;
    return messages.some((message, place) => {
      if (place < from || message.kind !== letter.kind) return false;
      if (JSON.stringify(message.held) !== JSON.stringify(letter.held)) return false;
      const hasOwn = (cell: number, until: number) =>
        messages.slice(0, until).some(({ kind, held }) => kind === 'own' && held[0]?.cell === cell);
      if (letter.held.some(({ cell }) => hasOwn(cell, place))) return false;
      if (letter.without.some((cell) => hasOwn(cell, place + 1))) return false;
      return put(others, place + 1);
    });
  };
  return put([first, ...rest], 0);
}

function successors(system: ConcurrentSystem, late: Late, isAlone: (cell: number) => boolean): Late[] {
  const { state, queues, messages, memory } = late;
  const found: Late[] = [];
  if (messages.length > 0) found.push({ ...late, messages: messages.slice(0, -1) });
  for (const { kind, held } of WHAT) {
    if (kind === 'own' || held.some(({ cell, value }) => memory[cell] !== value)) continue;
    found.push({ ...late, messages: [{ kind, held }, ...messages] });
  }
  for (const [cell, [oldest, ...rest]] of queues.entries()) {
    if (oldest === undefined) continue;
    const own: Message = { kind: 'own', held: [{ cell, value: oldest }] };
    found.push({
      state,
      queues: queues.with(cell, rest),
      messages: [own, ...messages],
      memory: memory.with(cell, oldest),
    });
  }
  for (const { from, operation, to } of system.automata[0]?.transitions ?? []) {
    if (from !== state) continue;
    const after = perform(operation, late, isAlone);
    if (after !== null) found.push({ ...after, state: to });
  }
  return found;
}

function perform(operation: Operation, late: Late, isAlone: (cell: number) => boolean): Late | null {
  const { queues, messages, memory } = late;
  const hasEmptyQueues = queues.every(({ length }) => length === 0);
  const isFence =
    operation.kind === 'fence' || operation.kind === 'atomic' || (operation.kind === 'several' && operation.fence);
  if (isFence && !(hasEmptyQueues && messages.length === 0)) return null;
  if (operation.kind === 'several' && operation.barrier === true && !hasEmptyQueues) return null;
  const sees = (reads: readonly CellValue[]): boolean => {
    const told: CellValue[] = [];
    const isSeen = reads.every((read) => {
      const { cell, value } = read;
      const newest = queues[cell]?.at(-1);
      if (newest !== undefined) return newest === value;
      const own = messages.find(({ kind, held }) => kind === 'own' && held[0]?.cell === cell);
      if (own !== undefined) return own.held[0]?.value === value;
      if (isFence || isAlone(cell)) return memory[cell] === value;
      return told.push(read) > 0;
    });
    if (!isSeen || told.length === 0) return isSeen;
    // The message is for these loads and no others.
    const { kind, held } = messages.at(-1) ?? { kind: 'own', held: [] };
    const asked = told.map(({ cell, value }) => ({ cell, value })).sort((one, other) => one.cell - other.cell);
    return kind === 'seen' && JSON.stringify(held) === JSON.stringify(asked);
  };
  const stored = (writes: readonly CellValue[]): Late => {
    let after = queues;
    for (const { cell, value } of writes) after = after.with(cell, [...(after[cell] ?? []), value]);
    return { ...late, queues: after };
  };
  switch (operation.kind) {
    case 'nop':
    case 'fence':
      return late;
    case 'read':
      return sees([operation]) ? late : null;
    case 'write':
      return stored([operation]);
    case 'several':
      return sees(operation.reads) ? stored(operation.writes) : null;
    case 'atomic': {
      if (!sees(operation.reads)) return null;
      let after = memory;
      for (const { cell, value } of operation.writes) after = after.with(cell, value);
      return { ...late, memory: after };
    }
  }
}

function randomLetters(random: Random): BufferSet {
  const letters: Letter[] = [];
  for (let k = random.pick([0, 0, 1, 1, 2, 3]); k > 0; k--) {
    const { kind, held } = random.pick(WHAT);
    const without = CELLS.filter((cell) => random.chance(0.15) && !(kind === 'own' && held[0]?.cell === cell));
    letters.push({ kind, held, without });
  }
  // As words are: an own message is the oldest letter on its cell.
  const isTidy = letters.every(
    ({ kind, held }, k) =>
      kind === 'seen' ||
      letters.slice(k).every((other, j) => {
        const cell = held[0]?.cell as number;
        return (j === 0 || !other.held.some((each) => each.cell === cell)) && !other.without.includes(cell);
      }),
  );
  return isTidy ? letters : randomLetters(random);
}

describe('sets of load buffers', () => {
  it('are within one another only when all their buffers are', () => {
    let held = 0;
    for (let seed = 0; seed < cases(1500); seed++) {
      const random = new Random(seed);
      const [inner, outer] = [randomLetters(random), randomLetters(random)];
      if (!isBufferWithin(inner, outer)) continue;
      held++;
      for (let k = 0; k < 30; k++) {
        const messages = Array.from({ length: random.between(0, 5) }, () =>
          inner.length > 0 && random.chance(0.6) ? (random.pick(inner) as Message) : random.pick(WHAT),
        ).map(({ kind, held }) => ({ kind, held }));
        if (isInBuffer(messages, inner) && !isInBuffer(messages, outer)) expect.fail(`seed ${seed}`);
      }
    }
    expect(held).toBeGreaterThan(20);
  });
});

describe('steps undone by the judge, with a load buffer', () => {
  it('lose nothing', () => {
    let stepped = 0;
    for (let seed = 0; seed < cases(100); seed++) {
      const random = new Random(seed);
      const barrier = transition(
        0,
        { kind: 'several', fence: false, barrier: true, reads: [], writes: [], direct: [] },
        1,
      );
      const others = Array.from({ length: 3 }, () => {
        const operation = randomOperation(random);
        const barred =
          operation.kind === 'several' && random.chance(0.5) ? { ...operation, barrier: true as const } : operation;
        return transition(random.between(0, 1), barred, random.between(0, 1));
      });
      const automaton = (transitions: Automaton['transitions']): Automaton => {
        return { states: 2, initial: [{ state: 0, statements: [] }], transitions };
      };
      // The other thread writes both cells, or one, or none.
      const written = random.pick([[], [0], [0, 1], [0, 1]]);
      const writes = written.map((cell) => transition(0, { kind: 'write', cell, value: 1 }, 1));
      const system = make([automaton([barrier, ...others]), automaton(writes)], 2);
      const stores = (cell: number) =>
        others.some(({ operation }) => 'writes' in operation && operation.writes.some((each) => each.cell === cell)) ||
        others.some(({ operation }) => operation.kind === 'write' && operation.cell === cell);
      const isAlone = (cell: number) => stores(cell) && !written.includes(cell);

      const queue = (): QueueSet =>
        random.pick([ANY_QUEUE, ANY_QUEUE, EMPTY_QUEUE, { word: random.pick(WORDS), open: random.chance(0.5) }]);
      const thread = {
        automaton: 0,
        state: random.pick([0, 1, null]),
        queues: [queue(), queue()],
        messages: randomLetters(random),
      };
      const memory = CELLS.map(() => random.pick([0, 1, null, null]));
      const set = { thread, memory };
      const isIn = (late: Late, { thread, memory }: typeof set): boolean =>
        memory.every((value, cell) => value === null || value === late.memory[cell]) &&
        (thread.state === null || thread.state === late.state) &&
        isInBuffer(late.messages, thread.messages) &&
        thread.queues.every(({ word, open }, cell) => {
          const entries = late.queues[cell] as readonly number[];
          let place = 0;
          for (const entry of entries) if (entry === word[place]) place++;
          return place === word.length && (open || entries.at(-1) === word.at(-1));
        });
      const known = [set, ...stepsInto(system, thread, memory)] as (typeof set)[];
      for (let k = 0; k < 600; k++) {
        const likely = thread.messages.map(({ kind, held }) => ({ kind, held }));
        const extra = Array.from({ length: random.between(0, 2) }, () => random.pick(WHAT));
        const messages = extra.reduce((all, one) => all.toSpliced(random.between(0, all.length), 0, one), likely);
        const late: Late = {
          state: random.between(0, 1),
          queues: [random.pick(WORDS), random.pick(WORDS)],
          messages: random.chance(0.3) ? messages.slice(1) : messages,
          memory: [random.between(0, 1), random.between(0, 1)],
        };
        if (!successors(system, late, isAlone).some((next) => isIn(next, set))) continue;
        stepped++;
        if (!known.some((each) => isIn(late, each)))
          expect.fail(`seed ${seed}: ${JSON.stringify({ late, set })} is lost`);
      }
    }
    expect(stepped).toBeGreaterThan(500);
  });
});
