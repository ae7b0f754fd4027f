/** A complete execution of the search in the terms of the model, with its initial writes. */
import type { Execution, MemoryEvent, Value } from '../../memory/axiomatic/event.js';
import { INITIAL } from './partial.js';
import type { CompleteExecution } from './search.js';

export function executionOf({ part }: CompleteExecution, initial: (location: string) => Value): Execution {
  const locations = [...new Set(part.events.flatMap((event) => event.locations))].sort();
  const shift = locations.length;
  const initialWrites = locations.map(
    (location, id): MemoryEvent => ({
      id,
      kind: 'write',
      thread: null,
      instruction: 0,
      locations: [location],
      accesses: [{ location, value: initial(location) }],
      locked: false,
      fence: null,
      origin: '',
    }),
  );
  const events = part.events.map(
    ({ kind, thread, instruction, locked, fence, origin, ...event }, index): MemoryEvent => {
      const accesses = event.locations.map((location, at) => ({ location, value: event.values[at] as Value }));
      return {
        id: shift + index,
        kind,
        thread,
        instruction,
        locations: event.locations,
        accesses,
        locked,
        fence,
        origin,
      };
    },
  );
  const rf = part.events.flatMap((event, index) =>
    event.sources.map((source, at) => {
      const location = event.locations[at] as string;
      return {
        write: source === INITIAL ? locations.indexOf(location) : shift + source,
        read: shift + index,
        location,
      };
    }),
  );
  const co = new Map(
    locations.map((location, id) => [location, [id, ...part.writes(location).map((write) => shift + write)]]),
  );
  return { events: [...initialWrites, ...events], rf, co };
}
