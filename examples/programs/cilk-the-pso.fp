/* The THE protocol of cilk-the.fp for PSO, with five fences. Two are those of cilk-the-tso.fp, between a claim and
   the look at the other index. The others keep stores in order:

   in push, the task is in memory before the index that shows it; in pop, the claim that was made under the lock is
   in memory before the lock is open, or a thief steals the same task; and a thief that finds nothing has taken
   back its claim before it opens the lock, or the worker believes that its task has been stolen.

   No fence is needed where the worker finds the deque empty: a thief that sees its claim too long only steals
   nothing; nor where a thief has stolen, since its claim is in memory.

   Of T, up to 3 stores are waiting: with buffers of 3 (of 4 under TSO) the proof is one for buffers of any length. */
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
        fence
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
          fence
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
      fence
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
