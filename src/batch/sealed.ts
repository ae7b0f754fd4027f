/**
 * Flags of node for processes that work on texts of other people: they cannot write files or start programs, whatever a fault of
 * ours might let a text do. Threads stay allowed, because searches and the watch over memory are threads.
 */
const NAMED_SINCE = 24;

export function sealedFlags(version = process.versions.node): readonly string[] {
  const isNamed = Number.parseInt(version, 10) >= NAMED_SINCE;
  return [
    isNamed ? '--permission' : '--experimental-permission',
    '--allow-fs-read=*',
    '--allow-worker',
    '--no-warnings',
  ];
}
