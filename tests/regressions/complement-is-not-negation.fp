// expect: sc violated, tso violated, pso violated
// `~x` turns all bits around: of 0 it is -1, where `!` would give 1.
shared x: -4..1
thread T { x = ~x }
never x == -1
