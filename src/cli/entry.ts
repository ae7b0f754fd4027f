#!/usr/bin/env node
/**
 * The program. Small on purpose: asking for the version reads this file and nothing else. A worker of the program
 * (`apart.ts`) begins here, too.
 */
declare const FENCEPOST_VERSION: string;
/** The script that has the whole program; empty in a bundle without scripts. */
declare const FENCEPOST_SCRIPT: string;

if (process.argv.length === 3 && process.argv[2] === '--version') {
  // Nobody may be reading.
  process.stdout.on('error', () => {});
  process.stdout.write(`fencepost ${FENCEPOST_VERSION}\n`);
} else {
  const { loadCompiled, keepCompiled } = await import('./compiled.js');
  const compiled = loadCompiled(new URL('compiled/', import.meta.url), FENCEPOST_SCRIPT);
  if (compiled === null) keepCompiled();
  const { begin } = (compiled as typeof import('./program.js') | null) ?? (await import('./program.js'));
  await begin(FENCEPOST_VERSION, new URL(import.meta.url));
}

export {};
