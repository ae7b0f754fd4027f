/**
 * Certificates from explicit states: the states of a program are enumerated on the operational machine, and each is a cube of
 * predicates `x == c`. And the opposite, a judge by brute force: which states of small finite sorts are in a certificate, and
 * whether the machine stays among them.
 */

import type {
  CertificateCube,
  CertificatePredicate,
  PredicateCertificate,
} from '../../../src/evidence/invariant/certificate.js';
import { type Legend, legendOf } from '../../../src/evidence/invariant/legend.js';
import { SC } from '../../../src/memory/models.js';
import {
  type Configuration,
  configurationKey,
  initialValues,
  type Machine,
  makeMachine,
  next,
  start,
} from '../../../src/memory/operational/program/machine.js';
import { violationIn } from '../../../src/memory/operational/program/properties.js';
import type { Program } from '../../../src/models/program/model.js';

/** All states under sequential consistency; null when one is bad, a step fails, or there are more than `limit`. */
export function reachable(program: Program, limit: number): readonly Configuration[] | null {
  const machine = makeMachine(program, SC, null);
  const seen = new Map<string, Configuration>();
  const add = (configuration: Configuration): void => {
    const key = configurationKey(configuration);
    if (!seen.has(key)) seen.set(key, configuration);
  };
  for (const values of initialValues(machine)) add(start(machine, values));
  // A map visits what is added while it is visited.
  for (const configuration of seen.values()) {
    if (seen.size > limit || violationIn(machine, configuration) !== null) return null;
    const { successors, failures } = next(machine, configuration);
    if (failures.length > 0) return null;
    for (const { after } of successors) add(after);
  }
  return [...seen.values()];
}

/** In the order of the legend. */
export function valuesOf({ memory, locals }: Configuration): readonly number[] {
  return [...memory, ...locals.flat()];
}

/** A cube for each state: for every cell the predicate that names its value, and with `negations` those that do not. */
export function certificateOf(
  program: Program,
  states: readonly Configuration[],
  negations = false,
): PredicateCertificate {
  const { variables } = legendOf(program);
  const predicates: CertificatePredicate[] = [];
  const numbers = variables.map(({ name }, cell) => {
    const values = [...new Set(states.map((state) => valuesOf(state)[cell] as number))].sort((a, b) => a - b);
    // A cell with one value is said by one predicate as well: nothing is taken from the judge's own knowledge.
    return new Map(
      values.map((value) => [value, predicates.push({ sum: [[1, name]], relation: '==', value }) - 1] as const),
    );
  });
  const vectors = new Map<string, { locations: readonly number[]; cubes: CertificateCube[] }>();
  for (const state of states) {
    const cube = valuesOf(state).flatMap((held, cell) =>
      [...(numbers[cell] as ReadonlyMap<number, number>)].flatMap(([value, p]) => {
        if (value === held) return [2 * p];
        return negations ? [2 * p + 1] : [];
      }),
    );
    const key = `${state.locations}`;
    const there = vectors.get(key) ?? { locations: state.locations, cubes: [] };
    vectors.set(key, there);
    there.cubes.push(cube);
  }
  return { memory: 'sc', bound: null, overflow: 'waits', predicates, states: [...vectors.values()] };
}

/** What a predicate is in a state. */
export function holds(predicate: CertificatePredicate, legend: Legend, values: readonly number[]): boolean {
  if ('and' in predicate) return predicate.and.every((part) => holds(part, legend, values));
  if ('or' in predicate) return predicate.or.some((part) => holds(part, legend, values));
  if ('not' in predicate) return !holds(predicate.not, legend, values);
  const sum = predicate.sum.reduce((total, [coefficient, name]) => {
    return total + coefficient * valueNamed(name, legend, values);
  }, 0);
  return predicate.relation === '<=' ? sum <= predicate.value : sum === predicate.value;
}

/** `x % 3` is 0, 1 or 2, whatever the sign of x. */
function valueNamed(name: string, { variables }: Legend, values: readonly number[]): number {
  const [of, modulus] = name.split(' % ') as [string, string?];
  const value = values[variables.findIndex((variable) => variable.name === of)] as number;
  return modulus === undefined ? value : ((value % Number(modulus)) + Number(modulus)) % Number(modulus);
}

/**
 * Whether a certificate is inductive and safe, by going through all states of all finite sorts; null when a sort has no
 * bounds or there are more than `limit` states at a vector. Cells that no edge writes have their first values.
 */
export function bruteJudge(program: Program, certificate: PredicateCertificate, limit: number): boolean | null {
  const machine = makeMachine(program, SC, null);
  const legend = legendOf(program);
  const domains = domainsOf(machine, legend);
  if (domains === null || domains.reduce((product, { length }) => product * length, 1) > limit) return null;
  const cubesAt = new Map(certificate.states.map(({ locations, cubes }) => [`${locations}`, cubes]));
  const isIn = (configuration: Configuration): boolean => {
    const values = valuesOf(configuration);
    const truths = certificate.predicates.map((predicate) => holds(predicate, legend, values));
    return (cubesAt.get(`${configuration.locations}`) ?? []).some((cube) =>
      cube.every((literal) => truths[literal >> 1] === (literal % 2 === 0)),
    );
  };
  if (!initialValues(machine).every((values) => isIn(start(machine, values)))) return false;
  for (const { locations } of certificate.states) {
    for (const values of product(domains)) {
      const configuration = configurationOf(machine, locations, values);
      if (!isIn(configuration)) continue;
      if (violationIn(machine, configuration) !== null) return false;
      const { successors, failures } = next(machine, configuration);
      if (failures.length > 0 || !successors.every(({ after }) => isIn(after))) return false;
    }
  }
  return true;
}

/** By cell, the values that it can have; null when there is no end of them. */
function domainsOf({ program }: Machine, { variables }: Legend): readonly (readonly number[])[] | null {
  const written = new Set<string>();
  for (const { name, template } of program.threads) {
    for (const { target } of program.templates[template]?.edges.flatMap(({ updates }) => updates) ?? []) {
      const variable = (target.kind === 'shared' ? program.shared : (program.templates[template]?.locals ?? []))[
        target.variable
      ];
      if (variable === undefined) throw new Error('an update has a target');
      const full = target.kind === 'shared' ? variable.name : `${name}.${variable.name}`;
      if (variable.size === null) written.add(full);
      for (let index = 0; index < (variable.size ?? 0); index++) written.add(`${full}[${index}]`);
    }
  }
  const initial = [
    ...program.shared.flatMap((each) => each.initial),
    ...program.threads.flatMap((thread) => thread.initial.flat()),
  ];
  const domains: number[][] = [];
  for (const [cell, { name, low, high }] of variables.entries()) {
    const first = initial[cell];
    if (typeof first === 'number' && !written.has(name)) domains.push([first]);
    else if (low === null || high === null) return null;
    else domains.push(Array.from({ length: high - low + 1 }, (_, k) => low + k));
  }
  return domains;
}

function* product(domains: readonly (readonly number[])[]): Generator<readonly number[]> {
  const [first, ...rest] = domains;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const value of first) for (const others of product(rest)) yield [value, ...others];
}

function configurationOf(machine: Machine, locations: readonly number[], values: readonly number[]): Configuration {
  let first = machine.shared.count;
  const locals = machine.locals.map(({ count }) => {
    first += count;
    return values.slice(first - count, first);
  });
  return { memory: values.slice(0, machine.shared.count), locations, locals, buffers: locations.map(() => []) };
}
