/**
 * Certificates of predicate abstraction as text: JSON, with one variable, thread, predicate or vector of locations on a line,
 * so that people can read it and compare two. It is written piece by piece: a large proof need never be in memory as text.
 *
 * Reading back trusts nothing: every shape, name and number is looked at, a fault is a value and says where it is, and no
 * text makes it throw. That the text speaks of a certain program is for `legendFault` to say, and that it is a proof for
 * `judge.ts`.
 */
import { MEMORY_NAMES } from '../../memory/models.js';
import { block, Fault, Fields, listOf, readJson, text as textOf, whole } from '../json-text.js';
import { type CertificateScope, readScope, scopeField } from '../scope.js';
import type { CertificatePredicate, CertifiedStates, PredicateCertificate } from './certificate.js';
import { type Legend, type LegendThread, type LegendVariable, shapeFault } from './legend.js';

export const SCHEMA = 'fencepost-predicates-certificate/1';

/** Deeper ones are no predicates that anybody made, and might be too deep to walk through. */
const DEEPEST = 200;

export type Read =
  | { readonly scope: CertificateScope; readonly certificate: PredicateCertificate; readonly legend: Legend }
  | { readonly fault: string };

export function* writeCertificate(
  scope: CertificateScope,
  certificate: PredicateCertificate,
  legend: Legend,
): Generator<string> {
  const { memory, bound, overflow, predicates, states } = certificate;
  yield `{"schema": ${JSON.stringify(SCHEMA)},\n`;
  yield scopeField(scope);
  yield `"memory": ${JSON.stringify(memory)}, "bound": ${bound}, "overflow": ${JSON.stringify(overflow)},\n`;
  yield* block('variables', legend.variables);
  yield ',\n';
  yield* block('threads', legend.threads);
  yield ',\n';
  yield* block('predicates', predicates);
  yield ',\n';
  yield* block('states', states);
  yield '}\n';
}

export function readCertificate(text: string): Read {
  return readJson(text, SCHEMA, read);
}

function read(content: unknown): Read {
  const parts = ['memory', 'bound', 'overflow', 'variables', 'threads', 'predicates', 'states'];
  const fields = new Fields(content, 'the certificate', ['schema', 'scope', ...parts]);
  const scope = fields.of('scope', readScope);
  const legend = { variables: fields.list('variables', readVariable), threads: fields.list('threads', readThread) };
  const certificate = {
    memory: fields.of('memory', oneOf(...MEMORY_NAMES)),
    bound: fields.of('bound', wholeOrNull),
    overflow: fields.of('overflow', oneOf('fails', 'waits')),
    predicates: fields.list('predicates', (element, where) => readPredicate(element, where, 0)),
    states: fields.list('states', readStates),
  };
  const fault = shapeFault(certificate, legend);
  return fault === null ? { scope, certificate, legend } : { fault };
}

function oneOf<Word extends string>(...words: readonly Word[]): (value: unknown, where: string) => Word {
  return (value, where) => {
    const found = words.find((word) => word === value);
    if (found === undefined) throw new Fault(where, `none of ${words.join(', ')}`);
    return found;
  };
}

function wholeOrNull(value: unknown, where: string): number | null {
  return value === null ? null : whole(value, where);
}

function readVariable(element: unknown, where: string): LegendVariable {
  const fields = new Fields(element, where, ['name', 'low', 'high']);
  return { name: fields.of('name', textOf), low: fields.of('low', wholeOrNull), high: fields.of('high', wholeOrNull) };
}

function readThread(element: unknown, where: string): LegendThread {
  const fields = new Fields(element, where, ['name', 'locations']);
  return { name: fields.of('name', textOf), locations: fields.of('locations', whole) };
}

function readStates(element: unknown, where: string): CertifiedStates {
  const fields = new Fields(element, where, ['locations', 'cubes']);
  const cubes = fields.list('cubes', (cube, place) => listOf(cube, place, whole));
  return { locations: fields.list('locations', whole), cubes };
}

function readPredicate(element: unknown, where: string, depth: number): CertificatePredicate {
  if (depth > DEEPEST) throw new Fault(where.slice(0, 80), 'too deep');
  const kind = ['and', 'or', 'not'].find((name) => typeof element === 'object' && element !== null && name in element);
  const part = (inner: unknown, place: string) => readPredicate(inner, place, depth + 1);
  switch (kind) {
    case 'and':
      return { and: new Fields(element, where, ['and']).list('and', part) };
    case 'or':
      return { or: new Fields(element, where, ['or']).list('or', part) };
    case 'not':
      return { not: new Fields(element, where, ['not']).of('not', part) };
    default: {
      const fields = new Fields(element, where, ['sum', 'relation', 'value']);
      const relation = fields.of('relation', oneOf('<=', '=='));
      return { sum: fields.list('sum', readProduct), relation, value: fields.of('value', whole) };
    }
  }
}

function readProduct(element: unknown, where: string): readonly [number, string] {
  const [coefficient, variable, ...others] = listOf(element, where, (value) => value);
  if (others.length > 0) throw new Fault(where, 'more than a number and a variable');
  return [whole(coefficient, where), textOf(variable, where)];
}
