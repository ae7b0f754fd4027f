/**
 * Builds `dist/` once before any test runs. A failing build is handed on to the tests that need the program, so that
 * it fails those, with the reason, and not the others.
 */
import type { TestProject } from 'vitest/node';
import { bundle, describeFailure } from '../scripts/build.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** What was wrong with the build; null when `dist/` is fresh. */
    buildFailure: string | null;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  try {
    await bundle();
    project.provide('buildFailure', null);
  } catch (error) {
    project.provide('buildFailure', describeFailure(error));
  }
}
