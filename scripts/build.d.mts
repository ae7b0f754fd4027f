import type { InputOptions, RolldownOutput } from 'rolldown';

export function version(): string;
export function commonOptions(): InputOptions;
export function programs(
  input?: Readonly<Record<string, string>>,
  options?: Pick<InputOptions, 'external'>,
  script?: string,
): Promise<RolldownOutput['output']>;
export function bundle(): Promise<void>;
export function describeFailure(error: unknown): string;
