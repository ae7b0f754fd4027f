/** What programs people write have beside the pseudo-code of papers: loops that count, cases, bits, widths, procedures, records. */
import { describe, expect, it } from 'vitest';
import { certify, check, fix } from '../../../src/index.js';
import { readProgram } from '../../../src/languages/program/index.js';
import { Random } from '../../random/random.js';

async function verdict(text: string, memory: 'sc' | 'tso' = 'sc'): Promise<string> {
  const result = await check(text, { file: 'text.fp', language: 'program', memory });
  if (!result.ok) return result.diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n');
  return result.outcome.verdict;
}

const errors = (text: string) =>
  readProgram(text, 'text.fp')
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ line, column, code, message }) => `${line}:${column} ${code}: ${message}`);

/** One thread, of which an assertion is asked. */
const thread = (declarations: string, body: string) => verdict(`${declarations}\nthread P {\n${body}\n}\n`);

describe('compound assignments', () => {
  it('compute with the old value', async () => {
    const body = 'local r: int = 6; r += 2; r -= 1; r *= 3; r /= 2; r %= 6; r <<= 2; r |= 3; r ^= 8; r &= 13; r >>= 2';
    expect(await thread('', `${body}\nassert r == 2`)).toBe('holds');
    expect(await thread('', `${body}\nassert r != 2`)).toBe('violated');
  });

  it('are a load and a store of a shared variable', async () => {
    const text = 'shared x: int\nthread P(me: 0..1) { x += 1 }\nnever lost: P(0)@end && P(1)@end && x == 1\n';
    expect(await verdict(text)).toBe('violated');
    expect(await verdict(text.replace('x += 1', 'fetch_add(x, 1)'))).toBe('holds');
  });

  it('fail where the value leaves its range', async () => {
    expect(await thread('shared x: 0..2 = 2', 'x += 1')).toBe('violated');
  });
});

describe('a loop that counts', () => {
  const sum = (bounds: string) => `local s: int\nfor i in ${bounds} { if (i == 2) { continue }; s += i }`;

  it('goes from the first value to the last', async () => {
    expect(await thread('', `${sum('1..4')}\nassert s == 8`)).toBe('holds');
    expect(await thread('', `${sum('4..1')}\nassert s == 0`)).toBe('holds');
    expect(await thread('', `${sum('-1..-1')}\nassert s == -1`)).toBe('holds');
  });

  it('takes its bounds once', async () => {
    const body = 'local n: 0..9\nfor i in x..x + 2 { x = 7; n += 1 }\nassert n == 3';
    expect(await thread('shared x: 0..9 = 1', body)).toBe('holds');
  });

  it('keeps its variable for itself', () => {
    expect(errors('thread P { for i in 0..1 { i = 1 } }')).toEqual([
      '1:28 assigned-constant: `i` is counted by its loop',
    ]);
    expect(errors('thread P { for i in 0..1 { for i in 0..1 {} } }')[0]).toContain('1:32 duplicate');
    expect(errors('thread P { for i in 0..1 {} for i in 0..3 {} }')).toEqual([]);
    expect(errors('thread P { goto l; for i in 0..1 { l: skip } }')[0]).toContain('1:17 unsupported');
    expect(errors('thread P { atomic { for i in 0..1 {} } }')[0]).toContain('1:21 unsupported');
  });
});

describe('a switch', () => {
  const of = (value: number) => `local r: int
switch ${value} { case 1, 2: r = 1 case 3: r = 2 default: r = 3 }`;

  it('takes one case', async () => {
    for (const [value, result] of [
      [1, 1],
      [2, 1],
      [3, 2],
      [4, 3],
    ] as const) {
      expect(await thread('', `${of(value)}\nassert r == ${result}`)).toBe('holds');
    }
    expect(await thread('', 'local r: int\nswitch 5 { case 1: r = 1 }\nassert r == 0')).toBe('holds');
  });

  it('reads its value once', async () => {
    const text = `shared x: 0..1
thread P { local r: 0..2; switch x { case 0: r = 1 case 1: r = 2 } assert r > 0 }
thread Q { x = 1 }
`;
    expect(await verdict(text)).toBe('holds');
  });

  it('has constants as cases, each once', () => {
    const text = (cases: string) =>
      errors(`type c = red | green\nshared x: c, y: 0..2\nthread P { switch x { ${cases} } }`);
    expect(text('case red: skip case red: skip')).toEqual(['3:43 duplicate: there is a case red already']);
    expect(text('case 1: skip')[0]).toContain('type-mismatch');
    expect(text('case y: skip')[0]).toContain('wrong-kind');
  });
});

describe('numbers of a fixed width', () => {
  it('wrap', async () => {
    expect(await thread('shared x: u8 = 255', 'x += 1; assert x == 0; x = x - 1; assert x == 255')).toBe('holds');
    expect(await thread('shared x: i8 = 127', 'fetch_add(x, 1); assert x == -128')).toBe('holds');
    expect(await thread('shared x: u16 = -1', 'assert x == 65535 && x + 2 == 1')).toBe('holds');
    expect(await thread('shared x: u8 = 3', 'local y: u8 = 5; assert x - y == 254')).toBe('holds');
    expect(await thread('shared x: u8 = 200, y: u16 = 100', 'assert x + x == 144 && x + y == 300')).toBe('holds');
    expect(await thread('shared x: u8 = 300', 'assert x == 44 && ~x == 211')).toBe('holds');
  });

  it('wrap at 32 bits', async () => {
    expect(await thread('shared x: i32 = 2147483647', 'x += 1; assert x == -2147483648')).toBe('holds');
    expect(await thread('shared x: i32 = -2147483648', 'assert x / -1 == x && -x == x')).toBe('holds');
    expect(await thread('shared x: u32 = 4294967295', 'x += 1; assert x == 0; x -= 1; assert x == 4294967295')).toBe(
      'holds',
    );
    expect(await thread('shared x: u32 = 4294967295', 'local r: u32; r = fetch_add(x, 2); assert r - x > 1')).toBe(
      'holds',
    );
    expect(await thread('shared x: u32 = -1, y: i32 = -1', 'assert x != y && x > y; y = x; assert y == -1')).toBe(
      'holds',
    );
    expect(await thread('shared x: u16 = 65535', 'assert x * x == 1')).toBe('holds');
  });

  it('give what 32 bits give, by large numbers', async () => {
    const random = new Random(32);
    const ends = [
      0,
      1,
      2,
      31,
      65535,
      65537,
      2 ** 31 - 1,
      2 ** 31,
      2 ** 31 + 1,
      3_000_000_019,
      2 ** 32 - 2,
      2 ** 32 - 1,
    ];
    const written = (value: bigint) => `${value}`;
    const signed = (value: bigint) => BigInt.asIntN(32, value);
    const lines: string[] = [];
    for (let k = 0; k < 60; k++) {
      const [one, other, bits] = [random.pick(ends), random.pick(ends), random.between(0, 31)];
      const [x, y] = [BigInt(one), BigInt(other)];
      const [v, w] = [signed(x), signed(y)];
      lines.push(`l${k}: a = ${one}; b = ${other}; s = a; t = b; k = ${bits}`);
      const natural: [string, bigint][] = [
        ['a + b', x + y],
        ['a - b', x - y],
        ['a * b', x * y],
        ['a & b', x & y],
        ['a | b', x | y],
        ['a ^ b', x ^ y],
        ['~a', ~x],
        ['-a', -x],
        ['a << k', x << BigInt(bits)],
        ['a >> k', x >> BigInt(bits)],
        [`a >> ${bits}`, x >> BigInt(bits)],
        ['a * b * a + b', x * y * x + y],
        ...(other === 0
          ? []
          : ([
              ['a / b', x / y],
              ['a % b', x % y],
            ] as [string, bigint][])),
      ];
      const whole: [string, bigint][] = [
        ['s + t', v + w],
        ['s - t', v - w],
        ['s * t', v * w],
        ['s >> k', v >> BigInt(bits)],
        ['s << k', v << BigInt(bits)],
        ...(other === 0
          ? []
          : ([
              ['s / t', v / w],
              ['s % t', v % w],
            ] as [string, bigint][])),
      ];
      for (const [text, value] of natural) lines.push(`assert ${text} == ${written(BigInt.asUintN(32, value))}`);
      for (const [text, value] of whole) lines.push(`assert ${text} == ${written(signed(value))}`);
      lines.push(`assert (a < b) == ${x < y} && (a >= b) == ${x >= y} && (s < t) == ${v < w} && (a > s) == ${x > v}`);
    }
    const text = `shared z: u32\nthread P {\nlocal a, b: u32, s, t: i32, k: 0..31\nl: z = 1\n${lines.join('\n')}\nz = 2\n}\n`;
    for (const engine of ['explicit', 'dual-tso'] as const) {
      const result = await check(text, { file: 'text.fp', language: 'program', memory: 'tso', engine });
      expect(result.ok ? result.outcome.verdict : result.diagnostics).toBe('holds');
    }
  });

  it('are kept apart in states, proofs and properties', async () => {
    const ticket = `shared next, serving: u32 = 4294967295
thread T[2] {
  local mine: u32
  mine = fetch_add(next, 1)
  await serving == mine
  cs: serving += 1
}
never T(i)@cs && T(j)@cs
never large: next < 4294967295 && next > 1`;
    const certified = await certify(ticket, { file: 'text.fp', language: 'program', memory: 'pso' });
    expect(certified.ok && certified.certificate.kind === 'audit' && certified.certificate.audit).toMatchObject({
      refuted: null,
      unfinished: null,
    });
    expect(await verdict(`${ticket}\nnever wrapped: next == 1`)).toBe('violated');
  });

  it('are not forgotten where any number of threads is asked about', async () => {
    for (const memory of ['sc', 'tso'] as const) {
      const shifted = 'shared n: u32 = 4294967295\nthread T[any] { local r: u32; r = n; n = r >> 31 }\nnever n == 1\n';
      const product = 'shared n: u32 = 4294967295\nthread T[any] { local r: u32; r = n; n = r * r }\nnever n == 1\n';
      expect([await verdict(shifted, memory), await verdict(product, memory)]).toEqual(['violated', 'violated']);
    }
  });

  it('are cut by cas and swap, too', async () => {
    expect(await thread('shared x: u8 = 255', 'assert cas(x, -1, 256); assert x == 0')).toBe('holds');
  });
});

describe('operators on bits', () => {
  it('bind tighter than comparisons', async () => {
    expect(await thread('shared x: 0..7 = 5', 'assert x & 1 == 1 && x ^ 1 == 4 && x | 2 == 7 && x << 1 == 10')).toBe(
      'holds',
    );
  });

  it('fail when they shift too far', async () => {
    expect(await thread('shared x: 0..40 = 32', 'local r: int; r = 1 << x')).toBe('violated');
  });
});

describe('a procedure', () => {
  const LOCK = `shared l: bool
proc acquire(shared m: bool) {
  spin: await cas(m, false, true)
}
thread P(me: 0..1) { acquire(l); cs: l = false }
`;

  it('is part of the thread that calls it', async () => {
    expect(await verdict(`${LOCK}never P(0)@cs && P(1)@cs\n`, 'tso')).toBe('holds');
    expect(await verdict(`${LOCK}never P(0)@cs && P(1)@acquire.spin\n`, 'tso')).toBe('violated');
  });

  it('is named in traces', async () => {
    const result = await check(`${LOCK}never P(0)@cs\n`, { file: 'text.fp', language: 'program' });
    const steps = result.ok && 'trace' in result.outcome ? (result.outcome.trace?.steps ?? []) : [];
    expect(steps).toContainEqual(expect.objectContaining({ line: 3, procedure: 'acquire' }));
  });

  it('gives values', async () => {
    const text = `shared x: 0..9 = 4
proc half(n: 0..9, shared v: 0..9) {
  local h: 0..9 = n / 2
  if (h == 0) { return 9 }
  v = h
  return h
}
thread P {
  local r: 0..9
  r = half(x, x)
  assert r == 2 && x == 2
  x = half(1, x)
  assert x == 9
  half(r, x)
  assert x == 1
}
`;
    expect(await verdict(text)).toBe('holds');
    expect(await verdict(text.replace('x == 1\n', 'x == 2\n'))).toBe('violated');
  });

  it('is wrong where it is declared, called or not', () => {
    expect(errors('proc f(n: int) { x = n }\nthread P { f(1); f(2) }')[0]).toContain('1:18 unknown-name');
    expect(errors('proc f(n: int) { x = n }\nthread P { f(1); f(2) }').length).toBe(1);
    expect(errors('proc f(n: int) { n = 1 }\nthread P { skip }')[0]).toContain('1:18 assigned-constant');
    expect(errors('proc f() { g() }\nproc g() { f() }\nthread P { f() }')).toEqual([
      '2:12 unsupported: procedures cannot call themselves: `f` calls `g` calls `f`',
    ]);
    expect(errors('proc f(n: 0..1) { skip }\nthread P { f(2) }')[0]).toContain('2:14 type-mismatch');
    expect(errors('proc f(n: 0..1) { skip }\nthread P { f() }')[0]).toContain('2:12 arity');
    expect(errors('proc f(shared n: bool) { skip }\nthread P { f(true) }')[0]).toContain('2:14 wrong-kind');
    expect(errors('proc f() { if (true) { return 1 } }\nthread P { local r: int; r = f() }')[0]).toContain('missing');
  });

  it('gets a fence once, for all calls', async () => {
    const text = `shared x, y: 0..1
proc put(shared v: 0..1) {
  v = 1
}
thread P { local r: 0..1; put(x); r = y }
thread Q { local r: 0..1; put(y); r = x }
never P@end && Q@end && P.r == 0 && Q.r == 0
`;
    const result = await fix(text, { file: 'text.fp', language: 'program' });
    if (!result.ok) throw new Error('refused');
    expect(JSON.stringify(result)).toContain('"thread":"put"');
    expect(await verdict(text, 'tso')).toBe('violated');
    expect(await verdict(text.replace('v = 1\n', 'v = 1\n  fence\n'), 'tso')).toBe('holds');
  });
});

describe('records and arrays of arrays', () => {
  const DECLARED =
    'record node { next: 0..2 = 2, slots[2]: bool }\nshared nodes[2]: node, one: node, a[2][3]: 0..7 = 1';

  it('have cells of their own', async () => {
    const body = `nodes[1].next = 1; one.next = 0; nodes[0].slots[1] = true
a[1][2] = 5; a[0][2] += 1
assert nodes[0].next == 2 && nodes[1].next == 1 && one.next == 0
assert nodes[0].slots[1] && !nodes[1].slots[0] && !one.slots[1]
assert a[1][2] == 5 && a[0][2] == 2 && a[1][1] == 1 && a[1][0] == 1`;
    expect(await thread(DECLARED, body)).toBe('holds');
  });

  it('are called in traces as in the text', async () => {
    const text = `${DECLARED}\nthread P { nodes[1].slots[0] = true; a[1][2] = 3; cs: skip }\nnever P@cs\n`;
    const result = await check(text, { file: 'text.fp', language: 'program', memory: 'sc' });
    const shown = JSON.stringify(result);
    for (const cell of ['nodes[1].slots[0]', 'a[1][2]']) expect(shown).toContain(`"${cell}"`);
  });

  it('have every index checked', async () => {
    expect(await thread(DECLARED, 'local i: 0..5 = 3; skip; a[0][i] = 2')).toBe('violated');
    expect(await thread(DECLARED, 'local i: 0..5 = 2; skip; a[0][i] = 2')).toBe('holds');
    expect(errors(`${DECLARED}\nthread P { a[0][3] = 1 }`)[0]).toContain('3:17 type-mismatch');
    expect(errors(`${DECLARED}\nthread P { a[0] = 1 }`)[0]).toContain('3:12 wrong-kind');
    expect(errors(`${DECLARED}\nthread P { a[0][1][1] = 1 }`)[0]).toContain('3:12 arity');
    expect(errors(`${DECLARED}\nthread P { one = 1 }`)[0]).toContain('3:12 wrong-kind');
    expect(errors(`${DECLARED}\nthread P { one.nxt = 1 }`)[0]).toContain('did you mean `next`?');
  });
});
