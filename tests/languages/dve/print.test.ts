import { describe, expect, it } from 'vitest';
import { type DveSyntax, parseDveText, printDve } from '../../../src/languages/dve/index.js';
import { Random } from '../../random/random.js';
import { brokenModels, SOUND } from './broken.js';
import { withoutPlaces } from './support.js';

function read(text: string): DveSyntax {
  const { syntax, diagnostics } = parseDveText(text, 'f');
  expect(
    diagnostics.filter(({ severity }) => severity === 'error'),
    text,
  ).toEqual([]);
  return syntax as DveSyntax;
}

function roundTrip(text: string): string {
  const syntax = read(text);
  const printed = printDve(syntax);
  const again = read(printed);
  expect(withoutPlaces(again.declarations), printed).toEqual(withoutPlaces(syntax.declarations));
  expect(again.comments.map((comment) => comment.text)).toEqual(syntax.comments.map((comment) => comment.text));
  expect(printDve(again)).toBe(printed);
  return printed;
}

const condition = (text: string) => `process P {\n  trans\n    s -> s { guard ${text}; };\n}\n`;

describe('printing', () => {
  it('leaves a text alone that is in its form', () => {
    const text = `// first
const int N = -1;  // of all
byte x = 1, a[2] = {1, 2};
channel c, d;
channel {byte, int} e[0], f[2 * N];

/* about P */
process P {  // begins
  // before
  byte i;
  state s, t;
  init s;
  commit t;
  assert s: i == 0, t: i == 1;
  trans
    // the first
    s -> t { guard x == 1, i < 2; sync c!x + 1; effect i = 1, a[i] = -x; },  // behind
    -> s {},
    t -> s { sync e?{x, i}; },
    t -> t { sync d!; };
  // last
}

process W {
  state v, w;
  init v;
  accept genbuchi (v), (v, w);
  accept streett (v; w), (; w);
}

system async property W;

// the end
`;
    expect(roundTrip(text)).toBe(text);
  });

  it('keeps the tree of every text that is only wrong in its names and values', () => {
    let tried = 0;
    for (const { content } of brokenModels) {
      const { syntax } = parseDveText(content, 'f');
      if (syntax === null || typeof content !== 'string') continue;
      roundTrip(content);
      tried++;
    }
    expect(tried).toBeGreaterThan(40);
    roundTrip(SOUND);
    expect(printDve(read(''))).toBe('\n');
  });

  it('adds what may be missing, and breaks long lines', () => {
    expect(roundTrip('process P{trans a->b{}b->a{}}system async;')).toBe(
      'process P {\n  trans\n    a -> b {},\n    b -> a {};\n}\n\nsystem async;\n',
    );
    const long = Array.from({ length: 12 }, (_, part) => `variable_${part} == ${part}`);
    expect(roundTrip(condition(long.join(' && ')))).toBe(
      `process P {\n  trans\n    s -> s {\n      guard ${long.join('\n        and ')};\n    };\n}\n`,
    );
  });

  it('moves comments out of what they stand in', () => {
    expect(
      roundTrip('byte x, // one\n  /* two */ y; // three\nprocess P { trans s -> s { /* four */ } // five\n; }'),
    ).toBe('byte x, y;  // one\n\n/* two */\n// three\nprocess P {\n  trans\n    s -> s {};  /* four */  // five\n}\n');
  });

  it('writes the parentheses that the language needs, and those that people do', () => {
    const kept = [
      'a - (b - c) - d',
      '(a imply b) + 1 == not (c == d)',
      '(a or b) and c',
      '(a and b) or (c and d)',
      'a and (b and c)',
      '(a | b) & c',
      '-(-a) * ~(b + c) % d[e << 1]',
      'P.s + Q->v[1] > 1',
      'a imply b imply c',
      'a imply (b imply c)',
    ];
    for (const text of kept) {
      const printed = text.replace('-(-a)', '--a');
      expect(roundTrip(condition(text))).toBe(condition(printed));
    }
    expect(roundTrip(condition('a || b && ((c))'))).toBe(condition('(a or b) and c'));
    expect(roundTrip(condition('a | b & c'))).toBe(condition('(a | b) & c'));
  });

  it('keeps random expressions', () => {
    const random = new Random(3);
    const operators = ['imply', 'or', 'and', '|', '^', '&', '==', '<', '>=', '<<', '+', '-', '*', '/', '%'];
    const expression = (depth: number): string => {
      switch (depth === 0 ? random.between(0, 2) : random.between(0, 7)) {
        case 0:
          return 'x';
        case 1:
          return String(random.between(0, 300));
        case 2:
          return random.pick(['P.s', 'P->v', 'true']);
        case 3:
          return `a[${expression(depth - 1)}]`;
        case 4:
          return `${random.pick(['-', '~', 'not '])}(${expression(depth - 1)})`;
        default: {
          const [left, right] = [expression(depth - 1), expression(depth - 1)];
          const bracketed = random.chance(0.7);
          return bracketed
            ? `(${left}) ${random.pick(operators)} (${right})`
            : `${left} ${random.pick(operators)} ${right}`;
        }
      }
    };
    for (let round = 0; round < 1_000; round++) roundTrip(condition(expression(4)));
  });
});
