/**
 * Merging the members of a disjunction: two conjunctions that differ in one mask are one conjunction with the union of
 * the masks, and a conjunction that says more than another is dropped. Equivalent, and much shorter.
 */
import { FALSE, Kind, type Literal, type Literals, TRUE } from '../../logic/literals.js';

export function mergeAlternatives(literals: Literals, alternatives: readonly Literal[][]): Literal[][] {
  const out: { readonly masks: Map<number, Literal>; readonly others: readonly Literal[]; readonly key: string }[] = [];
  for (const alternative of alternatives) {
    const masks = new Map<number, Literal>();
    const others: Literal[] = [];
    let possible = true;
    for (const literal of alternative) {
      if (literals.kind[literal] !== Kind.mask) {
        if (!others.includes(literal)) others.push(literal);
        continue;
      }
      const cell = literals.left[literal] as number;
      const known = masks.get(cell);
      const met =
        known === undefined
          ? literal
          : literals.mask(cell, (literals.right[known] as number) & (literals.right[literal] as number));
      if (met === FALSE) possible = false;
      else masks.set(cell, met);
    }
    others.sort((a, b) => a - b);
    if (possible) out.push({ masks, others, key: others.join(' ') });
  }
  for (let again = true; again; ) {
    again = false;
    search: for (const a of out) {
      for (const [j, b] of out.entries()) {
        if (a === b || a.key !== b.key || !mergeInto(literals, a.masks, b.masks)) continue;
        out.splice(j, 1);
        again = true;
        break search;
      }
    }
  }
  return out.map(({ masks, others }) => [...masks.values(), ...others]);
}

/** Widens `a` to cover `b` as well when that is exact: at most one mask of `a` does not contain what `b` says. */
function mergeInto(literals: Literals, a: Map<number, Literal>, b: ReadonlyMap<number, Literal>): boolean {
  let odd: number | null = null;
  let union = 0;
  for (const [cell, literal] of a) {
    const mask = literals.right[literal] as number;
    const other = b.get(cell);
    const theirs = other === undefined ? literals.symbolOf(cell).full : (literals.right[other] as number);
    if ((theirs & ~mask) === 0) continue;
    if (odd !== null) return false;
    odd = cell;
    union = mask | theirs;
  }
  if (odd === null) return true;
  // b may say more than a elsewhere only if a's other masks are the same: otherwise the union is too wide.
  for (const [cell, literal] of b) {
    if (cell === odd) continue;
    const mine = a.get(cell);
    if (mine === undefined || mine !== literal) return false;
  }
  const literal = literals.mask(odd, union);
  if (literal === TRUE) a.delete(odd);
  else a.set(odd, literal);
  return true;
}
