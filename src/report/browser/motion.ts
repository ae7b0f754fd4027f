/**
 * Writes that move: from a thread into its store buffer, forward in it, and out of it into memory. The state is drawn anew for
 * every step; what was there before and is still there, by its key, is moved from its old place to the new one. Who asks for
 * less motion gets none.
 */

const TIME = 420;
const EASE = 'cubic-bezier(0.3, 0.7, 0.3, 1)';

/** Draws, and then moves what has changed its place. */
export function moving(root: HTMLElement, draw: () => void): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches || typeof root.animate !== 'function';
  if (still) return draw();
  const before = new Map(slots(root).map((slot) => [slot.dataset.key, { slot, place: slot.getBoundingClientRect() }]));
  draw();
  const now = slots(root);
  const kept = new Set(now.map((slot) => slot.dataset.key));
  for (const slot of now) {
    const place = slot.getBoundingClientRect();
    const old = before.get(slot.dataset.key);
    // What is there again, after a jump or a step back, is simply there.
    const from = old?.place ?? (slot.classList.contains('changed') ? above(place) : null);
    if (from === null || Math.abs(from.top - place.top) + Math.abs(from.left - place.left) < 1) continue;
    slot.animate(
      [
        {
          transform: `translate(${from.left - place.left}px, ${from.top - place.top}px)`,
          opacity: old === undefined ? 0 : 1,
        },
        { transform: 'none', opacity: 1 },
      ],
      { duration: TIME, easing: EASE },
    );
  }
  for (const [key, { slot, place }] of before) if (!kept.has(key)) leaving(root, slot, place);
}

function slots(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('.slot[data-key]')];
}

function above(place: DOMRect): DOMRect {
  return new DOMRect(place.left, place.top - 40, place.width, place.height);
}

/** Its cell in memory. */
function cellOf(root: HTMLElement, slot: HTMLElement): DOMRect | null {
  const name = CSS.escape(slot.dataset.cell ?? '');
  return root.querySelector(`.memory [data-cell="${name}"]`)?.getBoundingClientRect() ?? null;
}

/** A copy goes to memory and is gone. */
function leaving(root: HTMLElement, slot: HTMLElement, from: DOMRect): void {
  const to = cellOf(root, slot);
  if (to === null || !root.querySelector('.mouth.left')) return;
  const copy = slot.cloneNode(true) as HTMLElement;
  copy.removeAttribute('data-key');
  copy.setAttribute('aria-hidden', 'true');
  copy.className = 'flying';
  Object.assign(copy.style, {
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
  });
  document.body.append(copy);
  const flight = copy.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: `translate(${to.left - from.left}px, ${to.top - from.top}px)`, opacity: 0.2 },
    ],
    { duration: TIME, easing: EASE },
  );
  flight.onfinish = () => copy.remove();
  flight.oncancel = () => copy.remove();
}
