/** In the place of `src/evidence/solvers/programs.ts`: a browser has no solver programs to ask. */
export async function findSolvers(): Promise<never[]> {
  return [];
}

export function runSolver(): never {
  throw new Error('there are no programs in a browser');
}
