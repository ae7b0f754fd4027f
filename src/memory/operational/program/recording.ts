/**
 * One execution of a program under way, step by step: each step is checked, performed and told. What a thread reads is noted
 * when the machine looks at it: what `&&`, `||` or a conditional leaves out is not read.
 */

import { belongsTo, type Cells, cellName, showValue, sortOfCell, variableAt } from '../../../models/program/cells.js';
import type { Edge, NeverProperty, Template } from '../../../models/program/model.js';
import { edgeAt, isHidden, locationName, templateOf } from '../../../models/program/parts.js';
import { lineIn, shortLine } from '../../../models/program/place.js';
import { hasBuffers, keepsStoreOrder } from '../../models.js';
import type { Change, Read, Step, DrainStep as ToldDrain, Trace } from '../../trace.js';
import type { Write } from '../buffers.js';
import type { MemoryAction, Seen, WriteGroup } from '../execution-graph.js';
import { type End, explained } from '../explained.js';
import { History } from '../history.js';
import { evaluate, evaluateState, isFailure, type StateView } from './evaluate.js';
import {
  attempt,
  batchOf,
  bufferOf,
  type Configuration,
  cellAt,
  type DrainStep,
  drain,
  type EdgeStep,
  type Effects,
  type InitialValues,
  type Machine,
  start,
  threadName,
  viewOf,
} from './machine.js';
import { failedStep, stateView, violationAtEnd } from './properties.js';

type Look = Seen<number> & Pick<Read, 'from'>;

export class ProgramRecording {
  readonly initial: Trace['initial'];
  readonly steps: Step[] = [];
  private readonly machine: Machine;
  private readonly values: InitialValues;
  private configuration: Configuration;
  private readonly history = new History<number>();
  private readonly actions: MemoryAction<number>[] = [];
  /** What the last step violated by failing, and what it does before that. */
  private failure: { readonly violated: Trace['violated']; readonly action: MemoryAction<number> } | null = null;
  /** By thread: its last step, and the last one that wrote a local. */
  private readonly lastStep = new Map<number, number>();
  private readonly lastWrite = new Map<string, number>();

  constructor(machine: Machine, values: InitialValues) {
    this.machine = machine;
    this.values = values;
    this.configuration = start(machine, values);
    this.initial = this.shownState(this.configuration);
  }

  /** Performs an edge; the reason why not when it is no step of the machine. */
  edge(step: EdgeStep): string | null {
    if (this.failure !== null) return 'a step has failed before';
    const { machine, configuration: before } = this;
    const { thread } = step;
    if (machine.program.threads[thread] === undefined) return `there is no thread number ${thread}`;
    const edge = templateOf(machine.program, thread).edges[step.edge];
    if (edge === undefined) return `${threadName(machine, thread)} has no edge number ${step.edge}`;
    const name = `${threadName(machine, thread)}: ${edge.text}`;
    if (!this.fits(step)) return `the values chosen for ${name} are not those of its sorts`;
    const tried = attempt(machine, before, step);
    const template = templateOf(machine.program, thread);
    const statement = statementOf(template, edge);
    const { line, file } = lineIn(edge.place);
    const origin = `${shortLine(line, file)}: ${statement}`;
    const said = { process: thread + 1, origin, statement, place: edge.place };
    if (tried.kind === 'failure') {
      const flags = { atomic: edge.atomic, fence: isFence(edge), fails: true } as const;
      const action = { step: null, ...said, ...flags, reads: this.looks(step), writes: [] };
      this.failure = { violated: failedStep(machine, step, tried.failure), action };
      return null;
    }
    if (tried.kind === 'disabled') return `${name} is not possible: ${WHY[tried.obstacle]}`;

    const looks = this.looks(step);
    const number = this.steps.length + 1;
    const { effects, after } = tried;
    this.history.issue(number, bufferOf(after, thread));
    for (const { place } of effects.memory) this.history.arrive(number, place, number);
    this.lastStep.set(thread, number);
    for (const { place } of effects.locals) this.lastWrite.set(`${thread} ${place}`, number);
    const reads = looks.filter((look) => this.isShown(look));
    const fence = isFence(edge);
    const storeFence = edge.storeFence === true && !fence && !edge.atomic && !keepsStoreOrder(machine.memory);
    const writes = this.groups(effects);
    this.actions.push({ step: number, ...said, atomic: edge.atomic, fence, storeFence, reads: looks, writes });
    this.steps.push({
      kind: 'transition',
      transition: edge.text,
      ...lineIn(edge.place),
      ...(edge.place.within === undefined ? {} : { procedure: edge.place.within }),
      arguments: [],
      actor: thread + 1,
      fence,
      ...(storeFence ? { storeFence } : {}),
      changes: this.changes(after),
      reads: reads.map(({ from, write, ...cell }) => ({ reader: thread + 1, ...this.shown(cell), from, write })),
      buffered: effects.buffered.filter((write) => this.isShown(write)).map((write) => this.shown(write)),
    });
    this.configuration = after;
    return null;
  }

  /** As `edge`. */
  drain(step: DrainStep): string | null {
    if (this.failure !== null) return 'a step has failed before';
    const { machine } = this;
    if (machine.program.threads[step.thread] === undefined) return `there is no thread number ${step.thread}`;
    const batch = batchOf(this.configuration, step);
    if (batch === null) return `no such writes wait in the store buffer of ${threadName(machine, step.thread)}`;
    const write = this.history.stepOf(batch);
    for (const { place } of batch) this.history.arrive(write, place, this.steps.length + 1);
    const after = drain(this.configuration, step);
    const told: ToldDrain = {
      kind: 'drain',
      process: step.thread + 1,
      write,
      writes: batch.filter((write) => this.isShown(write)).map((write) => this.shown(write)),
      changes: this.changes(after),
    };
    this.steps.push(told);
    this.configuration = after;
    return null;
  }

  /**
   * The violation, the picture of the execution and why SC forbids it; the reason when there is none. What an execution violates
   * as a whole, and not by how it ends, is given.
   */
  finish(given: Trace['violated'] | null = null): Pick<Trace, 'violated' | 'graph' | 'why'> | string {
    const found = given === null ? this.violation() : { violated: given, end: null };
    if (typeof found === 'string') return found;
    const { violated, end } = found;
    const { memory, shared } = this.machine;
    if (!hasBuffers(memory)) return { violated, graph: null };
    const how = given === null ? 'ends in' : 'violates';
    const told = explained({
      names: {
        cell: (place: number) => cellName(shared, place),
        value: (place: number, value: number) => showValue(value, sortOfCell(shared, place)),
        thread: (process) => (process === null ? violated.property : threadName(this.machine, process - 1)),
      },
      initial: (place) => this.values.memory[place] as number,
      actions: this.actions,
      coherence: this.history.coherence(this.configuration),
      title: `an execution that ${memory.title} allows and that ${how} ${violated.property}`,
      memory,
      momentOf: (step, place) => this.history.momentOf(step, place),
      isDrawn: (place) => this.isDrawn({ place }),
      end,
      endless: given !== null,
    });
    return { violated, ...told };
  }

  private violation(): { readonly violated: Trace['violated']; readonly end: End<number> | null } | string {
    if (this.failure !== null) {
      const { violated, action } = this.failure;
      return { violated, end: { looks: [action], after: [], drawn: false } };
    }
    const found = violationAtEnd(this.machine, this.configuration);
    if (found === null) return 'nothing is violated in the last state';
    if (found.kind === 'undefined') return `${found.property.name}: ${found.failure.text}`;
    const { violated, cause } = found;
    switch (cause.kind) {
      case 'deadlock':
        return { violated, end: null };
      case 'location':
        return { violated, end: { looks: [], after: this.stepsOf([cause.thread]), drawn: false } };
      case 'condition':
        return { violated, end: this.lookedAt(violated, cause.property) };
    }
  }

  /** What a condition on the last state looks at, to find it true. */
  private lookedAt(violated: Trace['violated'], property: NeverProperty): End<number> {
    const { machine, configuration, history } = this;
    const view = stateView(machine, configuration);
    const reads = new Map<number, Seen<number>>();
    const after = new Set<number>();
    const looking: StateView = {
      ...view,
      memory: (variable, index) => {
        const value = view.memory(variable, index);
        const place = cellAt(machine.shared, variable, index);
        if (!isFailure(place) && !isFailure(value)) reads.set(place, { place, value, write: history.inMemory(place) });
        return value;
      },
      localOf: (thread, variable, index) => {
        const place = cellAt(machine.locals[thread] as Cells, variable, index);
        const step = isFailure(place) ? undefined : this.lastWrite.get(`${thread} ${place}`);
        if (step !== undefined) after.add(step);
        return view.localOf(thread, variable, index);
      },
      location: (thread) => {
        for (const step of this.stepsOf([thread])) after.add(step);
        return view.location(thread);
      },
    };
    evaluateState(looking, property.condition);
    const said = { process: null, origin: violated.property, statement: violated.condition, place: property.place };
    const flags = { step: null, atomic: false, fence: false, writes: [] };
    const looks = reads.size === 0 ? [] : [{ ...said, ...flags, reads: [...reads.values()] }];
    return { looks, after: [...after], drawn: false };
  }

  /** The last step of each of these threads. */
  private stepsOf(threads: readonly number[]): number[] {
    return threads.flatMap((thread) => this.lastStep.get(thread) ?? []);
  }

  /** Whether there is a value of the right sort for each update that leaves it open. */
  private fits({ thread, edge, choices }: EdgeStep): boolean {
    const open = edgeAt(templateOf(this.machine.program, thread), edge).updates.filter(({ value }) => value === 'any');
    return (
      open.length === choices.length &&
      open.every(({ target }, position) => {
        const cells = target.kind === 'local' ? (this.machine.locals[thread] as Cells) : this.machine.shared;
        return belongsTo(choices[position] as number, variableAt(cells, target.variable).sort);
      })
    );
  }

  /** The shared cells that a step reads, each once, and who wrote what it sees; of a step that fails up to its failure. */
  private looks({ thread, edge: number }: EdgeStep): Look[] {
    const { machine, configuration, history } = this;
    const edge = edgeAt(templateOf(machine.program, thread), number);
    const view = viewOf(machine, configuration, thread);
    const seen: Look[] = [];
    const noting = {
      ...view,
      shared: (variable: number, index: number | null) => {
        const value = view.shared(variable, index);
        const place = cellAt(machine.shared, variable, index);
        if (!isFailure(value) && !isFailure(place) && !seen.some((look) => look.place === place))
          seen.push({ place, value, ...history.source(configuration, thread + 1, place) });
        return value;
      },
    };
    const parts = edge.updates.flatMap(({ target, value }) => [target.index, value === 'any' ? null : value]);
    for (const part of [edge.guard, ...parts]) if (part !== null && isFailure(evaluate(noting, part))) break;
    return seen;
  }

  /** The writes of a step that reach memory together: with it, or later, and apart where the program says so. */
  private groups({ memory: now, buffered }: Effects): WriteGroup<number>[] {
    const waiting = this.machine.program.apart === true ? buffered.map((write) => [write]) : [buffered];
    const groups = [{ writes: now, waits: false }, ...waiting.map((writes) => ({ writes, waits: true }))];
    return groups.filter(({ writes }) => writes.length > 0);
  }

  private changes(after: Configuration): Change[] {
    const before = this.shownState(this.configuration);
    return this.shownState(after).flatMap(({ cell, value }, position) => {
      const old = before[position]?.value as string;
      return old === value ? [] : [{ cell, before: old, after: value }];
    });
  }

  /** Memory, then for each thread where it is and what its locals hold. */
  private shownState({ memory, locations, locals }: Configuration): { cell: string; value: string }[] {
    const { machine } = this;
    return [
      ...memory
        .map((value, place) => ({ place, value }))
        .filter((cell) => this.isShown(cell))
        .map((cell) => this.shown(cell)),
      ...locations.flatMap((location, thread) => {
        const name = threadName(machine, thread);
        const own = machine.locals[thread] as Cells;
        return [
          { cell: name, value: locationName(templateOf(machine.program, thread), location) },
          ...(locals[thread] as readonly number[])
            .map((value, place) => ({ cell: cellName(own, place), value: showValue(value, sortOfCell(own, place)) }))
            .filter(({ cell }) => !isHidden(cell))
            .map(({ cell, value }) => ({ cell: `${name}.${cell}`, value })),
        ];
      }),
    ];
  }

  /** Not the front end's own. */
  private isShown({ place }: Pick<Write<number>, 'place'>): boolean {
    return !isHidden(cellName(this.machine.shared, place));
  }

  /** What is never buffered has no part in the relations of the memory model. */
  private isDrawn(cell: Pick<Write<number>, 'place'>): boolean {
    const { program, shared } = this.machine;
    return this.isShown(cell) && program.shared[shared.owners[cell.place] as number]?.strong !== true;
  }

  private shown({ place, value }: Write<number>): { cell: string; value: string } {
    const { shared } = this.machine;
    return { cell: cellName(shared, place), value: showValue(value, sortOfCell(shared, place)) };
  }
}

function isFence({ fence, drained }: Edge): boolean {
  return fence || drained === true;
}

/** The statement that has the access: a step is often more than one. */
function statementOf({ coverage }: Template, { text, place: { line, column } }: Edge): string {
  const found = coverage?.statements.findLast(({ place }) => place.line === line && place.column === column);
  return found?.text ?? text;
}

const WHY = {
  location: 'the thread is elsewhere',
  pending: 'its store buffer is not empty',
  undrained: 'not all store buffers are empty',
  guard: 'its guard does not hold',
  range: 'a value does not fit its variable',
  full: 'its store buffer is full',
} as const;
