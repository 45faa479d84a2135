/**
 * How well the desk model decides what the clusterer's likeness leaves open, on real headlines: the share of right
 * decisions in the ambiguous band, beside those of the clusterer itself. Reads `../shared/data/clustering-dev` beside
 * the repository; without it there is nothing to measure.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { ClusterDecisions, ClusterMaterial } from '../src/llm/cluster-shapes.ts';
import { deskModel } from '../src/llm/rules/desk-model.ts';
import { Clusterer } from '../src/newsroom/intake/cluster/clusterer.ts';
import type { Row } from './row.ts';

interface Line {
  readonly title: string;
  readonly lede?: string;
  readonly ts: number;
  readonly story: string;
}

interface Asked {
  readonly link: ClusterMaterial['links'][number];
  readonly gold: string;
  readonly goldOf: ReadonlyMap<number, string>;
  /** What the clusterer decided by itself. */
  readonly own: number | 'new';
}

const FOLDER = fileURLToPath(new URL('../../shared/data/clustering-dev/', import.meta.url));
const SETS = ['uci', 'allsides-dated', 'allsides-triples'];
const BATCH = 20;

export async function benchModelDecisions(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const set of SETS.filter((one) => existsSync(`${FOLDER}${one}.jsonl.gz`))) {
    const asked = askedIn(set);
    let right = 0;
    let ownRight = 0;
    const byPair = { joined: 0, wronglyJoined: 0, missed: 0 };
    for (let at = 0; at < asked.length; at += BATCH) {
      const batch = asked.slice(at, at + BATCH);
      const { text } = await deskModel.reply({
        task: 'cluster',
        system: '',
        messages: [],
        tools: [],
        limits: { maxOutputTokens: 4096 },
        signal: new AbortController().signal,
        material: { links: batch.map(({ link }) => link) },
      });
      const { decisions } = JSON.parse(text) as ClusterDecisions;
      for (const [n, one] of batch.entries()) {
        const decision = decisions[n];
        const chosen = decision?.event_id ?? decision?.parent_event_id ?? 'new';
        if (isRight(one, chosen)) right += 1;
        if (isRight(one, one.own)) ownRight += 1;
        if (chosen !== 'new') byPair[one.goldOf.get(chosen) === one.gold ? 'joined' : 'wronglyJoined'] += 1;
        else if ([...one.goldOf.values()].includes(one.gold)) byPair.missed += 1;
      }
    }
    const share = (count: number) => count / Math.max(1, asked.length);
    rows.push(
      { what: `${set}: ambiguous links`, value: asked.length, unit: '', goal: '' },
      { what: `${set}: the desk model decides right`, value: share(right), unit: '', goal: '' },
      { what: `${set}: the clusterer alone decides right`, value: share(ownRight), unit: '', goal: '' },
      {
        what: `${set}: of what it joins, right`,
        value: byPair.joined / Math.max(1, byPair.joined + byPair.wronglyJoined),
        unit: '',
        goal: '',
      },
    );
  }
  return rows;
}

/** Joined with links of its own story; or left alone where no candidate has any. */
function isRight({ gold, goldOf }: Asked, chosen: number | 'new'): boolean {
  return chosen === 'new' ? ![...goldOf.values()].includes(gold) : goldOf.get(chosen) === gold;
}

/** Every ambiguous link, its candidates as the clusterer found them. Events hold the links of one story only. */
function askedIn(set: string): Asked[] {
  const lines = gunzipSync(readFileSync(`${FOLDER}${set}.jsonl.gz`))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const clusterer = new Clusterer();
  const eventOf = new Map<string, number>();
  const first = new Map<number, Line>();
  const goldOf = new Map<number, string>();
  const asked: Asked[] = [];
  for (const [id, line] of lines.entries()) {
    const item = { title: line.title, lede: line.lede ?? '', atMs: line.ts * 1_000 };
    const decision = clusterer.decide(item);
    if (decision.ambiguous && decision.candidates.length > 0 && decision.action !== 'skip') {
      const candidates = decision.candidates.map(({ eventId, score }) => ({
        event_id: eventId,
        title: first.get(eventId)?.title ?? '',
        summary: first.get(eventId)?.lede ?? '',
        score,
      }));
      asked.push({
        link: {
          link_id: id,
          title: line.title,
          description: line.lede ?? '',
          published: item.atMs,
          candidates,
        },
        gold: line.story,
        goldOf: new Map(candidates.map(({ event_id }) => [event_id, goldOf.get(event_id) ?? ''])),
        own: decision.action === 'join' ? decision.eventId : 'new',
      });
    }
    let event = eventOf.get(line.story);
    if (event === undefined) {
      event = eventOf.size + 1;
      eventOf.set(line.story, event);
      first.set(event, line);
      goldOf.set(event, line.story);
      clusterer.begin(event);
    }
    if (decision.action !== 'skip') clusterer.place(item, event);
  }
  return asked;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await benchModelDecisions());
