/* Write-to-read causality, handed on once more. First stores to x. Each of two threads loads the news from the cell
   before it and stores to the next cell. Last loads the news from the end of the chain, and then x. Asked: everybody
   has the news, and Last finds the old x. TSO does not allow it: what one other thread has seen, all can see. */
const N = 2

shared x: bool = false
shared passed[N]: bool = false

thread First {
  x = true
}

thread Middle(me: 0..N - 1) {
  if (me == 0) {
    assume x
  } else {
    assume passed[me - 1]
  }
  passed[me] = true
}

thread Last {
  assume passed[N - 1]
  assume !x
  old: skip
}

never Last@old
