/**
 * A run read back from a printed trace: what a reader of the report could do by hand. The replay of it confirms that
 * the trace alone, without what the engine kept to itself, is an execution of the model.
 */

import { type Rational, rational } from '../../src/logic/rational.js';
import { memoryNamed } from '../../src/memory/models.js';
import type { Choice } from '../../src/memory/operational/machine.js';
import { type Run, type RunStep, replay } from '../../src/memory/operational/replay.js';
import { makeInstance, showCell } from '../../src/memory/operational/state.js';
import {
  constructorValue,
  datumValue,
  numberValue,
  processValue,
  type Value,
} from '../../src/memory/operational/values.js';
import type { Trace } from '../../src/memory/trace.js';
import type { ArraySystem, Sort } from '../../src/models/array-system/model.js';

/** The printed trace alone, run once more: the trace that this gives, or why it is no execution. */
export function readBack(system: ArraySystem, trace: Trace): Trace | string {
  const replayed = replay(system, runOfTrace(system, trace), memoryNamed(trace.memory));
  return replayed.ok ? replayed.trace : `step ${replayed.step}: ${replayed.reason}`;
}

export function runOfTrace(system: ArraySystem, trace: Trace): Run {
  let cells = new Map(trace.initial.map(({ cell, value }) => [cell, value]));
  const initial = reader(cells);
  const places = makeInstance(system, trace.processes).cells.map(showCell);
  const steps: RunStep[] = trace.steps.map((step, position) => {
    const before = cells;
    cells = new Map(before);
    for (const { cell, before: old, after } of step.changes) {
      if (before.get(cell) !== old)
        throw new Error(`${cell} is said to be ${old} before step ${position + 1}, it is ${before.get(cell)}`);
      cells.set(cell, after);
    }
    if (step.kind === 'drain') {
      const place = trace.memory === 'pso' ? places.indexOf(step.writes[0]?.cell ?? '') : null;
      return { kind: 'drain', process: step.process, place };
    }
    const transition = system.transitions.findIndex((declared) => declared.name === step.transition);
    // What is chosen may show in the buffer only.
    const written = new Map([...cells, ...step.buffered.map(({ cell, value }) => [cell, value] as const)]);
    return { transition, arguments: step.arguments, choose: reader(written) };
  });
  return { processes: trace.processes, initial, steps };
}

function reader(cells: ReadonlyMap<string, string>): Choice {
  return (symbol, indices) => {
    const cell = showCell({ symbol, indices });
    const text = cells.get(cell);
    if (text === undefined) throw new Error(`the trace gives no value to ${cell}`);
    return readValue(text, symbol.sort);
  };
}

export function readValue(text: string, sort: Sort): Value {
  switch (sort.kind) {
    case 'enum': {
      const value = sort.constructors.indexOf(text);
      if (value < 0) throw new Error(`${text} is no constructor of ${sort.name}`);
      return constructorValue(sort, value);
    }
    case 'int':
    case 'real':
      return numberValue(readRational(text));
    case 'proc': {
      if (text === 'nobody') return processValue(0);
      const [, process, position] = /^(?:#(\d+)|nobody\((.*)\))$/.exec(text) ?? [];
      if (process !== undefined) return processValue(Number(process));
      if (position !== undefined) return processValue(readRational(position));
      throw new Error(`${text} is no process`);
    }
    case 'abstract': {
      const [, name, number] = /^(.*)!(\d+)$/.exec(text) ?? [];
      if (name !== sort.name) throw new Error(`${text} is no value of ${sort.name}`);
      return datumValue(sort, Number(number));
    }
  }
}

function readRational(text: string): Rational {
  const [, numerator, denominator] = /^(-?\d+)(?:\/(\d+))?$/.exec(text) ?? [];
  if (numerator === undefined) throw new Error(`${text} is no number`);
  return rational(BigInt(numerator), BigInt(denominator ?? '1'));
}
