/**
 * The program of children that some texts kill: one with `poison the child` in it ends the process that is to answer, and one
 * with `poison the worker` ends the process that asked.
 */
import process from 'node:process';
import '../../dist/answer.js';

process.prependListener('message', ({ task }) => {
  if (task.text.includes('poison the child')) process.kill(process.pid, 'SIGKILL');
  if (task.text.includes('poison the worker')) process.kill(process.ppid, 'SIGKILL');
});
