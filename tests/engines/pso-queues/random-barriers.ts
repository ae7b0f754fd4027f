/** Random programs with barriers between stores: many fences are weaker than they were, and many steps have a barrier. */
import type { Edge, Program, StateExpression, Template } from '../../../src/models/program/model.js';
import type { Random } from '../../random/random.js';
import { both, never } from '../../support/build.js';
import { straightLines } from '../dual-tso/programs.js';
import type { AnySourceInCode } from '../dual-tso/random-any.js';

export function withManyBarriers(random: Random, program: Program): Program {
  return { ...program, templates: program.templates.map((each) => barredTemplate(random, each)) };
}

/** The same for any number of threads. */
export function sourceWithBarriers(random: Random, source: AnySourceInCode): AnySourceInCode {
  const templates = source.instance(2).templates.map((each) => barredTemplate(random, each));
  return { ...source, instance: (count) => ({ ...source.instance(count), templates }) };
}

function barredTemplate(random: Random, template: Template): Template {
  const edges = template.edges.map((edge): Edge => {
    if (edge.fence && edge.updates.length === 0 && random.chance(0.7))
      return { ...edge, fence: false, storeFence: true };
    return !edge.fence && !edge.atomic && random.chance(0.25) ? { ...edge, storeFence: true } : edge;
  });
  return { ...template, edges };
}

/** Straight lines with many stores and barriers; perhaps memory is asked about at the end. Their buffers are short. */
export function randomLines(random: Random): Program {
  const count = random.pick([2, 2, 3]);
  const cells = random.pick(['xy', 'xy', 'xyz']);
  const operation = (): string => {
    const cell = random.pick([...cells]);
    switch (random.weighted({ store: 4, load: 3, barrier: 2.5, fence: 0.3, swap: 0.3 })) {
      case 'store':
        return `w ${cell} ${random.between(1, 2)}`;
      case 'load':
        return `r ${cell} ${random.between(0, 2)}`;
      case 'barrier':
        return 'bar';
      case 'fence':
        return 'fence';
      case 'swap':
        return `arw ${cell} ${random.between(0, 1)} ${random.between(1, 2)}`;
    }
  };
  const threads = Array.from({ length: count }, () =>
    Array.from({ length: random.between(2, count === 3 ? 4 : 6) }, operation).join('; '),
  );
  const program = straightLines(...threads);
  if (random.chance(0.6)) return program;
  const asked: StateExpression = {
    kind: 'binary',
    operator: '==',
    left: { kind: 'memory', variable: random.between(0, cells.length - 1), index: null },
    right: { kind: 'constant', value: random.between(0, 2) },
  };
  const [ends] = program.never as [Program['never'][number]];
  return { ...program, never: [never('ends', both(ends.condition, asked))] };
}
