/**
 * Random programs that are right under SC and wrong with store buffers: two threads of a few steps each, and as the property
 * an end that buffers allow and SC does not. Steps load, store, do both, or write two variables; some branch.
 */
import { type MemoryName, memoryNamed } from '../../src/memory/models.js';
import {
  type Configuration,
  configurationKey,
  initialValues,
  makeMachine,
  next,
  start,
} from '../../src/memory/operational/program/machine.js';
import type { Edge, Program, StateExpression, Template, Update } from '../../src/models/program/model.js';
import type { Random } from '../random/random.js';
import {
  apply,
  assign,
  edge,
  local,
  location,
  never,
  number,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../support/build.js';

const VARIABLES = 2;
const REGISTERS = 2;

/** Null when buffers show nothing new. */
export function randomBroken(random: Random, memory: MemoryName, several = random.chance(0.25)): Program | null {
  const one = randomTemplate(random, 'A', several);
  const templates = random.chance(0.3) ? [one] : [one, randomTemplate(random, 'B', several)];
  const first = new Array(REGISTERS).fill([0]);
  const program: Program = {
    shared: ['x', 'y', 'z']
      .slice(0, VARIABLES + random.between(0, 1))
      .map((name) => sharing(scalar(name, range(0, 2)))),
    templates,
    threads: ['A', 'B'].map((name, thread) => ({ name, template: thread % templates.length, initial: first })),
    never: [],
    outOfRange: 'disabled',
    ...(random.chance(0.3) ? { apart: true as const } : {}),
  };
  const known = ends(program, 'sc');
  const weak = ends(program, memory);
  if (known === null || weak === null) return null;
  const fresh = [...weak].filter(([key]) => !known.has(key));
  if (fresh.length === 0) return null;
  const [, bad] = random.pick(fresh);
  return { ...program, never: [never('end', conditionOf(program, bad))] };
}

function randomTemplate(random: Random, name: string, several: boolean): Template {
  const length = random.between(2, 4);
  const names = Array.from({ length: REGISTERS }, (_, register) => scalar(`r${register}`, range(0, 2)));
  const edges: Edge[] = Array.from({ length }, (_, at) =>
    edge(at, at + 1, {
      updates: updates(random, several),
      fence: random.chance(0.05),
      atomic: random.chance(0.05),
      text: `${name}${at}`,
    }),
  );
  if (random.chance(0.4)) {
    const from = random.between(0, length - 1);
    edges.push(
      edge(from, random.between(0, length), {
        guard: apply(random.pick([local(0), shared(0)]), '==', random.between(0, 1)),
        updates: updates(random, several),
        text: `${name} branch`,
      }),
    );
  }
  return template(
    name,
    0,
    names,
    Array.from({ length: length + 1 }, (_, at) => location(at === length ? 'end' : `l${at}`)),
    edges,
  );
}

function updates(random: Random, several: boolean): Update[] {
  const variable = () => random.between(0, VARIABLES - 1);
  const value = () => random.pick([number(1), number(1), number(2), local(random.between(0, REGISTERS - 1))]);
  switch (random.weighted({ store: 5, load: 5, both: several ? 3 : 0, two: several ? 3 : 0, local: 1 })) {
    case 'store':
      return [assign(shared(variable()), value())];
    case 'load':
      return [assign(local(random.between(0, REGISTERS - 1)), shared(variable()))];
    case 'both':
      return [assign(local(random.between(0, REGISTERS - 1)), shared(variable())), assign(shared(variable()), value())];
    case 'two':
      return [assign(shared(0), value()), assign(shared(1), value())];
    case 'local':
      return [assign(local(0), local(1))];
  }
}

const MOST = 4_000;

/** Where threads that cannot go on have come to, by what is seen of it; null when there is too much. */
function ends(program: Program, memory: MemoryName): Map<string, Configuration> | null {
  const machine = makeMachine(program, memoryNamed(memory), 2);
  const seen = new Set<string>();
  const found = new Map<string, Configuration>();
  const waiting = initialValues(machine).map((values) => start(machine, values));
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    const key = configurationKey(here);
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > MOST) return null;
    found.set(JSON.stringify([here.locations, here.locals]), here);
    for (const { after } of next(machine, here).successors) waiting.push(after);
  }
  return found;
}

/** Threads are there and hold these values. */
function conditionOf(program: Program, { locations, locals }: Configuration): StateExpression {
  const parts: StateExpression[] = program.threads.flatMap((_, thread) => [
    { kind: 'at', thread, locations: [locations[thread] as number] },
    ...(locals[thread] as readonly number[]).map(
      (value, variable): StateExpression => ({
        kind: 'binary',
        operator: '==',
        left: { kind: 'localOf', thread, variable, index: null },
        right: { kind: 'constant', value },
      }),
    ),
  ]);
  return parts.reduce((left, right) => ({ kind: 'binary', operator: '&&', left, right }));
}
