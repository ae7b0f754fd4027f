/** A seeded share of `npm run fuzz -- --kind fp`, and that its judge and its shrinking are worth something. */
import { describe, expect, it } from 'vitest';
import { parseProgramText, readProgram } from '../../../src/languages/program/index.js';
import type { Program } from '../../../src/models/program/model.js';
import { isLong } from '../../support/size.js';
import type { Result } from '../campaigns.js';
import { judgeShare } from '../share.js';
import { fpCampaign } from './campaign.js';
import { ANY_COUNT, randomText } from './generate.js';
import { type Compile, type FpLimits, judgeText } from './judge.js';
import { shrinkText } from './shrink.js';

const TEXTS = 30;
const FIRST_SEED = 700_000;
const LIMITS: FpLimits = { states: 400, fineStates: 4000 };

describe('random texts', () => {
  it('mean what the reference interpreter says', async () => {
    const counted = await judgeShare(fpCampaign(LIMITS), FIRST_SEED, TEXTS);
    expect(counted('printed')).toBe(TEXTS);
    for (const kind of ['holds', 'violated', 'fails']) expect(counted(kind), kind).toBeGreaterThan(TEXTS / 6);
    expect(counted('unknown')).toBeLessThan(TEXTS);
  });

  it('have all of the language in them', () => {
    const texts = Array.from({ length: 300 }, (_, seed) => randomText(seed)).join('\n');
    const words = [
      ...['const', 'type', 'shared', 'ghost', 'thread', 'never', 'invariant', 'ltl', 'predicates', 'local', 'if'],
      ...['else', 'while', 'loop', 'break', 'continue', 'await', 'assume', 'assert', 'choose', 'or', 'goto', 'atomic'],
      ...['fence store', 'store_release', 'load_acquire'],
      ...['skip', 'fence', 'cas', 'swap', 'fetch_add', 'count', 'self', 'any', 'for', 'int', 'bool', 'true', 'false'],
      ...['switch', 'case', 'default', 'in', 'proc', 'return', 'record', 'u8', 'i8', 'u32', 'i32'],
    ];
    for (const word of words) expect(texts).toMatch(new RegExp(`\\b${word}\\b`));
    for (const sign of [
      '= ?',
      '->',
      '<->',
      '?',
      '..',
      '&&',
      '||',
      '@',
      ').',
      '%',
      '/',
      '//',
      '/*',
      '{?',
      ...['+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>='],
      ...[' & ', ' | ', ' ^ ', ' << ', ' >> ', '~', '][', '].v', 'p.l', ' = p('],
      'T(i)',
      '!',
    ]) {
      expect(texts).toContain(sign);
    }
  });

  it('are hardly ever refused', () => {
    const seeds = Array.from({ length: 200 }, (_, seed) => seed);
    expect(seeds.filter((seed) => parseProgramText(randomText(seed), 'f').syntax === null)).toEqual([]);
    expect(seeds.filter((seed) => readProgram(randomText(seed), 'f').program === null).length).toBeLessThan(12);
  });
});

/** The program of another text, or another program of the text. */
function compiling(
  text: (given: string) => string,
  change: (program: Program) => Program = (program) => program,
): Compile {
  return (_, given) => {
    const file = readProgram(text(given), 'f').program;
    const made = file?.instantiate(file.anyThreads.length > 0 ? ANY_COUNT : null);
    return made?.kind === 'program' ? change(made.program) : 'refused';
  };
}

function faults(text: string, compile?: Compile): string[] {
  const told = ({ kind, ...rest }: Result) => ('fault' in rest ? rest.fault : kind);
  return judgeText(text, 1, { states: 1000, fineStates: 10_000 }, compile).map(({ result }) => told(result));
}

const TWO = `shared x, y: 0..2
thread P(me: 0..1) {
  local seen: 0..2
  l: x = x + 1
  seen = y
  m: y = seen
}
never P(i)@end && P(j)@end && x == 1
`;

describe('the judge', () => {
  it('agrees where nothing is wrong', () => {
    expect(faults(TWO)).toEqual(['agreed', 'agreed', 'agreed', 'agreed']);
    expect(judgeText(TWO, 1, LIMITS).map(({ way }) => way)).toEqual([
      'printing',
      'sc',
      'tso, buffers of 1',
      'pso, buffers of 2',
    ]);
  });

  it('catches programs that show too much or too little', () => {
    const lost = ['agreed', 'lost', 'lost', 'lost'];
    const invented = ['agreed', 'invented', 'invented', 'invented'];
    // A load and a store as one step.
    expect(
      faults(
        TWO,
        compiling((text) => text.replace('x = x + 1', 'fetch_add(x, 1)')),
      ),
    ).toEqual(lost);
    // A label that is lost.
    expect(
      faults(
        TWO,
        compiling((text) => text.replace('m: y', 'y')),
      ),
    ).toEqual(lost);
    expect(
      faults(
        TWO.replace('x = x + 1', 'fetch_add(x, 1)'),
        compiling(() => TWO),
      ),
    ).toEqual(invented);
    const blind = (program: Program): Program => ({
      ...program,
      never: program.never.map((each) => ({ ...each, condition: { kind: 'constant', value: 0 } })),
    });
    expect(
      faults(
        TWO,
        compiling((text) => text, blind),
      ),
    ).toEqual(lost);
  });

  it('catches a failure that is missing', () => {
    const text = 'shared x: 0..1\nthread P { x = x + 2 }\n';
    expect(faults(text)).toEqual(['agreed', 'agreed', 'agreed', 'agreed']);
    expect(
      faults(
        text,
        compiling((given) => given.replace('0..1', '0..2')),
      ),
    ).toEqual(['agreed', 'lost', 'lost', 'lost']);
  });
});

describe('shrinking', () => {
  it('keeps what makes a text fail and drops the rest', () => {
    // Procedures and records are lines of their own.
    const locked = (text: string) =>
      readProgram(text, 'f').program !== null && /\bcas\(/.test(text) && !/^(proc|record) /m.test(text);
    const texts = isLong ? 4 : 1;
    let tried = 0;
    for (let seed = 0; seed < 200 && tried < texts; seed++) {
      const text = randomText(seed);
      if (!locked(text)) continue;
      tried++;
      const small = shrinkText(text, locked);
      expect(locked(small)).toBe(true);
      expect(small.split('\n').length).toBeLessThan(8);
    }
    expect(tried).toBe(texts);
  });
});
