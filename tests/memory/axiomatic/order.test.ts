import { describe, expect, it } from 'vitest';
import { Order } from '../../../src/memory/axiomatic/order.js';
import { Random } from '../../random/random.js';

/** The same by reachability, edge by edge. */
class SlowOrder {
  private readonly edges: [number, number][] = [];

  before(first: number, second: number): boolean {
    return this.edges.some(([from, to]) => from === first && (to === second || this.before(to, second)));
  }

  add(first: number, second: number): boolean {
    if (first === second || this.before(second, first)) return false;
    if (!this.before(first, second)) this.edges.push([first, second]);
    return true;
  }
}

describe('a growing order', () => {
  it('refuses exactly the edges that close a cycle', () => {
    const random = new Random(3);
    for (let round = 0; round < 30; round++) {
      const order = new Order();
      const slow = new SlowOrder();
      const size = random.between(1, 12);
      for (let point = 0; point < size; point++) expect(order.addPoint()).toBe(point);
      for (let edges = 0; edges < 30; edges++) {
        const [first, second] = [random.between(0, size - 1), random.between(0, size - 1)];
        expect(order.add(first, second)).toBe(slow.add(first, second));
      }
      for (let first = 0; first < size; first++) {
        for (let second = 0; second < size; second++) {
          expect(order.before(first, second)).toBe(slow.before(first, second));
        }
      }
    }
  });

  it('keeps what it knows when it grows over a word', () => {
    const order = new Order();
    const points = Array.from({ length: 100 }, () => order.addPoint());
    for (const point of points.slice(1)) expect(order.add(point - 1, point)).toBe(true);
    expect(order.before(0, 99)).toBe(true);
    expect(order.before(99, 0)).toBe(false);
    expect(order.add(99, 31)).toBe(false);
    const late = order.addPoint();
    expect([order.before(0, late), order.add(late, 0), order.before(late, 99)]).toEqual([false, true, true]);
  });

  it('is not changed by what happens to a copy, or by a refused edge', () => {
    const order = new Order();
    const [a, b, c] = [order.addPoint(), order.addPoint(), order.addPoint()];
    order.add(a, b);
    const copy = order.copy();
    expect(copy.add(b, c)).toBe(true);
    expect(copy.add(c, a)).toBe(false);
    expect([order.before(a, c), copy.before(a, c), copy.before(c, a)]).toEqual([false, true, false]);
    expect(copy.addPoint()).toBe(3);
    expect(order.size).toBe(3);
  });
});
