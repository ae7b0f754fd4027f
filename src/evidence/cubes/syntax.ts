/**
 * What occurs in formulas, terms and whole systems: the questions that a certificate asks about the model's syntax.
 */
import type {
  Access,
  ArraySystem,
  Formula,
  Process,
  Property,
  StateSymbol,
  Term,
  Transition,
} from '../../models/array-system/model.js';

type Comparison = Extract<Formula, { kind: 'compare' }>;

/** Every comparison in the formula. */
export function* comparisons(formula: Formula): Generator<Comparison> {
  switch (formula.kind) {
    case 'constant':
    case 'fence':
      return;
    case 'compare':
      yield formula;
      return;
    case 'and':
    case 'or':
      for (const operand of formula.operands) yield* comparisons(operand);
      return;
    case 'not':
      yield* comparisons(formula.operand);
      return;
    case 'forall':
    case 'exists':
      yield* comparisons(formula.body);
      return;
    default:
      unreachable(formula);
  }
}

export function unreachable(value: never): never {
  throw new Error(`not a case of the model: ${JSON.stringify(value)}`);
}

export function hasQuantifier(formula: Formula): boolean {
  switch (formula.kind) {
    case 'constant':
    case 'fence':
    case 'compare':
      return false;
    case 'and':
    case 'or':
      return formula.operands.some(hasQuantifier);
    case 'not':
      return hasQuantifier(formula.operand);
    case 'forall':
    case 'exists':
      return true;
    default:
      return unreachable(formula);
  }
}

/** The processes that the binders of a formula exclude. */
function* excludedProcesses(formula: Formula): Generator<Process> {
  if (formula.kind === 'and' || formula.kind === 'or')
    for (const each of formula.operands) yield* excludedProcesses(each);
  if (formula.kind === 'not') yield* excludedProcesses(formula.operand);
  if (formula.kind === 'forall' || formula.kind === 'exists') {
    yield* formula.excluded;
    yield* excludedProcesses(formula.body);
  }
}

export function* accessesOfTerm(term: Term): Generator<Access> {
  if (term.kind === 'access') yield term.access;
  if (term.kind === 'linear') for (const summand of term.summands) yield summand.access;
}

export function* accesses(formula: Formula): Generator<Access> {
  for (const { left, right } of comparisons(formula)) {
    yield* accessesOfTerm(left);
    yield* accessesOfTerm(right);
  }
}

function* transitionFormulas(transition: Transition): Generator<Formula> {
  yield transition.guard;
  for (const update of transition.updates) {
    if (update.kind === 'case') for (const { condition } of update.switches) yield condition;
  }
}

function* transitionTerms(transition: Transition): Generator<Term> {
  for (const update of transition.updates) {
    if (update.kind === 'assign') yield update.value;
    if (update.kind !== 'case') continue;
    for (const { value } of update.switches) yield value;
    if (update.otherwise !== null) yield update.otherwise;
  }
}

/** Every formula of the system and of the properties given besides. */
function* formulasOf(system: ArraySystem, more: readonly Property[]): Generator<Formula> {
  for (const property of [system.init, ...system.invariants, ...system.unsafe, ...more]) yield property.formula;
  for (const transition of system.transitions) yield* transitionFormulas(transition);
}

/** Every term of the system and of the properties given besides, whole (a summand is not a term). */
export function* termsOf(system: ArraySystem, more: readonly Property[]): Generator<Term> {
  for (const formula of formulasOf(system, more)) {
    for (const { left, right } of comparisons(formula)) {
      yield left;
      yield right;
    }
  }
  for (const transition of system.transitions) yield* transitionTerms(transition);
}

/** Every symbol that is read or assigned somewhere. */
export function* symbolsOf(system: ArraySystem, more: readonly Property[]): Generator<StateSymbol> {
  for (const term of termsOf(system, more)) for (const access of accessesOfTerm(term)) yield access.symbol;
  for (const transition of system.transitions) for (const update of transition.updates) yield update.symbol;
}

function* processesOfTerm(term: Term): Generator<Process> {
  if (term.kind === 'process') yield term.process;
  for (const access of accessesOfTerm(term)) {
    yield* access.indices;
    if (access.reader !== null) yield access.reader;
  }
}

/** The bound names of processes in a formula, each once. */
export function namesIn(formula: Formula): Set<string> {
  const names = new Set<string>();
  const add = (process: Process) => process.kind === 'bound' && names.add(process.name);
  for (const { left, right } of comparisons(formula)) {
    for (const process of processesOfTerm(left)) add(process);
    for (const process of processesOfTerm(right)) add(process);
  }
  for (const process of excludedProcesses(formula)) add(process);
  return names;
}

/** Every process that is named somewhere, by a bound name or a constant. */
export function* processesOf(system: ArraySystem, more: readonly Property[]): Generator<Process> {
  for (const term of termsOf(system, more)) yield* processesOfTerm(term);
  for (const formula of formulasOf(system, more)) yield* excludedProcesses(formula);
  for (const transition of system.transitions) {
    for (const update of transition.updates) if (update.kind === 'assign') yield* update.indices;
  }
}

/** Processes are compared with `<` or `<=` somewhere. */
export function comparesProcesses(system: ArraySystem, more: readonly Property[]): boolean {
  for (const formula of formulasOf(system, more)) {
    for (const { operator, left } of comparisons(formula)) {
      const processes = left.kind === 'process' || (left.kind === 'access' && left.access.symbol.sort.kind === 'proc');
      if (processes && (operator === '<' || operator === '<=')) return true;
    }
  }
  return false;
}
