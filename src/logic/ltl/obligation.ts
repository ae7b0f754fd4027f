/**
 * Which formulas are obligations by their form: Boolean combinations of safety and guarantee properties.
 *
 * After Chang, Manna and Pnueli, "Characterization of temporal property classes" (ICALP 1992): literals, `and`, `or`
 * and X stay in a class; R of safety is safety, U of guarantee is guarantee, and an obligation until a guarantee, or
 * released into safety, is an obligation. a W b, in normal form b R (a || b), is one too if a is safety, and a M b
 * if a is a guarantee. Obligations are what weak deterministic automata can say, and these have a smallest one
 * (`weak-deterministic.ts`).
 */
import { conjunctsOf, type Formula } from './normal-form.js';

interface Classes {
  readonly safety: boolean;
  readonly guarantee: boolean;
  readonly obligation: boolean;
}

export function isObligation(formula: Formula): boolean {
  const known = new Map<Formula, Classes>();
  const classify = (part: Formula): Classes => {
    let found = known.get(part);
    if (found === undefined) {
      found = classesOf(part);
      known.set(part, found);
    }
    return found;
  };
  const classesOf = (part: Formula): Classes => {
    switch (part.kind) {
      case 'true':
      case 'false':
      case 'literal':
        return { safety: true, guarantee: true, obligation: true };
      case 'and':
      case 'or': {
        const classes = part.operands.map(classify);
        return {
          safety: classes.every(({ safety }) => safety),
          guarantee: classes.every(({ guarantee }) => guarantee),
          obligation: classes.every(({ obligation }) => obligation),
        };
      }
      case 'next':
        return classify(part.operand);
      case 'until': {
        const [left, right] = [classify(part.left), classify(part.right)];
        const rest = conjunctsOf(part.right).filter((operand) => operand !== part.left);
        const isStrongRelease = left.obligation && rest.every((operand) => classify(operand).guarantee);
        return {
          safety: false,
          guarantee: left.guarantee && right.guarantee,
          obligation: (left.obligation && right.guarantee) || isStrongRelease,
        };
      }
      case 'release': {
        const [left, right] = [classify(part.left), classify(part.right)];
        const operands = part.right.kind === 'or' ? part.right.operands : [part.right];
        const rest = operands.filter((operand) => operand !== part.left);
        const isWeakUntil = left.obligation && rest.every((operand) => classify(operand).safety);
        return {
          safety: left.safety && right.safety,
          guarantee: false,
          obligation: (left.obligation && right.safety) || isWeakUntil,
        };
      }
    }
  };
  return classify(formula).obligation;
}
