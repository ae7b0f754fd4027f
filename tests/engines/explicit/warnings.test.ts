/** What a kernel notes on its way, against the interpreter: edges that are never taken, threads that get stuck, deadlocks. */
import { describe, expect, it } from 'vitest';
import { readProgram } from '../../../src/languages/program/index.js';
import { hasBuffers, type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import {
  type Configuration,
  configurationKey,
  initialValues,
  makeMachine,
  next,
  start,
} from '../../../src/memory/operational/program/machine.js';
import type { Program } from '../../../src/models/program/model.js';
import { edgeAt, templateOf } from '../../../src/models/program/parts.js';
import { unreachedPlaces } from '../../../src/models/program/unreached.js';
import { ANY_COUNT, randomText } from '../../random/fp/generate.js';
import { Random } from '../../random/random.js';
import { withRounds } from '../../support/rounds.js';
import { cases } from '../../support/size.js';
import { stuckBySweeps } from '../../support/stuck.js';
import { runEngine } from './compare.js';
import { randomProgram } from './random-programs.js';

const MOST_STATES = 2000;

interface Known {
  /** Template and edge. */
  readonly taken: ReadonlySet<string>;
  /** Template and what a thread waits for. */
  readonly stuck: ReadonlySet<string>;
  /** Steps to the nearest state in which nothing can happen any more. */
  readonly nearest: number | null;
  /** Template and location of threads that never step again, whatever others do. */
  readonly hanging: ReadonlySet<string>;
  readonly full: boolean;
}

/** All states by the interpreter; null when there are too many, or something is violated. */
function known(program: Program, memory: MemoryName, bound: number): Known | null {
  const machine = makeMachine(program, memoryNamed(memory), bound);
  const taken = new Set<string>();
  const stuck = new Set<string>();
  let [nearest, full]: [number | null, boolean] = [null, false];
  const depths = new Map<string, number>();
  const numbers = new Map<string, number>();
  const [edges, stepping]: [string[][], Set<number>[]] = [[], []];
  const waiting: Configuration[] = [];
  const meet = (configuration: Configuration, depth: number): void => {
    const key = configurationKey(configuration);
    if (depths.has(key)) return;
    depths.set(key, depth);
    numbers.set(key, numbers.size);
    waiting.push(configuration);
  };
  for (const values of initialValues(machine)) meet(start(machine, values), 0);
  for (let at = 0; at < waiting.length; at++) {
    const configuration = waiting[at] as Configuration;
    const key = configurationKey(configuration);
    const found = next(machine, configuration);
    if (found.failures.length > 0 || depths.size > MOST_STATES) return null;
    full ||= found.full;
    let moves = found.full;
    const steps = new Set<number>();
    edges.push(found.successors.map(({ after }) => configurationKey(after)));
    stepping.push(steps);
    for (const { step, after } of found.successors) {
      if (step.kind === 'edge') {
        taken.add(`${program.threads[step.thread]?.template} ${step.edge}`);
        const { retries, round } = edgeAt(templateOf(program, step.thread), step.edge);
        const goesOn = retries !== true || configurationKey(after) !== key;
        if (goesOn && round !== true) steps.add(step.thread);
        moves ||= goesOn;
      } else moves = true;
      meet(after, (depths.get(key) as number) + 1);
    }
    const places = configuration.locations.map((location, thread) => ({ location, thread }));
    const here = ({ location, thread }: { location: number; thread: number }) => {
      const template = templateOf(program, thread);
      return { ...template.locations[location], left: template.edges.filter(({ from }) => from === location) };
    };
    if (places.some((place) => (here(place).failure ?? null) !== null)) return null;
    if (moves || places.some((place) => here(place).assumed === true)) continue;
    const blocked = places.filter((place) => here(place).left.length > 0 || here(place).waits === true);
    if (blocked.length > 0) nearest ??= depths.get(key) as number;
    for (const { location, thread } of blocked) stuck.add(`${program.threads[thread]?.template} ${location}`);
  }
  const here = (state: number, thread: number) => (waiting[state] as Configuration).locations[thread] as number;
  const sweeps = stuckBySweeps({
    successors: edges.map((keys) => keys.map((key) => numbers.get(key) as number)),
    steps: stepping,
    threads: program.threads.length,
    // At `await false` nothing leads on, and that is not the end.
    isEnd: (state, thread) => {
      const { edges: all, locations } = templateOf(program, thread);
      const at = here(state, thread);
      return locations[at]?.waits !== true && !all.some(({ from }) => from === at);
    },
    isAssumed: (state, thread) => templateOf(program, thread).locations[here(state, thread)]?.assumed === true,
  });
  const hanging = new Set(
    sweeps.flatMap((threads, state) =>
      threads.map((thread) => `${program.threads[thread]?.template} ${here(state, thread)}`),
    ),
  );
  return { taken, stuck, nearest, hanging, full };
}

/** With a thread more that goes on for ever and does nothing: no loop to wait in, since it has no way out. */
function withSpinner(program: Program): Program {
  const place = { line: 1, column: 1 };
  const spinning = { from: 0, to: 0, guard: null, updates: [], fence: false, atomic: false, text: 'skip', place };
  const template = {
    name: 'Spinner',
    parameters: 0,
    locals: [],
    locations: [{ labels: [], failure: null }],
    entry: 0,
    edges: [spinning],
  };
  const thread = { name: 'Spinner', template: program.templates.length, initial: [] };
  return { ...program, templates: [...program.templates, template], threads: [...program.threads, thread] };
}

function* programs(count: number): Generator<Program> {
  for (const [at, program] of [...plainPrograms(count)].entries()) {
    yield program;
    if (at % 2 === 0) yield withSpinner(program);
  }
}

function* plainPrograms(count: number): Generator<Program> {
  for (let seed = 0; seed < count; seed++) {
    const random = randomProgram(new Random(seed));
    const templates = random.templates.map((template) => ({ ...template, edges: withRounds(template) }));
    yield { ...random, templates, never: [] };
    const { program } = readProgram(randomText(50_000 + seed), 'random.fp');
    const made = program?.instantiate(program.anyThreads.length > 0 ? ANY_COUNT : null);
    if (made?.kind === 'program') yield { ...made.program, never: [] };
  }
}

describe('what a kernel notes', () => {
  for (const memory of ['sc', 'tso', 'pso'] as const) {
    it(`is what happens on the machine, under ${memory}`, () => {
      let [compared, stuck, missed, partly] = [0, 0, 0, 0];
      for (const program of programs(cases(60, 15))) {
        const bound = 2;
        const expected = known(program, memory, bound);
        if (expected === null) continue;
        const places = unreachedPlaces(program, (thread, edge) =>
          expected.taken.has(`${program.threads[thread]?.template} ${edge}`),
        );
        for (const symmetry of [true, false]) {
          const noted = { noting: true, maxStuckStates: MOST_STATES, symmetry };
          const { answer } = runEngine({ program, memory: memoryNamed(memory), buffer: bound, ...noted });
          if (answer.verdict !== 'holds') continue;
          compared++;
          const list = answer.warnings?.list ?? [];
          const told = list.flatMap((warning) => {
            if (warning.code !== 'unreached') return [];
            const { code: _, buffer: within, ...place } = warning;
            expect(within).toBe(hasBuffers(memoryNamed(memory)) && expected.full ? bound : undefined);
            return [place];
          });
          expect(told).toEqual(places);
          missed += told.length;
          const found = list.flatMap((warning) => (warning.code === 'stuck' ? warning.threads : []));
          stuck += found.length;
          if (expected.stuck.size > 0) expect(list[0]).toMatchObject({ code: 'stuck', others: false });
          if (expected.full) continue;
          // No buffer was full: the judge sees what the kernel sees.
          expect(answer.warnings?.stuck).toBe('all');
          expect(found.length > 0).toBe(expected.hanging.size > 0);
          partly += list.filter((warning) => warning.code === 'stuck' && warning.others).length;
        }
        const { answer } = runEngine({
          program: { ...program, noDeadlock: { name: 'deadlock', place: { line: 1, column: 1 } } },
          memory: memoryNamed(memory),
          buffer: bound,
        });
        if (answer.verdict === 'unknown') continue;
        expect(answer.verdict).toBe(expected.hanging.size === 0 ? 'holds' : 'violated');
        if (answer.verdict === 'violated' && expected.nearest !== null)
          expect(answer.trace.steps).toHaveLength(expected.nearest);
      }
      expect(compared).toBeGreaterThan(20);
      expect(stuck).toBeGreaterThan(5);
      expect(partly).toBeGreaterThan(2);
      expect(missed).toBeGreaterThan(5);
    });
  }
});
