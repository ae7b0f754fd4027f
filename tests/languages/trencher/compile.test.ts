import { describe, expect, it } from 'vitest';
import { readTrencher } from '../../../src/languages/trencher/index.js';
import type { Program } from '../../../src/models/program/model.js';
import { explore } from '../memorax/explore.js';
import { edges, sound } from '../memorax/support.js';
import { generator } from '../program/support.js';
import { SAMPLES } from './samples.js';

const program = (text: string): Program => sound(readTrencher(text, 'test.txt'));
const thread = (lines: string): Program => program(`thread t\ninitial a\n${lines}\nend\n`);

describe('the samples', () => {
  for (const [name, { text, sc, tso }] of Object.entries(SAMPLES)) {
    it(`${name}: finals are reachable as they should be`, () => {
      const { diagnostics, finals } = readTrencher(text, 'sample.txt');
      expect(diagnostics).toEqual([]);
      expect(finals.every((locations) => locations?.length === 1)).toBe(true);
      for (const [memory, reachable] of [
        ['sc', sc],
        ['tso', tso],
      ] as const) {
        const { violated, complete } = explore(program(text), { memory });
        expect([...violated]).toEqual(reachable ? ['final'] : []);
        expect(complete).toBe(true);
      }
    });
  }
});

describe('the automaton of a thread', () => {
  it('has an edge for each instruction', () => {
    const made = thread(
      'transition a b read r 5\ntransition b c write + r 1 -2\ntransition c d local s ! r\ntransition d e check || r s\n' +
        'transition e f mfence\ntransition f a noop',
    );
    expect(made.shared.map(({ name }) => name)).toEqual(['memory[-2]', 'memory[5]']);
    expect(edges(made)).toEqual([
      '0 -> 1 r := memory[5]',
      '1 -> 2 memory[-2] := (r + 1)',
      '2 -> 3 s := !(r)',
      '3 -> 4 [(r || s)]',
      '4 -> 5 fence',
      '5 -> 0',
    ]);
  });

  it('leaves out what the values show never to happen', () => {
    // Nothing writes cell 5, so r is 0 and the check never passes.
    const made = thread(
      'transition a b read r 5\ntransition b c local s ! r\ntransition c d check r\ntransition d e mfence',
    );
    expect(edges(made)).toEqual(['0 -> 1 r := memory[5]', '1 -> 2 s := !(r)', '2 -> 3 [r]']);
  });

  it('makes one atomic edge of each path between lock and unlock', () => {
    const made = thread(
      'transition a b lock\ntransition b c read r 0\ntransition c d check == r 0\ntransition d e write 1 0\n' +
        'transition e f unlock\ntransition c g check != r 0\ntransition g a unlock\ntransition f h write 2 0',
    );
    expect(edges(made)).toEqual([
      '0 -> 1 atomic [(memory[0] == 0)] r := memory[0], memory[0] := 1',
      '0 -> 0 atomic [(memory[0] != 0)] r := memory[0]',
      '1 -> 2 memory[0] := 2',
    ]);
    expect(made.templates[0]?.edges[0]?.text).toBe('lock; read r 0; check == r 0; write 1 0; unlock');
  });

  it('tells apart the addresses that an access may mean', () => {
    const made = thread(
      'transition a b local p 3\ntransition a b local p 4\ntransition b c write 7 + p 10\ntransition c d read q + 10 p',
    );
    expect(edges(made).slice(2)).toEqual([
      '1 -> 2 [((p + 10) == 13)] memory[13] := 7',
      '1 -> 2 [((p + 10) == 14)] memory[14] := 7',
      '2 -> 3 [((10 + p) == 13)] q := memory[13]',
      '2 -> 3 [((10 + p) == 14)] q := memory[14]',
    ]);
    expect(made.templates[0]?.edges[2]?.text).toBe('write 7 + p 10 (memory[13])');
    expect(made.templates[0]?.locals.map(({ sort }) => sort)).toEqual([
      { kind: 'range', low: 0, high: 4 },
      { kind: 'range', low: 0, high: 7 },
    ]);
  });

  it('fails outside of memory when the addresses have no bound', () => {
    const text = 'thread t\ninitial a\ntransition a a local p + p 1\ntransition a b write 1 p\nend\n';
    const { program: made, diagnostics } = readTrencher(text, 'unbounded.txt', { cells: 3 });
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'unsupported', line: 4, column: 1 }]);
    expect(made?.shared.length).toBe(3);
    const [failed] = made?.templates[0]?.locations.filter(({ failure }) => failure !== null) ?? [];
    expect(failed?.failure).toBe('an address outside of memory');
    const declared = sound(readTrencher(`memory_size 2\n${text}`, 'declared.txt'));
    expect(declared.shared.length).toBe(2);
    expect(edges(declared).at(-1)).toBe('0 -> 2 [((p != 0) && (p != 1))]');
    expect([...explore(declared, { limit: 100 }).violated]).toEqual(['an address outside of memory']);
  });
});

describe('a locked section in steps', () => {
  /** The same text with a loop that changes nothing behind each `lock`: then the section is taken in steps. */
  const looping = (text: string) =>
    text.replace(
      /transition (\S+) (\S+) lock/g,
      (line, _, to) => `${line}\ntransition ${to} ${to}~ noop\ntransition ${to}~ ${to} noop`,
    );
  const reached = (text: string, memory: 'sc' | 'tso') => {
    const { violated, complete } = explore(program(text), { memory, limit: 200_000 });
    expect(complete).toBe(true);
    return [...violated];
  };

  it('copies the cells, works on the copy, and writes it back where nobody has changed them', () => {
    const made = thread(
      'transition a b lock\ntransition b c read r 0\ntransition c b check == r 1\ntransition c d write + r 1 0\ntransition d e unlock',
    );
    expect(made.templates[0]?.locals.map(({ name }) => name)).toEqual(['r', '$was memory[0]', '$is memory[0]']);
    expect(edges(made)).toEqual([
      '2 -> 3 r := $is memory[0]',
      '3 -> 2 [(r == 1)]',
      '3 -> 4 $is memory[0] := (r + 1)',
      '0 -> 2 atomic $was memory[0] := memory[0], $is memory[0] := memory[0]',
      '4 -> 1 atomic [(memory[0] == $was memory[0])] memory[0] := $is memory[0], $was memory[0] := 0, $is memory[0] := 0',
    ]);
  });

  it('means what the atomic edges mean', () => {
    for (const [name, { text }] of Object.entries(SAMPLES)) {
      for (const memory of ['sc', 'tso'] as const) {
        expect(reached(looping(text), memory), `${name} ${memory}`).toEqual(reached(text, memory));
      }
    }
    let allowed = 0;
    for (const text of lockedPrograms(24)) {
      expect(looping(text)).not.toBe(text);
      for (const memory of ['sc', 'tso'] as const) {
        const expected = reached(text, memory);
        expect(reached(looping(text), memory), `${memory}\n${text}`).toEqual(expected);
        allowed += expected.length;
      }
    }
    expect(allowed).toBeGreaterThan(5);
    expect(allowed).toBeLessThan(40);
  });

  it('spins until what it waits for is there, and then nobody comes between', () => {
    // A loop inside the section that counts, and one that waits for ever, as nobody else can write.
    const text = (wait: string) => `thread one
initial a
final f
transition a b lock
transition b c read r 0
transition c d write + r 1 0
transition d b check < r ${wait}
transition d e check >= r ${wait}
transition e f unlock
end
thread two
initial a
final d
transition a b read s 0
transition b c check > s 0
transition c d check < s 3
end
`;
    expect(reached(text('2'), 'sc')).toEqual([]);
    expect(reached(text('1'), 'tso')).toEqual(['final']);
  });

  it('fails where it divides by zero before it stops', () => {
    const text =
      'transition a b lock\ntransition b c read r 0\ntransition c d local s / 1 r\ntransition d e check r\ntransition e f unlock';
    expect([...explore(thread(text)).violated]).toEqual(['division by zero']);
    const behind = text.replace('local s / 1 r', 'check r').replace('d e check r', 'd e local s / 1 r');
    expect([...explore(thread(behind)).violated]).toEqual([]);
  });
});

/** Two threads that write, read, lock and check two cells. */
function lockedPrograms(count: number): string[] {
  const random = generator(5);
  const instruction = (checks: boolean) => {
    const cell = random(2);
    switch (random(checks ? 5 : 4)) {
      case 0:
        return `write ${1 + random(2)} ${cell}`;
      case 1:
        return `write + r 1 ${cell}`;
      case 2:
      case 3:
        return `read ${random(2) === 0 ? 'r' : 's'} ${cell}`;
      default:
        return `check == ${random(2) === 0 ? 'r' : 's'} ${random(2)}`;
    }
  };
  return Array.from({ length: count }, () => {
    const threads = ['one', 'two'].map((name) => {
      const inner = Array.from({ length: 2 }, () => instruction(random(3) === 0));
      const lines = [instruction(false), 'lock', ...inner, 'unlock', instruction(false), 'check == r 0'];
      const transitions = lines.map((line, k) => `transition q${k} q${k + 1} ${line}\n`).join('');
      return `thread ${name}\ninitial q0\nfinal q${lines.length}\n${transitions}end\n`;
    });
    return threads.join('');
  });
}

describe('bitwise and', () => {
  it('is what C means by it, for masks that are known', () => {
    for (const mask of [0, 1, 5, 6, 12, 255, -1, -2, -6]) {
      for (const value of [0, 1, 7, 10, 13, 200, -1, -7, -16]) {
        const text = `local v ${value}\ntransition b c check == & v ${mask} ${value & mask}\nfinal c`;
        const { violated } = explore(thread(`transition a b ${text}`));
        expect([...violated], `${value} & ${mask}`).toEqual(['final']);
      }
    }
  });

  it('is told apart by a mask of a few values', () => {
    const made = thread(
      'transition a b local m 5\ntransition a b local m 6\ntransition b c local v 7\ntransition c d local w & v m\n' +
        'transition d e check == w 6\ntransition e f check == m 6\nfinal f',
    );
    expect([...explore(made).violated]).toEqual(['final']);
  });
});
