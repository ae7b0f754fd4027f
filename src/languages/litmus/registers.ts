/**
 * The registers of both architectures, by number; flags are registers too. X86 knows them by one name, in capitals. In
 * X86_64 any part of a register may be named in the program, in any case, and only the whole one elsewhere.
 */
import type { Architecture, RegisterPart } from './test.js';

export interface RegisterFile {
  /** The names that final states show, by number. */
  readonly names: readonly string[];
  readonly bits: 32 | 64;
  readonly zero: number;
  readonly sign: number;
  readonly carry: number;
  /** What compare-and-exchange compares with. */
  readonly accumulator: RegisterPart;
  /** As an operand of an instruction. */
  operand(name: string): RegisterPart | null;
  /** In the initial state and the condition. */
  whole(name: string): number | null;
}

const X86_NAMES = ['EAX', 'EBX', 'ECX', 'EDX', 'ESI', 'EDI', 'EBP', 'ESP', 'EIP', 'ZF', 'SF', 'CF'];

const OLD = ['ax', 'bx', 'cx', 'dx', 'si', 'di', 'bp', 'sp'];
const NEW = ['r8', 'r9', 'r10', 'r11', 'r12', 'r13', 'r14', 'r15'];
const X86_64_NAMES = ['rip', 'cs', ...OLD.map((name) => `r${name}`), ...NEW, 'zf', 'sf', 'cf'];

function x86(): RegisterFile {
  const whole = (name: string): number | null => {
    const at = X86_NAMES.indexOf(name);
    return at < 0 ? null : at;
  };
  const operand = (name: string): RegisterPart | null => {
    const register = whole(name);
    return register === null ? null : { register, bits: 32, shift: 0 };
  };
  const number = (name: string): number => X86_NAMES.indexOf(name);
  const accumulator: RegisterPart = { register: number('EAX'), bits: 32, shift: 0 };
  const flags = { zero: number('ZF'), sign: number('SF'), carry: number('CF') };
  return { names: X86_NAMES, bits: 32, ...flags, accumulator, operand, whole };
}

function x86_64(): RegisterFile {
  const parts = new Map<string, RegisterPart>();
  const add = (name: string, whole: string, bits: RegisterPart['bits'], shift: 0 | 8 = 0): void => {
    parts.set(name, { register: X86_64_NAMES.indexOf(whole), bits, shift });
  };
  for (const name of ['rip', 'cs']) add(name, name, 64);
  for (const name of OLD) {
    const letter = name.slice(0, 1);
    const pointer = !name.endsWith('x');
    add(`r${name}`, `r${name}`, 64);
    add(`e${name}`, `r${name}`, 32);
    add(name, `r${name}`, 16);
    add(pointer ? `${name}l` : `${letter}l`, `r${name}`, 8);
    if (!pointer) add(`${letter}h`, `r${name}`, 8, 8);
  }
  for (const name of NEW) {
    add(name, name, 64);
    add(`${name}d`, name, 32);
    add(`${name}w`, name, 16);
    add(`${name}b`, name, 8);
  }
  const operand = (name: string): RegisterPart | null => parts.get(name.toLowerCase()) ?? null;
  const whole = (name: string): number | null => {
    const part = operand(name);
    return part === null || part.bits !== 64 ? null : part.register;
  };
  const number = (name: string): number => X86_64_NAMES.indexOf(name);
  const accumulator: RegisterPart = { register: number('rax'), bits: 64, shift: 0 };
  const flags = { zero: number('zf'), sign: number('sf'), carry: number('cf') };
  return { names: X86_64_NAMES, bits: 64, ...flags, accumulator, operand, whole };
}

const FILES: Readonly<Record<Architecture, RegisterFile>> = { X86: x86(), X86_64: x86_64() };

export function registerFile(architecture: Architecture): RegisterFile {
  return FILES[architecture];
}

/** The registers that may stand in for a symbolic one, in the order of preference. */
export function generalRegisters(architecture: Architecture): number[] {
  const first = architecture === 'X86' ? 0 : X86_64_NAMES.indexOf('rax');
  const count = architecture === 'X86' ? 6 : OLD.length + NEW.length;
  return Array.from({ length: count }, (_, index) => first + index);
}
