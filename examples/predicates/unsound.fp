/* Figure 3 of A. Dan, Y. Meshman, M. Vechev and E. Yahav, "Predicate abstraction for relaxed memory models" (2013):
   why a boolean program with store buffers is not a program with store buffers.

   Each thread stores one more than it reads of the other, and the second looks at both. When neither has seen the
   other's store, both variables are 1. Put booleans for the predicates into the buffers, though, and each thread
   puts there that x and y differ, which is true of what it sees; when both have reached memory, it holds x == 1, y
   == 1 and x != y, and the assertion seems to hold.

   The assertion is violated under PSO, as the figure shows, and under TSO; and under sequential consistency, too,
   where both threads load before either stores. (If each assignment were one step it would hold there.) The
   predicates are those of the paper. */
shared x: int = 0
shared y: int = 0

thread First {
  x = y + 1
  fence
}

thread Second {
  y = x + 1
  fence
  assert x != y
}

predicates {
  x == y;
  x == 1;
  y == 1;
  x == 0;
  y == 0;
}
