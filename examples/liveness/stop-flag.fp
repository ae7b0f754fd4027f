/* The smallest program whose fate hangs on what store buffers owe: one thread tells the other one to stop.

   The boss writes the flag and goes on with its own work, for ever, writing nothing more. The worker waits for the
   flag. A machine that never writes back what is in a store buffer until there is need of room would let the worker
   wait for ever; no finite run shows that, and no state is wrong.

   Checked: the worker stops (stops). That takes two promises. No thread that can go on is left out for ever (fair
   threads), or the worker is not let go although the flag is up. No write stays in a store buffer for ever (fair
   buffers), or the flag never comes to memory. Real machines keep the second one, and it is assumed unless something
   else is said. */
shared stop: bool = false

thread Boss {
  stop = true
  loop {
    read: skip
    write: skip
  }
}

thread Worker {
  await stop
}

ltl stops: F Worker@end
