/**
 * One local for each use of a register. The compiler takes the same hidden local for values on their way that have nothing
 * to do with each other: now a number of a thread, now a count. Here such a local becomes several: definitions that reach a
 * common use stay together (the webs of register allocation), others get a local of their own. Edges keep their positions,
 * so a run of the new automaton is one of the old.
 */
import { expressionsOf, localsIn, mapEdge, mapLeaves } from '../../models/program/expression.js';
import type { Edge, Expression, Read, Template, Variable } from '../../models/program/model.js';
import { isHidden } from '../../models/program/parts.js';

/** The first value counts as a definition, by no edge. */
const BEGINNING = -1;

interface Split {
  readonly template: Template;
  /** For each local of the new automaton that of the old. */
  readonly origins: readonly number[];
}

export function splitRegisters(template: Template): Split {
  const locals: Variable[] = [...template.locals];
  const origins = locals.map((_, local) => local);
  let edges: readonly Edge[] = template.edges;
  for (const [local, { name, size }] of template.locals.entries()) {
    if (!isHidden(name) || size !== null) continue;
    const webs = websOf(template, local);
    // The first web keeps the place of the old local.
    const places = new Map<number, number>();
    const placeOf = (web: number): number => {
      const known = places.get(web);
      if (known !== undefined) return known;
      const place = places.size === 0 ? local : locals.length;
      if (place !== local) {
        locals.push({ ...(locals[local] as Variable), name: `${name}.${places.size}` });
        origins.push(local);
      }
      places.set(web, place);
      return place;
    };
    edges = edges.map((edge, position) => {
      const use = webs.used[position];
      const definition = webs.defined[position];
      const isIt = ({ kind, variable }: Read) => kind === 'local' && variable === local;
      const inExpression = (expression: Expression) => {
        if (use === undefined) return expression;
        const place = placeOf(use);
        return mapLeaves<Read, Read>(expression, (leaf, index) => ({
          ...leaf,
          index,
          variable: isIt(leaf) ? place : leaf.variable,
        }));
      };
      return mapEdge(edge, inExpression, (target) =>
        definition !== undefined && isIt(target) ? { ...target, variable: placeOf(definition) } : target,
      );
    });
  }
  return { template: { ...template, locals, edges }, origins };
}

/** For each edge the web that it reads and the one that it writes; undefined where it does not. */
function websOf(template: Template, local: number): { used: (number | undefined)[]; defined: (number | undefined)[] } {
  const { edges, locations, entry } = template;
  const writes = edges.map(({ updates }) =>
    updates.some(({ target }) => target.kind === 'local' && target.variable === local),
  );
  const reaching = locations.map(() => new Set<number>());
  reaching[entry]?.add(BEGINNING);
  for (let changed = true; changed; ) {
    changed = false;
    for (const [position, { from, to }] of edges.entries()) {
      const out = writes[position] ? [position] : [...(reaching[from] ?? [])];
      for (const definition of out) {
        if (reaching[to]?.has(definition)) continue;
        reaching[to]?.add(definition);
        changed = true;
      }
    }
  }
  const parents = new Map<number, number>();
  const root = (definition: number): number => {
    const parent = parents.get(definition) ?? definition;
    return parent === definition ? definition : root(parent);
  };
  const reads = edges.map((edge) => expressionsOf(edge).some((part) => localsIn(part).includes(local)));
  for (const [position, { from }] of edges.entries()) {
    if (!reads[position]) continue;
    const [first, ...others] = reaching[from] ?? [];
    if (first !== undefined) for (const other of others) parents.set(root(other), root(first));
  }
  return {
    used: edges.map(({ from }, position) => {
      const [first] = reaching[from] ?? [];
      return reads[position] && first !== undefined ? root(first) : undefined;
    }),
    defined: edges.map((_, position) => (writes[position] ? root(position) : undefined)),
  };
}
