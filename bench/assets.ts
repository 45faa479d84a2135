/**
 * What pictures cost: in the studio's process, from the request to the bytes, and what that process and the desk's
 * own weigh for it. Memory is VmRSS from /proc, so it is measured on Linux only.
 */
import sharp from 'sharp';
import { Studio } from '../src/newsroom/assets/studio.ts';
import type { StudioWork } from '../src/newsroom/assets/studio-work.ts';
import { systemClock } from '../src/time/clock.ts';
import { closeAt, weekdays } from '../test/support/market/sessions.ts';
import { percentile, residentMb } from './figures.ts';
import type { Row } from './row.ts';

const ROUNDS = 40;
const LIVE = new AbortController().signal;

const chart: StudioWork = {
  kind: 'chart',
  language: 'en',
  zone: 'Europe/London',
  quotes: [
    {
      symbol: '^spx',
      label: 'S&P 500',
      currency: 'points',
      last: 5_330.12,
      previousClose: 5_300.12,
      change: 30,
      changePercent: 0.57,
      asOfMs: Date.UTC(2026, 5, 1, 20),
      day: '2026-06-02',
      session: 'today',
      closes: weekdays('2026-06-01', 60).map((day, n) => ({ day, close: closeAt(n) })),
      source: 'Stooq',
      sourceUrl: 'https://stooq.com/q/?s=%5Espx',
    },
  ],
};
const card: StudioWork = {
  kind: 'card',
  language: 'zh-Hant-HK',
  category: 'Hong Kong News',
  label: '香港新聞',
  title: '紅磡海底隧道「爆水管」水浸全線封閉八小時，運輸署料今晚七時前恢復雙程行車',
  points: [
    '水務署指一條直徑900毫米鹹水管於清晨5時12分爆裂，約3,000立方米海水湧入隧道。',
    '運輸署署長表示西隧及東隧即時免費，過海巴士改道，受影響路線共38條。',
    '消防處救出12人，無人受傷；隧道公司說電力系統需逐一測試後方可重開。',
  ],
  outlets: ['維港晨報', '燈塔新聞', 'RTHK'],
  masthead: '英港新聞枱',
};

export async function benchAssets(): Promise<Row[]> {
  // A camera's picture: noise is the hardest for every codec.
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const camera = sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#888', noise } });
  const photo: StudioWork = { kind: 'og_image', bytes: await camera.jpeg({ quality: 60 }).toBuffer() };
  const before = residentMb(process.pid);
  const studio = new Studio({ clock: systemClock });
  const began = performance.now();
  await studio.make(card, LIVE);
  const rows: Row[] = [
    { what: 'first card, process start included', value: performance.now() - began, unit: 'ms', goal: '' },
  ];
  let peak = 0;
  for (const [name, work] of Object.entries({ chart, card, 'photo of 12 megapixels': photo })) {
    const took: number[] = [];
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      bytes = (await studio.make(work, LIVE)).bytes.length;
      took.push(performance.now() - start);
      peak = Math.max(peak, residentMb(studio.pid ?? 0));
    }
    rows.push(
      { what: `${name}, p50`, value: percentile(took, 0.5), unit: 'ms', goal: '' },
      { what: `${name}, p99`, value: percentile(took, 0.99), unit: 'ms', goal: '' },
      { what: `${name}, file`, value: bytes / 1_024, unit: 'KB', goal: '' },
    );
  }
  rows.push(
    { what: "the studio's process, at most", value: peak, unit: 'MB', goal: '' },
    {
      what: "the desk's own growth meanwhile",
      value: residentMb(process.pid) - before,
      unit: 'MB',
      goal: '',
    },
  );
  studio.close();
  return rows;
}
