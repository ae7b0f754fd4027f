/** The column `appliesTo` of the table of options in words, for refusals, the help and the manual. */
import { type EngineName, engineRow } from '../engines/registry.js';
import { LANGUAGES, type LanguageName, listed } from '../languages/index.js';
import { MEMORY_MODELS, type MemoryModel } from '../memory/models.js';
import type { Scope } from './option.js';

/** To which questions an option applies; empty: to all. */
export function scopeInWords({ languages, engines, enginesWith = {}, buffers, about }: Scope): string {
  const parts = [
    ...(languages === undefined ? [] : [languagesIn(languages)]),
    ...(about === undefined ? [] : ['temporal properties']),
    ...(engines === undefined ? [] : [titlesOf(engines)]),
    ...(buffers === undefined ? [] : [`under ${memoriesWith(buffers)}`]),
  ];
  const further = Object.entries(enginesWith).map(
    ([kind, some]) => `; ${titlesOf(some)} under ${memoriesWith([kind as MemoryModel['buffers']])}`,
  );
  return `${parts.join(', ').replace(', under', ' under')}${further.join('')}`;
}

export function languagesIn(languages: readonly LanguageName[]): string {
  return listed(LANGUAGES.filter(({ name }) => languages.includes(name)));
}

export function titlesOf(engines: readonly EngineName[]): string {
  return either(engines.map((engine) => engineRow(engine).title));
}

export function memoriesWith(buffers: readonly MemoryModel['buffers'][]): string {
  return either(MEMORY_MODELS.filter((model) => buffers.includes(model.buffers)).map(({ title }) => title));
}

function either(items: readonly string[]): string {
  return items.length < 2 ? items.join() : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;
}
