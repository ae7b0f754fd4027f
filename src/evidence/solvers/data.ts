/**
 * The data of a proof in the SMT-LIB text that is made from it: the certificate in JSON, as comments at the head, each line
 * after `;! `. Solvers do not see it; a judge makes all obligations again from it and from the model (`check/judge.ts`), and
 * holds the text against these (`compare.ts`).
 */
import type { Certificate } from './certificate.js';

export const DATA = ';! ';

/** `about`: what the proof is about, in words. */
export function withData(certificate: Certificate, about: string, data: () => Iterable<string>): Certificate {
  const header = [
    ...certificate.header,
    `Scope: ${about}.`,
    'The proof as data, from which the rest can be made again:',
  ];
  return { ...certificate, header, chunks: () => chunks({ ...certificate, header }, data) };
}

function* chunks({ header, preamble, groups }: Certificate, data: () => Iterable<string>): Generator<string> {
  yield header.map((line) => `; ${line.replaceAll(/\s+/g, ' ')}\n`).join('');
  yield* commented(data());
  yield preamble;
  for (const each of groups) {
    yield '(push 1)\n';
    yield* each.shared();
    for (const { script } of each.scripts()) yield script;
    yield '(pop 1)\n';
  }
  yield '(exit)\n';
}

function* commented(pieces: Iterable<string>): Generator<string> {
  let rest = '';
  for (const piece of pieces) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield `${DATA}${line}\n`;
  }
  if (rest !== '') yield `${DATA}${rest}\n`;
}
