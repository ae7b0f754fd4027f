/**
 * A plan and the number of `any` threads into a program of the model.
 */
import { belongsTo, defaultValue, showSort, showValue } from '../../models/program/cells.js';
import { constant, FALSE, nodesOf, readLocal } from '../../models/program/expression.js';
import type {
  NeverProperty,
  Place,
  Premise,
  Program,
  SharedVariable,
  Sort,
  Template,
  Thread,
  Variable,
} from '../../models/program/model.js';
import { lineText } from '../../models/program/place.js';
import { ENDLESS, type Patience } from '../shared/patience.js';
import { compileThread } from './automaton.js';
import { MOST_INSTANCES } from './check-declaration.js';
import { evaluate } from './evaluate.js';
import { Flow } from './flow.js';
import type { LtlProperty, StatePredicate } from './ltl.js';
import type { Plan, PlannedLtl, PlannedThread, PlannedVariable, Size } from './plan.js';
import { MissingInstance, PropertyExpander } from './properties.js';

export type Instantiation =
  | {
      readonly kind: 'program';
      readonly program: Program;
      readonly ltl: readonly LtlProperty[];
      readonly predicates: readonly StatePredicate[];
      /** A formula beside the text, of the threads that there are. */
      formula(planned: PlannedLtl): LtlProperty | MissingInstance;
    }
  | { readonly kind: 'error'; readonly message: string };

/** What is wrong with the text, or may be, and shows only now. */
interface Finding {
  readonly severity: 'error' | 'warning';
  readonly code: 'too-large' | 'vacuous' | 'type-mismatch' | 'ghost';
  readonly place: Place;
  readonly message: string;
}

const GHOST_ALONE = 'no step is here that this assignment to a ghost could be part of: put it behind a step';
const GHOST_WAITS =
  'a round that changes only ghosts is a round of waiting, and `never deadlock` asks whether threads wait: put this elsewhere';

/** The local that holds how many there are of a thread, where the text is to stay the same for every number. */
export function countLocal(thread: string): string {
  return `$count(${thread})`;
}

/** `counts`: `count(T)` of an `any` thread is a number, or a local that has it from the start. */
export function instantiate(
  plan: Plan,
  anyCount: number | null,
  report: (finding: Finding) => void = () => {},
  patience: Patience = ENDLESS,
  counts: 'numbers' | 'locals' = 'numbers',
): Instantiation {
  const open = plan.threads.filter(({ instances }) => instances === 'any').map(({ name }) => `\`${name}\``);
  if (open.length > 0 && anyCount === null) {
    return error(`say how many ${open.join(' and ')} there are: declared with \`[any]\``);
  }
  if (open.length > 0 && (!Number.isInteger(anyCount) || (anyCount ?? 0) < 1 || (anyCount ?? 0) > MOST_INSTANCES)) {
    return error(`there can be 1 to ${MOST_INSTANCES} threads ${open.join(' and ')}, not ${anyCount}`);
  }
  const instances = plan.threads.map((thread) => instancesOf(thread, anyCount ?? 0));
  const count = (thread: number): number => instances[thread]?.length ?? 0;
  const sizeOf = (size: Size | null): number | null =>
    size?.kind === 'instances' ? count(size.thread) * (size.times ?? 1) : (size?.size ?? null);

  const shared = plan.shared.map((variable): SharedVariable => {
    const size = sizeOf(variable.size);
    const { initial } = variable;
    const first = Array.isArray(initial)
      ? initial
      : new Array<number | 'any'>(size ?? 1).fill(initial as number | 'any');
    const { name, sort, place, spelling, cells, ghost, strong } = variable;
    const spelled = spelling?.map((part) => (typeof part === 'string' ? part : (sizeOf(part) as number)));
    const mark = ghost === true ? ({ strong: true, ghost } as const) : strong === true ? { strong } : {};
    return {
      name,
      sort,
      size,
      place,
      initial: first,
      ...(spelled === undefined ? {} : { spelling: spelled }),
      ...(cells === undefined ? {} : { cells }),
      ...mark,
    };
  });
  const templates: Template[] = [];
  const threads: Thread[] = [];
  const positions: Map<string, number>[] = [];
  for (const [template, planned] of plan.threads.entries()) {
    const declared = planned.locals.map((local) => localOf(local, planned, count(template), sizeOf(local.size)));
    const counted = counts === 'numbers' ? [] : countedIn(planned, plan.threads);
    const locals = counted.map((thread) => ({
      name: countLocal(plan.threads[thread]?.name ?? ''),
      sort: { kind: 'int' } as const,
      size: null,
      place: planned.place,
    }));
    const countOf = (thread: number) => {
      const local = counted.indexOf(thread);
      return local < 0 ? constant(count(thread)) : readLocal(declared.length + local);
    };
    // A local that keeps its value is no register.
    const hidden = locals.length > 0 ? 0 : planned.hidden;
    const flow = new Flow(planned.body, [...declared, ...locals], shared, countOf, planned.place, hidden);
    const {
      template: compiled,
      tooLarge,
      neverReached,
      ghosts,
    } = compileThread(planned.name, planned.parameters, flow, patience);
    if (tooLarge !== null) {
      const message = 'this has too many paths or values to be one step: make the atomic block smaller';
      report({ severity: 'error', code: 'too-large', place: tooLarge, message });
      return error(`${lineText(tooLarge)}: ${message}`);
    }
    const lost = ghosts.alone ?? (plan.noDeadlock === null ? null : ghosts.waiting);
    if (lost !== null) {
      const message = ghosts.alone === null ? GHOST_WAITS : GHOST_ALONE;
      report({ severity: 'error', code: 'ghost', place: lost, message });
      return error(`${lineText(lost)}: ${message}`);
    }
    if (neverReached !== null) {
      report({ severity: 'warning', code: 'vacuous', place: neverReached, message: 'this statement is never reached' });
    }
    templates.push(compiled);
    const known = new Map<string, number>();
    for (const values of instances[template] ?? []) {
      const initial = firstValues(planned, values, compiled.locals, count);
      if (Array.isArray(initial)) {
        for (const [local, thread] of counted.entries()) initial[declared.length + local] = [count(thread)];
      } else {
        report({ severity: 'error', code: 'type-mismatch', place: initial.place, message: initial.message });
        return error(`${lineText(initial.place)}: ${initial.message}`);
      }
      known.set(values.join(','), threads.length);
      threads.push({ name: nameOf(planned, values), template, initial });
    }
    positions.push(known);
  }
  const program: Program = { shared, templates, threads, never: [], outOfRange: 'failure' };
  return withProperties(plan, program, new PropertyExpander(program, positions, patience), report);
}

function withProperties(
  plan: Plan,
  program: Program,
  expander: PropertyExpander,
  report: (finding: Finding) => void,
): Instantiation {
  const warn = (place: Place) => {
    for (const label of expander.nowhere) {
      const message = `\`${label}\` is never true: no thread comes there`;
      report({ severity: 'warning', code: 'vacuous', place, message });
    }
    expander.nowhere.clear();
  };
  const never: NeverProperty[] = [];
  const premises: Premise[] = [];
  for (const property of plan.never) {
    const expanded = expander.each(property);
    if (expanded instanceof MissingInstance) return missing(expanded);
    const { name, text, place } = property;
    // With too few threads for any choice there is still a property, and it holds.
    const open = expanded.filter(({ condition }) => condition.kind !== 'constant' || condition.value !== 0);
    const choices = open.length > 0 ? open : [{ condition: FALSE, text, place }];
    for (const choice of choices) never.push({ name, ...choice });
    warn(place);
    for (const planned of property.premises) {
      const made = expander.each(planned);
      if (made instanceof MissingInstance) return missing(made);
      const conditions = made.map(({ condition }) => condition);
      const general =
        planned.variables.length > 0 && !nodesOf(planned.condition).some(({ kind }) => kind === 'constant');
      premises.push({ property: name, conditions, text: planned.text, place, general });
    }
    // What no location has was told already.
    expander.nowhere.clear();
  }
  const lemmas: NeverProperty[] = [];
  for (const { name, ...lemma } of plan.lemmas) {
    const expanded = expander.each(lemma);
    if (expanded instanceof MissingInstance) return missing(expanded);
    for (const choice of expanded) lemmas.push({ name, ...choice });
    warn(lemma.place);
  }
  const ltl: LtlProperty[] = [];
  for (const property of plan.ltl) {
    const expanded = expander.ltl(property);
    if (expanded instanceof MissingInstance) return missing(expanded);
    ltl.push(expanded);
    warn(property.place);
  }
  const predicates: StatePredicate[] = [];
  for (const predicate of plan.predicates) {
    const expanded = expander.each(predicate);
    if (expanded instanceof MissingInstance) return missing(expanded);
    for (const each of expanded) predicates.push(each);
    warn(predicate.place);
  }
  return {
    kind: 'program',
    program: {
      ...program,
      never,
      premises,
      ...(plan.noDeadlock === null ? {} : { noDeadlock: plan.noDeadlock }),
      ...(lemmas.length === 0 ? {} : { lemmas }),
    },
    ltl,
    predicates,
    formula: (planned) => expander.ltl(planned),
  };
}

function missing({ text }: MissingInstance): Instantiation {
  return error(`a property names \`${text}\`, and there are fewer threads`);
}

function error(message: string): Instantiation {
  return { kind: 'error', message };
}

function instancesOf({ instances }: PlannedThread, anyCount: number): readonly (readonly number[])[] {
  return instances === 'any' ? Array.from({ length: anyCount }, (_, self) => [self]) : instances;
}

/** The `any` threads that the body of a thread asks the number of. */
function countedIn({ body }: PlannedThread, threads: readonly PlannedThread[]): number[] {
  const found = new Set<number>();
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { kind, thread } = part as { readonly kind?: unknown; readonly thread?: unknown };
    if (kind === 'count' && typeof thread === 'number' && threads[thread]?.instances === 'any') found.add(thread);
    for (const inner of Object.values(part)) look(inner);
  };
  look(body);
  return [...found];
}

function localOf(local: PlannedVariable, { instances }: PlannedThread, count: number, size: number | null): Variable {
  const isSelf = instances === 'any' && local.name === 'self';
  const sort: Sort = isSelf ? { kind: 'range', low: 0, high: count - 1 } : local.sort;
  return { name: local.name, sort, size, place: local.place };
}

/** `P(0)`, `P(1, red)`, `Sender`. */
function nameOf({ name, locals, parameters }: PlannedThread, values: readonly number[]): string {
  if (parameters === 0) return name;
  const shown = values.map((value, position) => {
    const sort = locals[position]?.sort;
    return sort === undefined ? String(value) : showValue(value, sort);
  });
  return `${name}(${shown.join(', ')})`;
}

/** For each local its cells; or what is wrong with one of them. */
function firstValues(
  { firstValues: given, name }: PlannedThread,
  values: readonly number[],
  locals: readonly Variable[],
  count: (thread: number) => number,
): (number | 'any')[][] | { place: Place; message: string } {
  const cells = locals.map(({ sort, size }) => new Array<number | 'any'>(size ?? 1).fill(defaultValue(sort)));
  for (const [position, value] of values.entries()) cells[position] = [value];
  const surroundings = {
    count,
    local: (variable: number, index: number): number | null => {
      const value = cells[variable]?.[index];
      return typeof value === 'number' ? value : null;
    },
  };
  for (const first of given) {
    const local = locals[first.variable];
    if (local === undefined) throw new Error('a first value without local');
    const found: (number | 'any')[] = [];
    for (const expression of first.values) {
      const value = expression === 'any' ? 'any' : evaluate(expression, surroundings);
      if (value === 'any') {
        found.push('any');
      } else if (value.kind !== 'value') {
        const what = value.kind === 'fault' ? value.message : 'a cell outside its array';
        return {
          place: first.place,
          message: `the first value of \`${local.name}\` in \`${name}(${values})\` is ${what}`,
        };
      } else if (!belongsTo(value.value, local.sort)) {
        const message = `the first value of \`${local.name}\` in \`${name}(${values})\` is ${value.value}, not in ${showSort(local.sort)}`;
        return { place: first.place, message };
      } else {
        found.push(value.value);
      }
    }
    const [one] = found;
    cells[first.variable] =
      found.length > 1 || local.size === null ? found : new Array<number | 'any'>(local.size).fill(one ?? 0);
  }
  return cells;
}
