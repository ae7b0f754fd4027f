/**
 * A small instance compiled to JavaScript: one function for each command and choice of processes.
 *
 * Conditions become expressions on the bytes of a state, updates assignments to a copy, free choices loops. A condition
 * on numbers that the oracle does not store is taken to be possible; where it decides a case update both branches are
 * tried. Generated code contains only numbers and a fixed set of names.
 *
 * Cells that init leaves open are not enumerated beforehand. They stay open until a step that is otherwise possible reads
 * one; then the state is replaced by one for each value. That is exact: a choice is only made later.
 */
import type {
  Command,
  Disjunction,
  GuardedCommand,
  Slot,
  StateCommand,
  TemplateLiteral,
  TemplateSum,
  TemplateTerm,
  Universal,
} from '../../../models/array-system/normal-form.js';
import { BINDER_SLOT } from '../../../models/array-system/normal-form.js';
import { injections } from '../slots.js';
import { BIAS, byteOf, isNumeric, type Layout, OPEN, valuesOf } from './layout.js';

/**
 * Writes each successor of `s` into `o` and calls `emit` for it, with -1, or with the cell that was only given a value;
 * `cut` is called when a value does not fit.
 */
export type StepFunction = (s: Uint8Array, o: Uint8Array, emit: (opened: number) => void, cut: () => void) => void;

export interface CompiledInstance {
  /** A step without command only gives open cells a value, because an unsafe condition reads them. */
  readonly steps: readonly {
    readonly command: GuardedCommand | null;
    readonly slots: readonly number[];
    readonly run: StepFunction;
  }[];
  /** Index of the unsafe property that holds, or -1. */
  readonly unsafe: (s: Uint8Array) => number;
  /** Whether the state is excluded by an assumption of the model. */
  readonly assumedAway: (s: Uint8Array) => boolean;
  /** Free choices were sampled: the exploration does not cover everything. */
  readonly sampled: boolean;
}

type Environment = (slot: Slot) => number;

function environmentOf(slots: readonly number[]): Environment {
  return (slot) => (slot < 0 ? -slot - 1 : (slots[slot] as number));
}

/** `open` says of each cell whether init leaves it open; `nobodies` how many values of sort proc are no process. */
export function compile(layout: Layout, open: readonly boolean[], nobodies: number): CompiledInstance {
  const generator = new Generator(layout, open, nobodies);
  const { form } = layout;
  const steps: { command: GuardedCommand | null; slots: readonly number[]; source: string }[] = [];
  for (const command of form.commands) {
    for (const slots of injections(command.arity, layout.processes)) {
      const source = generator.step(command, slots);
      if (source !== null) steps.push({ command, slots, source });
    }
  }
  const unsafe: string[] = [];
  for (const command of form.unsafe) {
    for (const slots of injections(command.arity, layout.processes)) {
      const { test, opening } = generator.condition(command, slots);
      if (test === '0') continue;
      unsafe.push(`if(${generator.definite(test)})return ${command.property};`);
      if (opening !== '') steps.push({ command: null, slots, source: `if(${test}){${opening}}` });
    }
  }
  const assumed = form.invariants.flatMap((command) =>
    injections(command.arity, layout.processes)
      .filter((slots) => generator.isDecided(command, slots))
      .map((slots) => generator.definite(generator.condition(command, slots).test)),
  );
  const functions = new Function(
    `return [[${steps.map((s) => `function(s,o,emit,cut){${s.source}}`).join(',\n')}],
    function(s){${unsafe.join('\n')}return -1;},
    function(s){return ${assumed.length === 0 ? 'false' : `!!(${assumed.join('||')})`};}]`,
  )() as [StepFunction[], (s: Uint8Array) => number, (s: Uint8Array) => boolean];
  return {
    steps: steps.map((s, i) => ({ command: s.command, slots: s.slots, run: functions[0][i] as StepFunction })),
    unsafe: functions[1],
    assumedAway: functions[2],
    sampled: generator.sampled,
  };
}

/**
 * Conditions on a state, by the property that each belongs to: true where it is so for some choice of processes. What is said
 * of cells that are not stored is left out.
 */
export function compileConditions(
  layout: Layout,
  open: readonly boolean[],
  nobodies: number,
  commands: readonly StateCommand[],
): ReadonlyMap<number, (s: Uint8Array) => boolean> {
  const generator = new Generator(layout, open, nobodies);
  const tests = new Map<number, string[]>();
  for (const command of commands) {
    for (const slots of injections(command.arity, layout.processes)) {
      if (!generator.isDecided(command, slots)) continue;
      const test = generator.definite(generator.condition(command, slots).test);
      tests.set(command.property, [...(tests.get(command.property) ?? []), test]);
    }
  }
  const sources = [...tests.values()].map((each) => `function(s){return !!(${each.join('||')});}`);
  const functions = new Function(`return [${sources.join(',')}]`)() as ((s: Uint8Array) => boolean)[];
  return new Map([...tests.keys()].map((property, k) => [property, functions[k] as (s: Uint8Array) => boolean]));
}

export class Generator {
  private readonly layout: Layout;
  private readonly open: readonly boolean[];
  private readonly nobodies: number;
  sampled = false;
  private loops: string[] = [];
  private variables = 0;
  /** Open cells that what was generated so far reads. */
  private reads = new Set<number>();

  constructor(layout: Layout, open: readonly boolean[], nobodies: number) {
    this.layout = layout;
    this.open = open;
    this.nobodies = nobodies;
  }

  /** The body of a step function; null when the guard is plainly false. */
  step(command: GuardedCommand, slots: readonly number[]): string | null {
    this.reads = new Set();
    const guard = this.guard(command, slots);
    if (guard === '0') return null;
    const environment = environmentOf(slots);
    this.loops = [];
    this.variables = 0;
    const writes: string[] = [];
    for (const [symbol, update] of command.updates) {
      if ((this.layout.offsets[symbol] as number) < 0) continue;
      if (update.kind === 'havoc') writes.push(this.write(symbol, [], this.anything(symbol)));
      else if (update.kind === 'assign') {
        writes.push(this.write(symbol, update.slots.map(environment), this.value(update.value, environment, symbol)));
      } else {
        for (const cell of this.layout.cells) {
          if (cell.symbol !== symbol) continue;
          const inner: Environment = (slot) =>
            slot >= BINDER_SLOT ? (cell.indices[slot - BINDER_SLOT] as number) : environment(slot);
          writes.push(this.caseWrite(cell, update.switches, update.otherwise, inner));
        }
      }
    }
    const body = `o.set(s);${writes.filter((w) => w !== '').join('')}emit(-1);`;
    return `${guard === '1' ? '' : `if(!(${guard}))return;`}${this.opening()}${this.loops.join('')}{${body}}`;
  }

  /** A condition that may hold, and code that gives the first open cell it reads each of its values. */
  condition(command: Command, slots: readonly number[]): { test: string; opening: string } {
    this.reads = new Set();
    return { test: this.guard(command, slots), opening: this.opening() };
  }

  /** No literal of the condition is about something that is not stored. */
  isDecided(command: Command, slots: readonly number[]): boolean {
    const environment = environmentOf(slots);
    return command.universals.length === 0 && command.literals.every((l) => this.isStored(l, environment));
  }

  private isStored(literal: TemplateLiteral, environment: Environment): boolean {
    switch (literal.kind) {
      case 'mask':
        return (this.layout.offsets[literal.cell.symbol] as number) >= 0;
      case 'sum':
        return this.sum(literal.sum, environment) !== null;
      default:
        return this.term(literal.left, environment) !== null && this.term(literal.right, environment) !== null;
    }
  }

  /** The same condition, true only if no open cell could make it false. */
  definite(test: string): string {
    return test.replaceAll(`===${OPEN}||`, `!==${OPEN}&&`);
  }

  private opening(): string {
    const open = (byte: number): string => {
      const values = valuesOf(this.layout, (this.layout.cells[byte] as { symbol: number }).symbol, this.nobodies);
      return `if(s[${byte}]===${OPEN}){for(let v=0;v<${values};v++){o.set(s);o[${byte}]=v;emit(${byte});}return;}`;
    };
    return [...this.reads].map(open).join('');
  }

  private caseWrite(
    cell: { symbol: number; indices: readonly number[] },
    switches: readonly { condition: Disjunction; value: TemplateTerm }[],
    otherwise: TemplateTerm | 'arbitrary' | 'unchanged',
    environment: Environment,
  ): string {
    const self = `s[${byteOf(this.layout, cell.symbol, cell.indices)}]`;
    let expression = '';
    let closed = false;
    for (const { condition, value } of switches) {
      let test = this.disjunction(condition, environment);
      if (test === '0') continue;
      if (this.isUndecided(condition, environment)) test = `(${test}&&${this.loop('0', '1')})`;
      const result = this.value(value, environment, cell.symbol);
      if (test === '1') {
        expression += result;
        closed = true;
        break;
      }
      expression += `${test}?${result}:`;
    }
    if (!closed) {
      expression +=
        otherwise === 'arbitrary'
          ? this.anything(cell.symbol)
          : otherwise === 'unchanged'
            ? self
            : this.value(otherwise, environment, cell.symbol);
    }
    return expression === self ? '' : this.write(cell.symbol, cell.indices, expression);
  }

  /** A condition that depends on what is not stored. */
  private isUndecided(condition: Disjunction, environment: Environment): boolean {
    const open = (l: TemplateLiteral) => !this.isStored(l, environment);
    return condition.some((c) => c.some(open) && c.every((l) => open(l) || this.literal(l, environment) !== '0'));
  }

  private write(symbol: number, indices: readonly number[], value: string): string {
    const byte = byteOf(this.layout, symbol, indices);
    if (isNumeric(this.layout, symbol)) {
      return `{const v=${value};if(v<0||v>255||v%1!==0){cut();return;}o[${byte}]=v;}`;
    }
    return `o[${byte}]=${value};`;
  }

  /** A loop variable over the given values. */
  private loop(from: string, to: string): string {
    const name = `v${this.variables++}`;
    this.loops.push(`for(let ${name}=${from};${name}<=${to};${name}++)`);
    return name;
  }

  private anything(symbol: number): string {
    if (!isNumeric(this.layout, symbol)) return this.loop('0', `${valuesOf(this.layout, symbol, 0) - 1}`);
    this.sampled = true;
    return this.loop(`${BIAS - 1}`, `${BIAS + 2}`);
  }

  // ---- conditions: '0' and '1' when they are constant

  guard(command: Command, slots: readonly number[]): string {
    const environment = environmentOf(slots);
    const parts = command.literals.map((l) => this.literal(l, environment));
    for (const universal of command.universals) this.universal(universal, environment, parts);
    return all(parts);
  }

  /** Adds one condition for each choice of processes for the variables. */
  universal(universal: Universal, environment: Environment, parts: string[]): void {
    const bound = new Map<Slot, number>();
    const inner: Environment = (slot) => bound.get(slot) ?? environment(slot);
    const assign = (k: number): void => {
      const variable = universal.variables[k];
      if (variable === undefined) {
        parts.push(this.disjunction(universal.body, inner));
        return;
      }
      for (let p = 0; p < this.layout.processes; p++) {
        if (variable.excluded.some((slot) => inner(slot) === p)) continue;
        bound.set(variable.slot, p);
        assign(k + 1);
      }
      bound.delete(variable.slot);
    };
    assign(0);
  }

  disjunction(disjunction: Disjunction, environment: Environment): string {
    const parts = disjunction.map((c) => all(c.map((l) => this.literal(l, environment)))).filter((e) => e !== '0');
    if (parts.includes('1')) return '1';
    return parts.length === 0 ? '0' : parts.length === 1 ? (parts[0] as string) : `(${parts.join('||')})`;
  }

  private literal(literal: TemplateLiteral, environment: Environment): string {
    if (literal.kind === 'mask') {
      const cell = this.cell(literal.cell.symbol, literal.cell.slots.map(environment));
      if (cell === null) return '1';
      const { mask } = literal;
      const test = (mask & (mask - 1)) === 0 ? `${cell}===${31 - Math.clz32(mask)}` : `(${mask}>>${cell}&1)`;
      return this.unlessOpen(test, [cell]);
    }
    const js = { '=': '===', '<>': '!==', '<': '<', '<=': '<=' }[literal.operator];
    if (literal.kind === 'sum') {
      const sum = this.sum(literal.sum, environment);
      return sum === null ? '1' : `${sum}${js}0`;
    }
    const left = this.term(literal.left, environment);
    const right = this.term(literal.right, environment);
    if (left === null || right === null) return '1';
    if (/^\d+$/.test(left) && /^\d+$/.test(right)) {
      const [a, b] = [Number(left), Number(right)];
      return { '=': a === b, '<>': a !== b, '<': a < b, '<=': a <= b }[literal.operator] ? '1' : '0';
    }
    return this.unlessOpen(`${left}${js}${right}`, [left, right]);
  }

  /** An open cell may have the value that makes the test true. */
  private unlessOpen(test: string, terms: readonly string[]): string {
    const cells = terms.filter((t) => this.open[Number(/^s\[(\d+)\]$/.exec(t)?.[1] ?? -1)]);
    return cells.length === 0 ? test : `(${cells.map((c) => `${c}===${OPEN}||`).join('')}${test})`;
  }

  private cell(symbol: number, indices: readonly number[]): string | null {
    const byte = byteOf(this.layout, symbol, indices);
    if (this.open[byte]) this.reads.add(byte);
    return byte < 0 ? null : `s[${byte}]`;
  }

  private term(term: TemplateTerm, environment: Environment): string | null {
    switch (term.kind) {
      case 'value':
        return `${term.value}`;
      case 'process':
        return `${environment(term.slot)}`;
      case 'cell':
        return this.cell(term.cell.symbol, term.cell.slots.map(environment));
      case 'sum':
        return this.sum(term, environment);
    }
  }

  /** A value as it is stored in a cell of the symbol. */
  private value(term: TemplateTerm, environment: Environment, symbol: number): string {
    const value = this.term(term, environment);
    if (value === null) throw new Error('a stored cell takes the value of one that is not');
    return isNumeric(this.layout, symbol) ? `${value}+${BIAS}` : value;
  }

  private sum(sum: TemplateSum, environment: Environment): string | null {
    const number = (r: { numerator: bigint; denominator: bigint }) => Number(r.numerator) / Number(r.denominator);
    const parts = [`${number(sum.constant)}`];
    for (const s of sum.summands) {
      const cell = this.cell(s.cell.symbol, s.cell.slots.map(environment));
      if (cell === null) return null;
      parts.push(`${number(s.coefficient)}*(${cell}${isNumeric(this.layout, s.cell.symbol) ? `-${BIAS}` : ''})`);
    }
    return `(${parts.join('+')})`;
  }
}

function all(parts: readonly string[]): string {
  const open = parts.filter((p) => p !== '1');
  if (open.includes('0')) return '0';
  return open.length === 0 ? '1' : open.length === 1 ? (open[0] as string) : `(${open.join('&&')})`;
}
