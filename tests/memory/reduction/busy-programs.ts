/**
 * Random programs that keep their buffers busy: threads that store, store again, look at what they stored, and seldom wait.
 * What a load finds stays in a local, so that a wrong one makes other states.
 */

import type { Edge, Expression, Program, Template } from '../../../src/models/program/model.js';
import type { Random } from '../../random/random.js';
import {
  apply,
  array,
  assign,
  BOOL,
  edge,
  local,
  location,
  number,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';

const SMALL = range(0, 2);

export function busyProgram(random: Random): Program {
  // Of one type, or of several: then the slots of TSO buffers hold integers.
  const isMixed = random.chance(0.5);
  const variables = [
    sharing(scalar('x', SMALL)),
    sharing(scalar('y', isMixed ? range(0, 5) : SMALL)),
    sharing(array('a', isMixed ? BOOL : SMALL, 2)),
  ];
  // Most is about one cell: writes of it wait behind each other.
  const favourite = random.pick([shared(0), shared(1), shared(2, number(0))]);
  const step = (from: number): Edge => {
    const cell = (): Expression & { kind: 'shared' } => {
      const index = random.chance(0.3) ? apply(local(0), '%', 2) : number(random.between(0, 1));
      const found = random.chance(0.6) ? favourite : random.pick([shared(0), shared(1), shared(2, index)]);
      return found as Expression & { kind: 'shared' };
    };
    const small = (value: Expression) => apply(value, '%', 2);
    switch (random.weighted({ store: 8, load: 8, copy: 2, wait: 1, fence: 1, swap: 1, any: 1 })) {
      case 'store':
        return edge(from, from + 1, { updates: [assign(cell(), random.between(0, 1))] });
      case 'load':
        return edge(from, from + 1, { updates: [assign(local(random.between(0, 1)), small(cell()))] });
      case 'copy':
        return edge(from, from + 1, { updates: [assign(cell(), small(apply(cell(), '+', random.between(0, 1))))] });
      case 'wait':
        return edge(from, from + 1, { guard: apply(cell(), random.pick(['==', '!=']), random.between(0, 1)) });
      case 'fence':
        return edge(from, from + 1, { fence: true });
      case 'swap': {
        const target = cell();
        return edge(from, from + 1, { atomic: true, updates: [assign(local(1), small(target)), assign(target, 1)] });
      }
      case 'any':
        return edge(from, from + 1, { updates: [assign(cell(), 'any')] });
    }
  };
  const thread = (name: string, length: number): Template => {
    const edges = Array.from({ length }, (_, from) => step(from));
    const back = random.chance(0.3) ? [edge(length, 0)] : [];
    const locations = Array.from({ length: length + 1 }, () => location());
    return template(name, 0, [scalar('r', SMALL), scalar('s', SMALL)], locations, [...edges, ...back]);
  };
  const templates = [thread('P', random.between(5, 7)), thread('Q', random.between(1, 2))];
  return {
    shared: variables,
    templates,
    threads: templates.map(({ name }, number) => ({ name, template: number, initial: [[0], [0]] })),
    never: [],
    outOfRange: random.pick(['failure', 'disabled']),
  };
}
