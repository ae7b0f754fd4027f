/* The THE protocol of cilk-the.fp for TSO, with two fences: worker and thief each wait until their claim is in
   memory before they look at the index of the other. The lock does not help the thief: it is taken before the
   claim.

   The second look of the worker needs no fence, since it has the lock, and its store of T is in memory before the
   lock is open.

   The worker has at most 8 stores waiting: with buffers of 8 the proof is one for buffers of any length. Under PSO
   more is needed: cilk-the-pso.fp. */
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
        fence
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
    fence
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
