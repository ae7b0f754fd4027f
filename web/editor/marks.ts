/** What a run or a repair shows in the text: the lines where threads stand, the statement performed, and lines to come. */
import { type EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { threadClass } from '../../src/report/view/state.js';

/** Lines from 1. */
export interface LineMarks {
  readonly performed: { readonly first: number; readonly last: number; readonly thread: number } | null;
  readonly pins: readonly { readonly line: number; readonly name: string; readonly thread: number }[];
}

/** Lines that a repair puts in before a line of the text. */
export interface Inserted {
  readonly before: number;
  readonly text: string;
}

export const showMarks = StateEffect.define<LineMarks | null>();
export const showInserted = StateEffect.define<readonly Inserted[]>();

class Pin extends WidgetType {
  constructor(
    private readonly name: string,
    private readonly thread: number,
  ) {
    super();
  }

  override eq(other: Pin): boolean {
    return other.name === this.name && other.thread === this.thread;
  }

  toDOM(): HTMLElement {
    const pin = document.createElement('span');
    pin.className = `pin ${threadClass(this.thread)}`;
    pin.textContent = this.name;
    pin.title = `${this.name} is here`;
    return pin;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

class Coming extends WidgetType {
  constructor(private readonly text: string) {
    super();
  }

  override eq(other: Coming): boolean {
    return other.text === this.text;
  }

  toDOM(): HTMLElement {
    const line = document.createElement('div');
    line.className = 'coming-line';
    line.textContent = this.text;
    line.setAttribute('aria-label', `would be put in: ${this.text.trim()}`);
    return line;
  }
}

function decorate(state: EditorState, marks: LineMarks | null): DecorationSet {
  if (marks === null) return Decoration.none;
  const builder = new RangeSetBuilder<Decoration>();
  const { performed, pins } = marks;
  for (let number = 1; number <= state.doc.lines; number++) {
    const line = state.doc.line(number);
    if (performed !== null && performed.first <= number && number <= performed.last) {
      builder.add(
        line.from,
        line.from,
        Decoration.line({ class: `performed-line by-${threadClass(performed.thread)}` }),
      );
    }
    for (const { name, thread } of pins.filter((pin) => pin.line === number)) {
      builder.add(line.to, line.to, Decoration.widget({ widget: new Pin(name, thread), side: 1 }));
    }
  }
  return builder.finish();
}

const runMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    // A text that changes is no longer the one that ran.
    let marks = transaction.docChanged ? Decoration.none : shown;
    for (const effect of transaction.effects) {
      if (effect.is(showMarks)) marks = decorate(transaction.state, effect.value);
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const comingLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    let lines = transaction.docChanged ? Decoration.none : shown;
    for (const effect of transaction.effects) {
      if (!effect.is(showInserted)) continue;
      const { doc } = transaction.state;
      const widgets = effect.value.map(({ before, text }) => {
        const last = before > doc.lines;
        const place = last ? doc.length : doc.line(Math.max(before, 1)).from;
        return Decoration.widget({ widget: new Coming(text), block: true, side: last ? 1 : -1 }).range(place);
      });
      lines = Decoration.set(widgets, true);
    }
    return lines;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const marks = [runMarks, comingLines];
