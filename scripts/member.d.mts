import type { Plugin } from 'rolldown';

export function member(): Plugin;
