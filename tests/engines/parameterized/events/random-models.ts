/**
 * Random models with weak variables, small enough for every execution of a few processes to be looked at: processes move
 * along locations, and what they read, write, wait for and are asked about at the end is random.
 */
import { Random } from '../../../random/random.js';

const PLACES = ['L0', 'L1', 'L2', 'L3', 'L4'];
const VALUES = ['False', 'True'];

export interface RandomModel {
  readonly text: string;
  /** It has universal guards: a trace may be spurious. */
  readonly universal: boolean;
}

export function randomWeakModel(seed: number): RandomModel {
  const random = new Random(seed);
  for (let turn = 0; turn < 8; turn++) random.next();
  const numbers = random.chance(0.25);
  const owner = random.chance(0.25);
  const named = random.chance(0.15);
  const loops = random.chance(0.3);
  let universal = false;
  const below = (n: number): number => random.between(0, n - 1);

  /** What is read of memory, by the acting process. */
  const shared = (two: boolean): string => random.pick(['X', 'Y', 'X', 'Y', 'F[i]', two ? 'F[j]' : 'F[i]']);

  function test(two: boolean): string {
    if (owner && random.chance(0.3)) return `T ${random.pick(['=', '<>'])} ${two ? random.pick(['i', 'j']) : 'i'}`;
    if (named && random.chance(0.15)) return `i ${random.pick(['=', '<>'])} #1`;
    const roll = below(numbers ? 12 : 10);
    if (roll < 5) return `${shared(two)} ${random.pick(['=', '=', '<>'])} ${random.pick(VALUES)}`;
    if (roll === 5) return `R[i] = ${random.pick(VALUES)}`;
    if (roll === 6) return `X ${random.pick(['=', '<>'])} ${random.pick(['Y', 'R[i]', 'F[i]'])}`;
    if (roll === 7) return 'fence()';
    if (roll === 8) return random.pick(['not fence()', 'fence()', `(X = True || R[i] = ${random.pick(VALUES)})`]);
    if (roll === 9) {
      if (random.chance(0.5)) return `${shared(two)} = ${random.pick(VALUES)}`;
      universal = true;
      return `forall_other k. F[k] = ${random.pick(VALUES)}`;
    }
    return `Z ${random.pick(['=', '<', '<=', '>', '<>'])} ${random.pick(['0', '1', '2', 'N[i]'])}`;
  }

  function update(two: boolean, symbol: string): string {
    const value = random.pick(VALUES);
    switch (symbol) {
      case 'R':
        return `R[i] := ${random.pick([value, shared(two), shared(two)])}`;
      case 'F': {
        const roll = below(6);
        if (roll === 0) return `F[k] := case | k = i && R[i] = True : ${value}`;
        if (roll === 1) return `F[k] := case | R[i] = False : ${value} | k = i : ${random.pick(VALUES)}`;
        if (roll === 2) return `F[k] := case | k = i : ${value} | _ : ${random.pick(VALUES)}`;
        return `${two && random.chance(0.5) ? 'F[j]' : 'F[i]'} := ${value}`;
      }
      case 'T':
        return `T := ${two ? random.pick(['i', 'j', 'Q[i]']) : random.pick(['i', 'i', 'Q[i]'])}`;
      case 'Q':
        return `Q[i] := ${random.pick(['i', 'T', 'T'])}`;
      case 'N':
        return `N[i] := ${random.pick(['Z', '1', 'N[i] + 1'])}`;
      case 'Z':
        return `Z := ${random.pick(['1', '2', 'N[i]', 'Z + 1', 'Z - 1'])}`;
      default: {
        const roll = below(12);
        if (roll === 0) return `${symbol} := ?`;
        if (roll === 1) return `${symbol} := case | R[i] = ${random.pick(VALUES)} : ${value}`;
        if (roll === 2) return `${symbol} := ${symbol === 'X' ? 'Y' : 'X'}`;
        if (roll === 3) return `${symbol} := R[i]`;
        return `${symbol} := ${value}`;
      }
    }
  }

  function transition(k: number): string {
    const two = random.chance(0.2);
    const from = k < PLACES.length - 1 ? k : below(PLACES.length - 1);
    const to = loops && random.chance(0.3) ? below(from + 1) : from + 1 + below(random.chance(0.2) ? 2 : 1);
    const parameters = two ? random.pick(['[i] j', 'j [i]']) : '[i]';
    const guard = [`PC[i] = ${PLACES[from]}`];
    const updates = [`PC[i] := ${PLACES[Math.min(to, PLACES.length - 1)]}`];
    // Reading and writing in one transition makes it atomic: mostly it does one of them.
    const role = below(5);
    if (role !== 0 && role !== 1) for (let n = below(2); n >= 0; n--) guard.push(test(two));
    else if (random.chance(0.25)) guard.push(random.pick(['fence()', 'not fence()', 'R[i] = True']));
    const extra = [...(numbers ? ['Z'] : []), ...(owner ? ['T'] : [])];
    const local = ['R', ...(numbers ? ['N'] : []), ...(owner ? ['Q'] : [])];
    const symbols = ['X', 'Y', 'F', ...extra, ...local];
    const targets = role <= 1 || role === 4 ? ['X', 'Y', 'F', ...extra] : local;
    const chosen = new Set<string>();
    if (role <= 1 || role === 4 || random.chance(0.5)) chosen.add(random.pick(targets));
    if (random.chance(0.25)) chosen.add(random.pick(role <= 1 ? targets : symbols));
    for (const symbol of chosen) updates.push(update(two, symbol));
    return `transition t${k} (${parameters}) requires { ${guard.join(' && ')} } { ${updates.join('; ')} }`;
  }

  function asked(): string {
    const two = random.chance(0.75);
    const parts = [`PC[i] = ${PLACES[1 + below(PLACES.length - 1)]}`];
    if (two) parts.push(`PC[j] = ${PLACES[below(PLACES.length)]}`);
    if (random.chance(0.4)) parts.push(`R[i] = ${random.pick(VALUES)}`);
    if (two && random.chance(0.4)) parts.push(`R[j] = ${random.pick(VALUES)}`);
    if (random.chance(0.3)) parts.push(`i@${random.pick(['X', 'Y', 'F[i]'])} = ${random.pick(VALUES)}`);
    if (two && random.chance(0.3)) parts.push(`j@${random.pick(['X', 'Y', 'F[i]'])} = ${random.pick(VALUES)}`);
    if (numbers && random.chance(0.3)) parts.push(`N[i] = ${below(3)}`);
    if (owner && random.chance(0.3)) parts.push(random.pick(['i@T = i', two ? 'i@T = j' : 'i@T <> i', 'Q[i] <> i']));
    if (named && random.chance(0.5)) parts.push(two ? 'i = #1 && j = #2' : 'i = #2');
    return `unsafe (${two ? 'i j' : 'i'}) { ${parts.join(' && ')} }`;
  }

  const transitions = Array.from({ length: 4 + below(4) }, (_, k) => transition(k));
  const start = ['PC[i] = L0', 'R[i] = False', 'X = False', 'Y = False', 'F[i] = False'];
  if (numbers) start.push('N[i] = 0', 'Z = 0');
  if (owner) start.push('Q[i] = i');
  const text = [
    ...(named ? [`number_procs ${2 + below(2)}`] : []),
    `type loc = ${PLACES.join(' | ')}`,
    'array PC[proc] : loc',
    'array R[proc] : bool',
    ...(numbers ? ['array N[proc] : int'] : []),
    'weak var X : bool',
    'weak var Y : bool',
    'weak array F[proc] : bool',
    ...(numbers ? ['weak var Z : int'] : []),
    ...(owner ? ['weak var T : proc', 'array Q[proc] : proc'] : []),
    `init (i) { ${start.join(' && ')} }`,
    asked(),
    ...(random.chance(0.3) ? [asked()] : []),
    ...transitions,
  ].join('\n');
  return { text: `${text}\n`, universal };
}
