/**
 * Files in Trencher's format into syntax trees. Tokens are what stands between blanks, and what they are depends on where
 * they stand. Expressions are written with their operators first and have no brackets, so a missing operand shows only
 * at the next word of the format: such words are no registers here. A broken line does not hide the others.
 */
import type { DiagnosticCode, DiagnosticList } from '../shared/diagnostics.js';
import { isWideBlank } from '../shared/lexer.js';
import type { SourceText } from '../shared/source.js';
import {
  type ExpressionSyntax,
  type FileSyntax,
  type Instruction,
  type Name,
  OPERATORS,
  type Operator,
  type ThreadSyntax,
  type Transition,
} from './syntax.js';

const LINES: ReadonlySet<string> = new Set(['thread', 'initial', 'final', 'transition', 'end']);
const INSTRUCTIONS = ['read', 'write', 'local', 'check', 'mfence', 'lock', 'unlock', 'noop'];
const operators: ReadonlySet<string> = new Set(OPERATORS);
const INTEGER = /^[+-]?\d+/;
const LARGEST = 2_147_483_647;
const DEEPEST = 200;
const MOST_CELLS = 256;

/** Names in the order in which they are met. */
class Table {
  readonly names: Name[] = [];
  private readonly indices = new Map<string, number>();

  index(name: Name): number {
    const known = this.indices.get(name.text);
    if (known !== undefined) return known;
    this.indices.set(name.text, this.names.length);
    return this.names.push(name) - 1;
  }
}

/** A fault was reported; whoever reads lines goes on with the next one. */
const BROKEN = null;

export function parseTrencher(source: SourceText, diagnostics: DiagnosticList): FileSyntax {
  return new Parser(source, diagnostics).file();
}

class Parser {
  private readonly text: string;
  private readonly diagnostics: DiagnosticList;
  private offset = 0;
  private ahead: Name | null = null;
  private states = new Table();
  private registers = new Table();
  private readonly oddities = new Set<string>();

  constructor(source: SourceText, diagnostics: DiagnosticList) {
    this.text = source.text;
    this.diagnostics = diagnostics;
  }

  file(): FileSyntax {
    const threads: ThreadSyntax[] = [];
    const names = new Set<string>();
    let cells: number | null = null;
    for (let token = this.peek(); token.text !== ''; token = this.peek()) {
      if (token.text === '#') {
        this.take();
        this.skipLine();
      } else if (token.text === 'thread') {
        const thread = this.thread();
        if (thread === BROKEN) continue;
        if (names.has(thread.name.text)) this.fault('duplicate', thread.name, 'two threads of the same name');
        names.add(thread.name.text);
        threads.push(thread);
      } else if (token.text === 'memory_size') {
        this.take();
        cells = this.memorySize(cells);
      } else {
        const glued = token.text.startsWith('#');
        const message = 'a comment starts with `#` and a blank';
        if (glued) {
          this.fault('lexical', token, message);
          this.take();
          this.skipLine();
        } else {
          this.fault('syntax', token, `expected \`thread\`, a comment or the end, found ${shown(token)}`);
          this.skipTo((text) => text === 'thread');
        }
      }
    }
    if (threads.length === 0 && this.diagnostics.errors === 0) {
      this.fault('missing', this.peek(), 'there is no thread');
    }
    return { threads, cells };
  }

  private memorySize(before: number | null): number | null {
    const token = this.peek();
    const size = /^\d{1,9}$/.test(token.text) ? Number(token.text) : 0;
    if (before !== null) this.fault('duplicate', token, 'the size of memory is given twice');
    if (size < 1 || size > MOST_CELLS) {
      this.fault('too-large', token, `the size of memory is a number from 1 to ${MOST_CELLS}`);
    }
    if (token.text !== 'thread') this.take();
    return size;
  }

  private thread(): ThreadSyntax | null {
    this.take();
    this.states = new Table();
    this.registers = new Table();
    const name = this.take();
    if (name.text === '') return this.fault('syntax', name, 'expected the name of a thread, found the end of the text');
    let initial: number | null = null;
    const finals: { state: number; place: Name }[] = [];
    const transitions: Transition[] = [];
    for (;;) {
      const token = this.peek();
      if (token.text === '' || token.text === 'thread') {
        this.fault('syntax', token, `the thread ${shown(name)} does not end: \`end\` is missing`);
        break;
      }
      if (token.text === '#') {
        this.fault('lexical', token, 'a comment can stand between threads only');
        this.take();
        this.skipLine();
        continue;
      }
      if (!LINES.has(token.text)) {
        const message = `expected \`initial\`, \`final\`, \`transition\` or \`end\`, found ${shown(token)}`;
        this.fault('syntax', token, message);
        this.skipTo((text) => LINES.has(text));
        continue;
      }
      this.take();
      if (token.text === 'end') break;
      if (token.text === 'transition') {
        const transition = this.transition(token);
        if (transition === BROKEN) this.skipTo((text) => LINES.has(text));
        else transitions.push(transition);
        continue;
      }
      const state = this.state();
      if (state === BROKEN) continue;
      if (token.text === 'final') finals.push({ state: this.states.index(state), place: state });
      else if (initial !== null) this.fault('duplicate', token, 'a thread has one initial state');
      else initial = this.states.index(state);
    }
    if (initial === null && this.diagnostics.errors === 0) {
      this.fault('missing', name, `the thread ${shown(name)} has no initial state`);
    }
    const [states, registers] = [this.states.names, this.registers.names];
    return { name, states, registers, initial: initial ?? 0, finals, transitions };
  }

  private state(): Name | null {
    const token = this.take();
    return token.text === '' ? this.fault('syntax', token, 'expected a state, found the end of the text') : token;
  }

  private transition({ start }: Name): Transition | null {
    const from = this.state();
    const to = from === BROKEN ? BROKEN : this.state();
    if (from === BROKEN || to === BROKEN) return BROKEN;
    const first = this.peek();
    const instruction = this.instruction();
    if (instruction === BROKEN) return BROKEN;
    const text = this.text.slice(first.start, this.offsetBehind()).replace(/\s+/g, ' ').trim();
    return { from: this.states.index(from), to: this.states.index(to), instruction, text, start, end: start + 10 };
  }

  private instruction(): Instruction | null {
    const word = this.peek();
    if (!INSTRUCTIONS.includes(word.text)) {
      const code = word.text === '' || LINES.has(word.text) ? 'syntax' : 'unknown-name';
      return this.fault(code, word, `expected an instruction (${INSTRUCTIONS.join(', ')}), found ${shown(word)}`);
    }
    this.take();
    switch (word.text) {
      case 'read': {
        const register = this.target();
        const address = register === BROKEN ? BROKEN : this.expression(0);
        return register === BROKEN || address === BROKEN ? BROKEN : { kind: 'read', register, address };
      }
      case 'local': {
        const register = this.target();
        const value = register === BROKEN ? BROKEN : this.expression(0);
        return register === BROKEN || value === BROKEN ? BROKEN : { kind: 'local', register, value };
      }
      case 'write': {
        const value = this.expression(0);
        const address = value === BROKEN ? BROKEN : this.expression(0);
        return value === BROKEN || address === BROKEN ? BROKEN : { kind: 'write', value, address };
      }
      case 'check': {
        const condition = this.expression(0);
        return condition === BROKEN ? BROKEN : { kind: 'check', condition };
      }
      default:
        return { kind: word.text as 'mfence' | 'lock' | 'unlock' | 'noop' };
    }
  }

  /** A register to be assigned. */
  private target(): number | null {
    const token = this.peek();
    if (token.text === '' || LINES.has(token.text) || token.text === '#') {
      return this.fault('syntax', token, `expected a register, found ${shown(token)}`);
    }
    if (INTEGER.test(token.text) || operators.has(token.text) || token.text === '!') {
      return this.fault('wrong-kind', token, `${shown(token)} is not a register`);
    }
    return this.registers.index(this.take());
  }

  private expression(depth: number): ExpressionSyntax | null {
    const token = this.peek();
    if (depth > DEEPEST) return this.fault('nesting', token, `nested more than ${DEEPEST} levels deep`);
    if (token.text === '' || LINES.has(token.text) || token.text === '#') {
      return this.fault('syntax', token, `expected an expression, found ${shown(token)}`);
    }
    this.take();
    if (token.text === '!') {
      const of = this.expression(depth + 1);
      return of === BROKEN ? BROKEN : { kind: 'not', of };
    }
    if (operators.has(token.text)) {
      const left = this.expression(depth + 1);
      const right = left === BROKEN ? BROKEN : this.expression(depth + 1);
      if (left === BROKEN || right === BROKEN) return BROKEN;
      return { kind: 'binary', operator: token.text as Operator, left, right };
    }
    const integer = INTEGER.exec(token.text)?.[0];
    if (integer !== undefined) return this.integer(token, integer);
    if (/[-+*=<>!&|]/.test(token.text)) {
      this.odd(token, `${shown(token)} is a register of this name: operators stand before their operands, with blanks`);
    }
    return { kind: 'register', register: this.registers.index(token) };
  }

  private integer(token: Name, integer: string): ExpressionSyntax | null {
    const value = integer.length > 30 ? Number.POSITIVE_INFINITY : Number(integer);
    if (Math.abs(value) > LARGEST) return this.fault('too-large', token, `integers go up to ${LARGEST}`);
    if (integer !== token.text) this.odd(token, `${shown(token)} is read as the integer ${value}`);
    return { kind: 'number', value: value === 0 ? 0 : value };
  }

  /** Once for each word. */
  private odd(token: Name, message: string): void {
    if (this.oddities.has(token.text)) return;
    this.oddities.add(token.text);
    this.diagnostics.warning('lexical', token, message);
  }

  private fault(code: DiagnosticCode, token: Name, message: string): null {
    this.diagnostics.error(code, token, message);
    return BROKEN;
  }

  private skipTo(stops: (text: string) => boolean): void {
    for (let token = this.peek(); token.text !== '' && !stops(token.text); token = this.peek()) this.take();
  }

  private skipLine(): void {
    const end = this.text.indexOf('\n', this.offset);
    this.offset = end < 0 ? this.text.length : end + 1;
    this.ahead = null;
  }

  /** Where the last token taken ends. */
  private offsetBehind(): number {
    return this.ahead === null ? this.offset : this.ahead.start;
  }

  /** The next token; its text is empty at the end. */
  private peek(): Name {
    if (this.ahead !== null) return this.ahead;
    if (this.diagnostics.full) this.offset = this.text.length;
    while (isWideBlank(this.text.charCodeAt(this.offset))) this.offset++;
    const start = this.offset;
    while (this.offset < this.text.length && !isWideBlank(this.text.charCodeAt(this.offset))) this.offset++;
    this.ahead = { text: this.text.slice(start, this.offset), start, end: this.offset };
    return this.ahead;
  }

  private take(): Name {
    const token = this.peek();
    this.ahead = null;
    if (/[\0\ufffd]/.test(token.text)) this.fault('encoding', token, 'this is not UTF-8 text');
    return token;
  }
}

function shown({ text }: Name): string {
  if (text === '') return 'the end of the text';
  return text.length > 40 ? `\`${text.slice(0, 40)}…\`` : `\`${text}\``;
}
