/** Texts beside the examples: what these do not have, and a language without any. */
import type { HighlightLanguage } from '../../../src/editing/highlight/index.js';

export const SAMPLES: Readonly<Record<HighlightLanguage, readonly string[]>> = {
  program: [
    `// every class of words
const N = 2
type ticket = 0..7
type small = u8
record node { next: 0..3 = 3, held: bool
  owner: u8 }
shared nodes[2]: node
shared l: u8 = 0, m: i32
ghost g: int = 0
proc f(me: 0..1) { return me + 1 } /* not (* nested */
thread P[any] {
  local r: 0..N - 1 = 0, store: int = 0
  again: { cs: skip; out: r = load_acquire(l) }
  for i in 0..1 { store_release(l, 1); fence store; fence store = 1 }
  switch (r) { case 0, 1: skip default: break }
  choose { skip } or { goto again }
  atomic { l = swap(l, 1); r = fetch_add(m, -1) }
  await cas(l, 0, 1) && count(P) > 1
}
never both: P(i)@cs && P(j)@ cs
ltl always: G (P(0)@cs -> F !P(0)@cs) && [] <> true U false
invariant l <= 1
predicates { l == 0 }
include "lock of any kind.fp"
ltl F P(0)@cs
include  "other/F.fp" // behind a formula
shared include: int
`,
  ],
  cubicle: [
    `(* outer (* inner *) still a comment *)
number_procs 3
type t = A | B
var X : int
const C : real
weak array F[proc] : bool
init (p) { X = -1 && F[p] = False }
predicate both (p q) { F[p] = True && F[q] = True }
unsafe (p q) { both(p, q) && X-1 <> 2. }
invariant () { X < 1.5 }
transition go (p [q])
requires { p <> #2 && forall_other r. (F[r] = False || not (X = 1)) && exists_other s. F[s] = True }
{ X := case | X = 1 : 2 | _ : X + 1; F[p] := ?; fence(); let a = 1 in X := if X = 1 then 0 else 1 }
`,
  ],
  litmus: [
    `X86_64 types+and.names (* first (* inner *) *)
"Doc with (* no comment *)
over two lines"
Cycle=Rfe PodRR { not a brace
 Prefetch=0:x=F,1:y=T
{ int x=1; int64_t t[2]={1,-1}; int *p=x; 0:rax=0x1f; P1:%r=x; # to the end
  uint8_t [z]; }
 P0 | P1 ; (* rows *)
 movl $-1,(x) | L0: lock xaddl %eax,(test) ;
 LOCK XCHGL %ebx,0(x) | cmpl $0x1F,%eax ;
 mfence | jne L0 ; # exists
 movq (t),%rcx | movl 8(%rax,%rbx,4),%ecx ;
locations [x; 0:rax int;]
filter (x=1)
~exists (0:rax=1 /\\ [x]=y/\\z=-1 \\/ not (t[1]==2) => P1:rbx<>0x2)
<< 1 exists
`,
    `X86 plain
{ }
 P0 | P1 ;
 MOV [x],$1 | MOV EAX,[exists.y] ;
 MFENCE | INC [add] ;
observed x=1; y=2; and x=2; true;
`,
  ],
  dve: [
    `// one line
const int N = 2;
byte a[2] = {1, 2}, x$y#1;
channel {int, byte} c[2];
channel d;
process P_0 {
  int k = 0;
  state s, t; init s; accept t; commit s; assert s: a[0] == 1;
  trans s -> t { guard not (x$y#1 >= 2) and true imply false; sync c!{1, 2}; effect /*@atomic*/ k = k + 1, a[0] = ~1; },
  t -> s { sync d?; guard P_0.s or a[1] << 1 != 2; };
}
system async property P_0;
`,
    'process Q { state s; init s; } system sync;\n',
  ],
  memorax: [
    `/* a comment (* not nested /* */
forbidden
  CS * ; * CS
predicates $r0 = 1 ; x[1] = 0
data
  x = 0 : [0:1]
  y = * : Z
macro lock(l, r)
  L0: syncwr: l := 1; read: r := l
endmacro
process(2)
registers
  $r0 = 0 : Z
text
  L1: either { write: x[my] := 1; nop or fence; ssfence };
  if $r0 != 1 && not true then { lock(x, $r0) } else goto L1;
  while $r0 + 1 <= 2 do { cas(x, 0, 12abc) };
  CS: locked { read: $r0 := x[other] };
  assume: $r0 = -1
`,
    'forbidden CS data x = 0 process text CS: nop\n',
  ],
};
