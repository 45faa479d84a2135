import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deskModel } from '../../../src/llm/desk/desk-model.ts';
import { readsAsCjk } from '../../../src/text/cjk.ts';
import { deskRequest, storyMaterial } from './desk-requests.ts';
import type { Article } from './ferry-articles.ts';
import { HAS_REAL_PAGES, realPages } from './real-pages.ts';
import { storyFaults } from './story-faults.ts';

const SAMPLES = join(import.meta.dirname, '../../../data/samples/articles');

/** The sample edition's articles by what they tell of, in each language. */
function samplePacks(): Article[][] {
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
async function tell(what: string, packs: readonly (readonly Article[])[]): Promise<string[]> {
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

describe('stories of the sample edition', () => {
  it('are supported, of the right length, tell their headline and repeat nothing', async () => {
    expect(await tell('sample edition', samplePacks())).toEqual([]);
  });
});

describe.runIf(HAS_REAL_PAGES)('stories from real pages, read by the real extractor', () => {
  it('are supported, of the right length, and repeat nothing', async () => {
    const pages = await realPages();
    expect(pages.length).toBeGreaterThanOrEqual(60);
    const english = pages.filter(({ language }) => language === 'en');
    // Pages that have nothing to do with each other make the hardest packs.
    const pairs = english.flatMap((_, at) => (at % 2 === 0 ? [english.slice(at, at + 2)] : []));
    expect(
      await tell(
        'single pages',
        pages.map((page) => [page]),
      ),
    ).toEqual([]);
    expect(await tell('pairs of pages', pairs)).toEqual([]);
  }, 120_000);
});
