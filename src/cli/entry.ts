#!/usr/bin/env node
/**
 * The program. Small on purpose: asking for the version reads this file and nothing else.
 */
declare const FENCEPOST_VERSION: string;

if (process.argv.length === 3 && process.argv[2] === '--version') {
  // Nobody may be reading.
  process.stdout.on('error', () => {});
  process.stdout.write(`fencepost ${FENCEPOST_VERSION}\n`);
} else {
  // Newer nodes keep compiled code between runs, when asked.
  const modules = process.getBuiltinModule?.('node:module') as { enableCompileCache?: () => unknown } | undefined;
  modules?.enableCompileCache?.();
  const { start, SERVICES } = await import('./program.js');
  await start(FENCEPOST_VERSION, new URL('..', import.meta.url), SERVICES, new URL('inside.js', import.meta.url));
}

export {};
