import { describe, expect, it } from 'vitest';
import { readLitmus, readOutcome } from '../../../src/languages/litmus/index.js';
import { refusedInPlace } from '../shared/broken.js';
import { brokenTests, SOUND, SOUND_64 } from './broken.js';

describe('a broken test', () => {
  refusedInPlace(brokenTests, 'broken.litmus', (content, file) => {
    const { checked, diagnostics } = readLitmus(content, file);
    return { model: checked, diagnostics };
  });

  it('says what would have been right', () => {
    const message = (content: string): string => readLitmus(content, 'b').diagnostics[0]?.message ?? '';
    expect(message(SOUND.replace('MOV EAX', 'MOV eax'))).toBe('registers are written in capitals: `EAX`');
    expect(message(SOUND_64.replace('0:rax', '0:eax'))).toBe(
      '`eax` is not a register of X86_64: it is called `rax` here',
    );
    expect(message(SOUND.replace('MOV EAX', 'MOVNTI EAX'))).toContain('it is an instruction of X86_64 tests');
    expect(message(SOUND.replace('[x]', 'x'))).toContain('memory is written `[x]`');
    expect(message(SOUND_64.replace('(x)', 'x'))).toContain('memory is written `(x)`');
  });

  it('is otherwise a sound test', () => {
    for (const content of [SOUND, SOUND_64]) expect(readLitmus(content, 'sound.litmus').diagnostics).toEqual([]);
  });

  it('a location that nothing else names is a warning', () => {
    const { checked, diagnostics } = readLitmus(SOUND.replace('0:EAX=0', 'z=0'), 'w.litmus');
    expect(checked).not.toBeNull();
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'unknown-name', line: 5, column: 9 }]);
  });
});

describe('an outcome', () => {
  const { checked } = readLitmus(SOUND, 'sound.litmus');
  const outcome = (text: string) => {
    if (checked === null) throw new Error('the test is not read');
    return readOutcome(text, '<outcome>', checked.scope);
  };

  it.each([
    ['0:EAX=0 /\\', 'syntax 1:11'],
    ['1:EAX=0', 'process-number 1:1'],
    ['0:EAX=0 exists', 'syntax 1:9'],
    ['', 'syntax 1:1'],
  ])('%s is refused', (text, error) => {
    const { proposition, diagnostics } = outcome(text);
    expect(proposition).toBeNull();
    expect(diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual([error]);
  });

  it('is a proposition', () => {
    expect(outcome('x=1 \\/ 0:EAX!=0').proposition).toMatchObject({ kind: 'or' });
  });
});
