/**
 * How store queues are cells, in the data of a certificate: a field beside its cubes, which are about those cells. Reading back
 * trusts nothing: each queue of the system is told once, and what is told of it is possible (`bridges/store-slots`).
 */
import { isPlanFor, type Keeping, LONGEST, type SlotPlan } from '../../bridges/store-slots/index.js';
import type { ArraySystem } from '../../models/array-system/model.js';
import { block, Fault, type Fields, listOf, text, whole } from '../json-text.js';

export const SLOT_FIELDS = ['queues'] as const;

/** `system` is the one with the cells: its variables are where they were. */
export function* writeSlots({ symbols }: ArraySystem, plan: SlotPlan | undefined): Generator<string> {
  if (plan === undefined) return;
  yield ',\n';
  yield* block(
    'queues',
    [...plan].map(([symbol, keeping]) => [
      symbols[symbol]?.name as string,
      keeping.kind === 'queue' ? keeping.length : keeping.kind,
    ]),
  );
}

/** Whether the data are about cells of store queues. */
export function slotsIn(content: unknown): boolean {
  return typeof content === 'object' && content !== null && 'queues' in content;
}

export function readSlots(system: ArraySystem, fields: Fields): SlotPlan | { readonly fault: string } {
  try {
    const told = fields.list('queues', (value, where): [number, Keeping] => {
      const [name, keeping, ...others] = listOf(value, where, (part) => part);
      const symbol = system.symbols.findIndex((each) => each.name === text(name, where));
      if (symbol < 0 || others.length > 0) throw new Fault(where, 'no queue of the model');
      if (keeping === 'values') return [symbol, { kind: 'values' }];
      const length = whole(keeping, where);
      if (length < 1 || length > LONGEST) throw new Fault(where, `${length} is no length of a queue`);
      return [symbol, { kind: 'queue', length }];
    });
    const plan: SlotPlan = new Map(told);
    if (plan.size < told.length || !isPlanFor(system, plan))
      throw new Fault('the certificate, queues', 'not those of the model');
    return plan;
  } catch (fault) {
    if (fault instanceof Fault) return { fault: fault.message };
    throw fault;
  }
}
