/**
 * What must not be reached, as `unsafe` formulas: being at the place of failure, and each condition of the program for some
 * different processes with the roles of the threads that it speaks of.
 *
 * The sample has the condition for every choice of its threads; those about threads with numbers that occur nowhere else stand
 * for all, and choices that differ in who is who only are the same. Memory is what an observer sees (`vocabulary.ts`). A
 * condition that cannot be evaluated in some state is unsafe there, too: whoever replays it will see.
 */
import type {
  Formula,
  Lemma,
  Process,
  Property,
  StateSymbol,
  Term,
  Transition,
} from '../../models/array-system/model.js';
import { nodesOf } from '../../models/program/expression.js';
import { numberIn } from '../../models/program/fold.js';
import type { NeverProperty, StateExpression } from '../../models/program/model.js';
import { about, attempting, Refused } from '../../models/refusal.js';
import { Cases, type Leaf, type Path, type Surroundings, type Ways, withMask } from './cases.js';
import { bound, conjunction, different, disjunction, equal } from './formulas.js';
import { formulaKey, merged } from './merge.js';
import { standsForAll, threadsOf } from './source.js';
import { localLeaf, nobodies, templateName } from './transitions.js';
import {
  accessOf,
  type Cells,
  hasRole,
  isAt,
  placeOf,
  type Role,
  readsMemory,
  threadNumber,
  type Vocabulary,
} from './vocabulary.js';

const OBSERVER = 'o';

export function unsafeOf(vocabulary: Vocabulary, transitions: readonly Transition[]): Property[] {
  const found = new Map<string, Property>();
  for (const never of vocabulary.program.never) {
    for (const property of propertiesOf(vocabulary, never)) {
      const key = `${property.parameters.join()} ${formulaKey(property.formula)}`;
      if (!found.has(key)) found.set(key, property);
    }
  }
  return [failure(vocabulary, mentioned([transitions, [...found.values()]])), ...found.values()];
}

/** The hints of the text; those that have no translation are left out. */
export function lemmasOf(vocabulary: Vocabulary): Lemma[] {
  return (vocabulary.program.lemmas ?? []).flatMap(({ proved = false, ...lemma }) => {
    const made = attempting(() => propertiesOf(vocabulary, lemma));
    return 'refused' in made ? [] : made.map((property) => ({ ...property, proved }));
  });
}

/**
 * A thread has failed. The instances that the engine explores forward keep only what a guard or an unsafe condition mentions;
 * but constants that `init` alone speaks of say who begins where, and with which number. So those are mentioned here, in
 * words that say nothing.
 */
function failure(vocabulary: Vocabulary, known: ReadonlySet<StateSymbol>): Property {
  const process = bound('i');
  const forgotten = vocabulary.symbols.filter((symbol) => symbol.constant && !known.has(symbol));
  const words = forgotten.map((symbol) => {
    const [left, right]: [Term, Term] = [
      { kind: 'access', access: accessOf(symbol, []) },
      { kind: 'process', process },
    ];
    return disjunction([equal(left, right), different(left, right)]);
  });
  const formula = conjunction([isAt(vocabulary, process, vocabulary.failed), ...words]);
  return { name: 'failure', parameters: ['i'], formula, place: { line: 1, column: 1 } };
}

/** The symbols in some part of a model. */
export function mentioned(part: unknown, found: Set<StateSymbol> = new Set()): Set<StateSymbol> {
  if (typeof part !== 'object' || part === null) return found;
  if ('arity' in part) found.add(part as StateSymbol);
  else for (const inner of Object.values(part)) mentioned(inner, found);
  return found;
}

function propertiesOf(vocabulary: Vocabulary, { name, condition, text, place }: NeverProperty): Property[] {
  const { program, source } = vocabulary;
  if (!standsForAll(program, source, condition)) return [];
  const threads = [...new Set([...threadsOf(condition), ...numbersIn(vocabulary, condition)])];
  const roles = new Map<number, Role>();
  for (const thread of threads) roles.set(thread, roleOf(vocabulary, thread));
  const processOf = (thread: number): Process => bound(`t${threads.indexOf(thread)}`);
  const observed = vocabulary.observer !== null && readsMemory(condition);
  let start: Path = {
    masks: new Map(),
    literals: [],
    processes: [...threads.map((_, k) => `t${k}`), ...(observed ? [OBSERVER] : [])],
  };
  for (const [thread, role] of roles) {
    const constructors = [...new Set(role.places.values())].sort((one, other) => one - other);
    start = withMask(start, placeOf(vocabulary, processOf(thread)), constructors);
  }
  const surroundings = conditionSurroundings(vocabulary, roles, processOf);
  const cases = new Cases(surroundings);
  function* ends(): Ways<'true' | 'undefined'> {
    for (const [next, value] of cases.evaluate(condition, start)) {
      if (value.kind === 'failure') yield [next, 'undefined'];
      else for (const [after, truth] of cases.truth(value, next)) if (truth) yield [after, 'true'];
    }
  }
  const observer: Formula[] = observed ? [isAt(vocabulary, bound(OBSERVER), vocabulary.observer as number)] : [];
  const taken = [...roles].map(([thread, role]) => hasRole(role, processOf(thread)));
  return about(`\`${text}\``, () =>
    merged(ends(), (end) => end).map(({ processes, formula }) => ({
      name,
      parameters: processes,
      formula: conjunction([...taken, ...observer, formula]),
      place,
    })),
  );
}

function conditionSurroundings(
  vocabulary: Vocabulary,
  roles: ReadonlyMap<number, Role>,
  processOf: (thread: number) => Process,
): Surroundings {
  const { program, source, observer } = vocabulary;
  const known = (thread: number): Role => {
    const role = roles.get(thread);
    if (role === undefined) throw new Error(`a condition about thread ${thread} without role`);
    return role;
  };
  return {
    leaf: (node): Leaf => {
      switch (node.kind) {
        case 'memory': {
          const cells = vocabulary.shared[node.variable] as Cells;
          return { kind: 'cells', cells, owner: [], reader: observer === null ? null : bound(OBSERVER) };
        }
        case 'localOf': {
          const role = known(node.thread);
          return localLeaf(role, node.variable, processOf(node.thread), templateName(vocabulary, role));
        }
        case 'at': {
          const { places } = known(node.thread);
          const constructors = node.locations.flatMap((location) => places.get(location) ?? []);
          return { kind: 'place', access: placeOf(vocabulary, processOf(node.thread)), constructors };
        }
        default:
          throw new Error(`a condition with ${node.kind}`);
      }
    },
    threadNumber: (of, value) => {
      if (source.first === 0 || value < source.first) return threadNumber(vocabulary, of, value);
      const first = program.threads.findIndex(({ template }) => program.templates[template]?.name === of);
      if (!roles.has(first + value)) throw new Refused(`it says nothing of a ${of} but its number: name a place of it`);
      return { kind: 'process', process: processOf(first + value) };
    },
    nobody: (of) => nobodies(vocabulary, of),
  };
}

function roleOf({ program, roles }: Vocabulary, thread: number): Role {
  const template = program.threads[thread]?.template;
  const role = roles.find((each) => each.thread === thread || (each.constant === null && each.template === template));
  if (role === undefined) throw new Error(`thread ${thread} has no role`);
  return role;
}

/** The threads of the sample that numbers in a condition stand for. */
function numbersIn({ program, source }: Vocabulary, condition: StateExpression): number[] {
  const [kind, other] = source.anyThreads;
  if (source.first === 0 || other !== undefined) return [];
  const first = program.threads.findIndex(({ template }) => program.templates[template]?.name === kind);
  const numbers = nodesOf(condition).flatMap((node) => numberIn(node) ?? []);
  return numbers.filter((number) => number >= source.first).map((number) => first + number);
}
