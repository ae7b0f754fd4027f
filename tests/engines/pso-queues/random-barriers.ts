/** Random programs with barriers between stores: many fences are weaker than they were, and many steps have a barrier. */
import type { Edge, Program, Template } from '../../../src/models/program/model.js';
import type { Random } from '../../random/random.js';

export function withManyBarriers(random: Random, program: Program): Program {
  return { ...program, templates: program.templates.map((each) => barredTemplate(random, each)) };
}

export function barredTemplate(random: Random, template: Template): Template {
  const edges = template.edges.map((edge): Edge => {
    if (edge.fence && edge.updates.length === 0 && random.chance(0.7))
      return { ...edge, fence: false, storeFence: true };
    return !edge.fence && !edge.atomic && random.chance(0.25) ? { ...edge, storeFence: true } : edge;
  });
  return { ...template, edges };
}
