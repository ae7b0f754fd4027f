/**
 * One local for each use of a register. The compiler takes the same hidden local for values on their way that have nothing
 * to do with each other: now a number of a thread, now a count. Here such a local becomes several: definitions that reach a
 * common use stay together (the webs of register allocation), others get a local of their own. Edges keep their positions,
 * so a run of the new automaton is one of the old.
 */
import type { Edge, Expression, Template, Update, Variable } from '../../models/program/model.js';
import { isHidden } from '../../models/program/parts.js';

/** The first value counts as a definition, by no edge. */
const BEGINNING = -1;

export interface Split {
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
      const inExpression = (e: Expression) => (use === undefined ? e : renamed(e, local, placeOf(use)));
      return {
        ...edge,
        guard: edge.guard === null ? null : inExpression(edge.guard),
        updates: edge.updates.map((update): Update => {
          const { target, value } = update;
          const index = target.index === null ? null : inExpression(target.index);
          const isDefinition = target.kind === 'local' && target.variable === local && definition !== undefined;
          const variable = isDefinition ? placeOf(definition) : target.variable;
          return { target: { ...target, variable, index }, value: value === 'any' ? value : inExpression(value) };
        }),
      };
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
  const reads = edges.map((edge) => readsLocal(edge, local));
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

function readsLocal({ guard, updates }: Edge, local: number): boolean {
  const parts = updates.flatMap(({ target, value }) => [target.index, value === 'any' ? null : value]);
  return [guard, ...parts].some((part) => part !== null && mentions(part, local));
}

function mentions(expression: Expression, local: number): boolean {
  switch (expression.kind) {
    case 'constant':
      return false;
    case 'local':
      return expression.variable === local || (expression.index !== null && mentions(expression.index, local));
    case 'shared':
      return expression.index !== null && mentions(expression.index, local);
    case 'unary':
      return mentions(expression.operand, local);
    case 'binary':
      return mentions(expression.left, local) || mentions(expression.right, local);
    case 'conditional':
      return [expression.condition, expression.whenTrue, expression.whenFalse].some((part) => mentions(part, local));
  }
}

function renamed(expression: Expression, from: number, to: number): Expression {
  const again = (part: Expression) => renamed(part, from, to);
  switch (expression.kind) {
    case 'constant':
      return expression;
    case 'local':
    case 'shared': {
      const isIt = expression.kind === 'local' && expression.variable === from;
      const index = expression.index === null ? null : again(expression.index);
      return { ...expression, variable: isIt ? to : expression.variable, index };
    }
    case 'unary':
      return { ...expression, operand: again(expression.operand) };
    case 'binary':
      return { ...expression, left: again(expression.left), right: again(expression.right) };
    case 'conditional':
      return {
        ...expression,
        condition: again(expression.condition),
        whenTrue: again(expression.whenTrue),
        whenFalse: again(expression.whenFalse),
      };
  }
}
