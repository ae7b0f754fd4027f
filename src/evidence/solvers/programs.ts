/**
 * Solver programs on this machine: `z3` and `cvc5`, where the search path has them.
 *
 * A program gets the text on its standard input while it works, no faster than it reads; its output comes back line by
 * line. It ends when the text does, or is killed when the signal says so.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

export interface SolverProgram {
  readonly name: 'z3' | 'cvc5';
  readonly path: string;
}

const ARGUMENTS: Readonly<Record<SolverProgram['name'], readonly string[]>> = {
  z3: ['-smt2', '-in'],
  cvc5: ['--lang=smt2', '--incremental', '-'],
};

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** The first `z3` and the first `cvc5` on the search path. */
export async function findSolvers(searchPath = process.env.PATH ?? ''): Promise<SolverProgram[]> {
  const found: SolverProgram[] = [];
  const ending = process.platform === 'win32' ? '.exe' : '';
  for (const name of ['z3', 'cvc5'] as const) {
    for (const folder of searchPath.split(delimiter).filter((part) => part !== '')) {
      const path = join(folder, `${name}${ending}`);
      if (!(await isProgram(path))) continue;
      found.push({ name, path });
      break;
    }
  }
  return found;
}

/**
 * Runs the program on the text. The promise is fulfilled when the program has ended, whatever the reason, with null or
 * with what went wrong; what it printed has been given to `onLine` by then, error output included.
 */
export function runSolver(
  { name, path }: SolverProgram,
  text: Iterable<string>,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((fulfil) => {
    if (signal.aborted) {
      fulfil(null);
      return;
    }
    const child = spawn(path, ARGUMENTS[name], { stdio: ['pipe', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' });
    let fault: string | null = null;
    child.on('error', (error) => {
      if (!signal.aborted) fault = error.message;
      if (child.pid === undefined) fulfil(fault);
    });
    // A program that ends early leaves us writing into a closed pipe; its exit is what gets reported.
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout }).on('line', onLine);
    createInterface({ input: child.stderr }).on('line', onLine);
    child.on('close', (code) =>
      fulfil(fault ?? (code === 0 || signal.aborted ? null : `${name} ended with status ${code}`)),
    );

    const pieces = text[Symbol.iterator]();
    const write = (): void => {
      for (;;) {
        if (!child.stdin.writable) return;
        const { done, value } = pieces.next();
        if (done === true) {
          child.stdin.end();
          return;
        }
        if (child.stdin.write(value)) continue;
        child.stdin.once('drain', write);
        return;
      }
    };
    write();
  });
}
