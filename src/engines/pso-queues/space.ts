/** What the PSO engines search through (`element.ts`), and what they make of what was found. */
import { PSO } from '../../memory/models.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import type { Refusal } from '../../models/refusal.js';
import { type Arranged, UNKNOWN } from '../automata/configuration.js';
import type { ConcurrentSystem } from '../automata/system.js';
import type { JudgedSpace, Method } from '../automata/work.js';
import { makeCertificate, type PsoCertificate } from './certificate.js';
import { ANYWHERE, type Element, isPartCovering, type Part, sizeOf } from './element.js';
import { MOST_LETTERS } from './messages.js';
import { type PsoWay, runAlong } from './path.js';
import { type Predecessor, Stepper } from './predecessors.js';
import { MOST_VALUES, mayBeEmpty } from './queues.js';
import { PSO_QUEUES } from './taker.js';
import { type Ending, targetElements } from './targets.js';
import { type Action, accessesOf } from './thread-steps.js';

export type PsoMethod = Method<Part, Action, Ending | null, PsoCertificate>;

export const psoMethod: PsoMethod = { taker: PSO_QUEUES, memory: PSO, space: spaceOf };

function spaceOf(system: ConcurrentSystem): PsoSpace | Refusal {
  if (system.domains.some(({ length }) => length > MOST_VALUES)) {
    return { refused: `a shared variable has more than ${MOST_VALUES} values: give smaller ranges` };
  }
  const refused = beyondLoadBuffers(system);
  return refused === null ? new PsoSpace(system) : { refused };
}

/** What threads with barriers do that their load buffers cannot tell; null when there is nothing. */
function beyondLoadBuffers({ automata, domains }: ConcurrentSystem): string | null {
  const late = automata
    .map(({ transitions }) => transitions.map(({ operation }) => accessesOf(operation)))
    .filter((accesses) => accesses.some(({ barrier }) => barrier === true))
    .flat();
  if (late.length === 0) return null;
  // It would have to happen before stores that the thread has left behind a barrier.
  if (late.some(({ fence, direct }) => !fence && direct.length > 0)) {
    return 'a thread with barriers between stores writes a variable that is never buffered: make that write atomic';
  }
  // Of all loads of a step any may find what the oldest message has seen.
  const lists = new Map(late.map(({ reads }) => [JSON.stringify(reads), 2 ** reads.length]));
  const letters = [...lists.values()].reduce((sum, choices) => sum + choices, 0);
  const values = domains.reduce((sum, { length }) => sum + length, 0);
  if (letters + values + domains.length < MOST_LETTERS) return null;
  return 'a thread with barriers between stores reads too many values: give smaller ranges';
}

class PsoSpace implements JudgedSpace<Part, Action, Ending | null, PsoCertificate> {
  readonly order = isPartCovering;
  readonly sizeOf = sizeOf;
  private readonly stepper: Stepper;

  constructor(readonly system: ConcurrentSystem) {
    this.stepper = new Stepper(system);
  }

  targets() {
    return targetElements(this.stepper);
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
        ({ automaton, state, queues, messages }) =>
          messages === '' &&
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
