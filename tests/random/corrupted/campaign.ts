/**
 * `--kind certificates`: certificates that were spoilt, or are offered for another question. None may be accepted that proves
 * something false. One that is accepted must be for what was asked, by its scope, and what was asked must hold: by a search of its own,
 * which knows nothing of the certificate. For audits, which write nothing, other programs are looked at.
 */
import { check } from '../../../src/check/check.js';
import { type JudgeResult, judgeCertificate } from '../../../src/check/judge.js';
import { auditByKernel } from '../../../src/evidence/audit/kernel.js';
import { auditProgram } from '../../../src/evidence/audit.js';
import type { CertificateScope } from '../../../src/evidence/scope.js';
import { memoryNamed } from '../../../src/memory/models.js';
import type { Asked } from '../../check/certificate-kinds.js';
import { LIMITS, runEngine } from '../../engines/explicit/compare.js';
import { finish } from '../../support/engines.js';
import type { Campaign, Case, Result } from '../campaigns.js';
import { randomCase } from '../explicit/generate.js';
import { attempt, MEMORIES } from '../explicit/judge.js';
import { smallerPrograms } from '../explicit/shrink.js';
import { Random } from '../random.js';
import { CHANGES, type Change, changed } from './changes.js';
import { type Proof, proofFor } from './sources.js';

/** Seconds for a judge, and for the search that knows the answer. */
const PATIENCE = 10;
const MOST_TRIALS = 20;

export function corruptedCampaign(): Campaign {
  return {
    things: 'spoilt certificates',
    byWay: true,
    async judge(seed) {
      if (seed % 10 === 0) return [auditCase(seed)];
      const proof = await proofFor(seed);
      if (proof === null) return [];
      const one = await spoiltCase(seed, proof);
      return one === null ? [] : [one];
    },
  };
}

interface Offered {
  readonly asked: Asked;
  readonly certificate: string;
  readonly change: Change | 'forged' | 'other question';
}

/** Null where a change by chance changes nothing. */
async function spoiltCase(seed: number, proof: Proof): Promise<Case | null> {
  const random = new Random(seed + 17);
  for (let trial = 0; trial < MOST_TRIALS; trial++) {
    const offered = await offer(random, proof);
    if (offered === null) continue;
    const way = `${kindOf(proof.json)}, ${offered.change}`;
    const result = await judged(offered);
    const shrunk = async () =>
      `${JSON.stringify(offered.asked.options)}\n${offered.asked.text}\n\n${offered.certificate}`;
    return { way, result, shrunk };
  }
  return null;
}

async function offer(random: Random, proof: Proof): Promise<Offered | null> {
  const { asked } = proof;
  if (random.chance(0.55)) {
    const change = random.pick(CHANGES.filter((each) => each !== 'none'));
    const certificate = changed(random, change, proof, change === 'merge' ? await alike(random, proof) : null);
    return certificate === proof.json || certificate === proof.smtLib ? null : { asked, certificate, change };
  }
  const other = proof.others(random);
  if (other.text === asked.text && JSON.stringify(other.options) === JSON.stringify(asked.options)) return null;
  const certificate = changed(random, random.chance(0.7) ? 'none' : random.pick(CHANGES), proof, null);
  if (random.chance(0.3)) return { asked: other, certificate, change: 'other question' };
  const forged = await withScope(other, certificate);
  return forged === null ? null : { asked: other, certificate: forged, change: 'forged' };
}

/** Another certificate, of the same kind if one is soon found. */
async function alike(random: Random, { json }: Proof): Promise<Proof | null> {
  let found: Proof | null = null;
  for (let trial = 0; trial < 4; trial++) {
    found = await proofFor(random.between(0, 1e9));
    if (found !== null && kindOf(found.json) === kindOf(json)) break;
  }
  return found;
}

/** With the scope that the question has, so that the proof is looked at. */
async function withScope(asked: Asked, certificate: string): Promise<string | null> {
  const result = await judgeCertificate(asked.text, certificate, { ...asked.options, timeout: PATIENCE });
  if (!result.ok) return null;
  const scope: CertificateScope = result.asked;
  const text = JSON.stringify({ ...scope, buffers: scope.buffers === null ? null : 'unbounded' });
  return certificate
    .replace(/"scope": ?\{.*?\}(?=,)/, `"scope": ${text}`)
    .replace(
      /"memory": ?"[a-z]+", ?"bound": ?(\d+|null)/,
      `"memory":"${scope.memory}","bound":${scope.memory === 'sc' ? null : 1}`,
    );
}

async function judged({ asked, certificate }: Offered): Promise<Result> {
  const options = { ...asked.options, timeout: PATIENCE };
  let result: JudgeResult;
  try {
    result = await judgeCertificate(asked.text, certificate, options);
  } catch (error) {
    return wrong('the judge breaks', error instanceof Error ? (error.stack ?? error.message) : `${error}`);
  }
  if (!result.ok) return { kind: 'agreed', verdict: 'not a question', size: 0 };
  const { judgement, scope, asked: wanted } = result;
  const answer = await check(asked.text, { ...options, maxMemory: 512 });
  const truth = answer.ok ? answer.outcome.verdict : 'unknown';
  if (judgement.verdict !== 'accepted') {
    const word = judgement.verdict === 'refused' ? 'refused' : 'not accepted';
    return { kind: 'agreed', verdict: truth === 'violated' ? `${word}, and violated` : word, size: 0 };
  }
  const other = scope === null ? 'there is no scope' : scopeDifference(scope, wanted);
  if (other !== null) return wrong('accepted with another scope', other);
  if (truth === 'violated') return wrong('accepted, and violated', 'the search finds a violation');
  if (truth === 'unknown') return { kind: 'unknown', reason: 'accepted, and nobody else knows', missed: false };
  return { kind: 'agreed', verdict: 'accepted, and holds', size: 0 };
}

/** Only buffers may be longer than was asked. */
function scopeDifference(scope: CertificateScope, asked: CertificateScope): string | null {
  const { buffers, per, ...rest } = scope;
  const { buffers: bound, per: counted, ...wanted } = asked;
  if (JSON.stringify(rest) !== JSON.stringify(wanted)) return `${JSON.stringify(rest)} for ${JSON.stringify(wanted)}`;
  if (buffers === bound && per === counted) return null;
  const isMore = buffers === 'unbounded' || (typeof bound === 'number' && Number(buffers) >= bound && per === counted);
  return isMore && scope.about === 'states' ? null : `buffers of ${buffers} for ${bound}`;
}

/** A program that holds, with a part less: both audits must refuse it exactly if it is violated. */
function auditCase(seed: number): Case {
  const random = new Random(seed);
  const { program } = randomCase(seed);
  const some = [...smallerPrograms(program)].slice(0, 300);
  const other = some.length === 0 ? program : random.pick(some);
  const name = random.pick(MEMORIES);
  const [memory, buffer] = [memoryNamed(name), random.between(1, 3)];
  const bound = name === 'sc' ? null : buffer;
  const look = (): Result => {
    const { answer } = runEngine({ program: other, memory, buffer, limits: { ...LIMITS, maxStates: 5000 } });
    if (answer.verdict === 'unknown') return { kind: 'unknown', reason: answer.reason, missed: false };
    const audits = {
      'second kernel': finish(
        auditByKernel(other, memory, { bound, perLocation: false }, { maxStates: 20_000, maxMegabytes: 64 }),
      ),
      interpreter: finish(auditProgram(other, memory, bound, 20_000)),
    };
    for (const [who, { refuted, unfinished }] of Object.entries(audits)) {
      if (unfinished !== null) return { kind: 'unknown', reason: `${who}: too many states`, missed: false };
      if ((refuted === null) !== (answer.verdict === 'holds')) {
        return wrong('accepted, and violated', `${who}: ${refuted ?? 'accepted'}, engine: ${answer.verdict}`);
      }
    }
    return {
      kind: 'agreed',
      verdict: answer.verdict === 'holds' ? 'accepted, and holds' : 'refused, and violated',
      size: 0,
    };
  };
  const result = attempt(look);
  const shrunk = async () => JSON.stringify(other);
  return {
    way: 'audit, another program',
    result: typeof result === 'string' ? wrong('an audit breaks', result) : result,
    shrunk,
  };
}

function kindOf(json: string): string {
  return /"fencepost-([a-z-]+)-certificate/.exec(json)?.[1] ?? '?';
}

function wrong(fault: string, detail: string): Result {
  return { kind: 'wrong', fault, detail };
}
