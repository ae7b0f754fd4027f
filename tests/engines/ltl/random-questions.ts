/** Random questions: programs of all kinds, small automata whose labels look at places, memory and locals, and fairness. */

import type { LtlQuestion } from '../../../src/engines/ltl/engine.js';
import type { AutomatonTransition, GeneralisedBuchi } from '../../../src/logic/ltl/buchi.js';
import { memoryNamed } from '../../../src/memory/models.js';
import type { Program, StateExpression, Template, Variable } from '../../../src/models/program/model.js';
import { templateOf } from '../../../src/models/program/parts.js';
import { randomCase } from '../../random/explicit/generate.js';
import { Random } from '../../random/random.js';
import {
  assign,
  BOOL,
  type EdgeParts,
  edge,
  location,
  not,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';
import { LIMITS } from './ask.js';

export function randomQuestion(seed: number): LtlQuestion {
  const random = new Random(seed);
  const given = random.chance(0.5) ? ringProgram(random) : randomCase(random.between(0, 2 ** 30)).program;
  const program = random.chance(0.6) ? goingRound(given) : given;
  const memory = random.pick(['sc', 'tso', 'tso', 'pso'] as const);
  const count = random.between(1, 3);
  return {
    // Mostly without what ends runs early: it says nothing of infinite ones.
    program: random.chance(0.7) ? { ...program, never: [], outOfRange: 'disabled' } : program,
    memory: memoryNamed(memory),
    buffer: random.between(1, 2),
    perLocation: memory === 'tso' && random.chance(0.3),
    propositions: Array.from({ length: count }, () => proposition(random, program)),
    automaton: random.chance(0.5) ? stayingAutomaton(random, count) : randomAutomaton(random, count),
    fairThreads: random.chance(0.5),
    fairBuffers: random.chance(0.5),
    limits: LIMITS,
  };
}

/** Threads that go round, write flags, wait for flags or look at them: who comes by depends on what is fair. */
function ringProgram(random: Random): Program {
  const flags = random.between(1, 3);
  const flag = () => shared(random.between(0, flags - 1));
  const parts = (): EdgeParts =>
    random.pick<() => EdgeParts>([
      () => ({ text: 'skip' }),
      () => ({ updates: [assign(flag(), random.between(0, 1))] }),
      () => ({ updates: [assign(flag(), random.between(0, 1))] }),
      () => ({ guard: random.chance(0.5) ? flag() : not(flag()) }),
      () => ({ guard: random.chance(0.5) ? flag() : not(flag()) }),
      () => ({ fence: true }),
      () => ({ guard: not(flag()), updates: [assign(flag(), 1)], atomic: true }),
    ])();
  const templates = Array.from({ length: random.between(2, 3) }, (_, number): Template => {
    const size = random.between(1, 3);
    const ring = Array.from({ length: size }, (_, k) => edge(k, (k + 1) % size, parts()));
    const more = random.chance(0.3) ? [edge(random.between(0, size - 1), random.between(0, size - 1), parts())] : [];
    const locations = ring.map((_, k) => location(`l${k}`));
    return template(`T${number}`, 0, [], locations, [...ring, ...more]);
  });
  return {
    shared: Array.from({ length: flags }, (_, k) => sharing(scalar(`x${k}`, BOOL), random.chance(0.1) ? 'any' : 0)),
    templates,
    threads: templates.map(({ name }, template) => ({ name, template, initial: [] })),
    never: [],
    outOfRange: 'failure',
  };
}

/** Threads that are at their end begin again: finite runs are all fair. */
function goingRound(program: Program): Program {
  const templates = program.templates.map((each) => {
    const ends = [...each.locations.keys()].filter(
      (location) =>
        location !== each.entry &&
        each.locations[location]?.failure === null &&
        !each.edges.some(({ from }) => from === location),
    );
    return { ...each, edges: [...each.edges, ...ends.map((end) => edge(end, each.entry, { text: 'again' }))] };
  });
  return { ...program, templates };
}

/** Of formulas like GF p, G(p -> F q), GF p && GF q -> GF r: something never happens from some moment on. */
function stayingAutomaton(random: Random, propositions: number): GeneralisedBuchi {
  const all = 2 ** propositions - 1;
  const look = random.between(1, all);
  const positive = look & random.between(0, all);
  const stay = { from: 1, to: 1, positive, negative: look & ~positive };
  const begin = random.chance(0.5) ? { positive: 0, negative: 0 } : { positive: all & ~look, negative: 0 };
  const wanted = all & ~look;
  const sets = random.chance(0.5) && wanted !== 0 ? 1 : 0;
  return {
    states: 2,
    initial: [0],
    sets: 1 + sets,
    transitions: [
      { from: 0, to: 0, positive: 0, negative: 0, marks: 0 },
      { from: 0, to: 1, ...begin, marks: 0 },
      { ...stay, marks: 1 },
      ...(sets === 1 ? [{ ...stay, positive: stay.positive | wanted, marks: 3 }] : []),
    ],
  };
}

function proposition(random: Random, program: Program): StateExpression {
  const thread = random.between(0, program.threads.length - 1);
  const { locations, locals } = templateOf(program, thread);
  const kind = random.weighted({ at: 4, memory: 3, local: 2 });
  const look = (variable: Variable, cell: (index: StateExpression | null) => StateExpression): StateExpression => {
    const index = variable.size === null ? null : number(random.between(0, variable.size - 1));
    const operator = random.pick(['==', '!=', '<', '>'] as const);
    const read = cell(index);
    // Sometimes without a value where the cell is 0.
    const left = random.chance(0.04) ? binary('/', number(2), read) : read;
    return binary(operator, left, number(random.between(0, 2)));
  };
  if (kind === 'memory' && program.shared.length > 0) {
    const variable = random.between(0, program.shared.length - 1);
    return look(program.shared[variable] as Variable, (index) => ({ kind: 'memory', variable, index }));
  }
  if (kind === 'local' && locals.length > 0) {
    const variable = random.between(0, locals.length - 1);
    return look(locals[variable] as Variable, (index) => ({ kind: 'localOf', thread, variable, index }));
  }
  const chosen = [...locations.keys()].filter(() => random.chance(0.4));
  return { kind: 'at', thread, locations: chosen.length > 0 ? chosen : [0] };
}

function number(value: number): StateExpression {
  return { kind: 'constant', value };
}

function binary(
  operator: (StateExpression & { kind: 'binary' })['operator'],
  left: StateExpression,
  right: StateExpression,
): StateExpression {
  return { kind: 'binary', operator, left, right };
}

function randomAutomaton(random: Random, propositions: number): GeneralisedBuchi {
  // Now and then so many states that nodes are in a table.
  const states = random.chance(0.1) ? random.between(9, 12) : random.between(1, 4);
  // Now and then so many sets that one word does not hold them and those of fairness.
  const many = random.chance(0.1);
  const sets = many ? 31 : random.count([2, 3, 2, 1]);
  const marked = () => (many ? ~(1 << random.between(0, 40)) & (2 ** sets - 1) : random.between(0, 2 ** sets - 1));
  const transitions = Array.from({ length: random.between(states, 3 * states) }, (): AutomatonTransition => {
    const look = random.chance(0.6) ? random.between(0, 2 ** propositions - 1) : 0;
    const positive = look & random.between(0, 2 ** propositions - 1);
    return {
      from: random.between(0, states - 1),
      to: random.between(0, states - 1),
      positive,
      negative: look & ~positive,
      marks: marked(),
    };
  });
  // Something to stay in.
  const stay = { positive: 0, negative: 0, marks: marked() };
  const last = states - 1;
  if (random.chance(0.5)) transitions.push({ from: last, to: last, ...stay }, { from: 0, to: last, ...stay });
  const initial = random.chance(0.2) ? [0, random.between(0, last)] : [0];
  return { states, initial, sets, transitions };
}
