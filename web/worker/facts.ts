/** What the bar offers for a text: its properties by name, whether its number of threads is open, what can repair it. */
import { propertiesOf } from '../../src/check/one-property.js';
import { NUMBERS_TRIED } from '../../src/engines/question.js';
import { languageOf, readModel } from '../../src/languages/index.js';
import type { Facts } from '../protocol.js';

export async function factsOf(file: string, text: string): Promise<Facts> {
  const language = languageOf(text, { file });
  const none = { properties: [], temporal: [], open: false, buffered: true };
  if (language === null) return { language: null, repairs: [], ...none };
  const known = { language: language.name, repairs: language.repairs };
  const { model } = await readModel(text, { file });
  if (model === null) return { ...known, ...none };
  if (model.kind === 'array system') {
    const { unsafe, processes, weak } = model.system;
    const names = unsafe.map(({ name }, position) => name ?? `unsafe[${position + 1}]`);
    return { ...known, properties: names, temporal: [], open: processes === null, buffered: weak };
  }
  const open = model.anyThreads.length > 0;
  const instances = open ? NUMBERS_TRIED.map((number) => model.instance(number)) : [model.instance(null)];
  const found = instances.find((instance) => !('refused' in instance));
  if (found === undefined || 'refused' in found) return { ...known, ...none, open };
  return {
    ...known,
    properties: propertiesOf([found.program], model.assertions),
    temporal: found.temporal.map(({ name }) => name),
    open,
    buffered: true,
  };
}
