/**
 * A run of an instance, told in steps of the program that the instance became: the same transitions of the same processes, and
 * the same writes that reach memory.
 *
 * Both machines walk side by side. Values of enumerations, integers and processes have one code (`values.ts`). Data and
 * nobodies are coded as they come: a value that has a code keeps it, another one gets a code that no cell holds. After
 * every step each cell holds the code of what the instance has there; otherwise the run is not told at all. Cells whose first
 * value is never read (`unread.ts`) are the exception, until they are written.
 *
 * What comes out is a proposal for the machine of programs, which judges it like any other run.
 */
import type { MemoryModel } from '../../memory/models.js';
import {
  attempt,
  batchOf,
  type Configuration,
  drain,
  type EdgeStep,
  type Machine,
  makeMachine,
  next,
  type ProgramStep,
  start,
} from '../../memory/operational/program/machine.js';
import { violationIn } from '../../memory/operational/program/properties.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import { begin, type Run, type RunStep } from '../../memory/operational/replay.js';
import * as systems from '../../memory/operational/store-buffers.js';
import type { Value } from '../../memory/operational/values.js';
import type { ArraySystem } from '../../models/array-system/model.js';
import type { Edge, Program } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import { Codes, sortOf } from './codes.js';
import type { Choice } from './initial.js';
import type { Storage, Storages } from './storage.js';
import type { Coding } from './values.js';

/** How the program keeps the cells of the instance. */
export interface Layout {
  readonly storages: Storages;
  readonly coding: Coding;
  readonly choices: readonly Choice[];
}

export interface InstanceProgram {
  readonly program: Program;
  readonly layout: Layout;
}

export type ToldInProgram = ProgramRun | { readonly wrong: string; readonly step: number };

const SET_UP = /^init\(/;
const LOOK = /^look\(/;

/** `wrong`: why it is not told; `step` is 0 for the start. */
export function inProgram(made: InstanceProgram, system: ArraySystem, run: Run, memory: MemoryModel): ToldInProgram {
  const begun = begin(system, run, memory, null);
  if ('reason' in begun) return { wrong: begun.reason, step: 0 };
  const telling = new Telling(made, systems.makeMachine(system, run.processes, memory), run);
  const wrong = telling.begin();
  if (wrong !== null) return { wrong, step: 0 };
  for (const [position, step] of run.steps.entries()) {
    const reason = telling.take(step);
    if (reason !== null) return { wrong: reason, step: position + 1 };
  }
  return telling.end();
}

class Telling {
  private readonly machine: Machine;
  private readonly codes: Codes;
  private instance: systems.Configuration;
  private here: Configuration;
  private readonly initial: ProgramRun['initial'];
  /** Of each choice of first values the row; -1 where there is none. */
  private readonly rows: readonly number[];
  private readonly steps: ProgramStep[] = [];
  /** Cells that began with another value, which makes no difference. */
  private readonly loose = new Set<number>();

  constructor(
    private readonly made: InstanceProgram,
    private readonly ofSystem: systems.Machine,
    run: Run,
  ) {
    this.machine = makeMachine(made.program, ofSystem.memory, null);
    const state = ofSystem.instance.cells.map(({ symbol, indices }) => run.initial(symbol, indices));
    this.instance = systems.start(ofSystem, state);
    this.codes = new Codes(made.layout.coding, run.processes, state);
    const wanted = state.map((value) => this.codes.of(value));
    this.rows = made.layout.choices.map(({ places, rows }) =>
      rows.findIndex((row) => row.every((code, column) => code === wanted[places[column] as number])),
    );
    this.initial = this.firstValues(wanted);
    this.here = start(this.machine, this.initial);
  }

  private firstValues(wanted: readonly (number | null)[]): ProgramRun['initial'] {
    const { program, layout } = this.made;
    const { shared, locals } = layout.storages;
    const first = (places: readonly number[], given: readonly (number | 'any')[]): number[] =>
      given.map((value, variable) => {
        if (value !== 'any') return value;
        const place = places[variable];
        // Behind the cells and the count of threads that are set up: which row each choice takes.
        return Math.max(0, (place === undefined ? this.rows[variable - places.length - 1] : wanted[place]) ?? 0);
      });
    return {
      memory: first(
        shared,
        program.shared.flatMap(({ initial }) => initial),
      ),
      locals: program.threads.map(({ initial }, thread) => first(locals[thread] ?? [], initial.flat())),
    };
  }

  /** Gives the cells their first values where that takes steps. */
  begin(): string | null {
    if (this.rows.includes(-1)) return 'the program that is stepped through does not begin like this';
    while (this.tryEdge((edge) => SET_UP.test(edge.text), []));
    for (const [place] of this.instance.state.entries()) if (!this.agrees(place)) this.loose.add(place);
    return null;
  }

  take(step: RunStep): string | null {
    return step.kind === 'drain' ? this.drain(step) : this.transition(step);
  }

  private drain(step: RunStep & { kind: 'drain' }): string | null {
    const { process, place } = step;
    if (process < 1 || process > this.ofSystem.instance.processes) return `there is no process #${process}`;
    const storage = place === null ? null : this.made.layout.storages.of[place];
    const told = { kind: 'drain', thread: process - 1, cell: storage?.variable ?? null } as const;
    if (systems.batchOf(this.instance, step) === null || batchOf(this.here, told) === null) {
      return `no such write waits in the store buffer of #${process}`;
    }
    this.instance = systems.perform(this.ofSystem, this.instance, step, noChoice);
    this.here = drain(this.here, told);
    this.steps.push(told);
    return this.disagreement();
  }

  private transition(step: Exclude<RunStep, { kind: 'drain' }>): string | null {
    const { system } = this.ofSystem.instance;
    const transition = system.transitions[step.transition];
    if (transition === undefined) return `the model has no transition number ${step.transition}`;
    const text = `${transition.name}(${step.arguments.map((process) => `#${process}`).join(', ')})`;
    const same = (edge: Edge): boolean => edge.text === text && isAt(edge, transition.place);
    const found = this.machine.program.templates.some(({ edges }) => edges.some(same));
    const taken = { kind: 'transition', transition: step.transition, arguments: step.arguments } as const;
    if (!found || systems.obstacle(this.ofSystem, this.instance, taken) !== null) return `${text} is not possible`;
    const open = systems.openCells(this.ofSystem, this.instance, taken);
    const chosen = new Map(
      open.map((cell) => [this.ofSystem.instance.cells.indexOf(cell), step.choose(cell.symbol, cell.indices)]),
    );
    this.codes.appear([...chosen.values()], (sort) => this.held(sort, new Set(chosen.keys())));
    this.instance = systems.perform(this.ofSystem, this.instance, taken, step.choose);
    if (!this.tryEdge(same, [...chosen])) return `${text} is not possible`;
    return this.disagreement();
  }

  /** Takes the first edge of these that is possible, with these values for the cells that are left open. */
  private tryEdge(
    wanted: (edge: Edge) => boolean,
    chosen: readonly (readonly [place: number, value: Value])[],
  ): boolean {
    const { program, layout } = this.made;
    const values = new Map(chosen);
    for (const thread of program.threads.keys()) {
      for (const [number, edge] of templateOf(program, thread).edges.entries()) {
        if (!wanted(edge)) continue;
        const open = edge.updates.filter(({ value }) => value === 'any');
        const places = open.map(({ target }) => placeIn(layout.storages, target, thread));
        if (places.some((place) => !values.has(place))) continue;
        const choices = places.map((place) => this.codes.of(values.get(place) as Value) ?? 0);
        const step: EdgeStep = { kind: 'edge', thread, edge: number, choices };
        const tried = attempt(this.machine, this.here, step);
        if (tried.kind !== 'possible') continue;
        this.here = tried.after;
        this.steps.push(step);
        return true;
      }
    }
    return false;
  }

  /**
   * Where a condition asks what processes see, some of those that it is about must empty their buffers, stop and look, for it to
   * be one on memory (`views.ts`): the fewest that do.
   */
  end(): ProgramRun {
    const run = { initial: this.initial, steps: this.steps };
    const violated = systems.violation(this.ofSystem, this.instance);
    if (violated === null) return run;
    const before = this.here;
    for (const looking of subsets(violated.arguments)) {
      const more = looking.flatMap((process) => this.look(process - 1));
      if (violationIn(this.machine, this.here)?.kind === 'violated') return { ...run, steps: [...this.steps, ...more] };
      this.here = before;
    }
    return run;
  }

  /** Empties the buffer of a thread and lets it look, if that is something that it does. */
  private look(thread: number): ProgramStep[] {
    const steps: ProgramStep[] = [];
    const isNext = (step: ProgramStep): boolean =>
      step.thread === thread &&
      (step.kind === 'drain' || LOOK.test(templateOf(this.made.program, thread).edges[step.edge]?.text ?? ''));
    for (;;) {
      const found = next(this.machine, this.here).successors.find(({ step }) => isNext(step));
      if (found === undefined) return steps;
      this.here = found.after;
      steps.push(found.step);
    }
  }

  private disagreement(): string | null {
    for (const [place] of this.instance.state.entries()) {
      if (this.agrees(place)) this.loose.delete(place);
      else if (!this.loose.has(place)) return 'the program that is stepped through does not lead to the same state';
    }
    return null;
  }

  private agrees(place: number): boolean {
    return this.valueAt(place) === this.codes.of(this.instance.state[place] as Value);
  }

  private valueAt(place: number): number {
    const storage = this.made.layout.storages.of[place] as Storage;
    const cells = storage.kind === 'shared' ? this.here.memory : this.here.locals[storage.thread];
    return cells?.[storage.variable] as number;
  }

  /** What the cells of a sort hold, but for those that are about to be written. */
  private held(sort: string, written: ReadonlySet<number>): ReadonlySet<number> {
    const places = [...this.instance.state.entries()].filter(([place, value]) => {
      return !written.has(place) && sortOf(value) === sort;
    });
    return new Set(places.map(([place]) => this.valueAt(place)));
  }
}

/** Those with few elements first. */
function subsets<T>(list: readonly T[]): T[][] {
  const all: T[][] = [[]];
  for (const each of list) all.push(...all.map((set) => [...set, each]));
  return all.sort((one, other) => one.length - other.length);
}

function noChoice(): never {
  throw new Error('a drain leaves no cell open');
}

function isAt({ place }: Edge, { line, column }: Edge['place']): boolean {
  return place.line === line && place.column === column;
}

function placeIn(storages: Storages, target: Edge['updates'][number]['target'], thread: number): number {
  const places = target.kind === 'local' ? storages.locals[thread] : storages.shared;
  return places?.[target.variable] ?? -1;
}
