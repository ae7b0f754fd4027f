import { describe, expect, test } from 'vitest';
import { jsonOutcome } from '../../src/report/json.js';
import { HOLDS, UNKNOWN, VIOLATED, WEAK } from '../cli/fake-services.js';
import { validate } from '../support/schema.js';

describe('a report for programs', () => {
  test('has these fields, in this order, and survives printing', () => {
    const object = jsonOutcome('mutex.cub', HOLDS);
    expect(Object.keys(object)).toEqual([
      'schema',
      'file',
      'verdict',
      'memory',
      'buffer',
      'processes',
      'engine',
      'asked',
      'seconds',
      'counts',
      'trace',
      'run',
      'graph',
      'cycle',
      'why',
      'invariants',
      'assumptions',
      'warnings',
      'stuckThreads',
      'reason',
      'reasons',
      'notes',
    ]);
    expect(validate(JSON.stringify(object))).toBe('check');
    expect(JSON.parse(JSON.stringify(object))).toEqual(object);
    expect(object.trace).toEqual([]);
    expect(JSON.stringify(object)).not.toContain('\n');
  });

  test('a trace is the initial state, the steps, and what they lead to', () => {
    const still = { actor: null, fence: false, reads: [], buffered: {} };
    expect(jsonOutcome('lock.cub', VIOLATED).trace).toEqual([
      { step: 0, kind: 'initial', state: { Taken: 'False', 'At[#1]': 'Outside', 'At[#2]': 'Outside' } },
      {
        step: 1,
        kind: 'transition',
        transition: 'enter',
        arguments: ['#1'],
        changes: { 'At[#1]': ['Outside', 'Inside'] },
        ...still,
      },
      { step: 2, kind: 'transition', transition: 'wait', arguments: [], changes: {}, ...still },
      {
        step: 3,
        kind: 'transition',
        transition: 'help',
        arguments: ['#2', '#1'],
        changes: { 'At[#2]': ['Outside', 'Inside'], Taken: ['False', 'True'] },
        ...still,
      },
      {
        violated: {
          property: 'unsafe',
          arguments: ['#1', '#2'],
          condition: 'At[#1] = Inside && At[#2] = Inside',
          reads: [],
        },
      },
    ]);
    expect(jsonOutcome('lock.cub', VIOLATED).graph).toBeNull();
  });

  test('under weak memory it has reads, buffers and drains, and the graph beside it', () => {
    const object = jsonOutcome('flags.cub', WEAK);
    expect(JSON.parse(JSON.stringify(object))).toEqual(object);
    expect(object.trace.slice(1)).toMatchObject([
      { step: 1, kind: 'transition', actor: '#1', fence: false, reads: [], buffered: { 'Flag[#1]': 'True' } },
      { step: 2, kind: 'transition', actor: '#2', buffered: { 'Flag[#2]': 'True' } },
      {
        step: 3,
        kind: 'transition',
        transition: 'look',
        reads: [
          { reader: '#2', cell: 'Flag[#1]', value: 'False', from: 'memory', write: null },
          { reader: '#2', cell: 'Flag[#2]', value: 'True', from: 'buffer', write: 2 },
        ],
        buffered: {},
      },
      {
        step: 4,
        kind: 'drain',
        process: '#1',
        write: 1,
        writes: { 'Flag[#1]': 'True' },
        changes: { 'Flag[#1]': ['False', 'True'] },
      },
      { step: 5, kind: 'transition', fence: true },
      { violated: { reads: [{ reader: '#2', cell: 'Flag[#1]', value: 'True', from: 'memory', write: 1 }] } },
    ]);
    expect(object.graph).toEqual(WEAK.trace?.graph);
    expect(object.schema).toBe(1);
  });

  test('seconds are rounded to microseconds, the reason is kept', () => {
    const object = jsonOutcome('hard.cub', { ...UNKNOWN, seconds: 0.123456789 });
    expect(object.seconds).toBe(0.123457);
    expect(object.reason).toBe('the limit of 10 cubes was reached; a larger --max-cubes may help');
    expect(object.reasons).toEqual([{ code: 'limit', limit: 'cubes', value: 10, covered: null }]);
  });
});
