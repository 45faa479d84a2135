import { describe, expect, it } from 'vitest';
import { sayWhy } from '../../../src/newsroom/commands/say-why.ts';
import { sayStory } from '../../../src/newsroom/ask/say-story.ts';
import { whyStory } from '../../../src/newsroom/ask/why-story.ts';
import { wantedCard, wantedInfographic } from '../../../src/newsroom/assets/wanted-pictures.ts';
import { categoryLabel } from '../../../src/newsroom/edition/category-label.ts';
import { plannerView } from '../../../src/newsroom/plan/planner-view.ts';
import { aChineseEdition } from '../a-chinese-edition.ts';
import { anEdition } from '../an-edition.ts';
import { aSnapshot, NewsroomWorld } from '../newsroom-world.ts';

const STORY = {
  ...{ storyId: 'story_01', category: 'Crypto', title: '比特幣下跌', body: '比特幣下跌。', folder: '/' },
  sources: [{ url: 'https://first.test/1', outlet: '第一報', usable: true }],
};

describe('a category is read under its label', () => {
  it('which is the edition’s own, else its Chinese alias in a Chinese edition, else its name', () => {
    const { categories } = anEdition();
    const named = [{ name: 'Sports', aliases: ['football', '體育'], words: [] }, ...categories];
    expect(categoryLabel('Crypto', aChineseEdition())).toBe('加密貨幣');
    expect(categoryLabel('Sports', aChineseEdition({ categories: named }))).toBe('體育');
    expect(categoryLabel('Sports', anEdition({ categories: named }))).toBe('Sports');
    expect(categoryLabel('Nothing known', aChineseEdition())).toBe('Nothing known');
  });

  it('on pictures, and in what is said about them', () => {
    const pictures = [
      wantedCard(STORY, aChineseEdition(), []),
      wantedInfographic(STORY, aChineseEdition(), [{ value: '18%', caption: '跌幅' }]),
    ];
    for (const { work, alt } of pictures) {
      expect(work).toMatchObject({ category: 'Crypto', label: '加密貨幣' });
      expect(alt).toMatch(/^加密貨幣: 比特幣下跌/);
    }
  });

  it('in what a planner is to tell the channel of those that a note kept out', () => {
    const left = { event_id: 9, title: '比特幣下跌', category: 'Crypto', reason: '「…」', noteId: 'n1' };
    const view = plannerView({ ...aSnapshot(0, 1), leftOut: [left] }, aChineseEdition());
    expect(view.leftOut).toMatchObject([{ category: '加密貨幣' }]);
  });

  it('in why a story was picked, and in what its thread knows of it', async () => {
    const world = new NewsroomWorld();
    await world.order('run-1', 1);
    const line = world.line();
    line.take('run-1');
    await line.idle();
    const published = (await world.stories.find('run-1/story_01'))!;
    world.close();
    const edition = aChineseEdition();
    const { id, title, category } = published;
    const record = {
      status: { id, title, category, status: 'SUCCESS' as const },
      ...{ published, actions: [] },
    };
    const why = await whyStory(record, { edition, stories: world.stories, event: async () => undefined });
    expect(sayWhy(why, 'zh', 'Europe/London').split('\n')[0]).toBe(`**${title}** · 國際新聞`);
    expect(sayStory(published, { zone: 'Europe/London', edition })).toMatch(/\(國際新聞\)\n/);
  });
});
