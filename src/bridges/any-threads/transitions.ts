/**
 * Every edge of an automaton as transitions: one for each way in which it can go, where what it assigns, or the other threads
 * whose cells it touches, differ.
 *
 * Under TSO the text of a transition decides how it works on memory (`memory/operational/store-buffers.ts`): one that writes
 * weak cells is buffered, unless it reads some as well; then it is atomic. So
 *
 *   - an atomic edge that writes but reads nothing is given a read of what it writes, which says nothing
 *   - an atomic edge that does not write waits for an empty buffer with `fence()`, as a fence does
 *   - a plain edge that reads and writes would become atomic: the language has none, and it is refused
 *
 * A step that fails goes to the place of failure, and writes nothing.
 */
import type {
  Formula,
  Process,
  StateSymbol,
  Switch,
  Term,
  Transition,
  Update,
} from '../../models/array-system/model.js';
import { isAtomic, readsWeak } from '../../models/array-system/views.js';
import { declaredIn } from '../../models/program/bounds.js';
import { boundsOf, valuesOf } from '../../models/program/cells.js';
import type { Edge, Update as ProgramUpdate } from '../../models/program/model.js';
import { lineText } from '../../models/program/place.js';
import { about, Refused } from '../../models/refusal.js';
import {
  Cases,
  type Leaf,
  linearOf,
  numberOf,
  type Path,
  type Surroundings,
  type Value,
  type Ways,
  withLiteral,
} from './cases.js';
import { accessKey, bound, compare, conjunction, equal, linearTerm } from './formulas.js';
import { formulaKey, merged } from './merge.js';
import { accessOf, type Cells, hasRole, isAt, type Role, threadNumber, type Vocabulary } from './vocabulary.js';

/** What a transition is in the program. */
export interface Origin {
  readonly role: Role;
  readonly edge: number;
  /** What the updates with any value give, in their order. */
  readonly choices: readonly number[];
}

interface Translated {
  readonly transition: Transition;
  readonly origin: Origin;
}

/** An update along a path: the cell and its new value. */
interface Assignment {
  readonly cell: ReturnType<typeof accessOf>;
  readonly value: Term;
}

interface End {
  readonly assignments: readonly Assignment[];
  readonly choices: readonly number[];
  readonly fails: boolean;
}

const ACTOR = 'i';
/** Each is a transition. */
const MOST_CHOICES = 256;

export function transitionsOf(vocabulary: Vocabulary): Translated[] {
  return vocabulary.roles.flatMap((role) => {
    const { edges } = vocabulary.program.templates[role.template] ?? { edges: [] };
    return edges.flatMap((edge, position) =>
      role.places.has(edge.from) && role.places.get(edge.from) !== vocabulary.failed
        ? new EdgeTranslation(vocabulary, role, edge, position).translate()
        : [],
    );
  });
}

/** What names mean to a thread with this role. */
function threadSurroundings(vocabulary: Vocabulary, role: Role, process: Process): Surroundings {
  return {
    leaf: (node): Leaf => {
      if (node.kind === 'shared') {
        return { kind: 'cells', cells: vocabulary.shared[node.variable] as Cells, owner: [], reader: null };
      }
      if (node.kind !== 'local') throw new Error(`a thread with ${node.kind}`);
      return localLeaf(role, node.variable, process, templateName(vocabulary, role));
    },
    threadNumber: (of, value) => threadNumber(vocabulary, of, value),
    nobody: (of) => nobodies(vocabulary, of),
  };
}

export function localLeaf(role: Role, variable: number, process: Process, kind: string): Leaf {
  const local = role.locals[variable];
  if (local === undefined) throw new Error(`${role.name} has no local number ${variable}`);
  switch (local.kind) {
    case 'constant':
      return { kind: 'number', value: local.value };
    case 'self':
      return { kind: 'thread', of: kind, term: { kind: 'process', process } };
    case 'count':
      return { kind: 'cells', cells: local.cells, owner: [], reader: null };
    case 'cells':
      return { kind: 'cells', cells: local.cells, owner: [process], reader: null };
  }
}

export function templateName({ program }: Vocabulary, { template }: Role): string {
  return program.templates[template]?.name ?? '';
}

/** Constants that are numbers of no thread: those below 0. */
export function nobodies(vocabulary: Vocabulary, of: string): Term[] {
  const constants = [...(vocabulary.numberConstants.get(of)?.keys() ?? [])];
  return constants.filter((value) => value < 0).map((value) => threadNumber(vocabulary, of, value));
}

class EdgeTranslation {
  private readonly surroundings: Surroundings;
  private readonly cases: Cases;
  private readonly declared: ReturnType<typeof declaredIn>;

  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly role: Role,
    private readonly edge: Edge,
    private readonly position: number,
  ) {
    this.surroundings = threadSurroundings(vocabulary, role, bound(ACTOR));
    this.cases = new Cases(this.surroundings);
    const { shared, templates } = vocabulary.program;
    this.declared = declaredIn({ shared, locals: templates[role.template]?.locals ?? [] });
  }

  translate(): Translated[] {
    const { role, edge, position } = this;
    return about(`${lineText(edge.place)}, \`${edge.text}\``, () =>
      merged(this.ends(), keyOf).map(({ end, processes, formula }, k) => {
        const name = `${role.name}_${edge.from}_${position}${k === 0 ? '' : `_${k}`}`;
        const transition = this.transition(name, end, processes, formula);
        return { transition, origin: { role, edge: position, choices: end.choices } };
      }),
    );
  }

  private *ends(): Ways<End> {
    const start: Path = { masks: new Map(), literals: [], processes: [ACTOR] };
    const { guard } = this.edge;
    if (guard === null) {
      yield* this.updates(0, [], [], start);
      return;
    }
    for (const [next, value] of this.cases.evaluate(guard, start)) {
      if (value.kind === 'failure') yield [next, this.failing([])];
      else for (const [after, truth] of this.cases.truth(value, next)) if (truth) yield* this.updates(0, [], [], after);
    }
  }

  /** The updates from this one on. */
  private *updates(
    position: number,
    assignments: readonly Assignment[],
    choices: readonly number[],
    path: Path,
  ): Ways<End> {
    const update = this.edge.updates[position];
    if (update === undefined) {
      yield [path, { assignments: lastOfEach(assignments), choices, fails: false }];
      return;
    }
    for (const [next, found] of this.assigned(update, path)) {
      if (found === null) yield [next, this.failing(choices)];
      else {
        const more = found.choice === null ? choices : [...choices, found.choice];
        yield* this.updates(position + 1, [...assignments, found.assignment], more, next);
      }
    }
  }

  /** A step names all its choices: where it fails before the last, those left over are the first of their sorts. */
  private failing(choices: readonly number[]): End {
    const open = this.edge.updates.filter(({ value }) => value === 'any').slice(choices.length);
    const rest = open.map(({ target }) => boundsOf(this.declared(target).sort)?.low ?? 0);
    return { assignments: [], choices: [...choices, ...rest], fails: true };
  }

  /** What one update does; null when it fails. */
  private *assigned(
    { target, value }: ProgramUpdate,
    path: Path,
  ): Ways<{ readonly assignment: Assignment; readonly choice: number | null } | null> {
    const { cases } = this;
    const leaf = this.surroundings.leaf(target);
    if (leaf.kind !== 'cells') throw new Error('what is assigned is no constant');
    for (const [next, cell] of cases.cell(leaf, target.index, path)) {
      if (cell === null) yield [next, null];
      else if (value === 'any') {
        const { sort } = this.declared(target);
        const bounds = boundsOf(sort);
        const count = bounds === null ? Number.POSITIVE_INFINITY : bounds.high - bounds.low + 1;
        if (count > MOST_CHOICES) throw new Refused(`it takes any of ${count} values: take a smaller range`);
        for (const choice of valuesOf(sort)) {
          for (const [after, term] of this.fitting(leaf.cells, numberOf(choice), next)) {
            if (term !== null) yield [after, { assignment: { cell, value: term }, choice }];
          }
        }
      } else {
        for (const [after, result] of cases.evaluateFor(leaf.cells.representation, value, next)) {
          if (result.kind === 'failure') yield [after, null];
          else {
            for (const [last, term] of this.fitting(leaf.cells, result, after)) {
              yield [last, term === null ? null : { assignment: { cell, value: term }, choice: null }];
            }
          }
        }
      }
    }
  }

  /** The value as a term for such a cell; null where it does not fit. */
  private *fitting({ representation }: Cells, value: Value, path: Path): Ways<Term | null> {
    if (value.kind === 'copy') {
      yield [path, { kind: 'access', access: value.access }];
      return;
    }
    switch (representation.kind) {
      case 'threads':
        yield [path, this.cases.asThread(value, representation.of).term];
        return;
      case 'values': {
        const { low, sort } = representation;
        const high = low + sort.constructors.length - 1;
        for (const [next, found] of this.cases.within(linearOf(value), low, high, path)) {
          yield [next, found === null ? null : { kind: 'constructor', sort, value: found - low }];
        }
        return;
      }
      case 'integer': {
        const linear = linearOf(value);
        const { bounds } = representation;
        const term = linearTerm(linear);
        if (bounds === null) yield [path, term];
        else if (linear.summands.length === 0) {
          yield [path, linear.constant >= bounds.low && linear.constant <= bounds.high ? term : null];
        } else {
          const low = linearTerm({ constant: bounds.low, summands: [] });
          const high = linearTerm({ constant: bounds.high, summands: [] });
          const inside = withLiteral(withLiteral(path, compare('<=', low, term)), compare('<=', term, high));
          yield [inside, term];
          yield [withLiteral(path, compare('<', term, low)), null];
          yield [withLiteral(path, compare('<', high, term)), null];
        }
      }
    }
  }

  private transition(name: string, end: End, processes: readonly string[], formula: Formula): Transition {
    const { vocabulary, role, edge } = this;
    const { failed, place, placeSort, weak } = vocabulary;
    const actor = bound(ACTOR);
    const [from, to] = [role.places.get(edge.from), end.fails ? failed : role.places.get(edge.to)];
    if (from === undefined || to === undefined) throw new Error('an edge between places that are not reached');
    const move: Update[] =
      from === to
        ? []
        : [
            {
              kind: 'assign',
              symbol: place,
              indices: [actor],
              value: { kind: 'constructor', sort: placeSort, value: to },
            },
          ];
    const plain: Transition = {
      name,
      parameters: processes,
      actor: weak ? ACTOR : null,
      guard: conjunction([isAt(vocabulary, actor, from), hasRole(role, actor), formula]),
      updates: [...move, ...updatesOf(end.assignments, weak)],
      place: edge.place,
    };
    if (!weak) return plain;
    const writes = plain.updates.find(({ symbol }) => symbol.weak);
    if (writes === undefined) {
      const fence: Formula[] = edge.atomic || edge.fence ? [{ kind: 'fence' }] : [];
      return { ...plain, guard: conjunction([plain.guard, ...fence]) };
    }
    if (!edge.atomic) {
      if (isAtomic(plain)) throw new Refused('it reads and writes shared variables in one step: make it atomic');
      return { ...plain, guard: conjunction([plain.guard, ...(edge.fence ? [{ kind: 'fence' } as const] : [])]) };
    }
    return readsWeak(plain) ? plain : { ...plain, guard: conjunction([plain.guard, sayingNothing(end.assignments)]) };
  }
}

/** A read of a weak cell that is written. */
function sayingNothing(assignments: readonly Assignment[]): Formula {
  const cell = assignments.find((assignment) => assignment.cell.symbol.weak)?.cell;
  if (cell === undefined) throw new Error('a transition that writes weak cells writes one');
  const { sort } = cell.symbol;
  const term: Term =
    sort.kind === 'int'
      ? linearTerm({ constant: 0, summands: [{ coefficient: 1, access: cell }] })
      : { kind: 'access', access: cell };
  return equal(term, term);
}

/** A symbol is the target of one update: several cells of an array are written by cases. */
function updatesOf(assignments: readonly Assignment[], weak: boolean): Update[] {
  const bySymbol = new Map<StateSymbol, Assignment[]>();
  for (const each of assignments) {
    const { symbol } = each.cell;
    bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), each]);
  }
  return [...bySymbol].map(([symbol, each]): Update => {
    const [first] = each as [Assignment];
    if (each.length === 1) return { kind: 'assign', symbol, indices: first.cell.indices, value: first.value };
    const binders = first.cell.indices.map((_, k) => `k${k}`);
    const switches = each.map(
      ({ cell, value }): Switch => ({
        condition: conjunction(
          cell.indices.map((process, k) =>
            equal({ kind: 'process', process: bound(binders[k] as string) }, { kind: 'process', process }),
          ),
        ),
        value,
      }),
    );
    // Without one, models for weak memory leave the other cells alone, and others make them arbitrary.
    const same = accessOf(symbol, binders.map(bound));
    const otherwise: Term =
      symbol.sort.kind === 'int'
        ? linearTerm({ constant: 0, summands: [{ coefficient: 1, access: same }] })
        : { kind: 'access', access: same };
    return { kind: 'case', symbol, binders, switches, otherwise: weak && symbol.weak ? null : otherwise };
  });
}

function lastOfEach(assignments: readonly Assignment[]): Assignment[] {
  return [...new Map(assignments.map((each) => [accessKey(each.cell), each])).values()];
}

function keyOf({ assignments, choices, fails }: End): string {
  const parts = assignments.map(({ cell, value }) => `${accessKey(cell)} := ${formulaKey(value)}`);
  return `${fails} ${choices.join()} ${parts.join('; ')}`;
}
