/**
 * Which statements of the text belong to which edges and locations: a step is often more than one statement, and what is told
 * of steps that never happen is told of statements.
 *
 * A statement is come to where its first node is: on the path of an edge, or by being at a location (the location's own node,
 * and what a thread passes on its way to a wait that is no step). Where two paths became one step both count, so a statement
 * that is said to be never come to really is not; some that are not may go unnoticed.
 */

import { numberIn } from '../../models/program/fold.js';
import type { Coverage, Place, SourceStatement } from '../../models/program/model.js';
import type { Flow } from './flow.js';
import type { Statement } from './plan.js';
import { blocksOf } from './syntax.js';

/** Nodes, by edge and by location. */
interface Begun {
  readonly edges: readonly ReadonlySet<number>[];
  readonly locations: readonly ReadonlySet<number>[];
  /** Where locations are. */
  readonly places: readonly (Place | null)[];
}

export function coverageOf(flow: Flow, reached: ReadonlySet<number>, begun: Begun): Coverage {
  const nodes = new Map(flow.starts.map(({ statement, node }) => [statement, node]));
  const statements: SourceStatement[] = [];
  const byNode = new Map<number, number[]>();
  const walk = (list: readonly Statement[], around: number | null): void => {
    let before: number | null = null;
    for (const [position, statement] of list.entries()) {
      const number = statements.length;
      const node = nodes.get(callOf(statement, list[position - 1]) ?? statement) ?? -1;
      const { place, labels } = statement;
      const [text, cutOff, unwanted] = [textOf(statement), !reached.has(node), isUnwanted(statement)];
      statements.push({ place, labels, text, around, before, cutOff, unwanted });
      const begunThere = byNode.get(node);
      if (begunThere === undefined) byNode.set(node, [number]);
      else begunThere.push(number);
      before = number;
      for (const block of blocksOf<readonly Statement[]>(statement)) walk(block, number);
    }
  };
  walk(flow.body, null);
  const covered = (found: ReadonlySet<number>): number[] => [...found].flatMap((node) => byNode.get(node) ?? []);
  // The last statement at each place, in one pass: threads may be long.
  const last = new Map(statements.map(({ place }, number) => [keyOf(place), number]));
  const next = begun.places.map((place) => (place === null ? null : (last.get(keyOf(place)) ?? null)));
  return { statements, edges: begun.edges.map(covered), locations: begun.locations.map(covered), next };
}

/** Where a call has a value that is stored behind it: the call, since the text has one statement for both. */
function callOf(statement: Statement, before: Statement | undefined): Statement | null {
  return before?.kind === 'inline' && isSame(statement.place, before.place) ? before : null;
}

function isUnwanted(statement: Statement): boolean {
  return statement.kind === 'assert' && numberIn(statement.condition) === 0;
}

function isSame(one: Place, other: Place): boolean {
  return one.line === other.line && one.column === other.column;
}

function keyOf({ line, column }: Place): string {
  return `${line}:${column}`;
}

/** In one line, without what is inside of it. */
function textOf(statement: Statement): string {
  switch (statement.kind) {
    case 'if':
    case 'while':
      return `${statement.kind} (${statement.text})`;
    case 'switch':
    case 'for':
      return `${statement.text} { ... }`;
    case 'loop':
    case 'atomic':
    case 'block':
    case 'choose': {
      const [first] = blocksOf<readonly Statement[]>(statement).flat();
      const inside = first === undefined ? '' : ` ${textOf(first)} ... `;
      const word = statement.kind === 'block' ? '' : `${statement.kind} `;
      return `${word}{${inside}}`;
    }
    case 'assign':
    case 'call':
    case 'inline':
    case 'return':
    case 'await':
    case 'assume':
    case 'assert':
    case 'goto':
    case 'break':
    case 'continue':
    case 'skip':
    case 'fence':
      return statement.text;
  }
}
