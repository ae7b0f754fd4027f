/**
 * Formulas of linear temporal logic, as people write them: trees over numbered propositions.
 *
 * The shape is that of the `.fp` reader's formulas (`languages/program/ltl.ts`), with strong release added, so that a
 * formula of a program can be used as it is. A run is infinite. Everything that computes works on the negation normal
 * form (`normal-form.ts`); only the reader, the printer and the direct semantics (`lasso.ts`) look at these trees.
 */

export type LtlUnary = 'not' | 'next' | 'finally' | 'globally';
export type LtlBinary = 'and' | 'or' | 'implies' | 'iff' | 'until' | 'release' | 'weakUntil' | 'strongRelease';

export type LtlFormula =
  | { readonly kind: 'proposition'; readonly proposition: number }
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: LtlUnary; readonly operand: LtlFormula }
  | { readonly kind: LtlBinary; readonly left: LtlFormula; readonly right: LtlFormula };

export const proposition = (number: number): LtlFormula => ({ kind: 'proposition', proposition: number });
export const constant = (value: boolean): LtlFormula => ({ kind: 'constant', value });

/** The negation; two negations are none. */
export function not(operand: LtlFormula): LtlFormula {
  if (operand.kind === 'constant') return constant(!operand.value);
  return operand.kind === 'not' ? operand.operand : { kind: 'not', operand };
}

/** Constants are what they are at every time. */
export function unary(kind: LtlUnary, operand: LtlFormula): LtlFormula {
  if (kind === 'not') return not(operand);
  return operand.kind === 'constant' ? operand : { kind, operand };
}

/** Constants on either side are worked in; everything else stays as it was written. */
export function binary(kind: LtlBinary, left: LtlFormula, right: LtlFormula): LtlFormula {
  const whenLeft = left.kind === 'constant' ? withConstantLeft(kind, left.value, right) : null;
  if (whenLeft !== null) return whenLeft;
  const whenRight = right.kind === 'constant' ? withConstantRight(kind, left, right.value) : null;
  return whenRight ?? { kind, left, right };
}

function withConstantLeft(kind: LtlBinary, left: boolean, right: LtlFormula): LtlFormula | null {
  switch (kind) {
    case 'and':
      return left ? right : constant(false);
    case 'or':
      return left ? constant(true) : right;
    case 'implies':
      return left ? right : constant(true);
    case 'iff':
      return left ? right : not(right);
    case 'until':
      return left ? unary('finally', right) : right;
    case 'weakUntil':
      return left ? constant(true) : right;
    case 'release':
      return left ? right : unary('globally', right);
    case 'strongRelease':
      return left ? right : constant(false);
  }
}

function withConstantRight(kind: LtlBinary, left: LtlFormula, right: boolean): LtlFormula | null {
  switch (kind) {
    case 'and':
      return right ? left : constant(false);
    case 'or':
      return right ? constant(true) : left;
    case 'implies':
      return right ? constant(true) : not(left);
    case 'iff':
      return right ? left : not(left);
    case 'until':
    case 'release':
      return constant(right);
    case 'weakUntil':
      return right ? constant(true) : unary('globally', left);
    case 'strongRelease':
      return right ? unary('finally', left) : constant(false);
  }
}

const UNARY_SIGNS: Readonly<Record<LtlUnary, string>> = { not: '!', next: 'X ', finally: 'F ', globally: 'G ' };
const BINARY_SIGNS: Readonly<Record<LtlBinary, readonly [sign: string, tightness: number]>> = {
  iff: ['<->', 1],
  implies: ['->', 2],
  or: ['||', 3],
  and: ['&&', 4],
  until: ['U', 5],
  release: ['R', 5],
  weakUntil: ['W', 5],
  strongRelease: ['M', 5],
};
const UNARY_TIGHTNESS = 6;

/** Text that `parse.ts` reads back to the same tree, if the names are ones it reads. */
export function show(formula: LtlFormula, nameOf: (proposition: number) => string = (number) => `p${number}`): string {
  const text = (part: LtlFormula, atLeast: number): string => {
    switch (part.kind) {
      case 'proposition':
        return nameOf(part.proposition);
      case 'constant':
        return String(part.value);
      case 'not':
      case 'next':
      case 'finally':
      case 'globally':
        return UNARY_SIGNS[part.kind] + text(part.operand, UNARY_TIGHTNESS);
      default: {
        const [sign, tightness] = BINARY_SIGNS[part.kind];
        const toTheRight = tightness === 5 || part.kind === 'implies';
        const left = text(part.left, toTheRight ? tightness + 1 : tightness);
        const right = text(part.right, toTheRight ? tightness : tightness + 1);
        return tightness < atLeast ? `(${left} ${sign} ${right})` : `${left} ${sign} ${right}`;
      }
    }
  };
  return text(formula, 0);
}
