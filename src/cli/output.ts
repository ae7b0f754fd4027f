/** Where a command puts a text that it makes. */
import path from 'node:path';
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

/** The name of a model with another extension, in the folder where the command runs; `otherwise` for standard input. */
export function outputName(file: string, extension: string, otherwise: string): string {
  return `${file === STANDARD_INPUT ? otherwise : path.basename(file, path.extname(file))}${extension}`;
}
