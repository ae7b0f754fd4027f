/**
 * The judge of certificates of the PSO engine: it accepts those of the engine; without one of their elements, or with one of
 * them changed, it accepts only what is still a proof. For programs that are violated it accepts nothing.
 */
import { describe, expect, it } from 'vitest';
import type { Arranged } from '../../../src/engines/automata/configuration.js';
import { MinorSet } from '../../../src/engines/automata/minor-set.js';
import { concurrentSystem } from '../../../src/engines/automata/program-system.js';
import type { ConcurrentSystem } from '../../../src/engines/automata/system.js';
import {
  type CertifiedElement,
  type CertifiedMessage,
  type CertifiedQueue,
  type CertifiedThread,
  makeCertificate,
  type PsoCertificate,
} from '../../../src/engines/pso-queues/certificate.js';
import { type Element, isPartCovering, type Part } from '../../../src/engines/pso-queues/element.js';
import { Stepper } from '../../../src/engines/pso-queues/predecessors.js';
import { PSO_QUEUES } from '../../../src/engines/pso-queues/taker.js';
import { targetElements } from '../../../src/engines/pso-queues/targets.js';
import { checkCertificate } from '../../../src/evidence/store-queues/judge.js';
import type { Program } from '../../../src/models/program/model.js';
import { straightLines } from '../../engines/dual-tso/programs.js';
import { randomFiniteProgram, randomMemoryProgram } from '../../engines/dual-tso/random-programs.js';
import { runPso } from '../../engines/pso-queues/compare.js';
import { randomLines, withManyBarriers } from '../../engines/pso-queues/random-barriers.js';
import { Random } from '../../random/random.js';
import { cases } from '../../support/size.js';

function proofOf(program: Program): { readonly system: ConcurrentSystem; readonly certificate: PsoCertificate } | null {
  const { answer } = runPso(program);
  return answer.verdict === 'holds' ? answer : null;
}

function systemOf(program: Program): ConcurrentSystem {
  const system = concurrentSystem(program, PSO_QUEUES);
  if ('refused' in system) throw new Error(system.refused);
  return system;
}

function isAccepted(system: ConcurrentSystem, elements: readonly CertifiedElement[]): boolean {
  return checkCertificate(system, { elements }).ok;
}

/** Half of them with barriers between stores. */
function randomProgram(random: Random, seed: number): Program {
  const program = seed % 2 === 0 ? randomFiniteProgram(random) : randomMemoryProgram(random);
  if (seed % 4 < 2) return program;
  return random.chance(0.5) ? randomLines(random) : withManyBarriers(random, program);
}

/** One element with something changed in it. */
function changed(random: Random, elements: readonly CertifiedElement[]): CertifiedElement[] {
  const place = random.between(0, elements.length - 1);
  const element = elements[place] as CertifiedElement;
  const thread = random.between(0, Math.max(0, element.threads.length - 1));
  const withThread = (change: (old: CertifiedThread) => CertifiedThread): CertifiedElement => {
    const old = element.threads[thread];
    return old === undefined ? element : { ...element, threads: element.threads.with(thread, change(old)) };
  };
  const withQueue = (change: (old: CertifiedQueue) => CertifiedQueue) =>
    withThread((old) => {
      if (old.queues.length === 0) return old;
      const k = random.between(0, old.queues.length - 1);
      return { ...old, queues: old.queues.with(k, change(old.queues[k] as CertifiedQueue)) };
    });
  const withMessages = (change: (old: readonly CertifiedMessage[]) => readonly CertifiedMessage[]) =>
    withThread((old) => (old.messages === undefined ? old : { ...old, messages: change(old.messages) }));
  const cell = random.between(0, element.memory.length - 1);
  const other = random.pick<() => CertifiedElement>([
    () => ({ ...element, memory: element.memory.with(cell, random.pick([0, 1, null])) }),
    () => withThread((old) => ({ ...old, state: random.pick([0, 1, 2, null]) })),
    () => withThread((old) => ({ ...old, queues: [] })),
    () => withQueue((old) => ({ ...old, open: !old.open })),
    () => withQueue((old) => ({ ...old, word: [...old.word, random.between(0, 1)] })),
    () => withQueue((old) => ({ ...old, word: old.word.slice(1) })),
    ...(element.threads[thread]?.messages === undefined ? [] : [() => withMessages((old) => old.slice(1))]),
    ...(element.threads[thread]?.messages === undefined ? [] : [() => withMessages((old) => old.slice(0, -1))]),
    () => ({ ...element, threads: element.threads.toSpliced(thread, 1) }),
  ])();
  return [...elements.with(place, other)];
}

/** Everything from which a target can be reached, found as the search does; null when that is too much. */
function closureOf(system: ConcurrentSystem, most = 400): readonly CertifiedElement[] | null {
  const stepper = new Stepper(system);
  const minor = new MinorSet<Part>(isPartCovering);
  const todo: Element[] = [];
  const offer = (arranged: Arranged<Part> | null): void => {
    if (arranged === null || minor.covers(arranged.configuration)) return;
    minor.add(arranged.configuration);
    todo.push(arranged.configuration);
  };
  for (const target of targetElements(stepper)) {
    const found = target?.configuration;
    if (found !== undefined) offer({ configuration: found, positions: [] });
  }
  for (let element = todo.shift(); element !== undefined; element = todo.shift()) {
    if (minor.size > most) return null;
    for (const predecessor of stepper.predecessors(element)) offer(stepper.arrange(predecessor));
  }
  return makeCertificate(stepper, minor).elements;
}

function hasInitial({ automata, initial }: ConcurrentSystem, { memory, threads }: CertifiedElement): boolean {
  return (
    memory.every((value, cell) => value === null || initial[cell]?.includes(value)) &&
    threads.every(
      ({ automaton, state, queues, messages }) =>
        (state === null || automata[automaton]?.initial.some((first) => first.state === state)) &&
        queues.every(({ word }) => word.length === 0) &&
        messages === undefined,
    )
  );
}

describe('the judge of store queues', () => {
  const FENCED = straightLines('w x 1; fence; r y 0', 'w y 1; fence; r x 0');
  const UNFENCED = straightLines('w x 1; nop; r y 0', 'w y 1; nop; r x 0');
  const PASSING = straightLines('w x 1; fence; w y 1', 'r y 1; r x 0');
  const BARRED = straightLines('w x 1; bar; w y 1', 'r y 1; r x 0');

  it('accepts what the engine writes, and misses each element that the search kept', () => {
    for (const program of [FENCED, PASSING, BARRED]) {
      const proof = proofOf(program);
      if (proof === null) throw new Error('it should hold');
      const { elements } = proof.certificate;
      expect(isAccepted(proof.system, elements)).toBe(true);
      const unneeded = elements.filter((_, k) => isAccepted(proof.system, elements.toSpliced(k, 1)));
      // What threads alone cannot have may be listed and not needed; what speaks of two threads or of memory is needed.
      expect(
        unneeded.filter(({ threads, memory }) => threads.length > 1 || memory.some((held) => held !== null)),
      ).toEqual([]);
      expect(unneeded.length).toBeLessThan(elements.length);
    }
  });

  it('accepts the proof of one program for no other that is violated', () => {
    const { certificate } = proofOf(FENCED) ?? { certificate: { elements: [] } };
    expect(isAccepted(systemOf(FENCED), certificate.elements)).toBe(true);
    expect(isAccepted(systemOf(UNFENCED), certificate.elements)).toBe(false);
    expect(isAccepted(systemOf(FENCED), [])).toBe(false);
  });

  it('asks of barriers what they keep in order', () => {
    const { certificate } = proofOf(BARRED) ?? { certificate: { elements: [] } };
    const other = (line: string) => systemOf(straightLines(line, 'r y 1; r x 0'));
    expect(isAccepted(other('w x 1; bar; w y 1'), certificate.elements)).toBe(true);
    expect(isAccepted(other('w x 1; nop; w y 1'), certificate.elements)).toBe(false);
    expect(isAccepted(other('bar; w x 1; w y 1'), certificate.elements)).toBe(false);
    // A thread without barriers has no load buffer to speak of.
    const late = certificate.elements.filter(({ threads }) => threads.some(({ messages }) => messages !== undefined));
    expect(late.length).toBeGreaterThan(0);
    const judged = checkCertificate(systemOf(PASSING), { elements: late });
    expect(judged).toMatchObject({ reason: expect.stringContaining('does not have') });
  });

  it('says what is wrong', () => {
    const { system, certificate } = proofOf(PASSING) ?? { system: systemOf(PASSING), certificate: { elements: [] } };
    const { elements } = certificate;
    const judged = (...others: CertifiedElement[]) => checkCertificate(system, { elements: others });
    expect(judged()).toEqual({ ok: false, reason: 'a target is not covered' });
    expect(judged({ memory: [null, null, null], threads: [] })).toEqual({
      ok: false,
      reason: 'an initial configuration is covered',
    });
    expect(judged({ memory: [null], threads: [] })).toMatchObject({ reason: expect.stringContaining('does not have') });
    const target = elements.filter(({ threads }) => threads.length === 2).slice(0, 1);
    expect(judged(...target)).toMatchObject({ reason: expect.stringContaining('leads to element 0') });
  });

  it('accepts nothing for a program that is violated', () => {
    let judged = 0;
    for (let seed = 0; seed < cases(160, 20); seed++) {
      const random = new Random(seed);
      const program = randomProgram(random, seed);
      if (runPso(program).answer.verdict !== 'violated') continue;
      const system = systemOf(program);
      const closure = closureOf(system);
      if (closure === null) continue;
      // All that leads to a target, but for what holds an initial configuration: nearly a proof.
      let elements: readonly CertifiedElement[] = closure.filter((element) => !hasInitial(system, element));
      for (let k = 0; k < 6; k++) {
        if (isAccepted(system, elements)) expect.fail(`seed ${seed}: accepted, and it is violated`);
        judged++;
        if (elements.length > 0) elements = changed(random, elements);
      }
    }
    expect(judged).toBeGreaterThan(30);
  });

  it('accepts a changed proof of what holds seldom', () => {
    const count = { accepted: 0, refused: 0 };
    for (let seed = 0; seed < cases(200); seed++) {
      const random = new Random(seed);
      const proof = proofOf(randomFiniteProgram(random));
      const { length } = proof?.certificate.elements ?? [];
      if (proof === null || length === 0 || length > 80) continue;
      const { elements } = proof.certificate;
      expect(isAccepted(proof.system, elements), `seed ${seed}`).toBe(true);
      for (let k = 0; k < 8; k++) count[isAccepted(proof.system, changed(random, elements)) ? 'accepted' : 'refused']++;
    }
    expect(count.refused).toBeGreaterThan(count.accepted);
  });
});
