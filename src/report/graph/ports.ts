/**
 * Where edges touch their boxes.
 *
 * On one side of a box those ends come first that arrive along the thread from above, the inner lane first; then those
 * from other threads, by where they come from; then those from below, the inner lane last. In this order lines that run
 * beside one another don't cross on their last inches.
 */
import type { Place, Route, Side } from './routes.js';

export interface Port {
  readonly event: number;
  readonly side: Side | 'bottom';
  /** Ends at one side are ordered by group, then by key; at the bottom from left to right. */
  readonly group: number;
  readonly key: number;
}

export interface Ends {
  readonly from: Port;
  readonly to: Port;
}

function rowOf(place: Place): number {
  return place.kind === 'initial' ? -1 : place.row;
}

/** The ends of an edge; null when it is straight, for that one knows its way. */
export function endsOf(route: Route, placeOf: (event: number) => Place): Ends | null {
  const { edge } = route;
  const row = (event: number): number => rowOf(placeOf(event));
  switch (route.kind) {
    case 'straight':
      return null;
    case 'initial': {
      const end = (event: number): Port => ({ event, side: 'bottom', group: 0, key: 0 });
      return { from: end(edge.from), to: end(edge.to) };
    }
    case 'drop': {
      const { side, column, lane, downwards } = route;
      // The column stands in for the place of its gutter; within one, outer lanes come first on the left.
      const above: Port = {
        event: downwards ? edge.from : edge.to,
        side: 'bottom',
        group: side === 'left' ? column : column + 0.5,
        key: side === 'left' ? -lane : lane,
      };
      const below: Port = { event: downwards ? edge.to : edge.from, side, group: 0, key: lane };
      return downwards ? { from: above, to: below } : { from: below, to: above };
    }
    case 'beside': {
      const { side, lane } = route;
      const end = (event: number, downwards: boolean): Port =>
        downwards ? { event, side, group: 2, key: -lane } : { event, side, group: 0, key: lane };
      const down = row(edge.to) >= row(edge.from);
      return { from: end(edge.from, down), to: end(edge.to, !down) };
    }
    case 'across':
    case 'around': {
      const end = (event: number, other: number, side: Side): Port => {
        const target = route.kind === 'around' ? route.gap - 0.5 : row(other);
        return { event, side, group: 1, key: target - row(event) };
      };
      const [near, far]: [Side, Side] = route.rightwards ? ['right', 'left'] : ['left', 'right'];
      return { from: end(edge.from, edge.to, near), to: end(edge.to, edge.from, far) };
    }
  }
}

/** How many ends each side of a box has, and how far along it an end is. */
export class Ports {
  readonly #sides = new Map<string, Port[]>();

  constructor(ends: readonly (Ends | null)[]) {
    for (const both of ends) {
      if (both === null) continue;
      for (const port of [both.from, both.to]) {
        const side = this.#at(port.event, port.side);
        side.push(port);
        side.sort((one, other) => one.group - other.group || one.key - other.key);
      }
    }
  }

  #at(event: number, side: Port['side']): Port[] {
    const key = `${event} ${side}`;
    const ports = this.#sides.get(key) ?? [];
    this.#sides.set(key, ports);
    return ports;
  }

  count(event: number, side: Port['side']): number {
    return this.#at(event, side).length;
  }

  /** Between 0 and 1, from the top or from the left. */
  share(port: Port): number {
    const side = this.#at(port.event, port.side);
    return (side.indexOf(port) + 1) / (side.length + 1);
  }
}
