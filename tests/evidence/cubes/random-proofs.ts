/**
 * Random models with random cubes, as text: far too random to be proofs, so that obligations fail and hold in all
 * combinations. Many features on few cells: an array, a scalar, a process variable.
 */
import fc from 'fast-check';

export interface RandomProof {
  readonly model: string;
  readonly cubes: readonly string[];
  /** Read the model by the rules of weak memory. */
  readonly weak: boolean;
}

export interface Flavour {
  /** `number_procs`, or null for any number. */
  readonly processes: number | null;
  readonly ordered: boolean;
  /** Process constants; needs a number of processes. */
  readonly named: boolean;
  /** Universal conjuncts in cubes. */
  readonly universalCubes: boolean;
}

const NAMES = ['i', 'j'] as const;

function pick<T>(...choices: T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...choices);
}

function literal(names: readonly string[], { processes, ordered, named }: Flavour): fc.Arbitrary<string> {
  const constants = named ? Array.from({ length: processes ?? 0 }, (_, position) => `#${position + 1}`) : [];
  const all = [...names, ...constants];
  const kinds = [fc.tuple(pick('X = ', 'X <> '), pick('True', 'False')).map(([left, right]) => left + right)];
  if (all.length > 0) {
    const process = fc.constantFrom(...all);
    kinds.push(fc.tuple(process, pick('=', '<>'), pick('L0', 'L1')).map(([p, op, l]) => `A[${p}] ${op} ${l}`));
    kinds.push(
      fc.tuple(pick('=', '<>', ...(ordered ? ['<', '<=', '>'] : [])), process).map(([op, p]) => `T ${op} ${p}`),
    );
    if (ordered) kinds.push(fc.tuple(process, pick('<', '<='), process).map(([p, op, q]) => `${p} ${op} ${q}`));
    if (constants.length > 0)
      kinds.push(fc.tuple(process, pick('=', '<>'), process).map(([p, op, q]) => `${p} ${op} ${q}`));
  }
  return fc.oneof(...kinds);
}

function conjunction(names: readonly string[], flavour: Flavour): fc.Arbitrary<string> {
  return fc.array(literal(names, flavour), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' && '));
}

function disjunction(names: readonly string[], flavour: Flavour): fc.Arbitrary<string> {
  return fc.array(literal(names, flavour), { minLength: 1, maxLength: 2 }).map((parts) => `(${parts.join(' || ')})`);
}

function parameters(most: number): fc.Arbitrary<readonly string[]> {
  return fc.integer({ min: 0, max: most }).map((count) => NAMES.slice(0, count));
}

function property(flavour: Flavour, universal: boolean): fc.Arbitrary<string> {
  return parameters(2).chain((names) => {
    const plain = conjunction(names, flavour);
    if (!universal) return plain.map((body) => `(${names.join(' ')}) { ${body} }`);
    const one = fc.tuple(pick('forall k.', 'forall_other k.'), disjunction([...names, 'k'], flavour));
    const two = fc.tuple(
      pick('forall k. forall l.', 'forall_other k. forall_other l.'),
      disjunction([...names, 'k', 'l'], flavour),
    );
    return fc
      .tuple(plain, fc.oneof(one, two))
      .map(([body, [quantifier, all]]) => `(${names.join(' ')}) { ${body} && ${quantifier} ${all} }`);
  });
}

function guard(names: readonly string[], flavour: Flavour): fc.Arbitrary<string> {
  const plain = conjunction(names, flavour);
  const inner = disjunction([...names, 'k'], flavour);
  const quantified = (...kinds: string[]) =>
    fc.tuple(pick(...kinds), inner).map(([kind, body]) => `(${kind} k. ${body})`);
  const choices = [plain, fc.tuple(plain, quantified('forall', 'forall_other')).map((parts) => parts.join(' && '))];
  if (names.length < 2) {
    choices.push(
      fc.tuple(plain, pick('&&', '||'), quantified('exists', 'exists_other')).map((parts) => parts.join(' ')),
    );
  }
  return fc.oneof(...choices);
}

function caseUpdate(target: string, names: readonly string[], values: readonly string[], flavour: Flavour) {
  const branch = fc
    .tuple(conjunction(names, flavour), fc.constantFrom(...values))
    .map(([when, value]) => `| ${when} : ${value}`);
  const last = fc
    .option(fc.constantFrom(...values), { nil: null })
    .map((value) => (value === null ? '' : ` | _ : ${value}`));
  const branches = fc.array(branch, { minLength: 1, maxLength: 2 }).map((all) => all.join(' '));
  return fc.tuple(branches, last).map(([first, rest]) => `${target} := case ${first}${rest}`);
}

function updates(names: readonly string[], flavour: Flavour): fc.Arbitrary<string> {
  const array = [
    caseUpdate('A[p]', [...names, 'p'], ['L0', 'L1', 'A[p]'], flavour),
    ...(names.length === 0
      ? []
      : [fc.tuple(fc.constantFrom(...names), pick('L0', 'L1')).map(([p, l]) => `A[${p}] := ${l}`)]),
  ];
  const scalar = [pick('X := True', 'X := False', 'X := ?'), caseUpdate('X', names, ['True', 'False', 'X'], flavour)];
  const owner = [pick('T := ?', ...names.map((name) => `T := ${name}`))];
  return fc
    .tuple(...[array, scalar, owner].map((kinds) => fc.option(fc.oneof(...kinds), { nil: null })))
    .map((all) => all.filter((each) => each !== null).join('; '));
}

function transition(name: string, flavour: Flavour): fc.Arbitrary<string> {
  return parameters(2).chain((names) =>
    fc
      .tuple(guard(names, flavour), updates(names, flavour))
      .map(([condition, body]) => `transition ${name} (${names.join(' ')}) requires { ${condition} } { ${body} }`),
  );
}

export function randomProof(flavour: Flavour): fc.Arbitrary<RandomProof> {
  const head = flavour.processes === null ? '' : `number_procs ${flavour.processes}\n`;
  const symbols = 'type loc = L0 | L1\nvar X : bool\nvar T : proc\narray A[proc] : loc\n';
  const init = fc.tuple(
    pick('z', 'y z'),
    conjunction(['z'], flavour),
    fc.option(disjunction(['z'], flavour), { nil: 'X = X' }),
  );
  const cube = fc.boolean().chain((universal) => property(flavour, universal && flavour.universalCubes));
  return fc
    .record({
      init: init.map(([names, one, two]) => `init (${names}) { ${one} && ${two} }`),
      invariants: fc.array(property(flavour, false), { maxLength: 1 }),
      unsafe: property(flavour, flavour.universalCubes),
      transitions: fc.tuple(transition('t1', flavour), transition('t2', flavour)),
      cubes: fc.array(cube, { minLength: 1, maxLength: 3 }),
      weak: fc.boolean(),
    })
    .map(({ init: start, invariants, unsafe, transitions, cubes, weak }) => ({
      model: [
        `${head}${symbols}${start}`,
        ...invariants.map((each) => `invariant ${each}`),
        `unsafe ${unsafe}`,
        ...transitions,
      ].join('\n'),
      cubes,
      weak,
    }));
}
