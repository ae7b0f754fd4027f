/** What a command line asks of the library: the options of the library that were given, and the world around. */
import type { Given } from '../check/option.js';
import type { LIBRARY_OPTIONS, LibraryOptionName } from '../check/options.js';
import type { Host } from './host.js';
import { isOfLibrary } from './options.js';
import { memoryBounds } from './surroundings.js';

/** The options of the library among the values of a command. */
export function givenOf<V extends object>(values: V): Pick<V, keyof V & LibraryOptionName> {
  const given = Object.entries(values).filter(([name]) => isOfLibrary(name));
  return Object.fromEntries(given) as Pick<V, keyof V & LibraryOptionName>;
}

/** The same, for what may take a while. Only what is about one of one file can begin again. */
export function questionOf<V extends Given<Pick<typeof LIBRARY_OPTIONS, 'maxMemory'>>>(
  values: V,
  host: Host,
  files = 1,
) {
  return {
    ...givenOf(values),
    ...memoryBounds(host, values.maxMemory ?? null),
    signal: host.stop,
    ...(host.whole === undefined || files > 1 ? {} : { whole: host.whole }),
  };
}
