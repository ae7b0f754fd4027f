/**
 * The names of what a certificate speaks of, for people: shared cells (`x`, `a[1]`), threads, and local states by where the
 * thread is and what its locals hold that still matter there.
 *
 * A concurrent system has numbers only, so the way from the program to the system is gone once more. Nothing rests on names:
 * the judge of certificates is given the system.
 */

import {
  type LocalState,
  type ThreadAutomata,
  type ThreadAutomaton,
  threadAutomata,
} from '../../engines/automata/automaton.js';
import { compress } from '../../engines/automata/compress.js';
import type { ConcurrentSystem } from '../../engines/automata/system.js';
import { targetsOf } from '../../engines/automata/targets.js';
import { cellName, cellsOf, showValue, sortOfCell } from '../../models/program/cells.js';
import { liveness, observedLocals } from '../../models/program/liveness.js';
import type { Program } from '../../models/program/model.js';
import { locationAt, locationName, templateOf, threadAt } from '../../models/program/parts.js';
import type { SpecialThread } from '../../models/program/specialise.js';

export interface Legend {
  readonly cells: readonly LegendCell[];
  /** By automaton. */
  readonly threads: readonly LegendThread[];
}

export interface LegendCell {
  readonly name: string;
  /** That it can ever hold. */
  readonly values: readonly number[];
}

export interface LegendThread {
  /** `P(0)`; `P(0), P(1)` for threads that can be exchanged; `P` where there are any number. */
  readonly name: string;
  /** By local state: `@cs`, `line 4; r = 1`. */
  readonly states: readonly string[];
}

/** For the system of this program; with any number of threads, of the instance that the system was made from. */
export function legendOf(program: Program, system: ConcurrentSystem): Legend {
  const cells = cellsOf(program.shared);
  const automata = threadAutomata(program, { several: true });
  if ('refused' in automata) throw new Error(`a program with a concurrent system is refused: ${automata.refused}`);
  const targets = targetsOf(automata);
  if ('refused' in targets) throw new Error(`a program with a concurrent system is refused: ${targets.refused}`);
  const cellNames = unique(system.domains.map((_, cell) => cellName(cells, cell)));
  const threadNames = unique(system.automata.map((_, automaton) => nameOf(program, system, automaton)));
  return {
    cells: system.domains.map((values, cell) => ({ name: cellNames[cell] as string, values })),
    threads: system.automata.map(({ states }, automaton) => {
      const thread = system.threads.indexOf(automaton);
      const { states: old } = automata.threads[thread] as ThreadAutomaton;
      const { numbers } = compress(automata.threads[thread] as ThreadAutomaton, thread, targets);
      const names = Array.from({ length: states }, () => '');
      const describe = describer(automata, thread);
      for (const [state, number] of numbers.entries()) {
        if (number !== null) names[number] = describe(old[state] as LocalState);
      }
      return { name: threadNames[automaton] as string, states: names };
    }),
  };
}

function nameOf(program: Program, { threads, any }: ConcurrentSystem, automaton: number): string {
  const members = [...threads.keys()].filter((thread) => threads[thread] === automaton);
  if (any.includes(automaton)) return templateOf(program, members[0] as number).name;
  return members.map((thread) => threadAt(program, thread).name).join(', ');
}

/** Front ends may give one name twice. */
function unique(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${name} #${number}`;
    taken.add(free);
    return free;
  });
}

function describer({ special }: ThreadAutomata, thread: number): (state: LocalState) => string {
  const template = templateOf(special.program, thread);
  const { cells } = special.threads[thread] as SpecialThread;
  const live = liveness(
    special.threads[thread] as SpecialThread,
    template.locations.length,
    observedLocals(special, thread),
  );
  return (state) => {
    if (state === null) return 'after a step that fails';
    const { location, locals } = state;
    const { failure } = locationAt(template, location);
    const held = locals.flatMap((value, cell) =>
      live[location]?.has(cells.owners[cell] as number)
        ? [`${cellName(cells, cell)} = ${showValue(value, sortOfCell(cells, cell))}`]
        : [],
    );
    const place = failure === null ? locationName(template, location) : `failure: ${failure}`;
    return held.length === 0 ? place : `${place}; ${held.join(', ')}`;
  };
}
