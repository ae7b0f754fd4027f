import { describe, expect, it } from 'vitest';
import { type ProgramSyntax, parseProgramText, printProgram } from '../../../src/languages/program/index.js';
import { brokenInputs, SOUND } from './broken.js';
import { samples } from './samples.js';
import { generator, withoutPlaces } from './support.js';

function read(text: string): ProgramSyntax {
  const { syntax, diagnostics } = parseProgramText(text, 'f');
  expect(diagnostics, text).toEqual([]);
  return syntax as ProgramSyntax;
}

function roundTrip(text: string): string {
  const syntax = read(text);
  const printed = printProgram(syntax);
  const again = read(printed);
  expect(withoutPlaces(again.declarations), printed).toEqual(withoutPlaces(syntax.declarations));
  expect(again.comments.map((comment) => comment.text)).toEqual(syntax.comments.map((comment) => comment.text));
  expect(printProgram(again)).toBe(printed);
  return printed;
}

describe('printing', () => {
  for (const { name, text } of samples) {
    it(`keeps the tree and the comments: ${name}`, () => {
      roundTrip(text);
    });
  }

  it('leaves a text alone that is in its form', () => {
    const [peterson] = samples;
    expect(roundTrip(peterson?.text ?? '')).toBe(peterson?.text);
  });

  it('keeps the tree of every text that is only wrong in its names and types', () => {
    let tried = 0;
    for (const { content } of brokenInputs) {
      const { syntax } = parseProgramText(content, 'f');
      if (syntax === null || typeof content !== 'string') continue;
      roundTrip(content);
      tried++;
    }
    expect(tried).toBeGreaterThan(60);
  });

  it('puts comments where they were', () => {
    const text = `// first
shared x: int  // of all

/* about P */
thread P {  // begins
  // before
  x = 1  // behind
  if (x == 1) {
    skip
    // last
  } else {  // otherwise
    skip
  }
  loop {
    // nothing
  }
}

// the end
`;
    expect(roundTrip(text)).toBe(text);
  });

  it('moves a comment out of an expression', () => {
    const printed = roundTrip('shared x: int\nthread P { x = 1 + // one\n 2 /* two */ + 3\n skip }\n');
    expect(printed).toBe('shared x: int\n\nthread P {\n  x = 1 + 2 + 3  // one\n  /* two */\n  skip\n}\n');
  });

  it('writes no parentheses but those it needs', () => {
    const expressions = [
      'a && (b || c) && d',
      '(a -> b) -> c',
      'a -> b -> c',
      'a - (b - c) - d',
      '(a ? b : c) ? d : e ? f : g',
      '!(a == b) == !c',
      '--a * (b + c) % -d',
      '(a <-> b) == (c && d)',
      '(a + b) * c < d == (e != f)',
      'swap(x, a ? b : c) == cas(y[a + 1], b, c || d)',
    ];
    for (const text of expressions) expect(roundTrip(`never ${text}`)).toBe(`never ${text}\n`);
    const formulas = [
      'G (a -> F b)',
      '(G a) U b',
      'a U b U c',
      '(a U b) U c',
      '!(G a) && X F b == c',
      'G (a U b) W (c && d)',
    ];
    for (const text of formulas) {
      const printed = roundTrip(`ltl f: ${text}`);
      expect(printed.length).toBeLessThanOrEqual(`ltl f: ${text}\n`.length);
    }
  });

  it('keeps random expressions', () => {
    const random = generator(3);
    const operators = ['<->', '->', '||', '&&', '==', '!=', '<', '>=', '+', '-', '*', '/', '%', 'U', 'R', 'W'];
    const expression = (depth: number): string => {
      switch (depth === 0 ? random(3) : random(9)) {
        case 0:
          return 'x';
        case 1:
          return String(random(10));
        case 2:
          return depth === 0 ? 'P(i)@cs' : `a[${expression(depth - 1)}]`;
        case 3:
          return `${['!', '-', 'G ', 'F ', 'X '][random(5)]}(${expression(depth - 1)})`;
        case 4:
          return `(${expression(depth - 1)} ? ${expression(depth - 1)} : ${expression(depth - 1)})`;
        default:
          return `(${expression(depth - 1)}) ${operators[random(operators.length)]} (${expression(depth - 1)})`;
      }
    };
    for (let round = 0; round < 1_000; round++) roundTrip(`ltl f: ${expression(4)}`);
  });

  it('prints an empty program', () => {
    expect(printProgram(read(''))).toBe('\n');
    roundTrip(SOUND);
  });
});
