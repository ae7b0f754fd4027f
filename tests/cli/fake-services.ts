/**
 * Stands in for the engines, so that the command line is tested with answers that are chosen and at once. The first
 * word of a model decides: `holds`, `violated`, `weak` (violated under TSO), `unknown`, `assumes`, `warns`, `bad`,
 * `crash`, `hang` until stopped, or `stubborn`, which does not even stop then.
 */

import { answerQuestion, type Put } from '../../src/batch/answer.js';
import type { CertifyResult } from '../../src/check/certify.js';
import type { CheckOptions, CheckResult } from '../../src/check/check.js';
import type { CertificateText, JudgeResult } from '../../src/check/judge.js';
import { litmus } from '../../src/check/litmus.js';
import { reduce } from '../../src/check/reduce.js';
import { replayRun } from '../../src/check/replay/index.js';
import { type Services, SPELLING } from '../../src/cli/services.js';
import { outside } from '../../src/engines/remarks.js';
import type { Outcome } from '../../src/evidence/outcome.js';
import type { Certificate } from '../../src/evidence/solvers/certificate.js';
import type { CertificateCheck } from '../../src/evidence/solvers/check.js';
import type { Diagnostic } from '../../src/languages/shared/diagnostics.js';
import { renderDiagnostics } from '../../src/languages/shared/render.js';
import type { TransitionStep } from '../../src/memory/trace.js';
import { fix } from '../../src/repair/index.js';
import { SCOPE } from '../support/scope.js';

export const HOLDS: Outcome = {
  verdict: 'holds',
  memory: 'sc',
  processes: 'any',
  buffer: null,
  actors: 'processes',
  engine: 'parameterized',
  seconds: 0.0123,
  counts: { cubes: 15, solverCalls: 3 },
  trace: null,
  invariants: Array.from({ length: 10 }, (_, index) => `never (i) { X[i] = V${index} }`),
  assumptions: [],
  reasons: [],
  notes: [],
  warnings: null,
  run: null,
  stuckThreads: null,
};

/** A step that does nothing but what is said. */
function transition(
  name: string,
  processes: readonly number[],
  rest: Partial<Omit<TransitionStep, 'kind'>> = {},
): TransitionStep {
  const nothing = { actor: null, fence: false, changes: [], reads: [], buffered: [] };
  return { kind: 'transition', transition: name, arguments: processes, ...nothing, ...rest };
}

export const VIOLATED: Outcome = {
  ...HOLDS,
  verdict: 'violated',
  invariants: [],
  trace: {
    memory: 'sc',
    processes: 2,
    initial: [
      { cell: 'Taken', value: 'False' },
      { cell: 'At[#1]', value: 'Outside' },
      { cell: 'At[#2]', value: 'Outside' },
    ],
    steps: [
      transition('enter', [1], { changes: [{ cell: 'At[#1]', before: 'Outside', after: 'Inside' }] }),
      transition('wait', []),
      transition('help', [2, 1], {
        changes: [
          { cell: 'At[#2]', before: 'Outside', after: 'Inside' },
          { cell: 'Taken', before: 'False', after: 'True' },
        ],
      }),
    ],
    violated: { property: 'unsafe', arguments: [1, 2], condition: 'At[#1] = Inside && At[#2] = Inside', reads: [] },
    graph: null,
  },
};

/**
 * Two processes that raise a flag and look at the other's: both see it down, because the flags wait in buffers. The graph
 * has characters that XML must escape.
 */
export const WEAK: Outcome = {
  ...HOLDS,
  verdict: 'violated',
  memory: 'tso',
  invariants: [],
  trace: {
    memory: 'tso',
    processes: 2,
    initial: [
      { cell: 'Flag[#1]', value: 'False' },
      { cell: 'Flag[#2]', value: 'False' },
    ],
    steps: [
      transition('raise', [1], {
        actor: 1,
        changes: [{ cell: 'At[#1]', before: 'Outside', after: 'Waiting' }],
        buffered: [{ cell: 'Flag[#1]', value: 'True' }],
      }),
      transition('raise', [2], {
        actor: 2,
        changes: [{ cell: 'At[#2]', before: 'Outside', after: 'Waiting' }],
        buffered: [{ cell: 'Flag[#2]', value: 'True' }],
      }),
      transition('look', [2, 1], {
        actor: 2,
        changes: [{ cell: 'At[#2]', before: 'Waiting', after: 'Inside' }],
        reads: [
          { reader: 2, cell: 'Flag[#1]', value: 'False', from: 'memory', write: null },
          { reader: 2, cell: 'Flag[#2]', value: 'True', from: 'buffer', write: 2 },
        ],
      }),
      {
        kind: 'drain',
        process: 1,
        write: 1,
        writes: [{ cell: 'Flag[#1]', value: 'True' }],
        changes: [{ cell: 'Flag[#1]', before: 'False', after: 'True' }],
      },
      transition('look', [1, 2], {
        actor: 1,
        fence: true,
        changes: [{ cell: 'At[#1]', before: 'Waiting', after: 'Inside' }],
        reads: [{ reader: 1, cell: 'Flag[#2]', value: 'False', from: 'memory', write: null }],
      }),
    ],
    violated: {
      property: 'unsafe',
      arguments: [1, 2],
      condition: 'At[#1] = Inside && At[#2] = Inside && #2@Flag[#1] = True',
      reads: [{ reader: 2, cell: 'Flag[#1]', value: 'True', from: 'memory', write: 1 }],
    },
    graph: {
      title: 'an execution under TSO that ends in "unsafe" & not <safe>',
      threads: ['process #1', 'process #2'],
      events: [
        { id: 0, thread: null, kind: 'write', accesses: [{ location: 'Flag[#1]', value: 'False' }], origin: '' },
        { id: 1, thread: null, kind: 'write', accesses: [{ location: 'Flag[#2]', value: 'False' }], origin: '' },
        { id: 2, thread: 0, kind: 'write', accesses: [{ location: 'Flag[#1]', value: 'True' }], origin: 'raise(#1)' },
        { id: 3, thread: 0, kind: 'fence', accesses: [], origin: 'look(#1, #2)' },
        {
          id: 4,
          thread: 0,
          kind: 'read',
          accesses: [{ location: 'Flag[#2]', value: 'False' }],
          origin: 'look(#1, #2)',
        },
        { id: 5, thread: 1, kind: 'write', accesses: [{ location: 'Flag[#2]', value: 'True' }], origin: 'raise(#2)' },
        {
          id: 6,
          thread: 1,
          kind: 'read',
          accesses: [
            { location: 'Flag[#1]', value: 'False' },
            { location: 'Flag[#2]', value: 'True' },
          ],
          origin: 'look(#2, #1)',
        },
        { id: 7, thread: 1, kind: 'read', accesses: [{ location: 'Flag[#1]', value: 'True' }], origin: 'unsafe' },
      ],
      edges: [
        { from: 2, to: 3, relation: 'po' },
        { from: 3, to: 4, relation: 'po' },
        { from: 5, to: 6, relation: 'po' },
        { from: 6, to: 7, relation: 'po' },
        { from: 0, to: 6, relation: 'rf' },
        { from: 1, to: 4, relation: 'rf' },
        { from: 5, to: 6, relation: 'rf' },
        { from: 2, to: 7, relation: 'rf' },
        { from: 0, to: 2, relation: 'co' },
        { from: 1, to: 5, relation: 'co' },
        { from: 4, to: 5, relation: 'fr' },
        { from: 6, to: 2, relation: 'fr' },
      ],
      cycle: null,
    },
  },
};

export const UNKNOWN: Outcome = {
  ...HOLDS,
  verdict: 'unknown',
  invariants: [],
  reasons: [{ code: 'limit', limit: 'cubes', value: 10, covered: null }],
};

function diagnostic(file: string, severity: Diagnostic['severity'], message: string): Diagnostic {
  return { severity, code: 'syntax', file, line: 1, column: 5, length: 3, message };
}

function hang(options: CheckOptions): Promise<CheckResult> {
  const outcome: Outcome = { ...UNKNOWN, reasons: [{ code: 'interrupted', covered: null }] };
  const interrupted: CheckResult = { ok: true, outcome, warnings: [] };
  if (options.signal?.aborted === true) return Promise.resolve(interrupted);
  return new Promise((resolve) => {
    let cubes = 0;
    const tick = setInterval(() => {
      cubes += 100;
      options.onProgress?.({ phase: 'backward', cubes, depth: 4, queue: 20, states: 0, restarts: 0 });
    }, 20);
    options.signal?.addEventListener('abort', () => {
      clearInterval(tick);
      resolve(interrupted);
    });
  });
}

async function check(text: string, options: CheckOptions): Promise<CheckResult> {
  const file = options.file ?? 'model.cub';
  options.onProgress?.({ phase: 'backward', cubes: 1, depth: 2, queue: 3, states: 4, restarts: 5 });
  const answer = (outcome: Outcome): CheckResult => ({ ok: true, outcome, warnings: [] });
  switch (text.trim().split(/\s+/)[0]) {
    case 'holds':
      return answer(HOLDS);
    case 'violated':
      return answer(VIOLATED);
    case 'weak':
      return answer(WEAK);
    case 'unknown':
      return answer(UNKNOWN);
    case 'assumes':
      return answer({ ...HOLDS, assumptions: ['invariant (i) { X[i] = A }'] });
    case 'warns':
      return { ok: true, outcome: HOLDS, warnings: [diagnostic(file, 'warning', 'this never happens')] };
    case 'echo': {
      const { signal: _signal, onProgress: _onProgress, ...plain } = options;
      return answer({ ...HOLDS, notes: [{ code: 'incomplete', reasons: [outside(JSON.stringify(plain))] }] });
    }
    case 'hang':
      return hang(options);
    case 'stubborn':
      return new Promise(() => setInterval(() => {}, 1000));
    case 'crash':
      throw new Error('the replay disagrees\nand more lines');
    default:
      return { ok: false, diagnostics: [diagnostic(file, 'error', 'this is no declaration')] };
  }
}

/**
 * As `check`; `refused` and `undecided` hold, and their titles tell `checkCertificate` what to say; so do `minor`, `spoilt` and
 * `slow`, with a minor set of which `judge` says something, and `families` with a ranking.
 */
async function certify(text: string, options: CheckOptions): Promise<CertifyResult> {
  const word = text.trim();
  const result = await check(
    /^(refused|undecided|proofless|minor|spoilt|slow|families)$/.test(word) ? 'holds' : word,
    options,
  );
  if (!result.ok) return result;
  if (/^(minor|spoilt|slow)$/.test(word)) {
    const chunks = () => ['{"schema": ', '1}\n'];
    return { ...result, scope: SCOPE, certificate: { kind: 'minor set', configurations: 2, chunks } };
  }
  if (word === 'families') {
    const chunks = () => ['{"schema": 1}\n'];
    return {
      ...result,
      scope: SCOPE,
      certificate: { kind: 'ranking', configurations: 2, counted: 'families', chunks },
    };
  }
  if (result.outcome.verdict !== 'holds' || word === 'proofless') {
    return { ...result, scope: null, certificate: { kind: 'none', why: { code: 'not proved' } } };
  }
  const obligations: Certificate = {
    header: [word],
    obligations: 3,
    omitted: 0,
    assumptions: [],
    preamble: '',
    groups: [],
    chunks: () => ['(check-sat)\n', '(exit)\n'],
  };
  return { ...result, scope: SCOPE, certificate: { kind: 'obligations', obligations, data: () => ['{}\n'] } };
}

async function checkCertificate({ header, obligations }: Certificate): Promise<CertificateCheck[]> {
  const accepted: CertificateCheck = {
    accepted: true,
    refuted: false,
    solver: 'z3',
    obligations,
    proved: 3,
    failed: [],
    seconds: 0.5,
  };
  if (header[0] !== 'refused' && header[0] !== 'undecided') return [accepted];
  const answer = header[0] === 'refused' ? 'sat' : 'unknown';
  return [
    {
      ...accepted,
      accepted: false,
      refuted: answer === 'sat',
      proved: 2,
      failed: [{ label: 'enter into cube 2', answer }],
    },
  ];
}

async function judge(text: string, pieces: CertificateText, options: CheckOptions): Promise<JudgeResult> {
  const families = text.startsWith('families');
  const looked = {
    configurations: 2,
    ...(families ? { counted: 'families' as const } : {}),
    steps: 7,
    checker: families ? 'rankings' : 'minor sets',
    seconds: 0.25,
  } as const;
  const scopes = { asked: SCOPE, scope: options.memory === 'sc' ? SCOPE : null, checks: [] };
  let certificate = '';
  for await (const piece of typeof pieces === 'string' ? [pieces] : pieces) certificate += piece;
  const told = (verdict: 'accepted' | 'refused' | 'unknown', reason: string | null): JudgeResult => {
    return { ok: true, judgement: { verdict, reason, ...looked }, ...scopes, checks: [], warnings: [] };
  };
  if (text.startsWith('bad')) {
    return { ok: false, diagnostics: [diagnostic(options.file ?? 'a.fp', 'error', 'this is no declaration')] };
  }
  if (text.startsWith('slow')) {
    const stopped = { code: 'limit', limit: 'time', value: 1, covered: null } as const;
    return {
      ok: true,
      judgement: {
        verdict: 'unknown',
        reason: null,
        stopped,
        configurations: 0,
        steps: 0,
        checker: 'minor sets',
        seconds: 0.25,
      },
      ...scopes,
      warnings: [],
    };
  }
  const good = certificate === '{"schema": 1}\n' && !text.startsWith('spoilt');
  return good ? told('accepted', null) : told('refused', 'a target is not covered');
}

export const FAKE_SERVICES: Services = {
  check,
  scope: async () => SCOPE,
  compare: async (text, options) => {
    const outcomes: Outcome[] = [];
    for (const memory of ['sc', 'tso', 'pso'] as const) {
      const result = await check(text, { ...options, memory });
      if (!result.ok) return result;
      outcomes.push({ ...result.outcome, memory });
    }
    const [sc, tso] = outcomes;
    const apart = sc?.verdict === 'holds' && tso?.verdict === 'violated';
    const comparison = { outcomes, apart: apart ? ({ stronger: 'sc', weaker: 'tso' } as const) : null };
    return { ok: true, comparison, warnings: [] };
  },
  // Fast enough to be themselves.
  replay: replayRun,
  litmus,
  fix,
  reduce,
  certify,
  checkCertificate,
  judge,
  print: async (text, { file = '' }) =>
    text.startsWith('bad')
      ? { ok: false, diagnostics: [diagnostic(file, 'error', 'this is no declaration')] }
      : { ok: true, text: `printed ${text.trim()}` },
  questions: async () => ({
    ask: async (put: Put) => {
      try {
        return { kind: 'done' as const, result: await answerQuestion(put, FAKE_SERVICES), seconds: 0 };
      } catch (error) {
        return { kind: 'failed' as const, message: (error as Error).message, seconds: 0 };
      }
    },
    close: () => {},
  }),
  renderDiagnostics: async (diagnostics, text, option) =>
    renderDiagnostics(diagnostics, text, { spelling: { ...SPELLING, option } }),
};
