/**
 * Random programs for the engine of all states: those of tests/engines/explicit with wide variables and open beginnings
 * mixed in, programs whose threads are alike (self, arrays by thread, variables that name a thread), counters without bound,
 * and straight-line programs, of which the axioms know the final states. A share of them, but for straight lines, has steps
 * like those of models, and a share has barriers between stores (`model-steps.ts`).
 */

import type {
  Edge,
  Expression,
  Program,
  Sort,
  StateExpression,
  Template,
  Update,
} from '../../../src/models/program/model.js';
import { randomProgram as randomStraightLine } from '../../engines/axiomatic/random-programs.js';
import { randomProgram } from '../../engines/explicit/random-programs.js';
import {
  apply,
  array,
  assign,
  at,
  BOOL,
  both,
  edge,
  local,
  location,
  never,
  number,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';
import type { Program as StraightLine } from '../../support/straight-line.js';
import { Random } from '../random.js';
import { counterProgram } from './counters.js';
import { exploreLevels } from './explore.js';
import { withBarriers, withModelSteps } from './model-steps.js';
import { translate } from './straight-line.js';

export interface RandomCase {
  readonly program: Program;
  /** What the program was made from, where the axioms can be asked. */
  readonly source: StraightLine | null;
}

export function randomCase(seed: number): RandomCase {
  const random = new Random(seed);
  switch (random.weighted({ any: 6, alike: 2, straight: 2, counters: 2 })) {
    case 'any': {
      const program = laterWrong(random, varied(random, signed(random, randomProgram(random))));
      return { program: withBarriers(random, withModelSteps(random, program)), source: null };
    }
    case 'alike':
      return { program: withBarriers(random, withModelSteps(random, alikeProgram(random))), source: null };
    case 'counters':
      return { program: withBarriers(random, withModelSteps(random, counterProgram(random))), source: null };
    case 'straight': {
      const locations = random.pick([['x', 'y'], ['x', 'y'], ['x'], ['x', 'y', 'z']]);
      const threads = random.pick([2, 2, 2, 3]);
      const shape = { threads, operations: threads === 3 ? 3 : 4, locations, plain: random.chance(0.3) };
      const source = randomStraightLine(random, shape);
      return { program: translate(source).program, source };
    }
  }
}

const NEAR = 1;
const FEW_STATES = 300;

/** Mostly without what is wrong from the start: it says nothing of the steps. */
function laterWrong(random: Random, program: Program): Program {
  const soon = ({ length }: { length: number | null }) => length !== null && length <= NEAR;
  const asked = (each: Program) => exploreLevels(each, 'sc', 1, FEW_STATES) ?? { length: null };
  if (random.chance(0.2) || !soon(asked(program))) return program;
  const silent: Program = { ...program, never: [] };
  return soon(asked(silent)) ? { ...silent, outOfRange: 'disabled' } : silent;
}

/** Some values with a sign, divided or reduced: where ranges are guessed wrongly. */
function signed(random: Random, program: Program): Program {
  const change = (value: Expression): Expression => {
    if (!random.chance(0.2)) return value;
    const minus: Expression = { kind: 'unary', operator: '-', operand: value };
    return random.pick([
      minus,
      apply(minus, '%', random.pick([2, 3, -2])),
      apply(value, '%', random.pick([2, -3])),
      apply(value, '/', random.pick([2, -1])),
    ]);
  };
  const update = (each: Update): Update => ({ ...each, value: each.value === 'any' ? each.value : change(each.value) });
  const templates = program.templates.map((each): Template => {
    return { ...each, edges: each.edges.map((one) => ({ ...one, updates: one.updates.map(update) })) };
  });
  return { ...program, templates };
}

/** Sometimes with ranges that fill words, or threads that begin alike. */
function varied(random: Random, program: Program): Program {
  const widen = random.chance(0.15);
  const wide = (sort: Sort): Sort => {
    if (!widen || sort.kind !== 'range' || random.chance(0.5)) return sort;
    return random.pick([range(sort.low - 1, 2 ** 31 - 1), range(-(2 ** 31), 2 ** 31 - 1), range(-5, 2 ** 20)]);
  };
  const open = [
    ...program.shared,
    ...program.templates.flatMap(({ edges }) => edges.flatMap(({ updates }) => updates)),
  ];
  // What is left open has few values.
  const hasOpen = JSON.stringify([open, program.threads]).includes('"any"');
  if (random.chance(0.2)) {
    const threads = program.threads.map((thread) => {
      const twin = program.threads.find((other) => other.template === thread.template);
      return twin === undefined ? thread : { ...thread, initial: twin.initial };
    });
    return { ...program, threads };
  }
  if (hasOpen) return program;
  return {
    ...program,
    shared: program.shared.map((variable) => ({ ...variable, sort: wide(variable.sort) })),
    templates: program.templates.map((each) => ({
      ...each,
      locals: each.locals.map((variable) => ({ ...variable, sort: wide(variable.sort) })),
    })),
  };
}

const OWNER = 0;
const FLAGS = 1;
const OWNERS = 2;
const SELF = 0;
const FRIEND = 1;
const SEEN = 2;

/** Threads that differ only in who they are: spin locks, flags and owners put together at random. */
function alikeProgram(random: Random): Program {
  const threads = random.pick([2, 2, 3]);
  const nobody = number(threads);
  const identity = range(0, threads);
  const self = local(SELF);
  const who = (): Expression => random.pick([self, local(FRIEND), nobody, shared(OWNER)]);
  const someone = (): Expression => random.pick([self, self, local(FRIEND)]);
  const flag = () => shared(FLAGS, someone());
  // A friend may be nobody, which has no cell: asked first.
  const guard = (): Expression => {
    const asked = random.pick<Expression>([
      apply(who(), random.pick(['==', '!=']), who()),
      apply(shared(FLAGS, self), '==', random.between(0, 1)),
      apply(apply(local(FRIEND), '!=', nobody), '&&', shared(FLAGS, local(FRIEND))),
      apply(shared(OWNERS, self), '==', who()),
      local(SEEN),
    ]);
    return random.chance(0.2) ? { kind: 'unary', operator: '!', operand: asked } : asked;
  };
  const update = (): Update =>
    random.pick([
      () => assign(shared(OWNER), who()),
      () => assign(flag(), random.between(0, 1)),
      () => assign(shared(FLAGS, self), random.between(0, 1)),
      () => assign(shared(OWNERS, self), who()),
      () => assign(local(FRIEND), random.pick([shared(OWNER), self, shared(OWNERS, self), nobody])),
      () => assign(local(SEEN), shared(FLAGS, self)),
      () => assign(local(SEEN), random.pick<number | 'any'>([0, 1, 'any'])),
    ])();
  const size = random.between(3, 4);
  const edges = Array.from({ length: random.between(size, size + 2) }, (_, k): Edge => {
    const from = k < size - 1 ? k : random.between(0, size - 1);
    const to = k < size - 1 ? k + 1 : random.between(0, size - 1);
    return edge(from, to, {
      ...(random.chance(0.45) ? { guard: guard() } : {}),
      updates: Array.from({ length: random.pick([0, 1, 1, 1, 2]) }, update),
      fence: random.chance(0.1),
      atomic: random.chance(0.2),
    });
  });
  const locals = [scalar('self', range(0, threads - 1)), scalar('friend', identity), scalar('seen', BOOL)];
  const each: Template = template(
    'T',
    1,
    locals,
    Array.from({ length: size }, (_, k) => location(`l${k}`)),
    edges,
  );
  const [one, other] = [random.between(1, size - 1), random.between(1, size - 1)];
  const pairs = Array.from({ length: threads }, (_, i) =>
    Array.from({ length: threads }, (_, j) => ({ i, j })).filter(({ j }) => j !== i),
  ).flat();
  const owns = (thread: number): StateExpression => ({
    kind: 'binary',
    operator: '==',
    left: { kind: 'memory', variable: OWNER, index: null },
    right: { kind: 'constant', value: thread },
  });
  const asksOwner = random.chance(0.3);
  const together = pairs
    .map(({ i, j }) => both(at(i, one), asksOwner ? both(at(j, other), owns(i)) : at(j, other)))
    .reduce((left, right): StateExpression => ({ kind: 'binary', operator: '||', left, right }));
  const first = random.pick([threads, threads, 0]);
  return {
    shared: [
      sharing(scalar('owner', identity), first),
      sharing(array('flag', BOOL, threads), random.chance(0.1) ? 'any' : 0),
      sharing(array('owners', identity, threads), threads),
    ],
    templates: [each],
    threads: Array.from({ length: threads }, (_, k) => ({
      name: `T(${k})`,
      template: 0,
      initial: [[k], [threads], [0]],
    })),
    never: random.chance(0.85) ? [never('together', together)] : [],
    outOfRange: random.pick(['failure', 'disabled']),
  };
}
