/** Elements as nodes of a document. Text becomes text nodes, never markup. */
import type { Child, Element as Described } from '../view/element.js';

export function nodeOf(described: Described): HTMLElement {
  const element = document.createElement(described.tag);
  for (const [name, value] of Object.entries(described.attributes)) {
    if (value !== false && value !== null) element.setAttribute(name, value === true ? '' : `${value}`);
  }
  for (const child of described.children) append(element, child);
  return element;
}

function append(parent: HTMLElement, child: Child): void {
  if (child === null) return;
  if (typeof child === 'string') parent.append(child);
  else if ('svg' in child) parent.append(new DOMParser().parseFromString(child.svg, 'image/svg+xml').documentElement);
  else parent.append(nodeOf(child));
}

export function all(root: ParentNode, selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)];
}
