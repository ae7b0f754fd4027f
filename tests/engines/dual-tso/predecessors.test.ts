import { describe, expect, it } from 'vitest';
import { UNKNOWN } from '../../../src/engines/automata/configuration.js';
import type { Automaton, ConcurrentSystem, Operation } from '../../../src/engines/automata/system.js';
import { Forward } from '../../../src/engines/dual-tso/forward.js';
import { Alphabet, type Configuration } from '../../../src/engines/dual-tso/order.js';
import { Stepper } from '../../../src/engines/dual-tso/predecessors.js';
import { Random } from '../../random/random.js';
import { cases, sized } from '../../support/size.js';
import { type DualConfiguration, type DualMessage, isBufferBelow, keyOf, successors } from './dual-machine.js';
import { make, system, transition } from './systems.js';

function forward(of: ConcurrentSystem): Forward[] {
  const alphabet = new Alphabet(of.domains);
  return of.automata.map((_, automaton) => Forward.of(of, automaton, alphabet) as Forward);
}

/** A buffer like `x1 y0! x0`, the newest first, `!` for own. */
function word(alphabet: Alphabet, text: string): string {
  const letters = text.split(' ').filter((part) => part !== '');
  return letters.map((part) => letter(alphabet, part)).join('');
}

function letter(alphabet: Alphabet, [cell = '', value = '', own]: string): string {
  const message = { cell: 'xyz'.indexOf(cell), value: Number(value) };
  return own === '!' ? alphabet.own(message) : alphabet.plain(message);
}

function show(alphabet: Alphabet, { parts, memory }: Configuration): string {
  const buffers = parts.map(({ automaton, state, word }) => {
    const messages = [...word].map((letter) => {
      const own = letter.charCodeAt(0) % 2 === 1 ? '!' : '';
      return `${'xyz'[alphabet.cellOf(letter)]}${alphabet.valueOf(letter)}${own}`;
    });
    return `${automaton}@${state}[${messages.join(' ')}]`;
  });
  const held = [...memory].map((letter) => (letter === UNKNOWN ? '?' : `${alphabet.valueOf(letter)}`));
  return `${buffers.sort().join(' ')} ${held.join('')}`;
}

/** The predecessors of one thread at a local state with this buffer, and memory like `1?`. */
function predecessorsOf(of: ConcurrentSystem, state: number, buffer: string, memory: string): string[] {
  const stepper = new Stepper(of, forward(of));
  const { alphabet } = stepper;
  const held = [...memory].map((value, cell) =>
    value === '?' ? UNKNOWN : alphabet.plain({ cell, value: Number(value) }),
  );
  const parts = [stepper.parts.part(0, state, word(alphabet, buffer))];
  const found = [...stepper.predecessors({ parts, memory: held.join('') })];
  const arranged = found.flatMap((each) => stepper.arrange(each)?.configuration ?? []);
  return [...new Set(arranged.map((each) => show(alphabet, each)))].sort();
}

describe('minimal predecessors', () => {
  it('reads the oldest message, or adds it', () => {
    expect(predecessorsOf(system(['r x 1']), 1, '', '??')).toEqual(['0@0[x1] ??']);
    expect(predecessorsOf(system(['r x 1']), 1, 'y0 x1', '??')).toContain('0@0[y0 x1] ??');
    expect(predecessorsOf(system(['r x 1']), 1, 'x1 y0', '??')).toContain('0@0[x1 y0 x1] ??');
  });

  it('reads an own-message where there is one', () => {
    const writer = system(['w x 1; r x 1']);
    expect(predecessorsOf(writer, 2, 'x1!', '??')).toEqual(['0@1[x1!] 1?']);
    expect(predecessorsOf(system(['w x 1; r x 0']), 2, 'x1!', '??')).toEqual([]);
  });

  it('forgets what memory held before a write, unless only this thread writes there', () => {
    expect(predecessorsOf(system(['w x 1', 'nop; w x 0']), 1, 'x1! y0', '1?')).toEqual(['0@0[y0] ??']);
    expect(predecessorsOf(system(['w x 1']), 1, 'x1! y0', '1?')).toEqual(['0@0[y0] 0?']);
    expect(predecessorsOf(system(['w x 1']), 1, 'x1! y0', '0?')).toEqual([]);
    // Nothing newer than the message of the write, and the message itself.
    expect(predecessorsOf(system(['w x 1']), 1, 'y0 x1!', '1?')).toEqual(['0@1[x1!] 10']);
    expect(predecessorsOf(system(['w x 1']), 1, '', '1?')).toEqual(['0@1[x1!] 1?']);
  });

  it('puts in an own-message that the write shadows, wherever it may have been', () => {
    const found = predecessorsOf(system(['w x 0; w x 1', 'nop; w x 0']), 2, 'x1! y0', '1?');
    expect(found).toEqual(['0@1[x0! y0] ??', '0@1[y0 x0!] ??', '0@1[y0] ??']);
  });

  it('looks at memory for a cell that only this thread writes', () => {
    expect(predecessorsOf(system(['w x 1; r x 1']), 2, 'y0', '??')).toContain('0@1[y0] 1?');
    expect(predecessorsOf(system(['w x 1; r x 1', 'w x 0']), 2, 'y0', '??')).toContain('0@1[y0 x1] ??');
  });

  it('strips what memory holds, and learns what it must hold', () => {
    expect(predecessorsOf(system(['nop']), 1, 'x1 y0', '??')).toContain('0@1[y0] 1?');
    expect(predecessorsOf(system(['nop']), 1, 'x1 y0', '1?')).toContain('0@0[y0] 1?');
    expect(predecessorsOf(system(['nop']), 1, 'x1 y0', '0?')).toEqual(['0@0[x1 y0] 0?']);
  });

  it('steps back over fences and atomic operations only with an empty buffer', () => {
    expect(predecessorsOf(system(['fence']), 1, '', '1?')).toEqual(['0@0[] 1?']);
    expect(predecessorsOf(system(['fence']), 1, 'x0', '1?')).toEqual([]);
    expect(predecessorsOf(system(['arw x 0 1']), 1, '', '1?')).toEqual(['0@0[] 0?']);
    expect(predecessorsOf(system(['arw x 0 1']), 1, '', '0?')).toEqual([]);
  });

  it('calls a thread that was not spoken of when it changes memory', () => {
    const two = system(['nop', 'w x 1; r y 0']);
    expect(predecessorsOf(two, 0, '', '1?')).toEqual(['0@0[] 1@0[] 0?']);
    expect(predecessorsOf(system(['nop; w x 0', 'w x 1']), 0, '', '1?')).toEqual(['0@0[] 1@0[] ??']);
    expect(predecessorsOf(two, 0, '', '?1')).toEqual([]);
    expect(predecessorsOf(two, 0, '', '0?')).toEqual([]);
  });
});

/** Random automata in which everything can happen. */
function randomSystem(random: Random): ConcurrentSystem {
  const value = () => random.between(0, 1);
  const access = () => ({ cell: random.between(0, 1), value: value() });
  const operation = (): Operation => {
    switch (random.weighted({ nop: 1, read: 3, write: 4, fence: 1, atomic: 2 })) {
      case 'nop':
        return { kind: 'nop' };
      case 'read':
        return { kind: 'read', ...access() };
      case 'write':
        return { kind: 'write', ...access() };
      case 'fence':
        return { kind: 'fence' };
      case 'atomic': {
        const cells = () => random.pick([[], [0], [1], [0, 1]]).map((cell) => ({ cell, value: value() }));
        return { kind: 'atomic', reads: cells(), writes: cells() };
      }
    }
  };
  const automata = Array.from({ length: 2 }, (): Automaton => {
    const transitions = Array.from({ length: random.between(2, 4) }, () =>
      transition(random.between(0, 1), operation(), random.between(0, 1)),
    );
    return { states: 2, initial: [{ state: 0, statements: [] }], transitions };
  });
  return make(automata, 2);
}

const LETTERS: readonly DualMessage[] = [0, 1].flatMap((cell) =>
  [0, 1].flatMap((value) => [false, true].map((own) => ({ cell, value, own }))),
);

function buffersUpTo(length: number): DualMessage[][] {
  if (length === 0) return [[]];
  const shorter = buffersUpTo(length - 1);
  const longest = shorter.filter((buffer) => buffer.length === length - 1);
  return [...shorter, ...longest.flatMap((buffer) => LETTERS.map((message) => [...buffer, message]))];
}

class World {
  readonly stepper: Stepper;
  private readonly alone: Forward[];

  constructor(readonly system: ConcurrentSystem) {
    this.alone = forward(system);
    this.stepper = new Stepper(system, this.alone);
  }

  /** The configuration's words for the engine's. */
  isAbove(concrete: DualConfiguration, { parts, memory }: Configuration): boolean {
    const { alphabet } = this.stepper;
    const agrees = [...memory].every(
      (held, cell) => held === UNKNOWN || alphabet.valueOf(held) === concrete.memory[cell],
    );
    return (
      agrees &&
      parts.every(({ automaton, state, word }) => {
        const buffer = concrete.buffers[automaton] as readonly DualMessage[];
        return concrete.states[automaton] === state && isBufferBelow(this.messages(word), buffer);
      })
    );
  }

  predecessors(c: Configuration, kind?: 'delete'): Configuration[] {
    const found = [...this.stepper.predecessors(c)].filter(({ action }) => kind === undefined || action.kind === kind);
    return found.flatMap((each) => this.stepper.arrange(each)?.configuration ?? []);
  }

  messages(word: string): DualMessage[] {
    const { alphabet } = this.stepper;
    return [...word].map((letter) => ({
      cell: alphabet.cellOf(letter),
      value: alphabet.valueOf(letter),
      own: letter.charCodeAt(0) % 2 === 1,
    }));
  }

  /** Whether each thread alone can have these own-messages, and memory hold that. */
  isPossible({ states, buffers, memory }: DualConfiguration): boolean {
    const { alphabet } = this.stepper;
    const held = memory.map((value, cell) => alphabet.plain({ cell, value })).join('');
    return buffers.every((buffer, thread) => {
      const own = buffer.filter((message) => message.own);
      const newest = own.filter(({ cell }, k) => own.findIndex((other) => other.cell === cell) === k);
      const words = newest.map((message) => alphabet.own(message)).join('');
      return (
        this.alone[thread]?.complete(states[thread] as number, words, held) === held &&
        this.agrees(buffer, thread, memory)
      );
    });
  }

  isAlone = (thread: number, cell: number): boolean => this.alone[thread]?.cells.includes(cell) === true;

  /** Whether messages on the thread's own cells, younger than its last write there, say what memory holds. */
  private agrees(buffer: readonly DualMessage[], thread: number, memory: readonly number[]): boolean {
    return buffer.every(({ cell, value, own }, k) => {
      const written = own || buffer.slice(0, k).some((newer) => newer.own && newer.cell === cell);
      return written || !this.isAlone(thread, cell) || value === memory[cell];
    });
  }

  successors(c: DualConfiguration): DualConfiguration[] {
    return successors(this.system, c, this.isAlone);
  }

  /** A random minimal configuration that the search may meet. */
  random(random: Random): Configuration | null {
    const { alphabet, parts } = this.stepper;
    const chosen = random.pick([[0], [0, 1], [0, 1]]).map((automaton) => {
      const buffer = Array.from({ length: random.pick([0, 1, 1, 2]) }, () => random.pick(LETTERS));
      const text = buffer.map((each) => (each.own ? alphabet.own(each) : alphabet.plain(each))).join('');
      return parts.part(automaton, random.between(0, 1), text);
    });
    if (chosen.some(({ own }) => own.length === 2 && alphabet.cellOf(own) === alphabet.cellOf(own.slice(1))))
      return null;
    const memory = [0, 1].map((cell) =>
      random.chance(0.4) ? UNKNOWN : alphabet.plain({ cell, value: random.between(0, 1) }),
    );
    return this.stepper.arrange({ parts: chosen, memory: memory.join('') })?.configuration ?? null;
  }
}

describe('predecessors against all configurations one step away', () => {
  const others = buffersUpTo(2);
  const actors = buffersUpTo(3);

  it('lose nothing and invent nothing', () => {
    const random = new Random(7);
    let stepping = 0;
    let checked = 0;
    for (let round = 0; round < cases(400, 100); round++) {
      const world = new World(randomSystem(random));
      const c = world.random(random);
      if (c === null) continue;
      const predecessors = world.predecessors(c);
      // The rule for threads that c says nothing of leaves their other buffers to deletions.
      const called = predecessors.filter(({ parts }) => parts.length > c.parts.length);
      const known = [c, ...predecessors, ...called.flatMap((each) => deletions(world, each))];
      // Nothing is lost: what steps into something above c is above c or above a predecessor. One thread has the longer
      // buffers, and the other those of c and some more.
      for (let sample = 0; sample < 1000; sample++) {
        const long = random.between(0, 1);
        const buffers = [0, 1].map((thread) => near(world, c, thread, random, thread === long ? actors : others));
        const concrete: DualConfiguration = {
          states: [random.between(0, 1), random.between(0, 1)],
          buffers,
          memory: [random.between(0, 1), random.between(0, 1)],
        };
        if (!world.isPossible(concrete)) continue;
        if (!world.successors(concrete).some((after) => world.isAbove(after, c))) continue;
        stepping++;
        expect(
          known.some((each) => world.isAbove(concrete, each)),
          `${keyOf(concrete)} is lost`,
        ).toBe(true);
      }
      // Nothing is invented: from the least configurations above a predecessor some steps lead above c. More than one,
      // since messages are stripped, and others must be deleted first.
      for (const predecessor of predecessors) {
        for (const concrete of completions(world, predecessor).filter((each) => world.isPossible(each))) {
          checked++;
          expect(reaches(world, concrete, c), `${keyOf(concrete)} is invented`).toBe(true);
        }
      }
    }
    expect(stepping).toBeGreaterThan(sized(125, 500));
    expect(checked).toBeGreaterThan(sized(75, 300));
  });
});

/** What deletions lead from to the configuration. */
function deletions(world: World, c: Configuration): Configuration[] {
  const once = world.predecessors(c, 'delete');
  return [...once, ...once.flatMap((each) => deletions(world, each))];
}

/** Often a buffer that is c's with letters put in or the newest or oldest taken out; sometimes any. */
function near(
  world: World,
  { parts }: Configuration,
  thread: number,
  random: Random,
  all: readonly (readonly DualMessage[])[],
): readonly DualMessage[] {
  const part = parts.find(({ automaton }) => automaton === thread);
  if (part === undefined || random.chance(0.2)) return random.pick(all);
  let buffer = world.messages(part.word);
  if (random.chance(0.3)) buffer = buffer.slice(1);
  if (random.chance(0.3)) buffer = buffer.slice(0, -1);
  for (let more = random.pick([0, 0, 1, 1, 2]); more > 0; more--) {
    buffer = buffer.toSpliced(random.between(0, buffer.length), 0, random.pick(LETTERS));
  }
  return buffer;
}

/** Whole configurations above it: threads it says nothing of in any state with empty buffers, cells with any value. */
function completions(world: World, { parts, memory }: Configuration): DualConfiguration[] {
  let found: DualConfiguration[] = [{ states: [], buffers: [], memory: [] }];
  for (const thread of [0, 1]) {
    const part = parts.find(({ automaton }) => automaton === thread);
    const states = part === undefined ? [0, 1] : [part.state];
    const buffer = part === undefined ? [] : world.messages(part.word);
    found = found.flatMap((c) =>
      states.map((state) => ({ ...c, states: [...c.states, state], buffers: [...c.buffers, buffer] })),
    );
  }
  for (const held of memory) {
    const values = held === UNKNOWN ? [0, 1] : [world.stepper.alphabet.valueOf(held)];
    found = found.flatMap((c) => values.map((value) => ({ ...c, memory: [...c.memory, value] })));
  }
  return found;
}

/** Within the steps that stripping allows for: two propagations for each buffer at most, and the step. */
function reaches(world: World, from: DualConfiguration, c: Configuration): boolean {
  let here = [from];
  for (let steps = 0; steps < 4; steps++) {
    const next = here.flatMap((each) => world.successors(each));
    if (next.some((each) => world.isAbove(each, c))) return true;
    here = [...new Map(next.map((each) => [keyOf(each), each])).values()];
  }
  return false;
}
