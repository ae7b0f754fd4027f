/* The THE protocol of Cilk: M. Frigo, C. E. Leiserson and K. H. Randall, "The implementation of the Cilk-5
   multithreaded language" (1998), section 5.

   A worker pushes and pops tasks at the tail of its deque, T; a thief steals at the head, H. As in Dekker's lock
   each claims a task first, by moving its index, and then looks at the index of the other. A thief does all of
   that under a lock, L. The worker takes the lock only when the indices have crossed, to find out whether the last
   task is still there.

   Modelling: the worker makes TASKS tasks, numbered from 1, and pushes and pops in any order; the thief tries
   again and again. got tells which tasks a thread has had.

   Checked: nobody gets a task twice, or a slot without one (the assertions), no task goes to both (twice), and
   when the worker finds the deque empty, while the thief is idle, no task is left (lost_first, lost_second).

   Right under sequential consistency. With store buffers both can claim the last task and read the old index of
   the other: cilk-the-tso.fp and cilk-the-pso.fp. */
const NONE = 0
const TASKS = 2

shared deque[TASKS]: 0..TASKS = NONE
shared H: 0..3 = 0
shared T: -1..TASKS = 0
shared L: bool = false

thread Worker {
  local made: 0..TASKS = 0
  local got[3]: bool = false
  local task: 0..TASKS
  loop {
    choose {
      assume made < TASKS
      push: {
        made = made + 1
        deque[T] = made
        T = T + 1
      }
    } or {
      pop: {
        T = T - 1
        if (H > T) {
          T = T + 1
          await !swap(L, true)
          T = T - 1
          if (H > T) {
            T = T + 1
            L = false
            empty: continue
          }
          L = false
        }
        task = deque[T]
        assert task != NONE && !got[task]
        got[task] = true
      }
    }
  }
}

thread Thief {
  local got[3]: bool = false
  local task: 0..TASKS
  loop {
    idle: await !swap(L, true)
    H = H + 1
    if (H > T) {
      H = H - 1
    } else {
      task = deque[H - 1]
      assert task != NONE && !got[task]
      got[task] = true
    }
    L = false
  }
}

never twice: Worker.got[1] && Thief.got[1] || Worker.got[2] && Thief.got[2]
never lost_first: Worker@empty && Thief@idle && Worker.made >= 1 && !Worker.got[1] && !Thief.got[1]
never lost_second: Worker@empty && Thief@idle && Worker.made >= 2 && !Worker.got[2] && !Thief.got[2]
