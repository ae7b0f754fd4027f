import { describe, expect, it } from 'vitest';
import { compareParts, isBelow, isSubword, UNKNOWN } from '../../../src/engines/automata/configuration.js';
import { MinorSet } from '../../../src/engines/automata/minor-set.js';
import { Alphabet, type Configuration, isPartBelow, type Part, Parts } from '../../../src/engines/dual-tso/order.js';
import { Random } from '../../random/random.js';
import { type DualMessage, isBufferBelow } from './dual-machine.js';

const DOMAINS = [
  [0, 1],
  [-1, 5],
];
const alphabet = new Alphabet(DOMAINS);
const parts = new Parts(alphabet);

/** `[automaton, state, buffer]`, buffers like `x1 y5!`; memory like `1?`. */
function configuration(
  memory: readonly (number | null)[],
  ...threads: readonly [number, number, string][]
): Configuration {
  const chosen = threads.map(([automaton, state, text]) =>
    parts.part(automaton, state, text.split(' ').filter(Boolean).map(letter).join('')),
  );
  const held = memory.map((value, cell) => (value === null ? UNKNOWN : alphabet.plain({ cell, value })));
  return { memory: held.join(''), parts: chosen.sort(compareParts) };
}

function letter(text: string): string {
  const own = text.endsWith('!');
  const message = { cell: text.startsWith('x') ? 0 : 1, value: Number(text.slice(1, own ? -1 : undefined)) };
  return own ? alphabet.own(message) : alphabet.plain(message);
}

describe('messages', () => {
  it('are characters that say what they are', () => {
    const message = alphabet.own({ cell: 1, value: -1 });
    expect(alphabet.cellOf(message)).toBe(1);
    expect(alphabet.valueOf(message)).toBe(-1);
    const [x0, y5] = [alphabet.plain({ cell: 0, value: 0 }), alphabet.plain({ cell: 1, value: 5 })];
    expect(alphabet.ownOf(x0 + message + y5)).toBe(message);
    expect(alphabet.ownOn(x0 + message, 1)).toBe(message);
    expect(alphabet.ownOn(x0 + message, 0)).toBeNull();
    expect(() => alphabet.plain({ cell: 0, value: 5 })).toThrow('never holds');
  });
});

describe('the ordering', () => {
  /** Memory and threads as `0 ? / 0:2 x1 y5!`: automaton, state and buffer; `?` is a cell that nothing is said of. */
  const read = (text: string): Configuration => {
    const [memory = '', ...threads] = text.split(' / ');
    return configuration(
      memory.split(' ').map((value) => (value === '?' ? null : Number(value))),
      ...threads.map((thread): [number, number, string] => {
        const [, automaton, state, buffer] = /^(\d+):(\d+)(.*)$/.exec(thread) ?? [];
        return [Number(automaton), Number(state), buffer ?? ''];
      }),
    );
  };
  const below = (one: string, other: string): boolean => isBelow(read(one), read(other), isPartBelow);

  it('leaves out plain messages, never own ones', () => {
    expect(below('0 5 / 0:0 x1', '0 5 / 0:0 x0 x1 y5')).toBe(true);
    expect(below('0 5 / 0:0 x1 x0', '0 5 / 0:0 x0 x1')).toBe(false);
    expect(below('0 5 / 0:0', '0 5 / 0:0 x1!')).toBe(false);
    expect(below('0 5 / 0:0 x1!', '0 5 / 0:0 y5 x1! x0')).toBe(true);
    expect(below('0 5 / 0:0 x1! y5!', '0 5 / 0:0 y5! x1!')).toBe(false);
  });

  it('wants the same local states and memory, where something is said', () => {
    expect(below('0 5 / 0:0', '0 5 / 0:1')).toBe(false);
    expect(below('0 5 / 0:0', '1 5 / 0:0')).toBe(false);
    expect(below('? 5 / 0:0', '1 5 / 0:0')).toBe(true);
    expect(below('1 5 / 0:0', '? 5 / 0:0')).toBe(false);
    expect(below('? 5 / 0:0', '1 5 / 1:3 x0! / 0:0')).toBe(true);
    expect(below('1 5 / 1:3 / 0:0', '1 5 / 0:0')).toBe(false);
  });

  it('exchanges threads with one automaton', () => {
    expect(below('0 5 / 0:0 x0 / 0:0 x1', '0 5 / 0:0 x1 / 0:0 x0')).toBe(true);
    expect(below('0 5 / 0:0 / 0:0 x1', '0 5 / 0:0 x1 / 0:0 x0')).toBe(true);
    // Both could be put on the same one, and on no others.
    expect(below('0 5 / 0:0 x1 / 0:0 x1', '0 5 / 0:0 x1 x1 / 0:0 x0')).toBe(false);
    // The first fits on both, the second on the first only: greedily it would fail.
    expect(below('0 5 / 0:0 / 0:0 x1 y5', '0 5 / 0:0 x1 y5 / 0:0 x0')).toBe(true);
  });

  it('is the one of the paper on buffers with one own-message for each cell', () => {
    const random = new Random(3);
    const messages: DualMessage[] = [0, 1].flatMap((cell) =>
      (DOMAINS[cell] as number[]).flatMap((value) => [false, true].map((own) => ({ cell, value, own }))),
    );
    const word = (buffer: readonly DualMessage[]) =>
      buffer.map((each) => (each.own ? alphabet.own(each) : alphabet.plain(each))).join('');
    const buffer = () => {
      const chosen = Array.from({ length: random.between(0, 4) }, () => random.pick(messages));
      return chosen.filter(({ own, cell }, k) => !own || chosen.findIndex((m) => m.own && m.cell === cell) === k);
    };
    let related = 0;
    for (let round = 0; round < 20_000; round++) {
      const [one, other] = [buffer(), buffer()];
      const expected = isBufferBelow(one, other);
      const [left, right] = [parts.part(0, 0, word(one)), parts.part(0, 0, word(other))];
      expect(left.kind === right.kind && isSubword(left.word, right.word)).toBe(expected);
      if (expected && one.length > 0) related++;
    }
    expect(related).toBeGreaterThan(100);
  });
});

describe('minor sets', () => {
  it('find what is below, whatever it says nothing of', () => {
    const set = new MinorSet<Part>(isPartBelow);
    set.add(configuration([null, 5], [0, 0, 'x1']));
    expect(set.covers(configuration([0, 5], [1, 2, 'y5!'], [0, 0, 'x0 x1']))).toBe(true);
    expect(set.covers(configuration([0, -1], [1, 2, ''], [0, 0, 'x0 x1']))).toBe(false);
    expect(set.covers(configuration([0, 5], [1, 2, ''], [0, 0, 'x0']))).toBe(false);
    set.add(configuration([0, null]));
    expect(set.covers(configuration([0, -1], [1, 7, '']))).toBe(true);
  });

  it('drop what a new one is below of', () => {
    const set = new MinorSet<Part>(isPartBelow);
    const large = configuration([0, 5], [0, 0, 'x0 x1']);
    const wider = configuration([0, 5], [0, 0, 'x0 x1'], [1, 0, '']);
    const small = configuration([null, 5], [0, 0, 'x1']);
    set.add(large);
    set.add(wider);
    expect(set.isMinimal(large)).toBe(true);
    expect(set.isMinimal(wider)).toBe(false);
    set.add(small);
    expect(set.isMinimal(large)).toBe(false);
    expect(set.isMinimal(small)).toBe(true);
    set.remove(wider);
    expect([...set]).toEqual([small]);
    expect(set.covers(wider)).toBe(true);
  });

  it('agree with a list', () => {
    const random = new Random(11);
    const set = new MinorSet<Part>(isPartBelow);
    const list: Configuration[] = [];
    const buffer = () => Array.from({ length: random.between(0, 3) }, () => random.pick(['x0', 'x1', 'y5'])).join(' ');
    const own = () => random.pick(['', '', 'x1!', 'y5! x0!']);
    let covered = 0;
    for (let round = 0; round < 1500; round++) {
      const threads = Array.from({ length: random.between(1, 3) }, (): [number, number, string] => [
        random.between(0, 1),
        random.between(0, 1),
        `${own()} ${buffer()}`.trim(),
      ]);
      const held = [random.pick([null, 0, 1]), random.pick([null, 5])];
      const next = configuration(held, ...threads);
      const expected = list.some((member) => isBelow(member, next, isPartBelow));
      expect(set.covers(next)).toBe(expected);
      if (expected) covered++;
      else {
        set.add(next);
        list.push(next);
      }
    }
    expect(covered).toBeGreaterThan(100);
    expect(set.size).toBeLessThanOrEqual(list.length);
  });
});
