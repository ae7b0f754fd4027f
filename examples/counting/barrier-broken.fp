/* barrier.fp with a mistake: the last one turns the bit before it clears the counter. A fast thread that arrives again in
   between finds a number that is too large. As it takes every number from count(T) - 1 on for the last, it lets itself
   go, and everybody who waits for its phase. */
shared arrived: int = 0
shared sense: bool = false

thread T[any] {
  local mine: bool = false
  loop {
    work: skip
    mine = !mine
    if (fetch_add(arrived, 1) >= count(T) - 1) {
      sense = mine
      arrived = 0
    } else {
      await sense == mine
    }
  }
}

never T(i)@work && T(j)@work && T(i).mine != T(j).mine
