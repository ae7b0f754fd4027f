/**
 * Programs with a smaller variable: none where nothing names it, a smaller sort, a shorter array, no array, a first value of
 * 0. First values stay within their sorts, and uses of an array that is none any more lose their index.
 */

import { belongsTo, boundsOf } from '../../../src/models/program/cells.js';
import { bottomUp } from '../../../src/models/program/expression.js';
import type {
  Edge,
  Expression,
  Program,
  Sort,
  Template,
  Thread,
  Update,
  Variable,
} from '../../../src/models/program/model.js';

/** `owner` is the template of a local, null for a shared variable. */
export function* withSmallerVariable(program: Program, owner: number | null, k: number): Generator<Program> {
  const variables: readonly Variable[] = owner === null ? program.shared : (program.templates[owner]?.locals ?? []);
  const variable = variables[k] as Variable;
  const uses = countUses(program, owner, k);
  if (uses === 0) yield changeVariable(program, owner, k, null, (part) => part);
  for (const sort of smallerSorts(variable.sort)) {
    if (firstValues(program, owner, k).every((value) => value === 'any' || belongsTo(value, sort))) {
      yield changeVariable(program, owner, k, { ...variable, sort }, (values) => values);
    }
  }
  if (variable.size !== null && variable.size > 1) {
    yield changeVariable(program, owner, k, { ...variable, size: variable.size - 1 }, (values) => values.slice(0, -1));
  }
  if (variable.size === 1) yield changeVariable(program, owner, k, { ...variable, size: null }, (values) => values);
  const simple = boundsOf(variable.sort)?.low ?? 0;
  const zero = belongsTo(0, variable.sort) ? 0 : simple;
  if (
    firstValues(program, owner, k).some((value) => value !== zero) &&
    (owner === null || k >= parameters(program, owner))
  ) {
    yield changeVariable(program, owner, k, variable, (values) => values.map(() => zero));
  }
}

function parameters(program: Program, owner: number): number {
  return program.templates[owner]?.parameters ?? 0;
}

function firstValues(program: Program, owner: number | null, k: number): (number | 'any')[] {
  if (owner === null) return [...(program.shared[k]?.initial ?? [])];
  return program.threads.flatMap(({ template, initial }) => (template === owner ? (initial[k] ?? []) : []));
}

function smallerSorts(sort: Sort): Sort[] {
  switch (sort.kind) {
    case 'bool':
      return [];
    case 'int':
      return [{ kind: 'range', low: -3, high: 3 }];
    case 'enum':
      return [{ kind: 'range', low: 0, high: sort.constructors.length - 1 }];
    case 'range': {
      const { low, high } = sort;
      if (low === 0 && high === 1) return [{ kind: 'bool' }];
      const middle = Math.floor((low + high) / 2);
      return low >= high
        ? []
        : [
            { kind: 'range', low, high: middle },
            { kind: 'range', low: low < 0 && high >= 0 ? 0 : middle, high },
            { kind: 'range', low, high: high - 1 },
          ];
    }
  }
}

type Values = readonly (number | 'any')[];

function countUses(program: Program, owner: number | null, k: number): number {
  let uses = 0;
  changeVariable(
    program,
    owner,
    k,
    null,
    (values) => values,
    () => uses++,
  );
  return uses;
}

/**
 * The program with another declaration in the place of a variable, or without it (null); `used` is told of every use. A use
 * of a variable that is no array any more has no index.
 */
function changeVariable(
  program: Program,
  owner: number | null,
  k: number,
  changed: Variable | null,
  first: (values: Values) => Values,
  used: () => void = () => {},
): Program {
  const renamed = <Use extends { readonly variable: number; readonly index: unknown }>(use: Use): Use => {
    if (use.variable !== k) return changed === null && use.variable > k ? { ...use, variable: use.variable - 1 } : use;
    used();
    return changed !== null && changed.size === null ? { ...use, index: null } : use;
  };
  const kind = owner === null ? 'shared' : 'local';
  const expression = (whole: Expression) => bottomUp(whole, (part) => (part.kind === kind ? renamed(part) : part));
  const edge = (each: Edge): Edge => ({
    ...each,
    guard: each.guard === null ? null : expression(each.guard),
    updates: each.updates.map(({ target, value, ...marks }): Update => {
      const index = target.index === null ? null : expression(target.index);
      const place = { ...target, index };
      return {
        ...marks,
        target: target.kind === kind ? renamed(place) : place,
        value: value === 'any' ? value : expression(value),
      };
    }),
  });
  const templates = program.templates.map((template, t): Template => {
    if (owner !== null && t !== owner) return template;
    const edges = template.edges.map(edge);
    if (owner === null) return { ...template, edges };
    const locals = changed === null ? template.locals.toSpliced(k, 1) : template.locals.with(k, changed);
    return {
      ...template,
      edges,
      locals,
      parameters: template.parameters - Number(changed === null && k < template.parameters),
    };
  });
  const never = program.never.map((property) => ({
    ...property,
    condition: bottomUp(property.condition, (part) => {
      if (owner === null) return part.kind === 'memory' ? renamed(part) : part;
      if (part.kind !== 'localOf' || program.threads[part.thread]?.template !== owner) return part;
      return renamed(part);
    }),
  }));
  if (owner === null) {
    const initial = first(program.shared[k]?.initial ?? []);
    const shared = changed === null ? program.shared.toSpliced(k, 1) : program.shared.with(k, { ...changed, initial });
    return { ...program, shared, templates, never };
  }
  const threads = program.threads.map((thread): Thread => {
    if (thread.template !== owner) return thread;
    const initial =
      changed === null ? thread.initial.toSpliced(k, 1) : thread.initial.with(k, first(thread.initial[k] ?? []));
    return { ...thread, initial };
  });
  return { ...program, templates, threads, never };
}
