/** What is offered at some places, and what is refused. */
import { describe, expect, it } from 'vitest';
import { apply, complete, diagnose, hover, lenses, rename } from '../../src/editing/index.js';
import { documentOf } from './examples.js';

/** A document, and the place where `|` stands in it. */
function marked(file: string, text: string) {
  const at = text.indexOf('¦');
  return { document: documentOf(file, text.replace('¦', '')), at };
}

const PROGRAM = `type colour = red | green
record node { next: 0..3, locked: bool }
shared lock: bool, nodes[2]: node
proc take(shared l: bool) { spin: await cas(l, false, true) }
thread P(me: 0..1) {
  local seen: colour
  take(lock)
  cs: skip
  BODY
}
never mutex: P(0)@cs && P(1)@cs PROPERTY
`;

async function labels(text: string): Promise<string[]> {
  const { document, at } = marked('a.fp', text);
  return (await complete(document, at)).items.map(({ label }) => label);
}

describe('completion in programs', () => {
  const inBody = (body: string) => PROGRAM.replace('BODY', body).replace('PROPERTY', '');
  const inProperty = (part: string) => PROGRAM.replace('BODY', '').replace('PROPERTY', part);

  it.each([
    ['labels behind @', inProperty('&& P(0)@¦'), ['cs', 'end', 'take'], ['lock', 'fence']],
    ['labels of a procedure', inProperty('&& P(0)@take.¦'), ['spin'], ['cs']],
    ['locals of a thread', inProperty('&& P(0).¦'), ['me', 'seen'], ['lock']],
    ['threads in properties', inProperty('&& ¦'), ['P', 'lock', 'nodes'], ['fence', 'seen']],
    ['fields of a record', inBody('nodes[0].¦'), ['next', 'locked'], ['lock']],
    ['statements', inBody('¦'), ['fence', 'await', 'take', 'lock', 'seen', 'store_release'], ['never', 'spin']],
    ['values', inBody('seen = r¦'), ['red', 'green', 'seen', 'cas'], ['goto', 'never']],
    ['labels behind goto', inBody('goto ¦'), ['cs'], ['lock', 'spin']],
    ['types of fields', 'type task = 0..3\nrecord r { a: int; b[2]: ¦ }', ['task', 'int', 'r'], ['never']],
    ['types', inBody('local x: ¦'), ['int', 'bool', 'colour', 'u8'], ['lock']],
  ])('%s', async (_, text, offered, left) => {
    const found = await labels(text);
    expect(found).toEqual(expect.arrayContaining(offered));
    for (const word of left) expect(found).not.toContain(word);
  });

  it('offers nothing in comments, in numbers and for new names', async () => {
    for (const text of ['// a ¦', '/* ¦ */ shared x: int', 'shared x: 0..1¦', 'shared ¦', 'thread ¦']) {
      expect(await labels(text), text).toEqual([]);
    }
  });
});

describe('fixes', () => {
  it.each([
    ['shared turn: int\nthread P { trun = 1 }', 'turn'],
    ['shared x: int\nthread P { mfence }', 'fence'],
    ['shared x: int\nthread P { whlie x == 0 { } }', 'while'],
    ['shared x: int\nthread P { if (x = 1) skip }', '=='],
    ['shared x: uint8_t\nthread P { x = 1 }', 'u8'],
  ])('%s', async (text, instead) => {
    const document = documentOf('a.fp', text);
    const [first] = await diagnose(document);
    const [fix] = first?.fixes ?? [];
    expect(fix?.title).toBe(`write \`${instead}\``);
    const mended = { ...document, text: apply(text, fix?.edits ?? []) };
    expect((await diagnose(mended)).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

it('tells what a fence means on each memory', async () => {
  const { document, at } = marked('a.fp', 'shared x: int\nthread P { x = 1; fen¦ce store }');
  const told = await hover(document, at);
  expect(told?.markdown).toMatch(/\| PSO \| the writes before it reach memory/);
});

describe('a new name', () => {
  const text = 'shared x, y: int\nthread P { local r: int; r = x; l: y = r }\nnever P@l && P.r == 1';
  it.each([
    ['x', 'y', /already a shared variable/],
    ['x', 'r', /already a local variable of `P`/],
    ['x', 'fence', /word of the language/],
    ['x', '2x', /digit/],
    ['l', 'end', /end of a thread/],
  ])('%s cannot be %s', async (name, fresh, message) => {
    const document = documentOf('a.fp', text);
    const result = await rename(document, new RegExp(`\\b${name}\\b`).exec(text)?.index ?? 0, fresh);
    expect(result).toEqual({ ok: false, message: expect.stringMatching(message) });
  });
});

it('asks about each property', async () => {
  const document = documentOf('a.fp', 'thread T[any] { cs: skip }\nnever T(i)@cs && T(j)@cs\nltl live: F T(i)@end');
  const found = await lenses(document);
  expect(found.map(({ property, prove }) => [property, prove])).toEqual([
    ['line 2', true],
    ['live', false],
  ]);
});
