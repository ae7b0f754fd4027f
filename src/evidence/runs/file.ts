/**
 * Rankings as text: JSON, with one configuration on a line, written piece by piece.
 *
 *     "scope"            what is proved: property, memory, buffers, fairness
 *     "threads"          what their numbers stand for
 *     "cells"            the shared ones
 *     "parts"            automata of the runs that are not wanted; transitions are [from, to, true, false, sets], the last three
 *                        with a bit for each proposition or set; and the set that each rank avoids (`sets.ts`)
 *     "configurations"   "0;1|3;4|0|1|:1=1|#0 - 2": memory, locations, locals and buffers of the threads, as the interpreter writes
 *                        them, and the rank for each state of each automaton, - where there is none; in version 2 values may
 *                        have parameters: "a;a+1|3;4|_|a|:1=a+2|#0 - 2" is a family of configurations (`families.ts`)
 *
 * Reading back trusts nothing: what is not as it should be is a fault that says where, and no text makes it throw.
 */
import type { GeneralisedBuchi } from '../../logic/ltl/buchi.js';
import { block, Fault, Fields, listOf, numberBelow, readJson, text as textOf, whole } from '../json-text.js';
import { type CertificateScope, readScope, scopeField } from '../scope.js';
import { columnsOf, Ranking, UNRANKED } from './certificate.js';
import type { Legend } from './legend.js';
import type { Part } from './parts.js';

export const SCHEMA = 'fencepost-temporal-certificate/1';
/** Of a ranking whose rows are families of configurations. */
export const FAMILIES = 'fencepost-temporal-certificate/2';

export interface ReadRanking {
  readonly scope: CertificateScope;
  readonly legend: Legend;
  readonly automata: readonly GeneralisedBuchi[];
  readonly ranking: Ranking;
}

export function* writeRanking(
  scope: CertificateScope,
  legend: Legend,
  parts: readonly Part[],
  ranking: Ranking,
): Generator<string> {
  yield `{"schema": ${JSON.stringify(ranking.ofFamilies ? FAMILIES : SCHEMA)},\n`;
  yield scopeField(scope);
  yield* block('threads', legend.threads);
  yield ',\n';
  yield* block('cells', legend.cells);
  yield ',\n"parts": [';
  for (const [number, { automaton }] of parts.entries()) {
    const { states, initial, sets, transitions } = automaton;
    yield `${number === 0 ? '' : ','}\n{"states": ${states}, "initial": ${JSON.stringify(initial)}, "sets": ${sets},\n`;
    yield* block(
      'transitions',
      transitions.map(({ from, to, positive, negative, marks }) => [from, to, positive, negative, marks]),
    );
    yield ',\n';
    yield* block('avoided', ranking.avoided[number] ?? []);
    yield '}';
  }
  yield '\n],\n';
  yield* block('configurations', rows(ranking));
  yield '}\n';
}

function* rows(ranking: Ranking): Generator<string> {
  let number = 0;
  for (const configuration of ranking.configurations) {
    const ranks: (number | '-')[] = [];
    for (let column = 0; column < ranking.columns; column++) {
      const rank = ranking.rank(number, column);
      ranks.push(rank === UNRANKED ? '-' : rank);
    }
    number++;
    yield `${configuration}#${ranks.join(' ')}`;
  }
}

export function readRanking(text: string): ReadRanking | { readonly fault: string } {
  return readJson(text, SCHEMA, (content) => read(content, false));
}

export function readFamilies(text: string): ReadRanking | { readonly fault: string } {
  return readJson(text, FAMILIES, (content) => read(content, true));
}

const PARTS = ['schema', 'scope', 'threads', 'cells', 'parts', 'configurations'];

function read(content: unknown, ofFamilies: boolean): ReadRanking {
  const fields = new Fields(content, 'the certificate', PARTS);
  const legend: Legend = { threads: fields.list('threads', textOf), cells: fields.list('cells', textOf) };
  const scope = fields.of('scope', readScope);
  const parts = fields.list('parts', readPart);
  const automata = parts.map(({ automaton }) => automaton);
  const columns = columnsOf(automata.map((automaton) => ({ propositions: [], automaton })));
  const avoided = parts.map((part) => part.avoided);
  const ranking = new Ranking(avoided, columns, ofFamilies);
  fields.list('configurations', (row, where) => {
    const line = textOf(row, where);
    const end = line.lastIndexOf('#');
    const ranks = line.slice(end + 1).split(' ');
    if (end < 0 || ranks.length !== columns) throw new Fault(where, `no configuration with ${columns} ranks`);
    const number = ranking.count;
    if (ranking.add(line.slice(0, end)) !== number) throw new Fault(where, 'the configuration is listed twice');
    for (const [column, rank] of ranks.entries()) {
      if (rank !== '-') ranking.setRank(number, column, rankOf(rank, where));
    }
  });
  return { scope, legend, automata, ranking };
}

function rankOf(text: string, where: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Fault(where, 'a rank is no number');
  return Number(text);
}

function positive(value: unknown, where: string): number {
  const number = whole(value, where);
  if (number < 1) throw new Fault(where, `${number} is less than 1`);
  return number;
}

function readPart(value: unknown, where: string): { automaton: GeneralisedBuchi; avoided: readonly string[] } {
  const fields = new Fields(value, where, ['states', 'initial', 'sets', 'transitions', 'avoided']);
  const states = fields.of('states', positive);
  const state = (number: unknown, place: string) => numberBelow(number, states, place);
  const sets = fields.of('sets', (number, place) => numberBelow(number, 32, place));
  const mask = (number: unknown, place: string) => numberBelow(number, 2 ** 31, place);
  const transitions = fields.list('transitions', (list, place) => {
    const [from, to, positive, negative, marks] = listOf(list, place, whole);
    return {
      from: state(from, place),
      to: state(to, place),
      positive: mask(positive, place),
      negative: mask(negative, place),
      marks: mask(marks, place),
    };
  });
  const automaton = { states, initial: fields.list('initial', state), sets, transitions };
  return { automaton, avoided: fields.list('avoided', textOf) };
}
