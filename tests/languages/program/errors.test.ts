import { describe, expect, it } from 'vitest';
import { readProgram } from '../../../src/languages/program/index.js';
import { placesOf, refusedInPlace } from '../shared/broken.js';
import { brokenInputs, SOUND, SOUND_INSIDE } from './broken.js';

describe('a broken text', () => {
  refusedInPlace(brokenInputs, 'broken.fp', (content, file) => {
    const { program, diagnostics } = readProgram(content, file);
    return { model: program, diagnostics };
  });

  it('is otherwise a sound program', () => {
    expect(readProgram(SOUND, 'sound.fp').diagnostics).toEqual([]);
    expect(readProgram(SOUND_INSIDE, 'sound.fp').diagnostics).toEqual([]);
  });

  it('is one of many', () => {
    expect(brokenInputs.length).toBeGreaterThanOrEqual(80);
    expect(new Set(brokenInputs.map(({ title }) => title)).size).toBe(brokenInputs.length);
  });

  it('says what would have been accepted', () => {
    const { diagnostics } = readProgram('thread P { goto 3 }', 'broken.fp');
    expect(diagnostics).toMatchObject([{ code: 'syntax', line: 1, column: 17, length: 1, expected: 'a label' }]);
  });

  it('hears of names that are near', () => {
    const message = (text: string) => readProgram(SOUND + text, 'broken.fp').diagnostics[0]?.message ?? '';
    expect(message('never P(0)@Cs')).toContain('did you mean `cs`?');
    expect(message('shared z: Colour')).toContain('did you mean `colour`?');
    expect(message('thread Q { flagg[0] = true }')).toContain('did you mean `flag`?');
    expect(message('thread Q { if (x) skip }')).toContain('write `x != 0`');
  });
});

describe('a doubtful text', () => {
  const warnings = (text: string) => placesOf(readProgram(text, 'doubtful.fp').diagnostics);

  it('is warned of statements that are never reached', () => {
    expect(warnings('shared x: int\nthread P {\n  loop { x = 1 }\n  x = 2\n  x = 3\n}')).toEqual([
      'warning vacuous 4:3',
    ]);
    expect(warnings('shared x: int\nthread P {\n  loop { x = 1; break }\n  x = 2\n}')).toEqual([]);
  });

  it('is warned of a fence that does nothing', () => {
    expect(warnings('shared x: int\nthread P { atomic { x = 1; fence } }')).toEqual(['warning fence 2:28']);
  });
});
