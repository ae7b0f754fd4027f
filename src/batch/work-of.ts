/**
 * What work a question is, guessed from what it looks like: which engine will probably be asked. A process that has answered
 * questions of one work is faster with more of them. Any answer is right; it only decides which process gets a question.
 */
import type { Put } from './answer.js';

export function workOf({ file, text, processes, asked }: Put): string {
  if (asked.engine !== undefined) return asked.engine;
  const isOpen = file.endsWith('.cub') || text.includes('[any]');
  return processes === 'any' || (processes === null && isOpen) ? 'any number' : 'given number';
}
