/** Instructions: words and operands resolved, and refused where they do not fit together. */
import type { DiagnosticCode, DiagnosticList } from '../shared/diagnostics.js';
import type { Span } from '../shared/source.js';
import { targetsOf } from './execute.js';
import { parseNumber } from './numbers.js';
import { type RegisterFile, registerFile } from './registers.js';
import type { InstructionSyntax, Name, OperandSyntax } from './syntax.js';
import type { Action, Architecture, Instruction, MemoryOperand, Operand, RegisterPart, Target } from './test.js';
import { lookUp, lookUpElsewhere, type Meaning } from './vocabulary.js';

/** What an instruction needs to know of its thread. */
export interface ThreadNames {
  /** The instruction that a label stands before. */
  label(name: string): number | null;
  /** The register that stands in for `%name`. */
  symbolic(name: string): number;
  /** Told every location that an instruction names. */
  mention(location: string): void;
  /** The size of a location. */
  bitsOf(location: string): number;
}

const COUNTS: Readonly<Record<Meaning['kind'], number>> = {
  move: 2,
  arithmetic: 2,
  'of-one': 1,
  compare: 2,
  test: 2,
  'set-no-carry': 1,
  exchange: 2,
  'exchange-add': 2,
  address: 2,
  'compare-exchange': 2,
  'move-if-carry': 2,
  jump: 1,
  fence: 0,
  nothing: 0,
  return: 0,
};

/** The name behind a percent sign; null without one. */
export function behindPercent(name: string): string | null {
  return name.startsWith('%') ? name.slice(1) : null;
}

/** The register that a word of the program names, if it does; in X86 `%` always starts a symbolic one. */
export function namedRegister(file: RegisterFile, architecture: Architecture, name: string): RegisterPart | null {
  const symbolic = behindPercent(name);
  if (symbolic === null) return file.operand(name);
  return architecture === 'X86' ? null : file.operand(symbolic);
}

export class InstructionChecker {
  private readonly architecture: Architecture;
  private readonly file: RegisterFile;
  private readonly diagnostics: DiagnosticList;
  private readonly text: string;

  constructor(architecture: Architecture, text: string, diagnostics: DiagnosticList) {
    this.architecture = architecture;
    this.file = registerFile(architecture);
    this.text = text;
    this.diagnostics = diagnostics;
  }

  /** Null when something is wrong with it. */
  check(syntax: InstructionSyntax, names: ThreadNames): Instruction | null {
    const { mnemonic, lock, operands } = syntax;
    const entry = lookUp(this.architecture, mnemonic.text);
    if (entry === null) {
      const elsewhere = lookUpElsewhere(this.architecture, mnemonic.text);
      const why = elsewhere === null ? '' : `: ${elsewhere}`;
      return this.refuse(
        'unknown-name',
        mnemonic,
        `\`${mnemonic.text.slice(0, 40)}\` is not a known ${this.architecture} instruction${why}`,
      );
    }
    const { meaning, mayLock } = entry;
    const wanted = meaning.kind === 'nothing' ? meaning.operands : COUNTS[meaning.kind];
    if (operands.length !== wanted) {
      const found = operands.length === 0 ? 'none' : `${operands.length}`;
      const words = ['no operands', 'one operand', 'two operands'][wanted];
      return this.refuse('arity', syntax, `\`${mnemonic.text}\` takes ${words}, not ${found}`);
    }
    if (lock !== null && !mayLock) {
      return this.refuse('unsupported', lock, `\`${mnemonic.text}\` cannot be locked`);
    }
    if (this.architecture === 'X86' && meaning.kind === 'compare-exchange') {
      const message = '`CMPXCHG` has no meaning in X86 tests: write the test for X86_64';
      return this.refuse('unsupported', mnemonic, message);
    }
    const action = this.action(meaning, operands, names);
    if (action === null) return null;
    const bits = entry.bits ?? sizeOf(action);
    const locked = lock !== null || meaning.kind === 'exchange';
    this.warnOfSize(syntax, action, bits, names);
    return { action, bits, locked, origin: this.origin(syntax) };
  }

  /** A location is accessed as a whole, and X86 tests know one size: said where an instruction means another one. */
  private warnOfSize(
    { mnemonic, operands }: InstructionSyntax,
    action: Action,
    bits: number,
    names: ThreadNames,
  ): void {
    if (this.architecture === 'X86') {
      const suffix = /^mov([bwq])$/i.exec(mnemonic.text)?.[1];
      if (suffix === undefined) return;
      const message = `sizes are not looked at in X86 tests: \`${mnemonic.text}\` moves 32 bits, as \`MOV\` does`;
      this.diagnostics.warning('type-mismatch', mnemonic, message);
      return;
    }
    if (action.kind === 'address' || action.kind === 'nothing') return;
    const written = new Set(
      targetsOf({ action }).flatMap((target) => (target.kind === 'memory' ? [target.symbol] : [])),
    );
    for (const operand of operands) {
      const symbol = operand.kind === 'memory' && operand.index === null ? (operand.base?.text ?? null) : null;
      if (operand.kind !== 'memory' || symbol === null || this.register(operand.base as Name, names) !== null) continue;
      const size = names.bitsOf(symbol);
      if (bits < size && !written.has(symbol)) continue;
      if (bits === size) continue;
      const message = `a location is accessed as a whole: \`${symbol.slice(0, 40)}\` has ${size} bits, and these ${bits} are taken for all of it`;
      this.diagnostics.warning('type-mismatch', operand, message);
    }
  }

  private origin({ start, end }: Span): string {
    return this.text
      .slice(start, end)
      .replace(/\(\*[\s\S]*?\*\)/g, ' ')
      .replace(/#[^\n]*/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  }

  private refuse(code: DiagnosticCode, span: Span, message: string): null {
    this.diagnostics.error(code, span, message);
    return null;
  }

  private action(meaning: Meaning, operands: readonly OperandSyntax[], names: ThreadNames): Action | null {
    switch (meaning.kind) {
      case 'nothing':
        // The operand is not used, but it must be one.
        return operands.every((operand) => this.operand(operand, names) !== null) ? { kind: 'nothing' } : null;
      case 'return':
        return { kind: 'return' };
      case 'fence':
        return { kind: 'fence', fence: meaning.fence };
      case 'jump':
        return this.jump(meaning, operands[0] as OperandSyntax, names);
      case 'of-one': {
        const target = this.target(operands[0], names);
        const source = { kind: 'immediate', value: 1n } as const;
        return target && { kind: 'arithmetic', operation: meaning.operation, target, source };
      }
      case 'set-no-carry': {
        const target = this.target(operands[0], names);
        return target && { kind: 'set-no-carry', target };
      }
      case 'exchange': {
        const [left, right] = [this.target(operands[0], names), this.target(operands[1], names)];
        return left && right && { kind: 'exchange', left, right };
      }
      case 'exchange-add': {
        const [target, source] = this.pair(operands, names, this.architecture === 'X86_64');
        if (target === null || source === null) return null;
        if (source.kind === 'register') return { kind: 'exchange-add', target, source };
        const second = operands[this.architecture === 'X86_64' ? 0 : 1] as Span;
        return this.refuse('wrong-kind', second, 'what is added must be in a register');
      }
      case 'address': {
        const swapped = this.architecture === 'X86_64';
        const [target, source] = this.pair(operands, names, swapped);
        if (target === null || source === null) return null;
        if (target.kind === 'register' && source.kind === 'memory') return { kind: 'address', target, source };
        return this.refuse('wrong-kind', operands[0] as Span, 'a register is given the address of a location');
      }
      case 'compare-exchange': {
        const swapped = operands[1]?.kind === 'memory' && operands[0]?.kind !== 'memory';
        const [target, source] = this.pair(operands, names, swapped);
        if (target === null || source === null) return null;
        if (source.kind === 'register') return { kind: 'compare-exchange', target, source };
        return this.refuse('wrong-kind', operands[swapped ? 0 : 1] as Span, 'what is stored must be in a register');
      }
      case 'move-if-carry': {
        const swapped = operands[0]?.kind === 'memory';
        const [target, source] = this.pair(operands, names, swapped);
        if (target === null || source === null) return null;
        if (target.kind === 'register' && source.kind !== 'immediate') return { kind: 'move-if-carry', target, source };
        return this.refuse('wrong-kind', operands[0] as Span, 'a register is moved to, from a register or from memory');
      }
      case 'test':
      case 'compare': {
        // Its first operand (X86) is only read, but may be no number.
        const [left, right] = this.pair(operands, names, this.architecture === 'X86_64');
        return left && right && { kind: meaning.kind, left, right };
      }
      case 'move':
      case 'arithmetic': {
        const [target, source] = this.pair(operands, names, this.architecture === 'X86_64');
        if (target === null || source === null) return null;
        if (meaning.kind === 'move') return { kind: 'move', target, source };
        return { kind: 'arithmetic', operation: meaning.operation, target, source };
      }
    }
  }

  private pair(
    operands: readonly OperandSyntax[],
    names: ThreadNames,
    swapped: boolean,
  ): [target: Target | null, source: Operand | null] {
    const [first, second] = swapped ? [operands[1], operands[0]] : operands;
    return [this.target(first, names), this.operand(second as OperandSyntax, names)];
  }

  private jump(meaning: Meaning & { kind: 'jump' }, operand: OperandSyntax, names: ThreadNames): Action | null {
    if (operand.kind !== 'word') return this.refuse('wrong-kind', operand, 'a jump goes to a label');
    const label = operand.name.text;
    const to = names.label(label);
    if (to === null)
      return this.refuse('unknown-name', operand, `this processor has no label \`${label.slice(0, 40)}\``);
    return { kind: 'jump', condition: meaning.condition, to, label };
  }

  private target(syntax: OperandSyntax | undefined, names: ThreadNames): Target | null {
    if (syntax?.kind === 'immediate') return this.refuse('wrong-kind', syntax, 'a number cannot be changed');
    return this.operand(syntax as OperandSyntax, names) as Target | null;
  }

  private operand(syntax: OperandSyntax, names: ThreadNames): Operand | null {
    switch (syntax.kind) {
      case 'immediate': {
        const value = parseNumber(syntax.text, this.file.bits);
        if (value === null) return this.refuse('too-large', syntax, `a number of more than ${this.file.bits} bits`);
        return { kind: 'immediate', value };
      }
      case 'word':
      case 'register': {
        const part = this.register(syntax.name, names);
        if (part !== null) return { kind: 'register', ...part };
        return this.refuse('unknown-name', syntax, this.noRegister(syntax.name.text));
      }
      case 'memory':
        return this.memory(syntax, names);
    }
  }

  private noRegister(name: string): string {
    const capitals = name.toUpperCase();
    if (this.architecture === 'X86' && this.file.operand(capitals) !== null) {
      return `registers are written in capitals: \`${capitals}\``;
    }
    const memory = this.architecture === 'X86' ? `[${name}]` : `(${name})`;
    return `\`${name.slice(0, 40)}\` is not a register; memory is written \`${memory.slice(0, 40)}\``;
  }

  private register(name: Name, names: ThreadNames): RegisterPart | null {
    const named = namedRegister(this.file, this.architecture, name.text);
    if (named !== null) return named;
    const symbolic = behindPercent(name.text);
    return symbolic === null ? null : { register: names.symbolic(symbolic), bits: this.file.bits, shift: 0 };
  }

  private memory(syntax: OperandSyntax & { kind: 'memory' }, names: ThreadNames): MemoryOperand | null {
    const { base, index, scale, segment } = syntax;
    const none = { kind: 'memory', symbol: null, base: null, index: null, scale: 1n } as const;
    const [displacement, factor] = [this.number(syntax.displacement), this.number(scale)];
    if (displacement === null || factor === null) return null;
    if (base === null) return { ...none, displacement };
    const simple = syntax.displacement === null && index === null && segment === null;
    if (this.architecture === 'X86' && !simple) {
      return this.refuse('unsupported', syntax, 'X86 tests have no offsets: an operand is `[x]` or `[EAX]`');
    }
    const register = this.register(base, names);
    if (register === null) {
      if (!simple) return this.refuse('wrong-kind', base, 'an offset goes with a register');
      if (this.architecture === 'X86' && syntax.round) {
        return this.refuse('wrong-kind', syntax, `a location is written \`[${base.text.slice(0, 40)}]\``);
      }
      names.mention(base.text);
      return { ...none, symbol: base.text, displacement };
    }
    if (index === null) return { ...none, base: register, displacement };
    const second = this.register(index, names);
    if (second === null) return this.refuse('unknown-name', index, this.noRegister(index.text));
    return { ...none, base: register, index: second, scale: factor, displacement };
  }

  /** 0 where there is none; null, and a report, when it is too large. */
  private number(name: Name | null): bigint | null {
    if (name === null) return 0n;
    const value = parseNumber(name.text, this.file.bits);
    return value ?? this.refuse('too-large', name, `a number of more than ${this.file.bits} bits`);
  }
}

/** The size of an operation without suffix: that of its register, the target's first; else 32 bits. */
function sizeOf(action: Action): 8 | 16 | 32 | 64 {
  const parts = [
    'target' in action ? action.target : null,
    'left' in action ? action.left : null,
    'source' in action ? action.source : null,
    'right' in action ? action.right : null,
  ];
  const register = parts.find((part) => part?.kind === 'register');
  return register?.kind === 'register' ? register.bits : 32;
}
