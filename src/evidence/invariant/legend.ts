/**
 * The names of what a certificate speaks of: the variables of a program, one for each cell, and its threads with the number
 * of their locations. Shared cells come first, then the locals thread by thread: `turn`, `flag[0]`, `P(0).x`.
 *
 * A certificate is written with its legend. One that differs from the program's is about another program, and what does not
 * fit its own legend is no certificate at all.
 */
import { hasBuffers, memoryNamed } from '../../memory/models.js';
import { boundsOf, cellName, cellsOf, sortOfCell } from '../../models/program/cells.js';
import type { Program, Variable } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import { type CertificatePredicate, type PredicateCertificate, variableIn } from './certificate.js';

export interface LegendVariable {
  readonly name: string;
  /** Null: no bound on that side. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface LegendThread {
  readonly name: string;
  readonly locations: number;
}

export interface Legend {
  readonly variables: readonly LegendVariable[];
  readonly threads: readonly LegendThread[];
}

export function legendOf(program: Program): Legend {
  const declared = (variables: readonly Variable[], prefix: string): LegendVariable[] => {
    const cells = cellsOf(variables);
    return cells.owners.map((_, cell) => {
      const { low, high } = boundsOf(sortOfCell(cells, cell)) ?? { low: null, high: null };
      return { name: `${prefix}${cellName(cells, cell)}`, low, high };
    });
  };
  return {
    variables: [
      ...declared(program.shared, ''),
      ...program.threads.flatMap(({ name }, thread) => declared(templateOf(program, thread).locals, `${name}.`)),
    ],
    threads: program.threads.map(({ name }, thread) => {
      return { name, locations: templateOf(program, thread).locations.length };
    }),
  };
}

/** Where a legend differs from another; null where it does not. */
export function legendFault(legend: Legend, expected: Legend): string | null {
  for (const part of ['variables', 'threads'] as const) {
    if (legend[part].length !== expected[part].length) {
      return `there are ${legend[part].length} ${part} and not ${expected[part].length}`;
    }
    for (const [k, each] of legend[part].entries()) {
      if (JSON.stringify(each) !== JSON.stringify(expected[part][k])) {
        return `${JSON.stringify(each)} is ${JSON.stringify(expected[part][k])} in the program`;
      }
    }
  }
  return null;
}

/** What in a certificate does not fit the legend; null when everything does. */
export function shapeFault(certificate: PredicateCertificate, { variables, threads }: Legend): string | null {
  const { memory, bound, predicates, states } = certificate;
  if (hasBuffers(memoryNamed(memory)) !== (bound !== null)) return 'store buffers have a bound except under SC';
  if (bound !== null && (!Number.isSafeInteger(bound) || bound < 1)) return `${bound} is not a bound of a store buffer`;
  const named = new Map<string, number>();
  for (const { name } of variables) named.set(name, (named.get(name) ?? 0) + 1);
  for (const [number, predicate] of predicates.entries()) {
    for (const name of namesIn(predicate)) {
      const count = named.get(variableIn(name).variable) ?? 0;
      if (count === 1) continue;
      const what = count === 0 ? 'there is no variable' : 'more than one variable is called';
      return `predicate ${number}: ${what} ${JSON.stringify(name.slice(0, 80))}`;
    }
  }
  const seen = new Set<string>();
  for (const { locations, cubes } of states) {
    const vector = locations.join(', ');
    if (locations.length !== threads.length) return `(${vector}) is not one location for each thread`;
    if (!locations.every((location, thread) => isBelow(location, threads[thread]?.locations ?? 0))) {
      return `(${vector}): there is no such location`;
    }
    if (seen.has(vector)) return `(${vector}) is there twice`;
    seen.add(vector);
    for (const literal of cubes.flat()) {
      if (!isBelow(literal, 2 * predicates.length)) return `(${vector}): there is no predicate for ${literal}`;
    }
  }
  return null;
}

function isBelow(value: number, bound: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value < bound;
}

function* namesIn(predicate: CertificatePredicate): Generator<string> {
  if ('sum' in predicate) {
    for (const [, name] of predicate.sum) yield name;
  } else if ('not' in predicate) {
    yield* namesIn(predicate.not);
  } else {
    for (const part of 'and' in predicate ? predicate.and : predicate.or) yield* namesIn(part);
  }
}
