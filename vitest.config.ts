import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { member } from './scripts/member.mjs';
import { viewer } from './scripts/viewer.mjs';
import { flagsForShortRuns } from './src/cli/short-runs.js';
import { sizedTests } from './tests/sized.js';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { version: string };
const MINUTES = 60_000;

export default defineConfig(({ mode }) => ({
  define: { FENCEPOST_VERSION: JSON.stringify(version) },
  plugins: [viewer(), member()],
  test: {
    // How large the tests are: tests/support/size.ts. Larger runs have the tests that have sizes.
    include: mode === 'test' ? ['tests/**/*.test.ts'] : sizedTests(),
    env: { FENCEPOST_TESTS: mode },
    // The end-to-end tests start the program in `dist/`.
    globalSetup: ['tests/build.ts'],
    // Processes, not threads: z3-solver starts threads of its own and keeps them.
    pool: 'forks',
    // Files of a process share what they import: reading the sources anew for each takes as long as many tests.
    isolate: false,
    // Most code of a test runs a few times: V8 spends a third of the processor on optimising it, and on threads for garbage.
    execArgv: ['--single-threaded-gc', ...flagsForShortRuns(process.versions.node)],
    // Vitest keeps a processor free, which is one of two on small machines.
    maxWorkers: '100%',
    // A slow or busy machine is no failure, and no test asserts a time: only what hangs ends here.
    testTimeout: 30 * MINUTES,
    hookTimeout: 30 * MINUTES,
    expect: { poll: { timeout: 10 * MINUTES } },
    teardownTimeout: 2_000,
  },
}));
