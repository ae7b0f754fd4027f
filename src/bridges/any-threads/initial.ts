/**
 * How an array system of a program begins: every process is at the beginning of its role, and all variables have their first
 * values. Locals that belong to other roles have some, too: nobody looks.
 *
 * Numbers used like ones of threads are different from each other. Those below 0 are no process, and no number is a process
 * with another role: a process that is none of them has a number that does not occur in the program.
 */
import type { Access, Formula, Process, Property, StateSymbol, Term } from '../../models/array-system/model.js';
import type { Program } from '../../models/program/model.js';
import { type Tokens, tokenAtFirst } from './census.js';
import { bound, compare, conjunction, different, disjunction, equal, linearTerm } from './formulas.js';
import {
  accessOf,
  type Cells,
  hasRole,
  isAt,
  type Representation,
  type Role,
  threadNumber,
  type Vocabulary,
} from './vocabulary.js';

const PROCESS = 'i';

/** `read` are the symbols whose values matter. */
export function initOf(vocabulary: Vocabulary, read: ReadonlySet<StateSymbol>, tokens: readonly Tokens[]): Property {
  const process = bound(PROCESS);
  const { program } = vocabulary;
  const shared = vocabulary.shared.flatMap((cells, number) => {
    const { initial } = program.shared[number] as Program['shared'][number];
    const owner = cells.perThread === null ? [] : [process];
    return matters(cells, read) ? firstValues(vocabulary, cells, initial, owner) : [];
  });
  const locals = vocabulary.roles.flatMap(({ locals, thread }) =>
    locals.flatMap((local, number) => {
      const initial = program.threads[thread]?.initial[number] ?? [];
      const isAsked = local.kind === 'cells' && matters(local.cells, read);
      return isAsked ? firstValues(vocabulary, local.cells, initial, [process]) : [];
    }),
  );
  const formula = conjunction([
    rolesOf(vocabulary, process, tokens),
    ...numbersApart(vocabulary, process),
    ...shared,
    ...locals,
  ]);
  return { name: null, parameters: [PROCESS], formula, place: { line: 1, column: 1 } };
}

/**
 * Numbers of threads that nobody reads begin as they like: to the instances that the engine explores forward one nobody is
 * like another, and they do not keep what nobody reads.
 */
function matters({ representation, symbols }: Cells, read: ReadonlySet<StateSymbol>): boolean {
  return representation.kind !== 'threads' || symbols.some((symbol) => read.has(symbol));
}

function rolesOf(vocabulary: Vocabulary, process: Process, tokens: readonly Tokens[]): Formula {
  const { roles, observer, program } = vocabulary;
  const fixed = roles.filter(({ constant }) => constant !== null);
  const notThese = (but: Role | null) =>
    fixed.filter((role) => role !== but).map((role): Formula => ({ kind: 'not', operand: hasRole(role, process) }));
  const begins = roles.map((role) => {
    const entry = role.places.get(program.templates[role.template]?.entry as number);
    if (entry === undefined) throw new Error(`${role.name} does not begin`);
    const own = role.constant === null ? [] : [hasRole(role, process)];
    const others = numbersOfOthers(vocabulary, role, process);
    const counted = tokens.map((each) => tokenAtFirst(each, PROCESS, role));
    return conjunction([isAt(vocabulary, process, entry), ...own, ...notThese(role), ...others, ...counted]);
  });
  if (observer !== null) {
    const others = numbersOfOthers(vocabulary, null, process);
    const counted = tokens.map((each) => tokenAtFirst(each, PROCESS, null));
    begins.push(conjunction([isAt(vocabulary, process, observer), ...notThese(null), ...others, ...counted]));
  }
  return disjunction(begins);
}

/** A process with this role has none of the numbers of other kinds. */
function numbersOfOthers({ numberConstants, program }: Vocabulary, role: Role | null, process: Process): Formula[] {
  const kind = role === null ? null : program.templates[role.template]?.name;
  return [...numberConstants].flatMap(([of, constants]) =>
    of === kind
      ? []
      : [...constants.values()].map((symbol) =>
          different({ kind: 'access', access: accessOf(symbol, []) }, { kind: 'process', process }),
        ),
  );
}

function numbersApart({ numberConstants }: Vocabulary, process: Process): Formula[] {
  return [...numberConstants.values()].flatMap((constants) => {
    const each = [...constants].map(([value, symbol]) => {
      const term: Term = { kind: 'access', access: accessOf(symbol, []) };
      return { value, term };
    });
    const pairs = each.flatMap(({ term }, k) => each.slice(k + 1).map((other) => different(term, other.term)));
    const nobodies = each.filter(({ value }) => value < 0);
    return [...pairs, ...nobodies.map(({ term }) => different(term, { kind: 'process', process }))];
  });
}

function firstValues(
  vocabulary: Vocabulary,
  { symbols, representation }: Cells,
  initial: readonly (number | 'any')[],
  owner: readonly Process[],
): Formula[] {
  return symbols.flatMap((symbol, cell) => {
    const value = initial[cell];
    if (value === undefined) throw new Error(`${symbol.name} has no first value`);
    return firstValue(vocabulary, representation, accessOf(symbol, owner), value);
  });
}

function firstValue(
  vocabulary: Vocabulary,
  representation: Representation,
  access: Access,
  value: number | 'any',
): Formula[] {
  switch (representation.kind) {
    case 'values': {
      const { low, sort } = representation;
      if (value === 'any') return [];
      return [equal({ kind: 'access', access }, { kind: 'constructor', sort, value: value - low })];
    }
    case 'integer': {
      const term = linearTerm({ constant: 0, summands: [{ coefficient: 1, access }] });
      const number = (constant: number) => linearTerm({ constant, summands: [] });
      if (value !== 'any') return [equal(term, number(value))];
      const { bounds } = representation;
      if (bounds === null) throw new Error('an integer without bound begins with any value');
      return [compare('<=', number(bounds.low), term), compare('<=', term, number(bounds.high))];
    }
    case 'threads': {
      if (value === 'any') throw new Error('a number of a thread begins with any value');
      const { first } = vocabulary.source;
      const [process] = access.indices;
      const number: Term =
        first > 0 && value >= first && process !== undefined
          ? { kind: 'process', process }
          : threadNumber(vocabulary, representation.of, value);
      return [equal({ kind: 'access', access }, number)];
    }
  }
}
