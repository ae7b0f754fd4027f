/**
 * SMT-LIB text as a sequence of words: parentheses, strings, symbols between bars, and everything else between spaces.
 * Comments and layout are left out, but for the data at the head (`data.ts`), which is kept. Pieces of a text are given one
 * after the other, so that it need never be in memory as a whole; nothing here is recursive, so that depth is no matter.
 */
import { DATA } from './data.js';

/** Longer ones are in no certificate. */
const LONGEST_WORD = 1_000_000;
/** Characters of data: what is made of them must have room in memory, too. */
const MOST_DATA = 2 ** 26;

type State = 'between' | 'word' | 'string' | 'symbol' | 'comment';

export class Scanner {
  /** The line that is read, from 1. */
  line = 1;
  /** What is wrong with the text, for good. */
  fault: string | null = null;
  private state: State = 'between';
  private word: string[] = [];
  private length = 0;
  private readonly head: string[] = [];
  private headLength = 0;
  private begun = false;

  /** The data at the head: complete as soon as there is a word. */
  get data(): string {
    return this.head.join('');
  }

  /** The words that end in the piece, each with its line. */
  *feed(piece: string): Generator<{ readonly word: string; readonly line: number }> {
    let from = 0;
    for (let k = 0; k < piece.length && this.fault === null; k++) {
      const char = piece[k] as string;
      const { line } = this;
      if (char === '\n') this.line++;
      switch (this.state) {
        case 'between':
        case 'word': {
          const kind = kindOf(char);
          if (kind === 'word') {
            if (this.state === 'between') [this.state, from] = ['word', k];
            break;
          }
          if (this.state === 'word') yield { word: this.ended(piece.slice(from, k)), line };
          if (kind === 'parenthesis') yield { word: this.ended(char), line };
          else if (kind !== 'between') [this.state, from] = [kind, k];
          break;
        }
        case 'string':
        case 'symbol':
          if (char === (this.state === 'string' ? '"' : '|')) {
            yield { word: this.ended(piece.slice(from, k + 1)), line };
          }
          break;
        case 'comment':
          if (char !== '\n') break;
          this.keep(piece.slice(from, k + 1));
          if (!this.begun) this.remember();
          [this.state, this.word, this.length] = ['between', [], 0];
          break;
      }
    }
    if (this.state !== 'between') this.keep(piece.slice(from));
  }

  /** After the last piece. */
  *end(): Generator<{ readonly word: string; readonly line: number }> {
    if (this.state === 'word') yield { word: this.ended(''), line: this.line };
    else if (this.state === 'string' || this.state === 'symbol')
      this.fault = `line ${this.line}: the text ends in a word`;
  }

  private ended(last: string): string {
    this.keep(last);
    const word = this.word.join('');
    [this.state, this.word, this.length, this.begun] = ['between', [], 0, true];
    return word;
  }

  private keep(piece: string): void {
    // Of comments after the head nothing is kept.
    if (this.state === 'comment' && this.begun) return;
    this.length += piece.length;
    const most = this.state === 'comment' ? MOST_DATA : LONGEST_WORD;
    if (this.length > most) this.fault ??= `line ${this.line}: a word or comment of more than ${most} characters`;
    else this.word.push(piece);
  }

  private remember(): void {
    const comment = this.word.join('');
    if (!comment.startsWith(DATA)) return;
    this.headLength += comment.length;
    if (this.headLength > MOST_DATA) this.fault ??= `line ${this.line}: more than ${MOST_DATA} characters of data`;
    else this.head.push(comment.slice(DATA.length));
  }
}

function kindOf(char: string): 'between' | 'word' | 'string' | 'symbol' | 'comment' | 'parenthesis' {
  switch (char) {
    case ' ':
    case '\n':
    case '\r':
    case '\t':
      return 'between';
    case '(':
    case ')':
      return 'parenthesis';
    case '"':
      return 'string';
    case '|':
      return 'symbol';
    case ';':
      return 'comment';
    default:
      return 'word';
  }
}
