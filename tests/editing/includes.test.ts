/** A program with the files that it includes: names, faults, layout and questions go across them. */
import { describe, expect, it } from 'vitest';
import {
  complete,
  type Document,
  definition,
  diagnose,
  format,
  hover,
  lenses,
  references,
  rename,
  symbols,
} from '../../src/editing/index.js';
import { documentOf } from './examples.js';

const LOCK = `include "cell.fp"
proc acquire() {
  spin: await cas(l, 0, 1)
}
`;
const CELL = 'shared l: 0..1\n';
const MAIN = `include "lib/lock.fp"
shared own: int
thread P[any] { acquire(); cs: skip; own = 1; l = 0 }
never P(i)@cs && P(j)@cs
never other: P(i)@acquire.spin && own == 2`;

function main(text = MAIN, lock = LOCK, cell = CELL): Document {
  const included = new Map([
    ['lib/lock.fp', lock],
    ['lib/cell.fp', cell],
  ]);
  return { ...documentOf('main.fp', text), included };
}

const at = (part: string, text = MAIN) => text.indexOf(part);

it('has nothing wrong with it, and the files are missed without them', async () => {
  expect(await diagnose(main())).toEqual([]);
  expect(await diagnose(main(), { quick: true })).toEqual([]);
  const [first] = await diagnose(documentOf('main.fp', MAIN));
  expect(first).toMatchObject({ code: 'unknown-name', from: 0 });
});

describe('a fault in an included file', () => {
  it('is told where the text includes it, with its own place and fix', async () => {
    const lock = LOCK.replace('cas(l', 'csa(l');
    const [first] = await diagnose(main(MAIN, lock), { quick: true });
    expect(first).toMatchObject({ from: 0, to: 'include "lib/lock.fp"'.length, fixes: [], severity: 'error' });
    expect(first?.message).toMatch(/^lib\/lock\.fp:3:15: /);
    expect(first?.cause?.file).toBe('lib/lock.fp');
    const { from = 0, to = 0, fixes = [] } = first?.cause?.diagnosis ?? {};
    expect(lock.slice(from, to)).toBe('csa');
    expect(fixes.map(({ title }) => title)).toEqual(['write `cas`']);
  });

  it('is told at the include that leads to it', async () => {
    const text = `\n  ${MAIN}`;
    const [first] = await diagnose(main(text, LOCK, 'shared l: 0..\n'));
    expect(first?.message).toMatch(/^lib\/cell\.fp:/);
    expect(text.slice(first?.from, first?.to)).toBe('include "lib/lock.fp"');
  });
});

it('leads to the declarations of other files, and tells of them', async () => {
  const found = await definition(main(), at('acquire()'));
  expect(found).toEqual({ file: 'lib/lock.fp', from: at('acquire', LOCK), to: at('acquire', LOCK) + 7 });
  expect(await definition(main(), at('l = 0'))).toEqual({ file: 'lib/cell.fp', from: 7, to: 8 });
  expect(await definition(main(), at('own = 1'))).toEqual({ from: at('own'), to: at('own') + 3 });
  expect(await definition(main(), at('lock.fp'))).toEqual({ file: 'lib/lock.fp', from: 0, to: 0 });
  expect((await references(main(), at('l = 0'))).map(({ file }) => file)).toEqual([
    undefined,
    'lib/lock.fp',
    'lib/cell.fp',
  ]);
  expect((await hover(main(), at('acquire()')))?.markdown).toContain('proc acquire()');
  expect((await hover(main(), at('include')))?.markdown).toContain('another file');
  expect((await hover(main(), at('lock.fp')))?.markdown).toContain('another file');
  const inBody = await complete(main(), at('cs: skip'));
  expect(inBody.items.map(({ label }) => label)).toEqual(expect.arrayContaining(['acquire', 'l', 'own']));
  const labels = await complete(main(), at('spin && own'));
  expect(labels.items.map(({ label }) => label)).toEqual(['spin']);
  const outside = await complete(documentOf('a.fp', ''), 0);
  expect(outside.items).toContainEqual(expect.objectContaining({ label: 'include', kind: 'keyword' }));
});

it('changes names within the file alone', async () => {
  const own = await rename(main(), at('own'), 'mine');
  expect(own).toMatchObject({ ok: true, edits: [{ from: at('own') }, {}, {}] });
  const refused = { ok: false, message: expect.stringContaining('within one file only') };
  expect(await rename(main(), at('acquire()'), 'take')).toEqual(refused);
  expect(await rename(main(), at('l = 0'), 'm')).toEqual(refused);
  // A name that an included file has.
  const clash = { ok: false, message: expect.stringContaining('already') };
  expect(await rename(main(), at('own'), 'acquire')).toEqual(clash);
  expect(await rename(main(), at('own'), 'l')).toEqual(clash);
});

it('has the outline, the questions and the layout of the file alone', async () => {
  expect((await symbols(main())).map(({ name }) => name)).toEqual(['own', 'P', 'other']);
  expect((await lenses(main())).map(({ property }) => property)).toEqual(['line 4', 'other']);
  const only = 'include "lib/lock.fp"\n';
  expect(await lenses(main(only, LOCK, `${CELL}thread P { acquire() }\n`))).toMatchObject([
    { property: null, from: 0 },
  ]);
  expect(await lenses(main(only))).toEqual([]);
  const layout = await format(main());
  if (!layout.ok) expect.fail(layout.message);
  for (const { insert } of layout.edits) expect(insert).not.toContain('proc acquire');
});
