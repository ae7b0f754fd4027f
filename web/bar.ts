/** The question as controls: memory, threads, property, engine, and the rest behind a button. */
import { LIBRARY_OPTIONS } from '../src/check/options.js';
import { engineRow, NAMED_ENGINES, type NamedEngine } from '../src/engines/registry.js';
import { MEMORY_MODELS, type MemoryName } from '../src/memory/models.js';
import { el, put } from './dom.js';
import type { Asked, Facts } from './protocol.js';
import { type Question, USUAL_LIMITS } from './question.js';
import { LABELS, MORE, MORE_LABELS, type NumberOption } from './spelling.js';

const NUMBERS = Object.keys(MORE_LABELS) as NumberOption[];

export interface BarHooks {
  changed(): void;
  check(): void;
  stop(): void;
  repair(): void;
}

const AS_WRITTEN = 'as written';
const ALL_STATES = '';
const OWN_FORMULA = '\u0000formula';
const MOST_THREADS = 24;

const USUAL_NUMBERS: Readonly<Record<NumberOption, string>> = {
  buffer: 'any length',
  bufferPerLocation: 'no bound',
  timeout: `${USUAL_LIMITS.timeout}`,
  maxMemory: `${USUAL_LIMITS.maxMemory}`,
  maxStates: 'no limit',
  maxCubes: `${LIBRARY_OPTIONS.maxCubes.default}`,
  maxDepth: `${LIBRARY_OPTIONS.maxDepth.default}`,
  maxProcesses: `${LIBRARY_OPTIONS.maxProcesses.default}`,
  maxPredicates: `${LIBRARY_OPTIONS.maxPredicates.default}`,
};

export class Bar {
  private readonly memory: HTMLInputElement[];
  private readonly threads = el('select', { id: 'threads' });
  private readonly property = el('select', { id: 'property' });
  private readonly engine = el('select', { id: 'engine' });
  private readonly formula = el('input', { id: 'formula', type: 'text', spellcheck: 'false', autocomplete: 'off' });
  private readonly names = el('input', { id: 'names', type: 'text', spellcheck: 'false', autocomplete: 'off' });
  private readonly fairThreads = el('input', { id: 'fair-threads', type: 'checkbox' });
  private readonly unfairBuffers = el('input', { id: 'unfair-buffers', type: 'checkbox' });
  private readonly numbers: Readonly<Record<NumberOption, HTMLInputElement>>;
  private readonly more = el('div', { id: 'more', class: 'more', role: 'group', 'aria-label': 'More of the question' });
  private readonly moreButton: HTMLButtonElement;
  private readonly checkButton: HTMLButtonElement;
  private readonly stopButton: HTMLButtonElement;
  /** What was asked for that has no control. */
  private others: Asked = {};

  constructor(
    form: HTMLFormElement,
    private readonly hooks: BarHooks,
  ) {
    this.memory = ['all', ...MEMORY_MODELS.map(({ name }) => name)].map((value) =>
      el('input', { type: 'radio', name: 'memory', value, id: `memory-${value}` }),
    );
    const fields = NUMBERS.map((name) => [name, numberField(name)] as const);
    this.numbers = Object.fromEntries(fields) as Record<NumberOption, HTMLInputElement>;
    this.moreButton = el(
      'button',
      {
        type: 'button',
        id: 'more-button',
        'aria-expanded': 'false',
        'aria-controls': 'more',
        onclick: () => this.toggle(),
      },
      MORE,
    );
    this.checkButton = el('button', { type: 'submit', id: 'check', class: 'primary', title: 'Ctrl+Enter' }, 'Check');
    this.stopButton = el(
      'button',
      { type: 'button', id: 'stop', class: 'danger', hidden: true, title: 'Escape', onclick: () => hooks.stop() },
      'Stop',
    );
    this.more.hidden = true;
    this.build(form);
  }

  question(): Question {
    const chosen = this.memory.find(({ checked }) => checked)?.value ?? 'all';
    const memory = chosen as MemoryName | 'all';
    const threads = this.threads.value;
    const property = this.property.value;
    const given = (name: NumberOption): Asked => {
      const { value } = this.numbers[name];
      return value === '' ? {} : { [name]: Number(value) };
    };
    const asked: Asked = {
      ...this.others,
      ...(threads === AS_WRITTEN ? {} : { processes: threads === 'any' ? 'any' : Number(threads) }),
      ...(property === OWN_FORMULA
        ? { ltl: this.formula.value, ...propositionsIn(this.names.value) }
        : property === ALL_STATES
          ? {}
          : { property }),
      ...(this.engine.value === '' ? {} : { engine: this.engine.value as NamedEngine }),
      ...(this.fairThreads.checked ? { fairThreads: true } : {}),
      ...(this.unfairBuffers.checked ? { fairBuffers: false } : {}),
      ...Object.assign({}, ...NUMBERS.map(given)),
    };
    return { memory, asked };
  }

  show({ memory, asked }: Question): void {
    const { processes, property, ltl, propositions, engine, fairThreads, fairBuffers, ...rest } = asked;
    const isNumber = (name: string): boolean => Object.hasOwn(MORE_LABELS, name);
    this.others = Object.fromEntries(Object.entries(rest).filter(([name]) => !isNumber(name)));
    for (const input of this.memory) input.checked = input.value === memory;
    this.threads.value = processes === undefined ? AS_WRITTEN : `${processes}`;
    choose(this.property, ltl === undefined ? (property ?? ALL_STATES) : OWN_FORMULA);
    this.formula.value = ltl ?? '';
    this.names.value = Object.entries(propositions ?? {})
      .map(([name, condition]) => `${name}=${condition}`)
      .join('; ');
    this.engine.value = engine ?? '';
    this.fairThreads.checked = fairThreads === true;
    this.unfairBuffers.checked = fairBuffers === false;
    for (const name of NUMBERS) this.numbers[name].value = typeof rest[name] === 'number' ? `${rest[name]}` : '';
    this.arrange();
  }

  /** What the text offers. */
  offer({ properties, temporal, language }: Facts): void {
    const { value } = this.property;
    const group = (label: string, names: readonly string[]): HTMLElement | null =>
      names.length === 0
        ? null
        : el('optgroup', { label }, ...names.map((name) => el('option', { value: name }, name)));
    const withFormulas = language === 'program' || language === 'dve';
    put(
      this.property,
      el('option', { value: ALL_STATES }, language === 'dve' ? 'as written' : 'all but temporal'),
      group('of states', properties),
      group('of infinite runs', temporal),
      withFormulas && el('option', { value: OWN_FORMULA }, 'a formula…'),
    );
    choose(this.property, value);
    const litmus = language === 'litmus';
    for (const control of [this.threads, this.property, this.engine]) control.disabled = litmus;
    this.arrange();
  }

  running(isRunning: boolean): void {
    this.stopButton.hidden = !isRunning;
    this.checkButton.hidden = isRunning;
    if (isRunning && document.activeElement === document.body) this.stopButton.focus();
  }

  private toggle(): void {
    this.more.hidden = !this.more.hidden;
    this.moreButton.setAttribute('aria-expanded', `${!this.more.hidden}`);
  }

  /** The formula has a line of its own where it is asked for; what is set out of sight is told. */
  private arrange(): void {
    const own = this.property.value === OWN_FORMULA;
    for (const field of this.more.querySelectorAll<HTMLElement>('.of-formula')) field.hidden = !own;
    if (own && this.more.hidden) this.toggle();
    const set = [this.fairThreads, this.unfairBuffers].filter(({ checked }) => checked).length;
    const given = Object.values(this.numbers).filter(({ value }) => value !== '').length;
    const count = set + given + Object.keys(this.others).length;
    this.moreButton.textContent = count === 0 ? MORE : `${MORE} (${count})`;
  }

  private build(form: HTMLFormElement): void {
    put(
      this.threads,
      el('option', { value: AS_WRITTEN }, AS_WRITTEN),
      el('option', { value: 'any' }, 'any number'),
      ...Array.from({ length: MOST_THREADS }, (_, index) => el('option', { value: index + 1 }, `${index + 1}`)),
    );
    put(this.property, el('option', { value: ALL_STATES }, 'all but temporal'));
    put(
      this.engine,
      el('option', { value: '' }, 'automatic'),
      ...NAMED_ENGINES.map((name) => el('option', { value: name, title: engineRow(name).summary }, name)),
    );
    const field = (label: string, control: HTMLElement, name = ''): HTMLElement =>
      el('span', { class: `field ${name}` }, el('label', { for: control.id }, label), control);
    const titles: Readonly<Record<string, string>> = Object.fromEntries(
      MEMORY_MODELS.map(({ name, title }) => [name, title]),
    );
    const memory = el(
      'fieldset',
      { class: 'memories' },
      el('legend', {}, LABELS.memory),
      ...this.memory.flatMap((input) => [
        input,
        el(
          'label',
          { for: input.id, title: titles[input.value] ?? 'SC, TSO and PSO side by side' },
          input.value === 'all' ? 'All' : input.value.toUpperCase(),
        ),
      ]),
    );
    put(
      this.more,
      field('Formula', this.formula, 'of-formula wide'),
      field('with names', this.names, 'of-formula wide'),
      el('span', { class: 'field check' }, this.fairThreads, el('label', { for: 'fair-threads' }, 'fair threads')),
      el(
        'span',
        { class: 'field check' },
        this.unfairBuffers,
        el('label', { for: 'unfair-buffers' }, 'writes may stay in buffers for ever'),
      ),
      ...NUMBERS.map((name) => field(MORE_LABELS[name], this.numbers[name])),
    );
    const repair = el('button', { type: 'button', id: 'repair', onclick: () => this.hooks.repair() }, 'Repair');
    put(
      form,
      memory,
      field(LABELS.processes, this.threads),
      field(LABELS.property, this.property),
      field(LABELS.engine, this.engine),
      this.moreButton,
      el('span', { class: 'bar-acts' }, repair, this.checkButton, this.stopButton),
      this.more,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.hooks.check();
    });
    form.addEventListener('input', () => {
      this.arrange();
      this.hooks.changed();
    });
  }
}

/** Numbers that a field allows are those of the table of options. */
function numberField(name: NumberOption): HTMLInputElement {
  const { minimum, maximum } = LIBRARY_OPTIONS[name];
  const step = name === 'timeout' ? 'any' : 1;
  const placeholder = USUAL_NUMBERS[name];
  return el('input', { id: `limit-${name}`, type: 'number', min: minimum, max: maximum, step, placeholder });
}

/** Also where the text does not offer it: then the engines say what is wrong. */
function choose(select: HTMLSelectElement, value: string): void {
  if (![...select.options].some((option) => option.value === value)) select.append(el('option', { value }, value));
  select.value = value;
}

function propositionsIn(text: string): Asked {
  const pairs = text.split(';').flatMap((part): [string, string][] => {
    const at = part.indexOf('=');
    return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]];
  });
  return pairs.length === 0 ? {} : { propositions: Object.fromEntries(pairs) };
}
