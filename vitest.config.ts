import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { version: string };

export default defineConfig({
  define: { FENCEPOST_VERSION: JSON.stringify(version) },
  test: {
    include: ['tests/**/*.test.ts'],
    // The end-to-end tests start the program in `dist/`.
    globalSetup: ['tests/build.ts'],
    // Processes, not threads: z3-solver starts threads of its own and keeps them.
    pool: 'forks',
    // Vitest keeps a processor free, which is one of two on small machines.
    maxWorkers: '100%',
    // Generous: a slow machine is no failure, and no test asserts a time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 2_000,
  },
});
