/**
 * Smaller programs that may still show a fault: without a thread, a property, an edge, an update, a variable, a location;
 * with a part in the place of an expression, a smaller sort, a shorter array, a first value of 0. Greedy: what comes out
 * cannot be made smaller by one cut. Cuts keep programs well-formed: what named a thread that is gone becomes a constant,
 * and variables and locations are dropped only when nothing names them.
 */

import { bottomUp, children, withChildren } from '../../../src/models/program/expression.js';
import type {
  Edge,
  Expression,
  Location,
  Program,
  StateExpression,
  Template,
  Thread,
  Update,
} from '../../../src/models/program/model.js';
import { needsEmptyBuffers } from '../../../src/models/program/parts.js';
import { NOWHERE, number } from '../../support/build.js';
import { withSmallerVariable } from './shrink-variables.js';

export function shrinkProgram(program: Program, fails: (smaller: Program) => boolean, mostTrials = 4000): Program {
  let current = program;
  let trials = 0;
  search: for (;;) {
    for (const smaller of smallerPrograms(current)) {
      if (++trials > mostTrials) return current;
      if (!fails(smaller)) continue;
      current = smaller;
      continue search;
    }
    return current;
  }
}

export function* smallerPrograms(program: Program): Generator<Program> {
  const { threads, templates, shared } = program;
  if (threads.length > 1) for (const [k] of threads.entries()) yield* withoutThread(program, k);
  for (const never of dropped(program.never)) yield { ...program, never };
  for (const [k] of templates.entries()) {
    if (templates.length > 1 && !threads.some(({ template }) => template === k)) yield withoutTemplate(program, k);
  }
  for (const [t, template] of templates.entries()) {
    const put = (smaller: Template): Program => ({ ...program, templates: templates.with(t, smaller) });
    for (const edges of dropped(template.edges)) yield put({ ...template, edges });
    for (const [k, edge] of template.edges.entries()) {
      for (const smaller of smallerEdges(edge)) yield put({ ...template, edges: template.edges.with(k, smaller) });
    }
    yield* withFewerLocations(program, t);
    for (const [k, { from, to }] of template.edges.entries()) if (from !== to) yield withoutWay(program, t, k);
    for (const [k] of template.locals.entries()) yield* withSmallerVariable(program, t, k);
  }
  for (const [k] of shared.entries()) yield* withSmallerVariable(program, null, k);
  for (const [k, property] of program.never.entries()) {
    for (const condition of smallerConditions(property.condition)) {
      yield { ...program, never: program.never.with(k, { ...property, condition }) };
    }
  }
  if (program.outOfRange === 'disabled') yield { ...program, outOfRange: 'failure' };
  const { apart, ...together } = program;
  if (apart === true) yield together;
  for (const [k, { strong, ...weak }] of shared.entries()) {
    if (strong === true) yield { ...program, shared: shared.with(k, weak) };
  }
}

function dropped<Item>(items: readonly Item[]): (readonly Item[])[] {
  return items.map((_, k) => items.toSpliced(k, 1));
}

function* withoutThread(program: Program, gone: number): Generator<Program> {
  for (const value of [1, 0]) {
    const replace = (part: StateExpression): StateExpression => {
      if (part.kind !== 'at' && part.kind !== 'localOf') return part;
      if (part.thread === gone) return { kind: 'constant', value };
      return part.thread > gone ? { ...part, thread: part.thread - 1 } : part;
    };
    const never = program.never.map((each) => ({ ...each, condition: bottomUp(each.condition, replace) }));
    yield { ...program, never, threads: program.threads.toSpliced(gone, 1) };
  }
}

function withoutTemplate(program: Program, gone: number): Program {
  const threads = program.threads.map((thread): Thread => {
    return { ...thread, template: thread.template - Number(thread.template > gone) };
  });
  return { ...program, threads, templates: program.templates.toSpliced(gone, 1) };
}

function* smallerEdges(edge: Edge): Generator<Edge> {
  if (edge.guard !== null) yield { ...edge, guard: null };
  if (edge.fence) yield withoutMarks({ ...edge, fence: false });
  if (edge.atomic) yield withoutMarks({ ...edge, atomic: false });
  if (edge.drained === true) yield withoutMarks(undrained(edge));
  if (edge.storeFence === true) yield withoutBarrier(edge);
  for (const updates of dropped(edge.updates)) yield { ...edge, updates };
  if (edge.guard !== null) for (const guard of smallerExpressions(edge.guard)) yield { ...edge, guard };
  for (const [k, update] of edge.updates.entries()) {
    for (const smaller of smallerUpdates(update)) yield { ...edge, updates: edge.updates.with(k, smaller) };
  }
}

function undrained({ drained: _, ...edge }: Edge): Edge {
  return edge;
}

function withoutBarrier({ storeFence: _, ...edge }: Edge): Edge {
  return edge;
}

/** An edge that runs with full buffers has no direct writes. */
function withoutMarks(edge: Edge): Edge {
  return needsEmptyBuffers(edge) ? edge : { ...edge, updates: edge.updates.map(buffered) };
}

function buffered({ direct: _, ...update }: Update): Update {
  return update;
}

function* smallerUpdates(update: Update): Generator<Update> {
  const { target, value } = update;
  if (update.direct === true) yield buffered(update);
  if (value === 'any') yield { ...update, value: number(0) };
  else for (const smaller of smallerExpressions(value)) yield { ...update, value: smaller };
  if (target.index === null) return;
  for (const index of smallerExpressions(target.index)) yield { ...update, target: { ...target, index } };
}

/** Its parts, constants, and itself with a smaller part. */
function* smallerExpressions(expression: Expression): Generator<Expression> {
  if (expression.kind === 'constant') {
    if (expression.value > 1 || expression.value < 0) yield number(1);
    if (expression.value !== 0) yield number(0);
    return;
  }
  const parts = children(expression);
  yield* parts;
  yield number(0);
  yield number(1);
  for (const [k, part] of parts.entries()) {
    for (const smaller of smallerExpressions(part)) yield withChildren(expression, parts.with(k, smaller));
  }
}

function* smallerConditions(condition: StateExpression): Generator<StateExpression> {
  switch (condition.kind) {
    case 'constant':
      if (condition.value !== 0 && condition.value !== 1) yield { kind: 'constant', value: 1 };
      return;
    case 'memory':
    case 'localOf':
      yield { kind: 'constant', value: 1 };
      return;
    case 'at':
      yield { kind: 'constant', value: 1 };
      if (condition.locations.length > 1) {
        for (const locations of dropped(condition.locations)) yield { ...condition, locations };
      }
      return;
    case 'unary':
      yield condition.operand;
      for (const operand of smallerConditions(condition.operand)) yield { ...condition, operand };
      return;
    case 'binary':
      yield condition.left;
      yield condition.right;
      for (const left of smallerConditions(condition.left)) yield { ...condition, left };
      for (const right of smallerConditions(condition.right)) yield { ...condition, right };
  }
}

/** Without a location that no edge and no property names; with the edges of one led past it. */
function* withFewerLocations(program: Program, t: number): Generator<Program> {
  const template = program.templates[t] as Template;
  const threads = [...program.threads.keys()].filter((k) => program.threads[k]?.template === t);
  const named = new Set([template.entry, ...template.edges.flatMap(({ from, to }) => [from, to])]);
  for (const { condition } of program.never) {
    bottomUp(condition, (part) => {
      if (part.kind === 'at' && threads.includes(part.thread)) for (const k of part.locations) named.add(k);
      return part;
    });
  }
  for (const [k, location] of template.locations.entries()) {
    if (!named.has(k)) yield withoutLocation(program, t, k, threads);
    if (location.failure !== null) {
      const locations = template.locations.with(k, { ...location, failure: null });
      yield { ...program, templates: program.templates.with(t, { ...template, locations }) };
    }
  }
}

/** Without an edge between two locations, which become one. */
function withoutWay(program: Program, t: number, k: number): Program {
  const template = program.templates[t] as Template;
  const { from, to } = template.edges[k] as Edge;
  const renamed = (location: number) => (location === from ? to : location);
  const edges = template.edges.toSpliced(k, 1).map((edge) => {
    return { ...edge, from: renamed(edge.from), to: renamed(edge.to) };
  });
  const smaller: Template = { ...template, edges, entry: renamed(template.entry) };
  return { ...program, templates: program.templates.with(t, smaller) };
}

function withoutLocation(program: Program, t: number, gone: number, threads: readonly number[]): Program {
  const template = program.templates[t] as Template;
  const renamed = (location: number) => location - Number(location > gone);
  const edges = template.edges.map((edge) => ({ ...edge, from: renamed(edge.from), to: renamed(edge.to) }));
  const locations: Location[] = template.locations.toSpliced(gone, 1);
  const never = program.never.map((each) => ({
    ...each,
    condition: bottomUp(each.condition, (part) => {
      if (part.kind !== 'at' || !threads.includes(part.thread)) return part;
      return { ...part, locations: part.locations.map(renamed) };
    }),
  }));
  const smaller = { ...template, edges, locations, entry: renamed(template.entry) };
  return { ...program, never, templates: program.templates.with(t, smaller) };
}

/** Without what only people read. */
export function plainProgram(program: Program): Program {
  return {
    ...program,
    shared: program.shared.map((variable) => ({ ...variable, place: NOWHERE })),
    templates: program.templates.map((template) => ({
      ...template,
      locals: template.locals.map((variable) => ({ ...variable, place: NOWHERE })),
      edges: template.edges.map((edge) => ({ ...edge, text: '', place: NOWHERE })),
    })),
    never: program.never.map((property) => ({ ...property, text: '', place: NOWHERE })),
  };
}
