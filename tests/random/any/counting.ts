/**
 * Random texts with `[any]` threads that count: barriers that ask how many threads there are, tickets, places that so many may
 * be at, queues of threads. Each is a known algorithm with some of its parts drawn anew, so that about as many are right as are
 * wrong; with hints now and then, which are right or wrong, too.
 */
import { Random } from '../random.js';

type Family = (random: Random) => string;

export function randomCountingText(seed: number): string {
  const random = new Random(seed);
  return random.pick<Family>([barrier, barrier, tickets, permits, queue])(random);
}

/** Mostly as it should be. */
function drawn(random: Random, right: string, ...others: readonly string[]): string {
  return random.chance(0.7) ? right : random.pick(others);
}

function lines(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n')}\n`;
}

function hint(random: Random, ...lemmas: readonly string[]): string {
  return random.chance(0.25) ? `lemma !(${random.pick(lemmas)})` : '';
}

function barrier(random: Random): string {
  const add = drawn(random, 'fetch_add(arrived, 1)', 'fetch_add(arrived, 2)', 'fetch_add(arrived, -1)', 'arrived');
  const test = drawn(random, '==', '>=', '!=', '<');
  const last = drawn(random, 'count(T) - 1', 'count(T)', 'count(T) - 2', '1');
  const back = drawn(random, 'arrived = 0', 'arrived = 1', 'fetch_add(arrived, -1)', 'skip');
  const lets = random.chance(0.8) ? [back, 'sense = mine'] : ['sense = mine', back];
  const wait = drawn(random, 'await sense == mine', 'skip', 'await arrived == 0');
  const again = random.chance(0.6);
  return lines(
    'shared arrived: int = 0',
    'shared sense: bool',
    'thread T[any] {',
    '  local mine: bool',
    again ? '  loop {' : '',
    '  work: skip',
    '  mine = !mine',
    `  if (${add} ${test} ${last}) { ${lets.join('; ')} } else { ${wait} }`,
    again ? '  }' : '  after: skip',
    '}',
    again ? 'never T(i)@work && T(j)@work && T(i).mine != T(j).mine' : 'never T(i)@work && T(j)@after',
    hint(random, 'T(i)@work && T(i).mine && !sense', 'arrived < 0', 'T(i)@work && T(j)@work', 'arrived > 1'),
  );
}

function tickets(random: Random): string {
  const take = drawn(random, 't = fetch_add(next, 1)', 't = next; next = t + 1', 't = fetch_add(next, 2)');
  const wait = drawn(random, 'await owner == t', 'await owner >= t', 'skip');
  const leave = drawn(random, 'owner = t + 1', 'owner = owner + 1', 'fetch_add(owner, 1)', 'owner = t', 'skip');
  return lines(
    'shared next: int, owner: int',
    'thread T[any] {',
    '  local t: int',
    `  ${take}`,
    `  ${wait}`,
    '  here: skip',
    `  ${leave}`,
    '}',
    'never T(i)@here && T(j)@here',
    hint(random, 'T(i)@here && owner != T(i).t', 'next < owner', 'owner > 1', 'T(i)@here && next == T(i).t'),
  );
}

function permits(random: Random): string {
  const first = random.pick(['1', '2']);
  const others = random.chance(0.3) ? 'count(T)' : '0';
  const take = drawn(
    random,
    `s = permits; if (s > 0 && cas(permits, s, s - 1)) { here: skip; fetch_add(permits, 1) }`,
    `s = permits; if (s > ${others}) { fetch_add(permits, -1); here: skip; fetch_add(permits, 1) }`,
    `s = fetch_add(permits, -1); if (s > 0) { here: skip }; fetch_add(permits, 1)`,
    `s = fetch_add(permits, -1); if (s >= ${others}) { here: skip }; permits = permits + 1`,
  );
  const three = first === '2' ? ' && T(k)@here' : '';
  return lines(
    `shared permits: int = ${first}`,
    'thread T[any] {',
    '  local s: int',
    `  ${take}`,
    '}',
    `never T(i)@here && T(j)@here${three}`,
    hint(random, 'permits > 2', 'permits < 0', 'T(i)@here && permits == 2'),
  );
}

function queue(random: Random): string {
  const join = drawn(random, 'p = swap(tail, self)', 'p = tail; tail = self', 'swap(tail, self); p = tail');
  const wait = drawn(random, 'if (p != -1) { await free[p] }', 'if (p == -1) { await free[self] }', 'skip');
  const leave = drawn(random, 'free[self] = true', 'if (p != -1) { free[p] = true }', 'free[self] = false');
  return lines(
    'shared tail: int = -1, free[T]: bool',
    'thread T[any] {',
    '  local p: int = -1',
    `  ${join}`,
    `  ${wait}`,
    '  here: skip',
    `  ${leave}`,
    '}',
    'never T(i)@here && T(j)@here',
    hint(
      random,
      'T(i)@here && tail == -1',
      'T(i)@here && free[i]',
      'T(i)@here && T(i).p == i',
      'T(i).p == -1 && T(i)@here',
    ),
  );
}
