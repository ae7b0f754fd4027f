/** Elements with attributes, listeners and children. Text becomes text nodes, never markup. */
type Listeners = { readonly [E in keyof HTMLElementEventMap as `on${E}`]?: (event: HTMLElementEventMap[E]) => void };
type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;
type Properties = Listeners | Attributes;

export type Child = Node | string | null | undefined | false;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, `${value}`);
  }
  put(element, ...children);
  return element;
}

/** In the place of what was there. */
export function put(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
}

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element as T;
}

/** Text with `code` in it. */
export function marked(text: string): Node[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? document.createTextNode(part) : el('code', {}, part)));
}

/** The last message for whoever does not see the page change. */
export function announce(message: string): void {
  byId('announcer').textContent = message;
}
