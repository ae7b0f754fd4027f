/**
 * Templates to literals: slots are looked up in an environment of process names.
 *
 * One instance owns one environment, filled by whoever enumerates the processes (parameters of a command, binders of a
 * case update, variables of a universal guard). Nothing is allocated for a mask literal.
 */
import { FALSE, type LinearTerm, type Literal, type Literals, PLAIN, TRUE } from '../../logic/literals.js';
import {
  BINDER_SLOT,
  type Disjunction,
  SLOTS,
  type Slot,
  type TemplateCell,
  type TemplateLiteral,
  type TemplateSum,
  type TemplateTerm,
  type TemplateUpdate,
  type Universal,
} from '../../models/array-system/normal-form.js';

const ZERO_TERM: LinearTerm = { summands: [], constant: { numerator: 0n, denominator: 1n } };

export class Instantiation {
  readonly literals: Literals;
  readonly environment = new Int32Array(SLOTS);
  /** The tag of the cells that are read through a process's buffer; PLAIN when they are read from memory. */
  viewTag = PLAIN;
  /** One list of arguments for each length. */
  private readonly buffers: readonly number[][];

  constructor(literals: Literals) {
    this.literals = literals;
    const most = Math.max(0, ...literals.symbols.map((s) => s.arity)) + 1;
    this.buffers = Array.from({ length: most + 1 }, (_, length) => new Array(length).fill(0));
  }

  process(slot: Slot): number {
    return slot < 0 ? -slot - 1 : (this.environment[slot] as number);
  }

  /** Puts the processes in the slots of a command's parameters. */
  place(slots: readonly number[]): void {
    for (let slot = 0; slot < slots.length; slot++) this.environment[slot] = slots[slot] as number;
  }

  cell({ symbol, slots, reader }: TemplateCell): number {
    const viewed = reader !== null && this.viewTag !== PLAIN;
    const first = viewed ? 1 : 0;
    const args = this.buffers[first + slots.length] as number[];
    if (viewed) args[0] = this.process(reader);
    for (let i = 0; i < slots.length; i++) args[first + i] = this.process(slots[i] as Slot);
    return this.literals.cell(viewed ? this.literals.view(symbol, this.viewTag) : symbol, args);
  }

  /** A term of an abstract or enumerated sort or of sort proc that is no constructor, as a code (literals.ts). */
  code(term: TemplateTerm): number {
    if (term.kind === 'cell') return this.cell(term.cell);
    if (term.kind === 'process') return -this.process(term.slot) - 1;
    throw new Error(`a ${term.kind} has no code`);
  }

  sum(term: TemplateSum): LinearTerm {
    return {
      summands: term.summands.map((s) => ({ variable: this.cell(s.cell), coefficient: s.coefficient })),
      constant: term.constant,
    };
  }

  literal(template: TemplateLiteral): Literal {
    switch (template.kind) {
      case 'mask':
        return this.literals.mask(this.cell(template.cell), template.mask);
      case 'relation':
        return this.literals.relation(template.operator, this.code(template.left), this.code(template.right));
      case 'sum':
        return this.literals.compareLinear(template.operator, this.sum(template.sum), ZERO_TERM, template.integer);
    }
  }

  /** The disjuncts that are not plainly false, without their true literals; an empty one means true. */
  disjunction(template: Disjunction): Literal[][] {
    const out: Literal[][] = [];
    for (const conjunct of template) {
      const literals: Literal[] = [];
      let possible = true;
      for (const t of conjunct) {
        const literal = this.literal(t);
        if (literal === FALSE) {
          possible = false;
          break;
        }
        if (literal !== TRUE) literals.push(literal);
      }
      if (!possible) continue;
      if (literals.length === 0) return [[]];
      out.push(literals);
    }
    return out;
  }

  /** Whether the update, of the cell's symbol or of the one it views, can write this very cell. */
  mayHit(update: TemplateUpdate, cell: number): boolean {
    if (update.kind !== 'assign') return true;
    const indices = this.literals.indicesOf(cell);
    return update.slots.every((slot, i) => this.process(slot) === indices[i]);
  }

  /** The conditions, one disjunct after the other, under which a case update writes the cell with these indices. */
  *conditionsAt(update: TemplateUpdate & { kind: 'case' }, indices: readonly number[]): Generator<Literal[]> {
    for (const [i, process] of indices.entries()) this.environment[BINDER_SLOT + i] = process;
    for (const { condition } of update.switches) yield* this.disjunction(condition);
  }

  /**
   * Calls `visit` for every way to give the universal's variables processes of `range` outside their exclusions; the
   * environment then holds them.
   */
  assignments(universal: Universal, range: readonly number[], visit: (chosen: readonly number[]) => void): void {
    const { variables } = universal;
    const chosen: number[] = [];
    const assign = (k: number): void => {
      const variable = variables[k];
      if (variable === undefined) {
        visit(chosen);
        return;
      }
      for (const process of range) {
        if (variable.excluded.some((slot) => this.process(slot) === process)) continue;
        this.environment[variable.slot] = process;
        chosen.push(process);
        assign(k + 1);
        chosen.pop();
      }
    };
    assign(0);
  }
}
