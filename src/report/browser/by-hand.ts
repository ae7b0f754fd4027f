/**
 * Stepping by hand, alive. The session is wherever the client says, so every action is a promise; they are done one after the
 * other, and an answer to a question that nobody asks any more is dropped.
 */
import type { ByHandClient, ByHandView } from '../by-hand.js';
import { byHandFrame, byHandStage, verdictHere } from '../view/by-hand.js';
import { nodeOf } from './dom.js';
import { moving } from './motion.js';

export type { ByHandClient, ByHandVerdict, ByHandView } from '../by-hand.js';

export interface ByHandHooks {
  /** Called for every state that is shown: the view, with the places of threads in it. */
  onView?(view: ByHandView): void;
  /** Where keys are listened to; in the view itself unless given. */
  readonly keys?: Document | HTMLElement;
}

export interface MountedByHand {
  destroy(): void;
}

export function mountByHand(root: HTMLElement, client: ByHandClient, hooks: ByHandHooks = {}): MountedByHand {
  const hand = new Hand(root.appendChild(nodeOf(byHandFrame())), client, hooks);
  return { destroy: () => hand.destroy() };
}

class Hand {
  private view: ByHandView | null = null;
  private run: string | null = null;
  private asked = 0;
  private queue: Promise<void> = Promise.resolve();
  private readonly quit = new AbortController();

  constructor(
    private readonly box: HTMLElement,
    private readonly client: ByHandClient,
    private readonly hooks: ByHandHooks,
  ) {
    const { signal } = this.quit;
    box.addEventListener('click', (event) => this.onClick(event), { signal });
    box.querySelector('form')?.addEventListener('submit', (event) => this.onLoad(event), { signal });
    const keys: EventTarget = hooks.keys ?? box;
    keys.addEventListener('keydown', (event) => this.onKey(event as KeyboardEvent), { signal });
    this.change(() => client.view());
  }

  destroy(): void {
    this.quit.abort();
    this.box.remove();
  }

  private part<E extends Element = HTMLElement>(selector: string): E {
    return this.box.querySelector(selector) as E;
  }

  /** One after the other: each action is about the state that the one before has left. */
  private change(act: () => Promise<ByHandView>): void {
    this.asked++;
    this.part('.verdict-here').replaceChildren();
    this.queue = this.queue
      .then(async () => this.show(await act()))
      .catch((error: unknown) => this.refuse(error instanceof Error ? error.message : `${error}`));
  }

  private show(view: ByHandView): void {
    if (this.quit.signal.aborted) return;
    this.view = view;
    const stage = this.part('.stage');
    const inside = stage.contains(document.activeElement);
    moving(stage, () => stage.replaceChildren(nodeOf(byHandStage(view))));
    const done = view.trace.length - 1;
    this.part('.timeline')?.style.setProperty('--now', `${done}`);
    this.part('.counter').replaceChildren(done === 0 ? 'Start' : done === 1 ? '1 step' : `${done} steps`);
    this.part<HTMLInputElement>('[name=run]').value = view.run;
    this.enable('undo', done > 0);
    this.enable('restart', done > 0);
    this.enable('redo', view.canRedo);
    this.refuse('');
    // The button that was pressed is gone: those who use keys stay where they are.
    if (inside) (this.box.querySelector<HTMLElement>('[data-choice]') ?? this.box).focus();
    this.hooks.onView?.(view);
  }

  private enable(action: string, possible: boolean): void {
    this.part(`[data-do=${action}]`).setAttribute('aria-disabled', `${!possible}`);
  }

  private refuse(message: string): void {
    this.part('.refused').replaceChildren(message);
  }

  private onClick(event: Event): void {
    const { target } = event;
    const button =
      target instanceof Element ? target.closest<HTMLElement>('[data-choice], [data-do], [data-step]') : null;
    if (button === null) return;
    const { choice, do: action, step } = button.dataset;
    if (choice !== undefined) this.change(() => this.client.take(Number(choice)));
    else if (action !== undefined) this.act(action);
    else this.change(() => this.client.goTo(Number(step)));
  }

  private act(action: string): void {
    switch (action) {
      case 'undo':
        return this.change(() => this.client.undo());
      case 'redo':
        return this.change(() => this.client.redo());
      case 'restart':
        return this.change(() => this.client.goTo(0));
      case 'ask':
        return this.ask();
      case 'follow':
        if (this.run !== null) this.load(this.run);
        return;
      case 'copy':
        void this.copy();
        return;
    }
  }

  private ask(): void {
    const number = ++this.asked;
    const place = this.part('.verdict-here');
    place.replaceChildren('Looking…');
    this.client.ask().then(
      (verdict) => {
        if (number !== this.asked) return;
        this.run = verdict.run;
        place.replaceChildren(nodeOf(verdictHere(verdict)));
      },
      (error: unknown) => {
        if (number === this.asked) place.replaceChildren(error instanceof Error ? error.message : `${error}`);
      },
    );
  }

  private load(run: string): void {
    this.change(async () => {
      const before = this.view;
      const loaded = await this.client.load(run);
      if (!('refused' in loaded)) return loaded;
      if (before === null) throw new Error(loaded.refused);
      // The state stays; what was pasted stays as well, to be mended.
      setTimeout(() => {
        this.part<HTMLInputElement>('[name=run]').value = run;
        this.refuse(loaded.refused);
      });
      return before;
    });
  }

  private onLoad(event: Event): void {
    event.preventDefault();
    this.load(this.part<HTMLInputElement>('[name=run]').value.trim());
  }

  private async copy(): Promise<void> {
    const field = this.part<HTMLInputElement>('[name=run]');
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Selected, it can be copied by hand.
    }
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    // What is not shown hears nothing.
    if (this.box.closest('[hidden]') !== null) return;
    const { target } = event;
    if (target instanceof Element && target.closest('textarea, select, input, [contenteditable]')) return;
    const action = { ArrowLeft: 'undo', ArrowRight: 'redo', Home: 'restart' }[event.key];
    const choice = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : null;
    if (action === undefined && (choice === null || choice >= (this.view?.choices.length ?? 0))) return;
    event.preventDefault();
    if (action !== undefined) this.act(action);
    else if (choice !== null) this.change(() => this.client.take(choice));
  }
}
