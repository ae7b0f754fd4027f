/** Small certificates of every kind, and the questions that they answer, for tests of judges. */
import { readFileSync } from 'node:fs';
import { certify } from '../../src/check/certify.js';
import { judgeCertificate } from '../../src/check/judge.js';
import type { CheckOptions } from '../../src/check/options.js';

export const PETERSON = (fence: string, first = 'skip') => `
  shared flag[2]: bool = false, turn: 0..1 = 0
  thread P(me: 0..1) {
    flag[me] = true
    ${first}
    turn = 1 - me
    ${fence}
    await !flag[1 - me] || turn == me
    cs: skip
    flag[me] = false
  }
  never mutex: P(0)@cs && P(1)@cs
  never low: turn < 0
`;
const LIVE = 'F P(0)@cs';
/** Whatever the length of a buffer, it is full at times. */
export const FILLING = `
  shared x: int = 0, y: int = 0
  thread P { loop { x = 1
    y = 1 } }
  never high: x > 1
`;
export const SPINLOCK = (text = 'cs: skip') => `
  shared lock: bool = false, x: bool = false
  thread T[any] {
    loop {
      await !swap(lock, true)
      ${text}
      lock = false
    }
  }
  never mutex: T(i)@cs && T(j)@cs
`;
/** Tickets that grow without end; who leaves calls the next, or somebody who was served. */
export const TICKETS = (leave = 'mine + 1') => `
  shared next: int, serving: int
  thread T[2] {
    local mine: int
    loop {
      mine = fetch_add(next, 1)
      wait: await serving == mine
      cs: skip
      serving = ${leave}
    }
  }
`;
const TURNS = { ltl: 'G (T(0)@wait -> F T(0)@cs)', fairThreads: true } as const;
export const ARRAYS = readFileSync('examples/test-and-set.cub', 'utf8');

export interface Asked {
  readonly text: string;
  readonly options: CheckOptions & { readonly file: string };
}

/** Which questions a certificate of each may answer is said by `KINDS`. */
export const QUESTIONS = {
  'peterson sc': ask(PETERSON('skip'), { memory: 'sc' }),
  'peterson tso': ask(PETERSON('skip'), { memory: 'tso' }),
  'peterson pso': ask(PETERSON('skip'), { memory: 'pso' }),
  'fenced sc': ask(PETERSON('fence'), { memory: 'sc' }),
  'fenced tso': ask(PETERSON('fence'), { memory: 'tso' }),
  'fenced tso, any length': ask(PETERSON('fence'), { memory: 'tso', buffer: 'unbounded' }),
  'fenced tso, 3': ask(PETERSON('fence'), { memory: 'tso', buffer: 3 }),
  'fenced tso, mutex': ask(PETERSON('fence'), { memory: 'tso', property: 'mutex' }),
  'fenced tso, per location': ask(PETERSON('fence'), { memory: 'tso', bufferPerLocation: 1 }),
  'fenced tso, G': ask(PETERSON('fence'), { memory: 'tso', ltl: 'G !(P(0)@cs && P(1)@cs)' }),
  'fenced tso, live': ask(PETERSON('fence'), { memory: 'tso', ltl: LIVE, fairThreads: true }),
  'fenced tso, unfair': ask(PETERSON('fence'), { memory: 'tso', ltl: LIVE }),
  'fenced pso': ask(PETERSON('fence'), { memory: 'pso' }),
  'twice tso': ask(PETERSON('fence', 'fence'), { memory: 'tso' }),
  'twice pso': ask(PETERSON('fence', 'fence'), { memory: 'pso' }),
  'twice pso, 1': ask(PETERSON('fence', 'fence'), { memory: 'pso', buffer: 1 }),
  'filling 1': ask(FILLING, { memory: 'tso', buffer: 1 }),
  'filling 2': ask(FILLING, { memory: 'tso', buffer: 2 }),
  'filling, any length': ask(FILLING, { memory: 'tso', buffer: 'unbounded' }),
  'filling sc': ask(FILLING, { memory: 'sc' }),
  'spinlock any tso': ask(SPINLOCK(), { memory: 'tso' }),
  'spinlock any sc': ask(SPINLOCK(), { memory: 'sc' }),
  'spinlock any pso': ask(SPINLOCK(), { memory: 'pso' }),
  'spinlock 2': ask(SPINLOCK(), { memory: 'tso', processes: 2 }),
  'spinlock 3': ask(SPINLOCK(), { memory: 'tso', processes: 3 }),
  'spinlock of x, tso': ask(SPINLOCK('cs: x = true'), { memory: 'tso' }),
  'spinlock of x, sc': ask(SPINLOCK('cs: x = true'), { memory: 'sc' }),
  'tickets sc': ask(TICKETS(), { memory: 'sc', ...TURNS }),
  'tickets tso': ask(TICKETS(), { memory: 'tso', ...TURNS }),
  'tickets tso, 2': ask(TICKETS(), { memory: 'tso', buffer: 2, ...TURNS }),
  'lost tickets tso': ask(TICKETS('mine'), { memory: 'tso', ...TURNS }),
  arrays: { text: ARRAYS, options: { file: 'a.cub' } },
  'arrays 2': { text: ARRAYS, options: { file: 'a.cub', processes: 2 } },
  'arrays 3': { text: ARRAYS, options: { file: 'a.cub', processes: 3 } },
  'broken arrays': { text: readFileSync('examples/test-and-set-broken.cub', 'utf8'), options: { file: 'a.cub' } },
  'racy any tso': ask(SPINLOCK().replace('swap(lock, true)', 'lock'), { memory: 'tso' }),
  'racy any sc': ask(SPINLOCK().replace('swap(lock, true)', 'lock'), { memory: 'sc' }),
  'overflowing 1': ask(FILLING.replace('x > 1', 'x >= 1'), { memory: 'tso', buffer: 1 }),
  'other arrays': { text: ARRAYS.replace(':= False', ':= True'), options: { file: 'a.cub' } },
} as const satisfies Record<string, Asked>;

/** To which the answer is no. */
export const FALSE_ONES = [
  'peterson tso',
  'peterson pso',
  'fenced pso',
  'fenced tso, unfair',
  'broken arrays',
  'racy any tso',
  'racy any sc',
  'lost tickets tso',
  'overflowing 1',
] as const satisfies readonly QuestionName[];

export type QuestionName = keyof typeof QUESTIONS;

function ask(text: string, options: CheckOptions): Asked {
  return { text, options: { file: 'a.fp', ...options } };
}

/** A certificate: made for the first question, with these options besides; it answers all of them, and no others. */
export interface Kind {
  readonly answers: readonly [QuestionName, ...QuestionName[]];
  readonly options: CheckOptions;
  /** It is also written in SMT-LIB. */
  readonly smtLib: boolean;
}

const PREDICATES = { options: { engine: 'predicates' }, smtLib: true } as const;
const FENCED = ['fenced tso', 'fenced tso, any length', 'fenced tso, 3', 'fenced tso, per location'] as const;

export const KINDS: Readonly<Record<string, Kind>> = {
  'predicates, sc': { answers: ['peterson sc'], ...PREDICATES },
  'predicates, tso': { answers: FENCED, ...PREDICATES },
  'predicates, pso': { answers: ['twice pso', 'twice pso, 1'], ...PREDICATES },
  'predicates, mutex': { answers: ['fenced tso, mutex'], ...PREDICATES },
  'predicates, bounded': { answers: ['filling 2', 'filling 1'], ...PREDICATES },
  'predicates, shorter': { answers: ['filling 1'], ...PREDICATES },
  'predicates, arrays': { answers: ['arrays 2'], ...PREDICATES },
  'minor set': { answers: FENCED, options: { engine: 'dual-tso' }, smtLib: false },
  'minor set, any': { answers: ['spinlock any tso'], options: { engine: 'dual-tso' }, smtLib: false },
  'minor set, 2': { answers: ['spinlock 2'], options: { engine: 'dual-tso' }, smtLib: false },
  'store queues': { answers: ['twice pso', 'twice pso, 1'], options: { engine: 'pso-queues' }, smtLib: false },
  'store queues, any': { answers: ['spinlock any pso'], options: { engine: 'pso-queues' }, smtLib: false },
  ranking: { answers: ['fenced tso, live'], options: {}, smtLib: false },
  'ranking of families': { answers: ['tickets tso'], options: {}, smtLib: false },
  'ranking of families, bounded': { answers: ['tickets tso, 2'], options: {}, smtLib: false },
  cubes: { answers: ['arrays'], options: {}, smtLib: true },
  'cubes, 2': { answers: ['arrays 2'], options: { engine: 'parameterized' }, smtLib: true },
  'views, program': { answers: ['spinlock any tso'], options: { engine: 'parameterized' }, smtLib: true },
  'cubes, program': { answers: ['spinlock any sc'], options: { engine: 'parameterized' }, smtLib: true },
};

/** The texts of a certificate: JSON, and SMT-LIB where there is one. */
export async function written({ answers: [first], options }: Kind): Promise<readonly string[]> {
  const { text, options: asked } = QUESTIONS[first] as Asked;
  const proved = await certify(text, { ...asked, ...options });
  if (!proved.ok) throw new Error(proved.diagnostics[0]?.message);
  const { certificate } = proved;
  switch (certificate.kind) {
    case 'minor set':
    case 'ranking':
      return [[...certificate.chunks()].join('')];
    case 'obligations':
      return [[...certificate.data()].join(''), [...certificate.obligations.chunks()].join('')];
    case 'audit':
    case 'none':
      throw new Error(`${first}: there is no certificate`);
  }
}

export async function judged(question: QuestionName, certificate: string) {
  const { text, options } = QUESTIONS[question] as Asked;
  const result = await judgeCertificate(text, certificate, options);
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  return result;
}
