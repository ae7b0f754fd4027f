/**
 * Exact elimination of a choice cell: the existential quantifier of a value chosen freely.
 *
 *   an equation with the cell   substitute (any sort; numbers through arithmetic.ts)
 *   enumerations                room for a value if there are more of them than cells to differ from, else one case each
 *   abstract                    an infinite set always has a further value
 *   proc                        a dense order without ends: what lies below the value lies below what is above it
 *   int, real                   arithmetic.ts, where it can be done without divisibility
 *
 * Where none applies the cell stays, as a constant of the cube: that is still exact, only less readable.
 */
import { eliminate } from './arithmetic.js';
import { FALSE, Kind, type Literal, type Literals, TRUE } from './literals.js';

export function eliminateChoice(literals: Literals, conjunct: readonly Literal[], cell: number): Literal[][] {
  const { kind } = literals.symbolOf(cell);
  if (kind === 'int' || kind === 'real') return eliminateNumber(literals, conjunct, cell);
  const about = conjunct.filter((l) => mentions(literals, l, cell));
  const rest = conjunct.filter((l) => !about.includes(l));
  const equation = about.find((l) => literals.kind[l] === Kind.equal);
  if (equation !== undefined) {
    const other = literals.left[equation] === cell ? literals.right[equation] : literals.left[equation];
    return simplified([...rest, ...about.map((l) => replace(literals, l, cell, other as number))]);
  }
  if (kind === 'abstract') return [rest];
  if (kind === 'enum') return eliminateEnumerated(literals, rest, about, cell);
  return eliminateProcess(literals, rest, about, cell);
}

/** Numbers apart: the fields of a linear literal are no cells. */
function mentions(literals: Literals, literal: Literal, cell: number): boolean {
  const kind = literals.kind[literal];
  if (kind === Kind.linear) return false;
  return literals.left[literal] === cell || (kind !== Kind.mask && literals.right[literal] === cell);
}

function replace(literals: Literals, literal: Literal, cell: number, by: number): Literal {
  const kind = literals.kind[literal] as number;
  const left = literals.left[literal] === cell ? by : (literals.left[literal] as number);
  if (kind === Kind.mask) return literals.mask(left, literals.right[literal] as number);
  const right = literals.right[literal] === cell ? by : (literals.right[literal] as number);
  const operator = kind === Kind.equal ? '=' : kind === Kind.distinct ? '<>' : kind === Kind.less ? '<' : '<=';
  return literals.relation(operator, left, right);
}

function simplified(conjunct: readonly Literal[]): Literal[][] {
  return conjunct.includes(FALSE) ? [] : [[...new Set(conjunct.filter((l) => l !== TRUE))]];
}

function eliminateEnumerated(
  literals: Literals,
  rest: Literal[],
  about: readonly Literal[],
  cell: number,
): Literal[][] {
  let mask = literals.symbolOf(cell).full;
  const differ: number[] = [];
  for (const l of about) {
    if (literals.kind[l] === Kind.mask) mask &= literals.right[l] as number;
    else differ.push((literals.left[l] === cell ? literals.right[l] : literals.left[l]) as number);
  }
  const values: number[] = [];
  for (let m = mask; m !== 0; m &= m - 1) values.push(m & -m);
  if (values.length > differ.length) return [rest];
  return values.flatMap((bit) => simplified([...rest, ...differ.map((other) => literals.mask(other, ~bit))]));
}

function eliminateProcess(literals: Literals, rest: Literal[], about: readonly Literal[], cell: number): Literal[][] {
  const below: { term: number; strict: boolean }[] = [];
  const above: { term: number; strict: boolean }[] = [];
  let distinct = false;
  for (const l of about) {
    const strict = literals.kind[l] === Kind.less;
    if (literals.kind[l] === Kind.distinct) distinct = true;
    else if (literals.right[l] === cell) below.push({ term: literals.left[l] as number, strict });
    else above.push({ term: literals.right[l] as number, strict });
  }
  // `<=` on both sides may pin the value, which a disequality could then forbid: leave that to the cube.
  if (distinct && below.some((b) => !b.strict) && above.some((a) => !a.strict)) return [[...rest, ...about]];
  const between = below.flatMap((b) =>
    above.map((a) => literals.relation(b.strict || a.strict ? '<' : '<=', b.term, a.term)),
  );
  return simplified([...rest, ...between]);
}

function eliminateNumber(literals: Literals, conjunct: readonly Literal[], cell: number): Literal[][] {
  const about = conjunct.filter(
    (l) => literals.kind[l] === Kind.linear && literals.constraintOf(l).variables.includes(cell),
  );
  if (about.length === 0) return [[...conjunct]];
  if (literals.symbolOf(cell).size > 0) return [[...conjunct]];
  const constraints = about.map((l) => literals.constraintOf(l));
  const result = eliminate(constraints, cell, literals.isInteger);
  if (result === null) return [[...conjunct]];
  const rest = conjunct.filter((l) => !about.includes(l));
  return result.flatMap((c) => simplified([...rest, ...c.map((constraint) => literals.linear(constraint))]));
}
