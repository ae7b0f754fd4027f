import { describe, expect, it } from 'vitest';
import { readProgram } from '../../../src/languages/program/index.js';

/** `line:column message` of each error. */
function errors(text: string): string[] {
  return readProgram(text, 'slip.fp')
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ line, column, message }) => `${line}:${column} ${message}`);
}

/** The errors of statements inside of a thread, in line 2. */
const inside = (statements: string) => errors(`shared x: int, b: bool\n${statements.replace(/^/, 'thread P { ')} }\n`);

describe('what was meant', () => {
  const slips: [written: string, place: string, said: string][] = [
    ['x++', '2:13', 'write `x += 1`'],
    ['x := 1', '2:15', 'without `:`'],
    ['if (x = 1) { skip }', '2:18', 'equality is written `==`'],
    ['if x = 1 { skip }', '2:17', 'equality is written `==`'],
    ['await x = 1', '2:20', 'equality is written `==`'],
    ['await x <> 1', '2:21', 'written `!=`'],
    ['x = 1.5', '2:16', 'numbers are integers'],
    ['await b and b', '2:20', '`and` is written `&&`'],
    ['await b or b', '2:20', 'written `||`'],
    ['await not b', '2:18', '`not` is written `!`'],
    ['if x == 1 then x = 2', '2:22', 'no `then`'],
    ['repeat { x = 1 } until x == 2', '2:12', 'write `loop'],
    ['for (x = 0; x < 3; x = x + 1) { skip }', '2:16', 'for i in 0..2'],
    ['int y = 0', '2:12', '`local x: int`'],
    ['mfence', '2:12', '`fence` waits'],
    ['lock(x)', '2:12', 'await cas(l, 0, 1)'],
    ['foo(x)', '2:12', 'there is no procedure `foo`'],
    ['whlie (x == 0) {}', '2:12', 'did you mean `while`?'],
    ['fense', '2:12', 'did you mean `fence`?'],
    ['awiat x == 1', '2:12', 'did you mean `await`?'],
    ['cs x = 1', '2:12', 'a label needs `:`'],
    ['b = True', '2:16', 'did you mean `true`?'],
    ['# a comment', '2:12', 'a comment starts with `//`'],
  ];
  for (const [written, place, said] of slips) {
    it(`is told: ${written}`, () => {
      const [first = ''] = inside(written);
      expect(first).toContain(said);
      expect(first.split(' ')[0]).toBe(place);
    });
  }

  it('is told of declarations', () => {
    expect(errors('int x = 0\nthread P { x = 1 }')[0]).toContain('1:1 a variable that threads share');
    expect(errors('shared int x = 0\nthread P { x = 1 }')[0]).toContain('1:8 the type stands behind the name');
    expect(errors('shared x int = 0\nthread P { x = 1 }')[0]).toContain('1:10 expected `:` before the type');
    expect(errors('shared x: bool[2]\nthread P { x[0] = true }')[0]).toContain('1:15 the number of cells');
    expect(errors('shared x: int\nprocess P { x = 1 }')[0]).toContain('2:1 a thread is written');
    expect(errors('shared x: int\nthread P { x = 1 } }')).toEqual(['2:20 this `}` closes nothing']);
    expect(errors('shared größe: int\nthread P { skip }')[0]).toContain('names are made of');
  });

  it('is told of blocks that do not end', () => {
    const open = 'the `{` of line 2 is open';
    expect(errors('shared x: int\nthread P {\n  x = 1\n\nnever x == 2\n')).toEqual([
      `5:1 expected a statement or \`}\`, found \`never\`: ${open}, and declarations stand outside of threads`,
    ]);
    expect(errors('shared x: int\nthread P {\n  x = 1\n')).toEqual([
      `4:1 expected a statement or \`}\`, found the end of the text: ${open}`,
    ]);
  });

  it('is told of properties', () => {
    const about = (property: string) =>
      errors(
        `shared x: int\nthread P(me: 0..1) { local r = 0; cs: r = x }\nthread S { local s = 0; s = x }\n${property}`,
      );
    expect(about('never P(0)@critical')).toEqual(['4:12 `P` has no label `critical`: its labels are `cs`, `end`']);
    expect(about('never P(2)@cs')).toEqual(['4:7 there is no instance `P(2)`: they are `P(0)` to `P(1)`']);
    expect(about('never r == 1')).toEqual(['4:7 `r` is a local variable of `P`: write `P(...).r`']);
    expect(about('never s == 1')).toEqual(['4:7 `s` is a local variable of `S`: write `S.s`']);
  });

  it('is guessed where two letters changed places', () => {
    expect(inside('xy = 1')[0]).not.toContain('did you mean');
    expect(errors('shared flag: bool\nthread P { flga = true }')[0]).toContain('did you mean `flag`?');
  });
});

describe('words of other languages', () => {
  it('are names like any other', () => {
    const text =
      'shared not, and, lock: int\nthread P {\n  then: not = and\n  and = not\n  do: lock = 1\n  wait: x: end = 2\n}';
    expect(errors(text.replace('x: end = 2', 'await lock == 1'))).toEqual([]);
  });
});

describe('a wrong first value', () => {
  it('does not hide what is wrong elsewhere', () => {
    const found = errors('shared y: bool = 3\nshared a[2]: int = {1}\nthread P { y = 1\n z = 2 }\nnever P@q\n');
    expect(found.map((error) => error.split(' ')[0])).toEqual(['1:18', '2:20', '3:16', '4:2', '5:9']);
  });
});
