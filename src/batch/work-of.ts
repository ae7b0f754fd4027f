/**
 * The kind of work that a question is, guessed from how it looks: which engine will probably answer it. A process that has
 * answered questions of one kind is faster with more of them. Any answer is right; it only decides which process gets a question.
 */
import type { Put } from './answer.js';

export function workOf({ file, text, processes, asked }: Put): string {
  if (asked.engine !== undefined) return asked.engine;
  const isOpen = file.endsWith('.cub') || text.includes('[any]');
  return processes === 'any' || (processes === null && isOpen) ? 'any number' : 'given number';
}
