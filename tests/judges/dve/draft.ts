/**
 * A step in the making: a copy of a configuration that is changed part by part. The first range error decides: nothing
 * after it counts, and the step leads to the error state.
 */
import { type DveTransition, type DveVariableUse, RANGES } from '../../../src/languages/dve/model.js';
import { type Cells, variableAt } from './cells.js';
import type { Configuration, Message, Running } from './configuration.js';
import { type Evaluated, evaluate, type Failure, indexOf, isFailure, type View } from './evaluate.js';

export class Draft {
  readonly values: number[];
  /** The cells that were assigned, also when they kept their values. */
  readonly written = new Set<number>();
  private readonly view: View;
  private readonly locations: number[];
  private readonly queues: (readonly Message[])[];
  private failure: Failure | null = null;

  constructor(cells: Cells, { locations, values, queues }: Running) {
    this.values = [...values];
    this.locations = [...locations];
    this.queues = [...queues];
    this.view = { cells, values: this.values, locations: this.locations };
  }

  finish(): Configuration {
    if (this.failure !== null) return { kind: 'failed', failure: this.failure };
    return { kind: 'running', locations: this.locations, values: this.values, queues: this.queues };
  }

  fail(failure: Failure | null): void {
    this.failure ??= failure;
  }

  move(process: number, to: number): void {
    this.locations[process] = to;
  }

  setQueue(channel: number, messages: readonly Message[]): void {
    this.queues[channel] = messages;
  }

  receive(targets: readonly DveVariableUse[], message: Message): void {
    for (const [position, target] of targets.entries()) this.assign(target, message[position] as number);
  }

  /** One after the other, each seeing those before; the value first, then the index. */
  effects({ effects }: DveTransition): void {
    for (const { target, value } of effects) {
      if (this.failure !== null) return;
      this.assign(target, evaluate(this.view, value));
    }
  }

  private assign(target: DveVariableUse, value: Evaluated): void {
    if (this.failure !== null) return;
    if (isFailure(value)) return this.fail(value);
    const variable = variableAt(this.view.cells, target);
    const index = indexOf(this.view, target, variable);
    if (isFailure(index)) return this.fail(index);
    const { low, high } = RANGES[variable.type];
    if (value < low || value > high) {
      const name = variable.size === null ? variable.name : `${variable.name}[${index}]`;
      return this.fail({ kind: 'range', text: `${value} does not fit ${name} (${variable.type})` });
    }
    const first = this.view.cells.first(target.owner, target.variable);
    if (first === null) throw new Error(`${variable.name} is constant`);
    this.values[first + index] = value;
    this.written.add(first + index);
  }
}
