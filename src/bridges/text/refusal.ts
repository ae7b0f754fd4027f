/** Why a program cannot be written as a `.fp` file; caught where printing begins. */
export class Unprintable extends Error {}
