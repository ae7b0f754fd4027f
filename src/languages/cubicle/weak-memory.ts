/**
 * The rules of models with weak variables: who may touch what.
 *
 * A transition is performed by its acting process `[i]`. Weak symbols are shared memory: the acting process reads and
 * writes them through its store buffer. Arrays that are not weak are local: each process has its own row (the cells
 * whose first index it is), and only it reads or writes them in transitions. That is what makes it right to look at
 * memory in the order of the schedule. Constants are free for all.
 *
 * Inside a `case`, a condition that equates a binder with the acting process makes the binder a name of that process,
 * in each disjunct on its own.
 */
import { ZERO } from '../../logic/rational.js';
import type {
  Access,
  Formula,
  Process,
  Property,
  StateSymbol,
  Switch,
  Term,
  Transition,
  Update,
} from '../../models/array-system/model.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import type { Span } from '../shared/source.js';
import { sameProcess } from './check-term.js';
import type { DeclarationScope } from './scope.js';
import type { PropertySyntax, SymbolSyntax } from './syntax.js';

export function checkWeakSymbols(
  symbols: readonly StateSymbol[],
  declared: readonly SymbolSyntax[],
  diagnostics: DiagnosticList,
): void {
  for (const symbol of symbols) {
    const place = declared[symbol.index]?.name;
    if (place === undefined || symbol.weak || symbol.constant || symbol.arity > 0) continue;
    const message = `\`${symbol.name}\` is shared by all processes, so in a model with weak memory it must be \`weak\``;
    diagnostics.error('weak-memory', place, message);
  }
}

/** Weak cells are written plainly in `init` (nobody reads yet) and with a reader in `unsafe`, `invariant` and `lemma`. */
export function checkWeakProperty(
  property: Property,
  kind: PropertySyntax['kind'],
  declaration: DeclarationScope,
  diagnostics: DiagnosticList,
): void {
  visitAccesses(property.formula, (access) => {
    if (!access.symbol.weak) return;
    const place = placeOf(access, declaration);
    const { name } = access.symbol;
    if (kind === 'init' && access.reader !== null) {
      diagnostics.error(
        'weak-memory',
        place,
        `in \`init\` nobody reads yet: write \`${name}\` without a process before it`,
      );
    } else if (kind !== 'init' && access.reader === null) {
      diagnostics.error('weak-memory', place, `\`${name}\` is weak, so say which process sees it: \`i@${name}\``);
    }
  });
}

/** `targets` are the places of the updates' targets. */
export function checkWeakTransition(
  transition: Transition,
  name: Span,
  targets: readonly Span[],
  declaration: DeclarationScope,
  diagnostics: DiagnosticList,
): void {
  if (transition.actor === null) {
    const message = 'in a model with weak memory one parameter is the acting process, in brackets: `([i])`';
    diagnostics.error('weak-memory', name, message);
    return;
  }
  const actor: Process = { kind: 'bound', name: transition.actor };

  function read(access: Access, aliases: ReadonlySet<string>): void {
    const { symbol, reader, indices } = access;
    if (symbol.weak && reader !== null && !sameProcess(reader, actor)) {
      const message = `only the acting process \`${transition.actor}\` reads weak variables in a transition`;
      diagnostics.error('weak-memory', placeOf(access, declaration), message);
    }
    if (symbol.weak || symbol.constant || symbol.arity === 0 || isActor(indices[0], aliases)) return;
    const message = `\`${symbol.name}\` is not weak, so the acting process \`${transition.actor}\` reads its own cells only`;
    diagnostics.error('weak-memory', placeOf(access, declaration), message);
  }

  function isActor(process: Process | undefined, aliases: ReadonlySet<string>): boolean {
    if (process === undefined) return false;
    return sameProcess(process, actor) || (process.kind === 'bound' && aliases.has(process.name));
  }

  /** Reads of the condition of a case, each with the aliases of its own conjunction. */
  function readCondition(formula: Formula, aliases: ReadonlySet<string>, positive: boolean): void {
    switch (formula.kind) {
      case 'compare':
        for (const access of accessesOf(formula.left)) read(access, aliases);
        for (const access of accessesOf(formula.right)) read(access, aliases);
        return;
      case 'and':
      case 'or': {
        const conjunction = (formula.kind === 'and') === positive;
        const inside = conjunction ? union(aliases, aliasesOf(formula, positive, actor)) : aliases;
        for (const operand of formula.operands) readCondition(operand, inside, positive);
        return;
      }
      case 'not':
        readCondition(formula.operand, aliases, !positive);
        return;
      case 'forall':
      case 'exists':
        throw new Error('a condition of a case has no quantifier');
      case 'constant':
      case 'fence':
        return;
    }
  }

  function update(change: Update, target: Span): void {
    // A scalar that is not weak was reported where it is declared.
    const local = !change.symbol.weak && change.symbol.arity > 0;
    const message = `\`${change.symbol.name}\` is not weak, so the acting process \`${transition.actor}\` writes its own cells only`;
    if (change.kind === 'assign') {
      for (const access of accessesOf(change.value)) read(access, NO_ALIASES);
      if (local && !isActor(change.indices[0], NO_ALIASES)) diagnostics.error('weak-memory', target, message);
    } else if (change.kind === 'case') {
      const last: Switch[] = change.otherwise === null ? [] : [{ condition: TRUE, value: change.otherwise }];
      for (const { condition, value } of [...change.switches, ...last]) {
        readCondition(condition, NO_ALIASES, true);
        if (isSameCell(value, change.symbol, change.binders)) continue;
        const aliases = aliasesOf(condition, true, actor);
        for (const access of accessesOf(value)) read(access, aliases);
        const [binder] = change.binders;
        if (!local || binder === undefined || aliases.has(binder)) continue;
        const hint = `; give each case the condition \`${binder} = ${transition.actor}\``;
        diagnostics.error('weak-memory', target, message + hint);
      }
    }
  }

  // No aliases in the guard: its parameters are distinct, and a quantified process is another one.
  visitAccesses(transition.guard, (access) => read(access, NO_ALIASES));
  for (const [i, change] of transition.updates.entries()) update(change, targets[i] ?? name);
}

const NO_ALIASES: ReadonlySet<string> = new Set();
const TRUE: Formula = { kind: 'constant', value: true };

/** The bound names that equal the acting process wherever the formula (or its negation) holds. */
function aliasesOf(formula: Formula, positive: boolean, actor: Process): ReadonlySet<string> {
  switch (formula.kind) {
    case 'compare': {
      const { left, right, operator } = formula;
      if (left.kind !== 'process' || right.kind !== 'process') return NO_ALIASES;
      if (operator !== (positive ? '=' : '<>')) return NO_ALIASES;
      const names = [left.process, right.process].flatMap((process) =>
        process.kind === 'bound' ? [process.name] : [],
      );
      return sameProcess(left.process, actor) || sameProcess(right.process, actor) ? new Set(names) : NO_ALIASES;
    }
    case 'not':
      return aliasesOf(formula.operand, !positive, actor);
    case 'and':
    case 'or': {
      const parts = formula.operands.map((operand) => aliasesOf(operand, positive, actor));
      return parts.reduce((formula.kind === 'and') === positive ? union : intersection);
    }
    default:
      return NO_ALIASES;
  }
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return a.size === 0 ? b : b.size === 0 ? a : new Set([...a, ...b]);
}

function intersection(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a].filter((name) => b.has(name)));
}

/** Is the value the very cell that a case is about to write? Then nothing is written. */
function isSameCell(value: Term, symbol: StateSymbol, binders: readonly string[]): boolean {
  const [access, ...others] = accessesOf(value);
  if (access === undefined || others.length > 0 || access.symbol !== symbol) return false;
  if (value.kind === 'linear') {
    const { numerator, denominator } = value.summands[0]?.coefficient ?? ZERO;
    if (value.constant.numerator !== 0n || numerator !== 1n || denominator !== 1n) return false;
  }
  return access.indices.every((process, i) => process.kind === 'bound' && process.name === binders[i]);
}

function accessesOf(term: Term): readonly Access[] {
  if (term.kind === 'access') return [term.access];
  return term.kind === 'linear' ? term.summands.map(({ access }) => access) : [];
}

function visitAccesses(formula: Formula, visit: (access: Access) => void): void {
  switch (formula.kind) {
    case 'compare':
      for (const access of [...accessesOf(formula.left), ...accessesOf(formula.right)]) visit(access);
      return;
    case 'and':
    case 'or':
      for (const operand of formula.operands) visitAccesses(operand, visit);
      return;
    case 'not':
      visitAccesses(formula.operand, visit);
      return;
    case 'forall':
    case 'exists':
      visitAccesses(formula.body, visit);
      return;
    case 'constant':
    case 'fence':
      return;
  }
}

function placeOf(access: Access, declaration: DeclarationScope): Span {
  const place = declaration.places.get(access);
  if (place === undefined) throw new Error('the front end keeps the place of every access');
  return place;
}
