/**
 * Small algorithms that are right under TSO, each by another means: the seeds of random variations. Without one of its
 * fences, tests or atomic steps most of them break, and often only under TSO.
 */
import { all, cases, symbols, transition } from '../building.js';
import type { TextFormula, TextModel, TextTransition } from '../text-model.js';
import { COLOURS, LOCATIONS } from './vocabulary.js';

function others(...conjuncts: string[]): TextFormula {
  return { kind: 'quantified', quantifier: 'forall_other', variable: 'k', body: all(...conjuncts) };
}

const PAIR = all('P[i] = L3', 'P[j] = L3');

function algorithm(
  declarations: Record<string, string>,
  init: TextFormula,
  transitions: TextTransition[],
  unsafe: TextFormula = PAIR,
  parameters = 'i j',
): TextModel {
  const declared = symbols({ ...declarations, 'P#': 'loc' });
  return {
    processes: null,
    types: [
      { name: 'loc', constructors: LOCATIONS },
      ...(declared.some(({ sort }) => sort === 'colour') ? [{ name: 'colour', constructors: COLOURS }] : []),
    ],
    symbols: declared,
    predicates: [],
    init: { parameters: declared.some(({ arity }) => arity === 2) ? ['i', 'j'] : ['i'], formula: init },
    invariants: [],
    unsafe: [{ parameters: parameters.split(' '), formula: unsafe }],
    transitions,
  };
}

export const SKELETONS: readonly TextModel[] = [
  // A flag raised before looking at those of the others.
  algorithm({ 'weak F#': 'bool' }, all('P[i] = L1', 'F[i] = False'), [
    transition('raise', '[i]', all('P[i] = L1'), 'P[i] := L2', 'F[i] := True'),
    transition('enter', '[i]', all('P[i] = L2', 'fence()', others('F[k] = False')), 'P[i] := L3'),
    transition('leave', '[i]', all('P[i] = L3'), 'P[i] := L1', 'F[i] := False'),
  ]),
  // The same, each of the others looked at by a step of its own.
  algorithm({ 'weak F#': 'bool', 'Q#': 'bool' }, all('P[i] = L1', 'F[i] = False'), [
    transition('raise', '[i]', all('P[i] = L1'), 'P[i] := L2', 'F[i] := True'),
    transition('look', '[i] j', all('P[i] = L2', 'fence()', 'F[j] = False'), 'P[i] := L4'),
    transition('enter', '[i]', all('P[i] = L4', others('F[k] = False')), 'P[i] := L3'),
    transition('retreat', '[i]', all('P[i] = L4'), 'P[i] := L1', 'F[i] := False'),
  ]),
  // A lock word.
  algorithm({ 'weak X': 'bool' }, all('P[i] = L1', 'X = False'), [
    transition('spin', '[i]', all('P[i] = L1', 'X = False'), 'P[i] := L2'),
    transition('take', '[i]', all('P[i] = L2', 'X = False'), 'P[i] := L3', 'X := True'),
    transition('fail', '[i]', all('P[i] = L2', 'X = True'), 'P[i] := L1'),
    transition('leave', '[i]', all('P[i] = L3'), 'P[i] := L1', 'X := False'),
  ]),
  // A lock word that names its owner.
  algorithm({ 'weak X': 'proc', 'weak Y': 'bool' }, all('P[i] = L1', 'Y = False'), [
    transition('take', '[i]', all('P[i] = L1', 'Y = False'), 'P[i] := L2', 'Y := True'),
    transition('sign', '[i]', all('P[i] = L2'), 'P[i] := L4', 'X := i'),
    transition('enter', '[i]', all('P[i] = L4', 'X = i'), 'P[i] := L3'),
    transition('leave', '[i]', all('P[i] = L3'), 'P[i] := L1', 'Y := False'),
  ]),
  // Tickets.
  algorithm({ 'weak X': 'int', 'weak Y': 'int', 'R#': 'int' }, all('P[i] = L1', 'X = 0', 'Y = 0', 'R[i] = 0'), [
    transition('draw', '[i]', all('P[i] = L1', 'X < 3'), 'P[i] := L2', 'R[i] := X', 'X := X + 1'),
    transition('enter', '[i]', all('P[i] = L2', 'R[i] = Y'), 'P[i] := L3'),
    transition('leave', '[i]', all('P[i] = L3'), 'P[i] := L4', 'Y := R[i] + 1'),
  ]),
  // A token that one process holds.
  algorithm({ 'weak X': 'proc' }, all('P[i] = L1'), [
    transition('enter', '[i]', all('P[i] = L1', 'X = i'), 'P[i] := L3'),
    transition('pass', 'i [j]', all('P[j] = L3', 'X = j'), 'P[j] := L1', 'X := i'),
  ]),
  // A message, then the flag that says so.
  algorithm(
    { 'weak X': 'colour', 'weak Y': 'bool', 'R#': 'colour' },
    all('P[i] = L1', 'X = A', 'Y = False', 'R[i] = A'),
    [
      transition('write', '[i]', all('P[i] = L1'), 'P[i] := L2', 'X := B'),
      transition('publish', '[i]', all('P[i] = L2'), 'P[i] := L4', 'Y := True'),
      transition('read', '[i]', all('P[i] = L1', 'Y = True'), 'P[i] := L3', 'R[i] := X'),
    ],
    all('P[i] = L3', 'R[i] = A'),
    'i',
  ),
  // The flag is seen first, the message read later.
  algorithm(
    { 'weak X': 'int', 'weak Y': 'int', 'R#': 'int', 'Q#': 'int' },
    all('P[i] = L1', 'X = 0', 'Y = 0', 'R[i] = 0', 'Q[i] = 0'),
    [
      transition('write', '[i]', all('P[i] = L1'), 'P[i] := L2', 'X := 1'),
      transition('publish', '[i]', all('P[i] = L2'), 'P[i] := L1', 'Y := 1'),
      transition('look', '[i]', all('P[i] = L1'), 'P[i] := L4', 'R[i] := Y'),
      transition('read', '[i]', all('P[i] = L4'), 'P[i] := L3', 'Q[i] := X'),
    ],
    all('P[i] = L3', 'R[i] = 1', 'Q[i] = 0'),
    'i',
  ),
  // Two cells that are always written together.
  algorithm(
    { 'weak X': 'bool', 'weak Y': 'bool' },
    all('P[i] = L1', 'X = False', 'Y = False'),
    [
      transition('both', '[i]', all('P[i] = L1'), 'P[i] := L2', 'X := True', 'Y := True'),
      transition('back', '[i]', all('P[i] = L2'), 'P[i] := L1', 'X := False', 'Y := False'),
    ],
    all('i@X = True', 'i@Y = False'),
    'i',
  ),
  // Two writers, two readers who must not disagree on the order.
  algorithm(
    { 'weak X': 'bool', 'weak Y': 'bool' },
    all('P[i] = L1', 'X = False', 'Y = False'),
    [
      transition('first', '[i]', all('P[i] = L1'), 'P[i] := L2', 'X := True'),
      transition('second', '[i]', all('P[i] = L1'), 'P[i] := L2', 'Y := True'),
      transition('readx', '[i]', all('P[i] = L1', 'X = True', 'Y = False'), 'P[i] := L3'),
      transition('ready', '[i]', all('P[i] = L1', 'Y = True', 'X = False'), 'P[i] := L4'),
    ],
    all('P[i] = L3', 'P[j] = L4'),
  ),
  // Turn-taking with a flag for each.
  algorithm({ 'weak F#': 'bool', 'weak X': 'proc' }, all('P[i] = L1', 'F[i] = False'), [
    transition('raise', '[i] j', all('P[i] = L1'), 'P[i] := L2', 'F[i] := True', 'X := j'),
    transition('free', '[i] j', all('P[i] = L2', 'fence()', 'F[j] = False', others('F[k] = False')), 'P[i] := L3'),
    transition('leave', '[i]', all('P[i] = L3'), 'P[i] := L1', 'F[i] := False'),
  ]),
  // Everybody must have given permission.
  algorithm({ 'weak M##': 'bool' }, all('P[i] = L1', 'M[i,j] = False'), [
    transition('want', '[i]', all('P[i] = L1'), 'P[i] := L2'),
    transition('grant', '[i] j', all('P[i] = L1', 'M[j,i] = False'), 'M[i,j] := True'),
    transition('enter', '[i]', all('P[i] = L2', others('M[k,i] = True')), 'P[i] := L3'),
    transition('leave', '[i]', all('P[i] = L3'), 'P[i] := L1', cases('M[c,d]', [['d = i', 'False']], null)),
  ]),
  // One process counts down what it took; the counter never goes below.
  algorithm(
    { 'weak X': 'int' },
    all('P[i] = L1', 'X = 2'),
    [
      transition('take', '[i]', all('P[i] = L1', '0 < X'), 'P[i] := L2', 'X := X - 1'),
      transition('give', '[i]', all('P[i] = L2', 'X < 3'), 'P[i] := L1', 'X := X + 1'),
    ],
    all('i@X < 0'),
    'i',
  ),
  // Each is counted, and everybody can see that.
  algorithm(
    { 'weak X': 'int' },
    all('P[i] = L1', 'X = 0'),
    [transition('count', '[i]', all('P[i] = L1', 'X < 3'), 'P[i] := L2', 'X := X + 1')],
    all('P[i] = L2', 'P[j] = L2', 'i@X < 2'),
  ),
  // What was written before a fence is seen by all who look after it.
  algorithm(
    { 'weak F#': 'bool' },
    all('P[i] = L1', 'F[i] = False'),
    [
      transition('write', '[i]', all('P[i] = L1'), 'P[i] := L2', 'F[i] := True'),
      transition('wait', '[i]', all('P[i] = L2', 'fence()'), 'P[i] := L3'),
    ],
    all('P[i] = L3', 'j@F[i] = False'),
  ),
  // The first to come is known to all.
  algorithm(
    { 'weak X': 'bool', 'weak Y': 'proc' },
    all('P[i] = L1', 'X = False'),
    [
      transition('first', '[i]', all('P[i] = L1', 'X = False'), 'P[i] := L2', 'X := True', 'Y := i'),
      transition('later', '[i]', all('P[i] = L1', 'X = True'), 'P[i] := L3'),
    ],
    all('P[i] = L2', 'j@Y <> i'),
  ),
  // What everybody is told at once.
  algorithm(
    { 'weak F#': 'colour', 'weak X': 'bool' },
    all('P[i] = L1', 'F[i] = A', 'X = False'),
    [
      transition('claim', '[i]', all('P[i] = L1', 'X = False'), 'P[i] := L2', 'X := True'),
      transition('tell', '[i]', all('P[i] = L2'), 'P[i] := L3', cases('F[c]', [['c = i', 'B']], 'C')),
      transition('hear', '[i]', all('P[i] = L1', 'F[i] = C'), 'P[i] := L4'),
    ],
    all('P[i] = L4', 'i@F[j] = B', 'P[j] = L4'),
  ),
  // A choice that all who look later agree on.
  algorithm(
    { 'weak X': 'colour', 'weak Y': 'bool', 'R#': 'colour' },
    all('P[i] = L1', 'Y = False', 'R[i] = A'),
    [
      transition('choose', '[i]', all('P[i] = L1', 'Y = False'), 'P[i] := L2', 'X := ?', 'Y := True'),
      transition('look', '[i]', all('P[i] = L1', 'Y = True'), 'P[i] := L3', 'R[i] := X'),
    ],
    all('P[i] = L3', 'P[j] = L3', 'R[i] <> R[j]'),
  ),
];
