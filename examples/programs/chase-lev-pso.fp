/* The deque of chase-lev.fp for PSO, with two fences of the owner. One is that of chase-lev-tso.fp, between
   lowering bottom and looking at top. The other is in push: the task is in memory before the index that shows it,
   or a thief reads an empty slot, or the task that was there a round before. N. M. Lê, A. Pop, A. Cohen and F.
   Zappa Nardelli, "Correct and efficient work-stealing for weak memory models" (2013) have fences in the same
   places, and more for machines that delay loads. */
const NONE = 0
const SIZE = 2
const TASKS = 3

shared top: 0..TASKS = 0
shared bottom: -1..TASKS = 0
shared slot[SIZE]: 0..TASKS = NONE

thread Owner {
  local made: 0..TASKS = 0
  local got[4]: bool = false
  local b: -1..TASKS = 0
  local t: 0..TASKS, task: 0..TASKS
  loop {
    choose {
      assume made < TASKS
      push: {
        t = top
        if (b - t < SIZE) {
          made = made + 1
          slot[b % SIZE] = made
          fence
          b = b + 1
          bottom = b
        }
      }
    } or {
      take: {
        b = b - 1
        bottom = b
        fence
        t = top
        task = NONE
        if (b >= t) {
          task = slot[b % SIZE]
          assert task != NONE
          if (b == t && !cas(top, t, t + 1)) {
            task = NONE
          }
        }
        if (b <= t) {
          b = b + 1
          bottom = b
        }
        if (task == NONE) {
          empty: continue
        }
        assert !got[task]
        got[task] = true
      }
    }
  }
}

thread Thief[2] {
  local got[4]: bool = false
  local t: 0..TASKS, task: 0..TASKS
  loop {
    steal: t = top
    if (t < bottom) {
      task = slot[t % SIZE]
      if (cas(top, t, t + 1)) {
        assert task != NONE && !got[task]
        got[task] = true
      }
    }
  }
}

never twice_first: Owner.got[1] && Thief(i).got[1] || Thief(0).got[1] && Thief(1).got[1]
never twice_second: Owner.got[2] && Thief(i).got[2] || Thief(0).got[2] && Thief(1).got[2]
never twice_third: Owner.got[3] && Thief(i).got[3] || Thief(0).got[3] && Thief(1).got[3]
never lost_first: Owner@empty && Owner.made >= 1 && !Owner.got[1] && !Thief(0).got[1] && !Thief(1).got[1]
never lost_second: Owner@empty && Owner.made >= 2 && !Owner.got[2] && !Thief(0).got[2] && !Thief(1).got[2]
never lost_third: Owner@empty && Owner.made >= 3 && !Owner.got[3] && !Thief(0).got[3] && !Thief(1).got[3]
