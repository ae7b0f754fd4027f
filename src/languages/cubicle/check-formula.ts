/**
 * Formulas: predicates expanded, `=>`, `<=>` and `if` written out with `and`, `or`, `not`, binders made unique.
 *
 * Expansion can double a formula at every level (`<=>` reads both sides twice, a predicate may call another twice), so
 * the nodes made for one file are counted and the count is limited; so is the depth, which consumers walk recursively.
 */
import {
  type Formula,
  INT,
  type Operator,
  type Process,
  REAL,
  type Sort,
  sortName,
  type Term,
} from '../../models/array-system/model.js';
import type { Span } from '../shared/source.js';
import { didYouMean } from '../shared/suggest.js';
import { sortOf, TermChecker } from './check-term.js';
import { type Binding, bind, bodyScope, type DeclarationScope, processTerm, type Scope } from './scope.js';
import type { Comparison, FormulaSyntax, PredicateCall, QuantifiedSyntax } from './syntax.js';
import type { Vocabulary } from './vocabulary.js';

/** Four times what the parser allows: a level of brackets can hold `=>`, `||`, `&&` and a quantifier. */
const DEPTH_LIMIT = 800;
const NODE_LIMIT = 300_000;

/** What is left of the nodes that one file may make. */
export interface Budget {
  nodes: number;
}

export function newBudget(textLength: number): Budget {
  return { nodes: NODE_LIMIT + textLength };
}

const TRUE: Formula = { kind: 'constant', value: true };

export class FormulaChecker extends TermChecker {
  private readonly budget: Budget;
  private depth = 0;
  /** The formula that is being read as a whole. */
  private root: Span | null = null;

  constructor(vocabulary: Vocabulary, declaration: DeclarationScope, budget: Budget) {
    super(vocabulary, declaration);
    this.budget = budget;
  }

  /** After a fault the result is meaningless; the diagnostics say that there was one. */
  formula(syntax: FormulaSyntax, scope: Scope): Formula {
    if (this.budget.nodes < 0) return TRUE;
    if (this.depth === 0) this.root = syntax;
    if (this.budget.nodes-- === 0) {
      this.report(
        'too-large',
        this.root ?? syntax,
        'the formulas of this file become too large when `<=>` and predicates are expanded',
      );
      return TRUE;
    }
    if (this.depth >= DEPTH_LIMIT) {
      this.report(
        'nesting',
        syntax,
        `with its predicates expanded this is nested more than ${DEPTH_LIMIT} levels deep`,
      );
      return TRUE;
    }
    // Each variable of `forall x <> y` is a level of its own in the model.
    const levels = syntax.kind === 'quantified' ? syntax.variables.length : 1;
    this.depth += levels;
    const formula = this.node(syntax, scope);
    this.depth -= levels;
    return formula;
  }

  /** The two sides of a comparison, or a target and its value. */
  sameSort(a: Sort, b: Sort, numberInvolved: boolean, place: Span): boolean {
    if (a === b) return true;
    const mixed = (a === INT && b === REAL) || (a === REAL && b === INT);
    const hint = mixed && numberInvolved ? '; a real number is written with a point, such as `1.`' : '';
    this.report('type-mismatch', place, `the types ${sortName(a)} and ${sortName(b)} do not match${hint}`);
    return false;
  }

  private node(syntax: FormulaSyntax, scope: Scope): Formula {
    switch (syntax.kind) {
      case 'constant':
        return { kind: 'constant', value: syntax.value };
      case 'fence':
        return this.placed({ kind: 'fence' }, syntax);
      case 'compare':
        return this.comparison(syntax, syntax.operator, this.term(syntax.left, scope), this.term(syntax.right, scope));
      case 'call':
        return this.call(syntax, scope);
      case 'not':
        return not(this.formula(syntax.operand, scope));
      case 'and':
      case 'or':
        return { kind: syntax.kind, operands: syntax.operands.map((operand) => this.formula(operand, scope)) };
      case 'implies':
        return or(not(this.formula(syntax.left, scope)), this.formula(syntax.right, scope));
      case 'iff':
        return this.choice(syntax.left, syntax.right, syntax.right, true, scope);
      case 'if':
        return this.choice(syntax.condition, syntax.positive, syntax.negative, false, scope);
      case 'quantified':
        return this.quantified(syntax, scope);
    }
  }

  /** `(c and p) or (not c and n)`, or with `not n`. Each occurrence is read anew: its binders need names of their own. */
  private choice(
    condition: FormulaSyntax,
    positive: FormulaSyntax,
    negative: FormulaSyntax,
    negateLast: boolean,
    scope: Scope,
  ): Formula {
    const first = and(this.formula(condition, scope), this.formula(positive, scope));
    const refuted = not(this.formula(condition, scope));
    const last = this.formula(negative, scope);
    return or(first, and(refuted, negateLast ? not(last) : last));
  }

  private comparison(place: Span, operator: Comparison, left: Term | null, right: Term | null): Formula {
    if (left === null || right === null) return TRUE;
    const sort = sortOf(left);
    if (!this.sameSort(sort, sortOf(right), isNumber(left) || isNumber(right), place)) return TRUE;
    if (operator !== '=' && operator !== '<>' && (sort.kind === 'enum' || sort.kind === 'abstract')) {
      const message = `\`${operator}\` compares numbers and processes; type ${sortName(sort)} has no order`;
      this.report('type-mismatch', place, message);
      return TRUE;
    }
    if (operator === '>') return { kind: 'compare', operator: '<', left: right, right: left };
    if (operator === '>=') return { kind: 'compare', operator: '<=', left: right, right: left };
    return { kind: 'compare', operator: operator satisfies Operator, left, right };
  }

  private quantified(syntax: QuantifiedSyntax, scope: Scope): Formula {
    const other = syntax.quantifier === 'forall_other' || syntax.quantifier === 'exists_other';
    const kind = syntax.quantifier === 'forall' || syntax.quantifier === 'forall_other' ? 'forall' : 'exists';
    if (syntax.variables.length > DEPTH_LIMIT) {
      this.report('nesting', syntax, `a quantifier binds at most ${DEPTH_LIMIT} variables`);
      return TRUE;
    }
    const bound: Process[] = [];
    const names: [string, Binding][] = [];
    for (const variable of syntax.variables) {
      if (names.some(([name]) => name === variable.text)) {
        this.report('duplicate', variable, `\`${variable.text}\` is bound twice`);
      }
      const process: Process = { kind: 'bound', name: this.declaration.freshBinder(variable.text) };
      bound.push(process);
      names.push([variable.text, processTerm(process)]);
    }
    const quantified = [...scope.quantified, ...bound];
    const body = this.formula(syntax.body, { ...bind(scope, names), quantified });
    const around = other ? excludedByOther(this.declaration.parameters, scope.quantified) : [];
    return bound.reduceRight((inner: Formula, process, position) => {
      if (process.kind !== 'bound') throw new Error('quantifiers bind names');
      const excluded = position === 0 ? around : [...around, ...bound.slice(0, position)];
      return this.placed({ kind, variable: process.name, excluded, body: inner }, syntax);
    }, body);
  }

  private call(syntax: PredicateCall, scope: Scope): Formula {
    const { name } = syntax;
    const predicate = this.vocabulary.predicates.get(name.text);
    if (predicate === undefined) {
      const near = this.vocabulary.nearest(name.text, this.vocabulary.predicates.keys());
      const message = `there is no predicate \`${name.text}\` above${didYouMean(near)}`;
      this.report('unknown-name', name, message, near);
      return TRUE;
    }
    const { parameters, formula } = predicate.syntax;
    if (parameters.length !== syntax.arguments.length) {
      const count = `${parameters.length} argument${parameters.length === 1 ? '' : 's'}`;
      this.report('arity', syntax, `\`${name.text}\` has ${count}, not ${syntax.arguments.length}`);
      return TRUE;
    }
    const bindings = syntax.arguments.map((argument, i): [string, Binding] => {
      const parameter = parameters[i]?.text ?? '';
      if (argument.kind === 'term') return [parameter, this.term(argument.term, scope)];
      const message = 'an argument is a term; a formula cannot be given to a predicate: write a predicate for it';
      return [parameter, this.report('unsupported', argument.formula, message)];
    });
    if (!predicate.sound) return TRUE;
    const outermost = this.expansion === null;
    if (outermost) this.expansion = { call: syntax, predicate: predicate.syntax };
    const expanded = this.formula(formula, bodyScope(scope, bindings));
    if (outermost) this.expansion = null;
    return expanded;
  }

  /** Remembers where a node was written, for the rules that are checked on finished formulas. */
  private placed(formula: Formula, span: Span): Formula {
    this.declaration.places.set(formula, this.placeOf(span));
    return formula;
  }
}

export function isNumber(term: Term): boolean {
  return term.kind === 'linear' && term.summands.length === 0;
}

function excludedByOther(parameters: readonly Process[], quantified: readonly Process[]): readonly Process[] {
  return quantified.length === 0 ? parameters : [...parameters, ...quantified];
}

function not(operand: Formula): Formula {
  return { kind: 'not', operand };
}

function and(left: Formula, right: Formula): Formula {
  return { kind: 'and', operands: [left, right] };
}

function or(left: Formula, right: Formula): Formula {
  return { kind: 'or', operands: [left, right] };
}
