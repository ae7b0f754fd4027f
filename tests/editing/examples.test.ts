/** What must hold of every example: nothing is wrong with it, names are found again, and its layout is kept once it is made. */
import { describe, expect, it } from 'vitest';
import {
  apply,
  complete,
  definition,
  diagnose,
  format,
  hover,
  references,
  rename,
  symbols,
} from '../../src/editing/index.js';
import { share } from '../support/size.js';
import { EXAMPLE_FILES, example, NAMED_FILES, wordEnds } from './examples.js';

describe('examples', () => {
  it.each(share(EXAMPLE_FILES, 80))('%s has nothing wrong with it', async (file) => {
    expect(await diagnose(example(file))).toEqual([]);
  });

  it.each(share(NAMED_FILES, 12))('%s: names have a definition, references, a hover and completions', async (file) => {
    const document = example(file);
    let names = 0;
    for (const at of wordEnds(document)) {
      const declared = await definition(document, at);
      if (declared === null) continue;
      names++;
      const name = document.text.slice(declared.from, declared.to);
      const all = await references(document, at);
      expect(all).toContainEqual(declared);
      expect(new Set(all.map(({ from, to }) => document.text.slice(from, to)))).toEqual(new Set([name]));
      const here = all.find(({ to }) => to === at);
      expect(here, `${name} at ${at}`).toBeDefined();
      expect((await hover(document, at))?.markdown).toContain(name);
      const { items, from, to } = await complete(document, at);
      expect(document.text.slice(from, to)).toBe(name);
      if (here?.from !== declared.from && items.length > 0) expect(items.map(({ label }) => label)).toContain(name);
    }
    expect(names).toBeGreaterThan(0);
    expect((await symbols(document)).length).toBeGreaterThan(0);
  });

  it.each(share(NAMED_FILES, 12))('%s: renaming and renaming back gives the same text', async (file) => {
    const document = example(file);
    const done = new Set<number>();
    for (const at of wordEnds(document)) {
      const declared = await definition(document, at);
      if (declared === null || done.has(declared.from)) continue;
      done.add(declared.from);
      const name = document.text.slice(declared.from, declared.to);
      const fresh = `${name}_x1`;
      const there = await rename(document, at, fresh);
      if (!there.ok) expect.fail(`${name}: ${there.message}`);
      const changed = { ...document, text: apply(document.text, there.edits) };
      expect((await diagnose(changed)).filter(({ severity }) => severity === 'error')).toEqual([]);
      const shift = there.edits.filter(({ from }) => from < declared.from).length * (fresh.length - name.length);
      const back = await rename(changed, declared.from + shift, name);
      if (!back.ok) expect.fail(`${name}: ${back.message}`);
      expect(apply(changed.text, back.edits)).toBe(document.text);
    }
  });

  it.each(NAMED_FILES)('%s: formatting is idempotent', async (file) => {
    const document = example(file);
    const first = await format(document);
    if (!first.ok) expect.fail(first.message);
    const text = apply(document.text, first.edits);
    const second = await format({ ...document, text });
    expect(second).toEqual({ ok: true, edits: [] });
  });
});
