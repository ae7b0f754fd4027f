/**
 * Models that are small and dense: few locations and values, so that a random configuration is not far from any cube, and
 * many fences, `not fence()`, atomic steps and `case` writes that may match nothing, since those are what view cubes keep
 * track of.
 */
import { Random } from '../../../random/random.js';

/** Each about one thing, so that what is wrong with it is seen at once. */
export const SMALL: Readonly<Record<string, string>> = {
  'a flag behind a fence': `type loc = A | B | C  weak array F[proc] : bool  array P[proc] : loc
    init (i) { P[i] = A && F[i] = False } unsafe (i j) { P[i] = C && P[j] = C }
    transition raise ([i]) requires { P[i] = A } { P[i] := B; F[i] := True }
    transition enter ([i] j) requires { P[i] = B && fence() && F[j] = False } { P[i] := C }
    transition leave ([i]) requires { P[i] = C } { P[i] := A; F[i] := False }`,
  'a universal guard behind a fence': `type loc = A | B | C  weak array F[proc] : bool  array P[proc] : loc
    init (i) { P[i] = A && F[i] = False } unsafe (i j) { P[i] = C && P[j] = C }
    transition raise ([i]) requires { P[i] = A } { P[i] := B; F[i] := True }
    transition enter ([i]) requires { P[i] = B && fence() && forall_other k. F[k] = False } { P[i] := C }
    transition leave ([i]) requires { P[i] = C } { P[i] := A; F[i] := False }`,
  'all flags and a cell at once': `type loc = A | B | C  weak array F[proc] : bool  weak var X : bool  array P[proc] : loc
    init (i) { P[i] = A && F[i] = False && X = False } unsafe (i j) { P[i] = C && P[j] = B && j@X = True }
    transition raise ([i]) requires { P[i] = A } { P[i] := B; F[i] := True }
    transition enter ([i]) requires { P[i] = B && X = False && forall_other k. F[k] = False } { P[i] := C }
    transition look ([i]) requires { P[i] = A && X = True } { P[i] := B }
    transition leave ([i]) requires { P[i] = C } { P[i] := A; X := True; F[i] := False }`,
  'something must wait in the buffer': `type loc = A | B | C  weak var X : bool  weak var Y : bool  array P[proc] : loc
    init (i) { P[i] = A && X = False && Y = False } unsafe (i j) { P[i] = C && P[j] = B && j@X = True && i@Y = False }
    transition write ([i]) requires { P[i] = A } { P[i] := B; X := True }
    transition early ([i]) requires { P[i] = B && not fence() && Y = False } { P[i] := C }
    transition other ([i]) requires { P[i] = C && not fence() } { P[i] := B; Y := True }
    transition late ([i]) requires { P[i] = C && fence() } { P[i] := A; X := False }`,
  'a read before an own write, of what another writes': `type loc = A | B  weak var X : bool  weak var Y : bool  array P[proc] : loc
    init (i) { P[i] = A && X = False && Y = False } unsafe (i) { P[i] = B }
    transition early ([i]) requires { P[i] = A && X = Y && not fence() } { P[i] := B }
    transition own ([i]) requires { P[i] = A } { X := True }
    transition other ([i]) requires { P[i] = B && X = False } { P[i] := A; Y := False }`,
  'what is seen at the end': `type loc = A | B  weak var X : bool  weak var Y : bool  array P[proc] : loc
    init (i) { P[i] = A && X = False && Y = False } unsafe (i j) { i@X <> j@X && i@Y = True && P[j] = B }
    transition both ([i]) requires { P[i] = A } { P[i] := B; X := True; Y := True }
    transition one ([i]) requires { P[i] = B && fence() } { P[i] := A; X := False }
    transition swap ([i]) requires { X = False } { X := True; Y := False }
    transition look ([i]) requires { P[i] = B && Y = True } { P[i] := A }`,
  'writes that may match nothing': `type loc = A | B | C  weak array F[proc] : bool  weak var X : bool  array P[proc] : loc  array R[proc] : bool
    init (i) { P[i] = A && F[i] = False && R[i] = False && X = False } unsafe (i j) { P[i] = C && P[j] = C && j@X = True }
    transition some ([i]) requires { P[i] = A } { P[i] := B; F[k] := case | k = i && R[i] = True : True | k = i : False }
    transition none ([i]) requires { P[i] = A } { P[i] := B; X := case | R[i] = True : True }
    transition enter ([i] j) requires { P[i] = B && fence() && F[j] = False } { P[i] := C }
    transition held ([i]) requires { P[i] = B && not fence() } { P[i] := C; R[i] := X }
    transition all ([i]) requires { P[i] = C && X = True } { P[i] := A; F[k] := case | k <> i : False; X := False }`,
  'values that flow': `type loc = A | B  weak var X : int  weak var T : proc  array P[proc] : loc  array R[proc] : int  array Q[proc] : proc
    init (i) { P[i] = A && X = 0 && R[i] = 0 } unsafe (i j) { R[i] < j@X && i@T = j && P[j] = B }
    transition load ([i]) requires { P[i] = A && T <> i } { P[i] := B; R[i] := X; Q[i] := T }
    transition store ([i]) requires { P[i] = B && R[i] < 2 } { P[i] := A; X := R[i] + 1; T := Q[i] }
    transition add ([i] j) requires { X < 2 && T = j } { X := X + 1; T := i }
    transition sign ([i]) requires { fence() } { T := i }`,
  'cells compared': `type loc = A | B | C  weak var X : loc  weak var Y : loc  array P[proc] : loc
    init (i) { P[i] = A && X = A && Y = A } unsafe (i j) { P[i] = C && P[j] = B && i@Y = j@X }
    transition same ([i]) requires { P[i] = A && X = Y } { P[i] := B }
    transition mine ([i]) requires { X = P[i] && Y <> P[i] } { P[i] := C }
    transition x ([i]) requires { P[i] = B } { P[i] := A; X := B }
    transition y ([i]) requires { P[i] = C } { P[i] := B; Y := C }
    transition z ([i]) requires { P[i] = A && fence() } { X := A; Y := P[i] }`,
  'any value': `type c = A | B | D  weak var X : c  weak var Y : c  array P[proc] : c
    init (i) { P[i] = A && X = A && Y = A } unsafe (i j) { P[i] = i@X && P[j] = D && i@Y <> j@Y }
    transition any ([i]) requires { P[i] = A } { P[i] := B; X := ? }
    transition copy ([i]) requires { fence() } { P[i] := X }
    transition move ([i]) requires { X <> Y } { X := Y; Y := ? }
    transition give ([i]) requires { P[i] <> D && not fence() } { Y := P[i] }`,
  'two processes by name': `number_procs 2  type loc = A | B  weak var X : bool  weak array F[proc] : bool  array P[proc] : loc
    init (i) { P[i] = A && X = False && F[i] = False } unsafe (i) { P[i] = B && #2@X = True && i@F[#1] = False }
    transition w ([i]) requires { P[i] = A } { P[i] := B; F[i] := True }
    transition r ([i]) requires { P[i] = B && F[#1] = False && fence() } { P[i] := A }
    transition x ([i]) requires { i <> #1 && F[#1] = False } { X := True }`,
};

export interface Taste {
  /** A process never comes back to a location, so each takes few steps. */
  readonly loops: boolean;
  readonly universal: boolean;
}

const PLACES = ['A', 'B', 'C', 'D'];
const BOOL = ['False', 'True'];

export function denseModel(seed: number, { loops, universal }: Taste): string {
  const random = new Random(seed);
  for (let turn = 0; turn < 8; turn++) random.next();
  const flags = universal || random.chance(0.4);
  const register = random.chance(0.5);
  const places = PLACES.slice(0, loops ? random.between(2, 3) : 4);
  const bool = () => random.pick(BOOL);
  const cell = (two: boolean) => random.pick(flags ? ['X', 'Y', 'F[i]', two ? 'F[j]' : 'F[i]'] : ['X', 'Y']);

  let wanted = universal;
  const reads = (two: boolean): string[] => {
    const test = (): string => {
      if (wanted || (universal && random.chance(0.3))) {
        wanted = false;
        const or = random.chance(0.3) ? ` || X = ${bool()}` : '';
        return `(forall_other k. F[k] = ${bool()}${or})`;
      }
      if (random.chance(0.2))
        return `X ${random.pick(['=', '<>'])} ${random.pick(['Y', ...(register ? ['R[i]'] : [])])}`;
      return `${cell(two)} = ${bool()}`;
    };
    return random.chance(0.75) ? [test()] : [test(), test()];
  };
  const writes = (two: boolean): string[] => {
    const symbols = random.shuffle(flags ? ['X', 'Y', 'F'] : ['X', 'Y']).slice(0, random.chance(0.75) ? 1 : 2);
    return symbols.map((symbol) => {
      const value = register && random.chance(0.2) ? 'R[i]' : bool();
      const condition = register ? `R[i] = ${bool()}` : `P[i] = ${random.pick(places)}`;
      if (symbol !== 'F') {
        if (random.chance(0.06)) return `${symbol} := ?`;
        if (random.chance(0.2)) return `${symbol} := case | ${condition} : ${value}`;
        return `${symbol} := ${value}`;
      }
      switch (random.count([6, 1, 1, 1])) {
        case 0:
          return `${two && random.chance(0.4) ? 'F[j]' : 'F[i]'} := ${value}`;
        case 1:
          return `F[k] := case | k = i && ${condition} : ${value}`;
        case 2:
          return `F[k] := case | k = i : ${value} | _ : ${bool()}`;
        default:
          return `F[k] := case | ${condition} : ${value}`;
      }
    });
  };
  const fence = (): string[] => [
    ...random
      .weighted({
        '': 50,
        'fence()': 28,
        'not fence()': 14,
        '(fence() || P[i] = A)': 4,
        '(not fence() || X = True)': 4,
      })
      .split('\n')
      .filter((f) => f !== ''),
  ];

  const transition = (k: number): string => {
    const two = flags ? random.chance(0.35) : random.chance(0.05);
    // First a way through all locations, then anything.
    const last = places.length - 1;
    const from = k < last ? k : random.between(0, loops ? last : last - 1);
    const to = k < last ? k + 1 : loops ? random.between(0, last) : random.between(from + 1, Math.min(from + 2, last));
    const guard = [`P[i] = ${places[from]}`];
    const updates = [`P[i] := ${places[to]}`];
    const deed = random.weighted({ read: 10, write: 10, atomic: 4, local: 1 });
    if (deed === 'read' || deed === 'atomic') guard.push(...reads(two));
    guard.push(...fence());
    if (deed === 'write' || deed === 'atomic') updates.push(...writes(two));
    if (register && (deed === 'read' || deed === 'atomic') && random.chance(0.4)) updates.push(`R[i] := ${cell(two)}`);
    else if (register && random.chance(0.15)) updates.push(`R[i] := ${bool()}`);
    return `transition t${k} (${two ? random.pick(['[i] j', 'j [i]']) : '[i]'}) requires { ${guard.join(' && ')} } { ${updates.join('; ')} }`;
  };

  const unsafe = (): string => {
    const two = random.chance(0.7);
    const parts: string[] = [];
    const who = two ? ['i', 'j'] : ['i'];
    for (const p of who)
      if (random.chance(0.6)) parts.push(`P[${p}] = ${random.pick([...places.slice(1), places[places.length - 1]])}`);
    for (const p of who) if (random.chance(0.5)) parts.push(`${p}@${cell(two)} = ${bool()}`);
    if (two && random.chance(0.2)) parts.push(`i@X ${random.pick(['=', '<>'])} j@${random.pick(['X', 'Y'])}`);
    if (universal && random.chance(0.2)) parts.push(`(forall_other k. P[k] = ${random.pick(places)})`);
    if (parts.length === 0) parts.push(`P[i] = ${places[1]}`);
    return `unsafe (${who.join(' ')}) { ${parts.join(' && ')} }`;
  };

  const start = ['P[i] = A', `X = ${bool()}`, ...(random.chance(0.8) ? ['Y = False'] : [])];
  if (flags) start.push('F[i] = False');
  if (register) start.push(random.chance(0.8) ? 'R[i] = False' : 'R[i] = X');
  const transitions = Array.from({ length: random.between(places.length, places.length + 2) }, (_, k) => transition(k));
  return [
    `type loc = ${places.join(' | ')}`,
    'weak var X : bool',
    'weak var Y : bool',
    ...(flags ? ['weak array F[proc] : bool'] : []),
    ...(register ? ['array R[proc] : bool'] : []),
    'array P[proc] : loc',
    `init (i) { ${start.join(' && ')} }`,
    unsafe(),
    ...(random.chance(0.3) ? [unsafe()] : []),
    ...transitions,
    '',
  ].join('\n');
}
