import { describe, expect, it } from 'vitest';
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';
import { brokenInputs, SOUND, WEAK } from './broken.js';

describe('a broken input', () => {
  for (const { title, content, errors } of brokenInputs) {
    it(`is refused in the right place: ${title}`, () => {
      const { system, diagnostics } = readCubicle(content, 'broken.cub');
      const found = diagnostics.filter(({ severity }) => severity === 'error');
      expect(found.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual(errors);
      expect(system).toBeNull();
      const shown = renderDiagnostics(diagnostics, content);
      expect(shown).toContain(`broken.cub:${errors[0]?.split(' ')[1]}: error[${errors[0]?.split(' ')[0]}]: `);
      expect(Math.max(...shown.split('\n').map((line) => line.length))).toBeLessThan(300);
    });
  }

  it('says what would have been accepted', () => {
    const { diagnostics } = readCubicle(`${SOUND}unsafe (i) PC[i] = L1`, 'broken.cub');
    expect(diagnostics).toMatchObject([{ code: 'syntax', line: 11, column: 12, length: 2, expected: '`{`' }]);
  });

  it('is otherwise a sound model', () => {
    expect(readCubicle(SOUND, 'sound.cub').diagnostics).toEqual([]);
    expect(readCubicle(WEAK, 'weak.cub').diagnostics).toEqual([]);
  });
});
