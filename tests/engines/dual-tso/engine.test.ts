import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DualTsoEngine } from '../../../src/engines/dual-tso/engine.js';
import { readProgram } from '../../../src/languages/program/index.js';
import type { Program } from '../../../src/models/program/model.js';
import { apply, assign, edge, shared } from '../../support/build.js';
import { filterLock, peterson } from '../explicit/programs.js';
import { runDual } from './compare.js';
import { straightLines } from './programs.js';

function verdict(...threads: readonly string[]): string {
  return runDual(straightLines(...threads)).answer.verdict;
}

describe('litmus tests', () => {
  it('SB is allowed, and not with fences', () => {
    expect(verdict('w x 1; r y 0', 'w y 1; r x 0')).toBe('violated');
    expect(verdict('w x 1; fence; r y 0', 'w y 1; r x 0')).toBe('violated');
    expect(verdict('w x 1; fence; r y 0', 'w y 1; fence; r x 0')).toBe('holds');
    expect(verdict('arw x 0 1; r y 0', 'arw y 0 1; r x 0')).toBe('holds');
    expect(verdict('w x 1; r y 0', 'w y 1; r z 0', 'w z 1; r x 0')).toBe('violated');
  });

  it('MP, LB, IRIW, WRC and 2+2W are not', () => {
    expect(verdict('w x 1; w y 1', 'r y 1; r x 0')).toBe('holds');
    expect(verdict('r x 1; w y 1', 'r y 1; w x 1')).toBe('holds');
    expect(verdict('w x 1', 'w y 1', 'r x 1; r y 0', 'r y 1; r x 0')).toBe('holds');
    expect(verdict('w x 1', 'r x 1; w y 1', 'r y 1; r x 0')).toBe('holds');
    expect(verdict('w x 1; w y 2; fence; r y 1', 'w y 1; w x 2; fence; r x 1')).toBe('holds');
  });

  it('a thread sees its own stores first', () => {
    expect(verdict('w x 1; r x 1; r y 0', 'w y 1; r y 1; r x 0')).toBe('violated');
    expect(verdict('w x 1; r x 0')).toBe('holds');
    expect(verdict('w x 1; w x 2; r x 1')).toBe('holds');
    expect(verdict('w x 1; r x 2', 'w x 2')).toBe('violated');
  });

  it('an older own-message is shadowed by a newer one on the same cell', () => {
    expect(verdict('arw x 0 1; r y 0', 'w y 1; w y 1; r x 0')).toBe('violated');
    expect(verdict('arw x 0 1; r y 0', 'w y 1; w y 1; fence; r x 0')).toBe('holds');
  });
});

describe('answers', () => {
  it('a violation is an execution of a machine with store buffers', () => {
    const { answer } = runDual(peterson(false));
    if (answer.verdict !== 'violated') throw new Error('Peterson without a fence is broken');
    expect(answer.trace.memory).toBe('tso');
    expect(answer.trace.violated.condition).toBe('P(0)@cs && P(1)@cs');
    const kinds = answer.trace.steps.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'transition').length).toBeGreaterThanOrEqual(8);
    expect(kinds.at(-1)).toBe('transition');
  });

  it('what holds, holds for buffers of any length', () => {
    const { answer, counts } = runDual(peterson(true));
    expect(answer.verdict).toBe('holds');
    expect(counts.minimal).toBeGreaterThan(0);
    expect(counts.minimal).toBeLessThanOrEqual(counts.configurations as number);
    expect(counts.configurations).toBeLessThanOrEqual(counts.generated as number);
    expect(counts.localStates).toBeGreaterThan(0);
    expect(counts.depth).toBeGreaterThan(3);
  });

  it('a loop that stores for ever is no obstacle', () => {
    const program = straightLines('w x 1; r y 0', 'w y 1; r x 0');
    const again = edge(0, 0, { updates: [assign(shared(2), 1)] });
    const [first, second] = program.templates;
    if (first === undefined || second === undefined) throw new Error('there are two templates');
    const fenced = (each: typeof first) => ({
      ...each,
      edges: [...each.edges.map((one) => (one.from === 1 ? { ...one, fence: true } : one)), again],
    });
    expect(runDual({ ...program, templates: [fenced(first), fenced(second)] }).answer.verdict).toBe('holds');
    expect(
      runDual({ ...program, templates: [{ ...first, edges: [...first.edges, again] }, second] }).answer.verdict,
    ).toBe('violated');
  });

  it('a step that fails is the end of the run', () => {
    const base = straightLines('w x 2', 'r x 2');
    const [first, second] = base.templates;
    if (first === undefined || second === undefined) throw new Error('there are two templates');
    const divides = edge(0, 1, {
      guard: apply(apply(shared(1), '/', shared(0)), '==', 0),
      atomic: true,
      text: 'y / x',
    });
    const program: Program = { ...base, templates: [first, { ...second, edges: [divides] }], never: [] };
    const { answer } = runDual(program);
    if (answer.verdict !== 'violated') throw new Error('it divides by zero');
    expect(answer.trace.violated.condition).toContain('division by zero');
    const late = {
      ...base,
      templates: [first, { ...second, edges: [...second.edges, { ...divides, from: 1 }] }],
      never: [],
    };
    expect(runDual(late).answer.verdict).toBe('holds');
  });

  it('no property and no failure: nothing to look for', () => {
    const { answer, counts } = runDual({ ...peterson(true), never: [] });
    expect(answer.verdict).toBe('holds');
    expect(counts.generated).toBe(0);
  });

  it('a violation in the initial state has no steps', () => {
    const program = straightLines('w x 1');
    const always = {
      ...program,
      never: [{ ...program.never[0], condition: { kind: 'constant', value: 1 } }],
    } as Program;
    const { answer } = runDual(always);
    if (answer.verdict !== 'violated') throw new Error('it is violated at once');
    expect(answer.trace.steps).toEqual([]);
  });
});

describe('the examples', () => {
  it.each([
    ['peterson-tso', 'holds', 317],
    ['dekker-tso', 'holds', 371],
    ['burns-tso', 'holds', 1107],
    ['test-and-test-and-set', 'holds', 1083],
    ['sense-barrier', 'holds', 404],
    ['peterson', 'violated', null],
    ['dekker', 'violated', null],
    ['burns', 'violated', null],
    ['ticket-lock-split', 'violated', null],
    ['non-blocking-write-broken', 'violated', null],
    ['sense-barrier-broken', 'violated', null],
  ])('%s: %s', (name, verdict, minimal) => {
    const file = new URL(`../../../examples/programs/${name}.fp`, import.meta.url);
    const made = readProgram(readFileSync(file), name).program?.instantiate(null);
    if (made?.kind !== 'program') throw new Error(`${name} is a program`);
    const { answer, counts } = runDual(made.program);
    expect(answer.verdict).toBe(verdict);
    if (minimal !== null) expect(counts.minimal).toBe(minimal);
  });
});

describe('limits', () => {
  it('end in unknown, and say what was reached', () => {
    const few = runDual(filterLock(3, true), { maxConfigurations: 500, maxMegabytes: 64 });
    expect(few.answer).toMatchObject({ verdict: 'unknown' });
    expect(few.answer).toHaveProperty('reason', expect.stringContaining('the limit of 500 configurations was reached'));
    const small = runDual(filterLock(3, true), { maxConfigurations: 500_000, maxMegabytes: 1 });
    expect(small.answer).toHaveProperty('reason', expect.stringContaining('the memory limit of 1 MB was reached'));
  });

  it('the search tells how far it is, and can be left at any time', () => {
    const engine = new DualTsoEngine({
      program: filterLock(3, true),
      limits: { maxConfigurations: 100_000, maxMegabytes: 64 },
    });
    const work = engine.run();
    const seen = [work.next(), work.next(), work.next()].map(({ value }) => value);
    expect(seen[2]).toMatchObject({ phase: 'backward', restarts: 0 });
    expect(engine.counts().configurations).toBeGreaterThan(0);
  });

  it('a program outside of the fragment is unknown, with the reason', () => {
    const program = straightLines('w x 1');
    const [x, ...others] = program.shared;
    if (x === undefined) throw new Error('there is a cell');
    const { answer } = runDual({ ...program, shared: [{ ...x, sort: { kind: 'int' } }, ...others] });
    expect(answer).toEqual({ verdict: 'unknown', reason: 'variable x is an unbounded int: give it a range' });
    const many = runDual(straightLines(...Array.from({ length: 17 }, () => 'w x 1'))).answer;
    expect(many).toEqual({ verdict: 'unknown', reason: 'there are 17 threads, and at most 16 are possible' });
  });
});
