/** One random model, as the reference interpreter sees it and as its program does. */
import { readDve } from '../../../src/languages/dve/index.js';
import type { DveModel } from '../../../src/languages/dve/model.js';
import { type DveProgram, type DveWrite, dveProgram } from '../../../src/languages/dve/program.js';
import { type MemoryName, memoryNamed, SC, TSO } from '../../../src/memory/models.js';
import { type Configuration, configurationKey, initialOf, machineOf, next } from '../../judges/dve/machine.js';
import type { Random } from '../../random/random.js';
import { askExplicit, askLtl } from '../../support/engines.js';
import { bufferedText } from './buffered-model.js';
import { explore, hasAcceptingCycle } from './explore.js';
import { programStates } from './program-states.js';
import { type Flavour, plainText, randomModel } from './random-models.js';

export interface Compared {
  /** Null when nothing differs. */
  readonly fault: string | null;
  readonly kinds: readonly string[];
}

const MOST = 3_000;
const LIMITS = { maxStates: 50_000, maxMegabytes: 64 };

export function compareModel(random: Random, flavour: Flavour): Compared {
  const text = plainText(randomModel(random, flavour));
  const kinds: string[] = [];
  const wrong = (what: string): Compared => ({ fault: `${what}\n${text}`, kinds });
  const model = read(text);
  // Without the property, whose states are not those of the program.
  const system: DveModel = { ...model, property: null, processes: model.processes.slice(0, processCount(model)) };
  const keys = new Set<string>();
  let failedAt = Number.POSITIVE_INFINITY;
  const expected = explore(system, {
    most: MOST,
    visit: (configuration: Configuration, depth: number) => {
      keys.add(configurationKey(configuration));
      if (configuration.kind === 'failed') failedAt = Math.min(failedAt, depth);
    },
  });
  if (!expected.complete) return { fault: null, kinds: ['large'] };
  const made = dveProgram(system, SC);
  if ('refused' in made) return wrong(`refused: ${made.refused}`);
  let found: ReturnType<typeof programStates>;
  try {
    found = programStates(system, made);
  } catch (error) {
    return wrong(`${error}`);
  }
  const missing = [...keys].filter((key) => !found.keys.has(key)).length;
  const { states, edges, deadlocks } = expected;
  if (missing > 0 || found.keys.size !== keys.size) return wrong(`${missing} of ${keys.size} states are missing`);
  if (found.states !== states || found.edges !== edges || found.deadlocks !== deadlocks) {
    return wrong(`${found.states} ${found.edges} ${found.deadlocks}, not ${states} ${edges} ${deadlocks}`);
  }
  kinds.push(expected.failed ? 'failed' : 'complete');
  if (deadlocks > 0) kinds.push('deadlock');

  const plain = { ...made, program: { ...made.program, never: [] } };
  for (const kernel of ['wasm', 'javascript'] as const) {
    const { verdict, steps, counts } = explicit(plain, 'sc', kernel);
    // The step that fails is not among those of the trace.
    if (expected.failed ? verdict !== 'violated' || steps + 1 !== failedAt : verdict !== 'holds')
      return wrong(`${kernel}: ${verdict} after ${steps}, not ${failedAt}`);
    if (!expected.failed && (counts.states !== states || counts.transitions !== edges))
      return wrong(`${kernel}: ${counts.states} ${counts.transitions}, not ${states} ${edges}`);
  }
  if (expected.failed) return { fault: null, kinds };
  const asserted = explicit(made, 'sc', 'wasm').verdict === 'violated';
  if (asserted !== expected.violated.size > 0) return wrong(`assertions: ${asserted}`);
  if (asserted) kinds.push('asserted');
  if (model.property === null) return { fault: null, kinds };

  const watched = dveProgram(model, SC);
  if ('refused' in watched) return wrong(`refused: ${watched.refused}`);
  if (watched.property === null) return wrong('no property');
  const { propositions, automaton } = watched.property;
  const program = { ...watched.program, never: [] };
  const fairness = { fairThreads: false, fairBuffers: false };
  const asked = { program, memory: SC, buffer: 1, propositions, automaton, ...fairness, limits: LIMITS };
  const { verdict } = askLtl(asked).answer;
  const accepted = automaton.sets === 1 ? hasAcceptingCycle(model) : hasGeneralisedCycle(model);
  if (verdict !== (accepted ? 'violated' : 'holds')) return wrong(`property: ${verdict}, accepting cycle: ${accepted}`);
  kinds.push(`${automaton.sets === 1 ? '' : 'generally '}${accepted ? 'accepted' : 'rejected'}`);
  return { fault: null, kinds };
}

/** The program under TSO with one write for each location against the model with buffers in its variables. */
export function compareBuffered(random: Random): Compared {
  const made = randomModel(random, 'memory');
  const plain = { ...made, property: null };
  const model = read(plainText(plain));
  const atomicWrites: DveWrite[] = [];
  for (const [process, { transitions }] of plain.processes.entries()) {
    for (const transition of transitions.keys()) {
      for (const variable of plain.globals.keys())
        if (random.chance(0.2)) atomicWrites.push({ process, transition, variable });
    }
  }
  const isAtomic = (process: number, transition: number, name: string) => {
    const variable = plain.globals.findIndex((global) => global.name === name);
    return atomicWrites.some(
      (write) => write.process === process && write.transition === transition && write.variable === variable,
    );
  };
  const text = bufferedText(plain, isAtomic);
  const expected = explore(read(text), { most: MOST });
  if (!expected.complete || expected.failed) return { fault: null, kinds: [expected.failed ? 'failed' : 'large'] };
  const kinds = ['complete', ...(atomicWrites.length > 0 ? ['atomic'] : [])];
  const wrong = (what: string): Compared => ({ fault: `${what}\n${plainText(plain)}\n${text}`, kinds });
  const program = dveProgram(model, TSO, { atomicWrites });
  if ('refused' in program) return wrong(`refused: ${program.refused}`);
  const silent = { ...program, program: { ...program.program, never: [] } };
  const { states, edges, deadlocks } = expected;
  const found = programStates(model, silent, 'tso');
  if (found.states !== states || found.edges !== edges || found.deadlocks !== deadlocks)
    return wrong(`${found.states} ${found.edges} ${found.deadlocks}, not ${states} ${edges} ${deadlocks}`);
  const { verdict, counts } = explicit(silent, 'tso', 'wasm');
  if (verdict !== 'holds' || counts.states !== states || counts.transitions !== edges)
    return wrong(`kernel: ${verdict} ${counts.states} ${counts.transitions}, not ${states} ${edges}`);
  return { fault: null, kinds };
}

/** Is there a reachable cycle through all sets of the property? From each state of the first set, forward and backward. */
function hasGeneralisedCycle(model: DveModel): boolean {
  const { property } = model;
  const acceptance = model.processes[property ?? -1]?.acceptance;
  if (property === null || acceptance?.kind !== 'genbuchi') throw new Error('no such property');
  const machine = machineOf(model);
  const numbers = new Map<string, number>();
  const states: Configuration[] = [];
  const numberOf = (configuration: Configuration): number => {
    const key = configurationKey(configuration);
    const number = numbers.get(key) ?? states.push(configuration) - 1;
    numbers.set(key, number);
    return number;
  };
  numberOf(initialOf(machine));
  const forward: number[][] = [];
  const backward: number[][] = [];
  for (let at = 0; at < states.length; at++) {
    const targets = next(machine, states[at] as Configuration).map(({ after }) => numberOf(after));
    forward.push(targets);
    for (const target of targets) {
      backward[target] ??= [];
      backward[target]?.push(at);
    }
  }
  const isIn = (set: readonly number[]) => (number: number) => {
    const state = states[number];
    return state?.kind === 'running' && set.includes(state.locations[property] as number);
  };
  const beyond = (from: number, edges: readonly (readonly number[] | undefined)[]): Set<number> => {
    const found = new Set<number>(edges[from]);
    for (const state of found) for (const target of edges[state] ?? []) found.add(target);
    return found;
  };
  const [first = [], ...others] = acceptance.sets;
  const done = new Set<number>();
  return [...states.keys()].filter(isIn(first)).some((state) => {
    if (done.has(state)) return false;
    const before = beyond(state, backward);
    const component = [...beyond(state, forward)].filter((other) => before.has(other));
    for (const member of component) done.add(member);
    return component.length > 0 && others.every((set) => component.some(isIn(set)));
  });
}

function read(text: string): DveModel {
  const { model, diagnostics } = readDve(text, 'random.dve');
  if (model === null) throw new Error(`${diagnostics.map(({ line, message }) => `${line}: ${message}`)}\n${text}`);
  return model;
}

function processCount({ processes, property }: DveModel): number {
  return property === null ? processes.length : processes.length - 1;
}

function explicit(
  { program }: DveProgram,
  memory: MemoryName,
  kernel: 'wasm' | 'javascript',
): { verdict: string; steps: number; counts: Readonly<Record<string, number>> } {
  const perLocation = memory === 'tso';
  const reductions = { symmetry: false, zeroDead: false };
  const asked = { program, memory: memoryNamed(memory), buffer: 1, perLocation, kernel, ...reductions, limits: LIMITS };
  const { answer, counts } = askExplicit(asked);
  const steps = answer.verdict === 'violated' ? answer.trace.steps.length : 0;
  return { verdict: answer.verdict, steps, counts };
}
