/**
 * Random programs with any number of identical threads: a template of a random finite program or a lock, perhaps with one
 * thread of another beside, and a condition about one to three of the identical threads and perhaps the other one.
 */
import type { AnySource } from '../../../src/engines/automata/any-source.js';
import type { Program, StateExpression, Template, Thread } from '../../../src/models/program/model.js';
import type { Random } from '../../random/random.js';
import {
  apply,
  assign,
  at,
  BOOL,
  both,
  type EdgeParts,
  edge,
  location,
  never,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';
import { onMemory, randomFiniteProgram } from './random-programs.js';

export interface AnySourceInCode extends AnySource {
  instance(count: number): Program;
}

/** What a condition says of one thread. */
type Part = (thread: number) => StateExpression;

/** With conditions on memory as well, where it is asked for. */
export function randomAnySource(random: Random, looksAtMemory = false): AnySourceInCode {
  const base = random.chance(0.5) ? randomFiniteProgram(random) : locks(random);
  const [identical, other] = base.templates as [Template, Template | undefined];
  const beside = other !== undefined && random.chance(0.5);
  const most = random.pick(looksAtMemory ? [0, 1, 1, 1, 2, 2, 2] : [1, 2, 2, 2, 3]);
  const parts = Array.from({ length: most }, () => randomPart(random, identical));
  const besidePart = beside && random.chance(0.5) ? randomPart(random, other as Template) : null;
  const memory = Array.from({ length: looksAtMemory ? random.pick([1, 1, 2]) : 0 }, () =>
    onMemory(random, base.shared),
  );
  const first = beside ? 1 : 0;
  return {
    anyThreads: [identical.name],
    most,
    instance(count: number): Program {
      const initial = base.threads[0]?.initial ?? [];
      const threads: Thread[] = Array.from({ length: count }, (_, k) => ({ name: `T(${k})`, template: 0, initial }));
      const fixed: Thread[] = beside ? [{ name: 'F', template: 1, initial }] : [];
      const conditions = choices(count, most).map((chosen) => {
        const found = chosen.map((thread, k) => (parts[k] as Part)(first + thread));
        return [...memory, ...(besidePart === null ? found : [...found, besidePart(0)])].reduce(both);
      });
      return {
        ...base,
        templates: beside ? [identical, other as Template] : [identical],
        threads: [...fixed, ...threads],
        never: conditions.map((condition) => never('bad', condition)),
      };
    },
  };
}

/** Threads that take a lock, do something with another cell, and give it back: or nearly so. */
function locks(random: Random): Program {
  const [lock, data] = [shared(0), shared(1)];
  const something = (): EdgeParts[] => {
    switch (random.weighted({ none: 4, fence: 2, store: 3, wait: 3, toggle: 2, open: 0.4 })) {
      case 'none':
        return [];
      case 'fence':
        return [{ fence: true }];
      case 'store':
        return [{ updates: [assign(data, random.between(0, 1))] }];
      case 'wait':
        return [{ guard: apply(data, '==', random.between(0, 1)) }];
      case 'toggle':
        return [{ updates: [assign(data, 1)] }, { updates: [assign(data, 0)] }];
      case 'open':
        return [{ updates: [assign(lock, 0)] }];
    }
  };
  const taking = (): EdgeParts[] => {
    const whole: EdgeParts = { atomic: true, guard: apply(lock, '==', 0), updates: [assign(lock, 1)] };
    return random.chance(0.85) ? [whole] : [{ guard: apply(lock, '==', 0) }, { updates: [assign(lock, 1)] }];
  };
  const templates = ['T', 'F'].map((name): Template => {
    const parts = [...something(), ...taking(), ...something(), ...something()];
    const end = parts.length;
    const locations = [...parts.map(() => location()), location('end'), location()];
    const back = [
      edge(end, end + 1, random.pick([...something(), {}])),
      edge(end + 1, 0, { updates: [assign(lock, 0)], atomic: random.chance(0.2) }),
    ];
    // The place that is asked about is the last one.
    const order = [...Array(end).keys(), end + 1, end];
    const edges = [...parts.map((each, k) => edge(k, k + 1, each)), ...back];
    const renamed = edges.map((each) => ({
      ...each,
      from: order[each.from] as number,
      to: order[each.to] as number,
    }));
    return template(name, 0, [], locations, renamed);
  });
  return {
    shared: [sharing(scalar('lock', BOOL)), sharing(scalar('data', BOOL))],
    templates,
    threads: templates.map(({ name }, k) => ({ name, template: k, initial: [] })),
    never: [],
    outOfRange: 'failure',
  };
}

function randomPart(random: Random, { locations, locals }: Template): Part {
  const place = locations.length - 1 - random.pick([0, 0, 0, 1]);
  const value = random.between(0, 1);
  const isAsked = locals.length > 0 && random.chance(0.3);
  return (thread) => {
    if (!isAsked) return at(thread, place);
    const held: StateExpression = { kind: 'localOf', thread, variable: 0, index: null };
    return both(at(thread, place), {
      kind: 'binary',
      operator: '==',
      left: held,
      right: { kind: 'constant', value },
    });
  };
}

/** All ways to take different numbers below `count`, in order. */
function choices(count: number, length: number): number[][] {
  if (length === 0) return [[]];
  const numbers = [...Array(count).keys()];
  return choices(count, length - 1).flatMap((chosen) =>
    numbers.filter((number) => !chosen.includes(number)).map((number) => [...chosen, number]),
  );
}
