/* The deque of D. Chase and Y. Lev, "Dynamic circular work-stealing deque" (2005), with an array that does not
   grow.

   The owner pushes and takes tasks at the bottom, thieves steal at the top. To steal is to read the task at the
   top and to raise top by compare-and-swap. The owner claims the task at the bottom by lowering bottom and then
   looks at top: if there are more tasks it is its own; if it is the last one the owner, too, has to raise top by
   compare-and-swap.

   Modelling: the slots are a ring of SIZE. The owner makes TASKS tasks, numbered from 1, and pushes and takes in
   any order; two thieves try again and again. got tells which tasks a thread has had. The owner has a copy of
   bottom in b.

   Checked: nobody gets a task twice, or a slot without one (the assertions), no task goes to two threads
   (twice_first and so on), and when the owner finds the deque empty no task is left (lost_first and so on).

   Right under sequential consistency. With store buffers a claim can be on its way while the owner looks at top,
   and thieves steal up to the claimed task: chase-lev-tso.fp and chase-lev-pso.fp. */
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
          b = b + 1
          bottom = b
        }
      }
    } or {
      take: {
        b = b - 1
        bottom = b
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
