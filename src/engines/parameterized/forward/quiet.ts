/**
 * Whether all states of a small instance, seen one by one, give nothing to warn of: every transition is taken, something is
 * possible in every state, and each part of what is unsafe is true somewhere (`check/few-threads.ts`).
 *
 * Most models are like that, and to know it takes less than a search that could tell more: processes are interchangeable here,
 * and what is explored is what the proof was guessed from. Who finds something has to look again, and says where and why.
 *
 * Null where the instance is not seen as a whole: values that are only sampled, data.
 */
import type { ArraySystem, Property } from '../../../models/array-system/model.js';
import { normalForm } from '../../../models/array-system/normal-form.js';
import type { Progress } from '../../engine.js';
import { compileConditions } from './compile.js';
import { Exploration, storesNumbers } from './explore.js';

/** Where numbers grow there is no end, which fewer states show; and one that outgrows a byte is taken to grow. */
const SHARE_OF_NUMBERS = 10;

/**
 * Of all states: `quiet`; or `stuck`: one of them is the last; or `idle`: all go on, and a transition is not taken or a part of
 * what is unsafe never true, which may be otherwise with more processes. `many`: there are more than so many states.
 */
export type Look = 'quiet' | 'stuck' | 'idle' | 'many' | null;

export function* lookAtInstance(system: ArraySystem, processes: number, limit: number): Generator<Progress, Look> {
  if (system.symbols.some(({ sort }) => sort.kind === 'abstract' || sort.kind === 'real')) return null;
  // What the model assumes is not taken for granted: who tells more does not, either.
  const form = normalForm({ ...system, invariants: [] });
  const counts = storesNumbers(form);
  const most = counts ? Math.ceil(limit / SHARE_OF_NUMBERS) : limit;
  const exploration = new Exploration(form, processes, counts ? 'finder' : 'oracle', most, true, true);
  // With an order, whoever is not in the instance has a place in it.
  if (form.usesOrder && mayNameNobody(exploration)) return null;
  yield* exploration.run();
  if (exploration.isCutShort || (counts && !exploration.complete)) return 'many';
  if (!exploration.isWhole || exploration.violation >= 0) return null;
  const taken = transitionsTaken(exploration);
  if (taken === null) return 'stuck';
  return taken.size === system.transitions.length && saysSomething(system, exploration) ? 'quiet' : 'idle';
}

/** A cell that init leaves open may name a process outside of the instance. */
function mayNameNobody({ layout, initial }: Exploration): boolean {
  const { symbols } = layout.form.system;
  return layout.cells.some(({ symbol }, cell) => initial.open[cell] && symbols[symbol]?.sort.kind === 'proc');
}

/** Null where some state is the last. */
function transitionsTaken({ instance, layout, store, count }: Exploration): ReadonlySet<number> | null {
  const { stride } = layout;
  const taken = new Set<number>();
  const next = new Uint8Array(stride);
  const cut = (): void => {};
  for (let at = 0; at < count; at++) {
    const state = store.subarray(at * stride, (at + 1) * stride);
    let goesOn = false;
    for (const { command, run } of instance.steps) {
      const emit = (opened: number): void => {
        goesOn = true;
        if (opened < 0 && command !== null) taken.add(command.transition);
      };
      run(state, next, emit, cut);
    }
    if (!goesOn) return null;
  }
  return taken;
}

/** Each part of a condition that is unsafe is true in some state, of some processes. */
function saysSomething(system: ArraySystem, { layout, initial, store, count }: Exploration): boolean {
  const parts = system.unsafe.flatMap((unsafe): Property[] => {
    const { formula } = unsafe;
    return formula.kind === 'and' ? formula.operands.map((part) => ({ ...unsafe, formula: part })) : [];
  });
  const { unsafe } = normalForm({ ...system, unsafe: parts });
  const conditions = compileConditions(layout, initial.open, initial.nobodies, unsafe);
  const { stride } = layout;
  const isTrue = (property: number): boolean => {
    const condition = conditions.get(property);
    if (condition === undefined) return false;
    for (let at = 0; at < count; at++) if (condition(store.subarray(at * stride, (at + 1) * stride))) return true;
    return false;
  };
  return parts.every((_, property) => isTrue(property));
}
