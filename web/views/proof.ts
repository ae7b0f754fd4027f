/** What proves an answer, in the words of the model; the certificate to take away, and a judge in this tab. */
import { nodeOf } from '../../src/report/browser/dom.js';
import type { JsonPage } from '../../src/report/page/data.js';
import { proofSection } from '../../src/report/page/sections.js';
import type { Asking } from '../asking.js';
import { announce, el, marked, put } from '../dom.js';
import { Stopped } from '../engines.js';
import { download } from '../files.js';
import type { CertifyAnswer, Judgement, Refused, Subject } from '../protocol.js';
import { diagnosticsView } from './diagnostics.js';
import type { Surroundings } from './surroundings.js';

export function proofView(asking: Asking, page: JsonPage, around: Surroundings): HTMLElement {
  const subject = asking.subject(page.answer.memory);
  const shown = proofSection(page);
  const said = el('div', { class: 'certificate', 'aria-live': 'polite' });
  const make = el(
    'button',
    { type: 'button', class: 'certify', onclick: () => void new Certifying(subject, said, around).make() },
    'Make a certificate',
  );
  return el(
    'section',
    { class: 'proof-box' },
    shown === null ? el('h2', {}, 'The proof') : nodeOf(shown),
    shown === null &&
      el(
        'p',
        {},
        'All states were searched. A second search, by code that shares nothing with the first, can look at them again.',
      ),
    el('p', { class: 'answer-acts' }, make),
    said,
  );
}

class Certifying {
  constructor(
    private readonly subject: Subject,
    private readonly box: HTMLElement,
    private readonly around: Surroundings,
  ) {}

  async make(): Promise<void> {
    const answer = await this.run('Proving it again, for others to check', () =>
      this.around.engines.run('certify', { subject: this.subject }),
    );
    if (answer !== null) this.made(answer);
  }

  private made(answer: CertifyAnswer): void {
    if (!answer.ok) {
      this.refused(answer);
      return;
    }
    const { file, judgement, note, verdict } = answer;
    if (file === null) {
      put(
        this.box,
        judgement !== null
          ? this.line(judgement)
          : el(
              'p',
              { class: 'quiet-text' },
              ...marked(`No certificate (${verdict}): ${note ?? 'nothing was proved'}.`),
            ),
      );
      return;
    }
    const said = el('div');
    const needsZ3 = file.name.endsWith('.smt2');
    put(
      this.box,
      el('p', {}, el('code', {}, file.name), `: ${file.size}, ${Math.ceil(file.text.length / 1000)} kB.`),
      el(
        'p',
        { class: 'answer-acts' },
        el('button', { type: 'button', onclick: () => download(file.name, file.text, 'text/plain') }, 'Download'),
        el(
          'button',
          { type: 'button', class: 'judge', onclick: () => void this.judge(file.text, said) },
          needsZ3 ? 'Have Z3 judge it here' : 'Have it judged here',
        ),
      ),
      needsZ3 && this.isolation(),
      said,
    );
    announce(`The certificate ${file.name} is made`);
  }

  /** Why Z3 may not run here; null where it may. */
  private isolation(): HTMLElement | null {
    if (window.crossOriginIsolated)
      return el('p', { class: 'quiet-text' }, 'Z3 is 35 MB of WebAssembly, loaded for this alone.');
    const reason =
      'Z3 uses threads that share memory. Browsers allow that only to pages whose host sends the headers ' +
      'Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy; this one does not.';
    const ready = navigator.serviceWorker?.controller !== null && navigator.serviceWorker !== undefined;
    return el(
      'div',
      { class: 'remark doubt' },
      el('p', {}, reason),
      ready
        ? el(
            'p',
            {},
            'This page can add them itself: ',
            el('button', { type: 'button', onclick: () => location.reload() }, 'reload once'),
            '.',
          )
        : el(
            'p',
            {},
            ...marked(
              '`fencepost serve` sends them. `fencepost certify FILE --certificate FILE` judges it without a browser.',
            ),
          ),
    );
  }

  private async judge(certificate: string, box: HTMLElement): Promise<void> {
    const answer = await this.run(
      'Judging',
      () => this.around.engines.run('judge', { subject: this.subject, certificate }),
      box,
    );
    if (answer === null) return;
    if (!answer.ok) this.refused(answer, box);
    else {
      put(box, this.line(answer.judgement));
      announce(`${answer.judgement.by}: ${answer.judgement.line}`);
    }
  }

  private line({ accepted, by, line }: Judgement): HTMLElement {
    return el('p', { class: `judgement ${accepted ? 'accepted' : 'refused'}` }, el('b', {}, by), `: ${line}`);
  }

  private refused({ diagnostics }: Refused, box = this.box): void {
    put(
      box,
      diagnosticsView(diagnostics, (line, column) => this.around.goToLine(line, column)),
    );
  }

  private async run<T>(
    what: string,
    start: () => { readonly answer: Promise<T>; stop(): void },
    box = this.box,
  ): Promise<T | null> {
    put(box, el('p', { class: 'quiet-text' }, `${what}…`));
    const running = start();
    this.around.busy(() => running.stop());
    try {
      return await running.answer;
    } catch (error) {
      const message = error instanceof Stopped ? 'Stopped.' : error instanceof Error ? error.message : `${error}`;
      put(box, el('p', { class: 'judgement refused' }, message));
      return null;
    } finally {
      this.around.busy(null);
    }
  }
}
