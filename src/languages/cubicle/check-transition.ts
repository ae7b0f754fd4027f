/**
 * Transitions: the guard, the `let` names, and the updates with their targets.
 */
import type { StateSymbol, Switch, Term, Transition, Update } from '../../models/array-system/model.js';
import type { SourceText } from '../shared/source.js';
import { didYouMean } from '../shared/suggest.js';
import { type Budget, FormulaChecker, isNumber } from './check-formula.js';
import { sortOf } from './check-term.js';
import { checkRestrictions } from './restrictions.js';
import { type Binding, bind, DeclarationScope, processTerm, type Scope } from './scope.js';
import type { Name, SymbolUse, TermSyntax, TransitionSyntax, UpdateSyntax } from './syntax.js';
import { describeMeaning, type Vocabulary } from './vocabulary.js';
import { checkWeakTransition } from './weak-memory.js';

/** Null when there is a fault in it. */
export function checkTransition(
  syntax: TransitionSyntax,
  vocabulary: Vocabulary,
  weak: boolean,
  source: SourceText,
  budget: Budget,
): Transition | null {
  const { diagnostics } = vocabulary;
  const errors = diagnostics.errors;
  checkParameters(syntax.parameters, vocabulary);
  if (diagnostics.full) return null;
  const parameters = syntax.parameters.map(({ text }) => text);
  const actor = syntax.actor === null ? null : (parameters[syntax.actor] ?? null);
  const declaration = new DeclarationScope(parameters, actor);
  const checker = new TransitionChecker(vocabulary, declaration, budget);

  const guard = syntax.guard && checker.formula(syntax.guard, declaration.top);
  const body = checker.lets(syntax, declaration.top);
  const updates = syntax.updates.map((update) => checker.update(update, body));
  checker.checkTargets(syntax.updates);
  if (diagnostics.errors > errors) return null;

  const transition: Transition = {
    name: syntax.name.text,
    parameters,
    actor,
    guard: guard ?? { kind: 'constant', value: true },
    updates: updates.filter((update) => update !== null),
    place: source.place(syntax.start),
  };
  checkRestrictions(transition.guard, 'guard', declaration, diagnostics);
  for (const update of transition.updates) {
    if (update.kind !== 'case') continue;
    for (const { condition } of update.switches) checkRestrictions(condition, 'case', declaration, diagnostics);
  }
  if (diagnostics.errors > errors) return null;
  if (weak) {
    const targets = syntax.updates.map(({ target }) => target);
    checkWeakTransition(transition, syntax.name, targets, declaration, diagnostics);
  }
  return transition;
}

export function checkParameters(parameters: readonly Name[], vocabulary: Vocabulary): void {
  const seen = new Set<string>();
  for (const parameter of parameters) {
    if (seen.has(parameter.text)) {
      vocabulary.diagnostics.error('duplicate', parameter, `there are two parameters \`${parameter.text}\``);
    }
    seen.add(parameter.text);
  }
}

class TransitionChecker extends FormulaChecker {
  lets(syntax: TransitionSyntax, top: Scope): Scope {
    const names = new Map<string, Binding>();
    const scope = { ...top, names, outer: top };
    for (const { name, term } of syntax.lets) names.set(name.text, this.term(term, scope));
    return scope;
  }

  update(syntax: UpdateSyntax, scope: Scope): Update | null {
    const symbol = this.target(syntax.target);
    if (symbol === null) {
      // The rest is still read, for its own faults; the names between the brackets of a case are unknown then.
      this.rest(syntax, scope);
      return null;
    }
    switch (syntax.kind) {
      case 'havoc':
        if (symbol.arity === 0) return { kind: 'havoc', symbol };
        return this.report(
          'wrong-kind',
          syntax.target,
          'only a variable without indices can be given an arbitrary value',
        );
      case 'assign': {
        const { target, indices, start } = syntax;
        const use: SymbolUse = { kind: 'symbol', reader: null, name: target, indices, start, end: target.end };
        const cell = this.access(symbol, use, scope);
        const value = this.value(syntax.value, symbol, scope);
        return cell && value && { kind: 'assign', symbol, indices: cell.indices, value };
      }
      case 'case':
        return this.caseUpdate(syntax, symbol, scope);
    }
  }

  /** Each symbol is the target of one update. */
  checkTargets(updates: readonly UpdateSyntax[]): void {
    const seen = new Set<string>();
    for (const { target, kind } of updates) {
      if (seen.has(target.text)) {
        const meaning = this.vocabulary.meaning(target.text);
        const array = kind !== 'havoc' && meaning?.kind === 'symbol' && meaning.symbol.arity > 0;
        const hint = array ? '; write several cells by one `case`' : '';
        this.report('duplicate', target, `\`${target.text}\` is assigned twice in this transition${hint}`);
      }
      seen.add(target.text);
    }
  }

  private target(name: Name): StateSymbol | null {
    const meaning = this.vocabulary.meaning(name.text);
    if (meaning === undefined) {
      const near = this.vocabulary.nearest(name.text);
      return this.report('unknown-name', name, `\`${name.text}\` is not declared${didYouMean(near)}`, near);
    }
    if (meaning.kind === 'constructor') {
      return this.report('wrong-kind', name, `\`${name.text}\` is ${describeMeaning(meaning)}: it cannot be assigned`);
    }
    if (meaning.symbol.constant) {
      return this.report(
        'assigned-constant',
        name,
        `\`${name.text}\` is ${describeMeaning(meaning)}: it cannot be assigned`,
      );
    }
    return meaning.symbol;
  }

  private value(syntax: TermSyntax, symbol: StateSymbol, scope: Scope): Term | null {
    const value = this.term(syntax, scope);
    if (value === null) return null;
    return this.sameSort(symbol.sort, sortOf(value), isNumber(value), syntax) ? value : null;
  }

  private caseUpdate(
    syntax: Extract<UpdateSyntax, { kind: 'case' }>,
    symbol: StateSymbol,
    outer: Scope,
  ): Update | null {
    const names = syntax.binders ?? [];
    if (names.length !== symbol.arity) {
      const count = `${symbol.arity} ${symbol.arity === 1 ? 'index' : 'indices'}`;
      const code = symbol.arity === 0 || names.length === 0 ? 'wrong-kind' : 'arity';
      const message = symbol.arity === 0 ? 'is not an array' : `is an array with ${count}, not ${names.length}`;
      return this.report(code, syntax.target, `\`${symbol.name}\` ${message}`);
    }
    const seen = new Set<string>();
    const binders = names.map((name) => this.binder(name, seen));
    const bindings = binders.map((binder, i): [string, Binding] => [
      names[i]?.text ?? '',
      processTerm({ kind: 'bound', name: binder }),
    ]);
    const scope = bindings.length === 0 ? outer : bind(outer, bindings);
    const switches: Switch[] = [];
    let otherwise: Term | null = null;
    for (const { condition, value } of syntax.switches) {
      const formula = condition && this.formula(condition, scope);
      const term = this.value(value, symbol, scope);
      if (formula === null) otherwise = term;
      else if (term !== null) switches.push({ condition: formula, value: term });
    }
    return { kind: 'case', symbol, binders, switches, otherwise };
  }

  private binder(name: Name, seen: Set<string>): string {
    if (this.declaration.top.names.has(name.text)) {
      const message = `\`${name.text}\` is a parameter; before \`case\` the brackets need new names, for every cell: choose another`;
      this.report('duplicate', name, message);
    } else if (seen.has(name.text)) {
      this.report('duplicate', name, `\`${name.text}\` is bound twice`);
    }
    seen.add(name.text);
    return this.declaration.freshBinder(name.text);
  }

  private rest(syntax: UpdateSyntax, scope: Scope): void {
    if (syntax.kind === 'assign') this.term(syntax.value, scope);
    if (syntax.kind !== 'case') return;
    const inner = bind(
      scope,
      (syntax.binders ?? []).map(({ text }): [string, Binding] => [text, null]),
    );
    for (const { condition, value } of syntax.switches) {
      if (condition !== null) this.formula(condition, inner);
      this.term(value, inner);
    }
  }
}
