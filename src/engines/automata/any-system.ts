/**
 * The concurrent system of a program with any number of identical threads (sections 5 and 6 of the paper): that of an
 * instance in which every condition finds its threads, with a mark at the automata of which there may be more.
 *
 * It stands for all instances when they differ in the number of threads only. A source has to promise that
 * (`any-source.ts`); here the next larger instance is made as well, and whatever differs is refused:
 *
 *   - shared variables and templates are the same, and no template of an any-thread reads its parameters
 *   - threads of one template have one automaton: `program-system.ts` lets them share it when exchanging two of them changes
 *     no target. So a target is about some number of threads, whoever they are: a multiset of local states, and memory
 *   - both instances have the same automata and, as multisets, the same targets. (A condition that speaks of all threads
 *     has larger targets in the larger one.)
 */
import type { Program, Template } from '../../models/program/model.js';
import type { Refusal } from '../../models/refusal.js';
import { type AnySource, looksAtItself } from './any-source.js';
import { concurrentSystem, memoryKey } from './program-system.js';
import type { ConcurrentSystem, Taker } from './system.js';

export interface Instance {
  readonly program: Program;
  readonly system: ConcurrentSystem;
}

/** At least two threads of each: so no cell that they write counts as written by one. */
const FEWEST = 2;

export function anySystem(source: AnySource, taker: Taker): Instance | Refusal {
  const count = Math.max(FEWEST, source.most);
  const program = source.instance(count);
  if ('refused' in program) return program;
  const larger = source.instance(count + 1);
  if ('refused' in larger) return larger;
  const refused = differenceOf(program, larger, source.anyThreads, taker.title);
  if (refused !== null) return { refused };

  const system = marked(program, source.anyThreads, taker);
  if ('refused' in system) return system;
  const largerSystem = marked(larger, source.anyThreads, taker);
  if ('refused' in largerSystem) return largerSystem;
  if (contentOf(system) !== contentOf(largerSystem)) {
    const names = source.anyThreads.join(' and ');
    return { refused: `the conditions depend on how many ${names} there are: speak of some of them, not of all` };
  }
  return { program, system };
}

/** The instance with that many threads of each, with automata of the given system. */
export function instanceOf(source: AnySource, { program, system }: Instance, count: number): Instance | Refusal {
  const made = source.instance(count);
  if ('refused' in made) return made;
  const { any } = system;
  const samples = made.threads.map(({ name, template }) => {
    const alike = program.threads.findIndex((other, thread) => {
      const isAny = any.includes(system.threads[thread] as number);
      return other.template === template && (isAny || other.name === name);
    });
    if (alike < 0) throw new Error(`thread ${name} is not in the smaller instance`);
    return alike;
  });
  const threads = samples.map((sample) => system.threads[sample] as number);
  // Threads differ in their numbers, which are locals; what is left open is as in the sample.
  const locals = made.threads.map(({ initial }, thread) =>
    (system.locals[samples[thread] as number] ?? []).map((sample) =>
      initial.flat().map((value, cell) => (value === 'any' ? (sample[cell] as number) : value)),
    ),
  );
  return { program: made, system: { ...system, threads, locals } };
}

/** Why two instances are not those of one parameterized system; null when they may be. */
function differenceOf(program: Program, larger: Program, anyThreads: readonly string[], title: string): string | null {
  for (const [number, { name, size }] of program.shared.entries()) {
    if (larger.shared[number]?.size === size) continue;
    const threads = anyThreads.join(' or ');
    return `shared array ${name} has a cell for each ${threads}: ${title} is for a fixed number of cells`;
  }
  for (const [number, template] of program.templates.entries()) {
    const { name } = template;
    if (anyThreads.includes(name) && readsParameters(template)) return looksAtItself(name, title);
    const other = larger.templates[number];
    if (other === undefined || textOf(other) !== textOf(template)) {
      return `${name} depends on how many threads there are: ${title} is for threads that do not`;
    }
    const first = larger.threads.filter((thread) => anyThreads.includes(name) && thread.template === number);
    const values = first.map(({ initial }) => JSON.stringify(initial.slice(template.parameters)));
    if (new Set(values).size > 1) return looksAtItself(name, title);
  }
  return null;
}

function textOf({ parameters, locals, locations, entry, edges }: Template): string {
  return JSON.stringify([locals.slice(parameters), locations, entry, edges]);
}

function readsParameters({ parameters, edges }: Template): boolean {
  let found = false;
  JSON.stringify(edges, (_, part: unknown) => {
    const isLocal = typeof part === 'object' && part !== null && 'variable' in part && 'kind' in part;
    if (isLocal && part.kind === 'local' && (part.variable as number) < parameters) found = true;
    return part;
  });
  return found;
}

function marked(program: Program, anyThreads: readonly string[], taker: Taker): ConcurrentSystem | Refusal {
  const system = concurrentSystem(program, taker);
  if ('refused' in system) return system;
  const any: number[] = [];
  for (const [template, { name }] of program.templates.entries()) {
    if (!anyThreads.includes(name)) continue;
    const [first, ...others] = new Set(system.threads.filter((_, k) => program.threads[k]?.template === template));
    if (first === undefined || others.length > 0) {
      return { refused: `the conditions tell one ${name} from another: ${taker.title} is for any of them` };
    }
    any.push(first);
  }
  return { ...system, any };
}

/** Equal for instances of one parameterized system. */
function contentOf({ domains, initial, automata, any, threads, targets }: ConcurrentSystem): string {
  const multisets = targets.map((target) => {
    const parts = target.threads
      .map(({ thread, states }) => `${threads[thread]}:${[...states].sort((one, other) => one - other).join()}`)
      .sort();
    return `${parts.join(' ')} ${memoryKey(target.memory)}`;
  });
  return JSON.stringify([domains, initial, automata, any, [...new Set(multisets)].sort()]);
}
