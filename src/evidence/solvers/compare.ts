/**
 * A text that somebody wrote against the obligations that were made again from its data: word by word, whatever the layout and
 * the comments. A text with an obligation less, more, changed or in another place is another text. What solvers are asked is
 * what was made again, so a text that is alike is not trusted with anything. The labels that are echoed are for people, and may
 * have other numbers of lines.
 */
import { Scanner } from './scan.js';

export class Comparison {
  private readonly expected: Iterator<string>;
  private label = 'the head of the text';
  private echoed = false;

  constructor(pieces: Iterable<string>) {
    this.expected = wordsOf(pieces);
  }

  /** Why the next word is not the one that is wanted; null when it is. */
  next(word: string, line: number): string | null {
    const { done, value } = this.expected.next();
    if (done === true) return `line ${line}: there is more than the obligations of the proof`;
    const label = this.echoed;
    if (label) this.label = value.slice(1, -1);
    this.echoed = value === 'echo';
    if (value === word || (label && withoutLines(value) === withoutLines(word))) return null;
    return `line ${line}, at ${JSON.stringify(this.label)}: ${shown(word)} stands where ${shown(value)} belongs`;
  }

  /** The text has ended: why that is too soon; null when it is not. */
  end(): string | null {
    const { done } = this.expected.next();
    return done === true ? null : `the text ends at ${JSON.stringify(this.label)}: obligations are missing`;
  }
}

function* wordsOf(pieces: Iterable<string>): Generator<string> {
  const scanner = new Scanner();
  for (const piece of pieces) for (const { word } of scanner.feed(piece)) yield word;
  for (const { word } of scanner.end()) yield word;
  if (scanner.fault !== null) throw new Error(`our own text cannot be read: ${scanner.fault}`);
}

function withoutLines(label: string): string {
  return label.replaceAll(/\bline \d+/g, 'line');
}

function shown(word: string): string {
  return JSON.stringify(word.length > 60 ? `${word.slice(0, 60)}...` : word);
}
