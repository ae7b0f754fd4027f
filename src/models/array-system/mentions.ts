/** What a model says of its processes: whether it names them by number, whether it compares them by order. */
import {
  type Access,
  type ArraySystem,
  type Formula,
  operandsOf,
  type Process,
  type Term,
  type Update,
} from './model.js';

/** Every formula and term of the model. */
function* parts(system: ArraySystem): Generator<Formula | Term> {
  for (const property of [system.init, ...system.invariants, ...system.unsafe, ...(system.lemmas ?? [])])
    yield property.formula;
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

/** A comparison in the formula, or the term itself, that passes the test. */
function some(part: Formula | Term, test: (leaf: Formula | Term) => boolean): boolean {
  const operands = operandsOf(part as Formula);
  return operands.length === 0 ? test(part) : operands.some((operand) => some(operand, test));
}

export function namesProcessesByNumber(system: ArraySystem): boolean {
  const number = (process: Process) => process.kind === 'constant';
  const inAccess = (access: Access) => access.indices.some(number) || (access.reader !== null && number(access.reader));
  const inLeaf = (leaf: Formula | Term): boolean => {
    switch (leaf.kind) {
      case 'process':
        return number(leaf.process);
      case 'access':
        return inAccess(leaf.access);
      case 'linear':
        return leaf.summands.some((s) => inAccess(s.access));
      case 'compare':
        return inLeaf(leaf.left) || inLeaf(leaf.right);
      default:
        return false;
    }
  };
  return [...parts(system)].some((part) => some(part, inLeaf));
}

export function comparesProcesses(system: ArraySystem): boolean {
  const ordered = (leaf: Formula | Term) =>
    leaf.kind === 'compare' && (leaf.operator === '<' || leaf.operator === '<=') && leaf.left.kind !== 'linear';
  return [...parts(system)].some((part) => some(part, ordered));
}

/** The whole numbers written in the model. */
export function numbersOf(system: ArraySystem): bigint[] {
  const numbers = new Set<bigint>();
  const inTerm = (term: Term): void => {
    if (term.kind === 'linear' && term.constant.denominator === 1n) numbers.add(term.constant.numerator);
  };
  for (const part of parts(system)) {
    some(part, (leaf) => {
      if (leaf.kind === 'compare') {
        inTerm(leaf.left);
        inTerm(leaf.right);
      } else if (leaf.kind === 'linear') inTerm(leaf);
      return false;
    });
  }
  return [...numbers];
}
