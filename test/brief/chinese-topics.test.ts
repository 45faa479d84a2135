/** Chinese topics over the sample edition, most of whose reports are in English: what they find, and what they must not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mostSimilar } from '../../src/brief/near-topic.ts';
import type { NewsEvent } from '../../src/newsroom/model/event.ts';

interface Report {
  readonly slug: string;
  readonly outlet: string;
  readonly happening?: string;
  readonly title: string;
  readonly description: string;
}

const FOLDER = 'data/samples/articles';
const reports = readdirSync(FOLDER).map(
  (name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Report,
);
const categories = new Map(
  (
    JSON.parse(readFileSync('data/samples/happenings.json', 'utf8')) as { id: string; category: string }[]
  ).map(({ id, category }) => [id, category]),
);

function eventOf(own: readonly Report[], id: number): NewsEvent {
  const times = { createdAtMs: 0, updatedAtMs: 0, expiresAtMs: 1, reservedUntilMs: null, postedAtMs: null };
  return {
    ...{ id, parentId: null, status: 'new', title: own[0]!.title, ...times },
    category: categories.get(own[0]!.happening ?? '') ?? 'Global News',
    links: own.map(({ slug, outlet, title, description }, n) => {
      const url = `http://${outlet}/2026/11/${slug}`;
      const seen = { foundBy: 'feed:one', eventId: id, firstSeenAtMs: n, lastSeenAtMs: n };
      return { id: id * 100 + n, url, key: url, domain: outlet, title, description, ...seen };
    }),
  };
}

const events = [...new Set(reports.map(({ slug, happening }) => happening ?? slug))].map((key, n) =>
  eventOf(
    reports.filter(({ slug, happening }) => (happening ?? slug) === key),
    n + 1,
  ),
);
const happeningOf = new Map(reports.map(({ slug, happening }) => [slug, happening ?? slug]));

/** The happenings of what is found. */
function found(topic: string, among = events): string[] {
  const slugs = mostSimilar(topic, among).map(({ url }) => url.split('/').at(-1)!);
  return [...new Set(slugs.map((slug) => happeningOf.get(slug)!))].sort();
}

it.each([
  ['金價', 'gold-record'],
  ['金價新高', 'gold-record'],
  ['國際金價走勢', 'gold-record'],
  ['金价', 'gold-record'],
  ['央行買金', 'gold-record'],
  ['圖書館', 'barnsley-library'],
  ['義工', 'barnsley-library', 'coquimbo-quake'],
  ['無人機', 'airport-drone'],
  ['擱淺', 'bosphorus-ship'],
  ['船', 'bosphorus-ship', 'mist-island-awards'],
  ['地震', 'coquimbo-quake'],
  ['水浸', 'harbour-tunnel'],
  ['簡約公屋', 'tuen-mun-housing'],
  ['公屋', 'tuen-mun-housing'],
  ['房屋', 'tuen-mun-housing'],
  ['租金', 'deposits-bill', 'tuen-mun-housing'],
  ['租務按金', 'deposits-bill'],
  ['火警', 'maidstone-school-fire', 'wakefield-fire', 'wakefield-fire-arrests'],
  ['學校火警', 'maidstone-school-fire'],
  ['穩定幣牌照', 'stablecoin-licence'],
  ['加密貨幣', 'northquay-halt', 'stablecoin-licence', 'tidewater-theft'],
  ['黑客', 'tidewater-theft'],
  ['美股', 'halden-shares'],
  ['人工智能最新進展', 'corvid-4'],
  ['半程馬拉松', 'glasgow-half'],
  ['市議會停車費', 'norwich-leader'],
  ['不信任投票', 'norwich-leader'],
])('finds on %s: %s', (topic, ...happenings) => {
  expect(found(topic)).toEqual(happenings.sort());
});

it.each(['樓價', '樓價新高', '銀價', '米價', '油價', '星座', '失業', '醫院', '加稅', '薛小明', '颱風'])(
  'finds on %s nothing, as nothing is reported on it',
  (topic) => {
    expect(found(topic)).toEqual([]);
  },
);

it.each(['圖書館', 'library', 'libraries'])('finds on %s no library of software', (topic) => {
  const technical = events.flatMap(({ links }) => links).filter(({ url }) => url.includes('signature-flaw'));
  const alone = { ...events[0]!, title: technical[0]!.title, links: technical };
  expect(found(topic, [alone])).toEqual([]);
  expect(found(topic)).toEqual(['barnsley-library']);
});
