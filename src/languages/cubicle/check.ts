/**
 * From the syntax tree to the model: names, types and the rules of the language; predicates and `let` disappear.
 */
import type { ArraySystem, Property, Transition } from '../../models/array-system/model.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import type { SourceText } from '../shared/source.js';
import { type Budget, FormulaChecker, newBudget } from './check-formula.js';
import { checkParameters, checkTransition } from './check-transition.js';
import { checkRestrictions } from './restrictions.js';
import { bind, DeclarationScope } from './scope.js';
import type { ModelSyntax, Name, PredicateSyntax, PropertySyntax } from './syntax.js';
import { Vocabulary } from './vocabulary.js';
import { checkWeakProperty, checkWeakSymbols } from './weak-memory.js';

export interface ReadOptions {
  /** Ask for the rules of weak memory although no variable is weak and no parameter in brackets. */
  readonly weak?: boolean;
}

/** Null when a declaration is wrong. `whole` is false when some declaration could not be read: it may be the missing one. */
export function checkCubicle(
  model: ModelSyntax,
  whole: boolean,
  source: SourceText,
  diagnostics: DiagnosticList,
  options: ReadOptions,
): ArraySystem | null {
  const { errors } = diagnostics;
  const vocabulary = new Vocabulary(model, diagnostics);
  // With a type or a symbol in doubt, much of what follows would look wrong without being so.
  if (diagnostics.errors > errors) return null;
  const budget = newBudget(source.text.length);
  const weak = options.weak === true || isWeak(model);
  if (weak) checkWeakSymbols(vocabulary.symbols, vocabulary.declared, diagnostics);

  const properties: Record<PropertySyntax['kind'], Property[]> = { init: [], invariant: [], unsafe: [], lemma: [] };
  const transitions: Transition[] = [];
  let inits = 0;
  let unsafes = 0;
  for (const declaration of model.declarations) {
    if (declaration.kind === 'predicate') {
      declarePredicate(declaration, vocabulary, budget);
    } else if (declaration.kind === 'transition') {
      const transition = checkTransition(declaration, vocabulary, weak, source, budget);
      if (transition !== null) transitions.push(transition);
      warnOfTooFewProcesses(declaration.name, declaration.parameters, vocabulary, 'this transition never happens');
    } else {
      if (declaration.kind === 'init' && ++inits === 2) {
        diagnostics.error('duplicate', keyword(declaration), 'a model has one `init`: join the conditions by `&&`');
      }
      if (declaration.kind === 'unsafe') {
        unsafes++;
        warnOfTooFewProcesses(keyword(declaration), declaration.parameters, vocabulary, 'this can never be reached');
      }
      const property = checkProperty(declaration, vocabulary, weak, source, budget);
      if (property !== null) properties[declaration.kind].push(property);
    }
  }

  const end = { start: source.text.length, end: source.text.length };
  if (whole && inits === 0) {
    diagnostics.error(
      'missing',
      end,
      'there is no `init`: it says where the processes start, such as `init (i) { A[i] = False }`',
    );
  }
  if (whole && unsafes === 0) {
    diagnostics.error(
      'missing',
      end,
      'there is no `unsafe`: it says what must not happen, such as `unsafe (i j) { A[i] = A[j] }`',
    );
  }
  const [init] = properties.init;
  if (diagnostics.errors > 0 || init === undefined) return null;
  const { invariant: invariants, unsafe, lemma: lemmas } = properties;
  const { processes, symbols } = vocabulary;
  const hints = lemmas.length === 0 ? {} : { lemmas };
  return { processes, symbols, init, invariants, unsafe, ...hints, transitions, weak };
}

function isWeak(model: ModelSyntax): boolean {
  if (model.symbols.some((symbol) => symbol.weak)) return true;
  return model.declarations.some((declaration) => declaration.kind === 'transition' && declaration.actor !== null);
}

function keyword(declaration: PropertySyntax): { start: number; end: number } {
  return { start: declaration.start, end: declaration.start + declaration.kind.length };
}

function warnOfTooFewProcesses(
  place: { start: number; end: number },
  parameters: readonly Name[],
  vocabulary: Vocabulary,
  consequence: string,
): void {
  const { processes, diagnostics } = vocabulary;
  if (processes === null || parameters.length <= processes) return;
  const message = `${parameters.length} parameters are ${parameters.length} different processes, and \`number_procs\` is ${processes}`;
  diagnostics.warning('vacuous', place, `${message}: ${consequence}`);
}

function checkProperty(
  syntax: PropertySyntax,
  vocabulary: Vocabulary,
  weak: boolean,
  source: SourceText,
  budget: Budget,
): Property | null {
  const { diagnostics } = vocabulary;
  const errors = diagnostics.errors;
  checkParameters(syntax.parameters, vocabulary);
  if (diagnostics.full) return null;
  const parameters = syntax.parameters.map(({ text }) => text);
  const declaration = new DeclarationScope(parameters);
  const formula = new FormulaChecker(vocabulary, declaration, budget).formula(syntax.formula, declaration.top);
  if (diagnostics.errors > errors) return null;
  const property: Property = {
    name: syntax.name?.text ?? null,
    parameters,
    formula,
    place: source.place(syntax.start),
  };
  checkRestrictions(formula, syntax.kind, declaration, diagnostics);
  if (weak) checkWeakProperty(property, syntax.kind, declaration, diagnostics);
  return property;
}

/** Checks the body once with parameters that nothing is known about: what is wrong now is wrong for every argument. */
function declarePredicate(syntax: PredicateSyntax, vocabulary: Vocabulary, budget: Budget): void {
  const { diagnostics, predicates } = vocabulary;
  const errors = diagnostics.errors;
  const { text } = syntax.name;
  checkParameters(syntax.parameters, vocabulary);
  const declaration = new DeclarationScope([]);
  const scope = bind(
    declaration.top,
    syntax.parameters.map((parameter) => [parameter.text, null]),
  );
  new FormulaChecker(vocabulary, declaration, budget).formula(syntax.formula, scope);
  const sound = diagnostics.errors === errors;
  if (predicates.has(text)) diagnostics.error('duplicate', syntax.name, `there is already a predicate \`${text}\``);
  else predicates.set(text, { syntax, sound });
}
