/** Predicate abstraction behind `check`, `certify`, `fix` and the judge of certificates. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { certify } from '../../src/check/certify.js';
import { judgeCertificate } from '../../src/check/judge.js';
import { closeZ3 } from '../../src/evidence/solvers/z3.js';
import { fix } from '../../src/repair/index.js';
import { isLong } from '../support/size.js';
import { ask, FENCED, refusal, UNFENCED } from './ask.js';

afterAll(closeZ3);

const TICKET = `
shared next: int = 0, serving: int = 0
thread P(me: 0..1) {
  local ticket: int = 0
  loop {
    ticket = fetch_add(next, 1)
    await serving == ticket
    cs: skip
    serving = ticket + 1
  }
}
never mutex: P(0)@cs && P(1)@cs
`;

describe('check --engine predicates', () => {
  it('says with which predicates', async () => {
    const outcome = await ask(TICKET, { engine: 'predicates', memory: 'pso' });
    expect(outcome).toMatchObject({ verdict: 'holds', engine: 'predicates', buffer: 'unbounded', trace: null });
    const { program = [], others = [] } = outcome.predicates ?? {};
    expect(program).toContain('serving == P(0).ticket');
    expect(others).toContain('serving_cnt_P0 == 1');
    expect(program.length + others.length).toBe(outcome.counts.predicates);
  });

  it('shows a violation as the other engines do', async () => {
    const outcome = await ask(UNFENCED, { engine: 'predicates', memory: 'tso' });
    expect(outcome).toMatchObject({ verdict: 'violated', engine: 'predicates' });
    expect(outcome.predicates).toBeUndefined();
    const explicit = await ask(UNFENCED, { engine: 'explicit', memory: 'tso' });
    expect(outcome.trace?.violated).toEqual(explicit.trace?.violated);
  });

  it('takes the bound that is given, and says so where buffers are full', async () => {
    const two = await ask(FENCED, { engine: 'predicates', memory: 'tso', buffer: 2 });
    expect(two).toMatchObject({ verdict: 'holds', buffer: 2 });
    expect(two.reason).toContain('--buffer unbounded');
    const one = await ask(FENCED, { engine: 'predicates', memory: 'tso', buffer: 1 });
    expect(one).toMatchObject({ verdict: 'holds', buffer: 1 });
    const none = await ask(FENCED, { engine: 'predicates', memory: 'sc' });
    expect(none).toMatchObject({ verdict: 'holds', buffer: null });
  });

  it('ends where predicates are many, with the number that is too small', async () => {
    const outcome = await ask(TICKET, { engine: 'predicates', memory: 'sc', maxPredicates: 2 });
    expect(outcome).toMatchObject({ verdict: 'unknown' });
    expect(outcome.reason).toMatch(/^the limit of 2 predicates was reached.*--max-predicates/);
  });

  it('knows remainders of numbers without bounds', async () => {
    const ring = `
      const SIZE = 2
      shared slot[SIZE]: 0..1 = 0
      shared head: int = 0, tail: int = 0
      thread Producer { local made: int = 0
        loop { await made - head < SIZE
          assert slot[made % SIZE] == 0
          slot[made % SIZE] = 1
          fence
          made = made + 1
          tail = made
          fence } }
      thread Consumer { local taken: int = 0
        loop { await taken < tail
          assert slot[taken % SIZE] == 1
          slot[taken % SIZE] = 0
          fence
          taken = taken + 1
          head = taken
          fence } }
    `;
    for (const memory of ['sc', 'tso', 'pso'] as const) {
      const outcome = await ask(ring, { engine: 'predicates', memory });
      expect(outcome).toMatchObject({ verdict: 'holds', buffer: memory === 'sc' ? null : 'unbounded' });
      expect(outcome.predicates?.program.join()).toContain('Producer.made % 2 == ');
    }
    const unfenced = ring.replaceAll('fence', '');
    expect(await ask(unfenced, { engine: 'predicates', memory: 'pso' })).toMatchObject({ verdict: 'violated' });
  });

  it('knows numbers that wrap at 32 bits', async () => {
    const text = `shared x: u32 = 0
shared r: 0..1 = 0
thread P { local s: 0..1 = 0; s = r; x = s - 1 }
thread Q { r = 1 }
`;
    const verdict = async (never: string) =>
      (await ask(`${text}never n: ${never}\n`, { engine: 'predicates', memory: 'sc' })).verdict;
    expect(await verdict('x == 2')).toBe('holds');
    expect(await verdict('x == 4294967295')).toBe('violated');
  });

  it('asks one property', async () => {
    const text = `${TICKET} never wrong: P(0)@cs`;
    expect(await ask(text, { engine: 'predicates', memory: 'tso', property: 'mutex' })).toMatchObject({
      verdict: 'holds',
    });
    expect(await ask(text, { engine: 'predicates', memory: 'tso', property: 'wrong' })).toMatchObject({
      verdict: 'violated',
    });
  });

  it('is for a given number of threads and bounds whole buffers', async () => {
    const any = 'shared x: int = 0 thread T[any] { x = 1 } never x == 2';
    const open = await refusal(any, { engine: 'predicates' });
    expect(open.message).toContain('needs a number of threads');
    expect(open.help).toEqual([{ kind: 'give', option: 'processes', value: '2' }]);
    expect(await ask(any, { engine: 'predicates', processes: 2 })).toMatchObject({ verdict: 'holds', processes: 2 });
    const bounded = await refusal(FENCED, { engine: 'predicates', bufferPerLocation: 1 });
    expect(bounded).toMatchObject({ code: 'usage', option: 'bufferPerLocation', line: null });
    expect(bounded.message).toContain('which predicate abstraction answers');
  });

  it('takes array systems of a given number of processes', async () => {
    const text = readFileSync('examples/ticket-lock.cub', 'utf8');
    const options = { file: 'ticket-lock.cub', engine: 'predicates', processes: 2 } as const;
    expect(await ask(text, options)).toMatchObject({ verdict: 'holds', engine: 'predicates' });
  });
});

describe('without an engine that is asked for', () => {
  const read = (name: string) => readFileSync(`examples/predicates/${name}.fp`, 'utf8');

  it('predicates are tried where integers have no end', async () => {
    expect(await ask(TICKET, { memory: 'tso' })).toMatchObject({ verdict: 'holds', engine: 'explicit' });
    const outcome = await ask(read('alternating-bit-tso'), { memory: 'tso' });
    expect(outcome).toMatchObject({ verdict: 'holds', engine: 'predicates', buffer: 'unbounded' });
    expect(outcome.reason).toMatch(/^the explicit engine had no answer: the limit of 200,?000 states was reached/);
    expect(await ask(read('bakery-sc'), { memory: 'pso' })).toMatchObject({ verdict: 'violated', engine: 'explicit' });
  });

  it('longer buffers are looked at beyond the states that are tried first', async () => {
    const text = `
      shared x: int = 0, y: int = 0
      thread P { loop { x = 1
        y = 1 } }
      never x > 1
    `;
    const bounded = await ask(text, { memory: 'tso', buffer: 2 });
    expect(bounded).toMatchObject({ verdict: 'holds', buffer: 2, engine: 'explicit' });
    const longer = await ask(text, { memory: 'tso' });
    expect(longer).toMatchObject({ verdict: 'unknown', buffer: 'unbounded', reasons: [{ bound: 64 }] });
    expect(longer.reason).toContain('the Dual-TSO engine: ');
  });

  it('a limit on states is one for the explicit engine', async () => {
    const outcome = await ask(read('alternating-bit-tso'), { memory: 'tso', maxStates: 1000 });
    expect(outcome).toMatchObject({ verdict: 'unknown', engine: 'explicit' });
  });
});

describe('its invariant', () => {
  const options = { file: 'ticket.fp', engine: 'predicates', memory: 'tso' } as const;

  async function invariant(): Promise<string> {
    const result = await certify(TICKET, options);
    const certificate = result.ok ? result.certificate : null;
    if (certificate?.kind !== 'obligations' || certificate.data === null) throw new Error('there is no invariant');
    return [...certificate.data()].join('');
  }

  it('is accepted as JSON, for this program alone', async () => {
    const text = await invariant();
    const judged = await judgeCertificate(TICKET, text, { file: 'ticket.fp' });
    expect(judged).toMatchObject({ ok: true, judgement: { verdict: 'accepted', reason: null } });
    const other = await judgeCertificate(FENCED, text, { file: 'peterson.fp' });
    expect(other).toMatchObject({ ok: true, judgement: { verdict: 'refused' } });
    const wrong = await judgeCertificate(TICKET.replace('serving = ticket + 1', 'serving = ticket + 2'), text, {
      file: 'ticket.fp',
    });
    expect(wrong).toMatchObject({ ok: true, judgement: { verdict: 'refused' } });
  });

  it('is refused when it says too much', async () => {
    const content = JSON.parse(await invariant()) as { states: { cubes: number[][] }[] };
    content.states.splice(1, 1);
    const judged = await judgeCertificate(TICKET, JSON.stringify(content), { file: 'ticket.fp' });
    expect(judged).toMatchObject({ ok: true, judgement: { verdict: 'refused' } });
    if (!judged.ok) throw new Error('the program can be read');
    expect(judged.judgement.proved).toBeLessThan(judged.judgement.obligations ?? 0);
  });
});

it.runIf(isLong)('repairs a program with unbounded integers', async () => {
  const text = readFileSync('examples/predicates/bakery-sc.fp', 'utf8');
  const repaired = await fix(text, { file: 'bakery.fp', engine: 'predicates', memory: 'pso' });
  expect(repaired).toMatchObject({ ok: true, status: 'repaired', minimal: 'proved' });
  if (!repaired.ok) throw new Error('the program can be read');
  expect(repaired.sets[0]?.places.map(({ statement }) => statement)).toEqual([
    'choosing[me] = true',
    'number[me] = ticket',
  ]);
  const wrong = await fix(FENCED, { file: 'peterson.fp', engine: 'parameterized' });
  expect(wrong.ok).toBe(false);
});
