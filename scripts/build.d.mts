import type { InputOptions } from 'rolldown';

export function version(): string;
export function commonOptions(): InputOptions;
export function bundle(): Promise<void>;
export function describeFailure(error: unknown): string;
