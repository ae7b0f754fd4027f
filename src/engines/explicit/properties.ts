/**
 * What a kernel says of a state, as code: `check` reports what is wrong with a new state, and `labels` tells which
 * propositions are true in a stored one.
 */
import type { Program, StateExpression } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import type { SpecialProgram } from '../../models/program/specialise.js';
import {
  binary,
  type Code,
  type CodeFunction,
  call,
  choose,
  constant,
  FAULT,
  get,
  load,
  ONE,
  return_,
  type Statement,
  set,
  store,
  when,
  ZERO,
} from './code/code.js';
import { Expressions } from './expressions.js';
import { report, WHAT } from './header.js';
import type { Layout } from './layout.js';
import type { Marks } from './marks.js';
import { premisesIn } from './premises.js';
import { loadState, names } from './visited.js';

interface Properties {
  /** The function `check` with those that it calls; none when there is nothing to look for. */
  readonly check: readonly CodeFunction[];
  /** Null when there are no propositions. */
  readonly labels: CodeFunction | null;
}

export function propertiesOf(
  layout: Layout,
  propositions: readonly StateExpression[] | null,
  marks: Marks | null,
): Properties {
  const expressions = new Expressions(layout.special, layout.packing);
  return {
    check: checkFunctions(layout, expressions, marks),
    labels: labelsFunction(layout, expressions, propositions),
  };
}

/** What is wrong with a new state: failures first, then the properties in their order. */
function checkFunctions(layout: Layout, expressions: Expressions, marks: Marks | null): readonly CodeFunction[] {
  const { special, packing } = layout;
  const { program, never } = special;
  const failures = program.threads.flatMap((_, thread) => failureTest(program, thread, expressions));
  if (failures.length + never.length === 0) return [];
  const failed = failures.map((test) =>
    when(test, [report('violated', get('number'), constant(WHAT.failure), ZERO), RETURN]),
  );
  const properties = never.map((condition, number): readonly Statement[] => {
    const what = constant(number);
    const violated = [report('violated', get('number'), what, ZERO), RETURN];
    return evaluated(expressions, condition, [report('undefined', get('number'), what, get(FAULT)), RETURN], violated);
  });
  const parameters = [...names(packing.words), 'number'];
  const functionOf = (name: string, body: readonly Statement[]) => ({ name, parameters, body, exported: false });
  const noted = marks === null ? [] : notePremises(special, expressions, marks);
  if (properties.length <= TOGETHER) return [functionOf('check', [...failed, ...properties.flat(), ...noted])];
  const parts: CodeFunction[] = [];
  for (let first = 0; first < properties.length; first += TOGETHER) {
    parts.push(functionOf(`check${parts.length}`, properties.slice(first, first + TOGETHER).flat()));
  }
  const calls = parts.map(({ name }) => when(call(name, ...parameters.map(get)), [RETURN]));
  return [...parts, functionOf('check', [...failed, ...calls, ...noted])];
}

/** Takes premises that are true from those that were never. Each was computed with its property: it has a value. */
function notePremises(special: SpecialProgram, expressions: Expressions, marks: Marks): Statement[] {
  const address = constant(marks.premises);
  const tests = premisesIn(special).map(({ conditions }, number) => {
    const code = conditions.map((condition) => expressions.compileState(condition).code).reduce(some, ZERO);
    const bit = 1 << number;
    const seen = store(address, 0, binary('&', load(address), constant(~bit)));
    return when(binary('&', get('left'), constant(bit)), [when(code, [seen])]);
  });
  return tests.length === 0 ? [] : [set('left', load(address)), when(get('left'), tests)];
}

function some(one: Code, other: Code): Code {
  return choose(one, ONE, other);
}

/** The propositions that are true in state `id`, a bit for each; one without a value is reported as a property further on. */
function labelsFunction(
  { special, packing }: Layout,
  expressions: Expressions,
  propositions: readonly StateExpression[] | null,
): CodeFunction | null {
  if (propositions === null) return null;
  const found = propositions.flatMap((proposition, number) => {
    const what = constant(special.never.length + number);
    const noted = [set('labels', binary('|', get('labels'), constant(1 << number)))];
    return evaluated(
      expressions,
      proposition,
      [report('undefined', get('id'), what, get(FAULT)), return_(ZERO)],
      noted,
    );
  });
  const body = [...loadState(packing.words, get('id')), ...found, return_(get('labels'))];
  return { name: 'labels', parameters: ['id'], exported: true, body };
}

/** Properties whose tests are in one function: longer ones take compilers too long. */
const TOGETHER = 512;

/** Something is wrong: what comes later does not count. */
const RETURN = return_(ONE);

/** Evaluates a condition and goes on with one list where it has no value, with the other where it is true. */
function evaluated(
  expressions: Expressions,
  condition: StateExpression,
  withoutValue: readonly Statement[],
  whenTrue: readonly Statement[],
): Statement[] {
  expressions.mayFault = false;
  const { code } = expressions.compileState(condition);
  return [
    set('value', code),
    ...(expressions.mayFault ? [when(get(FAULT), withoutValue)] : []),
    when(get('value'), whenTrue),
  ];
}

/** Whether the thread is where an assertion has failed; nothing when there is no such place. */
function failureTest(program: Program, thread: number, expressions: Expressions): Code[] {
  const { locations } = templateOf(program, thread);
  const failing = [...locations.keys()].filter((location) => locations[location]?.failure !== null);
  return failing.length === 0 ? [] : [expressions.at(thread, failing)];
}
