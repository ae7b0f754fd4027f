/** What the judge takes for what is before a step, against the machine: nothing is lost, on all short queues. */
import { describe, expect, it } from 'vitest';
import type { Automaton, ConcurrentSystem } from '../../../src/engines/automata/system.js';
import { checkCertificate } from '../../../src/evidence/store-queues/judge.js';
import {
  ANY_QUEUE,
  type ConfigurationSet,
  EMPTY_QUEUE,
  type QueueSet,
} from '../../../src/evidence/store-queues/sets.js';
import { stepsInto, stepsOfStranger } from '../../../src/evidence/store-queues/steps.js';
import { make, system, transition } from '../../engines/dual-tso/systems.js';
import { type Configuration, successors } from '../../engines/pso-queues/queue-machine.js';
import { randomOperation } from '../../engines/pso-queues/random-operations.js';
import { Random } from '../../random/random.js';
import { cases } from '../../support/size.js';

const WORDS = [[], [0], [1], [0, 0], [0, 1], [1, 0], [1, 1]];
const STATES = 2;

function randomSet(random: Random): ConfigurationSet {
  const queue = (): QueueSet =>
    random.pick([ANY_QUEUE, EMPTY_QUEUE, { word: random.pick(WORDS), open: random.chance(0.5) }]);
  const threads = [0, 1].flatMap((automaton) =>
    random.chance(0.3)
      ? []
      : [{ automaton, state: random.pick([0, 1, null]), queues: [queue(), queue()], messages: [] }],
  );
  return { memory: [0, 1].map(() => random.pick([0, 1, null])), threads };
}

/** Thread k has automaton k. */
function isIn({ memory, threads }: Configuration, set: ConfigurationSet): boolean {
  return (
    set.memory.every((value, cell) => value === null || value === memory[cell]) &&
    set.threads.every(({ automaton, state, queues }) => {
      const thread = threads[automaton] as Configuration['threads'][number];
      if (state !== null && state !== thread.state) return false;
      return queues.every(({ word, open }, cell) => {
        const entries = thread.queues[cell] as readonly number[];
        let place = 0;
        for (const entry of entries) if (entry === word[place]) place++;
        return place === word.length && (open || entries.at(-1) === word.at(-1));
      });
    })
  );
}

function before(system: ConcurrentSystem, { memory, threads }: ConfigurationSet): ConfigurationSet[] {
  const found: ConfigurationSet[] = [];
  for (const [actor, thread] of threads.entries()) {
    for (const step of stepsInto(system, thread, memory)) {
      found.push({ memory: step.memory, threads: threads.with(actor, step.thread) });
    }
  }
  for (const automaton of [0, 1]) {
    if (threads.some((thread) => thread.automaton === automaton)) continue;
    const stranger = { automaton, state: null, queues: [ANY_QUEUE, ANY_QUEUE], messages: [] };
    for (const step of stepsOfStranger(system, stranger, memory)) {
      found.push({ memory: step.memory, threads: [...threads, step.thread] });
    }
  }
  return found;
}

describe('steps undone by the judge', () => {
  it('lose nothing', () => {
    let stepped = 0;
    const threads = WORDS.flatMap((one) =>
      WORDS.flatMap((other) => [0, 1].map((state) => ({ state, queues: [one, other] }))),
    );
    for (let seed = 0; seed < cases(160); seed++) {
      const random = new Random(seed);
      const automata = [0, 1].map((): Automaton => {
        const transitions = Array.from({ length: 3 }, () =>
          transition(random.between(0, 1), randomOperation(random), random.between(0, 1)),
        );
        return { states: STATES, initial: [{ state: 0, statements: [] }], transitions };
      });
      const made = make(automata, 2);
      const set = randomSet(random);
      const known = [set, ...before(made, set)];
      // A share of them: the second thread is one of a few.
      const others = random.shuffle([...threads]).slice(0, 12);
      for (const one of threads) {
        for (const other of others) {
          const configuration = { memory: random.pick(WORDS.slice(3)), threads: [one, other] };
          if (!successors(made, configuration).some((next) => isIn(next, set))) continue;
          stepped++;
          if (!known.some((each) => isIn(configuration, each))) {
            expect.fail(`seed ${seed}: ${JSON.stringify(configuration)} is lost`);
          }
        }
      }
    }
    expect(stepped).toBeGreaterThan(500);
  });

  it('by threads of which nothing is said, too', () => {
    const made = system(['w x 1', 'r x 1'], 1);
    const asked = { ...made, targets: [{ threads: [{ thread: 1, states: [1] }], memory: [] }] };
    const reader = (state: number | null, word: readonly number[] = []) => {
      return { automaton: 1, state, queues: word.length === 0 ? [] : [{ cell: 0, word, open: true }] };
    };
    const elements = [
      { memory: [null], threads: [reader(1)] },
      { memory: [1], threads: [reader(0)] },
      ...[0, 1].map((value) => ({ memory: [null], threads: [reader(null, [value])] })),
    ];
    const judged = checkCertificate(asked, { elements });
    expect(judged).toMatchObject({ ok: false, reason: expect.stringContaining('leads to element 1') });
    const stored = {
      memory: [null],
      threads: [{ automaton: 0, state: null, queues: [{ cell: 0, word: [1], open: true }] }],
    };
    expect(checkCertificate(asked, { elements: [...elements, stored] }).ok).toBe(false);
    // For a thread that stores nothing but 0 it is a proof.
    const harmless = {
      ...asked,
      automata: [system(['w x 0'], 1).automata[0] as Automaton, asked.automata[1] as Automaton],
    };
    expect(checkCertificate(harmless, { elements: [...elements, stored] })).toEqual({ ok: true });
  });
});
