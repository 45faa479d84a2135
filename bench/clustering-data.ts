/** Headlines for measuring clustering: the labelled sets, mixes of them, and long streams made of them. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

export interface Headline {
  readonly title: string;
  readonly lede: string;
  readonly atMs: number;
  readonly story: string;
}

const FOLDER = fileURLToPath(new URL('../../shared/data/clustering-dev/', import.meta.url));
const SETS = ['uci', 'allsides-dated', 'allsides-triples'];
const DAY_MS = 86_400_000;

/** Headlines of Taiwan's outlets, in streaming order; empty where the set is not there. */
export function taiwanHeadlines(): Headline[] {
  return existsSync(`${FOLDER}taiwan-headlines.jsonl.gz`) ? read('taiwan-headlines') : [];
}

/** The English sets that are there, by name, each in streaming order. */
export function labelledSets(): Map<string, Headline[]> {
  const sets = SETS.filter((set) => existsSync(`${FOLDER}${set}.jsonl.gz`));
  return new Map(sets.map((set) => [set, read(set)]));
}

function read(set: string): Headline[] {
  const lines = gunzipSync(readFileSync(`${FOLDER}${set}.jsonl.gz`))
    .toString('utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const { title, lede, ts, story } = JSON.parse(line) as {
      title: string;
      lede?: string;
      ts: number;
      story: string;
    };
    return { title, lede: lede ?? '', atMs: ts * 1_000, story };
  });
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A share of the links, whatever their stories. */
export function thinned(links: readonly Headline[], share: number): Headline[] {
  const random = seeded(1);
  return links.filter(() => random() < share);
}

/** Six of ten stories cut down to one link, as in real traffic. */
export function withSingletons(links: readonly Headline[]): Headline[] {
  const random = seeded(2);
  const seen = new Set<string>();
  const single = new Map<string, boolean>();
  return links.filter(({ story }) => {
    if (!single.has(story)) single.set(story, random() < 0.6);
    if (!single.get(story)) return true;
    return !seen.has(story) && seen.add(story);
  });
}

/** All sets in one stream, their clocks set to one beginning. With `days` each is squeezed or stretched to these. */
export function merged(sets: Iterable<readonly Headline[]>, days?: number): Headline[] {
  return [...sets]
    .flatMap((links) => {
      const first = links[0]?.atMs ?? 0;
      const span = (links.at(-1)?.atMs ?? 0) - first || 1;
      const pace = days === undefined ? 1 : (days * DAY_MS) / span;
      return links.map((link) => ({ ...link, atMs: (link.atMs - first) * pace }));
    })
    .sort((a, b) => a.atMs - b.atMs);
}

/**
 * A long stream: `count` links over `days`. Nearly six of ten links are alone with their happening; the other happenings
 * have two to eight. Of the words of a headline seven in ten are drawn from those of the sets' titles, as often as they
 * stand there, and the others from a vocabulary that grows with the stream (Heaps' law: about 40 · n^0.6 words for n
 * links), by Zipf's law. A happening has two names of its own, and half the links a lede of twenty words.
 */
export function longStream(sets: Iterable<readonly Headline[]>, count: number, days: number): Headline[] {
  const random = seeded(7);
  const spoken = [...sets].flatMap((links) => links.flatMap(({ title }) => title.split(/\s+/)));
  const word = (known: number) =>
    random() < 0.7
      ? (spoken[Math.floor(random() * spoken.length)] ?? '')
      : `word${Math.floor(Math.exp(random() * Math.log(known))).toString(36)}`;
  const words = (length: number, known: number) => Array.from({ length }, () => word(known));
  const links: Headline[] = [];
  for (let story = 0; links.length < count; story++) {
    const known = 2_000 + 40 * (links.length + 1) ** 0.6;
    const beganMs = (links.length / count) * days * DAY_MS;
    const names = [`N${(story * 7_919).toString(36)}a`, `N${(story * 104_729).toString(36)}o`];
    const core = words(6, known);
    // Where six of ten links stand alone, about one happening in eight has company.
    const size = random() < 0.87 ? 1 : 2 + Math.floor(random() * 7);
    for (let n = 0; n < size; n++) {
      const title = [...names, ...core.filter(() => random() < 0.7), ...words(5, known)].join(' ');
      const lede = random() < 0.5 ? `${[...names, ...core, ...words(13, known)].join(' ')}.` : '';
      links.push({
        title,
        lede,
        atMs: beganMs - Math.log(1 - random()) * 7 * 3_600_000 * (n > 0 ? 1 : 0),
        story: `${story}`,
      });
    }
  }
  return links.slice(0, count).sort((a, b) => a.atMs - b.atMs);
}
