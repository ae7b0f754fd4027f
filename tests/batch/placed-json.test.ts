import { describe, expect, test } from 'vitest';
import { JsonFault, plainOf, readPlaced } from '../../src/batch/placed-json.js';

describe('JSON with places', () => {
  test.each([
    '{"a": [1, -2.5e3, true, false, null, "x\\n\\u0041"], "b": {}, "c": []}',
    '"only a text"',
    ' [ ] ',
    '{"__proto__": 1}',
  ])('%s is what JSON.parse says', (text) => {
    expect(JSON.stringify(plainOf(readPlaced(text)))).toBe(JSON.stringify(JSON.parse(text)));
  });

  test.each([
    ['', 0],
    ['[1,]', 3],
    ['{"a" 1}', 5],
    ['{"a": 1, "a": 2}', 9],
    ['{a: 1}', 1],
    ['[1] 2', 4],
    ['"open', 0],
    ['[01]', 2],
    ['[nan]', 1],
    ['{"a": "\t"}', 6],
  ])('%s is refused at its place', (text, at) => {
    let fault: unknown = null;
    try {
      readPlaced(text);
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(JsonFault);
    expect((fault as JsonFault).at).toBe(at);
  });

  test('what is nested too deep is refused and does not fill the stack', () => {
    expect(() => readPlaced('['.repeat(100_000))).toThrow(JsonFault);
  });
});
