/** Random updates of a transition: assignments, copies, counters, `case` with and without default, open choices. */
import { type Phrases, randomCondition } from './random-formulas.js';
import {
  literal,
  type TextFormula,
  type TextSwitch,
  type TextSymbol,
  type TextTransition,
  type TextUpdate,
} from './text-model.js';
import { access, randomLiteral, randomValue, type Scope } from './vocabulary.js';

export interface RandomUpdates {
  readonly lets: TextTransition['lets'];
  readonly updates: readonly TextUpdate[];
  /** Conjuncts for the guard that keep counters small. */
  readonly bounds: readonly TextFormula[];
}

/** `move` is the location that P[i] is given first, or null. */
export function randomUpdates(phrases: Phrases, parameters: Scope, move: string | null): RandomUpdates {
  const { random, symbols } = phrases;
  const bounds: TextFormula[] = [];
  const updates: TextUpdate[] = [];
  const lets: { name: string; value: string }[] = [];
  if (move !== null) updates.push(movement(phrases, move));
  const open = symbols.filter((symbol) => symbol.keyword !== 'const' && !(move !== null && symbol.name === 'P'));
  const count = random.count(move === null ? [0, 4, 3, 1] : [3, 4, 2]);
  for (const symbol of random.shuffle(open).slice(0, count)) {
    const update = randomUpdate(phrases, symbol, parameters, bounds);
    if (update === null) continue;
    if (update.kind === 'assign' && random.chance(0.08)) {
      const name = `v${lets.length + 1}`;
      lets.push({ name, value: update.value });
      updates.push({ ...update, value: name });
    } else updates.push(update);
  }
  return { lets, updates, bounds };
}

function movement({ random }: Phrases, move: string): TextUpdate {
  if (!random.chance(0.15)) return { kind: 'assign', target: 'P[i]', value: move };
  return { kind: 'case', target: 'P[c]', switches: [{ condition: literal('c = i'), value: move }], otherwise: 'P[c]' };
}

function randomUpdate(
  phrases: Phrases,
  symbol: TextSymbol,
  parameters: Scope,
  bounds: TextFormula[],
): TextUpdate | null {
  const { random } = phrases;
  if (symbol.arity === 0 && random.chance(openness(phrases, symbol))) return { kind: 'havoc', target: symbol.name };
  const binders = ['c', 'd'].slice(0, symbol.arity);
  const target = symbol.arity === 0 ? symbol.name : access(phrases, symbol, parameters);
  if (target === null || random.chance(symbol.arity === 0 ? 0.15 : 0.4)) {
    return randomCase(phrases, symbol, parameters, binders, bounds);
  }
  const value = counted(phrases, symbol, target, bounds) ?? randomValue(phrases, symbol.sort, parameters, null);
  return value === null ? null : { kind: 'assign', target, value };
}

/** Open numbers can only be sampled by exploration: fewer of them. */
function openness({ leaning }: Phrases, symbol: TextSymbol): number {
  return symbol.sort === 'int' || symbol.sort === 'real' ? leaning.open / 3 : leaning.open;
}

/** A step of a counter, mostly bounded by the guard. */
function counted({ random }: Phrases, symbol: TextSymbol, cell: string, bounds: TextFormula[]): string | null {
  if (symbol.sort !== 'int' || !random.chance(0.55)) return null;
  const up = random.chance(0.6);
  if (random.chance(0.8)) bounds.push(literal(up ? `${cell} < ${random.between(1, 3)}` : `0 < ${cell}`));
  return `${cell} ${up ? '+' : '-'} 1`;
}

function randomCase(
  phrases: Phrases,
  symbol: TextSymbol,
  parameters: Scope,
  binders: readonly string[],
  bounds: TextFormula[],
): TextUpdate | null {
  const { random } = phrases;
  const own = symbol.arity === 0 ? symbol.name : `${symbol.name}[${binders.join(',')}]`;
  const scope = [...parameters, ...binders];
  const switches: TextSwitch[] = [];
  const count = random.count([0, 4, 2, 0.5]);
  for (let made = 0; made < count; made++) {
    const value = randomValue(phrases, symbol.sort, scope, own);
    if (value !== null) switches.push({ condition: randomSwitchCondition(phrases, parameters, binders), value });
  }
  if (switches.length === 0) return null;
  const [first] = switches;
  if (
    first !== undefined &&
    symbol.sort === 'int' &&
    symbol.arity === 1 &&
    parameters.length > 0 &&
    random.chance(0.4)
  ) {
    const at = `${symbol.name}[${parameters[0]}]`;
    if (random.chance(0.8)) bounds.push(literal(`${at} < 2`));
    switches[0] = { condition: literal(`${binders[0]} = ${parameters[0]}`), value: `${own} + 1` };
  }
  if (random.chance(1.5 * openness(phrases, symbol))) return { kind: 'case', target: own, switches, otherwise: null };
  const otherwise = random.chance(0.75) ? own : (randomValue(phrases, symbol.sort, scope, own) ?? own);
  return { kind: 'case', target: own, switches, otherwise };
}

function randomSwitchCondition(phrases: Phrases, parameters: Scope, binders: readonly string[]): TextFormula {
  const { random, ordered } = phrases;
  const [binder] = binders;
  if (binder === undefined) return randomCondition(phrases, parameters);
  if (parameters.length > 0 && random.chance(0.45)) {
    const operator =
      ordered && random.chance(0.5) ? random.pick(['<', '<=', '>']) : random.weighted({ '=': 4, '<>': 1 });
    const about = literal(`${random.pick(binders)} ${operator} ${random.pick(parameters)}`);
    if (random.chance(0.6)) return about;
    return { kind: 'and', operands: [about, randomLiteral(phrases, [...parameters, ...binders])] };
  }
  return randomCondition(phrases, [...parameters, ...binders]);
}
