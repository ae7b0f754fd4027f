export function packageExtension(): Promise<{ readonly name: string; readonly archive: Buffer }>;
