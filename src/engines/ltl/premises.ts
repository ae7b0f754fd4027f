/**
 * The warnings of a temporal property, from its parts. Each part has a search of its own, over the states of one program: the
 * first that looked at all of them tells where threads get stuck and what no run reaches. Of `G (p -> ...)` the property says
 * nothing if p is true in no state, for no choice of threads: choices are parts, and those of one place of the text count
 * together. A part that did not look everywhere, or could not tell, counts as one that has seen p.
 */
import type { TemporalProperty, WrittenProposition } from '../../models/program/temporal.js';
import type { Warning, Warnings } from '../warnings.js';

export class TemporalWarnings {
  private found: Warnings | null = null;
  private readonly premises = new Map<string, { readonly written: WrittenProposition; never: boolean }>();

  /** Whether nobody has told yet where threads get stuck. */
  get isOpen(): boolean {
    return this.found === null;
  }

  /** What the search of a part says; null where it does not know. */
  take(warnings: Warnings | null): void {
    this.found ??= warnings;
  }

  /** `never`: the search looked everywhere, and the premise was never true. */
  premise(written: WrittenProposition | null, never: boolean): void {
    if (written === null) return;
    const known = this.premises.get(written.key) ?? { written, never: true };
    known.never &&= never;
    this.premises.set(written.key, known);
  }

  /** `buffer`: the bound that was reached, null where none was. */
  all({ name }: TemporalProperty, buffer: number | null): Warnings | null {
    if (this.found === null) return null;
    const { list, stuck, deadlock } = this.found;
    const within = buffer === null ? {} : { buffer };
    const vacuous = [...this.premises.values()].flatMap(({ written, never }): Warning[] => {
      const { line, file, text: condition } = written;
      const where = file === undefined ? { line } : { line, file };
      return never ? [{ code: 'vacuous', property: name, ...where, condition, ...within }] : [];
    });
    return { list: [...list.filter(({ code }) => code !== 'vacuous'), ...vacuous], stuck, deadlock };
  }
}
