/** A cube of views in words: what holds now, what each process still reads, in order, and what is seen at the end. */
import type { Access, Formula, Process } from './model.js';
import type { ViewedCube } from './view-cube.js';
import { mapFormula } from './views.js';

/** In whose words: those of an array system, or of a program that became one. */
export interface CubeWords {
  /** The process as somebody who does something. */
  process(process: Process): string;
  /** A condition; what somebody sees stands there with the reader. */
  formula(formula: Formula): string;
  /** A condition on what all see at the end. */
  end(formula: Formula): string;
}

/** The conjuncts: `PC[z1] = Crit`, `z2 is to read Flag[z1] = False after its writes, then ...`. */
export function viewCubeParts({ formula, chains, joint }: ViewedCube, words: CubeWords): string[] {
  const now: string[] = [];
  const reads = new Map<string, string[]>();
  const end: string[] = [];
  const mixed: string[] = [];
  for (const conjunct of formula.kind === 'and' ? formula.operands : [formula]) {
    const moments = momentsOf(conjunct);
    const [moment] = moments;
    if (conjunct.kind === 'forall' || moments.size > 1) mixed.push(words.formula(conjunct));
    else if (moment === undefined) now.push(words.formula(conjunct));
    else if (moment === END) end.push(words.end(conjunct));
    else reads.set(moment, [...(reads.get(moment) ?? []), words.formula(withoutReaders(conjunct))]);
  }
  const parts = [...now];
  for (const { process, groups, fence, pending } of chains) {
    const chain: string[] = [];
    for (let group = groups; group >= 1; group--) {
      const read = (reads.get(`${key(process)} ${group}`) ?? ['something']).join(' && ');
      const fenced = group <= fence ? ' after its writes' : '';
      chain.push(`${read}${fenced}${pending.includes(group) ? ' before one of its writes' : ''}`);
    }
    if (chain.length > 0) parts.push(`${words.process(process)} is to read ${chain.join(', then ')}`);
  }
  if (end.length > 0) {
    const after = chains.filter(({ fence }) => joint && fence >= 0).map(({ process }) => words.process(process));
    const writes = after.map((process) => `after the writes of ${process}`).join(', ');
    parts.push(`at the end ${end.join(' && ')}${writes === '' ? '' : ` ${writes}`}`);
  }
  return [...parts, ...mixed];
}

const END = 'end';

function key(process: Process): string {
  return process.kind === 'bound' ? process.name : `#${process.number}`;
}

function momentsOf(formula: Formula): Set<string> {
  const moments = new Set<string>();
  mapFormula(
    formula,
    (access: Access) => {
      const { reader, moment } = access;
      if (reader !== null) moments.add(moment === 0 || moment === undefined ? END : `${key(reader)} ${moment}`);
      return access;
    },
    null,
  );
  return moments;
}

function withoutReaders(formula: Formula): Formula {
  return mapFormula(formula, (access) => (access.reader === null ? access : { ...access, reader: null }), null);
}
