/** `npm run bench [-- name …]`: runs the benchmarks, prints a table and writes `bench/results/latest.json`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import '../src/main/channels.ts';
import { benchAssets } from './assets.ts';
import { benchBrief } from './brief.ts';
import { benchClaims } from './claims.ts';
import { benchChecker } from './claims-checker.ts';
import { benchClustering } from './clustering.ts';
import { benchArmed, benchBurst } from './cron.ts';
import { benchDesks } from './desks.ts';
import { benchDiscordAnswers } from './discord-answers.ts';
import { benchDiscordMemory } from './discord-memory.ts';
import { benchDiscordMessages } from './discord-messages.ts';
import { benchDiscordOutbox } from './discord-outbox.ts';
import { benchExtraction } from './extraction.ts';
import { benchFeeds } from './feeds.ts';
import { benchModelDecisions } from './model-decisions.ts';
import { benchModelHttp } from './model-http.ts';
import { benchModelOverhead } from './model-overhead.ts';
import { benchNewsletter } from './newsletter.ts';
import { benchPool } from './pool.ts';
import { benchPrompts } from './prompts.ts';
import { benchReadyAfterKill } from './ready-after-kill.ts';
import { benchSearch } from './search.ts';
import { benchStartUp } from './start-up.ts';
import { benchStories } from './stories.ts';
import { benchTranscripts } from './transcripts.ts';
import type { Row } from './row.ts';

const BENCHES: Readonly<Record<string, () => Promise<Row[]>>> = {
  newsletter: benchNewsletter,
  'start-up': benchStartUp,
  'ready-after-kill': benchReadyAfterKill,
  'cron-armed': benchArmed,
  'cron-burst': benchBurst,
  desks: benchDesks,
  transcripts: benchTranscripts,
  claims: async () => [...(await benchClaims()), ...(await benchChecker())],
  clustering: benchClustering,
  assets: benchAssets,
  feeds: benchFeeds,
  extraction: benchExtraction,
  pool: benchPool,
  prompts: benchPrompts,
  search: benchSearch,
  brief: benchBrief,
  stories: benchStories,
  'model-overhead': benchModelOverhead,
  'model-http': benchModelHttp,
  'model-decisions': benchModelDecisions,
  'discord-messages': benchDiscordMessages,
  'discord-answers': benchDiscordAnswers,
  'discord-memory': benchDiscordMemory,
  'discord-outbox': benchDiscordOutbox,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`there is no benchmark ${unknown.join(', ')}; there are: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}
const results: Record<string, Row[]> = {};
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  results[name] = await bench();
  console.log(`\n${name}`);
  for (const { what, value, unit, goal } of results[name])
    console.log(
      `  ${what.padEnd(50)} ${value.toFixed(Math.abs(value) < 10 ? 3 : 1).padStart(10)} ${unit.padEnd(6)} ${goal}`,
    );
}
const folder = fileURLToPath(new URL('./results/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}latest.json`, `${JSON.stringify({ node: process.version, results }, null, 2)}\n`);
