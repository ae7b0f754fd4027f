/** A space of names: `take` gives one that nothing else in it has, with a number behind it where that is needed. */
export class FreshNames {
  private readonly taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  take(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.taken.has(name); number++) name = `${wanted}_${number}`;
    this.taken.add(name);
    return name;
  }

  /** A space that knows these names, too. */
  inner(): FreshNames {
    return new FreshNames(this.taken);
  }
}
