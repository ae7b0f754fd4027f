/**
 * What the names in one process mean: its registers, global locations, its own and other processes' locations.
 *
 * The cells of memory are numbered: the globals first, in the order of their declarations (a pointer is such a number),
 * then the locations of process 0, of process 1, and so on. `v[n]`, seen from process p, is of process n when n < p and
 * of n + 1 otherwise.
 */
import { binary, chain, compare, constant, unary } from '../../models/program/expression.js';
import { EXACT, foldNode } from '../../models/program/fold.js';
import type { Expression, SharedVariable, Sort, Variable } from '../../models/program/model.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import type { Effect } from '../shared/effect.js';
import type { SourceText } from '../shared/source.js';
import type { BooleanSyntax, Comparison, DeclarationSyntax, ExpressionSyntax, MemorySyntax, Name } from './syntax.js';

const OPERATORS = { '=': '==', '!=': '!=', '<': '<', '>': '>', '<=': '<=', '>=': '>=' } as const satisfies Record<
  Comparison,
  string
>;

/** A location that an access may be about, and for a computed pointer the condition that it is. */
interface Cell {
  readonly variable: number;
  readonly when: Expression | null;
}

export class Memory {
  readonly cells: SharedVariable[] = [];
  readonly globals = new Map<string, number>();
  /** For each process its locations. */
  readonly locals: Map<string, number>[] = [];
  private readonly source: SourceText;

  constructor(source: SourceText) {
    this.source = source;
  }

  add(declaration: DeclarationSyntax, owner: number | null): number {
    const { name, initial } = declaration;
    this.cells.push({
      name: owner === null ? name.text : `${name.text}[P${owner}]`,
      sort: sortOf(declaration),
      size: null,
      place: this.source.place(name.start),
      initial: [initial === null ? 'any' : initial.value],
    });
    return this.cells.length - 1;
  }
}

export function sortOf({ domain }: DeclarationSyntax): Sort {
  return domain === null ? { kind: 'int' } : { kind: 'range', low: domain.low, high: domain.high };
}

export class Scope {
  readonly process: number;
  readonly memory: Memory;
  readonly registers: readonly Variable[];
  private readonly indices: ReadonlyMap<string, number>;
  private readonly diagnostics: DiagnosticList;

  constructor(process: number, memory: Memory, registers: readonly Variable[], diagnostics: DiagnosticList) {
    this.process = process;
    this.memory = memory;
    this.registers = registers;
    this.indices = new Map(registers.map(({ name }, index) => [name, index]));
    this.diagnostics = diagnostics;
  }

  /** Null, and told, when there is no such register. */
  register(name: Name): number | null {
    const index = this.indices.get(name.text);
    if (index !== undefined) return index;
    this.diagnostics.error('unknown-name', name, `this process has no register \`${name.text.slice(0, 40)}\``);
    return null;
  }

  expression(syntax: ExpressionSyntax, effect: Effect): Expression {
    switch (syntax.kind) {
      case 'number':
        return constant(syntax.value);
      case 'register': {
        const register = this.register(syntax.name);
        return register === null ? constant(0) : effect.value('local', register);
      }
      case 'negative':
        return foldNode(unary('-', this.expression(syntax.of, effect)), EXACT);
      case 'sum': {
        const [left, right] = [this.expression(syntax.left, effect), this.expression(syntax.right, effect)];
        return foldNode(binary(syntax.operator, left, right), EXACT);
      }
    }
  }

  condition(syntax: BooleanSyntax, effect: Effect): Expression {
    switch (syntax.kind) {
      case 'constant':
        return constant(syntax.value ? 1 : 0);
      case 'not':
        return foldNode(unary('!', this.condition(syntax.of, effect)), EXACT);
      case 'and':
      case 'or': {
        const parts = syntax.of.map((part) => this.condition(part, effect));
        return chain(syntax.kind === 'and' ? '&&' : '||', parts) ?? constant(1);
      }
      case 'comparison': {
        const left = this.expression(syntax.left, effect);
        const right = this.expression(syntax.right, effect);
        return binary(OPERATORS[syntax.operator], left, right);
      }
    }
  }

  /** The cells that an access may be about: one, unless it goes through a computed pointer. */
  locate(memory: MemorySyntax, effect: Effect): Cell[] {
    if (memory.kind === 'pointer') return this.dereference(memory, effect);
    const variable = this.lookUp(memory);
    return variable === null ? [] : [{ variable, when: null }];
  }

  private lookUp(memory: Exclude<MemorySyntax, { kind: 'pointer' }>): number | null {
    const { name } = memory;
    const shown = name.text.slice(0, 40);
    const { globals, locals } = this.memory;
    if (memory.kind === 'global') {
      const found = globals.get(name.text);
      if (found !== undefined) return found;
      const hint = locals.some((own) => own.has(name.text)) ? `; there is \`${shown}[my]\`, of each process` : '';
      this.diagnostics.error('unknown-name', name, `no global location \`${shown}\`${hint}`);
      return null;
    }
    let owner = this.process;
    if (memory.kind === 'other') {
      const { index } = memory;
      owner = index.value < this.process ? index.value : index.value + 1;
      if (owner >= locals.length) {
        const others = locals.length - 1;
        const range = others === 0 ? 'there are none' : `they are numbered from 0 to ${others - 1}`;
        const message = `\`${shown}[${index.value}]\` is of another process than P${this.process}, and ${range}`;
        this.diagnostics.error('process-number', index, message);
        return null;
      }
    }
    const found = locals[owner]?.get(name.text);
    if (found !== undefined) return found;
    const hint = globals.has(name.text) ? `; the global location is written \`${shown}\`` : '';
    const declared = memory.kind === 'own' ? 'this process' : `the process meant here, P${owner},`;
    this.diagnostics.error('unknown-name', name, `${declared} declares no location \`${shown}\`${hint}`);
    return null;
  }

  private dereference(memory: MemorySyntax & { kind: 'pointer' }, effect: Effect): Cell[] {
    const { address } = memory;
    const count = this.memory.globals.size;
    if (address.kind === 'number') {
      if (address.value < count) return [{ variable: address.value, when: null }];
      const message =
        count === 0 ? 'there are no globals to point to' : `the globals are numbered from 0 to ${count - 1}`;
      this.diagnostics.error('arity', address, message);
      return [];
    }
    const pointer = this.expression(address, effect);
    const { low, high } = this.interval(address);
    const cells: Cell[] = [];
    for (let variable = Math.max(0, low); variable <= Math.min(count - 1, high); variable++) {
      cells.push({ variable, when: compare(pointer, '==', variable) });
    }
    if (cells.length === 0) {
      this.diagnostics.warning(
        'vacuous',
        memory,
        'this pointer never points to a global: the statement is never executed',
      );
    }
    return cells;
  }

  /** What the domains of the registers allow. */
  private interval(syntax: ExpressionSyntax): { low: number; high: number } {
    switch (syntax.kind) {
      case 'number':
        return { low: syntax.value, high: syntax.value };
      case 'register': {
        const sort = this.registers[this.indices.get(syntax.name.text) ?? -1]?.sort;
        if (sort?.kind === 'range') return { low: sort.low, high: sort.high };
        return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
      }
      case 'negative': {
        const { low, high } = this.interval(syntax.of);
        return { low: -high, high: -low };
      }
      case 'sum': {
        const left = this.interval(syntax.left);
        const right = this.interval(syntax.right);
        if (syntax.operator === '+') return { low: left.low + right.low, high: left.high + right.high };
        return { low: left.low - right.high, high: left.high - right.low };
      }
    }
  }
}
