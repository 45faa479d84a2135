import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/llm/chat-model.ts';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import { cjkLength, wordCount } from '../../../src/text/cjk.ts';
import { jaccard } from '../../../src/text/similarity.ts';
import { tokens } from '../../../src/text/tokens.ts';
import { deskRequest, offering, storyMaterial } from './desk-requests.ts';
import { FERRY_CHINESE, FERRY_ENGLISH } from './ferry-articles.ts';
import type { Article } from './ferry-articles.ts';
import { cited } from './written-stories.ts';

interface Result {
  status: string;
  draft: { body: string; read_more_urls: string[] };
  concrete_anchor_used: boolean;
  sources_used: number[];
  error_type: string | null;
  error_message: string | null;
}

async function write(articles: readonly Article[], anchor: string | null = null): Promise<Result> {
  const reply = await deskModel.reply(deskRequest('write', { material: storyMaterial(articles, anchor) }));
  expect(reply.servedBy).toEqual({ provider: 'desk', model: 'desk-1', languageModel: false });
  return JSON.parse(reply.text) as Result;
}

/** What holds for every story: verbatim, cited, within lengths, nothing twice, in paragraphs. */
function checkStory({ draft: { body }, sources_used }: Result, articles: readonly Article[]): void {
  const sentences = cited(body);
  for (const { text, n } of sentences) {
    expect(articles[n - 1]?.paragraphs.join('\n')).toContain(text.trim());
    expect(text).not.toMatch(/\?$|？$|^(?:He|She|It|They|This) (?:said|declined)/);
  }
  expect(body.replace(/ \[\d+\]\.?/g, '')).not.toMatch(/https?:|TL;?DR|\[/);
  expect(body.split('\n\n').length).toBeGreaterThanOrEqual(3);
  expect(body.split('\n\n').length).toBeLessThanOrEqual(5);
  expect(sources_used).toEqual([...new Set(sentences.map(({ n }) => n))].sort((a, b) => a - b));
  const { unit, min, max } = storyMaterial(articles).lengths;
  const length = unit === 'cjk' ? cjkLength(body) : wordCount(body);
  expect(length).toBeGreaterThanOrEqual(min);
  expect(length).toBeLessThanOrEqual(max);
  for (const [at, one] of sentences.entries()) {
    for (const other of sentences.slice(at + 1)) {
      expect(jaccard(new Set(tokens(one.text)), new Set(tokens(other.text)))).toBeLessThan(0.55);
    }
  }
}

describe('a story without a language model', () => {
  it('is verbatim, cited, long enough and repeats nothing', async () => {
    for (const articles of [FERRY_ENGLISH, FERRY_CHINESE]) {
      const result = await write(articles);
      expect(result.status).toBe('SUCCESS');
      checkStory(result, articles);
      expect(result.sources_used).toEqual([1, 2]);
    }
  });

  it('opens with the lead of the primary source', async () => {
    const { draft } = await write(FERRY_ENGLISH);
    expect(draft.body).toMatch(/^A passenger ferry struck the pier at Marlow Point/);
  });

  it('shows both numbers where the sources differ, and whose they are', async () => {
    const english = (await write(FERRY_ENGLISH)).draft.body;
    expect(english).toContain('12 people were injured');
    expect(english).toContain('Fourteen people were injured');
    expect(english).toContain(
      'The sources differ on this number: Quayside Post has 12 [1], Island Wire has Fourteen [2].',
    );
    const chinese = (await write(FERRY_CHINESE)).draft.body;
    expect(chinese).toContain('兩個來源的數字不一：海角日報為12 [1]，島聞網為14 [2]。');
  });

  it('takes a part for no other number of the whole', async () => {
    const [first, second] = FERRY_ENGLISH;
    const whole = 'The ferry accident killed eleven people on Monday, the coastguard of Marlow Point said.';
    const part = 'Seven of the people killed in the ferry accident were members of the crew, the union said.';
    const articles = [
      { ...first!, paragraphs: [whole, ...first!.paragraphs] },
      { ...second!, paragraphs: [part, ...second!.paragraphs] },
    ];
    expect((await write(articles)).draft.body).not.toMatch(/has eleven \[1\], [^.]* has Seven/i);
  });

  it('keeps to one language, the one it was asked for, when one outlet tells enough in it', async () => {
    const [first, second] = FERRY_ENGLISH;
    const both = { ...first!, paragraphs: [...first!.paragraphs, ...second!.paragraphs] };
    const { draft, sources_used } = await write([both, ...FERRY_CHINESE]);
    expect(cjkLength(draft.body)).toBe(0);
    expect(sources_used).toEqual([1]);
  });

  it('leaves out dangling sentences, questions and page furniture', async () => {
    const { body } = (await write(FERRY_ENGLISH)).draft;
    expect(body).not.toMatch(/declined to comment|Read more|Did it need/);
  });

  it('has the concrete anchor where a source has it, and says so', async () => {
    const used = await write(FERRY_ENGLISH, '£1.5 million in emergency aid');
    expect(used.concrete_anchor_used).toBe(true);
    expect(used.draft.body).toContain('£1.5 million in emergency aid');
    expect((await write(FERRY_ENGLISH, 'seven whales')).concrete_anchor_used).toBe(false);
  });

  it('fails for missing data when there is too little to quote', async () => {
    const short = FERRY_ENGLISH.map((article) => ({
      ...article,
      paragraphs: article.paragraphs.slice(0, 1),
    }));
    const result = await write(short);
    expect(result).toMatchObject({ status: 'FAILURE', error_type: 'missing_data', sources_used: [] });
    expect(result.error_message).toMatch(/a story needs 80/);
    expect((await write(FERRY_ENGLISH.map((article) => ({ ...article, paragraphs: [] })))).status).toBe(
      'FAILURE',
    );
  });

  it('quotes only the language of the story where two sources have it', async () => {
    const { sources_used } = await write([...FERRY_ENGLISH, ...FERRY_CHINESE]);
    expect(sources_used).toEqual([1, 2]);
  });

  it.each([
    ['en', FERRY_CHINESE, 'It needs a language model: its sources are in Chinese only.'],
    ['zh-Hant-HK', FERRY_ENGLISH, '這則報道需要語言模型：來源只有英文。'],
  ] as const)(
    'writes no story for readers of %s from pages in another language',
    async (language, articles, why) => {
      const given = { ...storyMaterial(articles), language };
      const { text } = await deskModel.reply(deskRequest('write', { material: given }));
      expect(JSON.parse(text)).toMatchObject({
        status: 'FAILURE',
        error_type: 'missing_data',
        error_message: why,
      });
      // One page of the right language that is too thin is filled up from no other.
      const [first] = language === 'en' ? FERRY_ENGLISH : FERRY_CHINESE;
      const thin = { ...first!, paragraphs: first!.paragraphs.slice(0, 1) };
      const both = { ...storyMaterial([thin, ...articles]), language };
      const second = await deskModel.reply(deskRequest('write', { material: both }));
      expect(JSON.parse(second.text)).toMatchObject({ status: 'FAILURE' });
    },
  );

  it('has a headline in the language of its body', async () => {
    const { story, ...rest } = storyMaterial(FERRY_ENGLISH);
    const material = { story: { ...story, title: FERRY_CHINESE[0]!.title }, ...rest };
    const { text } = await deskModel.reply(deskRequest('write', { material }));
    expect(JSON.parse(text)).toMatchObject({ status: 'SUCCESS', title: FERRY_ENGLISH[0]!.title });
  });

  it('posts each paragraph where it is to post itself, then hands in the rest', async () => {
    const material = storyMaterial(FERRY_ENGLISH);
    const asked = { role: 'user' as const, text: 'Write.' };
    const request = deskRequest('write', { material, tools: offering('post'), messages: [asked] });
    const first = await deskModel.reply(request);
    const { body } = (await write(FERRY_ENGLISH)).draft;
    const posts = first.toolCalls.map(({ args }) => (args as { text: string }).text);
    expect(posts).toEqual(body.split('\n\n'));
    expect(new Set(first.toolCalls.map(({ id }) => id)).size).toBe(posts.length);
    const called = { role: 'assistant' as const, text: '', toolCalls: first.toolCalls };
    const done = await deskModel.reply({ ...request, messages: [asked, called] });
    expect(JSON.parse(done.text)).toMatchObject({ status: 'SUCCESS', draft: { body: '' } });
    const begun = [{ id: 'x', name: 'post', args: { text: 'Of another model.' } }];
    const other = await deskModel.reply({ ...request, messages: [asked, { ...called, toolCalls: begun }] });
    expect(JSON.parse(other.text)).toMatchObject({ status: 'FAILURE' });
  });

  it('says that it needs its material', async () => {
    await expect(deskModel.reply(deskRequest('write'))).rejects.toThrow(ModelError);
  });
});

const SAMPLES = join(import.meta.dirname, '../../../data/samples/articles');

interface Sample {
  slug: string;
  outlet: string;
  happening: string | null;
  title: string;
  paragraphs: string[];
}

describe('stories from the sample articles', () => {
  const samples = (existsSync(SAMPLES) ? readdirSync(SAMPLES) : [])
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(SAMPLES, name), 'utf8')) as Sample);
  const groups = new Map<string, Article[]>();
  for (const { happening, outlet, slug, title, paragraphs } of samples) {
    if (happening == null) continue;
    const language = cjkLength(paragraphs[0] ?? '') > 10 ? ('zh' as const) : ('en' as const);
    const key = `${happening} (${language})`;
    groups.set(key, [
      ...(groups.get(key) ?? []),
      { outlet, url: `https://${outlet}/${slug}`, title, language, paragraphs },
    ]);
  }
  const told = [...groups].filter(([, articles]) => articles.length >= 2);

  it.each(told)('%s', async (_, articles) => {
    const result = await write(articles);
    expect(result.error_message).toBeNull();
    checkStory(result, articles);
    expect(result.sources_used.length).toBeGreaterThanOrEqual(2);
  });
});
