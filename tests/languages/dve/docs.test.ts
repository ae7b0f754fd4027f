import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDve } from '../../../src/languages/dve/index.js';
import { codesOf } from '../shared/broken.js';
import { brokenModels } from './broken.js';
import { explore, hasAcceptingCycle } from './explore.js';
import { model } from './support.js';

const page = readFileSync(new URL('../../../docs/reference/languages/dve.md', import.meta.url), 'utf8');

describe('the page on DVE', () => {
  const [lock = '', marked = '', ...others] = [...page.matchAll(/```dve\n(.*?)```/gs)].map(
    ([, text]) => text as string,
  );

  it('has an example that is as it says', () => {
    expect(others).toEqual([]);
    expect(readDve(lock, 'example.dve').diagnostics).toEqual([]);
    expect(hasAcceptingCycle(model(lock))).toBe(false);
    expect(hasAcceptingCycle(model(lock.replace('P_0.wait', 'P_0.NCS')))).toBe(true);
    // Without the property: at most one process is in its critical section.
    const [text = ''] = lock.split('process Starves');
    const watched = `${text.replace('init NCS;', 'init NCS; assert CS: not P_1.CS;')} system async;`;
    expect(explore(model(watched))).toMatchObject({ complete: true, deadlocks: 0, violated: new Set() });
    const broken = watched.replace('turn == 0', 'turn == 1');
    expect(explore(model(broken)).violated.size).toBe(1);
  });

  it('has an example with marks', () => {
    expect(readDve(marked, 'example.dve').diagnostics).toEqual([]);
    const [first, second] = model(marked).processes[0]?.transitions ?? [];
    expect([first?.effects[0]?.atomic, second?.fence]).toEqual([true, true]);
  });

  it('has sound declarations, sections and clauses in its tables', () => {
    const cells = [
      ...page.slice(page.indexOf('## The parts'), page.indexOf('## Expressions')).matchAll(/^\| (`[^|]*`) \|/gm),
    ];
    const written = cells.map(([, cell]) => (cell ?? '').replaceAll('`', '').replace('`, ...;', ';'));
    const sections = written.filter((text) => /^(init|commit|accept|assert)/.test(text));
    expect(sections.length).toBe(4);
    const process = `process P { state s, t; ${sections.join(' ')} trans s -> t { guard x; sync c!x; effect x = 1; }; }`;
    const text = `${written.filter((one) => /^(byte|const|channel c)/.test(one)).join(' ')} ${process} system async;`;
    expect(readDve(text, 'tables.dve').diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    for (const [accept] of page.matchAll(/accept [a-z]+ [^`]*;(?=`)/g)) {
      const other = text.replace('accept t;', accept);
      expect(readDve(other, accept).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  });

  it('explains every code that a broken model gives', () => {
    const { given, explained } = codesOf(brokenModels, page);
    expect([...given].filter((code) => !explained.has(code))).toEqual([]);
    expect([...explained].filter((code) => !given.has(code))).toEqual(['vacuous']);
  });
});
