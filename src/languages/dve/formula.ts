/** A formula given beside a DVE model: each of its conditions is read as one of the model, and may look at everything. */
import type { StateExpression } from '../../models/program/model.js';
import { formulaProperty, type TemporalProperty } from '../../models/program/temporal.js';
import type { FormulaText } from '../ltl/given.js';
import { dveCondition } from './index.js';
import type { DveModel } from './model.js';
import type { DveProgram } from './program.js';

/** Null when it is wrong; `text` then has faults. */
export function dveFormula(
  text: FormulaText,
  called: Pick<TemporalProperty, 'name' | 'text'>,
  model: DveModel,
  { condition: conditionOf }: DveProgram,
): TemporalProperty | null {
  const { diagnostics } = text;
  const locals = model.processes.flatMap(({ variables }) => variables);
  const words = new Set([...model.globals, ...model.processes, ...locals].map(({ name }) => name));
  const given = text.parse((word) => words.has(word));
  const conditions: StateExpression[] = [];
  for (const condition of given?.conditions ?? []) {
    const read = dveCondition(condition.source, diagnostics, model);
    const made = read === null ? null : conditionOf(read);
    if (made !== null && 'refused' in made) diagnostics.error('unsupported', condition, made.refused);
    else if (made !== null) conditions.push(made);
  }
  if (given === null || diagnostics.errors > 0) return null;
  return formulaProperty(called.name, called.text, given.formula, conditions);
}
