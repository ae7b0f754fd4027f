import { describe, expect, it } from 'vitest';
import { legendOf } from '../../../src/evidence/minor-set/legend.js';
import { readCertificate, SCHEMA, writeCertificate } from '../../../src/evidence/store-queues/file.js';
import { straightLines } from '../../engines/dual-tso/programs.js';
import { runPso } from '../../engines/pso-queues/compare.js';
import { SCOPE } from '../../support/scope.js';

function written(program = straightLines('w x 1; fence; w y 1; r z 0', 'r y 1; r x 0; w z 1; r z 1')): {
  readonly text: string;
  readonly elements: unknown;
  readonly legend: unknown;
} {
  const { answer } = runPso(program);
  if (answer.verdict !== 'holds') throw new Error('it should hold');
  const legend = legendOf(program, answer.system);
  return { text: [...writeCertificate(SCOPE, answer.certificate, legend)].join(''), ...answer.certificate, legend };
}

describe('certificates of store queues as text', () => {
  const { text, elements, legend } = written();

  it('are read back as they were written', () => {
    expect(readCertificate(text)).toEqual({ scope: SCOPE, certificate: { elements }, legend });
  });

  it('are refused with a place when anything is not as it should be', () => {
    const fault = (from: string | RegExp, to: string): string => {
      const read = readCertificate(text.replace(from, to));
      return 'fault' in read ? read.fault : 'read';
    };
    expect(fault('/1"', '/2"')).toContain(`this program reads ${SCHEMA}`);
    expect(fault('"more":true', '"more":1')).toContain('neither true nor false');
    expect(fault('"more":true', '"more":true,"less":1')).toContain('is not known');
    expect(fault(/"state":\d+/, '"state":99')).toContain('is not below');
    expect(fault(/"state":\d+/, '"state":"0"')).toContain('no whole number');
    expect(fault(/"thread":"P0"/, '"thread":"P9"')).toContain('there is no such thread');
    expect(fault(/"entries":\[(\d+)\]/, '"entries":"$1"')).toContain('no list');
    expect(fault(/"cell":"x","entries"/, '"cell":"w","entries"')).toContain('there is no such cell');
    expect(fault('{"schema"', '["schema"')).toContain('it is not JSON');
    expect(fault(/(\{"cell":"x","entries":[^}]*\})/, '$1,$1')).toContain('named twice');
  });

  it('have messages where threads have barriers between stores', () => {
    const late = written(straightLines('w x 1; bar; w y 1; r x 1; r z 0', 'w z 1; bar; r y 1; r x 0'));
    expect(readCertificate(late.text)).toEqual({
      scope: SCOPE,
      certificate: { elements: late.elements },
      legend: late.legend,
    });
    for (const kind of ['own', 'seen', 'without']) expect(late.text).toContain(`"${kind}":[`);
    const fault = (from: string | RegExp, to: string): string => {
      const read = readCertificate(late.text.replace(from, to));
      return 'fault' in read ? read.fault : 'read';
    };
    expect(fault('"own":[{', '"own":[{"cell":"x","value":1},{')).toContain('not in the order');
    expect(fault('"own":[', '"other":[')).toContain('"seen" is missing');
    expect(fault(/"without":\["\w"\]/, '"without":["w"]')).toContain('there is no such cell');
    expect(fault('"messages":[{', '"messages":[1,{')).toContain('no object');
  });
});
