/**
 * Large arrays of which few cells are ever written: pools of nodes, tables that a hash looks into. A state that has all their
 * cells is long, and code that finds a cell by its number longer still.
 *
 * So a large array is cut down to a *window*, the cells that are known to be written. All others keep their first values, and a
 * read of one gives that. A step that would write one leads to a failure of ours instead. When the search comes to it, the cell
 * joins the window and the search begins again; that ends, since arrays are finite.
 *
 * Why this is exact: as long as no such failure is reached, the states of both programs correspond one to one. The edges keep
 * their numbers (those to our failure come behind all others), so a run of the one is a run of the other, with other numbers
 * for cells alone. What is answered is about the whole program, and its judge is given the whole program.
 */
import type { MemoryModel } from '../../memory/models.js';
import { evaluate, isFailure } from '../../memory/operational/program/evaluate.js';
import { attempt, drain, type EdgeStep, makeMachine, start, viewOf } from '../../memory/operational/program/machine.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import { type Cells, cellsOf, offsetOf } from '../../models/program/cells.js';
import {
  binary,
  conditional,
  constant,
  expressionsOf,
  type Leaf,
  leavesOf,
  mapEdge,
  mapLeaves,
  readShared,
} from '../../models/program/expression.js';
import { binaryTerm, conditionalTerm, conjunctionTerm, negate, numberIn } from '../../models/program/fold.js';
import type {
  Edge,
  Expression,
  Program,
  Read,
  SharedVariable,
  StateExpression,
  StateRead,
  Template,
  Tree,
} from '../../models/program/model.js';

/** Arrays with more cells than this have a window. */
const LARGE = 48;
/** A window with more cells is not smaller in any way that matters. */
const WIDEST = 64;

interface Window {
  readonly size: number;
  readonly initial: readonly number[];
  /** What cells outside hold. */
  readonly common: number;
  /** In their order, at least one. */
  cells: number[];
}

export class Windows {
  private readonly windows = new Map<number, Window>();
  private readonly cells: Cells;
  /** By template, of which edges those to our failure were made. */
  private origins: number[][] = [];

  constructor(
    private readonly program: Program,
    large = LARGE,
  ) {
    this.cells = cellsOf(program.shared);
    const searched = new Set(program.templates.flatMap(({ edges }) => edges.flatMap(computedIn)));
    for (const [variable, { size, initial }] of program.shared.entries()) {
      const known = initial.filter((value) => value !== 'any');
      if (size === null || size <= large || known.length < size || !searched.has(variable)) continue;
      const common = mostCommon(known);
      const cells = known.flatMap((value, cell) => (value === common ? [] : [cell]));
      if (cells.length > WIDEST) continue;
      this.windows.set(variable, { size, initial: known, common, cells: cells.length === 0 ? [0] : cells });
    }
  }

  /** The program with windows for its large arrays; itself where it has none. */
  cut(): Program {
    const { program, windows } = this;
    if (windows.size === 0) return program;
    const shared = program.shared.map((variable, number): SharedVariable => {
      const window = windows.get(number);
      if (window === undefined) return variable;
      const initial = window.cells.map((cell) => window.initial[cell] as number);
      return { ...variable, size: window.cells.length, initial };
    });
    const inState = (condition: StateExpression): StateExpression =>
      mapLeaves<StateRead, StateRead>(condition, (leaf, index) => {
        if (leaf.kind === 'at') return leaf;
        if (leaf.kind === 'localOf') return { ...leaf, index };
        return this.read<StateRead>(leaf.variable, index, (at) => ({ ...leaf, index: at }));
      });
    const never = program.never.map((each) => ({ ...each, condition: inState(each.condition) }));
    const premises = program.premises?.map((each) => ({ ...each, conditions: each.conditions.map(inState) }));
    this.origins = program.templates.map(() => []);
    const templates = program.templates.map((template, number) => this.template(template, this.origins[number] ?? []));
    return { ...program, shared, templates, never, ...(premises === undefined ? {} : { premises }) };
  }

  private template(template: Template, origins: number[]): Template {
    const { edges, locations } = template;
    const escaped: Edge[] = [];
    const kept = edges.map((edge, number): Edge => {
      const missed = edge.updates.flatMap(({ target: { kind, variable, index } }) => {
        const window = kind === 'shared' ? this.windows.get(variable) : undefined;
        return window === undefined || index === null ? [] : [misses(window, this.inThread(index))];
      });
      const mapped = mapEdge(
        edge,
        (expression) => this.inThread(expression),
        (target) => {
          const window = target.kind === 'shared' ? this.windows.get(target.variable) : undefined;
          return window === undefined ? target : { ...target, index: within(window, target.index as Expression) };
        },
      );
      const out = missed.reduce<Expression | null>(
        (all, one) => (all === null ? one : binaryTerm('||', all, one)),
        null,
      );
      if (out === null || (out.kind === 'constant' && out.value === 0)) return mapped;
      const guarded = (condition: Expression) =>
        conjunctionTerm([...(mapped.guard === null ? [] : [mapped.guard]), condition]);
      origins.push(number);
      escaped.push({ ...mapped, to: locations.length, updates: [], guard: guarded(out) });
      return { ...mapped, guard: guarded(negate(out)) };
    });
    if (escaped.length === 0) return { ...template, edges: kept };
    const missing = { labels: [], failure: 'a cell outside of its window is written' };
    return { ...template, edges: [...kept, ...escaped], locations: [...locations, missing] };
  }

  private inThread(expression: Expression): Expression {
    return mapLeaves<Read, Read>(expression, (leaf, index) => {
      if (leaf.kind === 'local') return { ...leaf, index };
      return this.read<Read>(leaf.variable, index, (at) => readShared(leaf.variable, at as Expression | null));
    });
  }

  private read<L extends Leaf>(
    variable: number,
    index: Tree<L> | null,
    at: (index: Tree<L> | null) => Tree<L>,
  ): Tree<L> {
    const window = this.windows.get(variable);
    if (window === undefined || index === null) return at(index);
    const inside = at(within(window, index));
    const outside = misses(window, index);
    const known = numberIn(outside);
    if (known !== null) return known === 0 ? inside : constant(window.common);
    return conditional(outside, constant(window.common), inside);
  }

  /** A run of the program with windows as one of the whole program. */
  whole(run: ProgramRun): ProgramRun {
    const { program, windows } = this;
    if (windows.size === 0) return run;
    const cut = cellsOf(this.cut().shared);
    const memory = program.shared.flatMap((_, variable) => {
      const window = windows.get(variable);
      if (window !== undefined) return window.initial;
      const offset = offsetOf(cut, variable);
      return run.initial.memory.slice(offset, offset + (program.shared[variable]?.size ?? 1));
    });
    const cellOf = (cell: number): number => {
      const variable = cut.owners[cell] as number;
      const position = cell - offsetOf(cut, variable);
      return offsetOf(this.cells, variable) + (windows.get(variable)?.cells[position] ?? position);
    };
    const steps = run.steps.map((step) => {
      if (step.kind === 'drain') return { ...step, cell: step.cell === null ? null : cellOf(step.cell) };
      return { ...step, edge: this.origin(step) };
    });
    return { ...run, initial: { ...run.initial, memory }, steps };
  }

  /** Where a run ends in a write to a cell that is in no window, the cell joins it. */
  widen(run: ProgramRun, memory: MemoryModel): boolean {
    const last = run.steps.at(-1);
    if (last?.kind !== 'edge' || last.edge < this.templateOf(last.thread).edges.length) return false;
    const whole = this.whole(run);
    const machine = makeMachine(this.program, memory, null);
    let here = start(machine, whole.initial);
    for (const step of whole.steps.slice(0, -1)) {
      const tried = step.kind === 'drain' ? null : attempt(machine, here, step);
      if (step.kind === 'drain') here = drain(here, step);
      else if (tried?.kind === 'possible') here = tried.after;
      else throw new Error('a run with windows is none of the whole program');
    }
    const edge = this.templateOf(last.thread).edges[this.origin(last)] as Edge;
    const view = viewOf(machine, here, last.thread);
    for (const { target } of edge.updates) {
      const window = target.kind === 'shared' ? this.windows.get(target.variable) : undefined;
      const cell = window === undefined || target.index === null ? null : evaluate(view, target.index);
      if (window === undefined || cell === null || isFailure(cell) || window.cells.includes(cell)) continue;
      if (cell < 0 || cell >= window.size) continue;
      if (window.cells.length >= WIDEST) this.windows.delete(target.variable);
      else window.cells = [...window.cells, cell].sort((one, other) => one - other);
    }
    return true;
  }

  private templateOf(thread: number): Template {
    return this.program.templates[this.program.threads[thread]?.template ?? -1] as Template;
  }

  /** The number of an edge in the whole program: of one to our failure that of the edge it was made of. */
  private origin({ thread, edge }: EdgeStep): number {
    const { edges } = this.templateOf(thread);
    if (edge < edges.length) return edge;
    return this.origins[this.program.threads[thread]?.template ?? -1]?.[edge - edges.length] as number;
  }
}

/** Shared variables that an edge reads or writes at a cell that is computed. */
function computedIn(edge: Edge): number[] {
  const isComputed = ({ kind, index }: Read) => kind === 'shared' && index !== null && index.kind !== 'constant';
  const reads = expressionsOf(edge).flatMap((expression) => leavesOf(expression).filter(isComputed));
  const writes = edge.updates.map(({ target }) => target).filter(isComputed);
  return [...reads, ...writes].map(({ variable }) => variable);
}

function mostCommon(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/** The cell is one of the array, and not in the window. */
function misses<L extends Leaf>({ cells, size }: Window, index: Tree<L>): Tree<L> {
  const value = numberIn(index);
  if (value !== null) {
    return constant(Number(value >= 0 && value < size && !cells.includes(value)));
  }
  const parts: Tree<L>[] = [binary('>=', index, constant(0)), binary('<', index, constant(size))];
  for (const [low, high] of rangesIn(cells)) {
    if (low === high) parts.push(binary('!=', index, constant(low)));
    else parts.push(binary('||', binary('<', index, constant(low)), binary('>', index, constant(high))));
  }
  return parts.reduce((one, other) => binary('&&', one, other));
}

/** The position of a cell in the window; -1 for one that is in none, so that an index outside of the array stays outside. */
function within<L extends Leaf>({ cells }: Window, index: Tree<L>): Tree<L> {
  let position = 0;
  const ranges = rangesIn(cells).map(([low, high]) => {
    const moved = binaryTerm<L>('+', index, constant(position - low));
    const inside = binaryTerm<L>(
      '&&',
      binaryTerm<L>('>=', index, constant(low)),
      binaryTerm<L>('<=', index, constant(high)),
    );
    position += high - low + 1;
    return { inside, moved };
  });
  return ranges.reduceRight<Tree<L>>(
    (rest, { inside, moved }) => conditionalTerm<L>(inside, moved, rest),
    constant(-1),
  );
}

/** Neighbours together: the first and the last of each group. */
function rangesIn(cells: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const cell of cells) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === cell - 1) last[1] = cell;
    else ranges.push([cell, cell]);
  }
  return ranges;
}
