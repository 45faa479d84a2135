/** Stories of the desk model, with the packs that they stand on: each is true by construction, being verbatim. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import type { SourcePack } from '../../../src/newsroom/model/source-pack.ts';
import { readsAsCjk } from '../../../src/text/cjk.ts';
import { deskRequest, storyMaterial } from '../../llm/rules/desk-requests.ts';
import type { Article } from '../../llm/rules/ferry-articles.ts';

const SAMPLES = join(import.meta.dirname, '../../../data/samples/articles');

export interface DeskStory {
  readonly title: string;
  readonly body: string;
  readonly pack: SourcePack;
}

/** The sample edition's articles by what they tell of, in each language. */
export function samplePacks(): Article[][] {
  const packs = new Map<string, Article[]>();
  for (const name of readdirSync(SAMPLES).filter((one) => one.endsWith('.json'))) {
    const { slug, outlet, happening, title, paragraphs } = JSON.parse(
      readFileSync(join(SAMPLES, name), 'utf8'),
    ) as { slug: string; outlet: string; happening: string | null; title: string; paragraphs: string[] };
    const language = readsAsCjk(paragraphs.join('')) ? 'zh' : 'en';
    const key = `${happening ?? slug}/${language}`;
    const article = { outlet, url: `https://${outlet}/${slug}`, title, language, paragraphs } as const;
    packs.set(key, [...(packs.get(key) ?? []), article]);
  }
  return [...packs.values()];
}

/** The stories that the desk model writes of these packs; what it refuses is left out. */
export async function deskStories(packs: readonly (readonly Article[])[]): Promise<DeskStory[]> {
  const stories: DeskStory[] = [];
  for (const articles of packs) {
    const material = storyMaterial(articles);
    const reply = await deskModel.reply(deskRequest('write', { material }));
    const { status, draft } = JSON.parse(reply.text) as { status: string; draft: { body: string } };
    if (status !== 'SUCCESS') continue;
    const sources = material.sources.map((source) => ({ ...source, sha256: '' }));
    stories.push({ title: material.story.title, body: draft.body, pack: { builtAtMs: 0, sources } });
  }
  return stories;
}
