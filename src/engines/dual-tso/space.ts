/** What the Dual-TSO engines search through (sections 4 and 5 of the paper), and what they make of what was found. */
import { TSO } from '../../memory/models.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import type { Refusal } from '../../models/refusal.js';
import type { Arranged } from '../automata/configuration.js';
import type { ConcurrentSystem } from '../automata/system.js';
import type { JudgedSpace, Method } from '../automata/work.js';
import { type DualCertificate, makeCertificate } from './certificate.js';
import { Forward, MOST_COMBINATIONS } from './forward.js';
import { Alphabet, type Configuration, isPartBelow, MOST_MESSAGES, messagesOf, type Part } from './order.js';
import { type DualWay, isInitial, runAlong } from './path.js';
import { type DualAction, type Predecessor, Stepper } from './predecessors.js';
import { storeBufferRun } from './store-buffer-run.js';
import { DUAL_TSO } from './taker.js';
import { type Ending, targetConfigurations } from './target-configurations.js';

/** The ending is null when the target does not look at memory. */
export type DualMethod = Method<Part, DualAction, Ending | null, DualCertificate>;

export const dualMethod: DualMethod = { taker: DUAL_TSO, memory: TSO, space: spaceOf };

function spaceOf(system: ConcurrentSystem): DualSpace | Refusal {
  const alphabet = new Alphabet(system.domains);
  if (alphabet.size > MOST_MESSAGES) {
    return { refused: `shared variables have ${alphabet.size} values in all: give smaller ranges` };
  }
  const alone: Forward[] = [];
  for (const automaton of system.automata.keys()) {
    const found = Forward.of(system, automaton, alphabet);
    if (found === null) {
      const why = `the stores of a thread can wait in more than ${MOST_COMBINATIONS} ways`;
      return { refused: `${why}: add fences, or give smaller ranges` };
    }
    alone.push(found);
  }
  return new DualSpace(system, alphabet, alone);
}

class DualSpace implements JudgedSpace<Part, DualAction, Ending | null, DualCertificate> {
  readonly order = isPartBelow;
  readonly sizeOf = messagesOf;
  private readonly stepper: Stepper;

  constructor(
    readonly system: ConcurrentSystem,
    private readonly alphabet: Alphabet,
    private readonly alone: readonly Forward[],
  ) {
    this.stepper = new Stepper(system, alone);
  }

  targets() {
    return targetConfigurations(this.system, this.stepper);
  }

  predecessors(configuration: Configuration): Generator<Predecessor> {
    return this.stepper.predecessors(configuration);
  }

  arrange(predecessor: Predecessor): Arranged<Part> | null {
    return this.stepper.arrange(predecessor);
  }

  isInitial(configuration: Configuration): boolean {
    return isInitial(configuration, this.system, this.alphabet);
  }

  certificate(minor: Iterable<Configuration>): DualCertificate {
    return makeCertificate(this.system, this.alphabet, this.alone, minor);
  }

  runAlong(way: DualWay, system: ConcurrentSystem): ProgramRun {
    return storeBufferRun(runAlong(way, system, this.alphabet), system);
  }
}
