import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { providerNames } from '../../../src/llm/provider-kinds.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { categoryOf, EditionError, mentions, readEdition } from '../../../src/newsroom/edition/edition.ts';
import { editionOf } from '../../../src/newsroom/edition/home-edition.ts';
import { readConfig } from '../../../src/config/read-config.ts';
import { tierOf } from '../../../src/newsroom/edition/tiers.ts';
import { domainOf } from '../../../src/newsroom/model/url-key.ts';
import { storyChannel, storyChannels } from '../../../src/newsroom/edition/edition-channels.ts';
import { anEdition } from '../an-edition.ts';

function written(change: (edition: Record<string, unknown>) => void): { dir: string; path: string } {
  const dir = mkdtempSync(join(tmpdir(), 'edition-'));
  const edition = structuredClone(anEdition()) as unknown as Record<string, unknown>;
  change(edition);
  const path = join(dir, 'test.json');
  writeFileSync(path, JSON.stringify(edition));
  return { dir, path };
}

function mistake(change: (edition: Record<string, unknown>) => void): string {
  const { dir } = written(change);
  try {
    readEdition('test', [dir]);
  } catch (error) {
    if (error instanceof EditionError) return error.message;
    throw error;
  }
  return 'no mistake';
}

describe('readEdition', () => {
  it('reads an edition by its name and by its path', () => {
    const { dir, path } = written(() => {});
    expect(readEdition('test', [join(dir, 'nowhere'), dir]).title).toBe('Test');
    expect(readEdition(path, []).feeds).toHaveLength(2);
  });

  it('reads a file that a text editor began with a byte order mark', () => {
    const { path } = written(() => {});
    writeFileSync(path, `\ufeff${readFileSync(path, 'utf8')}`);
    expect(readEdition(path, []).title).toBe('Test');
  });

  it('says where it looked for an edition that is not there', () => {
    expect(() => readEdition('moon', ['a', 'b'])).toThrow(
      /no edition "moon": looked for .*a.moon\.json, b.moon\.json/,
    );
  });

  it('of the settings that is not there is named with its setting and with those that are', () => {
    const { config } = readConfig({ NIGHTDESK_EDITION: 'uk_hk' }, mkdtempSync(join(tmpdir(), 'nightdesk-')));
    expect(() => editionOf(config)).toThrow(
      /^NIGHTDESK_EDITION: no edition "uk_hk": looked for .*; allowed: sample, uk-hk, or a file$/,
    );
  });

  it('names file, path, what was given and what is allowed', () => {
    const said = mistake((it) => (it['language'] = 'fr'));
    expect(said).toContain('test.json');
    expect(said).toContain('language is "fr"; allowed: "en" or "zh-Hant-HK"');
    expect(mistake((it) => delete it['zone'])).toContain(
      'zone is missing; allowed: an IANA time zone such as Europe/London',
    );
    expect(mistake((it) => (it['zone'] = 'Mars/Base'))).toContain('IANA');
  });

  it('refuses unknown fields with their path', () => {
    expect(
      mistake(
        (it) => ((it['quotas'] as { daily: object }).daily = { ...anEdition().quotas.daily, storys: 3 }),
      ),
    ).toContain('quotas.daily.storys is not a field');
  });

  it.each([
    [{ cron: "7 o'clock" }, 'cron is "7 o\'clock"; allowed: a cron expression such as 0 7 * * 1-5'],
    [{ cron: '0 25 * * *' }, 'cron is "0 25 * * *"'],
    [{ cron: '0 0 30 2 *' }, 'cron is "0 0 30 2 *"'],
    [{ cron: '0 7 * * *', tz: 'Europe/Lodnon' }, 'tz is "Europe/Lodnon"; allowed: an IANA time zone'],
  ])('refuses a schedule that no desk could start with: %j', (when, said) => {
    const schedule = { name: 'Morning', profile: 'planner_daily', ...when };
    expect(mistake((it) => (it['schedules'] = [schedule]))).toContain(`schedules[0].${said}`);
    expect(
      mistake((it) => (it['schedules'] = [{ ...schedule, cron: '0 7 * * 1-5', tz: 'Asia/Tokyo' }])),
    ).toBe('no mistake');
  });

  it('knows outlets by their hosts as editors copy them, with www or without', () => {
    const { dir } = written((it) => {
      it['tiers'] = { T1: ['www.gazette.example', 'courier.example'], T2: [], T3: [] };
      it['noBackfill'] = ['www.wall.example'];
    });
    const { tiers, noBackfill } = readEdition('test', [dir]);
    for (const page of [
      'www.gazette.example',
      'gazette.example',
      'news.gazette.example',
      'www.courier.example',
    ])
      expect(tierOf(tiers, domainOf(`https://${page}/1`)), page).toBe('T1');
    expect(tierOf(tiers, domainOf('https://mygazette.example/1'))).toBe('unknown');
    expect(noBackfill).toEqual(['wall.example']);
  });

  it('refuses a desk channel whose id is none', () => {
    const desk = (discord: string) => mistake((it) => (it['desk'] = { discord }));
    expect(desk('#news')).toContain(
      'desk.discord is "#news"; allowed: the id of a Discord channel: 15 to 20 digits',
    );
    expect(desk('123456789012345678')).toBe('no mistake');
  });

  it('refuses categories, groups and schedules that lead nowhere', () => {
    expect(mistake((it) => (it['defaultCategory'] = 'Weather'))).toContain(
      'defaultCategory is "Weather"; allowed: one of',
    );
    expect(mistake((it) => (it['feeds'] = [{ ...anEdition().feeds[0], category: 'Weather' }]))).toContain(
      'feeds[0].category',
    );
    expect(mistake((it) => (it['schedules'] = [{ name: 'a', profile: 'p' }]))).toContain(
      'exactly one of every and cron',
    );
    expect(mistake((it) => (it['feeds'] = [anEdition().feeds[0], anEdition().feeds[0]]))).toContain(
      'feeds[1].key',
    );
    const morning = { name: 'Planner', profile: 'planner_daily', cron: '0 7 * * *' };
    expect(mistake((it) => (it['schedules'] = [morning, { ...morning, cron: '0 19 * * *' }]))).toContain(
      'schedules[1].name is "Planner"; allowed: a name that no other schedule has',
    );
    expect(
      mistake((it) => (it['feeds'] = [{ ...anEdition().feeds[0], url: 'file:///etc/hosts' }])),
    ).toContain('http or https');
  });
});

describe('the channels of an edition', () => {
  const channels = (desk: object) => mistake((it) => (it['desk'] = { console: 'desk', ...desk }));
  const id = '123456789012345678';

  it('are named for categories, by any of their spellings, and for all other stories', () => {
    const { dir } = written((it) => (it['desk'] = { channels: { SPORTS: id }, stories: `${id}9` }));
    const edition = readEdition('test', [dir]);
    expect(storyChannel(edition, 'Sports')).toBe(`discord:${id}`);
    expect(storyChannel(edition, 'AI')).toBe(`discord:${id}9`);
    expect(storyChannels(edition)).toEqual([`discord:${id}`, `discord:${id}9`]);
    expect(storyChannel(anEdition(), 'Sports')).toBeUndefined();
    expect(storyChannels(anEdition())).toEqual([]);
  });

  it('are ids of 15 to 20 digits, of categories that there are, one each', () => {
    expect(channels({ stories: '#stories' })).toContain(
      'desk.stories is "#stories"; allowed: the id of a Discord channel: 15 to 20 digits, in quotes',
    );
    expect(channels({ stories: '12345678901234' })).toContain('desk.stories is "12345678901234"');
    expect(channels({ stories: 1234567890 })).toContain('desk.stories is 1234567890; allowed: the id of a');
    expect(channels({ channels: { Weather: id } })).toContain(
      'desk.channels.Weather is "123456789012345678"; allowed: channels of Global News, Crypto',
    );
    expect(channels({ channels: { Sports: id, sports: `${id}9` } })).toContain('one channel for Sports');
    expect(channels({ channels: { Sports: `${id}000` } })).toContain('desk.channels.Sports');
    expect(channels({ publish: 'yes' })).toContain('desk.publish is "yes"; allowed: true or false');
    expect(channels({ chanels: {} })).toContain('desk.chanels is not a field of an edition');
  });
});

describe('a field that an edition does not have', () => {
  it('is refused with those that could stand there and don’t', () => {
    const top = mistake((it) => {
      it['qoutas'] = it['quotas'];
      delete it['quotas'];
    });
    expect(top).toMatch(/qoutas is not a field of an edition; allowed: (?:\w+, )*quotas(?:, |$)/u);
    expect(top).not.toMatch(/allowed: (?:\w+, )*(?:zone|sample_|tiers)\b/u);
    const inside = mistake((it) => {
      const daily = (it['quotas'] as { daily: Record<string, unknown> }).daily;
      daily['story'] = daily['stories'];
      delete daily['stories'];
    });
    expect(inside).toContain('quotas.daily.story is not a field of an edition; allowed: stories');
    const feed = mistake((it) => {
      it['feeds'] = [{ key: 'a', url: 'https://a.test/feed', lable: 'A' }];
    });
    expect(feed).toMatch(/feeds\[0\]\.lable is not a field of an edition; allowed: label, /u);
  });
});

describe('how an edition has models used', () => {
  const models = (given: unknown) => mistake((it) => (it['models'] = given));

  it('is by default every provider that is configured, inside ceilings', () => {
    const { dir } = written(() => {});
    const { models: plan } = readEdition('test', [dir]);
    expect(plan).toMatchObject({ chains: {}, refusals: 'stop', waitSeconds: 30, prices: {} });
    expect(plan.ceilings.day.costUsd).toBeGreaterThan(0);
    expect(plan.ceilings.run.attempts).toBeGreaterThan(0);
  });

  it('can be set in part: what is not named keeps its default', () => {
    const { dir } = written((it) => (it['models'] = { ceilings: { day: { costUsd: 1 } } }));
    const { ceilings } = readEdition('test', [dir]).models;
    expect(ceilings.day).toMatchObject({ costUsd: 1, attempts: 2_000 });
  });

  it('is refused with the field and what is allowed', () => {
    expect(models({ chains: { write: ['gemni'] } })).toContain(
      `models.chains.write[0] is "gemni"; allowed: ${providerNames()
        .map((name) => `"${name}"`)
        .join(' or ')}`,
    );
    expect(models({ chains: { wrte: ['desk'] } })).toContain(
      'models.chains.wrte is not a field of an edition',
    );
    expect(models({ chains: { write: ['desk', 'desk'] } })).toContain('allowed: each provider once');
    expect(models({ ceilings: { day: { attempts: -1 } } })).toContain('models.ceilings.day.attempts is -1');
    expect(models({ ceilings: { week: {} } })).toContain('models.ceilings.week is not a field');
    expect(models({ prices: { llama: { input: 1 } } })).toContain('models.prices.llama.output is missing');
    expect(models({ refusals: 'hide' })).toContain('models.refusals is "hide"; allowed: "stop" or "next"');
  });
});

describe('categoryOf', () => {
  const edition = anEdition();

  it('believes a feed that promises a category other than the default', () => {
    expect(categoryOf(edition, ['Bitcoin falls'], 'Sports')).toBe('Sports');
    expect(categoryOf(edition, ['Bitcoin falls'], 'Global News')).toBe('Crypto');
  });

  it('knows aliases, and the default for what it does not know', () => {
    expect(categoryOf(edition, ['Nothing at all'], 'US/World News')).toBe('Global News');
    expect(categoryOf(edition, ['Nothing at all'], 'Tech')).toBe('AI');
    expect(categoryOf(edition, ['Nothing at all'], 'Gardening')).toBe('Global News');
  });

  it('counts whole words only, except in Chinese', () => {
    expect(categoryOf(edition, ['He said so again'])).toBe('Global News');
    expect(mentions('Maritime aid', 'AI')).toBe(false);
    expect(mentions('New tariffs announced', 'tariff')).toBe(true);
    expect(mentions('香港金管局公布', '金管局')).toBe(true);
  });
});

describe('the editions in the repository', () => {
  const dir = fileURLToPath(new URL('../../../data/editions/', import.meta.url));
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.json')) : [];

  it.each(names)('%s reads', (name) => {
    expect(readEdition(join(dir, name), []).name).toBe(name.replace('.json', ''));
  });
});
