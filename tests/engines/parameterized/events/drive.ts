/** A small driver of event cubes: the search as it is, until it answers; traces are not replayed. */
import type { EventCube } from '../../../../src/engines/parameterized/events/cube.js';
import { EventForm } from '../../../../src/engines/parameterized/events/form.js';
import { Search, type SearchAnswer } from '../../../../src/engines/parameterized/search.js';
import { readCubicle } from '../../../../src/languages/cubicle/index.js';
import { Literals } from '../../../../src/logic/literals.js';
import type { ArraySystem } from '../../../../src/models/array-system/model.js';
import { normalForm } from '../../../../src/models/array-system/normal-form.js';

export interface Driven {
  readonly answer: SearchAnswer<EventCube> | null;
  readonly literals: Literals;
  readonly form: EventForm;
  readonly search: Search<EventCube>;
}

const MOST = 8;

export function systemOf(text: string | Uint8Array, file = 'model.cub'): ArraySystem {
  const { system, diagnostics } = readCubicle(text, file);
  if (system === null) throw new Error(diagnostics.map((d) => d.message).join('\n'));
  return system;
}

export function makeForm(system: ArraySystem, most = MOST, anyMoment = false): { form: EventForm; literals: Literals } {
  const normal = normalForm(system, true);
  const absolute = normal.usesConstants ? system.processes : null;
  const literals = new Literals(system, absolute !== null);
  return {
    form: new EventForm(
      normal,
      literals,
      { absolute, most: system.processes ?? most, keepAll: absolute !== null },
      anyMoment,
    ),
    literals,
  };
}

/** `goOn` is asked between two steps; null is the answer when it said no. `visit` is told of the cubes visited. */
export function drive(
  system: ArraySystem,
  maxCubes = 2000,
  goOn: () => boolean = () => true,
  visit: (cube: EventCube) => void = () => {},
  anyMoment = false,
): Driven {
  const { form, literals } = makeForm(system, MOST, anyMoment);
  const search = new Search(form, { maxCubes, maxDepth: 1000, maxProcesses: MOST, maxStates: 0 });
  search.guesser = {
    guess: (node) => {
      visit(node.cube);
      return null;
    },
    refuted: () => {},
    allows: () => true,
  };
  const run = search.run();
  let step = run.next();
  while (!step.done && goOn()) step = run.next();
  return { answer: step.done ? step.value : null, literals, form, search };
}

/** In the words of the corpus. */
export function verdictOf({ answer }: Driven): 'safe' | 'unsafe' | 'unknown' {
  if (answer === null || answer.kind === 'limit') return 'unknown';
  return answer.kind === 'closed' ? 'safe' : 'unsafe';
}
