/**
 * What the LTL engine refutes, the audit of runs refutes, too: the temporal questions of the examples whose answer is `violated`, read
 * as `check` reads them. It has a tableau, fairness and states of its own; a fault in one of them would confirm one of these.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { suitedTo } from '../../../src/check/applies.js';
import type { CheckOptions } from '../../../src/check/options.js';
import { readExamples } from '../../../src/cli/examples.js';
import { memoryNamed } from '../../../src/memory/models.js';
import { share, sized } from '../../support/size.js';
import { auditedText } from './ask.js';

const LIMITS = { maxStates: sized(5_000, 100_000), maxMegabytes: 1024 };

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

describe('the audit of runs', () => {
  it('refutes what is violated', async () => {
    let refuted = 0;
    for (const put of share(violatedQuestions(), 12)) {
      const audit = await auditedText(readFileSync(`examples/${put.file}`), { ...put.options, file: put.file }, LIMITS);
      if (audit === null || audit.unfinished !== null) continue;
      expect(audit.refuted, put.title).not.toBeNull();
      refuted++;
    }
    expect(refuted).toBeGreaterThan(sized(4, 40));
  });
});
