/**
 * What a transition does to weak cells, by its text alone. A mention is a read, in the guard, in a value, in a condition or
 * in the default of a `case`, whether or not it is looked at when the transition is performed. A target is a write.
 */
import type { Formula, Term, Transition } from '../../models/array-system/model.js';

export function writesWeak({ updates }: Transition): boolean {
  return updates.some(({ symbol }) => symbol.weak);
}

export function readsWeak(transition: Transition): boolean {
  return formulaReadsWeak(transition.guard) || updatesReadWeak(transition);
}

/** Whether what the transition writes, and not only whether it can be performed, depends on weak cells. */
export function updatesReadWeak({ updates }: Transition): boolean {
  return updates.some((update) => {
    if (update.kind === 'havoc') return false;
    if (update.kind === 'assign') return termReadsWeak(update.value);
    if (update.otherwise !== null && termReadsWeak(update.otherwise)) return true;
    return update.switches.some(({ condition, value }) => formulaReadsWeak(condition) || termReadsWeak(value));
  });
}

function formulaReadsWeak(formula: Formula): boolean {
  switch (formula.kind) {
    case 'constant':
    case 'fence':
      return false;
    case 'compare':
      return termReadsWeak(formula.left) || termReadsWeak(formula.right);
    case 'and':
    case 'or':
      return formula.operands.some(formulaReadsWeak);
    case 'not':
      return formulaReadsWeak(formula.operand);
    case 'forall':
    case 'exists':
      return formulaReadsWeak(formula.body);
  }
}

function termReadsWeak(term: Term): boolean {
  if (term.kind === 'access') return term.access.symbol.weak;
  return term.kind === 'linear' && term.summands.some(({ access }) => access.symbol.weak);
}
