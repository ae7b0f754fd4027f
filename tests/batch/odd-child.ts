/** A child of a pool that does what its task says, the odd as well. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { serve } from '../../src/batch/serve.js';

const kept: unknown[] = [];

serve<{ readonly do: string }, unknown>(async (task) => {
  switch (task.do) {
    case 'exit':
      return process.exit(7);
    case 'kill':
      process.kill(process.pid, 'SIGSEGV');
      return new Promise(() => {});
    case 'throw':
      throw new Error('of its own\nwith more lines');
    case 'hang':
      for (;;);
    case 'eat':
      for (;;) kept.push(Array.from({ length: 1000 }, (_, index) => ({ index })));
    case 'hoard':
      for (;;) kept.push(Buffer.alloc(2 ** 24, 1));
    case 'keep':
      kept.push(Array.from({ length: 300 }, () => Buffer.alloc(2 ** 20, 1)));
      return process.pid;
    case 'write':
      return writeFileSync('should-not-be-here', '');
    case 'start':
      return spawnSync('true').error?.message;
    case 'pid':
      return process.pid;
    default:
      return Object.keys(process.env);
  }
});
