/** All of the program but its first files, which the build keeps apart. */
import { isMainThread } from 'node:worker_threads';
import { SERVICES } from './services.js';
import { start } from './start.js';

/** `file`: the program's first, in the folder `dist` of the package. */
export async function begin(version: string, file: URL): Promise<void> {
  if (isMainThread) return start(version, new URL('..', file), SERVICES, file);
  const { workInside } = await import('./inside.js');
  return workInside();
}
