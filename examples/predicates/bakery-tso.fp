/* Lamport's bakery algorithm (1974) with the four fences with which store buffers of one entry are enough under
   TSO: no store ever finds its buffer full, so what is shown with one entry holds with any number. bakery-sc.fp
   tells how it works.

   There is a fence after every store. The first two keep threads apart: a thread is seen to choose before it reads
   the other's ticket to draw its own, and its ticket is in memory before it looks at the other's to enter. The
   others make room. All 93 ways to place fewer fences in eight places fail; four ways to place four do. */
shared choosing[2]: bool = false
shared number[2]: int = 0

thread P(me: 0..1) {
  local ticket: int = 0, seen: int = 0
  loop {
    choosing[me] = true
    fence
    ticket = number[1 - me] + 1
    number[me] = ticket
    fence
    choosing[me] = false
    fence
    await !choosing[1 - me]
    look: seen = number[1 - me]
    if (seen != 0 && (seen < ticket || seen == ticket && me == 1)) {
      goto look
    }
    cs: skip
    number[me] = 0
    fence
  }
}

never mutex: P(0)@cs && P(1)@cs

predicates {
  choosing[0];
  choosing[1];
  number[0] == 0;
  number[1] == 0;
  number[0] == P(0).ticket;
  number[1] == P(1).ticket;
  0 < P(0).ticket;
  0 < P(1).ticket;
  number[0] < P(1).ticket;
  number[1] < P(0).ticket;
  number[0] <= number[1];
}
