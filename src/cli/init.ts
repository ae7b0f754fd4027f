/** `fencepost init [FILE]`: a first model to change, with comments. */
import { SCHEMA } from '../report/json.js';
import { fileFault } from './faults.js';
import type { Host } from './host.js';
import { readInput, systemReason } from './input.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { STATUS, type Status } from './status.js';

const USUAL_NAME = 'lock.fp';

const FIRST_MODEL = `// A lock for two threads that x86 breaks. "fencepost check lock.fp" shows how, "fencepost fix lock.fp" mends it.

// What all threads see. A write waits in the store buffer of its thread before it reaches memory.
shared flag[2]: bool = false
shared turn: 0..1 = 0

// Two threads, P(0) and P(1): each has its own number in \`me\`.
thread P(me: 0..1) {
  loop {
    wants: flag[me] = true // I want to enter
    turn = 1 - me          // after you
    await !flag[1 - me] || turn == me
    cs: skip               // a label: P(0)@cs is true while P(0) is here
    flag[me] = false
  }
}

// What must never happen.
never both_inside: P(0)@cs && P(1)@cs

// What must happen: "fencepost check lock.fp --property gets_in --fair-threads" asks this.
ltl gets_in: G (P(0)@wants -> F P(0)@cs)
`;

export async function run({ json, quiet }: Values<'init'>, [given]: readonly string[], host: Host): Promise<Status> {
  const file = given ?? USUAL_NAME;
  if ((await readInput(host, file)).ok) return fileFault(host, json, file, 'is there already, and is not overwritten');
  try {
    await host.writeFile(file, [FIRST_MODEL.replaceAll(USUAL_NAME, file)]);
  } catch (error) {
    return fileFault(host, json, file, systemReason(error));
  }
  if (json) writeJson(host, { schema: SCHEMA, written: file });
  else if (!quiet) host.output.write(nextSteps(file));
  return STATUS.holds;
}

function nextSteps(file: string): string {
  const rows = [
    [`fencepost check ${file}`, 'is it right on x86? It is not: read why'],
    [`fencepost fix ${file}`, 'where the fence must go'],
    [`fencepost compare ${file}`, 'under SC, TSO and PSO'],
    ['fencepost examples', 'what others look like'],
  ] as const;
  const width = Math.max(...rows.map(([command]) => command.length));
  return `${file}: written. Next:\n${rows.map(([command, what]) => `  ${command.padEnd(width)}  ${what}\n`).join('')}`;
}
