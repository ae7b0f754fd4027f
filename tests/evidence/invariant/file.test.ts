/** Certificates as text, and back. */
import { describe, expect, it } from 'vitest';
import type { PredicateCertificate } from '../../../src/evidence/invariant/certificate.js';
import { predicateOf } from '../../../src/evidence/invariant/certificate.js';
import { readCertificate, SCHEMA, writeCertificate } from '../../../src/evidence/invariant/file.js';
import { legendFault, legendOf } from '../../../src/evidence/invariant/legend.js';
import {
  and,
  atMost as below,
  constant,
  equal,
  FALSE,
  not,
  or,
  TRUE,
  variable,
} from '../../../src/logic/integer/formula.js';
import { filterLock, peterson } from '../../engines/explicit/programs.js';
import { SCOPE } from '../../support/scope.js';
import { atLeast, equals } from './programs.js';

const legend = legendOf(peterson(true));
const certificate: PredicateCertificate = {
  memory: 'tso',
  bound: 2,
  overflow: 'fails',
  predicates: [equals('turn', 1), { or: [{ not: atLeast('flag[0]', 1) }, { and: [] }] }],
  states: [
    { locations: [0, 0], cubes: [[0, 3], []] },
    { locations: [5, 1], cubes: [[1]] },
  ],
};
const text = [...writeCertificate(SCOPE, certificate, legend)].join('');

function changed(change: (content: Record<string, unknown>) => void): string {
  const content = JSON.parse(text) as Record<string, unknown>;
  change(content);
  return JSON.stringify(content);
}

describe('a certificate', () => {
  it('is read as it was written', () => {
    expect(readCertificate(text)).toEqual({ scope: SCOPE, certificate, legend });
    expect(text.split('\n')).toContain('{"locations":[5,1],"cubes":[[1]]}');
  });

  it('knows of which program it is', () => {
    expect(legend.variables.map(({ name }) => name)).toEqual(['flag[0]', 'flag[1]', 'turn', 'P(0).me', 'P(1).me']);
    expect(legendFault(legend, legendOf(peterson(false)))).toBeNull();
    expect(legendFault(legend, legendOf(filterLock(2)))).toBe('there are 5 variables and not 10');
    const renamed = { ...legend, threads: legend.threads.map((each) => ({ ...each, name: `${each.name}!` })) };
    expect(legendFault(renamed, legend)).toBe(
      '{"name":"P(0)!","locations":6} is {"name":"P(0)","locations":6} in the program',
    );
  });

  it('is refused with the reason when the text is no certificate', () => {
    const deep = `${'{"not":'.repeat(5000)}0${'}'.repeat(5000)}`;
    const faults = {
      '': /^it is not JSON/,
      '7': /^it has no schema/,
      '{"schema": "other/1"}': /^its schema is "other\/1"/,
      [`{"schema": "${SCHEMA}"}`]: /"scope" is missing/,
      [changed((content) => Object.assign(content, { memory: 'arm' }))]: /memory: none of sc, tso, pso/,
      [changed((content) => Object.assign(content, { bound: null }))]: /store buffers have a bound except under SC/,
      [changed((content) => Object.assign(content, { bound: 0 }))]: /0 is not a bound/,
      [changed((content) => Object.assign(content, { overflow: true }))]: /overflow: none of/,
      [changed((content) => Object.assign(content, { more: 1 }))]: /"more" is not known/,
      [changed((content) => Object.assign(content, { predicates: [{ sum: [[1]], relation: '<=', value: 0 }] }))]:
        /no text/,
      [changed((content) =>
        Object.assign(content, { predicates: [{ sum: [[0.5, 'turn']], relation: '<=', value: 0 }] }),
      )]: /no whole number/,
      [changed((content) => Object.assign(content, { predicates: [{ and: [], or: [] }] }))]: /"or" is not known/,
      [changed((content) => Object.assign(content, { predicates: [equals('nobody', 1)] }))]:
        /there is no variable "nobody"/,
      [changed((content) => Object.assign(content, { states: [{ locations: [0], cubes: [] }] }))]:
        /one location for each thread/,
      [changed((content) => Object.assign(content, { states: [{ locations: [0, 6], cubes: [] }] }))]:
        /no such location/,
      [changed((content) => Object.assign(content, { states: [{ locations: [0, 0], cubes: [[4]] }] }))]:
        /no predicate for 4/,
      [changed((content) => Object.assign(content, { states: [{ locations: [0, 0], cubes: [[-1]] }] }))]:
        /no predicate for -1/,
      [text.replace('"predicates": [', `"predicates": [${deep},`)]: /too deep/,
    };
    for (const [wrong, reason] of Object.entries(faults)) {
      const read = readCertificate(wrong);
      expect('fault' in read ? read.fault : 'read').toMatch(reason);
    }
  });
});

describe('formulas of the engine', () => {
  it('are predicates by the names of their variables', () => {
    const [x, y] = [variable(0), variable(1)];
    const names = ['x', 'y'];
    expect(predicateOf(equal(x, constant(3)), names)).toEqual(equals('x', 3));
    const difference = {
      sum: [
        [1, 'x'],
        [-1, 'y'],
      ],
      relation: '<=',
      value: -1,
    };
    expect(predicateOf(below(x, { ...y, constant: -1 }), names)).toEqual(difference);
    expect(predicateOf(not(equal(x, constant(0))), names)).toEqual({ not: equals('x', 0) });
    const [one, other] = [equal(x, constant(1)), equal(y, constant(2))];
    expect(predicateOf(and([one, other]), names)).toEqual({ and: [equals('x', 1), equals('y', 2)] });
    expect(predicateOf(or([one, other]), names)).toEqual({ or: [equals('x', 1), equals('y', 2)] });
    expect([predicateOf(TRUE, names), predicateOf(FALSE, names)]).toEqual([{ and: [] }, { or: [] }]);
  });
});
