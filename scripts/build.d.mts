import type { BuildOptions } from 'esbuild';

export function version(): string;
export function commonOptions(): BuildOptions;
export function bundle(): Promise<void>;
export function describeFailure(error: unknown): string;
