/**
 * Random texts cut in two, of which one includes the other: they mean what the whole means. And what random texts have in
 * them, counted.
 */
import { expect, test } from 'vitest';
import { parseProgramText, readProgram } from '../../../src/languages/program/index.js';
import { bundled } from '../../../src/languages/shared/bundle.js';
import type { Program } from '../../../src/models/program/model.js';
import { cases } from '../../support/size.js';
import { Random } from '../random.js';
import { seenCompiled } from './compiled.js';
import { ANY_COUNT, randomText } from './generate.js';

const MOST_STATES = 3000;

/** The text without some of its declarations, which an included file has. */
function cutInTwo(text: string, random: Random): string {
  const { syntax } = parseProgramText(text, 'whole.fp');
  if (syntax === null) throw new Error('a random text cannot be read');
  const starts = syntax.declarations.map(({ start }) => start);
  const cut = starts[random.between(1, starts.length - 1)] as number;
  // A comment may stand before the declaration: it goes with what is before.
  return bundled(`include "part.fp"\n${text.slice(cut)}`, new Map([['part.fp', text.slice(0, cut)]]));
}

function programOf(text: string): Program | null {
  const made = readProgram(text, 'main.fp').program?.instantiate(ANY_COUNT);
  return made?.kind === 'program' ? made.program : null;
}

test('a text that includes a part of itself means the same', () => {
  let judged = 0;
  for (let seed = 1; judged < cases(40); seed++) {
    const text = randomText(seed);
    const whole = programOf(text);
    if (whole === null) continue;
    const parts = programOf(cutInTwo(text, new Random(seed)));
    if (parts === null) throw new Error(`${seed} cannot be read in two files`);
    for (const memory of ['sc', 'pso'] as const) {
      const [one, other] = [whole, parts].map((program) =>
        attempt(() => seenCompiled(program, memory, 1, MOST_STATES)),
      );
      const shown = (seen: typeof one) =>
        seen === null || seen === undefined
          ? null
          : {
              views: [...seen.views].sort(),
              violated: [...seen.violated].sort(),
              fails: seen.fails,
              hangs: seen.hangs,
            };
      expect([seed, shown(other)]).toEqual([seed, shown(one)]);
    }
    judged++;
  }
});

/** A loop may double a number without bound. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (error instanceof Error && error.message.includes('too large to be computed')) return null;
    throw error;
  }
}

const CONSTRUCTS: Readonly<Record<string, RegExp>> = {
  proc: /^proc /m,
  record: /^record /m,
  for: /\bfor \w+ in /,
  switch: /\bswitch /,
  'compound assignment': / (\+|-|\*|\/|%|&|\||\^|<<|>>)= /,
  'bit operators': / (&|\^|<<|>>) |~/,
  widths: /: [ui](8|16|32)\b/,
  ghosts: /^ghost /m,
  'arrays of arrays': /\w\[\w+\]\[\w+\]/,
  'fence store': /\bfence store\b/,
  store_release: /\bstore_release\(/,
  load_acquire: /\bload_acquire\(/,
};

test('every construct is in many random texts', () => {
  const texts = Array.from({ length: 500 }, (_, seed) => randomText(seed));
  const counts = Object.entries(CONSTRUCTS).map(([name, sign]) => {
    return [name, texts.filter((text) => sign.test(text)).length] as const;
  });
  expect(counts.filter(([, count]) => count < 20)).toEqual([]);
});
