/** What a model says of its processes: whether it names them by number, whether it compares them by order. */
import type { Access, ArraySystem, Formula, Process, Term, Update } from './model.js';

/** Every formula and term of the model. */
function* parts(system: ArraySystem): Generator<Formula | Term> {
  for (const property of [system.init, ...system.invariants, ...system.unsafe]) yield property.formula;
  for (const { guard, updates } of system.transitions) {
    yield guard;
    for (const update of updates) yield* updateParts(update);
  }
}

function* updateParts(update: Update): Generator<Formula | Term> {
  if (update.kind === 'assign') {
    yield update.value;
    for (const process of update.indices) yield { kind: 'process', process };
  } else if (update.kind === 'case') {
    for (const { condition, value } of update.switches) {
      yield condition;
      yield value;
    }
    if (update.otherwise !== null) yield update.otherwise;
  }
}

export function namesProcessesByNumber(system: ArraySystem): boolean {
  const number = (process: Process) => process.kind === 'constant';
  const inAccess = (access: Access) => access.indices.some(number);
  const inside = (part: Formula | Term): boolean => {
    switch (part.kind) {
      case 'process':
        return number(part.process);
      case 'access':
        return inAccess(part.access);
      case 'linear':
        return part.summands.some((s) => inAccess(s.access));
      case 'compare':
        return inside(part.left) || inside(part.right);
      case 'and':
      case 'or':
        return part.operands.some(inside);
      case 'not':
        return inside(part.operand);
      case 'forall':
      case 'exists':
        return inside(part.body);
      default:
        return false;
    }
  };
  return [...parts(system)].some(inside);
}

export function comparesProcesses(system: ArraySystem): boolean {
  const inside = (part: Formula | Term): boolean => {
    switch (part.kind) {
      case 'compare':
        return (part.operator === '<' || part.operator === '<=') && part.left.kind !== 'linear';
      case 'and':
      case 'or':
        return part.operands.some(inside);
      case 'not':
        return inside(part.operand);
      case 'forall':
      case 'exists':
        return inside(part.body);
      default:
        return false;
    }
  };
  return [...parts(system)].some(inside);
}
