import { describe, expect, it } from 'vitest';
import { readMemorax } from '../../../src/languages/memorax/index.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import { placesOf, refusedInPlace } from '../shared/broken.js';
import { brokenPrograms, SOUND } from './broken.js';

describe('a broken program', () => {
  refusedInPlace(brokenPrograms, 'broken.rmm', (content, file) => {
    const { program, diagnostics } = readMemorax(content, file);
    return { model: program, diagnostics };
  });

  it('is otherwise a sound one', () => {
    expect(readMemorax(SOUND, 'sound.rmm').diagnostics).toEqual([]);
  });

  it('names the macro in whose body the fault stands', () => {
    const text = 'forbidden CS macro f() write x endmacro\nprocess text CS: nop; f()';
    expect(readMemorax(text, 'b').diagnostics[0]?.message).toBe('expected `:`, found `x` (in the macro `f`)');
  });

  it('says how to write what was meant', () => {
    const message = (statement: string) =>
      readMemorax(SOUND.replace('CS: nop', `CS: ${statement}`), 'b').diagnostics[0]?.message ?? '';
    expect(message('x := 1')).toContain('`write: x := ...`');
    expect(message('assume: ($r = 1)')).toContain('brackets `[ ]`');
  });
});

describe('statements of other memory models', () => {
  const warnings = (statement: string, memory?: MemoryName) =>
    placesOf(
      readMemorax(
        SOUND.replace('CS: nop', `CS: ${statement}`),
        'w',
        memory === undefined ? {} : { memory: memoryNamed(memory) },
      ).diagnostics,
    );

  it('do nothing, and it is said once, where the order they ask for holds anyway', () => {
    expect(warnings('ssfence; ssfence; llfence')).toEqual(['warning fence 9:7', 'warning fence 9:25']);
    expect(warnings('slocked write: x := 1')).toEqual(['warning fence 9:7']);
    expect(warnings('fence')).toEqual([]);
  });

  it('are what they say under PSO, where they matter', () => {
    expect(warnings('ssfence', 'pso')).toEqual([]);
    expect(warnings('slocked write: x := 1', 'pso')).toEqual([]);
    expect(warnings('llfence', 'pso')).toEqual(['warning fence 9:7']);
    for (const memory of ['sc', 'tso', 'pso'] as const) {
      expect(warnings('syncwr: x := 1; syncrd: x = 1', memory)).toEqual(['warning fence 9:7', 'warning fence 9:23']);
    }
  });

  it('a second section and a pointer to nowhere are warnings', () => {
    expect(warnings('write: [$r + 2] := 0')).toEqual(['warning vacuous 9:14']);
    const twice = SOUND.replace('data v = 0 : [0:1] text\n  CS', 'data u = 0 data v = 0 : [0:1] text\n  CS');
    const { program, diagnostics } = readMemorax(twice, 'w');
    expect(program?.shared.map(({ name }) => name)).toEqual(['x', 'y', 'v[P0]', 'v[P1]']);
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'duplicate', line: 8, column: 12 }]);
  });
});
