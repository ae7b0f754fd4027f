/** A view cube in one line, what holds now, and what each process still reads, in order; and as data for certificates. */
import { type Literal, type Literals, PLAIN } from '../../../logic/literals.js';
import type { ArraySystem } from '../../../models/array-system/model.js';
import type { ViewedCube } from '../../../models/array-system/view-cube.js';
import { cellsOf } from '../cube.js';
import { Description } from '../describe.js';
import { propertyOf } from '../plain/describe.js';
import { first } from '../slots.js';
import { outside } from '../universal.js';
import { JOINT, type ViewCube } from './cube.js';

/** What the cube says, literal by literal; with process constants where names are absolute. */
export function viewedCube(system: ArraySystem, literals: Literals, cube: ViewCube): ViewedCube {
  const description = new Description(system, literals);
  const chains = first(cube.processes).map((p) => {
    const groups = cube.chains[p] as number;
    const waits = cube.pending[p] as number;
    return {
      process: description.process(p),
      groups,
      fence: cube.fences[p] as number,
      pending: first(groups).flatMap((k) => ((waits >> (k + 1)) & 1 ? [k + 1] : [])),
    };
  });
  return { ...propertyOf(system, literals, cube, null), chains, joint: cube.joint };
}

/** `(z1 z2) PC[z1] = Crit && z2 is to read Flag[z1] = False after its fence`. */
export function describeViewCube(system: ArraySystem, literals: Literals, cube: ViewCube): string {
  const description = new Description(system, literals);
  const show = (literal: Literal) => description.show(literal);
  const name = (p: number) => description.shownName(p);
  const now: string[] = [];
  const reads = new Map<string, string[]>();
  const mixed: string[] = [];
  for (const literal of cube.literals) {
    const moments = new Set<string>();
    for (const cell of cellsOf(literals, literal)) {
      const tag = literals.tagOf(cell);
      if (tag !== PLAIN) moments.add(tag === JOINT ? 'end' : `${literals.readerOf(cell)} ${tag}`);
    }
    const [moment] = moments;
    if (moment === undefined) now.push(show(literal));
    else if (moments.size > 1) mixed.push(show(literal));
    else reads.set(moment, [...(reads.get(moment) ?? []), show(literal)]);
  }
  const parts = [...now];
  for (let p = 0; p < cube.processes; p++) {
    const chain: string[] = [];
    for (let group = cube.chains[p] as number; group >= 1; group--) {
      const read = (reads.get(`${p} ${group}`) ?? ['something']).join(' && ').replaceAll(`${name(p)}@`, '');
      const fenced = group <= (cube.fences[p] as number) ? ' after its writes' : '';
      const behind = ((cube.pending[p] as number) >> group) & 1 ? ' before one of its writes' : '';
      chain.push(`${read}${fenced}${behind}`);
    }
    if (chain.length > 0) parts.push(`${name(p)} is to read ${chain.join(', then ')}`);
  }
  const end = reads.get('end');
  if (end !== undefined) {
    const after = first(cube.processes).filter((p) => (cube.fences[p] as number) >= 0);
    const writes = after.map((p) => `after the writes of ${name(p)}`).join(', ');
    parts.push(`at the end ${end.join(' && ')}${writes === '' ? '' : ` ${writes}`}`);
  }
  parts.push(...mixed);
  for (const { variables, body } of cube.universals) {
    const others = first(variables)
      .map((k) => description.name(outside(k)))
      .join(' ');
    const alternatives = body.map((conjunct) => conjunct.map(show).join(' && '));
    parts.push(`for all others ${others}: (${alternatives.join(' || ')})`);
  }
  return description.never(cube.processes, parts);
}
