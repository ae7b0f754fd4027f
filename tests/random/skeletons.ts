/**
 * Small protocols that exclude each other from location L3 (or L3 against L2), each by another means: the seeds of
 * random variations. A variation that drops a test or adds a step is often broken in a way that takes several steps to
 * show, and one that is not still needs the argument of its skeleton: neither is common among purely random models.
 */
import { all, cases as everywhere, symbols, transition } from './building.js';
import { literal, type TextFormula, type TextModel, type TextTransition } from './text-model.js';

function others(...disjuncts: string[]): TextFormula {
  const [only] = disjuncts;
  const body: TextFormula =
    disjuncts.length === 1 ? literal(only ?? 'true') : { kind: 'or', operands: disjuncts.map(literal) };
  return { kind: 'quantified', quantifier: 'forall_other', variable: 'k', body };
}

/** `#` after a name makes it an array, `##` a matrix. */
function protocol(
  declarations: Record<string, string>,
  init: TextFormula,
  transitions: TextTransition[],
  unsafe: TextFormula = all('P[i] = L3', 'P[j] = L3'),
): TextModel {
  const declared = symbols({ ...declarations, 'P#': 'loc' });
  return {
    processes: null,
    types: [{ name: 'loc', constructors: ['L1', 'L2', 'L3'] }],
    symbols: declared,
    predicates: [],
    init: { parameters: declared.some(({ arity }) => arity === 2) ? ['i', 'j'] : ['i'], formula: init },
    invariants: [],
    unsafe: [{ parameters: ['i', 'j'], formula: unsafe }],
    transitions,
  };
}

const want = transition('want', 'i', all('P[i] = L1'), 'P[i] := L2');

export const SKELETONS: readonly TextModel[] = [
  // A lock.
  protocol({ X: 'bool' }, all('P[i] = L1', 'X = False'), [
    want,
    transition('enter', 'i', all('P[i] = L2', 'X = False'), 'P[i] := L3', 'X := True'),
    transition('leave', 'i', all('P[i] = L3'), 'P[i] := L1', 'X := False'),
  ]),
  // A flag raised before looking at those of the others.
  protocol({ 'Q#': 'bool' }, all('P[i] = L1', 'Q[i] = False'), [
    transition('want', 'i', all('P[i] = L1'), 'P[i] := L2', 'Q[i] := True'),
    transition('enter', 'i', all('P[i] = L2', others('Q[k] = False')), 'P[i] := L3'),
    transition('retreat', 'i', all('P[i] = L2'), 'P[i] := L1', 'Q[i] := False'),
    transition('leave', 'i', all('P[i] = L3'), 'P[i] := L1', 'Q[i] := False'),
  ]),
  // Tickets.
  protocol({ X: 'int', Y: 'int', 'Q#': 'int' }, all('P[i] = L1', 'X = 0', 'Y = 0', 'Q[i] = 0'), [
    transition('draw', 'i', all('P[i] = L1'), 'P[i] := L2', 'Q[i] := X', 'X := X + 1'),
    transition('enter', 'i', all('P[i] = L2', 'Q[i] = Y'), 'P[i] := L3'),
    transition('leave', 'i', all('P[i] = L3'), 'P[i] := L1', 'Y := Y + 1'),
  ]),
  // A token that one process holds.
  protocol({ X: 'proc' }, all('P[i] = L1'), [
    want,
    transition('enter', 'i', all('P[i] = L2', 'X = i'), 'P[i] := L3'),
    transition('pass', 'i j', all('P[i] = L1', 'X = i'), 'X := j'),
    transition('leave', 'i j', all('P[i] = L3', 'X = i'), 'P[i] := L1', 'X := j'),
  ]),
  // The lowest of those who want.
  protocol({ X: 'bool' }, all('P[i] = L1', 'X = False'), [
    transition('want', 'i', all('P[i] = L1', others('i < k', 'P[k] = L1')), 'P[i] := L2'),
    transition('enter', 'i', all('P[i] = L2', others('k < i', 'P[k] = L1')), 'P[i] := L3'),
    transition('leave', 'i', all('P[i] = L3'), 'P[i] := L1'),
  ]),
  // A counting semaphore.
  protocol({ X: 'int' }, all('P[i] = L1', 'X = 1'), [
    want,
    transition('enter', 'i', all('P[i] = L2', '0 < X'), 'P[i] := L3', 'X := X - 1'),
    transition('leave', 'i', all('P[i] = L3'), 'P[i] := L1', 'X := X + 1'),
  ]),
  // One writer or many readers.
  protocol(
    { X: 'int', Y: 'bool' },
    all('P[i] = L1', 'X = 0', 'Y = False'),
    [
      transition('read', 'i', all('P[i] = L1', 'Y = False'), 'P[i] := L2', 'X := X + 1'),
      transition('write', 'i', all('P[i] = L1', 'X = 0', 'Y = False'), 'P[i] := L3', 'Y := True'),
      transition('done', 'i', all('P[i] = L2', '0 < X'), 'P[i] := L1', 'X := X - 1'),
      transition('written', 'i', all('P[i] = L3'), 'P[i] := L1', 'Y := False'),
    ],
    all('P[i] = L3', 'P[j] <> L1'),
  ),
  // Permissions, never given both ways.
  protocol({ X: 'bool', 'M##': 'bool' }, all('P[i] = L1', 'M[i,j] = False', 'X = False'), [
    want,
    transition('grant', 'i j', all('P[j] = L2', 'M[j,i] = False'), 'M[i,j] := True'),
    transition('enter', 'i', all('P[i] = L2', others('M[k,i] = True')), 'P[i] := L3'),
    transition('leave', 'i', all('P[i] = L3'), 'P[i] := L1', everywhere('M[c,d]', [['d = i', 'False']], 'M[c,d]')),
  ]),
  // A directory of copies.
  protocol(
    { X: 'bool', 'Q#': 'bool' },
    all('P[i] = L1', 'Q[i] = False', 'X = False'),
    [
      transition('share', 'i', all('P[i] = L1', 'X = False'), 'P[i] := L2', 'Q[i] := True'),
      transition('own', 'i', all('Q[i] = False', others('Q[k] = False')), 'P[i] := L3', 'X := True', 'Q[i] := True'),
      transition('drop', 'i', all('Q[i] = True'), 'P[i] := L1', 'Q[i] := False', 'X := False'),
    ],
    all('P[i] = L3', 'P[j] <> L1'),
  ),
  // Copies that everybody hears about.
  protocol(
    { X: 'bool' },
    all('P[i] = L1', 'X = False'),
    [
      transition(
        'read',
        'i',
        all('P[i] = L1'),
        everywhere(
          'P[c]',
          [
            ['c = i', 'L2'],
            ['P[c] = L3', 'L2'],
          ],
          'P[c]',
        ),
      ),
      transition('write', 'i', all('P[i] = L2'), everywhere('P[c]', [['c = i', 'L3']], 'L1')),
      transition('evict', 'i', all('P[i] <> L1'), 'P[i] := L1'),
    ],
    all('P[i] = L3', 'P[j] <> L1'),
  ),
  // The door opens when all are in; who went home stays out.
  protocol(
    { X: 'bool' },
    all('P[i] = L1', 'X = False'),
    [
      want,
      transition('depart', 'i', all('P[i] = L1'), 'P[i] := L3'),
      transition('open', 'i', all('P[i] = L2', others('P[k] = L2')), 'X := True'),
    ],
    all('X = True', 'P[i] = L3'),
  ),
  // Votes: all for it, or somebody against.
  protocol(
    { X: 'bool', Y: 'bool' },
    all('P[i] = L1', 'X = False', 'Y = False'),
    [
      want,
      transition('refuse', 'i', all('P[i] = L1'), 'P[i] := L3'),
      transition(
        'commit',
        '',
        all({ kind: 'quantified', quantifier: 'forall', variable: 'k', body: all('P[k] = L2') }),
        'X := True',
      ),
      transition(
        'abort',
        '',
        all({ kind: 'quantified', quantifier: 'exists', variable: 'k', body: all('P[k] = L3') }),
        'Y := True',
      ),
    ],
    all('X = True', 'Y = True'),
  ),
  // Everybody in phase before anybody goes on.
  protocol(
    { X: 'bool' },
    all('P[i] = L1', 'X = True'),
    [
      transition('arrive', 'i', all('P[i] = L1', 'X = True'), 'P[i] := L2'),
      transition('release', 'i', all('P[i] = L2', others('P[k] = L2')), 'P[i] := L3', 'X := False'),
      transition('go', 'i', all('P[i] = L2', 'X = False'), 'P[i] := L3'),
      transition('again', 'i', all('P[i] = L3', others('P[k] = L3')), 'X := True', everywhere('P[c]', [], 'L1')),
    ],
    all('P[i] = L1', 'P[j] = L3'),
  ),
  // Who works is the one written down.
  protocol(
    { X: 'proc', Y: 'proc' },
    all('P[i] = L1'),
    [
      transition('take', 'i', all('P[i] = L1', others('P[k] = L1')), 'P[i] := L2', 'X := i', 'Y := i'),
      transition('copy', 'i', all('P[i] = L2', 'Y = i'), 'X := Y'),
      transition('finish', 'i', all('P[i] = L2'), 'P[i] := L1'),
    ],
    all('P[i] = L2', 'X <> i'),
  ),
  // Three copies of one value, of which two agree.
  protocol(
    { X: 'bool', Y: 'bool', Z: 'bool' },
    all('P[i] = L1', 'X = Y', 'Y = Z'),
    [
      transition('write', 'i', all('P[i] = L1', 'Y = Z'), 'P[i] := L2', 'X := True'),
      transition('spread', 'i', all('P[i] = L2'), 'P[i] := L3', 'Y := X'),
      transition('settle', 'i', all('P[i] = L3', 'X = Y'), 'P[i] := L1', 'Z := Y'),
    ],
    all('X <> Y', 'X <> Z', 'Y <> Z'),
  ),
];
