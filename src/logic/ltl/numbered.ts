/** Things by number, in the order in which they come; things with one key are one. A loop over `things` meets new ones, too. */
export class Numbered<Thing> {
  readonly things: Thing[] = [];
  private readonly numbers = new Map<number | string, number>();

  numberOf(key: number | string, thing: Thing): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.things.length);
    return this.things.push(thing) - 1;
  }
}
