/** `fence store`, `store_release` and `load_acquire`: how they are read, printed, refused and compiled. */
import { describe, expect, it } from 'vitest';
import { printProgram, readProgram } from '../../../src/languages/program/index.js';
import { fix } from '../../../src/repair/index.js';

const inThread = (body: string) => `shared x, y, store: 0..2 = 0\nthread P { local a: 0..2; ${body} }\nnever x == 2\n`;

function diagnosticsOf(body: string): string[] {
  const { diagnostics } = readProgram(inThread(body), 'p.fp');
  return diagnostics.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
}

function edgesOf(body: string) {
  const made = readProgram(inThread(body), 'p.fp').program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error(diagnosticsOf(body).join());
  return (made.program.templates[0]?.edges ?? []).map(({ text, fence, atomic, storeFence }) => {
    return [text, fence ? 'fence' : atomic ? 'atomic' : storeFence === true ? 'store fence' : ''];
  });
}

describe('barriers between stores', () => {
  it('are steps', () => {
    expect(edgesOf('x = 1; fence store; y = load_acquire(x) + 1; store_release(x, y)')).toEqual([
      ['x = 1', ''],
      ['fence store', 'store fence'],
      ['load x', ''],
      ['y = load_acquire(x) + 1', ''],
      ['load y', ''],
      ['store_release(x, y)', 'store fence'],
    ]);
    expect(edgesOf('fence; fence store')).toEqual([
      ['fence', 'fence'],
      ['fence store', 'store fence'],
    ]);
  });

  it('are nothing inside atomic', () => {
    expect(edgesOf('atomic { x = 1; fence store; store_release(y, 1) }')).toEqual([
      ['atomic { x = 1; store_release(y, 1) }', 'atomic'],
    ]);
    expect(diagnosticsOf('atomic { x = 1; fence store }')).toEqual([
      'warning fence: this fence does nothing: an atomic block begins with an empty buffer and writes to memory',
    ]);
  });

  it('leave their words to variables and labels', () => {
    expect(edgesOf('fence\nstore = 1\nfence store\nstore: skip')).toEqual([
      ['fence', 'fence'],
      ['store = 1', ''],
      ['fence store', 'store fence'],
      ['skip', ''],
    ]);
    expect(edgesOf('fence store\nx = store')[0]).toEqual(['fence store', 'store fence']);
  });

  it('are printed as they were read', () => {
    const text = inThread('l: fence store; store_release(y, ?); if (load_acquire(x) == 1) store_release(x, a + 1)');
    const once = readProgram(text, 'p.fp').program;
    if (once === null) throw new Error('it is a program');
    const printed = printProgram(once.syntax);
    for (const part of [
      'l: fence store',
      'store_release(y, ?)',
      'if (load_acquire(x) == 1)',
      'store_release(x, a + 1)',
    ])
      expect(printed).toContain(part);
    const again = readProgram(printed, 'p.fp').program;
    expect(again === null ? null : printProgram(again.syntax)).toBe(printed);
  });

  it.each([
    ['store_release(a, 1)', 'error wrong-kind: `store_release` writes a shared variable'],
    ['a = load_acquire(a)', 'error wrong-kind: `load_acquire` reads a shared variable'],
    ['store_release(x)', 'error syntax: expected `,` and a value, found `)`'],
    ['store_release(x, 3)', 'error type-mismatch: 3 is not in 0..2'],
    ['a = store_release(x, 1)', 'error unknown-name: `store_release(x, e)` gives no value: it stands alone'],
    ['load_acquire(x)', 'error unknown-name: `load_acquire(x)` gives a value: assign it to a local'],
    ['smp_wmb()', 'error unknown-name: `fence store` keeps the stores before it before those after it'],
    ['fence(store)', 'error syntax: `fence` is written without parentheses'],
    ['sfence', 'error syntax: `fence store` keeps the stores before it before those after it'],
  ])('%s is refused', (body, message) => {
    expect(diagnosticsOf(body)).toEqual([message]);
  });

  it('reach cells of records and what procedures are given, and no ghosts', () => {
    const text = (body: string) => `record node { next: 0..2, old: 0..2 }
shared n[2]: node, x: 0..2
ghost g: 0..2
proc publish(shared c: 0..2, v: 0..2) { store_release(c, v); g = v }
proc store() { x = 0 }
thread P { local a: 0..2; ${body} }
never x == 2
`;
    const codes = (source: string) => readProgram(source, 'p.fp').diagnostics.map(({ code }) => code);
    const right = text('a = load_acquire(n[a].next); store_release(n[1].old, a); publish(x, 1); fence\nstore()');
    const { program } = readProgram(right, 'p.fp');
    const made = program?.instantiate(null);
    if (program === undefined || program === null || made?.kind !== 'program') throw new Error(codes(right).join());
    expect(printProgram(program.syntax)).toContain('a = load_acquire(n[a].next)');
    const [thread] = made.program.templates;
    expect(thread?.edges.filter(({ storeFence }) => storeFence).map(({ text: said }) => said)).toEqual([
      'store_release(n[1].old, a)',
      'store_release(c, v); g = v',
    ]);
    expect(codes(text('store_release(g, 1)'))).toEqual(['wrong-kind']);
    expect(codes(text('x = 1; assert load_acquire(g) == 0'))).toEqual(['wrong-kind']);
    expect(codes(text('publish(load_acquire(x), 1)'))).toEqual(['wrong-kind']);
    expect(codes(`proc load_acquire() { skip }\n${text('skip')}`)).toEqual(['duplicate']);
  });

  it('are no part of conditions', () => {
    const { diagnostics } = readProgram('shared x: 0..1\nthread P { x = 1 }\nnever load_acquire(x) == 1\n', 'p.fp');
    expect(diagnostics.map(({ code }) => code)).toEqual(['unsupported']);
  });
});

describe('a repair', () => {
  const passing = (send: string) => `shared x, y: 0..2 = 0
thread W {
  ${send}
}
thread R {
  local a, b: 0..2
  a = y
  b = x
  done: skip
}
never R@done && R.a == 1 && R.b == 0
`;

  it('keeps barriers that are there', async () => {
    const right = await fix(passing('x = 1; fence store; y = 1'), { file: 'p.fp', memory: 'pso' });
    expect(right).toMatchObject({ ok: true, status: 'unneeded' });
  });

  it('makes release stores atomic as a whole', async () => {
    const text = passing('store_release(x, 1)\n  y = 1');
    const result = await fix(text, { file: 'p.fp', memory: 'pso', with: 'atomic-writes' });
    expect(result).toMatchObject({ ok: true });
    expect(JSON.stringify(result)).toMatch(/atomic \{ (store_release\(x, 1\)|y = 1) \}/);
  });
});
