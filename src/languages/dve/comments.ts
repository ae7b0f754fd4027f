/**
 * Lines of a printed text, with the comments of the text they were made from: one that had a line to itself comes before
 * what followed it, one at the end of a line stays at the end of the line of what it followed.
 */
import type { Comment } from './syntax.js';

export class CommentedLines {
  private readonly comments: readonly Comment[];
  private readonly lines: string[] = [];
  /** The first comment that is not printed yet. */
  private next = 0;
  /** The last line holds a comment and nothing else. */
  private alone = false;
  /** The last line ends with a comment that takes the rest of it. */
  private open = false;
  depth = 0;

  constructor(comments: readonly Comment[]) {
    this.comments = comments;
  }

  get empty(): boolean {
    return this.lines.length === 0;
  }

  /** Is a comment left? */
  get pending(): boolean {
    return this.next < this.comments.length;
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

  toString(): string {
    return `${this.lines.join('\n')}\n`;
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
