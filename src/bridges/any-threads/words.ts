/**
 * The cubes of a proof in the words of the program: `never T(i)@cs && owner != i`, and not
 * `never (z1) { PC[z1] = T_at_cs_2 && Owner <> z1 }`.
 *
 * A process is a thread of the kind that its place or its locals show; different names are different threads. Places without
 * a label are named by the line of the statement that comes next. Observers are nobody: what they see is memory.
 */

import { rational, showRational } from '../../logic/rational.js';
import type { Access, Formula, Process, Property, StateSymbol, Term } from '../../models/array-system/model.js';
import { type CubeWords, viewCubeParts } from '../../models/array-system/show-view-cube.js';
import type { ViewedCube } from '../../models/array-system/view-cube.js';
import { showValue } from '../../models/program/cells.js';
import type { Sort } from '../../models/program/model.js';
import { TOKEN, type Tokens } from './census.js';
import { Threads } from './threads.js';
import type { Cells, Role, Vocabulary } from './vocabulary.js';

/** What a symbol stands for. */
interface Meaning {
  readonly name: string;
  /** Whose it is; null for shared variables. */
  readonly role: Role | null;
  readonly sort: Sort | null;
  /** The value of the first constructor. */
  readonly low: number;
}

/** By its name, a cell of a store queue: the variable that it is for, and in front of that what it says of the queue. */
export type SlotNames = ReadonlyMap<string, { readonly symbol: StateSymbol; readonly said: string }>;

export class ProgramWords {
  readonly #vocabulary: Vocabulary;
  #slots: SlotNames = new Map();
  readonly #meanings = new Map<StateSymbol, Meaning>();
  /** Constants: other threads, and numbers. */
  readonly #constants = new Map<StateSymbol, string>();

  /** Arrays of tokens, and the counter. */
  readonly #tokens: ReadonlyMap<StateSymbol, string>;

  constructor(vocabulary: Vocabulary, tokens: readonly Tokens[]) {
    this.#vocabulary = vocabulary;
    this.#tokens = new Map(tokens.map(({ symbol, counter }) => [symbol, counter?.name ?? '']));
    if (vocabulary.count !== null) this.#constants.set(vocabulary.count, `count(${vocabulary.source.counted})`);
    const { program, roles, shared, numberConstants } = vocabulary;
    for (const [number, cells] of shared.entries()) {
      this.#note(cells.symbols, cells.name, cells.size, null, [program.shared[number]?.sort ?? null, lowOf(cells)]);
    }
    for (const role of roles) {
      if (role.constant !== null) this.#constants.set(role.constant, role.title);
      for (const [number, local] of role.locals.entries()) {
        if (local.kind !== 'cells') continue;
        const { symbols, name, size } = local.cells;
        const sort = program.templates[role.template]?.locals[number]?.sort ?? null;
        this.#note(symbols, name, size, role, [sort, lowOf(local.cells)]);
      }
    }
    for (const numbers of numberConstants.values()) {
      for (const [value, symbol] of numbers) this.#constants.set(symbol, `${value}`);
    }
  }

  #note(
    symbols: readonly StateSymbol[],
    name: string,
    size: number | null,
    role: Role | null,
    [sort, low]: readonly [Sort | null, number],
  ): void {
    for (const [k, symbol] of symbols.entries()) {
      this.#meanings.set(symbol, { name: size === null ? name : `${name}[${k}]`, role, sort, low });
    }
  }

  /** Of a variable; `T.x` for a local. */
  name(symbol: StateSymbol): string {
    const meaning = this.#meanings.get(symbol);
    if (meaning !== undefined) return meaning.role === null ? meaning.name : `${meaning.role.title}.${meaning.name}`;
    if (symbol === this.#vocabulary.place) return 'where threads are';
    const counter = this.#tokens.get(symbol);
    return this.#constants.get(symbol) ?? (counter === undefined ? symbol.name : `whom ${counter} counts`);
  }

  /** One line for a cube. */
  property(property: Property, slots: SlotNames = new Map()): string {
    this.#slots = slots;
    return this.viewed({ ...property, chains: [], joint: false });
  }

  viewed(cube: ViewedCube): string {
    const names = new Threads(this.#vocabulary, this.#meanings, cube);
    const partsAt = (level: number): string[] => {
      const show = (formula: Formula) => this.#formula(formula, names, level);
      const words: CubeWords = {
        process: (process) => names.actor(process),
        formula: show,
        end: show,
      };
      return viewCubeParts(cube, words).filter((part) => part !== '');
    };
    const alone = partsAt(0);
    // Between others a disjunction is in parentheses.
    const parts = alone.length > 1 ? partsAt(2) : alone;
    return `never ${parts.length === 0 ? 'true' : parts.join(' && ')}`;
  }

  #formula(formula: Formula, names: Threads, level: number): string {
    const wrap = (text: string, own: number) => (own < level ? `(${text})` : text);
    switch (formula.kind) {
      case 'constant':
        return formula.value ? 'true' : 'false';
      case 'fence':
        return 'fence()';
      case 'not':
        return `!(${this.#formula(formula.operand, names, 0)})`;
      case 'and':
      case 'or': {
        const and = formula.kind === 'and';
        const parts = formula.operands.map((operand) => this.#formula(operand, names, 2)).filter((part) => part !== '');
        if (parts.length === 0) return and ? '' : 'false';
        if (parts.length === 1) return parts[0] as string;
        return and ? wrap(parts.join(' && '), 2) : wrap(parts.join(' || '), 1);
      }
      case 'forall':
      case 'exists': {
        const which = formula.kind === 'forall' ? 'every' : 'some';
        const variable: Process = { kind: 'bound', name: formula.variable };
        return `for ${which} other thread ${names.value(variable)}: (${this.#formula(formula.body, names, 0)})`;
      }
      case 'compare':
        return this.#comparison(formula, names);
    }
  }

  #comparison({ operator, left, right }: Extract<Formula, { kind: 'compare' }>, names: Threads): string {
    const written = { '=': '==', '<>': '!=', '<': '<', '<=': '<=' }[operator];
    if (left.kind === 'access' && right.kind === 'constructor') {
      const { access } = left;
      if (access.symbol === this.#vocabulary.place) return names.place(access, right.value, operator === '=');
      const counter = this.#tokens.get(access.symbol);
      if (counter !== undefined) return this.#token(access, counter, right.value, operator === '=', names);
      const slot = this.#slots.get(access.symbol.name);
      const held = slot !== undefined && right.sort === slot.symbol.sort ? slot.symbol : access.symbol;
      const meaning = this.#meanings.get(held);
      if (meaning !== undefined) {
        const cell = this.#access(access, names);
        const value = meaning.low + right.value;
        if (meaning.sort?.kind === 'bool') return (value === 1) === (operator === '=') ? cell : `!${cell}`;
        return `${cell} ${written} ${meaning.sort === null ? value : showValue(value, meaning.sort)}`;
      }
    }
    const role = names.roleSaid(left, right, operator);
    if (role !== null) return role;
    return `${this.#term(left, names)} ${written} ${this.#term(right, names)}`;
  }

  /** Whether a counter counts a thread. */
  #token({ indices }: Access, counter: string, value: number, is: boolean, names: Threads): string {
    const thread = names.actor(indices[0] as Process);
    const { counted } = this.#vocabulary.source;
    if (value === TOKEN.other || counter === '') {
      const isOne = (value !== TOKEN.other) === is;
      return `${thread} is ${isOne ? 'one' : 'none'} of the ${counted} that count(${counted}) counts`;
    }
    // Threads with a name are in the census, or a part beside this one says that they are not.
    return (value === TOKEN.in) === is ? `${counter} counts ${thread}` : `${counter} does not count ${thread}`;
  }

  #term(term: Term, names: Threads): string {
    switch (term.kind) {
      case 'process':
        return names.value(term.process);
      case 'constructor':
        return term.sort.constructors[term.value] ?? `${term.value}`;
      case 'access':
        return this.#access(term.access, names);
      case 'linear': {
        let text = '';
        const add = (part: string, negative: boolean) => {
          text += text === '' ? `${negative ? '-' : ''}${part}` : ` ${negative ? '-' : '+'} ${part}`;
        };
        for (const { coefficient, access } of term.summands) {
          const negative = coefficient.numerator < 0n;
          const size = negative ? rational(-coefficient.numerator, coefficient.denominator) : coefficient;
          const factor = size.numerator === 1n && size.denominator === 1n ? '' : `${showRational(size)} * `;
          add(`${factor}${this.#access(access, names)}`, negative);
        }
        const { numerator, denominator } = term.constant;
        if (numerator !== 0n || text === '') {
          add(showRational(numerator < 0n ? rational(-numerator, denominator) : term.constant), numerator < 0n);
        }
        return text;
      }
    }
  }

  /** A cell of a store queue: whose it is comes first, unless the variable's own index says so. */
  #slot(symbol: StateSymbol, said: string, indices: readonly Process[], names: Threads): string {
    const own = indices.length === symbol.arity;
    const [writer] = indices;
    const cell = this.#access({ symbol, indices: own ? indices : indices.slice(1), reader: null }, names);
    return `${said} ${cell}${writer === undefined ? '' : ` of ${names.actor(writer)}`}`;
  }

  #access({ symbol, indices, reader }: Access, names: Threads): string {
    const constant = this.#constants.get(symbol);
    if (constant !== undefined) return constant;
    const slot = this.#slots.get(symbol.name);
    if (slot !== undefined) return this.#slot(slot.symbol, slot.said, indices, names);
    const meaning = this.#meanings.get(symbol);
    const [first] = indices;
    const named = meaning?.name ?? symbol.name;
    if (meaning !== undefined && meaning.role !== null && first !== undefined) return `${names.actor(first)}.${named}`;
    const cell = first === undefined ? named : `${named}[${names.value(first)}]`;
    return reader === null || names.isObserver(reader) ? cell : `${cell} as ${names.actor(reader)} sees it`;
  }
}

function lowOf({ representation }: Cells): number {
  return representation.kind === 'values' ? representation.low : 0;
}
