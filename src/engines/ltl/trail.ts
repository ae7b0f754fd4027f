/** The nodes of a search that goes breadth first, each with the node before it and the step between them. */
import { Stack } from './stack.js';

export class Trail {
  readonly nodes = new Stack();
  private readonly parents = new Stack();
  private readonly steps = new Stack();

  /** `parent` is a position among the nodes; without one the node is a first one. */
  add(node: number, parent = -1, step = -1): void {
    this.nodes.push(node);
    this.parents.push(parent);
    this.steps.push(step);
  }

  /** The path to the node at a position, and one step more. */
  through(position: number, last: number): { readonly first: number; readonly steps: readonly number[] } {
    const taken = [last];
    let at = position;
    for (let parent = this.parents.cells[at] as number; parent >= 0; parent = this.parents.cells[at] as number) {
      taken.push(this.steps.cells[at] as number);
      at = parent;
    }
    return { first: this.nodes.cells[at] as number, steps: taken.reverse() };
  }
}
