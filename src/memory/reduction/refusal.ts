/** Why a program is not reduced; caught where the reduction begins. */
export class Refusal extends Error {}
