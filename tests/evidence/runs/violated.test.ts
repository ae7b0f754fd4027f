/**
 * What the LTL engine refutes, the audit of runs refutes, too: the temporal questions of the examples whose answer is `violated`, read
 * as `check` reads them. It has a tableau, fairness and states of its own; a fault in one of them would confirm one of these.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { suitedTo } from '../../../src/check/applies.js';
import { Budget } from '../../../src/check/budget.js';
import type { CheckOptions } from '../../../src/check/options.js';
import { readQuestion } from '../../../src/check/read.js';
import { suited } from '../../../src/check/suit.js';
import { readExamples } from '../../../src/cli/examples.js';
import { boundsTried } from '../../../src/engines/explicit/index.js';
import { givenProgram } from '../../../src/engines/given-number.js';
import type { KernelAudit } from '../../../src/evidence/audit/kernel.js';
import { auditRuns } from '../../../src/evidence/runs/audit.js';
import { partsOf } from '../../../src/evidence/runs/parts.js';
import { memoryNamed } from '../../../src/memory/models.js';
import { finish } from '../../support/engines.js';
import { share, sized } from '../../support/size.js';

const LIMITS = { maxStates: sized(5_000, 1_000_000), maxMegabytes: 1024 };

interface Put {
  readonly title: string;
  readonly file: string;
  readonly options: CheckOptions;
}

function violatedQuestions(): Put[] {
  const list = readExamples(readFileSync('examples/expected.json', 'utf8'));
  if (!list.ok) throw new Error(list.message);
  return list.examples.flatMap((example) => {
    if (example.kind !== 'program') return [];
    const { file, asked } = example;
    if (asked === null || !('ltl' in asked || 'property' in asked)) return [];
    return example.expected.flatMap(([memory, verdict]): Put[] => {
      const options = { ...suitedTo(memoryNamed(memory), asked), memory };
      return verdict === 'violated' ? [{ title: `${file} ${JSON.stringify(options)}`, file, options }] : [];
    });
  });
}

/** Null when it is no question about runs. */
async function audited({ file, options }: Put): Promise<KernelAudit | null> {
  const asked = await readQuestion(readFileSync(`examples/${file}`), { ...options, file }, new Budget({}));
  if (!asked.ok) throw new Error(`${file}: ${asked.diagnostics[0]?.message}`);
  if (asked.question.property === 'states') return null;
  const crossed = await suited(asked.question, 'ltl');
  if (!('question' in crossed)) return null;
  const { question } = crossed;
  if (question.property === 'states') return null;
  const { program } = givenProgram(question);
  const parts = partsOf(question.property);
  if ('refused' in parts) throw new Error(parts.refused);
  // A run with short buffers is one with longer ones, unless a thread waits for room in a full one.
  const [shortest = null] = boundsTried(question, program);
  const bound = question.buffers.most ?? (question.fairness.fairBuffers ? shortest : null);
  const { memory, fairness } = question;
  return finish(
    auditRuns({ program, memory, bound, perLocation: question.buffers.per === 'location', ...fairness, parts }, LIMITS),
  );
}

describe('the audit of runs', () => {
  it('refutes what is violated', async () => {
    let refuted = 0;
    for (const put of share(violatedQuestions(), 12)) {
      const audit = await audited(put);
      if (audit === null || audit.unfinished !== null) continue;
      expect(audit.refuted, put.title).not.toBeNull();
      refuted++;
    }
    expect(refuted).toBeGreaterThan(sized(4, 40));
  });
});
