/**
 * A program that begins in a configuration of another one: what can still happen there, as a program for the engines. Memory,
 * locals and places are the first values and entries of the new program. Writes that wait in a store buffer are issued again
 * first: a thread with such writes begins on a way of its own, one edge for each batch (and one for each store-store barrier
 * between them), which ends where the thread stands.
 *
 * Why the two have the same runs, up to these steps. A thread takes no other step before the end of its way, so every run of
 * the old program is one of the new program with all ways walked first. The other way round, what happens between the steps
 * of a way does not depend on them: no other thread sees what waits in this one's buffer, and conditions on states look at
 * memory and locals; where they ask for the place of a thread, to be on the way counts as to stand at its end. A write that
 * reaches memory before the way has ended is one that is at the head of a queue in the configuration, because the way issues
 * the writes of each queue in their order. So the steps of ways can be moved to the front. One thing does look at the buffers
 * of others: an edge that waits until all of them are empty. Where a program has such edges, they wait for the end of all
 * ways as well, by a counter that is never buffered.
 *
 * Edges keep their numbers, and those of the ways come behind them: `stepsFromHere` leaves these out.
 */
import type { Batch, Buffer } from '../../memory/operational/buffers.js';
import type { Configuration, Machine, ProgramStep } from '../../memory/operational/program/machine.js';
import { offsetOf } from '../../models/program/cells.js';
import { binary, compare, constant, mapLeaves, readShared } from '../../models/program/expression.js';
import type {
  Edge,
  Location,
  NeverProperty,
  Program,
  SharedVariable,
  StateRead,
  Template,
  Update,
} from '../../models/program/model.js';
import { locationAt, templateOf } from '../../models/program/parts.js';

const NOWHERE = { line: 1, column: 1 };

/** The writes of a step, or a store-store barrier. */
type Issue = Batch<number> | 'barrier';

export function programFromHere(machine: Machine, here: Configuration): Program {
  const { program } = machine;
  const ways = here.buffers.map(issuesOf);
  const total = ways.reduce((sum, way) => sum + way.length, 0);
  const drains = program.templates.some(({ edges }) => edges.some(({ drained }) => drained === true));
  const counter = total > 0 && drains ? program.shared.length : null;
  // Threads that stand at one place with nothing waiting stay of one kind: engines use that.
  const kinds = new Map<string, number>();
  const templates: Template[] = [];
  const threads = program.threads.map((thread, number) => {
    const way = ways[number] as readonly Issue[];
    const location = here.locations[number] as number;
    const key = way.length === 0 ? `${thread.template} ${location}` : `way of ${number}`;
    const template = kinds.get(key) ?? templates.length;
    if (template === templates.length) {
      kinds.set(key, template);
      templates.push(templateFrom(machine, templateOf(program, number), { location, way, counter, total }));
    }
    const own = here.locals[number] as readonly number[];
    return { ...thread, template, initial: dealt(templateOf(program, number).locals, own) };
  });
  const shared = dealt(program.shared, here.memory).map((initial, variable): SharedVariable => {
    return { ...(program.shared[variable] as SharedVariable), initial };
  });
  const { premises: _, ...rest } = program;
  return {
    ...rest,
    shared: counter === null ? shared : [...shared, counterVariable(total)],
    templates,
    threads,
    never: program.never.map((property) => withWays(program, property, ways, here)),
  };
}

interface Beginning {
  readonly location: number;
  readonly way: readonly Issue[];
  /** The variable that counts the steps of ways; null where nobody asks. */
  readonly counter: number | null;
  readonly total: number;
}

function templateFrom(machine: Machine, template: Template, { location, way, counter, total }: Beginning): Template {
  const { coverage: _, ...rest } = template;
  const { locations } = template;
  const first = locations.length;
  const edges = counter === null ? template.edges : template.edges.map((edge) => patient(edge, counter, total));
  if (way.length === 0) return { ...rest, edges, entry: location };
  // Where the thread stands tells whether an `assume` may have stopped it.
  const { assumed } = locationAt(template, location);
  const added: Location = { labels: [], failure: null, ...(assumed === undefined ? {} : { assumed }) };
  const issuing = way.map((issue, step): Edge => {
    const [from, to] = [first + step, step + 1 === way.length ? location : first + step + 1];
    return {
      from,
      to,
      guard: null,
      updates: [
        ...(issue === 'barrier' ? [] : updatesOf(machine, issue)),
        ...(counter === null ? [] : [counted(counter)]),
      ],
      fence: false,
      atomic: false,
      ...(issue === 'barrier' ? { storeFence: true as const } : {}),
      text: 'what waits already',
      place: NOWHERE,
    };
  });
  return {
    ...rest,
    locations: [...locations, ...way.map(() => added)],
    edges: [...edges, ...issuing],
    entry: first,
  };
}

function patient(edge: Edge, counter: number, total: number): Edge {
  if (edge.drained !== true) return edge;
  const all = compare(readShared(counter), '==', total);
  return { ...edge, guard: edge.guard === null ? all : binary('&&', all, edge.guard) };
}

function counted(counter: number): Update {
  return { target: readShared(counter), value: binary('+', readShared(counter), constant(1)) };
}

function counterVariable(total: number): SharedVariable {
  const sort = { kind: 'range', low: 0, high: total } as const;
  return { name: '$issued', sort, size: null, place: NOWHERE, initial: [0], strong: true };
}

/** For each variable its values. */
function dealt(variables: readonly { readonly size: number | null }[], values: readonly number[]): number[][] {
  let at = 0;
  return variables.map(({ size }) => {
    at += size ?? 1;
    return values.slice(at - (size ?? 1), at);
  });
}

function updatesOf({ shared }: Machine, batch: Batch<number>): Update[] {
  return batch.map(({ place, value }) => {
    const variable = shared.owners[place] as number;
    const index = shared.variables[variable]?.size === null ? null : constant(place - offsetOf(shared, variable));
    return { target: { kind: 'shared', variable, index }, value: constant(value) };
  });
}

/** The oldest first: what a thread has to issue so that its buffer is this one. */
function issuesOf(buffer: Buffer<number>): Issue[] {
  const aged = buffer.flatMap(({ batches, ages }) =>
    batches.map((batch, position) => ({ batch, age: ages?.[position] ?? 0 })),
  );
  const oldest = Math.max(0, ...aged.map(({ age }) => age));
  const issues: Issue[] = [];
  for (let age = oldest; age >= 0; age--) {
    issues.push(...aged.filter((each) => each.age === age).map(({ batch }) => batch));
    if (age > 0) issues.push('barrier');
  }
  return issues;
}

/** To be on a way counts as to stand at its end. */
function withWays(
  program: Program,
  property: NeverProperty,
  ways: readonly (readonly Issue[])[],
  here: Configuration,
): NeverProperty {
  const condition = mapLeaves<StateRead, StateRead>(property.condition, (leaf) => {
    if (leaf.kind !== 'at') return leaf;
    const { length } = ways[leaf.thread] as readonly Issue[];
    if (length === 0 || !leaf.locations.includes(here.locations[leaf.thread] as number)) return leaf;
    const first = templateOf(program, leaf.thread).locations.length;
    return { ...leaf, locations: [...leaf.locations, ...Array.from({ length }, (_, step) => first + step)] };
  });
  return { ...property, condition };
}

/** The steps of a run of the program that begins here, without those that issue what waits. */
export function stepsFromHere({ program }: Machine, steps: readonly ProgramStep[]): ProgramStep[] {
  return steps.filter((step) => step.kind === 'drain' || step.edge < templateOf(program, step.thread).edges.length);
}
