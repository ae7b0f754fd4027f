/**
 * Accepting components of a graph that lies in arrays, by the algorithm of `search.ts`: components on Gabow's stacks, with the sets
 * of their transitions, and an end at the first that has all of them. Nodes are numbered from 0, and every one is searched.
 */
import { DEAD } from '../search.js';
import { Stack } from '../stack.js';

export interface PartGraph {
  readonly nodes: number;
  /** The transitions of a node are those from `first[node]` up to `first[node + 1]`: where each leads, and its sets, in so many words. */
  readonly first: Int32Array;
  readonly to: Int32Array;
  readonly marks: Int32Array;
  readonly words: number;
  /** The mask of all sets. */
  readonly all: Int32Array;
}

const NO_WORDS = new Int32Array(1);
const NOTHING: PartGraph = { nodes: 0, first: NO_WORDS, to: NO_WORDS, marks: NO_WORDS, words: 0, all: NO_WORDS };

/** Words of a frame of the path. */
const FRAME = 2;

export class PartSearch {
  state: 'going' | 'empty' | 'accepting' = 'going';
  /** Of all graphs. */
  components = 0;
  private graph: PartGraph = NOTHING;
  /** By node its place among the live ones, 0 while it has none. */
  private numbers = new Int32Array(0);
  private readonly live = new Stack();
  /** Of each node on the path: the node, and its next transition. */
  private readonly path = new Stack();
  /** The place of the first node, and the sets within. */
  private readonly roots = new Stack();
  private root = 0;
  private marks = new Int32Array(0);
  private begun = 0;

  /** Another graph; its memory is that of the one before. */
  begin(graph: PartGraph): void {
    this.graph = graph;
    if (graph.nodes > this.numbers.length) this.numbers = new Int32Array(graph.nodes);
    else this.numbers.fill(0, 0, graph.nodes);
    this.root = 1 + graph.words;
    this.marks = new Int32Array(graph.words);
    this.begun = 0;
    this.state = 'going';
  }

  /** Goes on until about so many nodes more are left. */
  advance(nodes: number): 'going' | 'empty' | 'accepting' {
    const { graph, numbers, path } = this;
    let left = 0;
    while (left < nodes && this.state === 'going') {
      if (path.length === 0) this.beginNode();
      else {
        const top = path.length - FRAME;
        const node = path.cells[top] as number;
        const end = graph.first[node + 1] as number;
        let entered = -1;
        for (let at = path.cells[top + 1] as number; at < end; at++) {
          const next = graph.to[at] as number;
          const number = numbers[next] as number;
          if (number === DEAD) continue;
          if (number === 0) {
            path.cells[top + 1] = at;
            entered = next;
            break;
          }
          this.merge(number, at);
        }
        if (this.state !== 'going') break;
        if (entered >= 0) this.enter(entered);
        else {
          this.leave(node);
          left++;
        }
      }
    }
    return this.state;
  }

  private beginNode(): void {
    const { numbers, graph } = this;
    while (this.begun < graph.nodes && numbers[this.begun] !== 0) this.begun++;
    if (this.begun === graph.nodes) this.state = 'empty';
    else this.enter(this.begun);
  }

  private enter(node: number): void {
    const { live, path, roots } = this;
    live.push(node);
    this.numbers[node] = live.length;
    path.push(node);
    path.push(this.graph.first[node] as number);
    roots.push(live.length);
    for (let word = 1; word < this.root; word++) roots.push(0);
  }

  /** A transition leads to a live node: all components from its one on are one. */
  private merge(number: number, transition: number): void {
    const { roots, root, marks, graph } = this;
    const { cells } = roots;
    const { words } = graph;
    for (let word = 0; word < words; word++) marks[word] = graph.marks[transition * words + word] as number;
    let top = roots.length - root;
    while ((cells[top] as number) > number) {
      for (let word = 0; word < words; word++)
        marks[word] = (marks[word] as number) | (cells[top + 1 + word] as number);
      top -= root;
    }
    roots.length = top + root;
    let missing = 0;
    for (let word = 0; word < words; word++) {
      const within = (cells[top + 1 + word] as number) | (marks[word] as number);
      cells[top + 1 + word] = within;
      missing |= (graph.all[word] as number) & ~within;
    }
    if (missing === 0) this.state = 'accepting';
  }

  /** The last node of the path has no transition left. */
  private leave(node: number): void {
    const { path, live, numbers, roots, root } = this;
    path.length -= FRAME;
    const place = numbers[node] as number;
    if (roots.cells[roots.length - root] !== place) return;
    roots.length -= root;
    this.components++;
    for (let k = place - 1; k < live.length; k++) numbers[live.cells[k] as number] = DEAD;
    live.length = place - 1;
  }
}
