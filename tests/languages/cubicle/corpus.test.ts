import { describe, expect, it } from 'vitest';
import { parseCubicleText, readCubicle } from '../../../src/languages/cubicle/index.js';
import { printCubicle } from '../../../src/languages/cubicle/print.js';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';
import { corpusFiles, corpusIsThere, withoutPlaces } from './support.js';

/** Wrong under weak memory only, and nothing in it says that it is about weak memory: the reader must be told. */
const WRONG_WHEN_WEAK = 'tiny/w22_missing_thread.cub';

describe.skipIf(!corpusIsThere)('the corpus', () => {
  for (const { name, content, verdict } of corpusFiles()) {
    it(`reads ${name}${verdict === 'error' ? ' with errors' : ''}`, () => {
      const { system, diagnostics } = readCubicle(content, name, { weak: name === WRONG_WHEN_WEAK });
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      if (verdict === 'error') {
        expect(errors.length).toBeGreaterThan(0);
        expect(system).toBeNull();
      } else {
        expect(renderDiagnostics(errors, content)).toBe('');
        expect(system?.unsafe.length).toBeGreaterThan(0);
      }
    });
  }

  it('prints every well-formed model so that it is read back as it was', () => {
    let printed = 0;
    for (const { name, content } of corpusFiles()) {
      const { model } = parseCubicleText(content, name);
      if (model === null) continue;
      const again = parseCubicleText(printCubicle(model), name);
      expect(again.diagnostics, name).toEqual([]);
      expect(withoutPlaces(again.model), name).toEqual(withoutPlaces(model));
      printed++;
    }
    expect(printed).toBeGreaterThan(120);
  });

  it('reads w22 as an ordinary model when nobody asks for weak memory', () => {
    const file = corpusFiles().find(({ name }) => name === WRONG_WHEN_WEAK);
    expect(readCubicle(file?.content ?? '', 'w22').system?.weak).toBe(false);
  });
});
