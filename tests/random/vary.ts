/** Random variations of a model: a part dropped, a part added, a value changed. Each leaves a well-formed model. */
import { type Phrases, randomCondition, randomQuantified } from './random-formulas.js';
import { randomUpdates } from './random-updates.js';
import { conjunction, type TextFormula, type TextModel, type TextTransition, type TextUpdate } from './text-model.js';
import { randomLiteral } from './vocabulary.js';

const VARIATIONS = {
  nothing: 1,
  dropConjunct: 4,
  addConjunct: 2,
  addQuantified: 1,
  dropUpdate: 3,
  addUpdate: 3,
  openUpdate: 1.2,
  dropTransition: 0.7,
  openInit: 0.7,
  changeUnsafe: 0.7,
};

export function vary(phrases: Phrases, model: TextModel): TextModel {
  const { random } = phrases;
  const transition = random.pick(model.transitions);
  const changed = (change: Partial<TextTransition>): TextModel => ({
    ...model,
    transitions: model.transitions.map((other) => (other === transition ? { ...transition, ...change } : other)),
  });
  switch (random.weighted(VARIATIONS)) {
    case 'nothing':
      return model;
    case 'dropConjunct':
      return changed({ guard: withoutOne(phrases, transition.guard) });
    case 'addConjunct':
      return changed({ guard: withOne(transition.guard, randomCondition(phrases, transition.parameters)) });
    case 'addQuantified': {
      const quantified = randomQuantified(phrases, transition.parameters, 'm', 'none');
      return changed({ guard: withOne(transition.guard, quantified) });
    }
    case 'dropUpdate': {
      const dropped = random.pick(transition.updates);
      return changed({ updates: transition.updates.filter((update) => update !== dropped) });
    }
    case 'addUpdate': {
      const { lets, updates, bounds } = randomUpdates(phrases, transition.parameters, null);
      const added = updates.find(
        (update) => !transition.updates.some((other) => symbolOf(other.target) === symbolOf(update.target)),
      );
      if (added === undefined) return model;
      const bound = lets.find(({ name }) => added.kind === 'assign' && added.value === name);
      const update = bound !== undefined && added.kind === 'assign' ? { ...added, value: bound.value } : added;
      return changed({
        updates: [...transition.updates, update],
        guard: random.chance(0.5) ? conjunction([...bounds, transition.guard]) : transition.guard,
      });
    }
    case 'openUpdate': {
      const opened = random.pick(transition.updates);
      const update: TextUpdate =
        opened.kind === 'case' ? { ...opened, otherwise: null } : { kind: 'havoc', target: opened.target };
      // An array can't be opened at one cell, and a `case` needs a switch.
      if (update.kind === 'havoc' ? update.target.includes('[') : update.switches.length === 0) return model;
      return changed({ updates: transition.updates.map((other) => (other === opened ? update : other)) });
    }
    case 'dropTransition':
      return { ...model, transitions: model.transitions.filter((other) => other !== transition) };
    case 'openInit':
      return { ...model, init: { ...model.init, formula: withoutOne(phrases, model.init.formula) } };
    case 'changeUnsafe': {
      const unsafe = random.pick(model.unsafe);
      const formula = random.chance(0.5)
        ? withoutOne(phrases, unsafe.formula)
        : withOne(unsafe.formula, randomLiteral(phrases, unsafe.parameters));
      return { ...model, unsafe: model.unsafe.map((other) => (other === unsafe ? { ...unsafe, formula } : other)) };
    }
  }
}

function symbolOf(target: string): string {
  return target.split('[')[0] ?? target;
}

function withOne(formula: TextFormula, added: TextFormula): TextFormula {
  return { kind: 'and', operands: [...(formula.kind === 'and' ? formula.operands : [formula]), added] };
}

function withoutOne({ random }: Phrases, formula: TextFormula): TextFormula {
  if (formula.kind !== 'and') return formula;
  const dropped = random.pick(formula.operands);
  return conjunction(formula.operands.filter((operand) => operand !== dropped));
}
