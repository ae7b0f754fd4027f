import { describe, expect, it } from 'vitest';
import { readLitmus, readOutcome } from '../../../src/languages/litmus/index.js';
import { refusedInPlace } from '../shared/broken.js';
import { brokenTests, SOUND, SOUND_64 } from './broken.js';
import { single } from './support.js';

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

describe('sizes that are not looked at', () => {
  const warnings = (architecture: string, init: string, rows: string) => {
    const { checked, diagnostics } = readLitmus(single(architecture as 'X86', init, rows, 'x;'), 'sizes.litmus');
    expect(checked).not.toBeNull();
    return diagnostics.map(({ severity, code, line, column }) => `${severity} ${code} ${line}:${column}`);
  };

  it('are told where X86 tests name them', () => {
    expect(warnings('X86', 'x', 'MOVB [x],$1\nMOV EAX,[x]\nmovq EAX,[x]\nMOVL EBX,[x]')).toEqual([
      'warning type-mismatch 4:2',
      'warning type-mismatch 6:2',
    ]);
  });

  it('are told where an instruction and a location of X86_64 differ', () => {
    // A store of less than all, and an access to more; a load of less is what processors do.
    expect(warnings('X86_64', 'x; uint64_t y', 'movb $1,(x)\nmovq (x),%rax\nmovl (y),%eax\nmovl $1,(x)')).toEqual([
      'warning type-mismatch 4:10',
      'warning type-mismatch 5:7',
    ]);
    expect(
      warnings('X86_64', 'x; uint8_t b; int64_t t[2]; 0:rbx=x', 'addb $1,(b)\nmovq $1,(t)\nmovb $1,(%rbx)'),
    ).toEqual([]);
    expect(warnings('X86_64', 'x; uint8_t b', 'leaq (b),%rax\nlock; xaddl %eax,(b)')).toEqual([
      'warning type-mismatch 5:19',
    ]);
  });
});
