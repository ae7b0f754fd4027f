/** The rules of extrapolation, by their numbers in the paper, on small programs. */
import { describe, expect, it } from 'vitest';
import {
  distinct,
  fencedBetweenWrites,
  genericPredicates,
  lifted,
} from '../../../src/engines/predicates/extrapolate.js';
import type { Formula } from '../../../src/logic/integer/formula.js';
import type { MemoryName } from '../../../src/memory/models.js';
import { flat, readText, reduced, show } from './support.js';

interface Extrapolated {
  readonly generic: readonly string[];
  readonly lifted: readonly string[];
  readonly all: readonly Formula[];
}

function extrapolated(
  text: string,
  memory: MemoryName,
  bound: number,
  overflow: 'told' | 'blocks' = 'told',
): Extrapolated {
  const { program, predicates } = readText(text);
  const reduction = reduced(program, memory, bound, { overflow });
  const { system, formula } = flat(reduction.program);
  const generic = genericPredicates(reduction);
  const more = lifted(reduction, program, predicates.map(formula), system.variables);
  const shown = (formulas: readonly Formula[]) => formulas.map((each) => show(each, system)).sort();
  return { generic: shown(generic), lifted: shown(more), all: distinct([...generic, ...more]) };
}

const TWO = `
shared x: int = 0
shared y: int = 0
thread P { x = 1
  FENCE
  y = 1 }
thread Q { local r: int = 0
  r = x
  x = r }
predicates { PREDICATES }
`;
const two = (predicates: string, fence = 'fence') => TWO.replace('PREDICATES', predicates).replace('FENCE', fence);

describe('under PSO', () => {
  it('rules 1, 4: counts, overflow, and slots beside cells and slots', () => {
    const { generic } = extrapolated(two('x == 0'), 'pso', 2);
    const expected = ['x', 'y'].flatMap((cell) => {
      const slot = (k: number, thread: string) => `${cell}_${k}_${thread}`;
      const threads = cell === 'x' ? ['P', 'Q'] : ['P'];
      return threads.flatMap((thread) => [
        `${cell}_cnt_${thread} == 1`,
        `${cell}_cnt_${thread} == 2`,
        `${slot(1, thread)} - ${slot(2, thread)} == 0`,
        `${cell} - ${slot(1, thread)} == 0`,
        `${cell} - ${slot(2, thread)} == 0`,
      ]);
    });
    expect(generic).toEqual([...expected, 'overflow == 0'].sort());
  });

  it('has no flag where a full buffer makes writes wait', () => {
    expect(extrapolated(two('x == 0'), 'pso', 1, 'blocks').generic).not.toContain('overflow == 0');
  });

  it('rules 2, 3, 5: what was there, and slots of those who write', () => {
    expect(extrapolated(two('y == 3'), 'pso', 2).lifted).toEqual(['y == 3', 'y_1_P == 3', 'y_2_P == 3']);
    expect(extrapolated(two('x == 3'), 'pso', 1).lifted).toEqual(['x == 3', 'x_1_P == 3', 'x_1_Q == 3']);
    expect(extrapolated(two('Q.r == 3'), 'pso', 1).lifted).toEqual(['Q.r == 3']);
  });

  it('rule 6: one slot for all occurrences of a cell', () => {
    const { lifted: found } = extrapolated(two('y >= 1 && y <= 4'), 'pso', 1);
    expect(found).toHaveLength(2);
    expect(found[1]).not.toMatch(/\by\b/);
  });

  it('rule 7: one cell at a time where a fence is between writes, otherwise two', () => {
    const fenced = extrapolated(two('x == y'), 'pso', 1).lifted;
    expect(fenced).toEqual(['x - y == 0', 'x - y_1_P == 0', 'y - x_1_P == 0', 'y - x_1_Q == 0']);
    const open = extrapolated(two('x == y', 'skip'), 'pso', 1).lifted;
    expect(open).toEqual([...fenced, 'x_1_P - y_1_P == 0', 'y_1_P - x_1_Q == 0'].sort());
  });

  it('says of figure 1 as many predicates as the paper: no `cnt == 0`, but rule 4', () => {
    const { generic, lifted: found, all } = extrapolated(PROTOCOL, 'pso', 1);
    expect(found).toHaveLength(8 + 2);
    expect(found).toEqual(expect.arrayContaining(['msg_1_Sender == 0', 'ack_1_Receiver == 0']));
    expect(generic).toEqual([
      'ack - ack_1_Receiver == 0',
      'ack_cnt_Receiver == 1',
      'msg - msg_1_Sender == 0',
      'msg_cnt_Sender == 1',
      'overflow == 0',
    ]);
    // The paper: 8 + 2 for the slots, four for the counts (two of them `cnt == 0`, which `cnt == 1` and bounds tell), overflow.
    expect(all).toHaveLength(15);
  });
});

describe('under TSO', () => {
  it('rules 8, 11: which cell a slot is for as well, and every cell that the buffer may hold', () => {
    const { generic } = extrapolated(two('x == 0'), 'tso', 1);
    expect(generic.filter((shown) => shown.includes('_P'))).toEqual(
      ['cnt_P == 1', ...[0, 1, 2].map((which) => `lhs_1_P == ${which}`), 'x - rhs_1_P == 0', 'y - rhs_1_P == 0'].sort(),
    );
    expect(generic.filter((shown) => shown.includes('_Q'))).toHaveLength(1 + 2 + 1);
  });

  it('rules 9, 10, 12, 13: the slots of threads that write the cell', () => {
    expect(extrapolated(two('y == 3'), 'tso', 2).lifted).toEqual(['rhs_1_P == 3', 'rhs_2_P == 3', 'y == 3']);
    expect(extrapolated(two('x == 3'), 'tso', 1).lifted).toEqual(['rhs_1_P == 3', 'rhs_1_Q == 3', 'x == 3']);
    expect(extrapolated(two('y >= 1 && y <= 4'), 'tso', 1).lifted).toHaveLength(2);
  });

  it('rule 14: two slots only without fences', () => {
    const fenced = extrapolated(two('x == y + 1'), 'tso', 1).lifted;
    expect(fenced.filter((shown) => (shown.match(/rhs/g) ?? []).length > 1)).toEqual([]);
    const open = extrapolated(two('x == y + 1', 'skip'), 'tso', 1).lifted;
    // P's only slot for both cells says nothing: 0 is not 1.
    expect(open.filter((shown) => (shown.match(/rhs/g) ?? []).length > 1)).toHaveLength(1);
  });
});

describe('a fence between any two writes', () => {
  const fenced = (body: string) =>
    fencedBetweenWrites(
      readText(`shared x: int = 0\nshared y: int = 0\nthread P { local r: int = 0\n${body} }`).program,
    );

  it('is one on every way', () => {
    expect(fenced('x = 1\n fence\n y = 1')).toBe(true);
    expect(fenced('x = 1\n y = 1')).toBe(false);
    expect(fenced('x = 1\n if (r == 0) { fence }\n y = 1')).toBe(false);
    expect(fenced('x = 1\n if (r == 0) { fence } else { fence }\n y = 1')).toBe(true);
  });

  it('also from the end of a loop to its start', () => {
    expect(fenced('loop { x = 1 }')).toBe(false);
    expect(fenced('loop { x = 1\n fence }')).toBe(true);
    expect(fenced('loop { fence\n x = 1 }')).toBe(true);
  });

  it('is an atomic step, too, whose own writes do not wait', () => {
    expect(fenced('x = 1\n atomic { r = y; y = r + 1 }\n x = 2')).toBe(true);
    expect(fenced('atomic { x = 1; y = 1 }')).toBe(true);
  });
});

describe('predicates that are the same', () => {
  it('are one, also a negation, and what is always true is none', () => {
    const { program, predicates } = readText(two('x < y; y >= x + 1; !(y <= x); y > x; x != 0; x == 0; x == x'));
    const formulas = predicates.map(flat(program).formula);
    expect(distinct(formulas).map((each) => show(each, flat(program).system))).toEqual(['x - y <= -1', 'x == 0']);
  });
});

/** Figure 1 of the paper, each load a step of its own and all its eight predicates. */
const PROTOCOL = `
shared msg: 0..1 = 0
shared ack: 0..1 = 0
thread Sender {
  local seen: 0..1 = 0, bit: 0..1 = 0, sent: int = 0
  loop {
    seen = ack
    if (seen == bit) {
      bit = 1 - bit
      sent = sent + 1
      msg = bit
    }
  }
}
thread Receiver {
  local seen: 0..1 = 0, bit: 0..1 = 0, received: int = 0
  loop {
    seen = msg
    if (seen != bit) {
      bit = seen
      received = received + 1
      ack = bit
    }
  }
}
invariant Receiver.received == Sender.sent || Receiver.received + 1 == Sender.sent
predicates {
  msg == 0; ack == 0; Sender.bit == 0; Sender.seen == 0; Receiver.seen == 0; Receiver.bit == 0;
  Receiver.received == Sender.sent; Receiver.received + 1 == Sender.sent
}
`;
