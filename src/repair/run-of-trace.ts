/**
 * The steps behind a trace. An engine answers with a trace, which is for people: it tells who did what in which line, and
 * what changed. A clause needs the edges that were taken. So the trace is followed on the interpreter, with all
 * configurations that fit what is told so far; where one text stands for several edges more than one may fit. Any of them
 * that ends in a violation is a run, whether or not it is the one that the engine had in mind. Of an infinite run the cycle
 * must close; that it is a counterexample is asked later (`lasso-judge.ts`).
 */

import { memoryNamed } from '../memory/models.js';
import {
  type Configuration,
  configurationKey,
  type InitialValues,
  initialValues,
  type Machine,
  makeMachine,
  next,
  type ProgramStep,
  start,
  threadName,
} from '../memory/operational/program/machine.js';
import { violationIn } from '../memory/operational/program/properties.js';
import type { Step, Trace } from '../memory/trace.js';
import { type Cells, cellName, showValue, sortOfCell } from '../models/program/cells.js';
import type { Program } from '../models/program/model.js';
import { edgeAt, isHidden, locationName, templateOf } from '../models/program/parts.js';

/** An execution; of a lasso, `cycle` is the number of steps before the cycle. A last step may fail instead of happening. */
export interface RepairRun {
  readonly initial: InitialValues;
  readonly steps: readonly ProgramStep[];
  readonly cycle?: number;
}

interface Node {
  readonly configuration: Configuration;
  readonly initial: InitialValues;
  readonly parent: Node | null;
  readonly step: ProgramStep | null;
  /** The configuration in which the cycle begins, once it is known; empty before. */
  readonly entry: string;
}

export function runOfTrace(program: Program, trace: Trace): RepairRun {
  const machine = makeMachine(program, memoryNamed(trace.memory), null);
  const { cycle } = trace;
  const entered = (node: Node, position: number): Node =>
    position === cycle ? { ...node, entry: configurationKey(node.configuration) } : node;
  let nodes: Node[] = initialValues(machine)
    .map((initial) => ({ configuration: start(machine, initial), initial, parent: null, step: null, entry: '' }))
    .filter(({ configuration }) => sameState(shown(machine, configuration), trace.initial))
    .map((node) => entered(node, 0));
  for (const [position, told] of trace.steps.entries()) {
    const found = new Map<string, Node>();
    for (const parent of nodes) {
      for (const { step, after } of next(machine, parent.configuration).successors) {
        if (!fits(machine, parent.configuration, step, after, told)) continue;
        const key = `${parent.entry} ${configurationKey(after)}`;
        const { initial, entry } = parent;
        if (!found.has(key))
          found.set(key, entered({ configuration: after, initial, parent, step, entry }, position + 1));
      }
    }
    nodes = [...found.values()];
  }
  if (cycle !== undefined) {
    const closed = nodes.find(({ configuration, entry }) => configurationKey(configuration) === entry);
    if (closed !== undefined) return { ...runTo(closed, []), cycle };
    throw new Error('a trace of an infinite run does not lead back to where its cycle begins');
  }
  for (const node of nodes) {
    if (violationIn(machine, node.configuration)?.kind === 'violated') return runTo(node, []);
  }
  for (const node of nodes) {
    const [failing] = next(machine, node.configuration).failures;
    if (failing !== undefined) return runTo(node, [failing.step]);
  }
  throw new Error('a trace is no execution of the program it is said to be of');
}

function runTo(last: Node, failing: readonly ProgramStep[]): RepairRun {
  const steps: ProgramStep[] = [];
  for (let node: Node | null = last; node !== null; node = node.parent) if (node.step !== null) steps.push(node.step);
  return { initial: last.initial, steps: [...steps.reverse(), ...failing] };
}

function fits(machine: Machine, before: Configuration, step: ProgramStep, after: Configuration, told: Step): boolean {
  if (told.kind === 'drain') {
    if (step.kind !== 'drain' || step.thread + 1 !== told.process) return false;
  } else {
    if (step.kind !== 'edge' || step.thread + 1 !== told.actor) return false;
    const { text, place } = edgeAt(templateOf(machine.program, step.thread), step.edge);
    if (text !== told.transition || (told.line !== undefined && place.line !== told.line)) return false;
  }
  const [old, now] = [shown(machine, before), shown(machine, after)];
  const changed = now.filter(({ value }, position) => value !== old[position]?.value);
  if (
    !sameState(
      changed,
      told.changes.map((change) => ({ cell: change.cell, value: change.after })),
    )
  )
    return false;
  return told.kind === 'drain' || sameBuffered(machine, before, after, step.thread, told.buffered);
}

interface Shown {
  readonly cell: string;
  readonly value: string;
}

function sameState(some: readonly Shown[], others: readonly Shown[]): boolean {
  if (some.length !== others.length) return false;
  return some.every(
    ({ cell, value }, position) => others[position]?.cell === cell && others[position]?.value === value,
  );
}

/** What went into the buffer, as the trace tells it. */
function sameBuffered(
  { shared }: Machine,
  before: Configuration,
  after: Configuration,
  thread: number,
  told: readonly Shown[],
): boolean {
  const waiting = ({ buffers }: Configuration) =>
    (buffers[thread] ?? []).flatMap(({ batches }) => batches.flat()).length;
  const hidden = (buffers: Configuration) =>
    (buffers.buffers[thread] ?? []).some(({ batches }) =>
      batches.flat().some(({ place }) => isHidden(cellName(shared, place))),
    );
  return hidden(after) || waiting(after) - waiting(before) === told.length;
}

/** Memory, then for each thread where it is and what its locals hold: the cells of a trace. */
function shown(machine: Machine, { memory, locations, locals }: Configuration): Shown[] {
  const visible = (cells: Cells, values: readonly number[], prefix: string): Shown[] =>
    values.flatMap((value, cell) => {
      const name = cellName(cells, cell);
      return isHidden(name) ? [] : [{ cell: `${prefix}${name}`, value: showValue(value, sortOfCell(cells, cell)) }];
    });
  return [
    ...visible(machine.shared, memory, ''),
    ...locations.flatMap((location, thread) => {
      const name = threadName(machine, thread);
      const place = { cell: name, value: locationName(templateOf(machine.program, thread), location) };
      return [place, ...visible(machine.locals[thread] as Cells, locals[thread] as readonly number[], `${name}.`)];
    }),
  ];
}
