/**
 * Where quantifiers and fences may stand, checked on finished formulas.
 *
 * Negations are not pushed inwards in the model, so the walk carries the polarity: below a negation `exists` is
 * universal and `forall` existential. Why the rules are what they are:
 * - the engines choose a witness for an existential quantifier together with the parameters, which is right only where
 *   the choice does not depend on a universally quantified process;
 * - `init` is assumed for all processes, so nothing can be chosen in it at all;
 * - a `case` is decided for each cell on its own;
 * - a fence is something a transition waits for, so it means nothing outside a guard.
 */
import type { Formula } from '../../models/array-system/model.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import type { Span } from '../shared/source.js';
import type { DeclarationScope } from './scope.js';

export type FormulaPlace = 'init' | 'invariant' | 'unsafe' | 'lemma' | 'guard' | 'case';

interface Surroundings {
  readonly positive: boolean;
  readonly belowUniversal: boolean;
}

export function checkRestrictions(
  formula: Formula,
  place: FormulaPlace,
  declaration: DeclarationScope,
  diagnostics: DiagnosticList,
): void {
  const written = (node: Formula): Span => {
    const span = declaration.places.get(node);
    if (span === undefined) throw new Error('the front end keeps the place of every quantifier and fence');
    return span;
  };

  function walk(node: Formula, around: Surroundings): void {
    switch (node.kind) {
      case 'constant':
      case 'compare':
        return;
      case 'and':
      case 'or':
        for (const operand of node.operands) walk(operand, around);
        return;
      case 'not':
        walk(node.operand, { ...around, positive: !around.positive });
        return;
      case 'fence':
        checkFence(written(node), around);
        return;
      case 'forall':
      case 'exists': {
        const universal = (node.kind === 'forall') === around.positive;
        checkQuantifier(written(node), universal, around);
        walk(node.body, { ...around, belowUniversal: around.belowUniversal || universal });
        return;
      }
    }
  }

  const advice = 'put it outermost, or keep the fact in a variable of its own';

  function checkQuantifier(span: Span, universal: boolean, around: Surroundings): void {
    const because = around.positive ? '' : ' (below a negation `forall` is existential)';
    if (place === 'case') {
      const message =
        'a condition of `case` has no quantifier: put it into the guard, and split the transition if needed';
      diagnostics.error('unsupported', span, message);
    } else if (place === 'init' && !universal) {
      const message = `an existential quantifier in \`init\` is not supported${because}: keep the witness in a variable of type proc`;
      diagnostics.error('unsupported', span, message);
    } else if (!universal && around.belowUniversal) {
      const message = `an existential quantifier below a universal one is not supported${because}: ${advice}`;
      diagnostics.error('unsupported', span, message);
    }
  }

  function checkFence(span: Span, around: Surroundings): void {
    if (place !== 'guard') {
      diagnostics.error('fence', span, '`fence()` is a condition of transitions: it stands in `requires` only');
    } else if (!around.positive) {
      const message = 'below a negation, `fence()` asks that the process still has writes on their way to memory';
      diagnostics.warning('fence', span, message);
    }
  }

  walk(formula, { positive: true, belowUniversal: false });
}
