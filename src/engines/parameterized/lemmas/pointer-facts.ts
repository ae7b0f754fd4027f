/**
 * What a model can say of pointers, for lemmas about who owns what (owners.ts): facts about one process or two, from its
 * vocabulary.
 *
 *   two pointers lead to the same process: two of one process, one of each of two, a shared one and one of a process
 *   a pointer leads to its own process or to another one, to a constant or not
 *   and with it a flag: of the process that it leads to, or a shared one; under TSO as it is in memory, as process 0 still
 *   sees it, and both
 *
 * A fact with a flag is *finer* than the one without: it is worth a thought only where the other one may be.
 */
import { FALSE, type Literal, type Literals, TRUE } from '../../../logic/literals.js';
import type { ArraySystem, StateSymbol } from '../../../models/array-system/model.js';

/** Flags with more values are data. */
const MOST_VALUES = 8;
/** Processes as terms of literals. */
const [FIRST, SECOND] = [-1, -2];

/** Facts about process 0, and about process 1 where there are two; `coarser`: the same with fewer of them. */
export interface Facts {
  readonly literals: readonly Literal[];
  readonly coarser: readonly Facts[];
}

export class PointerFacts {
  readonly all: Facts[] = [];
  private readonly known = new Map<string, Facts>();
  private readonly literals: Literals;
  private readonly views: boolean;

  /** `place`: what says where a process is, which is no flag. `views`: flags are also what process 0 sees of them. */
  constructor(literals: Literals, { symbols }: ArraySystem, place: StateSymbol, views: boolean) {
    this.literals = literals;
    this.views = views;
    const cells = (some: readonly StateSymbol[], indices: readonly number[]) =>
      some.filter(({ arity }) => arity === indices.length).map(({ index }) => literals.cell(index, indices));
    const pointers = symbols.filter(({ sort, constant }) => sort.kind === 'proc' && !constant);
    const fixed = symbols.filter(({ sort, constant }) => sort.kind === 'proc' && constant);
    const flags = symbols.filter((s) => s !== place && isFlag(s));
    const shared = flags.filter(({ arity }) => arity === 0);
    const owned = flags.filter(({ arity }) => arity === 1);
    const [own, others, constants] = [cells(pointers, [0]), cells(pointers, [1]), cells(fixed, [])];
    const about = [...own, ...cells(pointers, [])];

    const none = this.add([], []) as Facts;
    const relate = (operator: '=' | '<>', a: number, b: number) =>
      this.add([literals.relation(operator, a, b)], [none]);
    for (const constant of constants) relate('=', constant, FIRST);
    for (const [i, cell] of about.entries()) {
      const related = constants.flatMap((constant) => [relate('=', cell, constant), relate('<>', cell, constant)]);
      if (i < own.length) related.push(relate('<>', cell, FIRST));
      for (const other of about.slice(i + 1)) related.push(relate('=', cell, other));
      const toFirst = relate('=', cell, FIRST);
      for (const fact of [...related, toFirst]) for (const flag of shared) this.flagged(fact, flag, []);
      for (const flag of owned) this.flagged(toFirst, flag, [0]);
    }
    for (const [i, cell] of own.entries()) {
      for (const other of others.slice(i)) relate('=', cell, other);
      const toSecond = relate('=', cell, SECOND);
      for (const flag of owned) this.flagged(toSecond, flag, [1]);
    }
  }

  /** The facts and a value of the flag, in memory and as process 0 sees it. */
  private flagged(facts: Facts | null, { index, sort, weak }: StateSymbol, indices: readonly number[]): void {
    if (facts === null || sort.kind !== 'enum') return;
    const { literals } = this;
    const values = (cell: number) => sort.constructors.map((_, value) => literals.mask(cell, 1 << value));
    const inMemory = values(literals.cell(index, indices)).map((l) => this.add([...facts.literals, l], [facts]));
    if (!this.views || !weak) return;
    for (const seen of values(literals.cell(literals.view(index, 1), [0, ...indices]))) {
      const late = this.add([...facts.literals, seen], [facts]);
      for (const now of inMemory) if (now && late) this.add([...now.literals, seen], [now, late]);
    }
  }

  private add(conjunction: readonly Literal[], coarser: readonly Facts[]): Facts | null {
    if (conjunction.includes(FALSE)) return null;
    const literals = conjunction.filter((l) => l !== TRUE).sort((a, b) => a - b);
    const key = literals.join(' ');
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const facts = { literals, coarser };
    this.known.set(key, facts);
    this.all.push(facts);
    return facts;
  }
}

function isFlag({ sort, arity, constant }: StateSymbol): boolean {
  return sort.kind === 'enum' && sort.constructors.length <= MOST_VALUES && arity < 2 && !constant;
}
