import { describe, expect, it } from 'vitest';
import type { Automaton, ConcurrentSystem, Operation } from '../../../src/engines/automata/system.js';
import { Forward } from '../../../src/engines/dual-tso/forward.js';
import { Alphabet } from '../../../src/engines/dual-tso/order.js';
import { type Pending, PendingSteps } from '../../../src/engines/dual-tso/pending.js';
import { Stepper } from '../../../src/engines/dual-tso/predecessors.js';
import { Random } from '../../random/random.js';
import { type DualMessage, isBufferBelow, successors } from './dual-machine.js';
import { make, system, transition } from './systems.js';

/** Writes every cell, so that nobody is alone with one. */
const OTHER = 'w x 0; w x 1; w y 0; w y 1';

interface ThreadState {
  readonly state: number;
  readonly buffer: readonly DualMessage[];
}

function pendingOf(of: ConcurrentSystem, states: readonly number[]): readonly Pending[] {
  const alphabet = new Alphabet(of.domains);
  const alone = of.automata.map((_, automaton) => Forward.of(of, automaton, alphabet) as Forward);
  const work = new PendingSteps(new Stepper(of, alone), of.domains.length).leadingTo(0, states);
  let step = work.next();
  while (step.done !== true) step = work.next();
  if (step.value === null) throw new Error('there are few');
  return step.value;
}

function partOf(of: ConcurrentSystem, { parts: [part] }: Pending): ThreadState {
  const alphabet = new Alphabet(of.domains);
  const buffer = [...(part?.word ?? '')].map((letter) => ({
    cell: alphabet.cellOf(letter),
    value: alphabet.valueOf(letter),
    own: letter.charCodeAt(0) % 2 === 1,
  }));
  return { state: part?.state as number, buffer };
}

function show({ state, buffer }: ThreadState): string {
  const messages = buffer.map(({ cell, value, own }) => `${'xyz'[cell]}${value}${own ? '!' : ''}`);
  return `${state}[${messages.join(' ')}]`;
}

/** In the last state of the first thread. */
function pending(text: string, other = OTHER): string[] {
  const of = system([text, other]);
  const last = (of.automata[0] as Automaton).states - 1;
  return pendingOf(of, [last])
    .map((each) => show(partOf(of, each)))
    .sort();
}

describe('pending steps', () => {
  it('begin with a write, or there are none', () => {
    expect(pending('w x 1')).toEqual(['0[]', '1[]']);
    expect(pending('nop; r y 0; w x 1; nop')).toEqual(['2[]', '4[]']);
    expect(pending('w x 1; w y 1')).toEqual(['0[]', '1[]', '1[x1!]', '2[]']);
    expect(pending('nop; r y 0')).toEqual(['2[]']);
  });

  it('load what the thread has', () => {
    expect(pending('w x 1; r y 0')).toEqual(['0[y0]', '2[]']);
    expect(pending('w x 1; r y 0; r x 1; r y 1')).toEqual(['0[y1 y0]', '4[]']);
    expect(pending('w x 1; r x 0')).toEqual(['2[]']);
  });

  it('pass no fence and no atomic operation', () => {
    expect(pending('w x 1; fence; w y 1')).toEqual(['2[]', '3[]']);
    expect(pending('w x 1; arw y 0 1; nop')).toEqual(['3[]']);
  });

  it('say what memory holds where nobody else writes', () => {
    const of = system(['w y 1; w x 1; r y 1', 'nop']);
    const alphabet = new Alphabet(of.domains);
    const held = pendingOf(of, [3]).map(({ memory }) => [...memory].map((letter) => alphabet.valueOf(letter)).join(''));
    expect(held.sort()).toEqual(['00', '01', '01', '11']);
  });
});

/** All steps of the first thread that are pending ones, straight from the semantics. */
function after(of: ConcurrentSystem, { state, buffer }: ThreadState, withWrites: boolean): ThreadState[] {
  const automata = of.automata.map((each, number) => ({
    ...each,
    transitions: each.transitions.filter(
      ({ operation: { kind } }) =>
        number === 0 && (kind === 'nop' || kind === 'read' || (withWrites && kind === 'write')),
    ),
  }));
  const memory = of.domains.map(() => 0);
  const whole = { states: [state, 0], buffers: [buffer, []], memory };
  return successors({ ...of, automata }, whole).flatMap(({ states: [next], buffers: [then, idle] }) => {
    const isPropagation = idle?.length !== 0 || ((then?.length ?? 0) > buffer.length && then?.[0]?.own === false);
    return isPropagation ? [] : [{ state: next as number, buffer: then as readonly DualMessage[] }];
  });
}

/** Whether such steps lead to something that is asked for. */
function leads(
  of: ConcurrentSystem,
  from: ThreadState,
  withWrites: boolean,
  isAsked: (each: ThreadState) => boolean,
): boolean {
  const seen = new Set([show(from)]);
  const queue = [from];
  for (const each of queue) {
    if (isAsked(each)) return true;
    for (const next of after(of, each, withWrites)) {
      // Loops of writes fill the buffer and change nothing.
      if (next.buffer.length > from.buffer.length + 4 || seen.has(show(next))) continue;
      seen.add(show(next));
      queue.push(next);
    }
  }
  return false;
}

function randomAutomaton(random: Random): Automaton {
  const states = random.between(3, 5);
  const value = () => ({ cell: random.between(0, 1), value: random.between(0, 1) });
  const operation = (): Operation => {
    const kind = random.weighted({ write: 4, read: 5, nop: 1, fence: 0.5 });
    return kind === 'write' || kind === 'read' ? { kind, ...value() } : { kind };
  };
  const edges = states - 1 + random.between(0, 2);
  const transitions = Array.from({ length: edges }, (_, k) =>
    k < states - 1
      ? transition(k, operation(), k + 1)
      : transition(random.between(0, states - 1), operation(), random.between(0, states - 1)),
  );
  return { states, initial: [{ state: 0, statements: [] }], transitions };
}

describe('pending steps of random threads', () => {
  it('are those of the semantics', () => {
    const other = system([OTHER]).automata[0] as Automaton;
    const counts = { yes: 0, no: 0 };
    for (let seed = 0; seed < 60; seed++) {
      const random = new Random(seed);
      const of = make([randomAutomaton(random), other], 2);
      const automaton = of.automata[0] as Automaton;
      const last = automaton.states - 1;
      const found = pendingOf(of, [last]).map((each) => partOf(of, each));
      const alphabet = new Alphabet(of.domains);
      const alone = Forward.of(of, 0, alphabet) as Forward;
      for (let sample = 0; sample < 40; sample++) {
        const state = random.between(0, last);
        const [own] = random.shuffle([...alone.in(state).keys()]);
        if (own === undefined) continue;
        // The own-messages that it can have, and plain ones between them.
        const buffer: DualMessage[] = [...own].map((letter) => ({
          cell: alphabet.cellOf(letter),
          value: alphabet.valueOf(letter),
          own: true,
        }));
        for (let more = random.between(0, 3); more > 0; more--) {
          const message = { cell: random.between(0, 1), value: random.between(0, 1), own: false };
          buffer.splice(random.between(0, buffer.length), 0, message);
        }
        const from = { state, buffer };
        const truth = leads(of, from, true, (each) => each.state === last);
        const covered = leads(of, from, false, (each) =>
          found.some((lower) => lower.state === each.state && isBufferBelow(lower.buffer, each.buffer)),
        );
        expect(covered, `seed ${seed}: ${show(from)}`).toBe(truth);
        counts[truth ? 'yes' : 'no']++;
      }
    }
    expect(counts.yes).toBeGreaterThan(500);
    expect(counts.no).toBeGreaterThan(500);
  });
});
