import { describe, expect, it } from 'vitest';
import { concurrentSystem } from '../../../src/engines/automata/program-system.js';
import type { ConcurrentSystem } from '../../../src/engines/automata/system.js';
import { DUAL_TSO } from '../../../src/engines/dual-tso/taker.js';
import { readProgram } from '../../../src/languages/program/index.js';
import type { Edge, Program } from '../../../src/models/program/model.js';
import { apply, assign, shared } from '../../support/build.js';
import { straightLines } from './programs.js';

function fp(text: string): Program {
  const { program, diagnostics } = readProgram(text, 'test.fp');
  const made = program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error(diagnostics.map(({ message }) => message).join());
  return made.program;
}

function systemOf(program: Program): ConcurrentSystem {
  const made = concurrentSystem(program, DUAL_TSO);
  if ('refused' in made) throw new Error(made.refused);
  return made;
}

function refusal(program: Program): string | null {
  const made = concurrentSystem(program, DUAL_TSO);
  return 'refused' in made ? made.refused : null;
}

/** With the first edge of the first template replaced. */
function withEdge(program: Program, parts: Partial<Edge>): Program {
  const [first, ...others] = program.templates;
  if (first === undefined) throw new Error('there is a template');
  const [old, ...edges] = first.edges;
  return { ...program, templates: [{ ...first, edges: [{ ...(old as Edge), ...parts }, ...edges] }, ...others] };
}

function operations({ automata }: ConcurrentSystem, automaton = 0): string[] {
  return (automata[automaton]?.transitions ?? []).map(({ operation }) => {
    const list = (accesses: readonly { cell: number; value: number }[]) =>
      accesses.map(({ cell, value }) => `${cell}=${value}`).join(' ');
    if (operation.kind === 'atomic') return `atomic ${list(operation.reads)} -> ${list(operation.writes)}`;
    return operation.kind === 'read' || operation.kind === 'write'
      ? `${operation.kind} ${list([operation])}`
      : operation.kind;
  });
}

describe('automata of threads', () => {
  it('have one transition for each value that a load can give', () => {
    const made = systemOf(straightLines('w x 1; r y 0; fence; arw x 1 2', 'w y 2'));
    expect(operations(made)).toEqual(['write 0=1', 'read 1=0', 'fence', 'atomic 0=1 -> 0=2']);
    expect(made.domains).toEqual([[0, 1, 2], [0, 2], [0]]);
  });

  it('load only values that are first values or written by somebody', () => {
    const made = systemOf(
      fp(`shared x: 0..9 = 3
          thread A { local r: 0..9; r = x; assert r != 5 }
          thread B { x = 7 }`),
    );
    expect(operations(made).filter((each) => each.startsWith('read'))).toEqual(['read 0=3', 'read 0=7']);
    expect(made.domains).toEqual([[3, 7]]);
    expect(made.targets).toEqual([]);
  });

  it('know values that only a chain of copies brings', () => {
    const made = systemOf(
      fp(`shared x: 0..5 = 0, y: 0..5 = 0, z: 0..5 = 0
          thread A { local r: 0..5; r = x; y = r }
          thread B { local r: 0..5; r = y; z = r }
          thread C { x = 4 }`),
    );
    expect(made.domains).toEqual([
      [0, 4],
      [0, 4],
      [0, 4],
    ]);
  });

  it('read and write several cells in one atomic step', () => {
    const made = systemOf(
      fp(`shared x: bool = false, y: bool = false
          thread A { atomic { assume x == y; x = true; y = true } }`),
    );
    expect(new Set(operations(made))).toEqual(new Set(['atomic 0=0 1=0 -> 0=1 1=1', 'atomic 0=1 1=1 -> 0=1 1=1']));
  });

  it('are shared by threads that can be exchanged', () => {
    const lock = (body: string, property: string) =>
      systemOf(fp(`shared lock: bool = false, last: 0..2 = 0\nthread T[3] { ${body} }\n${property}`));
    const body = 'while (swap(lock, true)) {} cs: skip lock = false';
    expect(lock(body, 'never T(i)@cs && T(j)@cs').threads).toEqual([0, 0, 0]);
    expect(lock(body, 'never T(0)@cs && T(1)@cs').threads).toEqual([0, 0, 1]);
    expect(lock(`${body} last = self`, 'never T(i)@cs && T(j)@cs').threads).toEqual([0, 1, 2]);
  });

  it('leave out local steps that nobody sees', () => {
    const made = systemOf(straightLines('nop; nop; w x 1; nop; nop'));
    // Before the write, before the last step, and the end, which a target knows.
    expect(made.automata[0]?.states).toBe(3);
    const [write] = made.automata[0]?.transitions ?? [];
    expect(write?.statements.map(({ edge }) => edge)).toEqual([2, 3]);
    expect(made.automata[0]?.initial[0]?.statements.map(({ edge }) => edge)).toEqual([0, 1]);
  });
});

describe('targets', () => {
  it('are assertions, failing steps and conditions on places and locals', () => {
    const targets = (text: string) => systemOf(fp(`shared x: 0..2 = 0\n${text}`)).targets;
    expect(targets('thread A { assert x == 0 } thread B { x = 1 }')).toHaveLength(1);
    expect(targets('thread A { local r: 0..2; r = x; x = r + 1 } thread B { x = 2 }')).toHaveLength(1);
    expect(targets('thread A { local a[2]: bool; local r: 0..2; r = x; a[r] = true } thread B { x = 2 }')).toHaveLength(
      1,
    );
    expect(targets('thread A { local r: 0..2; r = x; e: skip } thread B { x = 1 } never A@e && A.r == 1')).toHaveLength(
      1,
    );
    expect(targets('thread A { local r: 0..2; r = x; e: skip } thread B { x = 1 } never A@e && A.r == 2')).toHaveLength(
      0,
    );
  });

  it('speak only of the threads that a part of the condition looks at', () => {
    const made = systemOf(
      fp(`shared x: 0..1 = 0
          thread T[3] { loop { x = 1 cs: skip } }
          never T(0)@cs && T(1)@cs || T(0)@cs && T(2)@cs || T(1)@cs && T(2)@cs`),
    );
    expect(made.targets.map(({ threads }) => threads.map(({ thread }) => thread))).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(made.threads).toEqual([0, 0, 0]);
  });

  it('say what memory holds where a condition looks at it', () => {
    const made = systemOf(fp('shared x: 0..2 = 0\nthread A { e: x = 1 f: skip }\nnever A@f && x != 1'));
    expect(made.targets.map(({ memory }) => memory)).toEqual([[{ cell: 0, value: 0 }]]);
    expect(made.targets[0]?.threads.map(({ thread }) => thread)).toEqual([0]);
  });
});

describe('programs outside of the fragment', () => {
  it('are refused with a reason', () => {
    expect(refusal(fp('shared t: int = 0\nthread A { t = t + 1 }'))).toBe(
      'variable t is an unbounded int: give it a range',
    );
    expect(refusal(fp('shared x: 0..1 = 0\nthread A { local n: int = 0; loop { n = n + 1 } }'))).toBe(
      'variable n is an unbounded int: give it a range',
    );
    expect(
      refusal(fp('shared x: 0..1 = 0\nthread A { local r: 0..1; r = x e: skip }\nnever odd: A@e && 1 / A.r == 1')),
    ).toBe('the condition of odd may have no value: division by zero');
    const wide = 'local a: 0..99, b: 0..99, c: 0..99; a = y b = y c = y x = (a + b + c) % 2';
    expect(refusal(fp(`shared x: 0..1 = 0, y: 0..99 = ?\nthread A { ${wide} }`))).toBe(
      'thread A has more than 20000 local states: give its locals smaller ranges',
    );
  });

  it('are refused when a plain step accesses several cells', () => {
    const program = straightLines('w x 1', 'w y 1', 'w x 1');
    const two = withEdge(program, { text: 'x, y = 1, 2', updates: [assign(shared(0), 1), assign(shared(1), 2)] });
    expect(refusal(two)).toBe('"x, y = 1, 2" (line 1) writes x and y in one step: make them several, or atomic');
    const copied = withEdge(program, { text: 'x = y', updates: [assign(shared(0), shared(1))] });
    expect(refusal(copied)).toBe('"x = y" (line 1) reads y and writes x in one step: make them several, or atomic');
    expect(refusal(withEdge(copied, { atomic: true }))).toBeNull();
    expect(refusal(withEdge(program, { text: 'F', fence: true }))).toBe(
      '"F" (line 1) is a fence that writes x: make them two steps',
    );
    // One cell looked at twice is one load; what `&&` leaves out is none.
    const twice = apply(apply(shared(0), '>=', 0), '&&', apply(shared(0), '<', 2));
    expect(refusal(withEdge(program, { guard: twice, updates: [] }))).toBeNull();
    const either = apply(apply(shared(0), '==', 2), '&&', apply(shared(1), '==', 1));
    expect(refusal(withEdge(program, { text: 'W', guard: either, updates: [] }))).toBeNull();
    const neither = apply(apply(shared(0), '==', 0), '&&', apply(shared(1), '==', 1));
    expect(refusal(withEdge(program, { text: 'W', guard: neither, updates: [] }))).toBe(
      '"W" (line 1) reads x and y in one step: make them several, or atomic',
    );
  });
});
