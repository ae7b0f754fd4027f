import type { Plugin } from 'rolldown';

export function viewer(): Plugin;
