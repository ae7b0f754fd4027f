/** Damaged texts: whatever is cut out, swapped or put in, reading ends, with a test or with placed errors. */
import { expect, it } from 'vitest';
import { readLitmus } from '../../../src/languages/litmus/index.js';
import { cases } from '../../support/size.js';
import { readDamaged } from '../shared/mutate.js';
import { brokenTests, SOUND, SOUND_64 } from './broken.js';
import { allTexts } from './support.js';

const WORDS = [
  ...'exists ~exists forall final observed locations filter with not and true <<'.split(' '),
  ...'MOV movl LOCK XCHG xchgl cmpxchg MFENCE INC JNE jlt ret nopl cmovc'.split(' '),
  ...'EAX rax %eax %ah %foo $1 -1 0x7f 99999999999999999999 P0 P7 0: x t[1]'.split(' '),
  ...'( ) [ ] { } (* *) /\\ \\/ => == != = ~ | ; , : * &'.split(' '),
  ...['"', '#', '\n', '\t', '\r', '\0', '\ufffd', '😀', '\ud800', '=', 'X86', 'X86_64', 'int', 'uint8_t'],
];

it('damaged texts are read to an end, with a test or with placed errors', () => {
  const decoder = new TextDecoder();
  const broken = brokenTests.filter(({ content }) => content.length < 5_000).map(({ content }) => content);
  const rounds = cases(2_000);
  const refused = readDamaged({
    texts: [
      ...[SOUND, SOUND_64, ...allTexts()],
      ...broken.map((content) => (typeof content === 'string' ? content : decoder.decode(content))),
    ],
    words: WORDS,
    read: (text, file) => {
      const { checked, diagnostics } = readLitmus(text, file);
      return { model: checked, diagnostics };
    },
    file: 'damaged.litmus',
    seed: 7,
    rounds,
    times: 3,
  });
  expect(refused).toBeGreaterThan(rounds / 2);
});
