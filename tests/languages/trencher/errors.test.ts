import { describe, expect, it } from 'vitest';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';
import { readTrencher } from '../../../src/languages/trencher/index.js';
import { Random } from '../../random/random.js';
import { mutate } from '../shared/mutate.js';
import { brokenPrograms, SOUND } from './broken.js';
import { SAMPLES } from './samples.js';

const MUTATIONS = Number(process.env.FENCEPOST_MUTATIONS ?? 2_000);

describe('a broken program', () => {
  for (const { title, content, errors } of brokenPrograms) {
    it(`is refused in the right place: ${title}`, () => {
      const { program, diagnostics, finals } = readTrencher(content, 'broken.txt');
      const found = diagnostics.filter(({ severity }) => severity === 'error');
      expect(found.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual(errors);
      expect(program).toBeNull();
      expect(finals).toEqual([]);
      const shown = renderDiagnostics(diagnostics, content);
      expect(Math.max(...shown.split('\n').map((line) => line.length))).toBeLessThan(300);
    });
  }

  it('is otherwise a sound one', () => {
    expect(readTrencher(SOUND, 'sound.txt').diagnostics).toEqual([]);
  });
});

describe('what is probably a mistake', () => {
  const warnings = (text: string): string[] =>
    readTrencher(text, 'w.txt').diagnostics.map((d) => `${d.severity} ${d.code} ${d.line}:${d.column}`);

  it('is a warning', () => {
    const line = (text: string): string => SOUND.replace('noop', text);
    expect(warnings(line('check reg-1'))).toEqual(['warning lexical 3:22']);
    expect(warnings(line('check 1x'))).toEqual(['warning lexical 3:22']);
    expect(warnings(line('unlock'))).toEqual(['warning vacuous 3:1']);
    expect(warnings(`${line('noop\nfinal b')}${SOUND.replace('t\n', 'u\n')}`)).toEqual(['warning vacuous 6:8']);
    expect(warnings(line('lock\ntransition b c lock'))).toEqual(['warning vacuous 4:1']);
  });
});

describe('damaged texts', () => {
  it('are read to an end, with a program or with placed errors', () => {
    const words = [
      ...[
        'thread',
        'initial',
        'final',
        'transition',
        'end',
        'read',
        'write',
        'local',
        'check',
        'mfence',
        'lock',
        'unlock',
      ],
      ...['noop', '==', '&', '+', '*', '!', '&&', '/', '%', '-1', '7', 'r', 'q0', '#', '\n', 'memory_size', '\0', '§'],
    ];
    const texts = [SOUND, ...Object.values(SAMPLES).map(({ text }) => text)];
    const random = new Random(5);
    let refused = 0;
    for (let round = 0; round < MUTATIONS; round++) {
      let text = random.pick(texts);
      for (let times = random.between(1, 3); times > 0; times--) text = mutate(text, random.pick(texts), words, random);
      const { program, diagnostics } = readTrencher(text, 'damaged.txt');
      expect(program === null, text).toBe(diagnostics.some(({ severity }) => severity === 'error'));
      const count = text.split('\n').length;
      for (const { line, column, length } of diagnostics) {
        if (line === null || column === null || length === null) throw new Error('a reader names a place');
        expect(line >= 1 && line <= count && column >= 1 && length >= 1, text).toBe(true);
      }
      if (program === null) refused++;
    }
    expect(refused).toBeGreaterThan(MUTATIONS / 4);
    expect(refused).toBeLessThan(MUTATIONS);
  });
});
