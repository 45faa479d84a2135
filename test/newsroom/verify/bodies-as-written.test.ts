/** Bodies of rescues and updates as language models hand them in: the story is published, and nothing around it. */
import { describe, expect, it } from 'vitest';
import { readOutput } from '../../../src/agent/output.ts';
import { workerOutput, workerResultSchema } from '../../../src/newsroom/model/worker-result.ts';
import { plainResult } from '../../../src/newsroom/verify/plain-result.ts';
import { aPlan, packFor } from '../newsroom-world.ts';

const TITLE = 'Library of Larkmoor reopens';
const BODY = 'The library reopened on Thursday. [1]\n\nIt will be open four days a week. [2]';
const PACK = packFor(aPlan('run-1', 1, 0).stories[0]!);

function taken(body: string): string {
  const answer = JSON.stringify({ status: 'SUCCESS', title: TITLE, draft: { body } });
  const read = readOutput(answer, workerOutput);
  if (!read.ok) throw new Error(read.error);
  return plainResult(workerResultSchema.parse(read.value), PACK).result.draft.body;
}

describe('the body of a story', () => {
  it.each([
    `UPDATE: ${BODY}`,
    `**Update:** ${BODY}`,
    `**Update**: ${BODY}`,
    `Here's the update:\n\n${BODY}`,
    `Here is the revised story:\n\n${BODY}`,
    `**Revised draft:**\n\n${BODY}`,
    `以下是更新報道：\n\n${BODY}`,
    `更新：${BODY}`,
    `# ${TITLE}\n\n${BODY}`,
    `**${TITLE}**\n${BODY}`,
    `Title: ${TITLE}\n\n${BODY}`,
    `**Headline:** ${TITLE}.\n\n${BODY}`,
    `Here is the updated story:\n\n## ${TITLE}\n\n${BODY}`,
    BODY.replace('[1]', '(Source 1)').replace('[2]', '(Source 2)'),
    BODY.replace('[1]', '【1】').replace('[2]', '【2†source】'),
    BODY.replace('[1]', '(來源：1)').replace('[2]', '(Sources: 2)'),
    BODY.replace('[1]', '[Source 1]').replace('[2]', '[^2]'),
  ])('is taken without what stands before it: %j', (body) => {
    expect(taken(body)).toBe(BODY);
  });

  it.each([
    `Update services return on Monday: the council said so. [1]\n\n${BODY}`,
    `Report: the roof is safe. [1]\n\n${BODY}`,
    `**What changed**\n\n${BODY}`,
    `${TITLE} after two years of work. [1]\n\n${BODY}`,
    '更新後的時間表已公布：周一開放。 [1]',
    'Two people (sources 44 and 45) and sources (3 of them) agreed. [1]',
    TITLE,
    'Update:',
  ])('keeps its own words: %j', (body) => {
    expect(taken(body)).toBe(body);
  });
});
