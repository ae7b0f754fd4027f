/** All states of the program of a model by the interpreter of programs, told in the terms of the model. */

import type { DveModel } from '../../../src/languages/dve/index.js';
import type { DveProgram } from '../../../src/languages/dve/program.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import {
  type Configuration,
  configurationKey,
  initialValues,
  makeMachine,
  next,
  start,
} from '../../../src/memory/operational/program/machine.js';
import { offsetOf } from '../../../src/models/program/cells.js';
import { configurationKey as keyInModel } from '../../judges/dve/machine.js';

export interface ProgramStates {
  /** Keys of states of the model; `failed` is among them when a step fails. */
  readonly keys: ReadonlySet<string>;
  readonly states: number;
  readonly edges: number;
  readonly deadlocks: number;
  readonly complete: boolean;
}

export function programStates(
  model: DveModel,
  { program, threads }: DveProgram,
  memory: MemoryName = 'sc',
  most = 100_000,
): ProgramStates {
  const machine = makeMachine(program, memoryNamed(memory), memory === 'sc' ? null : 1, memory === 'tso');
  const shared = (name: string): number | null => {
    const found = program.shared.findIndex((variable) => variable.name === name);
    return found < 0 ? null : offsetOf(machine.shared, found);
  };
  const told = (configuration: Configuration): string => {
    const system = model.processes.map((process, number) => ({ ...process, number }));
    const locations = system.map(({ name, number, initial }) => {
      const control = shared(name);
      if (control !== null) return configuration.memory[control] as number;
      return number === model.property ? initial : (configuration.locations[threads[number] as number] as number);
    });
    const globals = model.globals.flatMap(({ name, constant, initial }) => {
      const first = shared(name) as number;
      return constant ? [] : initial.map((_, cell) => configuration.memory[first + cell] as number);
    });
    const locals = system.flatMap(({ name, number, variables }) => {
      let local = 0;
      return variables.flatMap((variable) => {
        const first = shared(`${name}.${variable.name}`);
        const own = variable.initial.map((value, cell) => {
          if (first !== null) return configuration.memory[first + cell] as number;
          return configuration.locals[threads[number] as number]?.[local + cell] ?? value;
        });
        local += variable.initial.length;
        return variable.constant ? [] : own;
      });
    });
    const queues = model.channels.map(({ name, arity, capacity }) => {
      if (capacity === 0) return [];
      const length = configuration.memory[shared(`${name}.length`) as number] as number;
      const firsts = Array.from({ length: arity }, (_, k) => shared(arity === 1 ? name : `${name}.${k + 1}`) as number);
      const messages = Array.from({ length: capacity }, (_, position) =>
        firsts.map((first) => configuration.memory[first + position] as number),
      );
      for (const unused of messages.slice(length))
        if (unused.some((value) => value !== 0)) throw new Error('a message that is gone is still there');
      return messages.slice(0, length);
    });
    return keyInModel({ kind: 'running', locations, values: [...globals, ...locals], queues });
  };

  const keys = new Set<string>();
  const seen = new Set<string>();
  const open: Configuration[] = [];
  const visit = (configuration: Configuration): void => {
    const key = configurationKey(configuration);
    if (seen.has(key)) return;
    seen.add(key);
    keys.add(told(configuration));
    open.push(configuration);
  };
  for (const values of initialValues(machine)) visit(start(machine, values));
  let [edges, deadlocks, failed] = [0, 0, false];
  for (let at = 0; at < open.length && seen.size <= most; at++) {
    const configuration = open[at] as Configuration;
    const { successors, failures } = next(machine, configuration);
    edges += successors.length + failures.length;
    failed ||= failures.length > 0;
    for (const { after } of successors) visit(after);
    if (successors.length + failures.length === 0) deadlocks++;
  }
  if (failed) keys.add(keyInModel({ kind: 'failed', failure: { kind: 'range', text: '' } }));
  return { keys, states: seen.size + (failed ? 1 : 0), edges, deadlocks, complete: seen.size <= most };
}
