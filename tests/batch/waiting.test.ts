/** Who gets which task: processes share tasks out by the work that they are. */
import { describe, expect, test } from 'vitest';
import { Waiting } from '../../src/batch/waiting.js';

function waiting(...tasks: readonly string[]): Waiting<string> {
  const all = new Waiting<string>();
  // The letters of a task name its work.
  for (const task of tasks) all.add(task.replace(/\d+/, ''), task);
  return all;
}

describe('tasks that wait', () => {
  test('of one work are taken in their order', () => {
    const all = waiting('a1', 'a2', 'a3');
    expect([all.take(null, []), all.take('a', ['a']), all.take(null, [])].map((taken) => taken?.task)).toEqual([
      'a1',
      'a2',
      'a3',
    ]);
    expect(all.take('a', [])).toBe(null);
  });

  test('go to a process that is at their work, and not to one that is at another', () => {
    const all = waiting('a1', 'b1', 'a2', 'b2');
    expect(all.take('b', ['a'])).toEqual({ work: 'b', task: 'b1' });
    expect(all.take('a', ['b'])).toEqual({ work: 'a', task: 'a1' });
  });

  test('go to a new process by the work that nobody is at', () => {
    expect(waiting('a1', 'b1').take(null, ['a'])?.task).toBe('b1');
    expect(waiting('a1', 'b1').take(null, [null])?.task).toBe('a1');
  });

  test('are left by a process that shares its work with others for one that nobody is at', () => {
    expect(waiting('a1', 'b1').take('a', ['a'])?.task).toBe('b1');
  });

  test('are shared with the fewest where every work has somebody', () => {
    expect(waiting('a1', 'b1').take('c', ['a', 'a', 'b'])?.task).toBe('b1');
  });

  test('can be taken all at once', () => {
    const all = waiting('a1', 'b1', 'a2');
    expect(all.takeAll().sort()).toEqual(['a1', 'a2', 'b1']);
    expect(all.take(null, [])).toBe(null);
  });
});
