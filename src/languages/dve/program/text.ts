/** What steps are called in traces: `wait -> CS guard flag[1] == 0`, with constants as their values. */
import type { DveExpression, DveModel, DveSync, DveTransition } from '../model.js';
import { printExpression } from '../print-expression.js';
import type { ExpressionSyntax } from '../syntax.js';
import type { Move } from './rendezvous.js';
import { variableOf } from './terms.js';

/** Of one clause; some guards fill pages. */
const LONGEST = 60;

/** The transitions of a step; behind the first, with the names of their processes. */
export function textOf(model: DveModel, moves: readonly Move[]): string {
  const texts = moves.map(({ process, transition }) => {
    const owner = model.processes[process];
    const taken = owner?.transitions[transition];
    if (owner === undefined || taken === undefined) throw new Error('a transition that is not in the model');
    return { name: owner.name, text: transitionText(model, process, taken) };
  });
  return texts.map(({ name, text }, position) => (position === 0 ? text : `with ${name}: ${text}`)).join(' ');
}

function transitionText(model: DveModel, process: number, transition: DveTransition): string {
  const { from, to, guard, sync, effects } = transition;
  const states = model.processes[process]?.states;
  const show = (expression: DveExpression) => printExpression(syntaxOf(model, process, expression));
  const parts = [`${states?.[from]?.name} -> ${states?.[to]?.name}`];
  if (guard !== null) parts.push(`guard ${shortened(show(guard))}`);
  if (sync !== null) parts.push(`sync ${shortened(syncText(model, sync, show))}`);
  if (effects.length > 0) {
    const assignments = effects.map(({ target, value }) => `${show(target)} = ${show(value)}`);
    parts.push(`effect ${shortened(assignments.join(', '))}`);
  }
  return parts.join(' ');
}

function syncText(model: DveModel, sync: DveSync, show: (expression: DveExpression) => string): string {
  const [mark, values] = sync.direction === 'send' ? ['!', sync.values] : ['?', sync.targets];
  const list = values.map(show).join(', ');
  return `${model.channels[sync.channel]?.name}${mark}${values.length > 1 ? `{${list}}` : list}`;
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 3)}...`;
}

/** Nothing is printed by place. */
const NOWHERE = { start: 0, end: 0 };

/** `room`: for so many parts, the first ones; every part is a character at least. */
function syntaxOf(
  model: DveModel,
  process: number,
  expression: DveExpression,
  room = { left: 2 * LONGEST },
): ExpressionSyntax {
  const again = (part: DveExpression) => syntaxOf(model, process, part, room);
  const name = (text: string | undefined) => ({ ...NOWHERE, text: text ?? '' });
  if (room.left-- <= 0) return { ...NOWHERE, kind: 'name', name: name('...'), index: null };
  switch (expression.kind) {
    case 'constant': {
      const { value } = expression;
      const number = { ...NOWHERE, kind: 'number', text: String(Math.abs(value)) } as const;
      return value < 0 ? { ...NOWHERE, kind: 'unary', operator: '-', operand: number } : number;
    }
    case 'variable': {
      const index = expression.index === null ? null : again(expression.index);
      const variable = name(variableOf(model, expression).name);
      if (expression.owner === null || expression.owner === process)
        return { ...NOWHERE, kind: 'name', name: variable, index };
      const other = name(model.processes[expression.owner]?.name);
      return { ...NOWHERE, kind: 'localOf', process: other, variable, index };
    }
    case 'at': {
      const other = model.processes[expression.process];
      const state = name(other?.states[expression.state]?.name);
      return { ...NOWHERE, kind: 'at', process: name(other?.name), state };
    }
    case 'unary':
      return { ...NOWHERE, kind: 'unary', operator: expression.operator, operand: again(expression.operand) };
    case 'binary': {
      const { operator, left, right } = expression;
      return { ...NOWHERE, kind: 'binary', operator, left: again(left), right: again(right) };
    }
    case 'chain':
      return { ...NOWHERE, kind: 'chain', operator: expression.operator, parts: expression.parts.map(again) };
  }
}
