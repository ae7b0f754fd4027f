/**
 * Programs with steps like those of DVE models: some variables are strong, some edges wait for all buffers, some writes are
 * direct, writes are apart. Also edges that write more cells than they did, since that is where orders matter.
 */
import type { Edge, Program, Template, Update } from '../../../src/models/program/model.js';
import { needsEmptyBuffers } from '../../../src/models/program/parts.js';
import type { Random } from '../random.js';

const SHARE = 0.4;
const LARGEST_STEP = 4;

type Target = Update['target'];

function sameVariable(one: Target, other: Target): boolean {
  return one.kind === other.kind && one.variable === other.variable;
}

/** Most programs as they are. */
export function withModelSteps(random: Random, program: Program): Program {
  if (!random.chance(SHARE)) return program;
  const marks = { strong: random.chance(0.4), drained: random.chance(0.5), direct: random.chance(0.5) };
  const shared = program.shared.map((variable) => {
    return marks.strong && random.chance(0.5) ? { ...variable, strong: true as const } : variable;
  });
  const direct = (update: Update): Update =>
    update.target.kind === 'shared' && random.chance(0.6) ? { ...update, direct: true } : update;
  const templates = program.templates.map((template): Template => {
    const writes = template.edges.flatMap(({ updates }) => updates.filter(({ target }) => target.kind === 'shared'));
    const edges = template.edges.map((each): Edge => {
      const more = writes.length > 0 && each.updates.length < LARGEST_STEP && random.chance(0.3);
      // Often to a variable that the edge writes anyhow: it may be the same cell.
      const again = writes.filter((one) => each.updates.some(({ target }) => sameVariable(target, one.target)));
      const added = more ? [random.pick(again.length > 0 && random.chance(0.5) ? again : writes)] : [];
      const longer = { ...each, updates: [...each.updates, ...added] };
      const edge: Edge = marks.drained && random.chance(0.2) ? { ...longer, drained: true } : longer;
      if (!marks.direct || edge.updates.length === 0) return edge;
      const able = needsEmptyBuffers(edge) ? edge : random.chance(0.3) ? { ...edge, fence: true } : edge;
      return needsEmptyBuffers(able) ? { ...able, updates: able.updates.map(direct) } : able;
    });
    return { ...template, edges };
  });
  return { ...program, shared, templates, ...(random.chance(0.6) ? { apart: true } : {}) };
}

/** A share with store-store barriers, in steps that write and in steps that do not. */
export function withBarriers(random: Random, program: Program): Program {
  if (!random.chance(SHARE)) return program;
  const templates = program.templates.map((template): Template => {
    const edges = template.edges.map((each): Edge => (random.chance(0.35) ? { ...each, storeFence: true } : each));
    return { ...template, edges };
  });
  return { ...program, templates };
}
