/** Small programs for certificates, each with what a judge must look at. */

import type {
  CertificateCube,
  CertificatePredicate,
  PredicateCertificate,
} from '../../../src/evidence/invariant/certificate.js';
import type { Edge, Expression, Program, StateExpression } from '../../../src/models/program/model.js';
import {
  apply,
  array,
  assign,
  at,
  both,
  edge,
  INT,
  local,
  location,
  never,
  number,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';

export const X: StateExpression = { kind: 'memory', variable: 0, index: null };

export function compare(left: StateExpression, operator: '<' | '==' | '/', value: number): StateExpression {
  return { kind: 'binary', operator, left, right: { kind: 'constant', value } };
}

/** One thread with these edges, at locations 0 and 1, on `x` (an integer), `a[3]` (0..2) and the local `k` (0..3). */
export function single(edges: readonly Edge[], parts: Partial<Program> = {}): Program {
  return {
    shared: [sharing(scalar('x', INT)), sharing(array('a', range(0, 2), 3))],
    templates: [template('P', 0, [scalar('k', range(0, 3))], [location(), location('end')], edges)],
    threads: [{ name: 'P', template: 0, initial: [[0]] }],
    never: [],
    outOfRange: 'failure',
    ...parts,
  };
}

/** Counts up without end; `x` is never negative. */
export function upwards(): Program {
  return single([edge(0, 0, { updates: [assign(shared(0), apply(shared(0), '+', 1))], text: 'x = x + 1' })], {
    never: [never('negative', compare(X, '<', 0), 'x < 0')],
  });
}

/** `k` is a random index; what is written there is read back. */
export function indexed(): Program {
  return single(
    [
      edge(0, 0, { updates: [assign(local(0), 'any')], text: 'k = any' }),
      edge(0, 1, {
        guard: apply(local(0), '<', 3),
        updates: [assign(shared(1, local(0)), 2), assign(shared(0), apply(number(1), '+', shared(1, local(0))))],
        text: 'a[k] = 2',
      }),
    ],
    { never: [never('read', both(at(0, 1), compare(X, '==', 2)), 'P@end && x == 2')] },
  );
}

/** A step that computes this value into `x`. */
export function computing(value: Expression): Program {
  return single([edge(0, 1, { updates: [assign(shared(0), value)], text: 'x = ...' })]);
}

export function atMost(variable: string, value: number): CertificatePredicate {
  return { sum: [[1, variable]], relation: '<=', value };
}

export function atLeast(variable: string, value: number): CertificatePredicate {
  return { sum: [[-1, variable]], relation: '<=', value: -value };
}

export function equals(variable: string, value: number): CertificatePredicate {
  return { sum: [[1, variable]], relation: '==', value };
}

/** For a program with one thread: by location its cubes. */
export function claim(
  predicates: readonly CertificatePredicate[],
  ...cubes: readonly (readonly CertificateCube[])[]
): PredicateCertificate {
  const states = cubes.map((there, place) => ({ locations: [place], cubes: there }));
  return { memory: 'sc', bound: null, overflow: 'waits', predicates, states };
}
