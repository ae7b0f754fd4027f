/**
 * Which of many candidates are lemmas: the largest set of them that is closed by itself.
 *
 * A candidate is a cube that looks unreachable. A set of cubes that meets no initial state and contains its own pre-images
 * is unreachable, and it is a proof of that by itself. So all candidates are put together, and one whose pre-image lies in
 * no union of those left is given up, until nothing changes (C. Flanagan and K. R. M. Leino, "Houdini, an annotation
 * assistant for ESC/Java", 2001). What is left is the largest such subset, as far as the tests for inclusion can tell.
 *
 * The search takes lemmas for visited cubes: they have passed the test for initial states, and their pre-images lie in
 * other lemmas (or in the model's assumptions), so none has to be expanded.
 */
import type { CubeForm } from '../form.js';
import { lone, type SearchNode } from '../node.js';

/** The work done, for whoever wants to stop in between. */
export interface Sifting {
  readonly left: number;
}

export function* inductive<C>(
  form: CubeForm<C>,
  candidates: readonly C[],
  narrower: (cube: C) => readonly C[],
): Generator<Sifting, C[]> {
  const index = form.visited();
  for (const cube of form.assumed()) index.add(lone(cube, true));
  const alive = new Set<SearchNode<C>>();
  /** Of each candidate the pre-images, made once; and who leans on whom. */
  const images = new Map<SearchNode<C>, C[]>();
  const leaning = new Map<SearchNode<C>, Set<SearchNode<C>>>();
  const work: SearchNode<C>[] = [];
  const waiting = new Set(work);
  const propose = (cube: C): void => {
    if (form.meetsInitial(cube)) return;
    const node = lone(cube, false);
    alive.add(node);
    index.add(node);
    waiting.add(node);
    work.push(node);
  };
  for (const cube of candidates) propose(cube);
  const holds = (node: SearchNode<C>): boolean => {
    let known = images.get(node);
    if (known === undefined) {
      const { capped } = form;
      form.capped = false;
      known = [];
      for (let command = 0; command < form.commands; command++) {
        for (const { cube } of form.preImages(node.cube, command)) known.push(cube);
      }
      const whole = !form.capped;
      // A search may go on after this, and wants to know what it left out itself.
      form.capped = capped;
      if (!whole) return false;
      images.set(node, known);
    }
    return known.every((cube) => {
      const cover = index.cover(cube);
      for (const other of cover ?? []) {
        const others = leaning.get(other);
        if (others === undefined) leaning.set(other, new Set([node]));
        else others.add(node);
      }
      return cover !== null;
    });
  };
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    waiting.delete(node);
    yield { left: alive.size };
    if (!alive.has(node) || holds(node)) continue;
    alive.delete(node);
    index.remove(node);
    images.delete(node);
    for (const cube of narrower(node.cube)) propose(cube);
    for (const other of leaning.get(node) ?? []) {
      if (!alive.has(other) || waiting.has(other)) continue;
      waiting.add(other);
      work.push(other);
    }
  }
  return [...alive].map((node) => node.cube);
}
