/**
 * The states of a program with its buffers, and those of its reduction with the variables read as buffers: they must be the
 * same ones. By the interpreter alone.
 */
import { type MemoryName, memoryNamed, SC } from '../../../src/memory/models.js';
import type { Buffer } from '../../../src/memory/operational/buffers.js';
import {
  type Configuration,
  configurationKey,
  initialValues,
  type Machine,
  makeMachine,
  next,
  start,
} from '../../../src/memory/operational/program/machine.js';
import type { Reduction } from '../../../src/memory/reduction/index.js';
import { cellsOf } from '../../../src/models/program/cells.js';
import type { Program } from '../../../src/models/program/model.js';

/** What differs; null when nothing does, or when there are too many states. The reduction is one whose writes wait. */
export function statesFault(
  program: Program,
  reduction: Reduction,
  memory: MemoryName,
  bound: number,
  limit: number,
): string | null {
  const given = reachable(makeMachine(program, memoryNamed(memory), bound), limit);
  const made = reachable(makeMachine(reduction.program, SC, null), limit);
  if (given === null || made === null) return null;
  const expected = new Set(given.map(configurationKey));
  const found = new Set(made.map((configuration) => configurationKey(decoded(program, reduction, configuration))));
  if (made.length !== found.size) return `${made.length} reduced states stand for ${found.size}`;
  const missing = [...expected].find((key) => !found.has(key));
  const extra = [...found].find((key) => !expected.has(key));
  if (missing !== undefined) return `not reached: ${missing}`;
  return extra === undefined ? null : `reached only when reduced: ${extra}`;
}

function decoded(program: Program, { program: reduced, buffers }: Reduction, state: Configuration): Configuration {
  const cells = cellsOf(reduced.shared);
  const held = (variable: number) => state.memory[cells.offsets[variable] ?? -1] as number;
  const threads = program.threads.length;
  return {
    memory: state.memory.slice(0, cellsOf(program.shared).count),
    locations: state.locations.slice(0, threads),
    locals: state.locals.slice(0, threads),
    buffers: program.threads.map(
      (_, thread): Buffer<number> =>
        buffers.flatMap((buffer) => {
          const waiting = held(buffer.count);
          if (buffer.thread !== thread || waiting === 0) return [];
          const batches = buffer.values.slice(0, waiting).map((slot, k) => {
            const target = buffer.targets[k];
            const place = buffer.cells[target === undefined ? 0 : held(target) - 1] as number;
            return [{ place, value: held(slot) }];
          });
          return [{ place: buffer.targets.length > 0 ? null : (buffer.cells[0] as number), batches }];
        }),
    ),
  };
}

function reachable(machine: Machine, limit: number): Configuration[] | null {
  const found = new Map<string, Configuration>();
  const queue = initialValues(machine).map((values) => start(machine, values));
  for (const configuration of queue) {
    const key = configurationKey(configuration);
    if (found.has(key)) continue;
    if (found.size >= limit) return null;
    found.set(key, configuration);
    queue.push(...next(machine, configuration).successors.map(({ after }) => after));
  }
  return [...found.values()];
}
