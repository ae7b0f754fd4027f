/**
 * Random transitions of a model for weak memory. What a transition is to memory is chosen first: it writes (its writes are
 * one batch), reads, does both at once, or neither; guard and updates then keep to that.
 */
import {
  conjunction,
  literal,
  type TextFormula,
  type TextSwitch,
  type TextSymbol,
  type TextTransition,
  type TextUpdate,
} from '../text-model.js';
import {
  access,
  type Cells,
  isWeak,
  randomLiteral,
  randomValue,
  type Tendency,
  usable,
  type Vocabulary,
  type Voice,
} from './vocabulary.js';

export const DEEDS = { write: 5, read: 5, atomic: 3, local: 0.7 };
export type Deed = keyof typeof DEEDS;

export type StepVoice = Extract<Voice, { kind: 'step' }>;

export interface Move {
  readonly from: string;
  readonly to: string;
}

/** `move` is what happens to the actor's location, null when the transition does not care where it is. */
export function randomTransition(
  vocabulary: Vocabulary,
  name: string,
  deed: Deed,
  move: Move | null,
  tendency: Tendency,
): TextTransition {
  const { random } = vocabulary;
  const scope = random.chance(0.3) ? ['i', 'j'] : ['i'];
  const actor = scope.length === 2 && random.chance(0.35) ? 'j' : 'i';
  const voice: StepVoice = { kind: 'step', actor, scope };
  const bounds: TextFormula[] = [];
  const updates: TextUpdate[] = [];
  if (move !== null) updates.push(movement(vocabulary, voice, move.to));
  updates.push(...randomUpdates(vocabulary, voice, deed, move !== null, bounds));
  const conditions = randomConditions(vocabulary, voice, deed, tendency);
  const given = move === null ? [] : [literal(`P[${actor}] = ${move.from}`)];
  return {
    name,
    parameters: scope.map((process) => (process === actor ? `[${process}]` : process)),
    guard: withFence(vocabulary, [...given, ...bounds, ...conditions]),
    lets: [],
    updates,
  };
}

function movement({ random }: Vocabulary, { actor }: StepVoice, to: string): TextUpdate {
  if (!random.chance(0.12)) return { kind: 'assign', target: `P[${actor}]`, value: to };
  const switches = [{ condition: literal(`c = ${actor}`), value: to }];
  return { kind: 'case', target: 'P[c]', switches, otherwise: random.chance(0.5) ? 'P[c]' : null };
}

/** Conjuncts of a guard, besides location and bounds. */
export function randomConditions(
  vocabulary: Vocabulary,
  voice: StepVoice,
  deed: Deed,
  tendency: Tendency,
): TextFormula[] {
  const { random } = vocabulary;
  if (deed === 'write' || deed === 'local') {
    return random.chance(0.3) ? [randomCondition(vocabulary, voice, 'local', tendency)] : [];
  }
  const conditions: TextFormula[] = [];
  const count = random.count(deed === 'atomic' ? [3, 4, 1] : [2, 5, 2]);
  for (let made = 0; made < count; made++) {
    conditions.push(randomCondition(vocabulary, voice, random.chance(0.85) ? 'weak' : 'all', tendency));
  }
  if (random.chance(0.25)) conditions.push(randomQuantified(vocabulary, voice, tendency));
  return conditions;
}

/** A quantifier-free condition; most are one literal. */
export function randomCondition(
  vocabulary: Vocabulary,
  voice: Voice,
  cells: Cells,
  tendency: Tendency,
  depth = 1,
): TextFormula {
  const { random } = vocabulary;
  const shape = depth <= 0 ? 'literal' : random.weighted({ literal: 12, or: 3, and: 2, not: 0.7 });
  if (shape === 'literal') return randomLiteral(vocabulary, voice, cells, tendency);
  const part = (): TextFormula => randomCondition(vocabulary, voice, cells, 'none', depth - 1);
  return { kind: shape, operands: shape === 'not' ? [part()] : [part(), part()] };
}

/** `forall_other k. F[k] = v` and the like, over weak cells. */
export function randomQuantified(vocabulary: Vocabulary, voice: StepVoice, tendency: Tendency): TextFormula {
  const { random } = vocabulary;
  const quantifier = random.weighted({ forall_other: 7, forall: 1, exists_other: 1.5 });
  const inside: StepVoice = { ...voice, scope: [...voice.scope, 'k'] };
  const arrays = { ...vocabulary, symbols: vocabulary.symbols.filter((symbol) => isWeak(symbol) && symbol.arity > 0) };
  const about = random.chance(0.8) && arrays.symbols.length > 0 ? arrays : vocabulary;
  const body = randomCondition(about, inside, 'weak', tendency);
  const fenced: TextFormula = { kind: random.pick(['and', 'or']), operands: [body, literal('fence()')] };
  return { kind: 'quantified', quantifier, variable: 'k', body: random.chance(0.08) ? fenced : body };
}

/** The conjuncts, often with a fence: mostly just one more conjunct, sometimes in an odd place. */
export function withFence({ random }: Vocabulary, conjuncts: readonly TextFormula[]): TextFormula {
  const fence = literal('fence()');
  const pending: TextFormula = { kind: 'not', operands: [fence] };
  switch (random.weighted({ none: 70, plain: 22, pending: 3, or: 3, branch: 2 })) {
    case 'none':
      return conjunction(conjuncts);
    case 'plain':
      return conjunction([...conjuncts, fence]);
    case 'pending':
      return conjunction([...conjuncts, pending]);
    case 'or': {
      const [last, ...others] = [...conjuncts].reverse();
      if (last === undefined) return fence;
      return conjunction([...others.reverse(), { kind: 'or', operands: [last, random.pick([fence, pending])] }]);
    }
    case 'branch': {
      const [last, ...others] = [...conjuncts].reverse();
      if (last === undefined) return pending;
      const other: TextFormula = { kind: 'and', operands: [{ kind: 'not', operands: [last] }, pending] };
      const both: TextFormula = { kind: 'and', operands: [last, fence] };
      return conjunction([...others.reverse(), { kind: 'or', operands: [both, other] }]);
    }
  }
}

/** Updates of different symbols that make the transition what it is to be; P is left alone when it has its move. */
export function randomUpdates(
  vocabulary: Vocabulary,
  voice: StepVoice,
  deed: Deed,
  moved: boolean,
  bounds: TextFormula[],
): TextUpdate[] {
  const { random } = vocabulary;
  const targets = (cells: Cells) =>
    random
      .shuffle(usable(vocabulary, voice, cells))
      .filter((symbol) => symbol.keyword !== 'const' && !(moved && symbol.name === 'P'));
  const weak = deed === 'write' || deed === 'atomic' ? targets('weak').slice(0, random.count([0, 5, 2, 0.5])) : [];
  const local = targets('local').slice(0, random.count(deed === 'local' ? [0, 3, 1] : [3, 2, 0.5]));
  const cells: Cells = deed === 'read' || deed === 'atomic' ? 'all' : 'local';
  const updates = [...weak, ...local].flatMap((symbol) => randomUpdate(vocabulary, voice, cells, symbol, bounds));
  // A transition must not be empty for want of something to do.
  if (updates.length > 0 || moved) return updates;
  return targets('all')
    .slice(0, 1)
    .flatMap((symbol) => randomUpdate(vocabulary, voice, cells, symbol, bounds));
}

function randomUpdate(
  vocabulary: Vocabulary,
  voice: StepVoice,
  cells: Cells,
  symbol: TextSymbol,
  bounds: TextFormula[],
): TextUpdate[] {
  const { random } = vocabulary;
  if (symbol.arity === 0 && random.chance(symbol.sort === 'int' ? 0.015 : 0.06))
    return [{ kind: 'havoc', target: symbol.name }];
  if (random.chance(symbol.arity === 0 ? 0.12 : 0.35)) return [randomCase(vocabulary, voice, cells, symbol, bounds)];
  const target = access(vocabulary, voice, symbol);
  const value = randomValue(vocabulary, voice, cells, symbol.sort, bounds);
  return target === null || value === null ? [] : [{ kind: 'assign', target, value }];
}

const BINDERS = ['c', 'd'];

function randomCase(
  vocabulary: Vocabulary,
  voice: StepVoice,
  cells: Cells,
  symbol: TextSymbol,
  bounds: TextFormula[],
): TextUpdate {
  const { random } = vocabulary;
  const binders = BINDERS.slice(0, symbol.arity);
  const own = symbol.arity === 0 ? symbol.name : `${symbol.name}[${binders.join(',')}]`;
  const local = !isWeak(symbol);
  const value = (): string => randomValue(vocabulary, voice, cells, symbol.sort, bounds) ?? random.pick(voice.scope);
  const switches: TextSwitch[] = [];
  const count = random.count([0, 4, 3, 0.5]);
  for (let made = 0; made < count; made++) {
    const condition = randomSwitchCondition(vocabulary, voice, cells, binders, local);
    switches.push({ condition, value: value() });
  }
  // A row of a local array is written by its owner only, so the others keep what they have.
  const keep = local || cells === 'all' ? 2 : 0;
  switch (random.weighted({ keep, none: 3, constant: local ? 0 : 2 })) {
    case 'keep':
      return { kind: 'case', target: own, switches, otherwise: own };
    case 'none':
      return { kind: 'case', target: own, switches, otherwise: null };
    case 'constant':
      return { kind: 'case', target: own, switches, otherwise: value() };
  }
}

function randomSwitchCondition(
  vocabulary: Vocabulary,
  voice: StepVoice,
  cells: Cells,
  binders: readonly string[],
  local: boolean,
): TextFormula {
  const { random, ordered } = vocabulary;
  const [binder] = binders;
  if (binder === undefined) return randomCondition(vocabulary, voice, cells, 'none');
  const conjuncts: TextFormula[] = [];
  if (local) conjuncts.push(literal(`${binder} = ${voice.actor}`));
  else if (random.chance(0.8)) {
    const operator =
      ordered && random.chance(0.4) ? random.pick(['<', '<=', '>']) : random.weighted({ '=': 5, '<>': 1 });
    conjuncts.push(literal(`${random.pick(binders)} ${operator} ${random.pick(voice.scope)}`));
  }
  if (conjuncts.length === 0 || random.chance(0.3)) {
    const inside: StepVoice = { ...voice, scope: [...voice.scope, ...binders] };
    conjuncts.push(randomLiteral(vocabulary, inside, cells));
  }
  return conjunction(conjuncts);
}
