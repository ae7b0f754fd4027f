import { describe, expect, it } from 'vitest';
import { readDve } from '../../../src/languages/dve/index.js';
import { placesOf, refusedInPlace } from '../shared/broken.js';
import { brokenModels, SOUND } from './broken.js';

describe('a broken model', () => {
  refusedInPlace(brokenModels, 'broken.dve', readDve);

  it('is otherwise a sound one', () => {
    expect(readDve(SOUND, 'sound.dve').diagnostics).toEqual([]);
  });
});

describe('what was meant', () => {
  const TRANSITION = 'guard x == 1; effect i = 1;';
  const LONGER = SOUND.replace('byte j; state s', 'byte j; state idle, s').replace('byte i;', 'byte i, count;');
  const first = (clauses: string): string =>
    readDve(LONGER.replace(TRANSITION, clauses), 'slip.dve').diagnostics[0]?.message ?? '';
  const slips: [written: string, said: string][] = [
    ['guard x = 1;', 'equality is written `==`'],
    ['guard !x;', 'the negation is written `not`'],
    ['guard x <> 1;', '`<>` is written `!=`'],
    ['guard x ? 1 : 2;', 'no `? :`'],
    ['effect x++;', 'write `x = x + 1`'],
    ['effect x -= 1;', 'write `x = x - ...`'],
    ['effect x := 1;', 'without `:`'],
    ['effect x == 1;', 'an assignment is written `=`'],
    ['gaurd x == 1;', 'did you mean `guard`?'],
    ['when x == 1;', '`when` is written `guard`'],
    ['guard cuont == 1;', 'there is no variable `cuont`; did you mean `count`?'],
    ['guard Q.idel;', '`Q` has no state `idel`; did you mean `idle`?'],
    ['guard Q.j == 1;', 'its value is `Q->j`'],
    ['guard Q->u == 1;', 'whether it is there is `Q.u`'],
    ['guard s == 1;', 'as in `P.s`'],
    ['guard P == 1;', '`P.s` asks'],
    ['sync cc!;', 'there is no channel `cc`'],
    ['sync e!1, 2;', '`!{x, y}`'],
    ['sync c!{1, 2};', 'declare `channel {byte, byte} c[0];`'],
  ];
  for (const [written, said] of slips) {
    it(`is told: ${written}`, () => {
      expect(first(written)).toContain(said);
    });
  }

  it('is told of declarations', () => {
    const message = (line: string): string => readDve(`${line}\n${SOUND}`, 'slip.dve').diagnostics[0]?.message ?? '';
    expect(message('bool b;')).toContain('write `byte`');
    expect(message('proces R {}')).toContain('did you mean `process`?');
    expect(message('default(N,3)')).toContain('m4');
    expect(message('channel z[2];')).toContain('`channel {byte} c[1];`');
    expect(message('byte größe;')).toContain('names are made of');
  });
});

describe('a doubtful model', () => {
  const warnings = (text: string): string[] => placesOf(readDve(text, 'doubtful.dve').diagnostics);
  const guard = (condition: string) => warnings(SOUND.replace('x == 1', condition));

  it('is read, with a warning', () => {
    expect(guard('a == 1')).toEqual(['warning wrong-kind 8:18']);
    expect(guard('a[2] == 1')).toEqual(['warning vacuous 8:20']);
    expect(warnings(SOUND.replace('i = 1', 'i = 256'))).toEqual(['warning type-mismatch 8:37']);
    expect(warnings(SOUND.replace('{1, 2}', '{1, 2, 3, 4}'))).toEqual(['warning vacuous 2:27']);
    expect(warnings(SOUND.replace('byte i;', 'byte i, x;'))).toEqual(['warning duplicate 6:11']);
    expect(warnings(SOUND.replace('accept w; ', ''))).toEqual(['warning vacuous 12:23']);
  });

  it('groups operators otherwise than C does, and it is said', () => {
    expect(guard('x == 1 or y == 1 and y == 2')).toEqual(['warning syntax 8:35']);
    expect(guard('x | y & 1')).toEqual(['warning syntax 8:24']);
    expect(guard('x == 1 and y == 1 or y == 2')).toEqual([]);
    expect(guard('x == 1 or (y == 1 and y == 2)')).toEqual([]);
    expect(guard('(x == 1 or y == 1) and y == 2')).toEqual([]);
  });
});
