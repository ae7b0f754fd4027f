/** The parts of a program by number. A number without a part is a fault of whoever made it, and throws. */
import type { Edge, Location, Program, Template, Thread, Update } from './model.js';
import { lineText } from './place.js';

export function threadAt(program: Program, thread: number): Thread {
  const found = program.threads[thread];
  if (found === undefined) throw new Error(`there is no thread number ${thread}`);
  return found;
}

/** The automaton that the thread runs. */
export function templateOf(program: Program, thread: number): Template {
  const found = program.templates[threadAt(program, thread).template];
  if (found === undefined) throw new Error(`thread number ${thread} has no template`);
  return found;
}

export function edgeAt(template: Template, edge: number): Edge {
  const found = template.edges[edge];
  if (found === undefined) throw new Error(`${template.name} has no edge number ${edge}`);
  return found;
}

export function locationAt(template: Template, location: number): Location {
  const found = template.locations[location];
  if (found === undefined) throw new Error(`${template.name} has no location number ${location}`);
  return found;
}

/** Whether the edge runs only while the thread's own store buffers are empty. */
export function needsEmptyBuffers({ fence, atomic, drained }: Edge): boolean {
  return fence || atomic || drained === true;
}

/** Whether a write of the edge to a shared variable is in memory with the step, whatever the memory model. */
export function isDirect({ shared }: Program, edge: Edge, { target, direct }: Update): boolean {
  if (target.kind !== 'shared') throw new Error('only shared variables are buffered');
  if (direct === true && !needsEmptyBuffers(edge))
    throw new Error(`"${edge.text}" writes directly, and is neither a fence nor atomic nor drained`);
  return edge.atomic || direct === true || shared[target.variable]?.strong === true;
}

/** The edges that begin at each location, in their order: found in one pass, since threads may be long. */
export function edgesByStart<E extends { readonly from: number }>(edges: readonly E[], locations: number): E[][] {
  const found = Array.from({ length: locations }, (): E[] => []);
  for (const edge of edges) found[edge.from]?.push(edge);
  return found;
}

/** Of templates, which never change: the same, once for each. */
const STARTS = new WeakMap<Template, readonly (readonly Edge[])[]>();

export function edgesFrom(template: Template, location: number): readonly Edge[] {
  let starts = STARTS.get(template);
  if (starts === undefined) {
    starts = edgesByStart(template.edges, template.locations.length);
    STARTS.set(template, starts);
  }
  return starts[location] ?? [];
}

/** Where a thread is, as people read it: `@cs`, else the line of what comes next there, else `end`. */
export function locationName(template: Template, location: number): string {
  const { labels, waits } = locationAt(template, location);
  if (labels.length > 0) return `@${labels.join('@')}`;
  const places = edgesFrom(template, location).map(({ place }) => place);
  if (waits === true) return 'an await';
  const [first] = places.sort((one, other) => one.line - other.line);
  return first === undefined ? 'end' : lineText(first);
}

/** Whether a thread has nothing left to do here. */
export function isEnd(template: Template, location: number): boolean {
  return template.locations[location]?.waits !== true && edgesFrom(template, location).length === 0;
}

/**
 * The threads that are stuck in a state from which nothing can happen, given where each is: those that are not at their end.
 * When an `assume` has stopped one, nothing is asked of the run, and none counts.
 */
export function stuckThreads(program: Program, locations: readonly number[]): number[] {
  const released = locations.some((location, thread) => {
    return locationAt(templateOf(program, thread), location).assumed === true;
  });
  if (released) return [];
  return [...locations.keys()].filter((thread) => !isEnd(templateOf(program, thread), locations[thread] as number));
}

/** Whether some thread is neither at its end nor one of these, which are stuck. */
export function othersGoOn(program: Program, locations: readonly number[], stuck: readonly number[]): boolean {
  return locations.some((location, thread) => !stuck.includes(thread) && !isEnd(templateOf(program, thread), location));
}

/** A variable that the front end made, for a value on its way, say: traces do not show it. */
export function isHidden(name: string): boolean {
  return name.startsWith('$');
}
