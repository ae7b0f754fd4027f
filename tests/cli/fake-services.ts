/**
 * Stands in for the engines, so that the command line is tested with answers that are chosen and at once. The first
 * word of a model decides: `holds`, `violated`, `unknown`, `assumes`, `warns`, `bad`, `crash`, `hang` until stopped, or `stubborn`, which
 * does not even stop then.
 */
import type { CheckOptions, CheckResult } from '../../src/check.js';
import type { ProveResult, Services } from '../../src/cli/services.js';
import type { Certificate } from '../../src/evidence/certificate.js';
import type { CertificateCheck } from '../../src/evidence/certificate-check.js';
import type { Outcome } from '../../src/evidence/outcome.js';
import type { Diagnostic } from '../../src/languages/shared/diagnostics.js';
import { renderDiagnostics } from '../../src/languages/shared/render.js';

export const HOLDS: Outcome = {
  verdict: 'holds',
  memory: 'sc',
  processes: 'any',
  engine: 'parameterized',
  seconds: 0.0123,
  counts: { cubes: 15, solverCalls: 3 },
  trace: null,
  invariants: Array.from({ length: 10 }, (_, index) => `invariant (i) { X[i] = V${index} }`),
  assumptions: [],
  reason: null,
};

export const VIOLATED: Outcome = {
  ...HOLDS,
  verdict: 'violated',
  invariants: [],
  trace: {
    processes: 2,
    initial: [
      { cell: 'Taken', value: 'False' },
      { cell: 'At[#1]', value: 'Outside' },
      { cell: 'At[#2]', value: 'Outside' },
    ],
    steps: [
      { transition: 'enter', arguments: [1], changes: [{ cell: 'At[#1]', before: 'Outside', after: 'Inside' }] },
      { transition: 'wait', arguments: [], changes: [] },
      {
        transition: 'help',
        arguments: [2, 1],
        changes: [
          { cell: 'At[#2]', before: 'Outside', after: 'Inside' },
          { cell: 'Taken', before: 'False', after: 'True' },
        ],
      },
    ],
    violated: { property: 'unsafe', arguments: [1, 2], condition: 'At[#1] = Inside && At[#2] = Inside' },
  },
};

export const UNKNOWN: Outcome = {
  ...HOLDS,
  verdict: 'unknown',
  invariants: [],
  reason: 'the limit of 10 cubes was reached',
};

function diagnostic(file: string, severity: Diagnostic['severity'], message: string): Diagnostic {
  return { severity, code: 'syntax', file, line: 1, column: 5, length: 3, message };
}

function hang(options: CheckOptions): Promise<CheckResult> {
  const interrupted: CheckResult = { ok: true, outcome: { ...UNKNOWN, reason: 'interrupted' }, warnings: [] };
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
    case 'unknown':
      return answer(UNKNOWN);
    case 'assumes':
      return answer({ ...HOLDS, assumptions: ['invariant (i) { X[i] = A }'] });
    case 'warns':
      return { ok: true, outcome: HOLDS, warnings: [diagnostic(file, 'warning', 'this never happens')] };
    case 'echo': {
      const { signal: _signal, onProgress: _onProgress, ...plain } = options;
      return answer({ ...HOLDS, reason: JSON.stringify(plain) });
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

/** As `check`; `refused` and `undecided` hold, and their titles tell `checkCertificate` what to say. */
async function prove(text: string, options: CheckOptions): Promise<ProveResult> {
  const word = text.trim();
  const result = await check(/^(refused|undecided|proofless)$/.test(word) ? 'holds' : word, options);
  if (!result.ok) return result;
  const proved = result.outcome.verdict === 'holds' && word !== 'proofless';
  const certificate: Certificate = {
    header: [word],
    obligations: 3,
    omitted: 0,
    assumptions: [],
    preamble: '',
    groups: [],
    chunks: () => ['(check-sat)\n', '(exit)\n'],
  };
  return { ...result, certificate: proved ? certificate : { missing: 'nothing was proved' } };
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

export const FAKE_SERVICES: Services = {
  check,
  prove,
  checkCertificate,
  print: async (text, file) =>
    text.startsWith('bad')
      ? { ok: false, diagnostics: [diagnostic(file, 'error', 'this is no declaration')] }
      : { ok: true, text: `printed ${text.trim()}` },
  renderDiagnostics: async (diagnostics, text) => renderDiagnostics(diagnostics, text),
};
