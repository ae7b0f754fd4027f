/**
 * One execution under way, step by step: each step is checked, performed and told. What a process reads of weak cells is
 * noted when the machine looks at it: of an alternative that is decided early the rest is not read.
 */

import type { Transition } from '../../models/array-system/model.js';
import { hasBuffers } from '../models.js';
import type { Change, DrainStep as DrainTold, Read, Step, Trace } from '../trace.js';
import type { Write } from './buffers.js';
import { bind, holdsIn, type View } from './evaluate.js';
import type { MemoryAction, Seen } from './execution-graph.js';
import { explained } from './explained.js';
import { History } from './history.js';
import { areDistinctProcesses, type Choice, effectsIn } from './machine.js';
import { describeViolation, findViolationIn } from './properties.js';
import { cellAt, type State, showCell, showCellValue, valueAt } from './state.js';
import {
  actorOf,
  batchOf,
  bufferOf,
  type Configuration,
  type DrainStep,
  enabledSteps,
  type Machine,
  obstacle,
  perform,
  start,
  viewOfActor,
  viewOfReaders,
} from './store-buffers.js';
import { belongsTo } from './values.js';

/** A weak cell that was looked at, and by whom. */
interface Look extends Seen {
  readonly reader: number;
  readonly from: Read['from'];
}

interface Accesses {
  readonly reads: readonly Look[];
  /** Places of the weak cells that are written. */
  readonly targets: readonly number[];
  readonly fence: boolean;
}

const NO_ACCESSES: Accesses = { reads: [], targets: [], fence: false };

export class Recording {
  readonly steps: Step[] = [];
  private configuration: Configuration;
  private readonly history = new History();
  private readonly actions: MemoryAction[] = [];
  /** By place of a cell that is not weak: the last step that changed it. */
  private readonly lastChange = new Map<number, number>();
  private readonly machine: Machine;
  private readonly initial: State;

  constructor(machine: Machine, initial: State) {
    this.machine = machine;
    this.initial = initial;
    this.configuration = start(machine, initial);
  }

  /** Performs an instance of a transition; the reason why not when it is no step of the machine. */
  transition(position: number, given: readonly number[], choose: Choice): string | null {
    const { machine, configuration: before } = this;
    const { instance } = machine;
    const transition = instance.system.transitions[position];
    if (transition === undefined) return `the model has no transition number ${position}`;
    const name = called(transition.name, given);
    if (!areDistinctProcesses(instance, transition.parameters.length, given)) {
      return `${name} is not given ${transition.parameters.length} distinct processes`;
    }
    const step = { kind: 'transition' as const, transition: position, arguments: given };
    const actor = hasBuffers(machine.memory) ? actorOf(transition, given) : null;
    switch (obstacle(machine, before, step)) {
      case 'guard':
        return `the guard of ${name} does not hold`;
      case 'pending':
        return `${name} is atomic, and the store buffer of #${actor} is not empty`;
      case 'full':
        return `the store buffer of #${actor} has no room for the writes of ${name}`;
    }
    const after = perform(machine, before, step, choose);
    const issued = actor === null ? [] : this.history.issue(this.number, bufferOf(after, actor)).flat();
    const written = [...after.state.map((value, place) => ({ place, value })), ...issued];
    const wrong = written.find(({ place, value }) => !belongsTo(value, cellAt(instance, place).symbol.sort));
    if (wrong !== undefined) return `the value given to ${this.cell(wrong.place)} is not of its sort`;

    const accesses = actor === null ? NO_ACCESSES : this.accesses(transition, given, actor);
    if (actor !== null) {
      const atomic = machine.atomic[position] === true;
      const reached = atomic ? accesses.targets.map((place) => ({ place, value: valueAt(after.state, place) })) : [];
      for (const { place } of reached) this.history.arrive(this.number, place, this.number);
      const { reads, fence } = accesses;
      const groups = [
        { writes: reached, waits: false },
        { writes: issued, waits: true },
      ];
      const writes = groups.filter((group) => group.writes.length > 0);
      const { place } = transition;
      const told = { origin: name, statement: name, place };
      this.actions.push({ step: this.number, process: actor, ...told, atomic, fence, reads, writes });
      this.noteOwn(after.state);
    }
    this.steps.push({
      kind: 'transition',
      transition: transition.name,
      arguments: given,
      actor,
      fence: accesses.fence,
      changes: this.changes(after.state),
      reads: accesses.reads.map((look) => this.told(look)),
      buffered: issued.map((write) => this.shown(write)),
    });
    this.configuration = after;
    return null;
  }

  /** Cells that are not weak belong to the process that acts. */
  private noteOwn(after: State): void {
    for (const [place, value] of after.entries())
      if (value !== this.configuration.state[place]) this.lastChange.set(place, this.number);
  }

  /** Of the step about to be taken, counted from 1. */
  private get number(): number {
    return this.steps.length + 1;
  }

  /** What an enabled transition does to weak cells, and whether it needs the actor's buffer empty. */
  private accesses(transition: Transition, given: readonly number[], actor: number): Accesses {
    const environment = bind(transition.parameters, given);
    const view = viewOfActor(this.machine, this.configuration, actor);
    const looks = this.looks(view, () => actor);
    holdsIn(looks.view, transition.guard, environment);
    const targets = effectsIn(looks.view, transition, given)
      .map(({ place }) => place)
      .filter((place) => cellAt(this.machine.instance, place).symbol.weak);
    const fence = !holdsIn({ ...view, fence: () => false }, transition.guard, environment);
    return { reads: looks.seen, targets, fence };
  }

  /** What can happen next: `enter(#1)`, `a write of #2 reaches memory`. */
  possible(): string[] {
    const { machine, configuration } = this;
    return enabledSteps(machine, configuration).map((step) => {
      if (step.kind === 'drain') return `a write of #${step.process} reaches memory`;
      return called(machine.instance.system.transitions[step.transition]?.name ?? '', step.arguments);
    });
  }

  /** Whether some unsafe condition holds now. */
  get isUnsafe(): boolean {
    return findViolationIn(viewOfReaders(this.machine, this.configuration)) !== null;
  }

  /** As `transition`. */
  drain(step: DrainStep): string | null {
    const { process, place } = step;
    if (!areDistinctProcesses(this.machine.instance, 1, [process])) return `there is no process #${process} to drain`;
    const batch = batchOf(this.configuration, step);
    if (batch === null) {
      const cell = place === null ? undefined : this.machine.instance.cells[place];
      return `no writes ${cell === undefined ? '' : `to ${showCell(cell)} `}wait in the store buffer of #${process}`;
    }
    const write = this.history.stepOf(batch);
    for (const { place: reached } of batch) this.history.arrive(write, reached, this.number);
    const after = perform(this.machine, this.configuration, step, () => {
      throw new Error('a drain leaves no cell open');
    });
    const told: DrainTold = {
      kind: 'drain',
      process,
      write,
      writes: batch.map((reached) => this.shown(reached)),
      changes: this.changes(after.state),
    };
    this.steps.push(told);
    this.configuration = after;
    return null;
  }

  /** The violated condition, the picture of the execution, and why SC forbids it; null when no unsafe condition holds now. */
  finish(): Pick<Trace, 'violated' | 'graph' | 'why'> | null {
    const { machine, configuration } = this;
    const { instance } = machine;
    const view = viewOfReaders(machine, configuration);
    const found = findViolationIn(view);
    if (found === null) return null;
    const violated = describeViolation(instance, found);
    const unsafe = instance.system.unsafe[found.position];
    if (!hasBuffers(machine.memory) || unsafe === undefined) return { violated, graph: null };
    const looks = this.looks(view, (reader) => reader);
    holdsIn(looks.view, unsafe.formula, bind(unsafe.parameters, found.processes));
    const readers = [...new Set(looks.seen.map(({ reader }) => reader))].sort((one, other) => one - other);
    const last = readers.map(
      (process): MemoryAction => ({
        step: null,
        process,
        origin: violated.property,
        statement: violated.property,
        place: unsafe.place,
        atomic: false,
        fence: false,
        reads: looks.seen.filter(({ reader }) => reader === process),
        writes: [],
      }),
    );
    const condition = found.processes.length === 0 ? violated.property : called(violated.property, found.processes);
    const { graph, why } = explained({
      names: {
        cell: (place) => this.cell(place),
        value: (_, value) => showCellValue(instance, value),
        thread: (process) => (process === null ? 'no process' : `process #${process}`),
      },
      initial: (place) => valueAt(this.initial, place),
      actions: this.actions,
      coherence: this.history.coherence(configuration),
      title: `an execution that ${machine.memory.title} allows and that ends in ${condition}`,
      memory: machine.memory,
      momentOf: (step, place) => this.history.momentOf(step, place),
      isDrawn: () => true,
      end: { looks: last, after: [...looks.own].flatMap((place) => this.lastChange.get(place) ?? []), drawn: true },
      endless: false,
    });
    const told = { violated: { ...violated, reads: looks.seen.map((look) => this.told(look)) }, graph };
    // Where nobody acts on memory, there is nothing to say about it.
    const all = this.actions.length === this.steps.filter(({ kind }) => kind === 'transition').length;
    return why === undefined || !all ? told : { ...told, why };
  }

  /** The same view, which notes every weak cell that is looked at through it, once for each reader, and which others. */
  private looks(
    view: View,
    readerOf: (named: number | null) => number | null,
  ): { readonly view: View; readonly seen: Look[]; readonly own: ReadonlySet<number> } {
    const { configuration, history } = this;
    const { instance } = this.machine;
    const seen: Look[] = [];
    const own = new Set<number>();
    const noting: View = {
      ...view,
      see: (named, place) => {
        const value = view.see(named, place);
        const reader = readerOf(named);
        if (!cellAt(instance, place).symbol.weak) own.add(place);
        const known = seen.some((look) => look.place === place && look.reader === reader);
        if (reader !== null && cellAt(instance, place).symbol.weak && !known) {
          seen.push({ reader, place, value, ...history.source(configuration, reader, place) });
        }
        return value;
      },
    };
    return { view: noting, seen, own };
  }

  private changes(next: State): Change[] {
    return next.flatMap((now, place) => {
      const old = valueAt(this.configuration.state, place);
      const { instance } = this.machine;
      const [before, after] = [showCellValue(instance, old), showCellValue(instance, now)];
      // One nobody for another is no change where the model can't tell them apart.
      return before === after ? [] : [{ cell: this.cell(place), before, after }];
    });
  }

  private told({ reader, place, value, from, write }: Look): Read {
    return { reader, ...this.shown({ place, value }), from, write };
  }

  private shown({ place, value }: Write): { cell: string; value: string } {
    return { cell: this.cell(place), value: showCellValue(this.machine.instance, value) };
  }

  private cell(place: number): string {
    return showCell(cellAt(this.machine.instance, place));
  }
}

function called(name: string, processes: readonly number[]): string {
  return `${name}(${processes.map((process) => `#${process}`).join(', ')})`;
}
