/**
 * Steps that give cells their first values where those are chosen together.
 *
 * A program begins with any combination of the values of its variables. So each choice is a variable of its own, the number
 * of a row, which begins with any; and before anything else one thread after the other puts the values of that row into its
 * locals, the first one also into what is shared. The last one forgets the choices: they would keep states apart.
 */
import { compare, conditional, constant, readShared } from '../../models/program/expression.js';
import type { Edge, Expression, Read, SharedVariable } from '../../models/program/model.js';
import type { Choice } from './initial.js';
import type { Storages } from './storage.js';

export interface SetUp {
  /** To be added to the shared variables. */
  readonly shared: readonly SharedVariable[];
  /** By thread. */
  readonly edges: ReadonlyMap<number, Edge>;
  /** The variable that counts the threads that are set up, and its value when all are; null when nothing is to be done. */
  readonly ready: { readonly variable: number; readonly value: number } | null;
}

const NOWHERE = { line: 1, column: 1 };

export function setUp(choices: readonly Choice[], storages: Storages): SetUp {
  if (choices.length === 0) return { shared: [], edges: new Map(), ready: null };
  const possible = choices.every(({ rows }) => rows.length > 0);
  const threads = [...storages.locals.keys()].filter(
    (thread) => thread === 0 || choices.some((choice) => isAbout(choice, storages, thread)),
  );
  const counter = storages.shared.length;
  const variable = (choice: number) => counter + 1 + choice;
  const shared: SharedVariable[] = [
    {
      name: '$ready',
      sort: { kind: 'range', low: 0, high: threads.length },
      size: null,
      place: NOWHERE,
      initial: [0],
    },
    ...choices.map(({ rows }, choice): SharedVariable => {
      const sort = { kind: 'range', low: 0, high: Math.max(0, rows.length - 1) } as const;
      return { name: `$choice${choice + 1}`, sort, size: null, place: NOWHERE, initial: ['any'] };
    }),
  ];
  const ready = { variable: counter, value: threads.length };
  // Where init holds of nothing, nobody is ever ready.
  if (!possible) return { shared, edges: new Map(), ready };

  const edges = new Map<number, Edge>();
  for (const [position, thread] of threads.entries()) {
    const updates = choices.flatMap(({ places, rows }, choice) =>
      places.flatMap((place, column) => {
        const storage = storages.of[place];
        if (storage === undefined) throw new Error(`a choice about cell ${place}, which is not there`);
        const own = storage.kind === 'shared' ? thread === 0 : storage.thread === thread;
        if (!own) return [];
        const values = rows.map((row) => row[column] as number);
        const target: Read = { kind: storage.kind, variable: storage.variable, index: null };
        return [{ target, value: lookUp(variable(choice), values, 0, values.length) }];
      }),
    );
    const put = (target: number, value: number) => ({ target: readShared(target), value: constant(value) });
    const forget = position === threads.length - 1 ? choices.map((_, choice) => put(variable(choice), 0)) : [];
    edges.set(thread, {
      from: 0,
      to: 0,
      guard: compare(readShared(counter), '==', position),
      updates: [...updates, ...forget, put(counter, position + 1)],
      fence: false,
      atomic: true,
      text: `init(#${thread + 1})`,
      place: NOWHERE,
    });
  }
  return { shared, edges, ready };
}

function isAbout({ places }: Choice, storages: Storages, thread: number): boolean {
  return places.some((place) => {
    const storage = storages.of[place];
    return storage?.kind === 'local' && storage.thread === thread;
  });
}

/** The value of the row that a variable says, which is one of those from `low` up to `high`. */
function lookUp(variable: number, values: readonly number[], low: number, high: number): Expression {
  const here = values.slice(low, high);
  const [first] = here;
  if (first !== undefined && here.every((value) => value === first)) return constant(first);
  const middle = (low + high) >> 1;
  const isBelow = compare(readShared(variable), '<', middle);
  return conditional(isBelow, lookUp(variable, values, low, middle), lookUp(variable, values, middle, high));
}
