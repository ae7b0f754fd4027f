import type { Plugin } from 'rolldown';

export function viewer(): Plugin;

/** The style sheet of reports, with others behind it. */
export function style(others?: readonly string[]): string;
