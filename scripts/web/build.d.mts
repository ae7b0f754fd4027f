/** Writes `dist/web`. */
export function bundleWeb(): Promise<void>;
