import { describe, expect, test } from 'vitest';
import { jsonOutcome } from '../../src/report/json.js';
import { HOLDS, UNKNOWN, VIOLATED } from '../cli/fake-services.js';

describe('a report for programs', () => {
  test('has these fields, in this order, and survives printing', () => {
    const object = jsonOutcome('mutex.cub', HOLDS);
    expect(Object.keys(object)).toEqual([
      'schema',
      'file',
      'verdict',
      'memory',
      'processes',
      'engine',
      'seconds',
      'counts',
      'trace',
      'invariants',
      'assumptions',
      'reason',
    ]);
    expect(JSON.parse(JSON.stringify(object))).toEqual(object);
    expect(object.trace).toEqual([]);
    expect(JSON.stringify(object)).not.toContain('\n');
  });

  test('a trace is the initial state, the steps, and what they lead to', () => {
    expect(jsonOutcome('lock.cub', VIOLATED).trace).toEqual([
      { step: 0, state: { Taken: 'False', 'At[#1]': 'Outside', 'At[#2]': 'Outside' } },
      { step: 1, transition: 'enter', arguments: ['#1'], changes: { 'At[#1]': ['Outside', 'Inside'] } },
      { step: 2, transition: 'wait', arguments: [], changes: {} },
      {
        step: 3,
        transition: 'help',
        arguments: ['#2', '#1'],
        changes: { 'At[#2]': ['Outside', 'Inside'], Taken: ['False', 'True'] },
      },
      { violated: { property: 'unsafe', arguments: ['#1', '#2'], condition: 'At[#1] = Inside && At[#2] = Inside' } },
    ]);
  });

  test('seconds are rounded to microseconds, the reason is kept', () => {
    const object = jsonOutcome('hard.cub', { ...UNKNOWN, seconds: 0.123456789 });
    expect(object.seconds).toBe(0.123457);
    expect(object.reason).toBe('the limit of 10 cubes was reached');
  });
});
