/**
 * Places of a program where a repair can act, and the program with some of them taken.
 *
 * Taking a place changes flags of edges and nothing else, so a run of one variant is a list of steps for all of them:
 *
 *   - a *fence* place is a set of edges that then wait for an empty buffer. A front end that has put a step of its own
 *     wherever a `fence` could be written gives those steps; for a program without text `locationFences` takes for each
 *     location of an automaton all edges that leave it: whoever goes on from there has an empty buffer, as if a fence stood
 *     between, and no location is added. Threads of a template share its places, so they get the same fences.
 *   - a *store fence* place is a set of edges that are then barriers between stores.
 *   - a *write* place is one write of an edge that then goes straight to memory. An edge with no other write that could wait
 *     becomes atomic. Of several writes only this one is made direct. `waiting` says whose buffers must be empty before: the
 *     thread's own, as for a locked instruction of a processor, or those of all threads (`drained`), as in the paper of
 *     Barnat, Brim and Havel (2012, section III, rule 3).
 *
 * Places that change nothing are left out: where no path leads from a buffered write without a fence between, and where all
 * that can follow waits for an empty buffer anyhow.
 */
import { expressionsOf, leavesOf } from '../models/program/expression.js';
import type { Edge, Expression, Program, Template, Update } from '../models/program/model.js';

interface EdgeReference {
  readonly template: number;
  readonly edge: number;
}

/** A write has its position among the updates of its edge. */
interface WriteReference extends EdgeReference {
  readonly update: number;
}

export type ProgramPlace =
  | { readonly kind: 'fence' | 'store fence'; readonly edges: readonly EdgeReference[] }
  | { readonly kind: 'write'; readonly edges: readonly WriteReference[] };

/** Whose buffers an atomic write finds empty. */
export type Waiting = 'own' | 'all';

export function takePlaces(program: Program, taken: readonly ProgramPlace[], waiting: Waiting = 'own'): Program {
  const templates = program.templates.map(({ edges }) => [...edges]);
  const change = ({ template, edge }: EdgeReference, by: (edge: Edge) => Edge): void => {
    const edges = templates[template];
    const before = edges?.[edge];
    if (edges === undefined || before === undefined) throw new Error(`no edge ${edge} of template ${template}`);
    edges[edge] = by(before);
  };
  for (const place of taken) {
    switch (place.kind) {
      case 'fence':
        for (const edge of place.edges) change(edge, (before) => ({ ...before, fence: true }));
        break;
      case 'store fence':
        for (const edge of place.edges) change(edge, (before) => ({ ...before, storeFence: true }));
        break;
      case 'write':
        for (const write of place.edges) change(write, (before) => withDirect(program, before, write, waiting));
    }
  }
  return {
    ...program,
    templates: program.templates.map((template, number) => ({ ...template, edges: templates[number] as Edge[] })),
  };
}

function withDirect(program: Program, edge: Edge, { update }: WriteReference, waiting: Waiting): Edge {
  const alone = edge.updates.every((other, position) => position === update || !waits(program, edge, other));
  if (alone && waiting === 'own') return { ...edge, atomic: true };
  const updates = edge.updates.map((other, position) =>
    position === update ? { ...other, direct: true as const } : other,
  );
  return waiting === 'own' ? { ...edge, updates, fence: true } : { ...edge, updates, drained: true };
}

/** The program with edges that wait for the buffer of their thread, where they wait for those of all. */
export function ownBuffers(program: Program): Program {
  const templates = program.templates.map((template) => ({
    ...template,
    edges: template.edges.map(({ drained, ...edge }) => (drained === true ? { ...edge, fence: true } : edge)),
  }));
  return { ...program, templates };
}

/** Whether an update goes into the buffer, where there is one. */
export function waits({ shared }: Program, edge: Edge, { target, direct }: Update): boolean {
  return target.kind === 'shared' && !edge.atomic && direct !== true && shared[target.variable]?.strong !== true;
}

/** The updates of an edge that go into the buffer. */
export function waitingUpdates(program: Program, edge: Edge): readonly number[] {
  return edge.updates.flatMap((update, position) => (waits(program, edge, update) ? [position] : []));
}

export function needsEmptyBuffer({ fence, atomic, drained }: Edge): boolean {
  return fence || atomic || drained === true;
}

/** For each location of a template whether a thread can be there with something in its buffer. */
export function mayBuffer(program: Program, template: Template): readonly boolean[] {
  const possible = template.locations.map(() => false);
  const reach = (location: number): void => {
    if (possible[location] === true) return;
    possible[location] = true;
    for (const edge of template.edges) if (edge.from === location && !needsEmptyBuffer(edge)) reach(edge.to);
  };
  for (const edge of template.edges) if (waitingUpdates(program, edge).length > 0) reach(edge.to);
  return possible;
}

/** A fence at each location where it can change something. */
export function locationFences(program: Program): ProgramPlace[] {
  return program.templates.flatMap((template, number) => {
    const buffered = mayBuffer(program, template);
    return template.locations.flatMap((_, location): ProgramPlace[] => {
      if (buffered[location] !== true || isPassedOn(template, location)) return [];
      const leaving = template.edges.flatMap((edge, position) =>
        edge.from === location && !needsEmptyBuffer(edge) ? [{ template: number, edge: position }] : [],
      );
      return leaving.length === 0 ? [] : [{ kind: 'fence', edges: leaving }];
    });
  });
}

/** Nothing is done here but to go to a place that nobody else comes to and that looks the same: a fence there is as good. */
function isPassedOn({ edges, locations, entry }: Template, location: number): boolean {
  const leaving = edges.filter(({ from }) => from === location);
  const [first] = leaving;
  if (first === undefined || leaving.length > 1 || first.to === location || first.to === entry) return false;
  const silent = first.guard === null && first.updates.length === 0 && !needsEmptyBuffer(first);
  const [here, there] = [locations[location], locations[first.to]];
  const alike = here?.labels.join() === there?.labels.join() && there?.failure === null;
  return silent && alike && edges.every(({ from, to }) => to !== first.to || from === location);
}

/** Every write that waits in a buffer. */
export function writePlaces(program: Program): ProgramPlace[] {
  return program.templates.flatMap((template, number) =>
    template.edges.flatMap((edge, position) =>
      waitingUpdates(program, edge).map((update): ProgramPlace => {
        return { kind: 'write', edges: [{ template: number, edge: position, update }] };
      }),
    ),
  );
}

/** Whether an edge looks at or changes locals only, and waits for nothing. */
export function isLocal(edge: Edge): boolean {
  if (needsEmptyBuffer(edge) || edge.updates.some(({ target }) => target.kind === 'shared')) return false;
  return !expressionsOf(edge).some(readsShared);
}

export function readsShared(expression: Expression): boolean {
  return leavesOf(expression).some(({ kind }) => kind === 'shared');
}
