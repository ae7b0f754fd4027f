/** Random variations of a model for weak memory: a fence, a test or a write dropped, added or moved. */
import {
  conjunction,
  literal,
  type TextFormula,
  type TextModel,
  type TextTransition,
  type TextUpdate,
} from '../text-model.js';
import { twin } from './cycles.js';
import {
  type Deed,
  type Move,
  randomCondition,
  randomQuantified,
  randomTransition,
  randomUpdates,
  type StepVoice,
} from './transitions.js';
import { isWeak, LOCATIONS, randomLiteral, type Vocabulary } from './vocabulary.js';

const VARIATIONS = {
  nothing: 1,
  dropConjunct: 4,
  addTest: 2.5,
  addQuantified: 0.8,
  addFence: 2,
  dropUpdate: 2.5,
  addUpdate: 3,
  splitUpdates: 1.5,
  dropTransition: 0.7,
  addTwin: 2,
  conditionalWrite: 1,
  addTransition: 1.5,
  openInit: 0.7,
  changeUnsafe: 1.5,
};

export function varyWeak(vocabulary: Vocabulary, model: TextModel): TextModel {
  const { random } = vocabulary;
  const transition = random.pick(model.transitions);
  const voice = voiceOf(transition);
  const replaced = (...by: TextTransition[]): TextModel => ({
    ...model,
    transitions: model.transitions.flatMap((other) => (other === transition ? by : [other])),
  });
  const changed = (change: Partial<TextTransition>): TextModel => replaced({ ...transition, ...change });
  switch (random.weighted(VARIATIONS)) {
    case 'nothing':
      return model;
    case 'dropConjunct':
      return changed({ guard: withoutOne(vocabulary, transition.guard) });
    case 'addTest':
      return changed({ guard: withOne(transition.guard, randomCondition(vocabulary, voice, 'all', 'none')) });
    case 'addQuantified':
      return changed({ guard: withOne(transition.guard, randomQuantified(vocabulary, voice, 'none')) });
    case 'addFence':
      return changed({ guard: withOne(transition.guard, fence(random.chance(0.15))) });
    case 'dropUpdate': {
      if (transition.updates.length < 2) return model;
      const dropped = random.pick(transition.updates);
      return changed({ updates: transition.updates.filter((update) => update !== dropped) });
    }
    case 'addUpdate': {
      const bounds: TextFormula[] = [];
      const assigned = new Set(transition.updates.map(({ target }) => symbolOf(target)));
      const rest = { ...vocabulary, symbols: vocabulary.symbols.filter(({ name }) => !assigned.has(name)) };
      const [added] = randomUpdates(rest, voice, random.pick<Deed>(['write', 'atomic', 'read']), true, bounds);
      if (added === undefined) return model;
      return changed({
        updates: [...transition.updates, added],
        guard: conjunction([...bounds, transition.guard]),
      });
    }
    case 'splitUpdates':
      return split(vocabulary, transition, replaced) ?? model;
    case 'dropTransition':
      return model.transitions.length > 1 ? replaced() : model;
    case 'addTwin':
      if (model.transitions.some(({ name }) => name === `${transition.name}_twin`)) return model;
      return replaced(transition, twin(random, transition));
    case 'conditionalWrite': {
      const weak = new Set(vocabulary.symbols.filter(isWeak).map(({ name }) => name));
      const update = random.pick(transition.updates);
      if (update.kind !== 'assign' || !weak.has(symbolOf(update.target))) return model;
      return changed({
        updates: transition.updates.map((other) => (other === update ? conditional(vocabulary, voice, update) : other)),
      });
    }
    case 'addTransition': {
      const name = `extra${model.transitions.length}`;
      const move: Move = { from: random.pick(LOCATIONS), to: random.pick(LOCATIONS) };
      const deed = random.pick<Deed>(['write', 'read', 'atomic']);
      const added = randomTransition(vocabulary, name, deed, random.chance(0.7) ? move : null, 'none');
      return { ...model, transitions: [...model.transitions, added] };
    }
    case 'openInit':
      return { ...model, init: { ...model.init, formula: withoutOne(vocabulary, model.init.formula) } };
    case 'changeUnsafe': {
      const unsafe = random.pick(model.unsafe);
      const about = { kind: 'property' as const, scope: unsafe.parameters };
      const formula = random.chance(0.4)
        ? withoutOne(vocabulary, unsafe.formula)
        : withOne(unsafe.formula, randomLiteral(vocabulary, about, random.chance(0.7) ? 'weak' : 'all'));
      return { ...model, unsafe: model.unsafe.map((other) => (other === unsafe ? { ...unsafe, formula } : other)) };
    }
  }
}

/** A transition that moves from one location to another becomes two, with a location that is not used otherwise between. */
function split(
  { random, symbols }: Vocabulary,
  transition: TextTransition,
  replaced: (...by: TextTransition[]) => TextModel,
): TextModel | null {
  const { actor } = voiceOf(transition);
  const move = transition.updates.find(({ target }) => target === `P[${actor}]`);
  const weak = new Set(symbols.filter(isWeak).map(({ name }) => name));
  const writes = transition.updates.filter(({ target }) => weak.has(symbolOf(target)));
  const [late] = random.shuffle(writes);
  if (move === undefined || move.kind !== 'assign' || move.value === 'L4' || late === undefined) return null;
  const rest = transition.updates.filter((update) => update !== late && update !== move);
  const through = { ...move, value: 'L4' };
  return replaced(
    { ...transition, updates: [through, ...rest] },
    {
      ...transition,
      name: `${transition.name}2`,
      guard: literal(`P[${actor}] = L4`),
      updates: [move, late],
    },
  );
}

/** The same write, only where the actor's local cells are such and such. */
function conditional(
  vocabulary: Vocabulary,
  voice: StepVoice,
  { target, value }: Extract<TextUpdate, { kind: 'assign' }>,
): TextUpdate {
  const [, indices] = /\[(.*)\]/.exec(target) ?? [];
  const cells = indices?.split(',') ?? [];
  const binders = ['c', 'd'].slice(0, cells.length);
  const here = cells.map((index, k) => literal(`${binders[k]} = ${index}`));
  const condition = conjunction([...here, randomLiteral(vocabulary, voice, 'local')]);
  const written = binders.length === 0 ? target : `${symbolOf(target)}[${binders.join(',')}]`;
  return { kind: 'case', target: written, switches: [{ condition, value }], otherwise: null };
}

function voiceOf({ parameters }: TextTransition): StepVoice {
  const scope = parameters.map((parameter) => parameter.replace(/[[\]]/g, ''));
  const actor = parameters.findIndex((parameter) => parameter.startsWith('['));
  return { kind: 'step', actor: scope[actor] as string, scope };
}

function fence(negated: boolean): TextFormula {
  const plain = literal('fence()');
  return negated ? { kind: 'not', operands: [plain] } : plain;
}

function symbolOf(target: string): string {
  return target.split('[')[0] ?? target;
}

function withOne(formula: TextFormula, added: TextFormula): TextFormula {
  return { kind: 'and', operands: [...(formula.kind === 'and' ? formula.operands : [formula]), added] };
}

function withoutOne({ random }: Vocabulary, formula: TextFormula): TextFormula {
  if (formula.kind !== 'and') return formula;
  const dropped = random.pick(formula.operands);
  return conjunction(formula.operands.filter((operand) => operand !== dropped));
}
