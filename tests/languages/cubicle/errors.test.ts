import { describe, expect, it } from 'vitest';
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import { refusedInPlace } from '../shared/broken.js';
import { brokenInputs, SOUND, WEAK } from './broken.js';

describe('a broken input', () => {
  refusedInPlace(brokenInputs, 'broken.cub', (content, file) => {
    const { system, diagnostics } = readCubicle(content, file);
    return { model: system, diagnostics };
  });

  it('says what would have been accepted', () => {
    const { diagnostics } = readCubicle(`${SOUND}unsafe (i) PC[i] = L1`, 'broken.cub');
    expect(diagnostics).toMatchObject([{ code: 'syntax', line: 11, column: 12, length: 2, expected: '`{`' }]);
  });

  it('is otherwise a sound model', () => {
    expect(readCubicle(SOUND, 'sound.cub').diagnostics).toEqual([]);
    expect(readCubicle(WEAK, 'weak.cub').diagnostics).toEqual([]);
  });
});
