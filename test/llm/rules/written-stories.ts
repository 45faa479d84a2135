/** What the desk model writes of packs of articles, and what is wrong with it. */
import { expect } from 'vitest';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import { deskRequest, storyMaterial } from './desk-requests.ts';
import type { Article } from './ferry-articles.ts';
import { storyFaults } from './story-faults.ts';

async function written(articles: readonly Article[]) {
  const material = storyMaterial(articles);
  const reply = await deskModel.reply(deskRequest('write', { material }));
  const result = JSON.parse(reply.text) as {
    status: string;
    error_type: string | null;
    draft: { body: string };
  };
  const faults = result.status === 'SUCCESS' ? storyFaults(result.draft.body, material) : [];
  return { ...result, faults };
}

/** Every pack as a story, with what is wrong in any; told in the test's output. */
export async function tell(what: string, packs: readonly (readonly Article[])[]): Promise<string[]> {
  let stories = 0;
  const faulty: string[] = [];
  for (const pack of packs) {
    const { status, error_type, faults } = await written(pack);
    if (status === 'SUCCESS') stories++;
    else expect(error_type).toBe('missing_data');
    faulty.push(...faults);
  }
  console.log(
    `${what}: ${packs.length} packs, ${stories} stories, ${packs.length - stories} refused, ${faulty.length} faults`,
    ...faulty.map((fault) => `\n  ${fault}`),
  );
  return faulty;
}

/** The body's sentences with the source that each cites; lines on differing numbers left out. */
export function cited(body: string): { text: string; n: number }[] {
  const plain = body.replace(
    /(?:The sources differ on this number: [^\n]*?\]\.|兩個來源的數字不一：[^\n]*?\]。)/gu,
    '',
  );
  return [...plain.matchAll(/\s*(.+?) \[(\d+)\]/gu)].map((match) => ({
    text: match[1] ?? '',
    n: Number(match[2]),
  }));
}

/** A story of each text, if it is enough for one: all of it stands in the text. @returns how many stories. */
export async function verbatimStories(texts: readonly Article[]): Promise<number> {
  let stories = 0;
  for (const text of texts) {
    const { status, error_type, draft } = await written([text]);
    if (status === 'SUCCESS') stories++;
    else expect(error_type).toBe('missing_data');
    const whole = text.paragraphs.join('\n').replace(/\s?\[\d+\]/g, '');
    for (const sentence of cited(draft.body)) expect(whole).toContain(sentence.text.trim());
  }
  return stories;
}
