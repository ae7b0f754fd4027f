/** A digest tells models apart by their meaning: comments and layout make no difference, anything else does. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readQuestion } from '../../src/check/read.js';
import { suited } from '../../src/check/suit.js';
import { askedScope, type CertificateScope } from '../../src/evidence/scope.js';
import { ENDLESS } from '../../src/languages/shared/patience.js';
import { sha256 } from '../../src/logic/sha256.js';
import { canonicalText } from '../../src/models/digest.js';

async function scopeOf(text: string, options: Parameters<typeof readQuestion>[1]): Promise<CertificateScope> {
  const asked = await readQuestion(text, options, ENDLESS);
  if (!asked.ok) throw new Error(asked.diagnostics[0]?.message);
  const crossed = await suited(asked.question, 'parameterized');
  return askedScope({ ...asked, proved: 'question' in crossed ? crossed.question.model : asked.question.model });
}

describe('SHA-256', () => {
  it('is that of others, for every length around the size of a block', () => {
    for (let length = 0; length < 200; length++) {
      const text = 'aé€𝄞'.repeat(50).slice(0, length);
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
    }
    const long = 'fencepost '.repeat(100_000);
    expect(sha256(long)).toBe(createHash('sha256').update(long).digest('hex'));
  });
});

describe('the canonical text', () => {
  it('has fields in order, tells kinds of values apart and leaves out what is for people', () => {
    expect(
      canonicalText({ b: [1, '1', 1n, true, null], a: -0, place: 3 }, (name, value) =>
        name === 'place' ? undefined : value,
      ),
    ).toBe('{"a":0,"b":[1,"1",1n,true,null,],}');
    expect(() => canonicalText({ f: () => 0 }, (_, value) => value)).toThrow('no data');
  });

  it('is made of data of any depth', () => {
    let deep: unknown = 0;
    for (let k = 0; k < 200_000; k++) deep = [deep];
    expect(canonicalText(deep, (_, value) => value).length).toBe(1 + 3 * 200_000);
  });
});

const PROGRAM = `shared x: 0..2 = 0, lock: bool = false
thread P(me: 0..1) {
  await !lock
  x = me + 1
  fence
  if (x == 2) { x = 0 }
  cs: assert x < 2
}
never x > 1 && P(0)@cs
never both: P(0)@cs && P(1)@cs
`;
const SYSTEM = readFileSync('examples/test-and-set.cub', 'utf8');
const ANY = readFileSync('examples/dual-tso/any-sb.fp', 'utf8');

/** The same with comments and lines between all lines, and without indentation. */
function spread(text: string, [open, close]: readonly [string, string]): string {
  return text
    .split('\n')
    .map((line) => `\n${open} and 'then' ${close}\n   ${line.trim()}  `)
    .join('\n');
}

describe('the digest of a model', () => {
  it('does not see comments and layout', async () => {
    const programs = ['dual-tso', 'predicates', 'programs'].flatMap((folder) =>
      readdirSync(`examples/${folder}`)
        .filter((file) => /(^any|bakery|peterson|lock).*fp$/.test(file))
        .map((file) => `examples/${folder}/${file}`),
    );
    expect(programs.length).toBeGreaterThan(10);
    for (const name of programs) {
      const text = readFileSync(name, 'utf8');
      const other = await scopeOf(spread(text, ['//', '']), { file: 'b.fp', memory: 'sc' });
      expect(other, name).toEqual(await scopeOf(text, { file: 'a.fp', memory: 'sc' }));
    }
    for (const name of readdirSync('examples').filter((file) => /^[a-m].*cub$/.test(file))) {
      const text = readFileSync(`examples/${name}`, 'utf8');
      const other = await scopeOf(spread(text, ['(*', '*)']), { file: 'b.cub' });
      expect(other, name).toEqual(await scopeOf(text, { file: 'a.cub' }));
    }
  });

  const changes: readonly (readonly [text: string, file: string, from: string, to: string])[] = [
    [PROGRAM, 'a.fp', 'x > 1', 'x > 0'],
    [PROGRAM, 'a.fp', 'x > 1', 'x >= 1'],
    [PROGRAM, 'a.fp', '0..2', '0..3'],
    [PROGRAM, 'a.fp', '= 0,', '= 1,'],
    [PROGRAM, 'a.fp', '= 0,', '= ?,'],
    [PROGRAM, 'a.fp', 'fence', 'skip'],
    [PROGRAM, 'a.fp', '!lock', 'lock'],
    [PROGRAM, 'a.fp', 'x < 2', 'x < 1'],
    [PROGRAM, 'a.fp', 'cs: assert', 'cs: assume'],
    [PROGRAM, 'a.fp', 'me + 1', 'me'],
    [PROGRAM, 'a.fp', 'x == 2', 'x != 2'],
    [PROGRAM, 'a.fp', 'x = me', 'x = 1 - me'],
    [PROGRAM, 'a.fp', 'me: 0..1', 'me: 0..2'],
    [PROGRAM, 'a.fp', '&& P(1)@cs', '&& P(0)@cs'],
    [SYSTEM, 'a.cub', 'At[p] = Inside', 'At[p] = Waiting'],
    [SYSTEM, 'a.cub', 'Taken = False', 'Taken = True'],
    [SYSTEM, 'a.cub', ':= True', ':= False'],
    [ANY, 'a.fp', 'x = true', 'x = false'],
    [ANY, 'a.fp', '    fence\n', '    skip\n'],
    [ANY, 'a.fp', 'T(j)@oldx', 'T(j)@oldy'],
  ];

  it.each(changes)('sees a change of meaning (%#)', async (text, file, from, to) => {
    expect(text).toContain(from);
    const [one, other] = [await scopeOf(text, { file }), await scopeOf(text.replace(from, to), { file })];
    expect(other.model).not.toBe(one.model);
    if (one.bridge !== null) expect(other.bridge).not.toBe(one.bridge);
  });

  it('is another one for each number of threads, memory that is read, and property', async () => {
    const number = async (processes: number | 'any') => (await scopeOf(ANY, { file: 'a.fp', processes })).model;
    expect(new Set([await number(2), await number(3), await number('any')]).size).toBe(3);
    const one = await scopeOf(PROGRAM, { file: 'a.fp', property: 'both' });
    const all = await scopeOf(PROGRAM, { file: 'a.fp' });
    expect(one.model).not.toBe(all.model);
    expect([one.property, all.property]).toEqual(['both', 'never[1], both, assert']);
    const runs = (ltl: string, propositions = {}) => scopeOf(PROGRAM, { file: 'a.fp', ltl, propositions });
    const low = await runs('G p', { p: 'x < 1' });
    expect(low).toMatchObject({ about: 'runs' });
    expect((await runs('G p', { p: 'x < 2' })).model).not.toBe(low.model);
  });
});
