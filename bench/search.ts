/** Indexing 100,000 entries, and what a search among them takes. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Indexer } from '../src/search/indexer.ts';
import { termsOf } from '../src/search/terms.ts';
import { sessionKey, transcriptName } from '../src/sessions/key.ts';
import type { SessionKey } from '../src/sessions/key.ts';
import type { SessionInfo } from '../src/sessions/session-index.ts';
import { FileTranscripts } from '../src/store/files/file-transcripts.ts';
import { openSearchIndex } from '../src/store/sqlite/open-search-index.ts';
import { median, percentile, withHome } from './figures.ts';
import type { Row } from './row.ts';

const ENTRIES = 100_000;
const CHATS = 20;
const ROUNDS = 20;
const REQUESTS: readonly (readonly [what: string, typed: string])[] = [
  ['a rare name', 'zebedee1234'],
  ['two words, a tenth of all', 'harbour ferry'],
  ['three Chinese letters', '輪船停'],
  ['two Chinese letters', '立法'],
];

export function benchSearch(): Promise<Row[]> {
  return withHome(async (home) => {
    const sessions = join(home, 'sessions');
    mkdirSync(sessions);
    const chats = Array.from({ length: CHATS }, (_, n) => sessionKey('console', `bench${n}`));
    for (const [n, chat] of chats.entries())
      writeFileSync(join(sessions, transcriptName(chat)), transcript(chat, n));
    const path = join(home, 'search.sqlite3');
    const index = openSearchIndex({ path, log: { warn: () => {} } });
    const indexer = new Indexer({
      index,
      sessions: { list: async () => chats.map((key) => ({ key }) as SessionInfo) },
      transcripts: new FileTranscripts(sessions, () => {}),
      stories: {
        ids: async () => ({ posted: [], batches: [] }),
        find: async () => undefined,
        run: async () => undefined,
      },
      language: 'en',
      failed: (what, error) => {
        throw new Error(what, { cause: error });
      },
    });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const begun = performance.now();
    await indexer.catchUp();
    const seconds = (performance.now() - begun) / 1_000;
    delay.disable();
    const rows: Row[] = [
      { what: `entries indexed, of ${ENTRIES}`, value: ENTRIES / seconds, unit: 'a second', goal: '' },
      { what: 'held up meanwhile, p99', value: delay.percentile(99) / 1e6, unit: 'ms', goal: '< 50' },
      { what: 'the index', value: statSync(path).size / 1e6, unit: 'MB', goal: '' },
    ];
    for (const [what, typed] of REQUESTS) {
      const times: number[] = [];
      for (let n = 0; n < ROUNDS; n++) {
        const from = performance.now();
        const found = await index.find({ terms: termsOf(typed), offset: 0, limit: 50 });
        times.push(performance.now() - from);
        if (found.length === 0) throw new Error(`nothing was found for ${typed}`);
      }
      rows.push({ what: `${what}, p50`, value: median(times), unit: 'ms', goal: '< 100' });
      rows.push({ what: `${what}, p95`, value: percentile(times, 0.95), unit: 'ms', goal: '' });
    }
    await index.close();
    return rows;
  });
}

const PLACES = [
  'council',
  'school',
  'market',
  'airport',
  'hospital',
  'station',
  'court',
  'library',
  'bridge',
];

function transcript(key: SessionKey, chat: number): string {
  const origin = { channel: 'console', chatId: 'bench' };
  const lines: object[] = [{ v: 1, header: true, key, createdAtMs: 0, origin }];
  for (let n = 0; n < ENTRIES / CHATS; n++) {
    const at = chat * 10_000 + n;
    const place = at % 10 === 0 ? 'harbour ferry' : PLACES[at % PLACES.length];
    const chinese = at % 10 === 3 ? '，輪船停航，立法會今日開會' : '';
    const content = `The vote on the ${place} number ${at} is expected before noon, says zebedee${at}, and the mayor speaks after it${chinese}.`;
    const author = { name: `Editor ${n % 7}` };
    lines.push({ v: 1, id: `t${at}:0`, ts: at, role: 'user', content, author, meta: { turn: `t${at}` } });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
