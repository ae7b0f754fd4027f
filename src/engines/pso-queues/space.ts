/** What the PSO engines search through (`element.ts`), and what they make of what was found. */
import { PSO } from '../../memory/models.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import type { Refusal } from '../../models/refusal.js';
import { combinations } from '../automata/automaton.js';
import { type Arranged, UNKNOWN } from '../automata/configuration.js';
import type { ConcurrentSystem } from '../automata/system.js';
import type { JudgedSpace, Method } from '../automata/work.js';
import { makeCertificate, type PsoCertificate } from './certificate.js';
import { ANYWHERE, type Element, isPartCovering, type Part, sizeOf } from './element.js';
import { type PsoWay, runAlong } from './path.js';
import { type Predecessor, Stepper } from './predecessors.js';
import { ANYTHING, MOST_VALUES, mayBeEmpty } from './queues.js';
import { PSO_QUEUES } from './taker.js';
import type { Action } from './thread-steps.js';

export type PsoMethod = Method<Part, Action, null, PsoCertificate>;

export const psoMethod: PsoMethod = { taker: PSO_QUEUES, memory: PSO, space: spaceOf };

function spaceOf(system: ConcurrentSystem): PsoSpace | Refusal {
  if (system.domains.some(({ length }) => length > MOST_VALUES)) {
    return { refused: `a shared variable has more than ${MOST_VALUES} values: give smaller ranges` };
  }
  return new PsoSpace(system);
}

class PsoSpace implements JudgedSpace<Part, Action, null, PsoCertificate> {
  readonly order = isPartCovering;
  readonly sizeOf = sizeOf;
  private readonly stepper: Stepper;

  constructor(readonly system: ConcurrentSystem) {
    this.stepper = new Stepper(system);
  }

  /** Local states and memory as the target has them; queues and other threads may be anything. */
  *targets(): Generator<{ readonly configuration: Element; readonly ending: null }, null> {
    const { stepper } = this;
    const { targets, threads, domains } = this.system;
    for (const target of targets) {
      const letters = Array.from(domains, () => UNKNOWN);
      for (const held of target.memory) letters[held.cell] = stepper.letters.letter(held);
      for (const states of combinations(target.threads.map((part) => part.states))) {
        const parts = target.threads.map(({ thread }, k) => {
          const automaton = threads[thread] as number;
          const queues = stepper.steps[automaton]?.stored.map(() => ANYTHING) ?? [];
          return stepper.parts.part(automaton, states[k] as number, queues);
        });
        // A run that ends in a target has all threads of it, also the idle ones.
        const arranged = stepper.arrangeAll({ parts, memory: letters.join('') });
        if (arranged !== null) yield { configuration: arranged.configuration, ending: null };
      }
    }
    return null;
  }

  predecessors(element: Element): Generator<Predecessor> {
    return this.stepper.predecessors(element);
  }

  arrange(predecessor: Predecessor): Arranged<Part> | null {
    return this.stepper.arrange(predecessor);
  }

  isInitial({ memory, parts }: Element): boolean {
    const { automata, initial } = this.system;
    return (
      parts.every(
        ({ automaton, state, queues }) =>
          (state === ANYWHERE || automata[automaton]?.initial.some((first) => first.state === state)) &&
          queues.every(mayBeEmpty),
      ) &&
      initial.every((values, cell) => {
        const letter = memory[cell] as string;
        return letter === UNKNOWN || values.includes(this.stepper.letters.value(cell, letter));
      })
    );
  }

  certificate(minor: Iterable<Element>): PsoCertificate {
    return makeCertificate(this.stepper, minor);
  }

  runAlong(way: PsoWay, system: ConcurrentSystem): ProgramRun {
    return runAlong(way, system, this.stepper);
  }
}
