/**
 * Smaller models that may still show a fault: drop a declaration, a conjunct, an update, a switch; put an operand in the
 * place of a formula. Greedy: the first smaller model that still fails is taken and the search starts again from it, so
 * what comes out can't be made smaller by one cut. A cut may leave a model that makes no sense (an unbound name, say):
 * the front end rejects it and the caller counts it as not failing.
 */
import {
  literal,
  printModel,
  type TextFormula,
  type TextModel,
  type TextProperty,
  type TextTransition,
  type TextUpdate,
} from './text-model.js';

export async function shrink(
  model: TextModel,
  fails: (smaller: TextModel) => Promise<boolean>,
  mostTrials = 3000,
): Promise<TextModel> {
  let current = model;
  let trials = 0;
  const tried = new Set<string>([printModel(model)]);
  search: for (;;) {
    for (const smaller of smallerModels(current)) {
      const text = printModel(smaller);
      if (tried.has(text)) continue;
      tried.add(text);
      if (++trials > mostTrials) return current;
      if (await fails(smaller)) {
        current = smaller;
        continue search;
      }
    }
    return current;
  }
}

export function* smallerModels(model: TextModel): Generator<TextModel> {
  for (const transitions of dropped(model.transitions)) yield { ...model, transitions };
  if (model.unsafe.length > 1) for (const unsafe of dropped(model.unsafe)) yield { ...model, unsafe };
  for (const invariants of dropped(model.invariants)) yield { ...model, invariants };
  for (const lemmas of dropped(model.lemmas ?? [])) yield { ...model, lemmas };
  for (const predicates of dropped(model.predicates)) yield { ...model, predicates };
  for (const symbols of dropped(model.symbols)) yield { ...model, symbols };
  for (const types of dropped(model.types)) yield { ...model, types };
  if (model.processes !== null) yield { ...model, processes: null };
  for (const transitions of replaced(model.transitions, smallerTransitions)) yield { ...model, transitions };
  for (const unsafe of replaced(model.unsafe, smallerProperties)) yield { ...model, unsafe };
  for (const invariants of replaced(model.invariants, smallerProperties)) yield { ...model, invariants };
  for (const lemmas of replaced(model.lemmas ?? [], smallerProperties)) yield { ...model, lemmas };
  for (const init of smallerProperties(model.init)) yield { ...model, init };
  for (const predicates of replaced(model.predicates, (predicate) =>
    smallerFormulas(predicate.formula).map((formula) => ({ ...predicate, formula })),
  )) {
    yield { ...model, predicates };
  }
}

function smallerTransitions(transition: TextTransition): TextTransition[] {
  return [
    ...dropped(transition.updates).map((updates) => ({ ...transition, updates })),
    ...smallerFormulas(transition.guard).map((guard) => ({ ...transition, guard })),
    ...dropped(transition.parameters).map((parameters) => ({ ...transition, parameters })),
    ...dropped(transition.lets).map((lets) => ({ ...transition, lets })),
    ...inlinedLets(transition),
    ...replaced(transition.updates, smallerUpdates).map((updates) => ({ ...transition, updates })),
  ];
}

function inlinedLets(transition: TextTransition): TextTransition[] {
  return transition.lets.map((bound) => ({
    ...transition,
    lets: transition.lets.filter((other) => other !== bound),
    updates: transition.updates.map((update) =>
      update.kind === 'assign' && update.value === bound.name ? { ...update, value: bound.value } : update,
    ),
  }));
}

function smallerUpdates(update: TextUpdate): TextUpdate[] {
  if (update.kind !== 'case') return [];
  const smaller: TextUpdate[] = [];
  if (update.switches.length > 1) {
    for (const switches of dropped(update.switches)) smaller.push({ ...update, switches });
  }
  for (const switches of replaced(update.switches, (choice) =>
    smallerFormulas(choice.condition).map((condition) => ({ ...choice, condition })),
  )) {
    smaller.push({ ...update, switches });
  }
  if (update.otherwise !== null && update.otherwise !== update.target)
    smaller.push({ ...update, otherwise: update.target });
  if (!update.target.includes('[')) {
    for (const { value } of update.switches) smaller.push({ kind: 'assign', target: update.target, value });
  }
  return smaller;
}

function smallerProperties(property: TextProperty): TextProperty[] {
  return [
    ...smallerFormulas(property.formula).map((formula) => ({ ...property, formula })),
    ...dropped(property.parameters).map((parameters) => ({ ...property, parameters })),
  ];
}

function smallerFormulas(formula: TextFormula): TextFormula[] {
  switch (formula.kind) {
    case 'literal':
      return formula.text === 'true' || formula.text === 'false' ? [] : [literal('true'), literal('false')];
    case 'quantified':
      return [
        literal('true'),
        literal('false'),
        formula.body,
        ...smallerFormulas(formula.body).map((body) => ({ ...formula, body })),
      ];
    default: {
      const shorter =
        (formula.kind === 'and' || formula.kind === 'or') && formula.operands.length > 2
          ? dropped(formula.operands).map((operands) => ({ ...formula, operands }))
          : [];
      return [
        literal('true'),
        ...formula.operands,
        ...shorter,
        ...replaced(formula.operands, smallerFormulas).map((operands) => ({ ...formula, operands })),
      ];
    }
  }
}

/** The list without one of its items, for each. */
function dropped<Item>(items: readonly Item[]): Item[][] {
  return items.map((_, position) => items.filter((__, other) => other !== position));
}

/** The list with one item made smaller, for each way. */
function replaced<Item>(items: readonly Item[], smaller: (item: Item) => readonly Item[]): Item[][] {
  return items.flatMap((item, position) => smaller(item).map((other) => items.with(position, other)));
}
