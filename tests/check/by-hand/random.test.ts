/**
 * Random programs, stepped through at random: what a session offers is what the interpreter's own list of steps has, a run that
 * it writes leads another session to the same state, and "can this still go wrong?" is answered as by looking at every
 * configuration that the interpreter reaches from there.
 */
import { expect, test } from 'vitest';
import { ByHand } from '../../../src/check/by-hand/session.js';
import type { Subject } from '../../../src/check/by-hand/subject.js';
import { settingsOf } from '../../../src/check/read.js';
import { programRunOf } from '../../../src/evidence/run-text/program.js';
import { readRun } from '../../../src/evidence/run-text/text.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import {
  type Configuration,
  configurationKey,
  type Machine,
  next,
  type ProgramStep,
  start,
} from '../../../src/memory/operational/program/machine.js';
import { violationIn } from '../../../src/memory/operational/program/properties.js';
import type { Program } from '../../../src/models/program/model.js';
import { randomProgram } from '../../engines/explicit/random-programs.js';
import { withBarriers, withModelSteps } from '../../random/explicit/model-steps.js';
import { Random } from '../../random/random.js';
import { cases } from '../../support/size.js';

const WALK = 7;
const MOST_CONFIGURATIONS = 1500;

function subjectOf(program: Program, memory: MemoryName, bound: number): Subject {
  const options = { file: 'random.fp', language: 'program', buffer: bound } as const;
  const model = { kind: 'program', program, predicates: [] } as const;
  const question = { ...settingsOf(options, memoryNamed(memory)), model, property: 'states' } as const;
  const asked = { ok: true, options, question, processes: program.threads.length, actors: 'threads' } as const;
  return { ok: true, asked: { ...asked, notes: () => [], warnings: [] }, program, count: null, instance: null };
}

/** The steps of a run as it is written. */
function stepsOf(session: ByHand): readonly ProgramStep[] {
  const read = readRun(session.run());
  if (!read.ok) throw new Error(read.message);
  const run = programRunOf(session.machine.program, read.run);
  if ('wrong' in run) throw new Error(run.wrong);
  return run.steps;
}

function configurationAfter(machine: Machine, session: ByHand): Configuration {
  const read = readRun(session.run());
  const run = read.ok ? programRunOf(machine.program, read.run) : { wrong: read.message };
  if ('wrong' in run) throw new Error(run.wrong);
  return run.steps.reduce(
    (here, step) => {
      const key = JSON.stringify(step);
      const found = next(machine, here).successors.find((each) => JSON.stringify(each.step) === key);
      return found?.after ?? here;
    },
    start(machine, run.initial),
  );
}

/** By looking at everything; null when there is too much of it, or a condition has no value. */
function canGoWrong(machine: Machine, first: Configuration): boolean | null {
  const seen = new Set([configurationKey(first)]);
  const waiting = [first];
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    const violation = violationIn(machine, here);
    if (violation?.kind === 'undefined') return null;
    const { successors, failures } = next(machine, here);
    if (violation !== null || failures.length > 0) return true;
    for (const { after } of successors) {
      const key = configurationKey(after);
      if (seen.has(key)) continue;
      if (seen.size > MOST_CONFIGURATIONS) return null;
      seen.add(key);
      waiting.push(after);
    }
  }
  return false;
}

const SEEDS = cases(160);

test.each(['sc', 'tso', 'pso'] as const)('random walks under %s', async (memory) => {
  const counts = { holds: 0, violated: 0, waiting: 0 };
  for (let seed = 0; seed < SEEDS; seed++) {
    const random = new Random(seed);
    const plain = randomProgram(random);
    const program =
      seed % 3 === 0 ? withModelSteps(random, plain) : seed % 3 === 1 ? withBarriers(random, plain) : plain;
    const session = new ByHand(subjectOf(program, memory, 1 + (seed % 3)));
    const { machine } = session;
    const walk = random.between(0, WALK);
    for (let step = 0; step < walk; step++) {
      const here = configurationAfter(machine, session);
      const { successors, failures } = next(machine, here);
      const steps = session.choices().map((_, choice) => {
        session.take(choice);
        const last = stepsOf(session).at(-1);
        session.undo();
        return JSON.stringify(last);
      });
      expect([seed, steps.sort()]).toEqual([
        seed,
        [...successors, ...failures].map((each) => JSON.stringify(each.step)).sort(),
      ]);
      const going = session.choices().flatMap(({ fails }, choice) => (fails === null ? [choice] : []));
      if (going.length === 0) break;
      session.take(random.pick(going));
    }
    const other = new ByHand(session.subject);
    expect([seed, other.load(session.run())]).toEqual([seed, { ok: true }]);
    expect([other.state(), other.run(), other.trace()]).toEqual([session.state(), session.run(), session.trace()]);

    const here = configurationAfter(machine, session);
    const expected = canGoWrong(machine, here);
    if (expected === null) continue;
    const answer = await session.ask({ maxStates: 100_000 });
    if (answer.verdict === 'unknown') continue;
    expect([seed, session.run(), answer.verdict]).toEqual([seed, session.run(), expected ? 'violated' : 'holds']);
    counts[answer.verdict]++;
    if (here.buffers.some(({ length }) => length > 0)) counts.waiting++;
    if (answer.verdict !== 'violated') continue;
    // The way to the violation begins with the steps so far.
    expect(other.load(answer.run)).toEqual({ ok: true });
    expect(stepsOf(other).slice(0, session.length)).toEqual(stepsOf(session));
    expect([seed, other.violated()?.property]).toEqual([seed, answer.violated.property]);
  }
  const few = Math.floor(SEEDS / 12);
  expect(Math.min(counts.holds, counts.violated)).toBeGreaterThan(few);
  if (memory !== 'sc') expect(counts.waiting).toBeGreaterThan(few);
});
