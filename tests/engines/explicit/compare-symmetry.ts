/** The engine with and without symmetry, and both against brute force on the interpreter. */
import { obstacleTo } from '../../../src/engines/explicit/obstacle.js';
import type { SymmetryGroup } from '../../../src/engines/explicit/reduce/symmetry.js';
import { symmetries } from '../../../src/engines/explicit/reduce/symmetry.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import { makeMachine } from '../../../src/memory/operational/program/machine.js';
import type { Program } from '../../../src/models/program/model.js';
import { specialise } from '../../../src/models/program/specialise.js';
import { runEngine, summaryOf } from './compare.js';
import { asymmetry, orbitsOf, reachable } from './orbits.js';

/**
 * What was seen so far: programs asked, those with symmetry, violated and holding ones, and of the holding ones those with
 * one state for each orbit, and how many configurations, orbits and states they have.
 */
export const tally = {
  asked: 0,
  symmetric: 0,
  violated: 0,
  holding: 0,
  perfect: 0,
  configurations: 0,
  orbits: 0,
  states: 0,
};

export function groupsOf(program: Program): SymmetryGroup[] {
  return obstacleTo(program) === null ? symmetries(specialise(program)) : [];
}

function usesIntegers({ shared, templates }: Program): boolean {
  return [...shared, ...templates.flatMap(({ locals }) => locals)].some(({ sort }) => sort.kind === 'int');
}

/** Null when they agree or when the program is too large to ask; what differs otherwise. */
export function symmetricDisagreement(
  program: Program,
  memory: MemoryName,
  buffer: number,
  limit: number,
): string | null {
  const groups = groupsOf(program);
  const machine = makeMachine(program, memoryNamed(memory), buffer);
  const configurations = reachable(machine, limit);
  if (configurations === null) return null;
  tally.asked++;
  if (groups.length === 0) return null;
  tally.symmetric++;
  const wrong = asymmetry(machine, groups, configurations);
  if (wrong !== null) return wrong;

  const question = { program, memory: memoryNamed(memory), buffer };
  const said = [true, false].map((zeroDead) => {
    const plain = runEngine({ ...question, zeroDead, symmetry: false });
    const reduced = runEngine({ ...question, zeroDead });
    const javascript = runEngine({ ...question, zeroDead, kernel: 'javascript' });
    const counted = (run: typeof plain) => JSON.stringify([summaryOf(run), run.counts.states, run.counts.transitions]);
    if (counted(reduced) !== counted(javascript))
      return `wasm: ${counted(reduced)}; javascript: ${counted(javascript)}`;
    const verdict = ({ answer, counts }: typeof plain) =>
      answer.verdict === 'holds' ? `holds ${answer.unbounded}` : summaryOf({ answer, counts });
    if (verdict(plain) !== verdict(reduced)) return `without: ${verdict(plain)}; with symmetry: ${verdict(reduced)}`;
    if (zeroDead) return null;
    if (reduced.answer.verdict !== 'holds') tally.violated++;
    // Integers without bound may be told apart by their differences only: that merges more.
    if (reduced.answer.verdict !== 'holds' || usesIntegers(program)) return null;
    const orbits = orbitsOf(machine, groups, configurations);
    const states = reduced.counts.states as number;
    tally.holding++;
    tally.configurations += configurations.length;
    tally.orbits += orbits;
    tally.states += states;
    if (states === orbits) tally.perfect++;
    return states < orbits ? `${orbits} orbits, but ${states} states` : null;
  });
  return said.find((each) => each !== null) ?? null;
}
