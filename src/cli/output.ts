/** Where a command puts a text that it makes. */
import type { Host } from './host.js';
import { STANDARD_INPUT, systemReason } from './input.js';

/** Writes to a file, or to standard output for `-`. Returns what the system says when that fails. */
export async function writeOutput(host: Host, place: string, pieces: Iterable<string>): Promise<string | null> {
  if (place === STANDARD_INPUT) {
    for (const piece of pieces) host.output.write(piece);
    return null;
  }
  try {
    await host.writeFile(place, pieces);
    return null;
  } catch (error) {
    return systemReason(error);
  }
}
