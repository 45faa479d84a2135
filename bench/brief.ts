/**
 * A brief, from its order to its end: accepted, searched in the pool of the sample edition, written, reviewed, committed,
 * its answer on disk. With the desk model, and with a Gemini on loopback that answers at once.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pino from 'pino';
import { readConfig } from '../src/config/read-config.ts';
import { startDesk } from '../src/main/index.ts';
import { GatewayClient } from '../src/edges/client/gateway-client.ts';
import { briefBrain } from '../test/support/models/gemini-brief.ts';
import { LoopbackGemini } from '../test/support/models/loopback-gemini.ts';
import { percentile, withHome } from './figures.ts';
import type { Row } from './row.ts';

const TOPICS = [
  'Wakefield warehouse fire',
  'Coquimbo earthquake',
  '屯門簡約公屋',
  'Tenancy Deposits Bill',
  'gold record',
];
const BRIEFS = 60;
const WARM_UP = 10;

export async function benchBrief(): Promise<Row[]> {
  const gemini = await LoopbackGemini.start();
  gemini.answer(briefBrain);
  try {
    const env = { GEMINI_API_KEYS: 'bench', GEMINI_BASE_URL: gemini.baseUrl };
    return [
      ...rows('the desk model', await withHome((home) => briefs(home, {}))),
      ...rows('an instant Gemini', await withHome((home) => briefs(home, env))),
    ];
  } finally {
    await gemini.close();
  }
}

/** One after the other; the pool was filled by the first. */
async function briefs(home: string, env: Record<string, string>): Promise<number[]> {
  const sample = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as object;
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  const edition = { ...sample, name: 'bench', schedules: [], pictures: false };
  writeFileSync(join(home, 'data', 'editions', 'bench.json'), JSON.stringify(edition));
  const given = { NIGHTDESK_HOME: home, NIGHTDESK_EDITION: 'bench', GATEWAY_PORT: '0', ...env };
  const { config } = readConfig(given, home);
  const desk = await startDesk({ config, log: pino({ level: 'silent' }) });
  const { gatewayAddress: addressFile, gatewayToken: tokenFile } = config.paths;
  const client = await GatewayClient.find({ addressFile, tokenFile });
  const samples: number[] = [];
  for (let n = 0; n < WARM_UP + BRIEFS; n++) {
    const topic = TOPICS[n % TOPICS.length]!;
    const begun = performance.now();
    const made = await client!.call('brief.run', { topic, sessionKey: `console:bench-${n}` });
    const { outcome } = made as { outcome: string };
    if (outcome !== 'published') throw new Error(`a brief on ${topic} ended as ${outcome}`);
    if (n >= WARM_UP) samples.push(performance.now() - begun);
  }
  await desk.stop();
  return samples;
}

function rows(who: string, samples: readonly number[]): Row[] {
  return [
    { what: `a brief with ${who}, p50`, value: percentile(samples, 0.5), unit: 'ms', goal: '' },
    { what: `a brief with ${who}, p99`, value: percentile(samples, 0.99), unit: 'ms', goal: '' },
  ];
}
