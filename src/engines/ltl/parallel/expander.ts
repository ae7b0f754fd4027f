/**
 * Expands portions of states for the thread that stores them, with a kernel that tells (`explicit/ahead.ts`), and adds what the search
 * wants to know of each state (`kept-graph.ts`): the class of its propositions, which fair sets are idle in it, and the group of
 * each step.
 */
import { NO_STEP } from '../../explicit/ahead.js';
import { PAGE, runBytes } from '../../explicit/code/module.js';
import { HEADER, IDLE, STATUS } from '../../explicit/header.js';
import { type RegionSizes, Regions } from '../../explicit/regions.js';
import type { KernelFunctions } from '../../explicit/store.js';
import { recordBytes } from '../../explicit/visited.js';
import { type Board, type Place, STAGE } from './board.js';
import { Labeller } from './parts.js';

/** What an expander is given, by whatever way threads talk. */
export interface Expanding {
  /** A kernel that tells, as WebAssembly. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sizes: RegionSizes;
  /** Where marks are noted, and how many are of edges. */
  readonly marks: { readonly at: number; readonly count: number; readonly edges: number } | null;
  /** Words of a list before its successors. */
  readonly head: number;
  /** By step one more than its group, 0 for none; masks of groups, the first for none; and the mask of all of them. */
  readonly groupOf: Uint8Array;
  readonly ofGroup: Int32Array;
  readonly idle: Int32Array;
  /** Of the words of a state, the bits that its label is made of (`parts.ts`). */
  readonly seen: Int32Array;
}

/** Combinations of propositions below this number have their class in an array. */
const FEW = 2 ** 12;
/** Where notes of what was found a moment ago begin again. */
const MOST_NOTED = 2 ** 30;

export class Expander {
  private readonly expanding: Expanding;
  private readonly board: Board;
  private readonly regions: Regions;
  private readonly functions: KernelFunctions;
  private readonly cells: Int32Array;
  private readonly classes = new Int32Array(FEW).fill(-1);
  private readonly labeller: Labeller;
  private noted = 1;

  constructor(expanding: Expanding, board: Board) {
    this.expanding = expanding;
    this.board = board;
    const regions = new Regions(expanding.sizes);
    this.regions = regions;
    const { states } = board.sizes.portion;
    const bytes = regions.storeAt + states * recordBytes(regions.words) + PAGE;
    const { functions, cells } = runBytes<KernelFunctions>(expanding.bytes, bytes);
    this.functions = functions;
    this.labeller = new Labeller(expanding.seen, board);
    this.cells = cells;
  }

  /** Tells of a portion that was claimed. */
  expand(place: Place): void {
    const told = this.expandAll(place) && this.describe(place);
    if (told) this.tell(place);
    else place.become(STAGE.refused);
    this.board.answer();
  }

  private get places(): NonNullable<Regions['portion']> {
    return this.regions.portion as NonNullable<Regions['portion']>;
  }

  /** False when the kernel has something to report. */
  private expandAll(place: Place): boolean {
    const { cells, regions, places } = this;
    const { states } = place;
    cells.set(place.given.subarray(0, states * (regions.words + 1)), regions.storeAt / 4);
    cells[HEADER.reference / 4] = place.first;
    if (this.noted > MOST_NOTED) {
      cells.fill(0, places.recentAt / 4, places.end / 4);
      this.noted = 1;
    }
    cells[HEADER.again / 4] = this.noted;
    this.functions.expand(0, states);
    this.noted += cells[HEADER.listed / 4] as number;
    return cells[HEADER.status / 4] === STATUS.running;
  }

  /** Writes what is before the successors of each state, and the groups of steps; false when there are too many classes. */
  private describe(place: Place): boolean {
    const { cells, places, classes, board } = this;
    const { head } = this.expanding;
    const { fair } = board.sizes;
    const [lists, ends] = [places.listsAt / 4, places.endsAt / 4];
    let at = 0;
    for (let state = 0; state < place.states; state++) {
      const end = (cells[ends + state] as number) >>> 2;
      const labels = cells[lists + at] as number;
      const known = labels >= 0 && labels < FEW ? (classes[labels] as number) : -1;
      const found = known >= 0 ? known : board.classOf(labels);
      if (found === null) return false;
      if (labels >= 0 && labels < FEW) classes[labels] = found;
      cells[lists + at] = found;
      if (fair) this.describeSteps(place, at, at + head, end);
      at = end;
    }
    return true;
  }

  /** Of a state whose list begins at a place. */
  private describeSteps({ groups }: Place, at: number, begin: number, end: number): void {
    const { cells, places } = this;
    const { groupOf, ofGroup, idle } = this.expanding;
    const [lists, steps] = [places.listsAt / 4, places.stepsAt / 4];
    const { length: words } = idle;
    for (let word = 0; word < words; word++) cells[lists + at + 1 + word] = idle[word] as number;
    for (let k = begin; k < end; k++) {
      const step = cells[steps + k] as number;
      const group = step === NO_STEP ? 0 : (groupOf[step & ~IDLE] as number);
      groups[k] = group;
      for (let word = 0; word < words; word++) {
        const own = lists + at + 1 + word;
        cells[own] = (cells[own] as number) & ~(ofGroup[group * words + word] as number);
      }
    }
  }

  private tell(place: Place): void {
    const { cells, places } = this;
    const part = (at: number, end: number): Int32Array => cells.subarray(at / 4, end / 4);
    const header = (field: keyof typeof HEADER): number => cells[HEADER[field] / 4] as number;
    this.tellMarks(place.first);
    this.labeller.label(place.given, place.states, place.labels);
    if (header('full') !== 0) this.board.noteFull();
    place.tell(
      part(places.toldAt, header('batched')),
      part(places.copiesAt, header('sent')),
      part(places.listsAt, places.listsAt + header('listed')),
      part(places.endsAt, places.endsAt + 4 * place.states),
    );
  }

  /** States are noted by their number in the portion, and told by their own. */
  private tellMarks(first: number): void {
    const { cells, board } = this;
    const { marks } = this.expanding;
    if (marks === null) return;
    const at = marks.at / 4;
    for (let k = 0; k < marks.edges; k++) if (cells[at + k] !== 0) board.marks[k] = 1;
    for (let k = marks.edges; k <= marks.count; k++) {
      const from = k === marks.count ? HEADER.stuck / 4 : at + k;
      const noted = cells[from] as number;
      if (noted === 0) continue;
      noteLeast(board.marks, k, first + noted);
      cells[from] = 0;
    }
  }
}

/** Of a number that is 0 at first, the least of those that are noted. */
function noteLeast(marks: Int32Array, at: number, value: number): void {
  for (;;) {
    const known = Atomics.load(marks, at);
    if (known !== 0 && known <= value) return;
    if (Atomics.compareExchange(marks, at, known, value) === known) return;
  }
}
