/**
 * The rules against the machine: from every configuration with short queues that steps into an element, a predecessor or the
 * element itself holds it; and from every such configuration in a predecessor, the element is reached.
 */
import { describe, expect, it } from 'vitest';
import { UNKNOWN } from '../../../src/engines/automata/configuration.js';
import type { Automaton, ConcurrentSystem } from '../../../src/engines/automata/system.js';
import { ANYWHERE, type Element } from '../../../src/engines/pso-queues/element.js';
import { Stepper } from '../../../src/engines/pso-queues/predecessors.js';
import { ANYTHING, EMPTY, openQueue, type Queue } from '../../../src/engines/pso-queues/queues.js';
import { Random } from '../../random/random.js';
import { cases } from '../../support/size.js';
import { make, transition } from '../dual-tso/systems.js';
import { type Configuration, isIn, successors } from './queue-machine.js';
import { randomOperation } from './random-operations.js';

const CELLS = [0, 1];
const STATES = 2;

function randomSystem(random: Random): ConcurrentSystem {
  const automata = [0, 1].map((): Automaton => {
    const transitions = Array.from({ length: random.between(2, 4) }, () =>
      transition(random.between(0, STATES - 1), randomOperation(random), random.between(0, STATES - 1)),
    );
    return { states: STATES, initial: [{ state: 0, statements: [] }], transitions };
  });
  return make(automata, CELLS.length);
}

function randomElement(random: Random, stepper: Stepper): Element {
  const letter = (cell: number) => stepper.letters.letter({ cell, value: random.between(0, 1) });
  const queue = (cell: number): Queue =>
    random.pick([
      ANYTHING,
      ANYTHING,
      EMPTY,
      letter(cell),
      openQueue(letter(cell)),
      letter(cell) + letter(cell),
      openQueue(letter(cell) + letter(cell)),
    ]);
  const parts = stepper.steps.flatMap(({ stored }, automaton) => {
    if (random.chance(0.3)) return [];
    const state = random.chance(0.2) ? ANYWHERE : random.between(0, STATES - 1);
    const open = (cell: number) => (random.chance(0.5) ? ANYTHING : openQueue(letter(cell)));
    return [stepper.parts.part(automaton, state, stored.map(state === ANYWHERE ? open : queue))];
  });
  const memory = CELLS.map((cell) => (random.chance(0.5) ? UNKNOWN : letter(cell))).join('');
  return { memory, parts };
}

const WORDS = [[], [0], [1], [0, 0], [0, 1], [1, 0], [1, 1]];

/** A thread has only entries that it stores. */
function* configurations({ system }: Stepper): Generator<Configuration> {
  const threads = system.automata.map(({ transitions }) => {
    const stores = transitions.flatMap(({ operation }) => {
      if (operation.kind === 'write') return [operation];
      return operation.kind === 'several' ? operation.writes : [];
    });
    const words = (cell: number) =>
      WORDS.filter((word) => word.every((entry) => stores.some((one) => one.cell === cell && one.value === entry)));
    return words(0).flatMap((first) =>
      words(1).flatMap((second) => Array.from({ length: STATES }, (_, state) => ({ state, queues: [first, second] }))),
    );
  });
  for (const one of threads[0] ?? []) {
    for (const other of threads[1] ?? []) {
      for (const memory of WORDS.slice(3)) yield { memory, threads: [one, other] };
    }
  }
}

/** By flushes first, and then perhaps one step of any kind: as the rules take several steps back at once. */
function leadsInto(stepper: Stepper, from: Configuration, element: Element): boolean {
  const { system } = stepper;
  const seen = new Set<string>();
  const todo = [from];
  const total = ({ threads }: Configuration) =>
    threads.reduce((sum, { queues }) => sum + queues.reduce((all, { length }) => all + length, 0), 0);
  for (let here = todo.pop(); here !== undefined; here = todo.pop()) {
    if (isIn(stepper, here, element)) return true;
    for (const next of successors(system, here)) {
      if (isIn(stepper, next, element)) return true;
      const flushed =
        total(next) < total(here) && next.threads.every(({ state }, k) => state === here.threads[k]?.state);
      const key = JSON.stringify(next);
      if (!flushed || seen.has(key)) continue;
      seen.add(key);
      todo.push(next);
    }
  }
  return false;
}

describe('predecessors', () => {
  it('lose nothing and invent nothing', () => {
    let stepped = 0;
    let held = 0;
    for (let seed = 0; seed < cases(120); seed++) {
      const random = new Random(seed);
      const stepper = new Stepper(randomSystem(random));
      const element = randomElement(random, stepper);
      const before = [...stepper.predecessors(element)].map(({ parts, memory }) => ({
        memory,
        parts: parts.map((part) => {
          const settled = stepper.steps[part.automaton]?.settled(part.queues, memory) ?? [];
          return stepper.parts.part(part.automaton, part.state, settled);
        }),
      }));
      const settled = {
        memory: element.memory,
        parts: element.parts.map(({ automaton, state, queues }) =>
          stepper.parts.part(automaton, state, stepper.steps[automaton]?.settled(queues, element.memory) ?? []),
        ),
      };
      for (const configuration of configurations(stepper)) {
        const known =
          isIn(stepper, configuration, settled) || before.some((each) => isIn(stepper, configuration, each));
        const steps = successors(stepper.system, configuration).some((next) => isIn(stepper, next, element));
        if (steps) {
          stepped++;
          if (!known) expect.fail(`seed ${seed}: ${JSON.stringify(configuration)} is lost`);
        }
        if (!known) continue;
        held++;
        if (!leadsInto(stepper, configuration, element)) {
          expect.fail(`seed ${seed}: ${JSON.stringify(configuration)} is invented`);
        }
      }
    }
    expect(stepped).toBeGreaterThan(1000);
    expect(held).toBeGreaterThan(1000);
  });
});
