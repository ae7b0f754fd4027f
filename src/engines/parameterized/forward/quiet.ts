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
import { type NormalForm, normalForm } from '../../../models/array-system/normal-form.js';
import type { Progress } from '../../engine.js';
import { compileConditions } from './compile.js';
import { Exploration, storesNumbers } from './explore.js';

/** Where numbers grow there is no end, which fewer states show; and one that outgrows a byte is taken to grow. */
const SHARE_OF_NUMBERS = 10;

/** Of all states: `quiet`, or something is to be told. `many`: there are more than so many states. */
export type Look = 'quiet' | 'telling' | 'many' | null;

export function* lookAtInstance(system: ArraySystem, processes: number, limit: number): Generator<Progress, Look> {
  if (system.symbols.some(({ sort }) => sort.kind === 'abstract' || sort.kind === 'real')) return null;
  const form = normalForm(system);
  const counts = storesNumbers(form);
  const most = counts ? Math.ceil(limit / SHARE_OF_NUMBERS) : limit;
  const exploration = new Exploration(form, processes, counts ? 'finder' : 'oracle', most, true, true);
  // With an order, whoever is not in the instance has a place in it.
  if (form.usesOrder && mayNameNobody(exploration)) return null;
  yield* exploration.run();
  if (exploration.isCutShort || (counts && !exploration.complete)) return 'many';
  if (!exploration.isWhole || exploration.violation >= 0) return null;
  const isQuiet = takesEverything(form, exploration) && saysSomething(system, exploration);
  return isQuiet ? 'quiet' : 'telling';
}

/** A cell that init leaves open may name a process outside of the instance. */
function mayNameNobody({ layout, initial }: Exploration): boolean {
  const { symbols } = layout.form.system;
  return layout.cells.some(({ symbol }, cell) => initial.open[cell] && symbols[symbol]?.sort.kind === 'proc');
}

/** Every transition is taken, and no state is the last. */
function takesEverything({ system }: NormalForm, { instance, layout, store, count }: Exploration): boolean {
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
    if (!goesOn) return false;
  }
  return taken.size === system.transitions.length;
}

/** Each part of a condition that is unsafe is true in some state, of some processes. */
function saysSomething(system: ArraySystem, { layout, initial, store, count }: Exploration): boolean {
  const parts = system.unsafe.flatMap((unsafe): Property[] => {
    const { formula } = unsafe;
    return formula.kind === 'and' ? formula.operands.map((part) => ({ ...unsafe, formula: part })) : [];
  });
  const { unsafe } = normalForm({ ...system, unsafe: parts });
  const conditions = compileConditions(layout, initial.open, initial.nobody, unsafe);
  const { stride } = layout;
  const isTrue = (property: number): boolean => {
    const condition = conditions.get(property);
    if (condition === undefined) return false;
    for (let at = 0; at < count; at++) if (condition(store.subarray(at * stride, (at + 1) * stride))) return true;
    return false;
  };
  return parts.every((_, property) => isTrue(property));
}
