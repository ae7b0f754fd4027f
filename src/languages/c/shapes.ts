/**
 * The objects of a file as properties name them: `x`, `s.y`, `nodes[1].next`. A member is a variable of its own; of an array of
 * structs it is an array. An object that lies in a pool is some cells of the pool's variables, from the first one on that is its own.
 */
import type { PlannedShared, Size } from '../program/plan.js';
import type { Shape } from '../program/vocabulary.js';
import { ALLOCATED, cellsAlong, ON_STACK } from './memory.js';
import { keyOf } from './types.js';
import type { SharedDraft, Unit } from './unit.js';

interface Cells {
  readonly position: number;
  readonly size: Size | null;
  /** In a pool: the first cell of the object. */
  readonly first: number | null;
}

interface Tree {
  cells: Cells | null;
  /** Of an array of objects in a pool: how many. */
  count: number | null;
  readonly fields: Map<string, Tree>;
}

/** By name: the shape, or the position of the variable that it is. */
export function shapesIn(unit: Unit, shared: readonly PlannedShared[]): Map<string, Shape | number> {
  const all: Tree = { cells: null, count: null, fields: new Map() };
  for (const [position, { leaf, name }] of unit.shared.entries()) {
    if (name.startsWith('$')) continue;
    if (leaf.region.key.startsWith('pool ')) addPooled(all, unit, leaf, position);
    else {
      const size = shared[position]?.size ?? null;
      within(all, stepsOf(leaf.region.name, leaf.path)).cells = { position, size, first: null };
    }
  }
  return new Map(
    [...all.fields].map(([name, tree]) => {
      const { cells } = tree;
      return [name, cells !== null && cells.first === null ? cells.position : shapeOf(tree)];
    }),
  );
}

function stepsOf(name: string, path: string): string[] {
  return [...name.split('.'), ...path.split('.').slice(1)];
}

function within(all: Tree, steps: readonly string[]): Tree {
  return steps.reduce((tree, step) => {
    const known = tree.fields.get(step) ?? { cells: null, count: null, fields: new Map() };
    tree.fields.set(step, known);
    return known;
  }, all);
}

/** The cells of one member, for each object of the file that lies in this pool. */
function addPooled(all: Tree, { demands, pools }: Unit, { region, path }: SharedDraft['leaf'], position: number): void {
  for (const [key, { type, count, name }] of demands.pooled) {
    const at = pools.baseOf(key);
    const isOfFile = ![ALLOCATED, ON_STACK, 'thread '].some((word) => key.startsWith(word));
    if (`pool ${keyOf(type)}` !== region.key || at === null || typeof count !== 'number' || !isOfFile) continue;
    const each = cellsAlong(type, path);
    const object = within(all, name.split('.'));
    if (count > 1) object.count = count;
    const size: Size | null = each === 1 ? null : { kind: 'fixed', size: each };
    within(object, path.split('.').slice(1)).cells = { position, size, first: at.base * each };
  }
}

/** An array of structs has its index behind the name; its members have the size. */
function shapeOf({ cells, count, fields }: Tree): Shape {
  const counted: Size[] = count === null ? [] : [{ kind: 'fixed', size: count }];
  if (cells !== null) {
    const sizes = [...counted, ...(cells.size === null ? [] : [cells.size])];
    return { sizes, inside: cells.position, ...(cells.first === null ? {} : { first: cells.first }) };
  }
  const inner = [...fields.values()];
  const common = inner[0]?.cells?.size ?? null;
  const isArray =
    common !== null &&
    inner.every((each) => each.cells?.first === null && JSON.stringify(each.cells.size) === JSON.stringify(common));
  if (!isArray) return { sizes: counted, inside: new Map([...fields].map(([name, each]) => [name, shapeOf(each)])) };
  const members = [...fields].map(([name, each]): [string, Shape] => {
    return [name, { sizes: [], inside: each.cells?.position as number }];
  });
  return { sizes: [common], inside: new Map(members) };
}
