/**
 * The address of a database, which may have a password in it. Nothing that anybody reads may have that: errors of the driver, of
 * the system and of ours go through `redacted` before they are told.
 */

const SCHEMES = ['postgres:', 'postgresql:'];
const HIDDEN = '***';

/** What is wrong with an address, without the address; null when nothing is. */
export function addressFault(address: string): string | null {
  if (!URL.canParse(address) || !SCHEMES.includes(new URL(address).protocol))
    return 'the address of a queue is written postgres://USER@HOST:PORT/DATABASE';
  return null;
}

/** A text without the secrets that an address and the environment have. */
export function redacted(text: string, address: string, variables: NodeJS.ProcessEnv = process.env): string {
  const secrets = new Set([address, variables.PGPASSWORD ?? '']);
  if (URL.canParse(address)) {
    const { password, searchParams } = new URL(address);
    const given = [password, searchParams.get('password') ?? '', searchParams.get('sslpassword') ?? ''];
    for (const secret of given) for (const spelled of [secret, decoded(secret)]) secrets.add(spelled);
  }
  // The longest first: the address has the password in it.
  const known = [...secrets].filter((secret) => secret !== '').sort((one, other) => other.length - one.length);
  return known.reduce((told, secret) => told.replaceAll(secret, HIDDEN), text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** For people: where the database is, and nothing else. */
export function placeOf(address: string): string {
  const { hostname, port, pathname } = new URL(address);
  return `${hostname || 'localhost'}${port === '' ? '' : `:${port}`}${pathname}`;
}
