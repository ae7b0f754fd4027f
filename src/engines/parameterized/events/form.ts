/**
 * Event cubes as a form of cube: the paper's, kept beside view cubes as the second opinion.
 *
 * A cube meets init when all its pending reads can read the initial memory and no process has something in its buffer: the
 * relations don't matter then, as nothing comes before them (section 3.2).
 */
import { type Literals, PLAIN } from '../../../logic/literals.js';
import type { NormalForm } from '../../../models/array-system/normal-form.js';
import { cellsOf } from '../cube.js';
import { type Declared, Form } from '../form.js';
import { first, type Naming } from '../slots.js';
import { EVERYBODY, type EventCube, EventCubes } from './cube.js';
import { EventEmbedding } from './embed.js';
import { EventPreImages } from './pre-image.js';

export class EventForm extends Form<EventCube> {
  protected override readonly keepsUniversals = false;
  private readonly cubes: EventCubes;

  constructor(form: NormalForm, literals: Literals, naming: Naming, anyMoment = false) {
    super(form, new EventPreImages(literals, naming, form), new EventEmbedding(literals), anyMoment);
    this.cubes = new EventCubes(literals);
  }

  protected override viewTag(): number {
    return 0;
  }

  /**
   * All views are one event, after every read of any process; or those of each process are an event of its own. A
   * universal condition is asked of the processes it names only, which makes an unsafe cube larger: a trace is replayed
   * anyway.
   */
  protected override cubeOf({ processes, literals: given, keepAll, anyMoment }: Declared): EventCube {
    const { literals } = this;
    const readers = this.readersOf(given);
    const threads = anyMoment || readers.length === 0 ? readers : [EVERYBODY];
    const eventOf = (p: number) => (anyMoment ? threads.indexOf(p) : threads.length - 1);
    const image = (cell: number): number =>
      literals.tagOf(cell) === PLAIN ? cell : literals.retag(cell, eventOf(literals.readerOf(cell)));
    const none: number[] = new Array(processes).fill(0);
    const reads = first(processes).map((p) => (eventOf(p) < 0 ? 0 : 1 << eventOf(p)));
    const draft = {
      processes,
      literals: given.map((l) => literals.mapCells(l, image)).sort(),
      universals: [],
      threads,
      order: { events: threads.map(() => 0), reads, writes: none, cells: new Map() },
      behind: none,
    };
    return this.cubes.normal(draft, keepAll).cube;
  }

  /** The processes whose views a conjunction speaks of. */
  private readersOf(conjunction: Int32Array): number[] {
    const { literals } = this;
    const cells = [...conjunction]
      .flatMap((l) => cellsOf(literals, l))
      .filter((cell) => literals.tagOf(cell) !== PLAIN);
    return [...new Set(cells.map((cell) => literals.readerOf(cell)))].sort((a, b) => a - b);
  }

  override initialConjunction(cube: EventCube, processes: number): Int32Array | null {
    return cube.behind.some((row) => row !== 0) ? null : this.safety.initialReads(cube, processes);
  }
}
