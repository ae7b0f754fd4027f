/** Which processes a command's parameters stand for: every injective choice, new processes in a canonical order. */

export interface Naming {
  /** Names are absolute and every cube has this many processes; null when cubes name processes as they need them. */
  readonly absolute: number | null;
  /** Most processes a cube may have: the number of processes of the instance, or the limit. */
  readonly most: number;
  /** Cubes keep the processes of which they say nothing: how many there are matters. */
  readonly keepAll: boolean;
}

/**
 * Calls `visit` with each choice and how many of its processes are new: they are numbered after those of the cube.
 * Returns true when some choice was left out because it needs more processes than there may be.
 */
export function eachChoice(
  naming: Naming,
  processes: number,
  arity: number,
  visit: (slots: readonly number[], fresh: number) => void,
): boolean {
  const slots: number[] = [];
  const range = naming.absolute ?? processes;
  let capped = false;
  const choose = (used: number, fresh: number): void => {
    if (slots.length === arity) {
      visit(slots, fresh);
      return;
    }
    for (let p = 0; p < range; p++) {
      if (used & (1 << p)) continue;
      slots.push(p);
      choose(used | (1 << p), fresh);
      slots.pop();
    }
    if (naming.absolute !== null) return;
    const p = range + fresh;
    if (p >= naming.most) {
      capped = true;
      return;
    }
    slots.push(p);
    choose(used | (1 << p), fresh + 1);
    slots.pop();
  };
  choose(0, 0);
  return capped;
}

/** The processes of a declaration: 0, 1, ... or, with absolute names, every choice of distinct ones. */
export function declaredTuples({ absolute }: Naming, arity: number): number[][] {
  return absolute === null ? [first(arity)] : injections(arity, absolute);
}

/** The numbers 0, 1, ... */
export function first(count: number): number[] {
  const out: number[] = [];
  for (let k = 0; k < count; k++) out.push(k);
  return out;
}

/** All tuples of so many distinct processes. */
export function injections(length: number, processes: number): number[][] {
  const out: number[][] = [];
  const extend = (tuple: number[]): void => {
    if (tuple.length === length) out.push(tuple);
    else for (let p = 0; p < processes; p++) if (!tuple.includes(p)) extend([...tuple, p]);
  };
  extend([]);
  return out;
}

/** All tuples of so many processes. */
export function tuples(length: number, processes: number): number[][] {
  let out: number[][] = [[]];
  for (let i = 0; i < length; i++) out = out.flatMap((tuple) => first(processes).map((p) => [...tuple, p]));
  return out;
}
