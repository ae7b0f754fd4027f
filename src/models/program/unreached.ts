/**
 * The places of a program's text that no thread comes to, given which edges are ever taken.
 *
 * Where the front end tells which statements an edge covers, places are statements, and of those that follow one another or
 * stand inside of each other the first is told alone, with the labels and assertions among the others. Otherwise places are the
 * edges as the text has them: told are those that a thread could take where it is, and never does, and labels that nobody is
 * ever at. What the text itself forbids (`assert false`, `never P@bad`) is not told. What a thread of a template comes to is come to, whatever the others do.
 */
import type { Coverage, Edge, Place, Program, SourceStatement, StateExpression, Template } from './model.js';
import { lineIn } from './place.js';

export interface UnreachedPlace {
  /** The thread as the text declares it. */
  readonly thread: string;
  readonly line: number;
  /** The file, where the text includes it. */
  readonly file?: string;
  readonly column: number;
  readonly statement: string;
  /** Labels that nobody comes to for that reason. */
  readonly labels: readonly string[];
}

/** Whether a thread takes an edge of its template. */
export type Taken = (thread: number, edge: number) => boolean;

type Missed = Omit<UnreachedPlace, 'line' | 'file' | 'column'> & { readonly place: Place };

export function unreachedPlaces(program: Program, taken: Taken): UnreachedPlace[] {
  const elsewhere = new Set<string>();
  const missed = program.templates.flatMap((template, number) => {
    const threads = [...program.threads.keys()].filter((thread) => program.threads[thread]?.template === number);
    if (threads.length === 0) return [];
    const isTaken = template.edges.map((_, edge) => threads.some((thread) => taken(thread, edge)));
    const { coverage } = template;
    const forbidden = forbiddenLabels(program, number);
    return coverage === undefined
      ? missedEdges(template, isTaken, forbidden)
      : missedStatements(template, coverage, isTaken, { forbidden, elsewhere });
  });
  // What one call of a procedure does not come to, another may.
  return missed.flatMap(({ place, ...told }) => {
    const { column } = place;
    // Nobody wrote it: how the front end spells out a statement of the text.
    if (told.statement === '' && told.labels.length === 0) return [];
    return elsewhere.has(`${place.line}:${column}`) ? [] : [{ ...told, ...lineIn(place), column }];
  });
}

/** What is not told; and, to be filled, the places of procedures that somebody comes to. */
interface Untold {
  readonly forbidden: ReadonlySet<string>;
  readonly elsewhere: Set<string>;
}

/** The locations that some thread of the template is ever at. */
export function reachedLocations({ entry, edges }: Template, isTaken: (edge: number) => boolean): Set<number> {
  return new Set([entry, ...edges.flatMap(({ to }, edge) => (isTaken(edge) ? [to] : []))]);
}

/** Labels of a template at which a `never` property is true, whatever else is so. */
function forbiddenLabels({ never, threads, templates }: Program, template: number): Set<string> {
  const locations = never
    .flatMap(({ condition }) => placesThatDo(condition))
    .flatMap(({ thread, at }) => {
      return threads[thread]?.template === template ? at : [];
    });
  return new Set(locations.flatMap((location) => templates[template]?.locations[location]?.labels ?? []));
}

function placesThatDo(condition: StateExpression): { thread: number; at: readonly number[] }[] {
  if (condition.kind === 'at') return [{ thread: condition.thread, at: condition.locations }];
  if (condition.kind !== 'binary' || condition.operator !== '||') return [];
  return [...placesThatDo(condition.left), ...placesThatDo(condition.right)];
}

function missedStatements(
  template: Template,
  coverage: Coverage,
  isTaken: readonly boolean[],
  { forbidden, elsewhere }: Untold,
): Missed[] {
  const { statements } = coverage;
  const reached = new Set([
    ...coverage.edges.flatMap((covered, edge) => (isTaken[edge] === true ? covered : [])),
    ...[...reachedLocations(template, (edge) => isTaken[edge] === true)].flatMap((at) => coverage.locations[at] ?? []),
  ]);
  for (const number of reached) {
    const { place } = statements[number] as SourceStatement;
    if (place.within !== undefined) elsewhere.add(`${place.line}:${place.column}`);
  }
  const missed = (number: number | null): boolean =>
    number !== null && !reached.has(number) && statements[number]?.cutOff === false;
  const firsts = [...statements.keys()].filter((number) => {
    const { around, before } = statements[number] as SourceStatement;
    return missed(number) && !missed(around) && !missed(before);
  });
  return firsts.flatMap((number) => {
    const { place, text } = statements[number] as SourceStatement;
    const region = regionOf(statements, number, missed);
    const labels = region.flatMap((each) => statements[each]?.labels ?? []);
    const unwanted = region.some((each) => statements[each]?.unwanted === true);
    if (unwanted || labels.some((label) => forbidden.has(label))) return [];
    return [{ thread: template.name, place, statement: text, labels }];
  });
}

/** A missed statement, those that follow it in its block, and what is inside of them. */
function regionOf(
  statements: readonly SourceStatement[],
  first: number,
  missed: (number: number) => boolean,
): number[] {
  const region = new Set([first]);
  for (let number = first + 1; number < statements.length; number++) {
    const { around, before } = statements[number] as SourceStatement;
    const belongs = (around !== null && region.has(around)) || (before !== null && region.has(before));
    if (belongs && missed(number)) region.add(number);
  }
  return [...region];
}

function missedEdges(template: Template, isTaken: readonly boolean[], forbidden: ReadonlySet<string>): Missed[] {
  const { name, locations, edges } = template;
  const reached = reachedLocations(template, (edge) => isTaken[edge] === true);
  const keyOf = ({ place: { line, column } }: Edge): string => `${line}:${column}`;
  const happening = new Set(edges.flatMap((edge, number) => (isTaken[number] === true ? [keyOf(edge)] : [])));
  const told = new Map<string, Missed>();
  for (const edge of edges) {
    // A step to a failure is not wanted.
    if (locations[edge.to]?.failure !== null || !reached.has(edge.from) || happening.has(keyOf(edge))) continue;
    if (told.has(keyOf(edge)) || locations[edge.to]?.labels.some((label) => forbidden.has(label))) continue;
    told.set(keyOf(edge), { thread: name, place: edge.place, statement: edge.text, labels: [] });
  }
  const known = new Set([...reached].flatMap((at) => locations[at]?.labels ?? []));
  const all = new Set(locations.flatMap(({ labels }) => labels));
  const missing = [...all].filter((label) => !known.has(label) && !forbidden.has(label));
  const [first, ...others] = [...told.values()];
  return first === undefined ? [] : [{ ...first, labels: missing }, ...others];
}
