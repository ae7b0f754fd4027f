/** The engine as a whole: on the paper's examples, on buffers that grow, and where it must give up. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Edge, Program } from '../../../src/models/program/model.js';
import { ask } from '../../check/ask.js';
import {
  apply,
  assign,
  BOOL,
  edge,
  INT,
  local,
  location,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';
import { askProgram, askText } from './support.js';

const folder = fileURLToPath(new URL('../../../examples/predicates/', import.meta.url));
const MEMORIES = ['sc', 'tso', 'pso'] as const;

describe('the examples', () => {
  it('figure 3 is violated under every memory model, with both extrapolations', async () => {
    const text = readFileSync(`${folder}unsound.fp`, 'utf8');
    for (const memory of MEMORIES)
      for (const extrapolate of ['predicates', 'cubes'] as const) {
        // Under SC there is nothing to extrapolate from.
        const option = memory === 'sc' ? {} : { extrapolate };
        const outcome = await ask(text, { engine: 'predicates', memory, ...option });
        expect(outcome.verdict).toBe('violated');
      }
  });
});

/** No read of an older value after a newer one. */
const COHERENT = `
shared x: 0..3 = 0
thread P { x = 1
  x = 2
  done: skip }
thread Q { local r: 0..3 = 0, s: 0..3 = 0
  r = x
  s = x
  done: skip }
never Q@done && Q.r == 2 && Q.s == 1
`;

/** Only when both writes of P wait. */
const TWO_WAIT = `
shared x: 0..1 = 0
shared y: 0..1 = 0
shared z: 0..1 = 0
thread P { local r: 0..1 = 0
  x = 1
  y = 1
  r = z
  done: skip }
thread Q { local a: 0..1 = 0, b: 0..1 = 0
  z = 1
  fence
  a = x
  b = y
  done: skip }
never P@done && Q@done && P.r == 0 && Q.a == 0 && Q.b == 0
`;

describe('buffers', () => {
  it('grow until none is full', () => {
    for (const memory of ['tso', 'pso'] as const)
      expect(askText(COHERENT, { memory })).toMatchObject({
        answer: { verdict: 'holds', buffer: 'unbounded' },
        bound: 2,
      });
  });

  it('of a length that is given are the scope of the answer where stores wait', () => {
    for (const memory of ['tso', 'pso'] as const) {
      expect(askText(COHERENT, { memory, maxBound: 1 }).answer).toMatchObject({ verdict: 'holds', buffer: 1 });
      expect(askText(COHERENT, { memory, bound: 2, maxBound: 2 }).answer).toMatchObject({ buffer: 'unbounded' });
    }
    expect(askText(COHERENT).answer).toMatchObject({ verdict: 'holds', buffer: null });
  });

  it('that never are long enough end at the longest', () => {
    const endless = 'shared x: 0..1 = 0\nthread P { loop { x = 0 } }\nnever x == 1';
    expect(askText(endless, { memory: 'tso', maxBound: 2 })).toMatchObject({
      answer: { verdict: 'holds', buffer: 2 },
      bound: 2,
    });
  });

  it('of two show what those of one do not', () => {
    expect(askText(TWO_WAIT, { memory: 'tso', maxBound: 1 }).answer).toMatchObject({ verdict: 'holds', buffer: 1 });
    expect(askText(TWO_WAIT, { memory: 'tso' }).answer.verdict).toBe('violated');
    // Under PSO a queue holds the writes of one cell.
    expect(askText(TWO_WAIT, { memory: 'pso', maxBound: 1 }).answer.verdict).toBe('violated');
  });

  it('that are full are told before anything that is true only there', () => {
    const text = `
      shared x: 0..2 = 0
      thread P { a: x = 1
        b: x = 2 }
      never !(P@a || P@b || P@end)
    `;
    expect(askText(text, { memory: 'pso', maxBound: 1 }).answer).toMatchObject({ verdict: 'holds', buffer: 1 });
    expect(askText(text, { memory: 'pso' }).answer).toMatchObject({ verdict: 'holds', buffer: 'unbounded' });
  });

  it('are asked of the library by their length', async () => {
    expect(await ask(COHERENT, { engine: 'predicates', memory: 'tso', buffer: 1 })).toMatchObject({
      verdict: 'holds',
      buffer: 1,
      reason: expect.stringContaining('full'),
    });
    expect(await ask(COHERENT, { engine: 'predicates', memory: 'tso' })).toMatchObject({
      buffer: 'unbounded',
      reason: null,
    });
  });
});

describe('what is not linear', () => {
  const PRODUCT = `
shared x: int = 2
shared y: int = 3
thread P { local r: int = 0
  x = 2
  y = 3
  atomic { r = x * y }
  assert r == 6 }
thread Q { skip }
`;

  it('is left open, and what rests on it is not called a violation', () => {
    for (const memory of MEMORIES) {
      const { answer } = askText(PRODUCT, { memory });
      expect(answer.verdict).toBe('unknown');
    }
  });

  it('is a violation where the run is one', () => {
    expect(askText(PRODUCT.replace('r == 6', 'r >= 0 && r < 6')).answer.verdict).not.toBe('holds');
    expect(askText(PRODUCT.replace('r == 6', 'x == 1')).answer.verdict).toBe('violated');
  });

  it('makes no predicate: what one step has guessed says nothing of the next', () => {
    const guessed = `
shared x: int = 2
shared y: int = 2
thread P {
  await x * y == 4
  y = 3
  await x * y == 6
  assert false }
thread Q { x = 2 }
predicates { x * y == 4; x * y == 6 && x == 2 }
`;
    for (const memory of MEMORIES) expect(askText(guessed, { memory }).answer.verdict).not.toBe('holds');
  });

  it('as a predicate that cannot be said at all is no fault', () => {
    const sum = Array.from({ length: 20 }, () => 'x * y').join(' + ');
    const text = (predicate: string) => `
shared x: int = 1
shared y: int = 1
thread P { x = 2
  y = 2 }
never x == 3
predicates { ${predicate} }`;
    expect(askText(text(`${sum} == 3`)).answer.verdict).toBe('holds');
    expect(askText(text('x * 10000000000 * 10000000000 == y')).answer.verdict).toBe('holds');
  });
});

describe('first values', () => {
  it('are looked at one by one where they are few, and left open where they are many', () => {
    const text = (last: number, wrong: string) => `
      shared x: 0..${last} = ?, y: 0..${last} = 0
      thread P { local r: 0..${last} = 0
        r = x
        y = r }
      never ${wrong}
      predicates { x == ${last >> 1}; y == ${last >> 1} }
    `;
    for (const memory of MEMORIES) {
      expect(askText(text(3, 'y == 3 && x == 2'), { memory }).answer.verdict).toBe('holds');
      expect(askText(text(3, 'y == 2 && x == 2'), { memory }).answer.verdict).toBe('violated');
      expect(askText(text(1000, 'x == 500'), { memory }).answer.verdict).toBe('violated');
      expect(askText(text(1000, 'y == 500 && x == 500'), { memory }).answer.verdict).toBe('violated');
    }
  });
});

describe('predicates that are given', () => {
  it('may speak of locations: the other parts count', () => {
    const text = `
shared x: 0..1 = 0
thread P { x = 1
  there: skip }
predicates { P@there && x == 0; P@there; !(P@there) == (x == 1) }
never P@there && x == 2`;
    for (const memory of MEMORIES) expect(askText(text, { memory }).answer.verdict).toBe('holds');
  });

  it('spare refinements', () => {
    const text = (predicates: string) => `
shared x: int = 0
thread P { x = 1
  x = 2
  assert x == 2 }
${predicates}`;
    expect(askText(text('')).answer.verdict).toBe('holds');
    expect(askText(text('predicates { x == 2 }'), { maxPredicates: 1 }).answer.verdict).toBe('holds');
    expect(askText(text(''), { maxPredicates: 0 }).answer).toMatchObject({
      verdict: 'unknown',
      reason: expect.stringContaining('predicates'),
    });
  });
});

describe('failures of a step', () => {
  const one = (edges: readonly Edge[]): Program => ({
    shared: [sharing(scalar('x', BOOL)), sharing(scalar('n', INT))],
    templates: [
      template('T', 0, [scalar('l', range(3, 6)), scalar('m', range(3, 20))], [location(), location()], edges),
    ],
    threads: [{ name: 'T', template: 0, initial: [[3], [3]] }],
    never: [],
    outOfRange: 'failure',
  });

  it('are found beside choices, whatever is chosen', () => {
    for (const chosen of [0, 1]) {
      const updates = [assign(local(chosen), 'any'), assign(shared(0), apply(shared(1), '+', 5))];
      for (const order of [updates, updates.toReversed()])
        for (const memory of MEMORIES)
          expect(askProgram(one([edge(0, 1, { updates: order })]), { memory }).answer.verdict).toBe('violated');
    }
  });

  it('are none where the guard keeps them away', () => {
    const updates = [assign(shared(0), apply(shared(1), '+', 1))];
    const guarded = edge(0, 1, { guard: apply(shared(1), '<=', 0), updates });
    for (const memory of MEMORIES) expect(askProgram(one([guarded]), { memory }).answer.verdict).toBe('holds');
  });
});

describe('a property without a value', () => {
  it('is not said to hold', () => {
    const text = 'shared x: 0..1 = 0 thread P { x = 1 } never 1 / x == 2';
    for (const memory of MEMORIES) {
      const { answer } = askText(text, { memory });
      expect(answer).toMatchObject({ verdict: 'unknown', reason: expect.stringContaining('division by zero') });
    }
    expect(askText(text.replace('x: 0..1 = 0', 'x: 0..1 = 1')).answer.verdict).toBe('holds');
  });
});

describe('loops that count', () => {
  it('are proved by an order, where equalities would go on for ever', () => {
    const text = `
      shared a: int = 1, b: int = 1
      thread P { loop { a = a + 1
        b = 0 } }
      never a == 1 && b < 1
    `;
    for (const memory of ['sc', 'tso'] as const)
      expect(askText(text, { memory, maxBound: 1, maxPredicates: 60 }).answer.verdict).toBe('holds');
    // There b can be in memory before a.
    expect(askText(text, { memory: 'pso', maxBound: 1 }).answer.verdict).toBe('violated');
  });
});

describe('limits', () => {
  it('are told', () => {
    const text = 'shared x: int = 0\nthread P { loop { x = x + 1 } }\nthread Q { await x < 0\n assert false }';
    expect(askText(text).answer.verdict).toBe('holds');
    expect(askText(text, { maxStates: 1 }).answer).toMatchObject({
      verdict: 'unknown',
      reason: expect.stringContaining('abstract states'),
    });
    expect(askText(text, { memory: 'tso', maxStates: 1 }).answer).toMatchObject({
      reason: expect.stringContaining(' under SC: '),
    });
  });

  it('of numbers are told, too', () => {
    const text = `
shared x: int = 1
shared y: int = 0
thread P { loop { x = x * 100000
  y = y + 1 } }
thread Q { await y >= 10
  assert x < 0 }`;
    expect(askText(text).answer).toMatchObject({ verdict: 'unknown', reason: expect.stringContaining('too large') });
  });
});
