/**
 * The table of instructions: rows end at `;`, cells at `|`. Here only the shape of instructions is read, any mnemonic with
 * any operands; which of them exist is checked later. A broken cell does not hide the others.
 */
import type { Span } from '../shared/source.js';
import type { TokenKind, Tokens } from './lex.js';
import { nameOf } from './parse-condition.js';
import type { CellSyntax, InstructionSyntax, Name, OperandSyntax, ProgramSyntax, RowSyntax } from './syntax.js';

const endsRow = (kind: TokenKind) => kind === ';' || kind === 'closing';
const endsCell = (kind: TokenKind) => kind === '|' || endsRow(kind);

export function parseProgram(tokens: Tokens): ProgramSyntax {
  const { start } = tokens.current;
  tokens.accept(';');
  const processors = parseProcessors(tokens);
  const rows: RowSyntax[] = [];
  while (!tokens.at('end') && !tokens.at('closing')) rows.push(parseRow(tokens));
  return { processors, rows, start, end: Math.max(start, tokens.lastEnd) };
}

function parseProcessors(tokens: Tokens): Name[] {
  const processors: Name[] = [];
  do processors.push(nameOf(tokens, tokens.expect('processor', 'a processor such as `P0`')));
  while (tokens.accept('|') !== null);
  tokens.expect(';', '`|` or `;`');
  if (!tokens.panicking) return processors;
  tokens.recover(endsRow);
  tokens.accept(';');
  return [];
}

function parseRow(tokens: Tokens): RowSyntax {
  const { start } = tokens.current;
  const cells: CellSyntax[] = [];
  do {
    const cell = parseCell(tokens);
    if (!tokens.panicking && !tokens.at('|') && !tokens.at(';')) tokens.failExpecting('`|` or `;`');
    if (tokens.panicking) tokens.recover(endsCell);
    cells.push(cell);
  } while (tokens.accept('|') !== null);
  tokens.accept(';');
  return { cells, start, end: Math.max(start, tokens.lastEnd) };
}

function parseCell(tokens: Tokens): CellSyntax {
  const labels: Name[] = [];
  while (tokens.at('word') && tokens.peek() === ':') {
    labels.push(nameOf(tokens, tokens.take()));
    tokens.take();
  }
  const empty = tokens.at('|') || tokens.at(';');
  return { labels, instruction: empty ? null : parseInstruction(tokens) };
}

function parseInstruction(tokens: Tokens): InstructionSyntax {
  const { start } = tokens.current;
  let mnemonic = nameOf(tokens, tokens.expect('word', 'an instruction'));
  let lock: Span | null = null;
  if (mnemonic.text === 'LOCK' || mnemonic.text === 'lock') {
    lock = mnemonic;
    tokens.accept(';');
    mnemonic = nameOf(tokens, tokens.expect('word', 'an instruction after `LOCK`'));
  }
  const operands: OperandSyntax[] = [];
  if (!tokens.at('|') && !tokens.at(';') && !tokens.at('closing') && !tokens.at('end')) {
    do operands.push(parseOperand(tokens));
    while (tokens.accept(',') !== null);
  }
  return { mnemonic, lock, operands, start, end: Math.max(start, tokens.lastEnd) };
}

function parseOperand(tokens: Tokens): OperandSyntax {
  const { start } = tokens.current;
  const behind = tokens.peek();
  if (tokens.at('immediate')) {
    const text = tokens.text(tokens.take()).slice(1);
    return { kind: 'immediate', text, start, end: tokens.lastEnd };
  }
  if (tokens.at('number') && behind !== '(' && behind !== '[') {
    const text = tokens.text(tokens.take());
    return { kind: 'immediate', text, start, end: tokens.lastEnd };
  }
  if (tokens.at('word') && behind !== ':') {
    const name = nameOf(tokens, tokens.take());
    return { kind: 'word', name, start, end: tokens.lastEnd };
  }
  if (tokens.at('percent') && behind !== ':') {
    const name = nameOf(tokens, tokens.take());
    return { kind: 'register', name, start, end: tokens.lastEnd };
  }
  return parseMemory(tokens, start);
}

/** `[x]`, `(%rax)`, `8(%rax)`, `8(%rax,%rbx,4)`, `%cs:0(%rax,%rbx,1)`, `[4]`. */
function parseMemory(tokens: Tokens, start: number): OperandSyntax {
  const name = (expected: string): Name => {
    const word = tokens.accept('word') ?? tokens.accept('percent');
    return nameOf(tokens, word ?? tokens.expect('percent', expected));
  };
  let segment: Name | null = null;
  if (tokens.at('percent') || tokens.at('word')) {
    segment = nameOf(tokens, tokens.take());
    tokens.expect(':', '`:`');
  }
  const displacement = tokens.at('number') ? nameOf(tokens, tokens.take()) : null;
  const round = tokens.accept('(') !== null;
  if (!round) tokens.expect('[', displacement === null ? 'an operand' : '`(`');
  const closing = round ? ')' : ']';
  if (!round && displacement === null && tokens.at('number')) {
    const address = nameOf(tokens, tokens.take());
    tokens.expect(closing, '`]`');
    const memory = { kind: 'memory', round, base: null, index: null, scale: null, segment } as const;
    return { ...memory, displacement: address, start, end: Math.max(start, tokens.lastEnd) };
  }
  const base = name('a register or the name of a location');
  let index: Name | null = null;
  let scale: Name | null = null;
  if (round && tokens.accept(',') !== null) {
    index = name('a register');
    tokens.expect(',', '`,`');
    scale = nameOf(tokens, tokens.expect('number', 'a number'));
  }
  tokens.expect(closing, `\`${closing}\``);
  const memory = { kind: 'memory', round, displacement, base, index, scale, segment } as const;
  return { ...memory, start, end: Math.max(start, tokens.lastEnd) };
}
