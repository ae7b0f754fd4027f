import { describe, expect, it } from 'vitest';
import { SourceText } from '../../../src/languages/shared/source.js';

describe('places in a source text', () => {
  it('counts lines and columns from 1, a tab as one column', () => {
    const source = new SourceText('ab\n\tc\n', 'f');
    expect(source.place(0)).toEqual({ line: 1, column: 1 });
    expect(source.place(2)).toEqual({ line: 1, column: 3 });
    expect(source.place(4)).toEqual({ line: 2, column: 2 });
    expect(source.place(6)).toEqual({ line: 3, column: 1 });
  });

  it('counts a character outside the basic plane once, in both directions', () => {
    const source = new SourceText('x\n😀a😀😀b', 'f');
    const offsets = [2, 4, 5, 7, 9, 10];
    for (const [i, offset] of offsets.entries()) {
      expect(source.place(offset)).toEqual({ line: 2, column: i + 1 });
      expect(source.offsetOf(2, i + 1)).toBe(offset);
    }
  });

  it('ends a line before a carriage return and a line feed', () => {
    const source = new SourceText('ab\r\ncd', 'f');
    expect(source.lineSpan(1)).toEqual({ start: 0, end: 2 });
    expect(source.place(4)).toEqual({ line: 2, column: 1 });
  });

  it('stays in the text when asked for a place behind it', () => {
    const source = new SourceText('ab\ncd', 'f');
    expect(source.offsetOf(1, 99)).toBe(2);
    expect(source.offsetOf(9, 1)).toBe(5);
  });

  it('drops a byte order mark, of bytes and of strings', () => {
    expect(new SourceText('\ufeffab', 'f').text).toBe('ab');
    expect(new SourceText(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]), 'f').text).toBe('a');
  });
});
