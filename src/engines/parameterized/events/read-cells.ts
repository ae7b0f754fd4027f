/**
 * The locations that the updates of a command read, whether their values matter or not.
 *
 * A read whose value the cube does not mention can be left out: it may read anything. That is exact, unless a later step draws a
 * value and asks that it differs from the one read: the draw can be taken back, and nothing is left to mention. But whoever reads
 * what was drawn does not read something else. So where a model draws values, all reads of a command lie before the writes that
 * come later.
 */
import { type Literals, PLAIN } from '../../../logic/literals.js';
import {
  BINDER_SLOT,
  type GuardedCommand,
  type NormalForm,
  type TemplateCell,
  type TemplateTerm,
} from '../../../models/array-system/normal-form.js';
import type { Instantiation } from '../instantiate.js';

/** Whether some step of the model leaves a value open. */
export function draws({ commands }: Pick<NormalForm, 'commands'>): boolean {
  return commands.some(({ updates }) =>
    [...updates.values()].some((u) => u.kind === 'havoc' || (u.kind === 'case' && u.otherwise === 'arbitrary')),
  );
}

/** Those with processes of the command, which are in the slots of the instance. */
export function readCells(instance: Instantiation, literals: Literals, { updates }: GuardedCommand): number[] {
  const cells: TemplateCell[] = [];
  const note = (term: TemplateTerm): void => {
    if (term.kind === 'cell') cells.push(term.cell);
    else if (term.kind === 'sum') cells.push(...term.summands.map((s) => s.cell));
  };
  for (const update of updates.values()) {
    if (update.kind === 'assign') note(update.value);
    if (update.kind !== 'case') continue;
    for (const { condition, value } of update.switches) {
      note(value);
      for (const literal of condition.flat()) {
        if (literal.kind === 'mask') cells.push(literal.cell);
        else if (literal.kind === 'sum') note(literal.sum);
        else [literal.left, literal.right].forEach(note);
      }
    }
    if (typeof update.otherwise !== 'string') note(update.otherwise);
  }
  const read = cells.filter(({ reader, slots }) => reader !== null && slots.every((slot) => slot < BINDER_SLOT));
  return [...new Set(read.map((cell) => literals.retag(instance.cell(cell), PLAIN)))];
}
