/**
 * Random texts with `[any]` threads that count: barriers that ask how many threads there are, tickets, places that so many may
 * be at, readers and references that are counted, queues of threads. Each is a known algorithm with some of its parts drawn anew, so that about as many are right as are
 * wrong; with hints now and then, which are right or wrong, too.
 */
import { Random } from '../random.js';

type Family = (random: Random) => string;

export function randomCountingText(seed: number): string {
  const random = new Random(seed);
  return random.pick<Family>([barrier, tickets, permits, readers, references, queue, linkedQueue])(random);
}

function lines(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n')}\n`;
}

function hint(random: Random, ...lemmas: readonly string[]): string {
  return random.chance(0.25) ? `lemma !(${random.pick(lemmas)})` : '';
}

function barrier(random: Random): string {
  const add = random.mostly('fetch_add(arrived, 1)', 'fetch_add(arrived, 2)', 'fetch_add(arrived, -1)', 'arrived');
  const test = random.mostly('==', '>=', '!=', '<');
  const last = random.mostly('count(T) - 1', 'count(T)', 'count(T) - 2', '1');
  const back = random.mostly('arrived = 0', 'arrived = 1', 'fetch_add(arrived, -1)', 'skip');
  const lets = random.chance(0.8) ? [back, 'sense = mine'] : ['sense = mine', back];
  const wait = random.mostly('await sense == mine', 'skip', 'await arrived == 0');
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
  const take = random.mostly('t = fetch_add(next, 1)', 't = next; next = t + 1', 't = fetch_add(next, 2)');
  const wait = random.mostly('await owner == t', 'await owner >= t', 'skip');
  const leave = random.mostly('owner = t + 1', 'owner = owner + 1', 'fetch_add(owner, 1)', 'owner = t', 'skip');
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
  const take = random.mostly(
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
  const join = random.mostly('p = swap(tail, self)', 'p = tail; tail = self', 'swap(tail, self); p = tail');
  const wait = random.mostly('if (p != -1) { await free[p] }', 'if (p == -1) { await free[self] }', 'skip');
  const leave = random.mostly('free[self] = true', 'if (p != -1) { free[p] = true }', 'free[self] = false');
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

/** A writer takes what stands for all readers. */
function readers(random: Random): string {
  const bias = random.pick(['1', '8', '1048576']);
  const test = random.mostly('r >= 0', `r >= -${bias}`);
  const write = random.mostly(`cas(x, 0, -${bias})`, `fetch_add(x, -${bias}) <= 0`);
  const leave = random.mostly(`fetch_add(x, ${bias})`, 'x = 0', 'fetch_add(x, 1)');
  return lines(
    'shared x: int',
    'thread R[any] {',
    '  local r: int',
    `  r = x; if (${test}) { if (cas(x, r, r + 1)) { rd: skip; fetch_add(x, ${random.mostly('-1', '-2')}) } }`,
    '}',
    'thread W[any] {',
    `  if (${write}) { wr: skip; ${leave} }`,
    '}',
    `never W(i)@wr && ${random.pick(['R(u)@rd', 'W(j)@wr'])}`,
    hint(random, 'W(i)@wr && x >= 0', 'R(u)@rd && x <= 0', 'x > 0'),
  );
}

/** Who gives the last reference back frees what it refers to. */
function references(random: Random): string {
  const get = random.mostly('r = n; if (r > 0 && cas(n, r, r + 1))', 'if (fetch_add(n, 1) > 0)');
  const put = random.mostly('fetch_add(n, -1) == 1', 'fetch_add(n, -1) <= 2');
  return lines(
    `shared n: int = 1, freed: bool`,
    'thread T[any] {',
    '  local r: int',
    `  ${get} { here: skip; if (${put}) { freed = true } }`,
    '}',
    `thread O { if (${random.mostly('fetch_add(n, -1) == 1', 'n == 1')}) { freed = true } }`,
    'never T(i)@here && freed',
    hint(random, 'n < 0', 'T(i)@here && n == 0', 'T(i)@here && n == 1'),
  );
}

/** Each tells the one before it who comes next, and waits until it is let in. */
function linkedQueue(random: Random): string {
  const lock = random.mostly('wait[self] = true; ', '');
  const free = random.mostly('cas(tail, self, -1)', 'tail == self');
  return lines(
    'shared tail: int = -1, next[T]: int = -1, wait[T]: bool',
    'thread T[any] {',
    '  local p: int = -1, q: int = -1',
    `  ${lock}p = ${random.mostly('swap(tail, self)', 'tail; tail = self')}`,
    '  if (p != -1) { next[p] = self; await !wait[self] }',
    '  here: skip',
    `  if (!(${free})) { await next[self] != -1; q = next[self]; wait[q] = ${random.mostly('false', 'true')} }`,
    '}',
    'never T(i)@here && T(j)@here',
    hint(random, 'T(i)@here && tail == -1', 'T(i)@here && next[i] == i', 'T(i)@here && wait[i]', 'T(i).p == i'),
  );
}
