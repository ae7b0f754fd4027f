/**
 * A program to be run under sequential consistency as a flat system: every cell of memory and every local of every thread is
 * an integer variable (`variables.ts`), every edge some guarded commands (`commands.ts`), every property a condition on
 * these (`conditions.ts`).
 *
 * Each step of the program is a step of the system. The system may have more, where values are left open (`values.ts`).
 */
import { type Formula, TooLarge, TRUE } from '../../logic/integer/formula.js';
import type { Program, StateExpression } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import { EdgeCommands } from './commands.js';
import { badStates, conditionTree, localsRead } from './conditions.js';
import { deadVariables } from './dead.js';
import type { Command, FlatSystem } from './system.js';
import { Evaluator } from './values.js';
import { NotLinear, Variables } from './variables.js';

export interface Flattened {
  readonly system: FlatSystem;
  /** A condition on states, which must not speak of locations, in the terms of the system; true where it cannot be said. */
  formula(condition: StateExpression): Formula;
}

export function flatten(program: Program): Flattened | { readonly refused: string } {
  try {
    return flattened(program);
  } catch (error) {
    if (error instanceof NotLinear) return { refused: 'too much of one step is not linear arithmetic' };
    if (error instanceof TooLarge) return { refused: 'its numbers are too large' };
    throw error;
  }
}

function flattened(program: Program): Flattened {
  const variables = new Variables(program);
  const evaluator = new Evaluator(variables, program.wraps === true);
  const edges = new EdgeCommands(variables, evaluator, program.outOfRange);
  const commands = program.threads.flatMap((_, thread) =>
    templateOf(program, thread).edges.flatMap((edge, number) => edges.of(thread, number, edge)),
  );
  const threads = program.threads.map(({ name }, thread) => {
    const { locations, entry } = templateOf(program, thread);
    return { name, locations: locations.length, entry };
  });
  const system: FlatSystem = {
    variables: variables.list,
    firstInput: variables.firstInput,
    initial: variables.initial,
    threads,
    commands,
    leaving: leavingOf(threads, commands),
    bad: badStates(program, variables, evaluator),
    dead: deadOf(program, variables, commands),
  };
  const formula = (condition: StateExpression): Formula => {
    try {
      variables.begin();
      return evaluator.truth(conditionTree(variables, condition, null)).holds;
    } catch (error) {
      if (error instanceof NotLinear || error instanceof TooLarge) return TRUE;
      throw error;
    }
  };
  return { system, formula };
}

function leavingOf(threads: FlatSystem['threads'], commands: readonly Command[]): FlatSystem['leaving'] {
  const leaving = threads.map(({ locations }) => Array.from({ length: locations }, (): number[] => []));
  for (const [number, { thread, from }] of commands.entries()) leaving[thread]?.[from]?.push(number);
  return leaving;
}

/** What properties read is never dead. */
function deadOf(program: Program, variables: Variables, commands: readonly Command[]): FlatSystem['dead'] {
  const observed = new Set(program.never.flatMap(({ condition }) => localsRead(variables, condition)));
  return program.threads.map((_, thread) => {
    const own = variables.ownOf(thread).filter((number) => !observed.has(variables.at(number).residue?.of ?? number));
    const { locations } = templateOf(program, thread);
    const acting = commands.filter((command) => command.thread === thread);
    return deadVariables(acting, locations.length, own);
  });
}
