/**
 * The proofs of all programs of `npm run bench:dual`: accepted, also when they were written to a text and read back; and
 * rejected without one of their configurations. (Others could cover together what it has covered; in these none do.)
 */

import { describe, expect, it } from 'vitest';
import { PAPER_PROGRAMS, questionsAbout, sourceOf, instanceOf as threadsOf } from '../../../bench/dual/rows.js';
import { anySource } from '../../../src/engines/automata/any-source.js';
import { anySystem } from '../../../src/engines/automata/any-system.js';
import { concurrentSystem } from '../../../src/engines/automata/program-system.js';
import type { ConcurrentSystem } from '../../../src/engines/automata/system.js';
import { AnyDualTsoEngine } from '../../../src/engines/dual-tso/any-engine.js';
import type { DualCertificate } from '../../../src/engines/dual-tso/certificate.js';
import { DualTsoEngine } from '../../../src/engines/dual-tso/engine.js';
import { DUAL_TSO } from '../../../src/engines/dual-tso/taker.js';
import { readCertificate, writeCertificate } from '../../../src/evidence/minor-set/file.js';
import { checkCertificate } from '../../../src/evidence/minor-set/judge.js';
import { legendOf } from '../../../src/evidence/minor-set/legend.js';
import type { Program } from '../../../src/models/program/model.js';
import { Random } from '../../random/random.js';
import { SCOPE } from '../../support/scope.js';
import { isAll, quick, sized } from '../../support/size.js';

const LARGE = ['Lamport_fast'];
/** Of small proofs every configuration is taken out, of others some. */
const SMALL = sized(40, 120);
const SOME = sized(3, 8, 40);

const LIMITS = { maxConfigurations: 10_000_000, maxMegabytes: 1024 };
/** These are half of the time. */
const SLOW = ['Lamport_fast, without fences', 'Burns, without fences', 'Burns'];
const QUESTIONS = quick(
  PAPER_PROGRAMS.flatMap(questionsAbout).filter(({ program }) => isAll || !LARGE.includes(program)),
  ({ program }) => SLOW.includes(program),
);

interface Asked {
  readonly certificate: DualCertificate | null;
  /** Made once more. */
  readonly program: Program;
  readonly system: ConcurrentSystem;
}

function ask({ paper, text, program: name }: (typeof QUESTIONS)[number]): Asked {
  const source = sourceOf({ paper, text, program: name });
  if (paper.processes !== 'any') {
    const program = threadsOf(source, null);
    const system = concurrentSystem(program, DUAL_TSO);
    if ('refused' in system) throw new Error(system.refused);
    return { certificate: finish(new DualTsoEngine({ program, limits: LIMITS }).run()), program, system };
  }
  const threads = anySource(source, DUAL_TSO);
  if ('refused' in threads) throw new Error(threads.refused);
  const sample = anySystem(threads, DUAL_TSO);
  if ('refused' in sample) throw new Error(sample.refused);
  return { certificate: finish(new AnyDualTsoEngine({ source: threads, limits: LIMITS }).run()), ...sample };
}

function finish(work: ReturnType<DualTsoEngine['run'] | AnyDualTsoEngine['run']>): DualCertificate | null {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value.verdict === 'holds' ? step.value.certificate : null;
}

describe('the proofs of the programs of bench/dual', () => {
  let proofs = 0;

  it.each(QUESTIONS.map((question) => [question.program, question.paper.processes, question] as const))(
    '%s, %s threads',
    (_, __, question) => {
      const { certificate, program, system } = ask(question);
      if (certificate === null) return;
      proofs++;
      const read = readCertificate([...writeCertificate(SCOPE, certificate, legendOf(program, system))].join(''));
      if ('fault' in read) throw new Error(read.fault);
      expect(read.certificate).toEqual(certificate);
      expect(checkCertificate(system, read.certificate)).toEqual({ ok: true });

      const { configurations } = certificate;
      const random = new Random(configurations.length);
      const places =
        configurations.length <= SMALL
          ? [...configurations.keys()]
          : Array.from({ length: SOME }, () => random.between(0, configurations.length - 1));
      for (const place of places) {
        const without = { ...certificate, configurations: configurations.toSpliced(place, 1) };
        expect(checkCertificate(system, without).ok, `without ${place}`).toBe(false);
      }
    },
    600_000,
  );

  it('are these many', () => {
    expect(proofs).toBe(sized(26, 27, 28));
  });
});
