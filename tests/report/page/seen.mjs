/** What a browser shows of a report page. These functions run in the page: each stands alone. */

/** The state behind the current step. */
export function shown() {
  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const cells = {};
  for (const cell of all(document, '.shown :is(.cell, td)[data-cell]')) {
    cells[cell.dataset.cell] = cell.querySelector('code').textContent;
  }
  const buffers = {};
  for (const thread of all(document, '.shown .thread')) {
    const place = thread.querySelector('.place');
    if (place !== null) cells[thread.dataset.thread] = place.dataset.place;
    buffers[thread.dataset.thread] = all(thread, '.slot code').map((code) => code.textContent);
  }
  return { cells, buffers };
}

/** Where threads are in the text: `23 P(1)`. */
export function pins() {
  const lines = [...document.querySelectorAll('.line:has(.pin)')];
  return lines.map((line) => `${line.dataset.line} ${line.querySelector('.here').textContent}`);
}

/** Texts whose contrast with the nearest ground is too low. Pictures have colours of their own. */
export function tooFaint() {
  const numbers = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const light = (colour) => {
    const [r, g, b] = numbers(colour).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const groundOf = (element) => {
    if (element === null) return getComputedStyle(document.body).backgroundColor;
    const colour = getComputedStyle(element).backgroundColor;
    return (numbers(colour)[3] ?? 1) > 0.5 ? colour : groundOf(element.parentElement);
  };
  const texts = [...document.querySelectorAll('body *')].filter((element) => {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    return own && element.closest('svg, script, [aria-disabled=true]') === null && element.checkVisibility();
  });
  if (texts.length === 0) throw new Error('there is no text to look at');
  return texts.flatMap((element) => {
    const [front, back] = [light(getComputedStyle(element).color), light(groundOf(element))];
    const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    return ratio >= 4.5
      ? []
      : [`${element.tagName}.${element.className} "${element.textContent.slice(0, 20)}": ${ratio}`];
  });
}

export function ground() {
  return getComputedStyle(document.body).backgroundColor;
}

/** How much wider the page is than the screen. */
export function overhang() {
  return document.documentElement.scrollWidth - window.innerWidth;
}
