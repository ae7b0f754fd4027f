/**
 * One execution of a program under way, step by step: each step is checked, performed and told. What a thread reads is noted
 * when the machine looks at it: what `&&`, `||` or a conditional leaves out is not read.
 */

import { belongsTo, type Cells, cellName, showValue, sortOfCell, variableAt } from '../../../models/program/cells.js';
import type { Edge } from '../../../models/program/model.js';
import { edgeAt, isHidden, locationName, templateOf } from '../../../models/program/parts.js';
import { hasBuffers } from '../../models.js';
import type { Change, Read, Step, DrainStep as ToldDrain, Trace } from '../../trace.js';
import type { Write } from '../buffers.js';
import { drawExecution, type MemoryAction, type Seen } from '../execution-graph.js';
import { History } from '../history.js';
import { evaluate, isFailure } from './evaluate.js';
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
import { failedStep, violationIn } from './properties.js';

type Look = Seen<number> & Pick<Read, 'from'>;

export class ProgramRecording {
  readonly initial: Trace['initial'];
  readonly steps: Step[] = [];
  private readonly machine: Machine;
  private readonly values: InitialValues;
  private configuration: Configuration;
  private readonly history = new History<number>();
  private readonly actions: MemoryAction<number>[] = [];
  /** What the last step violated by failing. */
  private failure: Trace['violated'] | null = null;

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
    if (tried.kind === 'failure') {
      this.failure = failedStep(machine, step, tried.failure);
      return null;
    }
    if (tried.kind === 'disabled') return `${name} is not possible: ${WHY[tried.obstacle]}`;

    const looks = this.looks(step);
    const number = this.steps.length + 1;
    const { effects, after } = tried;
    this.history.issue(number, bufferOf(after, thread));
    for (const { place } of effects.memory) this.history.arrive(number, place);
    const reads = looks.filter((look) => this.isShown(look));
    const { text } = edge;
    const fence = edge.fence || edge.drained === true;
    const accesses = this.drawnAccesses(edge, reads, effects);
    this.actions.push({ step: number, process: thread + 1, origin: text, fence, ...accesses });
    this.steps.push({
      kind: 'transition',
      transition: text,
      line: edge.place.line,
      ...(edge.place.within === undefined ? {} : { procedure: edge.place.within }),
      arguments: [],
      actor: thread + 1,
      fence,
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
    for (const { place } of batch) this.history.arrive(write, place);
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
   * The violation and the picture of the execution; the reason when there is none. What an execution violates as a whole,
   * and not by how it ends, is given.
   */
  finish(given: Trace['violated'] | null = null): Pick<Trace, 'violated' | 'graph'> | string {
    const violated = given ?? this.failure ?? this.violation();
    if (typeof violated === 'string') return violated;
    const { memory, shared } = this.machine;
    if (!hasBuffers(memory)) return { violated, graph: null };
    const names = {
      cell: (place: number) => cellName(shared, place),
      value: (place: number, value: number) => showValue(value, sortOfCell(shared, place)),
      thread: (process: number) => threadName(this.machine, process - 1),
    };
    const how = given === null ? 'ends in' : 'violates';
    const title = `an execution that ${memory.title} allows and that ${how} ${violated.property}`;
    const coherence = new Map(
      [...this.history.coherence(this.configuration)].filter(([place]) => this.isDrawn({ place })),
    );
    const first = (place: number) => this.values.memory[place] as number;
    return { violated, graph: drawExecution(names, first, this.actions, coherence, title) };
  }

  private violation(): Trace['violated'] | string {
    const found = violationIn(this.machine, this.configuration);
    if (found === null) return 'nothing is violated in the last state';
    return found.kind === 'violated' ? found.violated : `${found.property.name}: ${found.failure.text}`;
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

  /** The shared cells that a possible step reads, each once, and who wrote what it sees. */
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
        if (isFailure(value) || isFailure(place)) throw new Error('a possible step reads cells that are there');
        if (!seen.some((look) => look.place === place)) {
          seen.push({ place, value, ...history.source(configuration, thread + 1, place) });
        }
        return value;
      },
    };
    if (edge.guard !== null) evaluate(noting, edge.guard);
    for (const { target, value } of edge.updates) {
      if (target.index !== null) evaluate(noting, target.index);
      if (value !== 'any') evaluate(noting, value);
    }
    return seen;
  }

  /**
   * What the picture shows of a step. Writes that are in memory with the step are one event, which the reads are bound to;
   * those that wait are one more, or one each where they are apart.
   */
  private drawnAccesses(
    edge: Edge,
    looks: readonly Look[],
    { memory, buffered }: Effects,
  ): Pick<MemoryAction<number>, 'atomic' | 'reads' | 'writes' | 'later'> {
    const reads = looks.filter((look) => this.isDrawn(look));
    const now = memory.filter((write) => this.isDrawn(write));
    const waiting = buffered.filter((write) => this.isDrawn(write));
    const groups = this.machine.program.apart === true ? waiting.map((write) => [write]) : [waiting];
    const events = groups.filter(({ length }) => length > 0);
    if (edge.atomic || now.length > 0) return { atomic: true, reads, writes: now, later: events };
    return { atomic: false, reads, writes: events[0] ?? [], later: events.slice(1) };
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

const WHY = {
  location: 'the thread is elsewhere',
  pending: 'its store buffer is not empty',
  undrained: 'not all store buffers are empty',
  guard: 'its guard does not hold',
  range: 'a value does not fit its variable',
  full: 'its store buffer is full',
} as const;
