/** The life of a thread that helps a search which keeps successors: it expands states, and then looks for components (`crew.ts`). */
import { reserved } from '../../explicit/store.js';
import { Board, ENDED, ORDER, type Order, type SharedBoard } from './board.js';
import { Expander, type Expanding } from './expander.js';
import { Searcher, type Searching } from './searcher.js';

/** What it is given, by whatever way threads talk. */
export interface Helping {
  readonly board: SharedBoard;
  readonly member: number;
  readonly expanding: Expanding;
  readonly searching: Searching;
}

export function work(helping: Helping): void {
  const board = new Board(helping.board);
  try {
    new Helper(board, helping).obey();
  } catch (error) {
    board.fail();
    throw error;
  }
}

class Helper {
  private readonly board: Board;
  private readonly helping: Helping;
  private readonly expander: Expander;
  private searcher: Searcher | null = null;
  private obeyed = 0;

  constructor(board: Board, helping: Helping) {
    this.board = board;
    this.helping = helping;
    this.expander = new Expander(helping.expanding, board);
  }

  obey(): void {
    const { board } = this;
    for (;;) {
      const { calls } = board;
      const { number, order } = board.given;
      if (order === ORDER.end) return;
      if (order === ORDER.expand ? this.expand() : number !== this.obeyed) {
        this.obeyed = number;
        if (order !== ORDER.expand) this.search(order);
      } else board.waitForCall(calls);
    }
  }

  /** Whether there was something to expand. */
  private expand(): boolean {
    const place = this.board.next();
    if (place?.claim() === true) this.expander.expand(place);
    return place !== null;
  }

  private search(order: Order): void {
    // Where there is no memory, the search is ended for all.
    if (reserved(() => this.searchPart(order)) === null) this.board.end(ENDED.stopped);
    this.board.obeyed();
  }

  private searchPart(order: Order): void {
    const { board, helping } = this;
    if (order === ORDER.mark) {
      this.searcher = new Searcher(helping.searching, board, helping.member);
      this.searcher.mark();
    }
    if (order === ORDER.follow) this.searcher?.follow();
    if (order === ORDER.search) {
      while (this.searcher?.advance() === false);
      this.searcher = null;
    }
  }
}
