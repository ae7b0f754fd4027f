import { describe, expect, it } from 'vitest';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import { showCell, showCellValue } from '../../../src/memory/operational/state.js';
import {
  actorOf,
  type Configuration,
  configurationKey,
  enabledSteps,
  type Machine,
  type MachineStep,
  makeMachine,
  obstacle,
  openCells,
  perform,
  see,
  start,
  violation,
} from '../../../src/memory/operational/store-buffers.js';
import type { Transition } from '../../../src/models/array-system/model.js';
import { exploreAll } from './explore.js';
import { choosing, type Short, systemOf } from './models.js';

const TEXT = `type loc = Idle | Busy
  array PC[proc] : loc  array R[proc] : int
  weak var X : int  weak var Y : int  weak array F[proc] : bool
  init (i) { PC[i] = Idle && R[i] = 0 && X = 0 && Y = 0 && F[i] = False }
  unsafe both (i j) { i@X = 1 && j@X = 2 }
  transition one ([i]) { X := 1 }
  transition pair ([i]) { X := 2; Y := 2 }
  transition load ([i]) { R[i] := X }
  transition raise ([i] j) { F[i] := True; PC[i] := Busy }
  transition other (j [i]) { F[j] := True }
  transition swap ([i]) { R[i] := X; X := 3 }
  transition wait ([i]) requires { fence() } { PC[i] := Busy }
  transition hurry ([i]) requires { not fence() } { PC[i] := Busy }
  transition any ([i]) { X := ? }`;
const START = { PC: 'Idle', R: 0, X: 0, Y: 0, F: 'False' } as const;

/** A machine of two processes somewhere in a run. */
class Walk {
  readonly machine: Machine;
  at: Configuration;

  constructor(memory: MemoryName, bound: number | null = null) {
    this.machine = makeMachine(systemOf(TEXT), 2, memoryNamed(memory), bound);
    const choose = choosing(START);
    this.at = start(
      this.machine,
      this.machine.instance.cells.map(({ symbol, indices }) => choose(symbol, indices)),
    );
  }

  step(name: string, given: number[]): Extract<MachineStep, { kind: 'transition' }> {
    const transition = this.machine.instance.system.transitions.findIndex((declared) => declared.name === name);
    return { kind: 'transition', transition, arguments: given };
  }

  go(name: string, given: number[], open: Record<string, Short> = {}): this {
    const step = this.step(name, given);
    expect(obstacle(this.machine, this.at, step)).toBe(null);
    this.at = perform(this.machine, this.at, step, choosing(open));
    return this;
  }

  drain(process: number, cell: string | null = null): this {
    const place = cell === null ? null : this.place(cell);
    this.at = perform(this.machine, this.at, { kind: 'drain', process, place }, choosing({}));
    return this;
  }

  place(cell: string): number {
    return this.machine.instance.cells.findIndex((declared) => showCell(declared) === cell);
  }

  /** What #1, #2 and memory hold. */
  views(cell: string): string[] {
    return [1, 2, null].map((process) =>
      showCellValue(this.machine.instance, see(this.machine, this.at, process, this.place(cell))),
    );
  }

  enabled(process: number): string[] {
    const { transitions } = this.machine.instance.system;
    return enabledSteps(this.machine, this.at).flatMap((step) => {
      if (step.kind === 'drain') {
        const cell = step.place === null ? undefined : this.machine.instance.cells[step.place];
        return step.process === process ? [`drain${cell === undefined ? '' : ` ${showCell(cell)}`}`] : [];
      }
      const transition = transitions[step.transition] as Transition;
      return actorOf(transition, step.arguments) === process ? [transition.name] : [];
    });
  }

  key(): string {
    return configurationKey(this.machine, this.at);
  }
}

const ALWAYS = ['one', 'pair', 'load', 'raise', 'other'];

describe('a store buffer', () => {
  it('is seen by its own process, the newest write first, until it drains', () => {
    const walk = new Walk('tso').go('one', [1]);
    expect(walk.views('X')).toEqual(['1', '0', '0']);
    walk.go('pair', [1]);
    expect(walk.views('X')).toEqual(['2', '0', '0']);
    walk.drain(1);
    expect(walk.views('X')).toEqual(['2', '1', '1']);
    walk.drain(1);
    expect(walk.views('X')).toEqual(['2', '2', '2']);
  });

  it('takes all writes of a transition to memory together under TSO, and one by one under PSO', () => {
    const tso = new Walk('tso').go('pair', [1]).drain(1);
    expect([tso.views('X'), tso.views('Y')]).toEqual([
      ['2', '2', '2'],
      ['2', '2', '2'],
    ]);
    const pso = new Walk('pso').go('pair', [1]).drain(1, 'Y');
    expect([pso.views('X'), pso.views('Y')]).toEqual([
      ['2', '0', '0'],
      ['2', '2', '2'],
    ]);
  });

  it('keeps the order of writes to one cell under PSO', () => {
    const walk = new Walk('pso').go('one', [1]).go('pair', [1]).drain(1, 'X');
    expect(walk.views('X')).toEqual(['2', '1', '1']);
    expect(walk.drain(1, 'X').views('X')).toEqual(['2', '2', '2']);
  });

  it('belongs to the acting process, wherever the brackets are', () => {
    const walk = new Walk('tso').go('other', [1, 2]);
    expect(walk.views('F[#1]')).toEqual(['False', 'True', 'False']);
    expect(walk.enabled(2)).toContain('drain');
    expect(walk.enabled(1)).not.toContain('drain');
  });

  it('is not for cells that are not weak', () => {
    const walk = new Walk('tso').go('raise', [1, 2]);
    expect(walk.views('PC[#1]')).toEqual(['Busy', 'Busy', 'Busy']);
    expect(walk.views('F[#1]')).toEqual(['True', 'False', 'False']);
  });

  it('stays empty under sequential consistency', () => {
    const walk = new Walk('sc').go('pair', [1]);
    expect(walk.views('X')).toEqual(['2', '2', '2']);
    expect(walk.enabled(1)).toEqual([...ALWAYS, 'swap', 'wait', 'any']);
  });

  it('gives a register what its process sees', () => {
    expect(new Walk('tso').go('one', [1]).go('load', [1]).views('R[#1]')[2]).toBe('1');
    expect(new Walk('tso').go('one', [1]).go('load', [2]).views('R[#2]')[2]).toBe('0');
  });
});

describe('the enabled steps', () => {
  it('are fences and atomic transitions while the own buffer is empty', () => {
    const walk = new Walk('tso');
    expect(walk.enabled(1)).toEqual([...ALWAYS, 'swap', 'wait', 'any']);
    walk.go('one', [1]);
    expect(walk.enabled(1)).toEqual([...ALWAYS, 'hurry', 'any', 'drain']);
    expect(walk.enabled(2)).toEqual([...ALWAYS, 'swap', 'wait', 'any']);
    expect(obstacle(walk.machine, walk.at, walk.step('swap', [1]))).toBe('pending');
    expect(obstacle(walk.machine, walk.at, walk.step('wait', [1]))).toBe('guard');
    expect(walk.drain(1).enabled(1)).toEqual([...ALWAYS, 'swap', 'wait', 'any']);
  });

  it('are one drain for each cell under PSO', () => {
    const walk = new Walk('pso').go('pair', [1]).go('one', [1]);
    expect(walk.enabled(1)).toEqual([...ALWAYS, 'hurry', 'any', 'drain X', 'drain Y']);
    expect(walk.drain(1, 'Y').enabled(1)).toEqual([...ALWAYS, 'hurry', 'any', 'drain X']);
  });

  it('put no more into a queue than the bound', () => {
    const tso = new Walk('tso', 1).go('pair', [1]);
    expect(tso.enabled(1)).toEqual(['load', 'hurry', 'drain']);
    expect(obstacle(tso.machine, tso.at, tso.step('raise', [1, 2]))).toBe('full');
    expect(tso.drain(1).enabled(1)).toContain('raise');
    const pso = new Walk('pso', 1).go('one', [1]);
    expect(pso.enabled(1)).toEqual(['load', 'raise', 'other', 'hurry', 'drain X']);
  });

  it('write memory at once when they are atomic', () => {
    const walk = new Walk('tso').go('one', [2]).go('swap', [1]);
    expect(walk.views('X')).toEqual(['3', '1', '3']);
    expect(walk.views('R[#1]')[2]).toBe('0');
    expect(walk.drain(2).views('X')).toEqual(['1', '1', '1']);
  });

  it('tell the cells that they leave open, which may wait in a buffer as well', () => {
    const walk = new Walk('tso');
    expect(openCells(walk.machine, walk.at, walk.step('any', [1])).map(showCell)).toEqual(['X']);
    expect(openCells(walk.machine, walk.at, walk.step('one', [1]))).toEqual([]);
    expect(walk.go('any', [1], { X: 7 }).views('X')).toEqual(['7', '0', '0']);
  });
});

describe('a configuration', () => {
  it('has a key that says all of it, and not how it came about', () => {
    const keys = [
      new Walk('tso').key(),
      new Walk('tso').go('one', [1]).key(),
      new Walk('tso').go('one', [2]).key(),
      new Walk('tso').go('one', [1]).go('pair', [1]).key(),
      new Walk('tso').go('pair', [1]).go('one', [1]).key(),
      new Walk('tso').go('one', [1]).go('pair', [1]).drain(1).key(),
      new Walk('tso').go('one', [1]).drain(1).key(),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    const one = new Walk('pso').go('pair', [1]).go('one', [2]).key();
    expect(new Walk('pso').go('one', [2]).go('pair', [1]).key()).toBe(one);
    const xy = new Walk('pso').go('raise', [1, 2]).go('one', [1]).key();
    expect(new Walk('pso').go('one', [1]).go('raise', [1, 2]).key()).toBe(xy);
  });

  it('is unsafe by what its processes see', () => {
    const walk = new Walk('tso').go('one', [1]).go('pair', [2]);
    expect(violation(walk.machine, walk.at)).toEqual({
      property: 'both',
      arguments: [1, 2],
      condition: '#1@X = 1 && #2@X = 2',
      reads: [],
    });
    expect(violation(walk.machine, walk.drain(2).at)).toMatchObject({ arguments: [1, 2] });
    expect(violation(walk.machine, walk.drain(1).at)).toBe(null);
  });
});

describe('a bound on buffers', () => {
  const text = `number_procs 2 type loc = A | B | C  array PC[proc] : loc  weak var X : int  weak var Y : int
    init (i) { PC[i] = A && X = 0 && Y = 0 } unsafe (i j) { PC[i] = C && j@X = 0 && j@Y = 0 }
    transition t ([i]) requires { PC[i] = A } { PC[i] := B; X := 1 }
    transition u ([i]) requires { PC[i] = B } { PC[i] := C; Y := 1 }`;

  it.each<[MemoryName, number | null, boolean]>([
    ['tso', 1, false],
    ['tso', 2, true],
    ['tso', null, true],
    ['pso', 0, false],
    ['pso', 1, true],
  ])('under %s, %s batches: two writes wait is %s', (memory, bound, waits) => {
    const { violated, complete } = exploreAll(systemOf(text), 2, memory, { bound });
    expect(violated !== null).toBe(waits);
    expect(complete).toBe(!waits);
  });
});
