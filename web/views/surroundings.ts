/** What the views may ask of the page around them. */
import type { MemoryName } from '../../src/memory/models.js';
import type { LineMarks } from '../editor/marks.js';
import type { Engines } from '../engines.js';
import type { Facts } from '../protocol.js';
import type { Draft } from '../question.js';

export interface Surroundings {
  readonly engines: Engines;
  draft(): Draft;
  facts(): Facts;
  goToLine(line: number, column: number): void;
  /** Marks lines of the editor, if it still has this text. */
  mark(text: string, marks: LineMarks | null): void;
  /** Shows where lines would be put in, if the editor still has this text. */
  preview(text: string, after: string | null): void;
  /** Puts another text in the place of this one. */
  apply(text: string, after: string): boolean;
  repair(memory: MemoryName): void;
  /** Opens a run, to go on with by hand. */
  step(run: string): void;
  /** A running job, which Stop ends. */
  busy(stop: (() => void) | null): void;
}
