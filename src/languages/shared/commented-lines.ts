/**
 * Lines of a printed text, with the comments of the text they were made from: one that had a line to itself comes before
 * what followed it, one at the end of a line stays at the end of the line of what it followed.
 */
import type { Span } from './source.js';
import type { Comment } from './token-reader.js';

export class CommentedLines {
  private readonly lines: string[] = [];
  /** The first comment that is not printed yet. */
  private next = 0;
  /** The last line holds a comment and nothing else. */
  private alone = false;
  /** The last line ends with a comment that takes the rest of it. */
  private open = false;
  depth = 0;

  constructor(private readonly comments: readonly Comment[]) {}

  /** A whole text. Declarations of a group stand together; those without a group stand apart. */
  text<D extends Span>(
    declarations: readonly D[],
    groupOf: (declaration: D) => string | null,
    print: (declaration: D) => void,
  ): string {
    for (const [position, declaration] of declarations.entries()) {
      this.trailing(declaration.start);
      const [last, group] = [declarations[position - 1], groupOf(declaration)];
      if (last !== undefined && (group === null || group !== groupOf(last))) this.line('');
      this.before(declaration.start);
      print(declaration);
    }
    this.trailing(Number.POSITIVE_INFINITY);
    if (this.next < this.comments.length && this.lines.length > 0) this.line('');
    this.before(Number.POSITIVE_INFINITY);
    return `${this.lines.join('\n')}\n`;
  }

  /** Does a comment that is not printed yet begin before an offset? */
  hasBefore(offset: number): boolean {
    return (this.comments[this.next]?.start ?? offset) < offset;
  }

  line(text: string): void {
    this.lines.push(text === '' ? '' : '  '.repeat(this.depth) + text);
    this.alone = false;
    this.open = false;
  }

  /** Comments that begin before an offset, each on a line of its own; a trailing one stays where it was. */
  before(offset: number): void {
    for (let comment = this.comments[this.next]; comment !== undefined; comment = this.comments[this.next]) {
      if (comment.start >= offset) return;
      this.next++;
      if (comment.trailing) this.append(comment.text);
      else this.ownLine(comment.text);
    }
  }

  /** Trailing comments alone. */
  trailing(offset: number): void {
    for (let comment = this.comments[this.next]; comment?.trailing === true; comment = this.comments[this.next]) {
      if (comment.start >= offset || this.lines.length === 0) return;
      this.next++;
      this.append(comment.text);
    }
  }

  /** The word behind the closing brace of the block before: on its line, unless a comment stands there. */
  continuing(word: string): string {
    const last = this.lines.at(-1) ?? '';
    if (!/^\s*(.*\{)?\}$/.test(last)) return word;
    this.lines.pop();
    return `${last.trimStart()} ${word}`;
  }

  private append(comment: string): void {
    const last = this.lines.at(-1) ?? '';
    // A comment behind one that has a line to itself would be read as one that has a line to itself, too.
    if (last === '' || this.alone || this.open) return this.ownLine(comment);
    this.lines[this.lines.length - 1] = `${last}  ${comment}`;
    this.open = comment.startsWith('//');
  }

  private ownLine(comment: string): void {
    this.line(comment);
    this.alone = true;
  }
}
