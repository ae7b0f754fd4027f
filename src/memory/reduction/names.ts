/**
 * Names for what the reduction adds, as in the paper: `x_1_P0` and `x_cnt_P0` for the buffer of x in P(0) under PSO,
 * `lhs_1_P0`, `rhs_1_P0` and `cnt_P0` under TSO. A name that is there already gets a number behind it.
 */
import type { Program } from '../../models/program/model.js';

/** All names that a program has already. */
export function namesIn({ shared, templates, threads, never }: Program): string[] {
  const variables = [...shared, ...templates.flatMap(({ locals }) => locals)];
  return [
    ...[...variables, ...templates, ...threads, ...never].map(({ name }) => name),
    ...variables.flatMap(({ sort }) => (sort.kind === 'enum' ? [sort.name, ...sort.constructors] : [])),
  ];
}

/** `P0` for `P(0)`; with `_` between its parts `P_0`. */
export function nameForThread(thread: string, between: string): string {
  const parts = thread.split(/[^A-Za-z0-9_$]+/).filter((part) => part !== '');
  return parts.length === 0 ? 'thread' : parts.join(between);
}

/** `flag0` for `flag[0]`. */
export function nameForCell(cell: string): string {
  return cell.replace(/[^A-Za-z0-9_$]+/g, '');
}
