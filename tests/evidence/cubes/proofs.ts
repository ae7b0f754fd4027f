/**
 * Small models with inductive invariants, and what is wrong with them when a cube is changed.
 */

export interface Change {
  readonly what: string;
  /** The cubes in place of the right ones. */
  readonly cubes: readonly string[];
  /** Obligations that must fail, among others. */
  readonly failing: readonly string[];
}

export interface WrittenProof {
  readonly name: string;
  readonly model: string;
  readonly cubes: readonly string[];
  readonly changes: readonly Change[];
}

const LOCATIONS = 'type location = Idle | Want | Crit';
const BOTH_CRITICAL = '(i j) { PC[i] = Crit && PC[j] = Crit }';

export const PROOFS: readonly WrittenProof[] = [
  {
    name: 'mutual exclusion by a token',
    model: `${LOCATIONS}
      var Free : bool
      array PC[proc] : location
      init (z) { PC[z] = Idle && Free = True }
      unsafe ${BOTH_CRITICAL}
      transition request (i) requires { PC[i] = Idle } { PC[i] := Want }
      transition enter (i) requires { PC[i] = Want && Free = True } { PC[i] := Crit; Free := False }
      transition leave (i) requires { PC[i] = Crit } { PC[i] := Idle; Free := True }`,
    cubes: [BOTH_CRITICAL, '(i) { PC[i] = Crit && Free = True }'],
    changes: [
      {
        what: 'without the cube on the token',
        cubes: [BOTH_CRITICAL],
        failing: ['consecution: cube 1(z1, z2) by enter(z1)', 'consecution: cube 1(z1, z2) by enter(z2)'],
      },
      {
        what: 'without the unsafe cube',
        cubes: ['(i) { PC[i] = Crit && Free = True }'],
        failing: ['safety: unsafe 1(z1, z2)', 'consecution: cube 1(z1) by leave(z2)'],
      },
      {
        what: 'with a cube that holds initially',
        cubes: [BOTH_CRITICAL, '(i) { Free = True }'],
        failing: ['initiation: cube 2(z1)', 'consecution: cube 2(z1) by leave(z1)'],
      },
      {
        what: 'with a cube that is reachable',
        cubes: [BOTH_CRITICAL, '(i) { PC[i] = Crit }'],
        failing: ['consecution: cube 2(z1) by enter(z1)'],
      },
      {
        what: 'with an unsafe cube that leaves states out',
        cubes: ['(i j) { PC[i] = Crit && PC[j] = Crit && Free = True }', '(i) { PC[i] = Crit && Free = True }'],
        failing: ['safety: unsafe 1(z1, z2)'],
      },
    ],
  },
  {
    name: 'two-phase commit, with a guard on all processes',
    model: `type phase = Voting | Committing | Aborting
      type vote = None | Yes | No
      type decision = Undecided | Commit | Abort
      var Phase : phase
      array Vote[proc] : vote
      array Decision[proc] : decision
      init (z) { Phase = Voting && Vote[z] = None && Decision[z] = Undecided }
      unsafe (i j) { Decision[i] = Commit && Decision[j] = Abort }
      transition vote_yes (i) requires { Phase = Voting && Vote[i] = None } { Vote[i] := Yes }
      transition vote_no (i) requires { Phase = Voting && Vote[i] = None } { Vote[i] := No; Decision[i] := Abort }
      transition commit () requires { Phase = Voting && forall k. Vote[k] = Yes } { Phase := Committing }
      transition abort (i) requires { Phase = Voting && Vote[i] = No } { Phase := Aborting }
      transition learn_commit (i) requires { Phase = Committing } { Decision[i] := Commit }
      transition learn_abort (i) requires { Phase = Aborting } { Decision[i] := Abort }`,
    cubes: [
      '(i j) { Decision[i] = Commit && Decision[j] = Abort }',
      '(i) { Decision[i] = Abort && Phase = Committing }',
      '(i) { Decision[i] = Commit && Phase <> Committing }',
      '(i) { Decision[i] = Abort && Vote[i] <> No && Phase = Voting }',
    ],
    changes: [
      {
        what: 'without what the votes say',
        cubes: [
          '(i j) { Decision[i] = Commit && Decision[j] = Abort }',
          '(i) { Decision[i] = Abort && Phase = Committing }',
          '(i) { Decision[i] = Commit && Phase <> Committing }',
        ],
        failing: ['consecution: cube 2(z1) by commit()'],
      },
      {
        what: 'forgetting a phase',
        cubes: [
          '(i j) { Decision[i] = Commit && Decision[j] = Abort }',
          '(i) { Decision[i] = Abort && Phase = Committing }',
          '(i) { Decision[i] = Commit && Phase = Aborting }',
          '(i) { Decision[i] = Abort && Vote[i] <> No && Phase = Voting }',
        ],
        failing: ['consecution: cube 1(z1, z2) by vote_no(z2)', 'consecution: cube 3(z1) by abort(z1)'],
      },
    ],
  },
  {
    name: 'a ticket lock, with integers',
    model: `${LOCATIONS}
      var Next : int
      var Serving : int
      array PC[proc] : location
      array Ticket[proc] : int
      init (z) { PC[z] = Idle && Next = Serving }
      unsafe ${BOTH_CRITICAL}
      transition take (i) requires { PC[i] = Idle } { PC[i] := Want; Ticket[i] := Next; Next := Next + 1 }
      transition enter (i) requires { PC[i] = Want && Ticket[i] = Serving } { PC[i] := Crit }
      transition leave (i) requires { PC[i] = Crit } { PC[i] := Idle; Serving := Serving + 1 }`,
    cubes: [
      BOTH_CRITICAL,
      '(i j) { PC[i] <> Idle && PC[j] <> Idle && Ticket[i] = Ticket[j] }',
      '(i) { PC[i] <> Idle && Next <= Ticket[i] }',
      '(i) { PC[i] = Crit && Ticket[i] <> Serving }',
    ],
    changes: [
      {
        what: 'with an inequality that is off by one',
        cubes: [
          BOTH_CRITICAL,
          '(i j) { PC[i] <> Idle && PC[j] <> Idle && Ticket[i] = Ticket[j] }',
          '(i) { PC[i] <> Idle && Next < Ticket[i] }',
          '(i) { PC[i] = Crit && Ticket[i] <> Serving }',
        ],
        failing: ['consecution: cube 2(z1, z2) by take(z1)'],
      },
      {
        what: 'without the cube on equal tickets',
        cubes: [
          BOTH_CRITICAL,
          '(i) { PC[i] <> Idle && Next <= Ticket[i] }',
          '(i) { PC[i] = Crit && Ticket[i] <> Serving }',
        ],
        failing: ['consecution: cube 1(z1, z2) by enter(z2)'],
      },
    ],
  },
  {
    name: 'marking in the order of the processes',
    model: `var Last : proc
      array Mark[proc] : bool
      init (z) { Mark[z] = False && Last < z }
      unsafe (i) { Mark[i] = True && Last < i }
      transition mark (i) requires { Mark[i] = False && forall_other j. (i < j || Mark[j] = True) }
        { Mark[i] := True; Last := i }`,
    cubes: ['(i) { Mark[i] = True && Last < i }', '(i j) { i < j && Mark[i] = False && Mark[j] = True }'],
    changes: [
      {
        what: 'without the cube on the order',
        cubes: ['(i) { Mark[i] = True && Last < i }'],
        failing: ['consecution: cube 1(z1) by mark(z2)'],
      },
      {
        what: 'with the order turned around',
        cubes: ['(i) { Mark[i] = True && Last < i }', '(i j) { j < i && Mark[i] = False && Mark[j] = True }'],
        failing: ['consecution: cube 1(z1) by mark(z2)', 'consecution: cube 2(z1, z2) by mark(z2)'],
      },
    ],
  },
  {
    name: 'a universal and an existential guard',
    model: `${LOCATIONS}
      var Open : bool
      array PC[proc] : location
      init (z) { PC[z] = Idle && Open = False }
      unsafe ${BOTH_CRITICAL}
      unsafe (i) { PC[i] = Crit && Open = False }
      transition want (i) requires { PC[i] = Idle } { PC[i] := Want }
      transition open (i) requires { PC[i] = Idle && exists_other k. PC[k] = Want } { Open := True }
      transition close () requires { Open = True && (forall k. PC[k] = Idle) } { Open := False }
      transition enter (i) requires { Open = True && PC[i] = Want && forall_other k. PC[k] <> Crit } { PC[i] := Crit }
      transition leave (i) requires { PC[i] = Crit || exists_other k. PC[k] = Crit } { PC[i] := Idle }`,
    cubes: [BOTH_CRITICAL, '(i) { PC[i] = Crit && Open = False }'],
    changes: [
      {
        what: 'with a cube entered by the witness of a guard',
        cubes: [BOTH_CRITICAL, '(i) { PC[i] = Crit && Open = False }', '(i) { PC[i] = Want && Open = True }'],
        failing: [
          'consecution: cube 3(z1) by open(z2) with k = z1',
          'consecution: cube 3(z1) by open(z2) with k = z3',
          'consecution: cube 3(z1) by want(z1)',
        ],
      },
      { what: 'with one cube', cubes: [BOTH_CRITICAL], failing: ['safety: unsafe 2(z1)'] },
    ],
  },
  {
    name: 'caches that are invalidated all at once',
    model: `type state = Invalid | Shared | Exclusive
      array Cache[proc] : state
      init (z) { Cache[z] = Invalid }
      unsafe (i j) { Cache[i] = Exclusive && Cache[j] <> Invalid }
      transition write (i) requires { Cache[i] <> Exclusive }
        { Cache[p] := case | p = i : Exclusive | _ : Invalid }
      transition read (i) requires { Cache[i] = Invalid }
        { Cache[p] := case | p = i : Shared | Cache[p] = Exclusive : Shared | _ : Cache[p] }`,
    cubes: ['(i j) { Cache[i] = Exclusive && Cache[j] <> Invalid }'],
    changes: [
      {
        what: 'with a cube that leaves states out',
        cubes: ['(i j) { Cache[i] = Exclusive && Cache[j] = Shared }'],
        failing: ['safety: unsafe 1(z1, z2)'],
      },
      {
        what: 'with a cube that is reachable',
        cubes: ['(i j) { Cache[i] = Exclusive && Cache[j] <> Invalid }', '(i) { Cache[i] = Shared }'],
        failing: ['consecution: cube 2(z1) by read(z1)'],
      },
    ],
  },
  {
    name: 'the first matching switch, and none',
    model: `type level = Low | High | Top
      var Odd : bool
      array Level[proc] : level
      init (z) { Level[z] = Low }
      unsafe (i) { Level[i] = Top && Odd = True }
      transition step (i) requires { Level[i] <> Top }
        { Level[p] := case | p = i : High | Level[p] <> Top : Low | _ : Top; Odd := ? }
      transition rise (i) requires { Level[i] = High }
        { Level[p] := case | p = i : High | p = i : Top | Level[p] = Low : Low | Level[p] = High : High }
      transition mix () requires { Odd = False } { Odd := case | Odd = True : False }`,
    cubes: ['(i) { Level[i] = Top }'],
    changes: [],
  },
  {
    name: 'two processes taking turns',
    model: `number_procs 2
      ${LOCATIONS}
      var Turn : proc
      array PC[proc] : location
      init (z) { PC[z] = Idle && Turn = #1 }
      unsafe () { forall k. PC[k] = Crit }
      unsafe () { PC[#2] = Crit && Turn <> #2 }
      transition enter (i) requires { PC[i] = Idle && Turn = i } { PC[i] := Crit }
      transition leave (i) requires { PC[i] = Crit } { PC[i] := Idle }
      transition give (i j) requires { Turn = i && PC[i] = Idle } { Turn := j }`,
    cubes: ['(i) { PC[i] = Crit && Turn <> i }'],
    changes: [
      {
        what: 'about one of the two',
        cubes: ['() { PC[#2] = Crit && Turn <> #2 }'],
        failing: ['safety: unsafe 1()'],
      },
      {
        what: 'with the wrong one of the two',
        cubes: ['(i) { PC[i] = Crit && Turn <> i }', '() { Turn = #2 }', '() { Turn <> #1 }'],
        failing: ['consecution: cube 2() by give(#1, #2)', 'consecution: cube 3() by give(#1, #2)'],
      },
      {
        what: 'with a cube that holds initially',
        cubes: ['(i) { PC[i] = Crit && Turn <> i }', '(i) { Turn = i && i = #1 }'],
        failing: ['initiation: cube 2(#1)'],
      },
    ],
  },
  {
    name: 'a leader drawn by lot',
    model: `var Chosen : proc
      var Open : bool
      array Leader[proc] : bool
      init (z) { Leader[z] = False && Open = True }
      unsafe (i j) { Leader[i] = True && Leader[j] = True }
      transition draw () requires { Open = True } { Chosen := ?; Open := False }
      transition claim (i) requires { Open = False && Chosen = i } { Leader[i] := True }`,
    cubes: [
      '(i j) { Leader[i] = True && Leader[j] = True }',
      '(i) { Leader[i] = True && Chosen <> i }',
      '(i) { Leader[i] = True && Open = True }',
    ],
    changes: [
      {
        what: 'as if the lot were drawn once',
        cubes: ['(i j) { Leader[i] = True && Leader[j] = True }', '(i) { Leader[i] = True && Chosen <> i }'],
        failing: ['consecution: cube 2(z1) by draw()'],
      },
      {
        what: 'as if nobody could be drawn',
        cubes: [
          '(i j) { Leader[i] = True && Leader[j] = True }',
          '(i) { Leader[i] = True && Chosen <> i }',
          '(i) { Leader[i] = True && Open = True }',
          '(i) { Open = False && Chosen = i }',
        ],
        failing: ['consecution: cube 4(z1) by draw()'],
      },
    ],
  },
  {
    name: 'a claim about reachable states that is taken for granted',
    model: `${LOCATIONS}
      var Free : bool
      array PC[proc] : location
      init (z) { PC[z] = Idle && Free = True }
      invariant (i) { PC[i] = Crit && Free = True }
      unsafe ${BOTH_CRITICAL}
      transition enter (i) requires { Free = True } { PC[i] := Crit; Free := False }
      transition intrude (i) requires { PC[i] = Idle } { PC[i] := Crit; Free := True }
      transition leave (i) requires { PC[i] = Crit } { PC[i] := Idle; Free := True }`,
    cubes: [BOTH_CRITICAL],
    changes: [
      {
        what: 'with a reachable cube, all the same',
        cubes: [BOTH_CRITICAL, '(i) { PC[i] = Crit }'],
        failing: ['consecution: cube 2(z1) by enter(z1)'],
      },
    ],
  },
  {
    name: 'somebody has what is held',
    model: `var Held : bool
      var Alarm : bool
      array Has[proc] : bool
      init (z) { Held = False && Alarm = False && Has[z] = False }
      unsafe () { Alarm = True }
      transition grab (i) requires { Held = False } { Held := True; Has[i] := True }
      transition refuse (i) requires { Has[i] = False } { Has[i] := False }
      transition pass (i j) requires { Has[i] = True } { Has[p] := case | p = i : False | p = j : True | _ : Has[p] }
      transition keep (i) requires { Has[i] = True } { Has[p] := case | p = i : True | _ : Has[p] }
      transition notice () requires { Held = True && forall k. Has[k] = False } { Alarm := True }
      transition notice_from (i) requires { Held = True && Has[i] = False && forall_other k. Has[k] = False }
        { Alarm := True }`,
    cubes: ['() { Alarm = True }', '() { Held = True && forall k. Has[k] = False }'],
    changes: [
      {
        what: 'without the universal cube',
        cubes: ['() { Alarm = True }'],
        failing: ['consecution: cube 1() by notice()', 'consecution: cube 1() by notice_from(z1)'],
      },
      {
        what: 'with a cube that is nothing but universal, and is entered by the last process',
        cubes: [
          '() { Alarm = True }',
          '() { Held = True && forall k. Has[k] = False }',
          '() { forall k. Has[k] = True }',
        ],
        failing: ['consecution: cube 3() by grab(z1)'],
      },
      {
        what: 'with its conjunct dropped',
        cubes: ['() { Alarm = True }', '() { Held = True }'],
        failing: ['consecution: cube 2() by grab(z1)'],
      },
      {
        what: 'with one process left out of its range',
        cubes: ['() { Alarm = True }', '(i) { Held = True && forall_other k. Has[k] = False }'],
        failing: ['consecution: cube 2(z1) by grab(z1)'],
      },
    ],
  },
  {
    name: 'a conjunct on all other processes',
    model: `${LOCATIONS}
      var Alone : bool
      array PC[proc] : location
      init (z) { PC[z] = Idle && Alone = False }
      unsafe (i) { Alone = True && PC[i] = Crit && forall_other k. PC[k] = Idle }
      transition want (i) requires { PC[i] = Idle } { PC[i] := Want }
      transition enter (i j) requires { PC[i] = Want && PC[j] = Crit } { PC[i] := Crit }
      transition first (i) requires { PC[i] = Want && Alone = False } { PC[i] := Crit }
      transition move (i) requires { PC[i] = Want && Alone = True } { PC[i] := Want }
      transition hurry (i) requires { Alone = True && PC[i] = Idle } { PC[i] := Want }
      transition close (i) requires { PC[i] = Crit && exists_other k. PC[k] <> Idle } { Alone := True }`,
    cubes: ['(i) { Alone = True && PC[i] = Crit && forall_other k. PC[k] = Idle }'],
    changes: [
      {
        what: 'with a weaker body',
        cubes: ['(i) { Alone = True && PC[i] = Crit && forall_other k. PC[k] <> Crit }'],
        failing: ['consecution: cube 1(z1) by close(z1) with k = z2'],
      },
      {
        what: 'with a stronger literal',
        cubes: ['(i) { Alone = True && PC[i] = Want && forall_other k. PC[k] = Idle }'],
        failing: ['safety: unsafe 1(z1)'],
      },
    ],
  },
];
