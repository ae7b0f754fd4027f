/**
 * A run of the system with slots as one of the machine with store queues.
 *
 * A transition is the same transition there. Where queues are kept as such, taking the oldest write to memory is the same, too.
 * Where they are kept without order, what is older than the write that is taken goes to memory right before it, and nobody
 * looks in between. If the write is not in the queue any more, because it was taken before, the run is none of the machine.
 */
import type { MemoryWith } from '../../memory/models.js';
import { evaluateIn, memoryView } from '../../memory/operational/evaluate.js';
import type { Run, RunStep } from '../../memory/operational/replay.js';
import { makeInstance, placeOf } from '../../memory/operational/state.js';
import {
  batchOf,
  type Configuration,
  makeMachine,
  obstacle,
  perform,
  start,
} from '../../memory/operational/store-buffers.js';
import { equalValues, processValue, type Value } from '../../memory/operational/values.js';
import type { ArraySystem, StateSymbol, Transition } from '../../models/array-system/model.js';
import { isAtomic } from '../../models/array-system/views.js';
import type { Origin } from './origin.js';

export function runOnMachine(
  system: ArraySystem,
  memory: MemoryWith<'a queue per cell'>,
  origins: readonly Origin[],
  run: Run,
): Run | null {
  const instance = makeInstance(system, run.processes);
  const machine = makeMachine(system, run.processes, memory);
  let configuration: Configuration = start(
    machine,
    instance.cells.map(({ symbol, indices }) => run.initial(symbol, indices)),
  );
  const steps: RunStep[] = [];
  const take = (step: RunStep): void => {
    steps.push(step);
    const choose = step.kind === 'drain' ? run.initial : step.choose;
    configuration = perform(machine, configuration, { kind: 'transition', ...step }, choose);
  };
  for (const step of run.steps) {
    if (step.kind === 'drain') throw new Error('a system with slots has no store buffers');
    const origin = origins[step.transition];
    if (origin === undefined) throw new Error(`there is no transition ${step.transition}`);
    switch (origin.kind) {
      case 'overflow':
        return null;
      case 'transition': {
        const { transition } = origin;
        const taken = system.transitions[transition] as Transition;
        // An atomic transition writes to memory at once: what it leaves open is memory's.
        const writer =
          taken.actor === null || isAtomic(taken)
            ? null
            : (step.arguments[taken.parameters.indexOf(taken.actor)] as number);
        const choose = (symbol: StateSymbol, indices: readonly number[]) => {
          const slots = symbol.weak && writer !== null ? slotsFor(origins, symbol) : null;
          if (slots === null || slots.newestOf === null) return step.choose(symbol, indices);
          return step.choose(slots.newestOf, slots.queueIn(writer as number, indices));
        };
        const asked = { kind: 'transition' as const, transition, arguments: step.arguments };
        if (obstacle(machine, configuration, asked) !== null) return null;
        take({ ...asked, choose });
        break;
      }
      case 'flush': {
        const { slots, at, value } = origin;
        const { writer, indices } = slots.queueOf(at.map((parameter) => step.arguments[parameter] as number));
        const place = placeOf(instance, slots.symbol, indices);
        const drain = { kind: 'drain' as const, process: writer, place };
        let last: Value | undefined;
        const wanted =
          value === null
            ? null
            : value.kind === 'writer'
              ? processValue(writer)
              : evaluateIn(memoryView(instance, configuration.state), value.term, new Map());
        do {
          const batch = batchOf(configuration, drain);
          if (batch === null) {
            // Without order the newest goes last: then nothing is left.
            if (slots.length === null && value === null && last !== undefined) break;
            return null;
          }
          const [write] = batch;
          last = write?.value;
          take(drain);
        } while (slots.length === null && (wanted === null || last === undefined || !equalValues(last, wanted)));
      }
    }
  }
  return { processes: run.processes, initial: run.initial, steps };
}

function slotsFor(origins: readonly Origin[], symbol: StateSymbol) {
  const found = origins.find((origin) => origin.kind === 'flush' && origin.slots.symbol === symbol);
  return found?.kind === 'flush' ? found.slots : null;
}
