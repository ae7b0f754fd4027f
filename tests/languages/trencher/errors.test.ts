import { describe, expect, it } from 'vitest';
import { readTrencher } from '../../../src/languages/trencher/index.js';
import { placesOf, refusedInPlace } from '../shared/broken.js';
import { brokenPrograms, SOUND } from './broken.js';

describe('a broken program', () => {
  refusedInPlace(brokenPrograms, 'broken.txt', (content, file) => {
    const { program, diagnostics, finals } = readTrencher(content, file);
    // Nothing is left of what is refused.
    if (program === null) expect(finals).toEqual([]);
    return { model: program, diagnostics };
  });

  it('is otherwise a sound one', () => {
    expect(readTrencher(SOUND, 'sound.txt').diagnostics).toEqual([]);
  });
});

describe('what is probably a mistake', () => {
  const warnings = (text: string): string[] => placesOf(readTrencher(text, 'w.txt').diagnostics);

  it('is a warning', () => {
    const line = (text: string): string => SOUND.replace('noop', text);
    expect(warnings(line('check reg-1'))).toEqual(['warning lexical 3:22']);
    expect(warnings(line('check 1x'))).toEqual(['warning lexical 3:22']);
    expect(warnings(line('unlock'))).toEqual(['warning vacuous 3:1']);
    expect(warnings(`${line('noop\nfinal b')}${SOUND.replace('t\n', 'u\n')}`)).toEqual(['warning vacuous 6:8']);
    expect(warnings(line('lock\ntransition b c lock'))).toEqual(['warning vacuous 4:1']);
  });
});
