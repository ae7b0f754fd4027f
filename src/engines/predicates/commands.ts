/**
 * The commands of an edge: one for each case of its guard (one for each disjunct, so that a guard is a conjunction and what it
 * says is learned), of its indices, of its values and of their remainders; and commands that fail, for when a value does not
 * fit its variable, an index is out of bounds or a divisor is 0. A value 'any' of a small sort is a command for each value,
 * otherwise an input.
 */
import { and, atMost, constant, FALSE, type Formula, type Linear, not, or, TRUE } from '../../logic/integer/formula.js';
import type { Edge, Program, Update } from '../../models/program/model.js';
import { expressionTree } from './conditions.js';
import type { Command } from './system.js';
import type { Case, Evaluated, Evaluator } from './values.js';
import type { Variables } from './variables.js';

/** A guard with more disjuncts stays as it is. */
const MOST_DISJUNCTS = 24;
/** A choice among more values is an input. */
const MOST_CHOICES = 8;

/** What an edge does in one case. */
interface Way {
  readonly when: Formula;
  readonly updates: ReadonlyMap<number, Linear>;
  readonly choices: readonly Linear[];
}

export class EdgeCommands {
  constructor(
    private readonly variables: Variables,
    private readonly evaluator: Evaluator,
    private readonly outOfRange: Program['outOfRange'],
  ) {}

  of(thread: number, number: number, { from, to, guard, updates }: Edge): Command[] {
    const inputs = this.variables.begin();
    const test =
      guard === null
        ? { holds: TRUE, fails: FALSE }
        : this.evaluator.truth(expressionTree(this.variables, thread, guard));
    const failures = [test.fails];
    let enabled = and([test.holds, not(test.fails)]);
    let ways: readonly Way[] = [{ when: TRUE, updates: new Map(), choices: [] }];
    for (const update of updates) {
      const { first, place, value } = this.parts(thread, update);
      const outside = or(value.cases.map((each) => and([each.when, this.outside(each.value, first)])));
      failures.push(and([enabled, or([place.fails, value.fails])]));
      enabled = and([enabled, not(place.fails), not(value.fails)]);
      if (this.outOfRange === 'failure') failures.push(and([enabled, outside]));
      enabled = and([enabled, not(outside)]);
      ways = ways.flatMap((way) =>
        place.cases.flatMap(({ when: at, cell }) =>
          value.cases.map((each) => ({
            when: and([way.when, at, each.when]),
            updates: new Map([...way.updates, [first + cell, each.value]]),
            choices: update.value === 'any' ? [...way.choices, each.value] : way.choices,
          })),
        ),
      );
    }
    const common = { thread, from, to, edge: number, inputs };
    const failing = disjunctsOf(or(failures)).map((when) => ({
      ...common,
      guard: when,
      updates: new Map(),
      // Any value of the sort: what fails does not depend on it.
      choices: updates.filter(({ value }) => value === 'any').map((update) => this.someChoice(thread, update)),
      fails: true,
    }));
    const possible = ways
      .flatMap((way) => this.withResidues(way))
      .flatMap(({ when, ...rest }) =>
        disjunctsOf(and([enabled, when])).map((guarded) => ({ ...common, ...rest, guard: guarded, fails: false })),
      );
    return [...failing, ...possible];
  }

  /** Where an update writes, and what. */
  private parts(thread: number, { target, value }: Update) {
    const { first, size } = this.variables.rangeOf(target.kind === 'shared' ? null : thread, target.variable);
    const index = target.index === null ? null : expressionTree(this.variables, thread, target.index);
    const place = this.evaluator.place(size, index);
    const written =
      value === 'any' ? this.choice(first) : this.evaluator.value(expressionTree(this.variables, thread, value));
    return { first, place, value: written };
  }

  private choice(target: number): Evaluated {
    const declared = this.variables.at(target);
    const { low, high } = declared;
    if (low === null || high === null) throw new Error(`${declared.name} has no list of values`);
    const values =
      high - low < MOST_CHOICES
        ? Array.from({ length: high - low + 1 }, (_, i) => constant(low + i))
        : [this.variables.input({ ...declared, name: `any ${declared.name}` })];
    return { cases: values.map((value): Case => ({ when: TRUE, value })), fails: FALSE };
  }

  private someChoice(thread: number, { target }: Update): Linear {
    const { first } = this.variables.rangeOf(target.kind === 'shared' ? null : thread, target.variable);
    return constant(this.variables.at(first).low ?? 0);
  }

  /** When the value does not fit the variable. */
  private outside(value: Linear, target: number): Formula {
    const { low, high } = this.variables.at(target);
    // A copy of a variable with the same bounds, or an input made for this one, fits.
    const [source] = value.variables;
    if (source !== undefined && value.variables.length === 1 && value.coefficients[0] === 1 && value.constant === 0) {
      const bounds = this.variables.at(source);
      if (bounds.low === low && bounds.high === high) return FALSE;
    }
    return or([
      low === null ? FALSE : atMost(value, constant(low - 1)),
      high === null ? FALSE : atMost(constant(high + 1), value),
    ]);
  }

  /** The same with the remainders of what is written: by case, or left open where the value is. */
  private withResidues(way: Way): readonly Way[] {
    let ways: readonly Way[] = [way];
    for (const [target, value] of way.updates) {
      for (const { variable: companion, modulus } of this.variables.residuesOf(target)) {
        const known = this.evaluator.residues(value, modulus);
        const cases = known?.map(({ when, residue }) => ({ when, value: constant(residue) })) ?? [
          { when: TRUE, value: this.variables.input({ name: 'any remainder', low: 0, high: modulus - 1 }) },
        ];
        ways = ways.flatMap(({ when: before, updates, choices }) =>
          cases.map(({ when, value: residue }) => ({
            when: and([before, when]),
            updates: new Map([...updates, [companion, residue]]),
            choices,
          })),
        );
      }
    }
    return ways;
  }
}

/** The formula as a disjunction of conjunctions, where that is short. */
function disjunctsOf(formula: Formula): readonly Formula[] {
  const found = disjuncts(formula);
  return found === null ? [formula] : [...new Map(found.map((part) => [part.key, part])).values()];
}

function disjuncts(formula: Formula): readonly Formula[] | null {
  if (formula.kind === 'false') return [];
  if (formula.kind === 'or') {
    const parts = formula.operands.map(disjuncts);
    if (parts.some((part) => part === null)) return null;
    const all = parts.flatMap((part) => part ?? []);
    return all.length > MOST_DISJUNCTS ? null : all;
  }
  if (formula.kind !== 'and') return [formula];
  let all: readonly Formula[] = [TRUE];
  for (const operand of formula.operands) {
    const parts = disjuncts(operand);
    if (parts === null || all.length * parts.length > MOST_DISJUNCTS) return null;
    all = all.flatMap((left) => parts.map((right) => and([left, right]))).filter((part) => part !== FALSE);
  }
  return all;
}
