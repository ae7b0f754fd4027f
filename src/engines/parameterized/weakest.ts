/**
 * The weakest precondition of literals through the updates of one command instance.
 *
 * Every process in a cube has a name and different names are different processes, so whether an update hits a cell is
 * decided at once; only the conditions of case updates split. Each updated cell has alternatives (conditions, value): the
 * first-match rule is unfolded with what is already known of the state, so contradictory branches are never built. A cell
 * that only a mask constrains gives a disjunction of its own, whose members are merged wherever they differ in one mask:
 * a case update over an enumeration usually comes back as a single literal.
 *
 * Cells in relations are given one of their values each, which are substituted in the literals (cell-value.ts). A cell that
 * takes an arbitrary value is a fresh *choice* cell, eliminated where that is exact.
 */
import type { Conjunction } from '../../logic/conjunction.js';
import { eliminateChoice } from '../../logic/eliminate.js';
import { FALSE, Kind, type Literal, type Literals, TRUE } from '../../logic/literals.js';
import { BINDER_SLOT, type TemplateTerm, type TemplateUpdate } from '../../models/array-system/normal-form.js';
import { type CellValue, chooseFresh, isUnchanged, maskOn, substitute, unchanged } from './cell-value.js';
import { cellsOf } from './cube.js';
import type { Instantiation } from './instantiate.js';
import { mergeAlternatives } from './merge.js';

interface Alternative {
  readonly conditions: readonly Literal[];
  readonly value: CellValue;
}

/** The update that may change a cell, if any. */
export type UpdateOf = (cell: number) => TemplateUpdate | undefined;

export class WeakestPrecondition {
  private readonly instance: Instantiation;
  private readonly literals: Literals;

  constructor(instance: Instantiation) {
    this.instance = instance;
    this.literals = instance.literals;
  }

  /**
   * Calls `leaf` with `context` extended by each disjunct of the precondition of `post`; returns false, without a call,
   * when the updates (under the instance's environment) touch no cell of `post`.
   */
  enumerate(
    post: ArrayLike<Literal>,
    updateOf: UpdateOf,
    context: Conjunction,
    items: readonly Literal[][][],
    leaf: () => void,
  ): boolean {
    const { literals } = this;
    const relational = new Set<number>();
    const touched = new Map<number, Literal[]>();
    const kept: Literal[] = [];
    for (let i = 0; i < post.length; i++) {
      const literal = post[i] as Literal;
      const cells = cellsOf(literals, literal).filter((cell) => this.hits(cell, updateOf, context));
      if (cells.length === 0) kept.push(literal);
      for (const cell of cells) {
        if (literals.kind[literal] !== Kind.mask) relational.add(cell);
        const known = touched.get(cell);
        if (known === undefined) touched.set(cell, [literal]);
        else known.push(literal);
      }
    }
    if (touched.size === 0) return false;
    const start = context.mark();
    if (kept.every((literal) => context.add(literal))) {
      const all: Literal[][][] = [...items];
      let possible = true;
      for (const [cell, constrained] of touched) {
        if (relational.has(cell)) continue;
        const mask = literals.right[constrained[0] as number] as number;
        const alternatives = mergeAlternatives(literals, this.maskPrecondition(cell, mask, updateOf, context));
        if (alternatives.length === 0) {
          possible = false;
          break;
        }
        all.push(alternatives);
      }
      if (possible) {
        all.sort((a, b) => a.length - b.length);
        const complex = [...relational];
        const substituted = [...new Set(complex.flatMap((cell) => touched.get(cell) as Literal[]))];
        const then = () => descend(context, all, 0, leaf);
        this.eachValuation(complex, updateOf, context, (values) =>
          this.substituteAll(substituted, chooseFresh(literals, values, post), context, then),
        );
      }
    }
    context.undo(start);
    return true;
  }

  /** The same for a command that changes nothing in `post`: `post` itself, with the items. */
  untouched(post: ArrayLike<Literal>, context: Conjunction, items: readonly Literal[][][], leaf: () => void): void {
    within(context, Array.from(post), () => descend(context, items, 0, leaf));
  }

  /** Whether the update of the cell's symbol can change this very cell. */
  private hits(cell: number, updateOf: UpdateOf, context: Conjunction): boolean {
    const update = updateOf(cell);
    if (update === undefined) return false;
    if (update.kind !== 'case') return this.instance.mayHit(update, cell);
    let changes = false;
    this.alternatives(cell, updateOf, context, ({ value }) => {
      changes ||= !isUnchanged(cell, value);
    });
    return changes;
  }

  private value(term: TemplateTerm): CellValue {
    if (term.kind === 'value') return { kind: 'constructor', value: term.value };
    if (term.kind === 'sum') return { kind: 'sum', sum: this.instance.sum(term) };
    return { kind: 'code', code: this.instance.code(term) };
  }

  /** Calls `visit` for each branch of the update that agrees with the context; the context holds its conditions then. */
  private alternatives(
    cell: number,
    updateOf: UpdateOf,
    context: Conjunction,
    visit: (alternative: Alternative) => void,
  ): void {
    const update = updateOf(cell) as TemplateUpdate;
    if (update.kind === 'havoc') return visit({ conditions: [], value: { kind: 'arbitrary' } });
    if (update.kind === 'assign') return visit({ conditions: [], value: this.value(update.value) });
    this.literals.indicesOf(cell).forEach((process, i) => {
      this.instance.environment[BINDER_SLOT + i] = process;
    });
    const switches = update.switches.map((s) => ({
      condition: this.instance.disjunction(s.condition),
      value: this.value(s.value),
    }));
    const { otherwise } = update;
    const last: CellValue =
      otherwise === 'arbitrary'
        ? { kind: 'arbitrary' }
        : otherwise === 'unchanged'
          ? unchanged(this.literals, cell)
          : this.value(otherwise);
    const conditions: Literal[] = [];
    const assume = (more: readonly Literal[], then: () => void): void =>
      within(context, more, () => {
        const { length } = conditions;
        conditions.push(...more);
        then();
        conditions.length = length;
      });
    const from = (k: number): void => {
      const branch = switches[k];
      if (branch === undefined) return visit({ conditions: [...conditions], value: last });
      for (const disjunct of branch.condition) {
        assume(disjunct, () => visit({ conditions: [...conditions], value: branch.value }));
      }
      refute(branch.condition, 0, () => from(k + 1));
    };
    /** Assumes the negation of the disjuncts from d on: for each, a first literal that fails. */
    const refute = (disjuncts: readonly Literal[][], d: number, then: () => void): void => {
      const disjunct = disjuncts[d];
      if (disjunct === undefined) return then();
      for (let i = 0; i < disjunct.length; i++) {
        const failing = [...disjunct.slice(0, i), this.literals.negate(disjunct[i] as Literal)];
        assume(failing, () => refute(disjuncts, d + 1, then));
      }
    };
    from(0);
  }

  /** `cell` in `mask` after the update, as a disjunction before it. */
  private maskPrecondition(cell: number, mask: number, updateOf: UpdateOf, context: Conjunction): Literal[][] {
    const out: Literal[][] = [];
    this.alternatives(cell, updateOf, context, ({ conditions, value }) => {
      const literal = value.kind === 'arbitrary' ? TRUE : maskOn(this.literals, value, mask);
      if (literal === FALSE) return;
      const mark = context.mark();
      if (context.add(literal)) out.push(literal === TRUE ? [...conditions] : [...conditions, literal]);
      context.undo(mark);
    });
    return out;
  }

  /** Calls `visit` for each choice of one value for each of these cells; the context holds their conditions then. */
  private eachValuation(
    cells: readonly number[],
    updateOf: UpdateOf,
    context: Conjunction,
    visit: (values: ReadonlyMap<number, CellValue>) => void,
  ): void {
    const values = new Map<number, CellValue>();
    const choose = (k: number): void => {
      const cell = cells[k];
      if (cell === undefined) return visit(values);
      this.alternatives(cell, updateOf, context, ({ value }) => {
        values.set(cell, value);
        choose(k + 1);
        values.delete(cell);
      });
    };
    choose(0);
  }

  /** Calls `then` with the context extended by the literals once their cells have these values, without choice cells. */
  private substituteAll(
    given: readonly Literal[],
    { values, chosen }: ReturnType<typeof chooseFresh>,
    context: Conjunction,
    then: () => void,
  ): void {
    const substituted = given.map((literal) => substitute(this.literals, literal, values));
    if (chosen.length === 0) return within(context, substituted, then);
    if (substituted.includes(FALSE)) return;
    let conjuncts = [substituted.filter((l) => l !== TRUE)];
    for (const cell of chosen) conjuncts = conjuncts.flatMap((c) => eliminateChoice(this.literals, c, cell));
    for (const conjunct of conjuncts) within(context, conjunct, then);
  }
}

/** Calls `then` with the context extended by the literals, unless they plainly contradict it, and takes them back. */
function within(context: Conjunction, literals: readonly Literal[], then: () => void): void {
  const mark = context.mark();
  if (literals.every((literal) => context.add(literal))) then();
  context.undo(mark);
}

/** One alternative of each item, depth first. */
export function descend(context: Conjunction, items: readonly Literal[][][], k: number, leaf: () => void): void {
  const item = items[k];
  if (item === undefined) return leaf();
  for (const alternative of item) within(context, alternative, () => descend(context, items, k + 1, leaf));
}
