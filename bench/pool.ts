/**
 * The pool with 100,000 links in one window (37,500 events, a quarter of them told by several outlets): what a routine
 * update, selection, preview and cleaning cost then, and how long others wait for their turn.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { liveEdition } from '../src/newsroom/edition/live-edition.ts';
import { readEdition } from '../src/newsroom/edition/edition.ts';
import type { FoundLink } from '../src/newsroom/model/event.ts';
import type { LinkDecision, Pool } from '../src/newsroom/intake/pool/pool.ts';
import { selectCandidates } from '../src/newsroom/intake/select/select-candidates.ts';
import { openPool } from '../src/store/sqlite/open-pool.ts';
import { fileURLToPath } from 'node:url';
import { median } from './figures.ts';
import type { Row } from './row.ts';

const LINKS = 100_000;
const FEEDS = 200;
const NOW = Date.UTC(2026, 0, 5, 6);
const MINUTE_MS = 60_000;
const log = { debug() {}, info() {}, warn() {}, error() {} };
const clock = { now: () => NOW, elapsed: () => 0, until: () => Promise.resolve() };
const plain = { score: 0, ambiguous: false, candidates: [] };

export async function benchPool(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pool-bench-'));
  const pool = openPool({ path: join(folder, 'pool.sqlite3'), clock, log });
  try {
    await fill(pool);
    return await measure(pool);
  } finally {
    await pool.close();
    rmSync(folder, { recursive: true });
  }
}

async function measure(pool: Pool): Promise<Row[]> {
  const editions = fileURLToPath(new URL('../data/editions/', import.meta.url));
  const edition = { ...liveEdition(readEdition('sample', [editions]), 1) };
  const tiers = { T1: ['outlet1.test'], T2: ['outlet2.test', 'outlet3.test'], T3: [] };
  const seen = Array.from({ length: 50 }, (_, n) => found(n * 7));
  const add = await timed(() => pool.addLinks(seen, NOW));
  const open = await timed(() => pool.openEvents(NOW));
  const events = await pool.openEvents(NOW);
  const select = await timed(async () =>
    selectCandidates({
      kind: 'daily',
      edition: { ...edition, tiers },
      open: events,
      posted: [],
      covered: [],
      notes: [],
      nowMs: NOW,
    }),
  );
  const preview = await timed(() => pool.deliveries('feed7', 100));
  const prune = await timed(() => pool.prune(NOW));
  const status = await timed(() => pool.status(NOW));
  const recount = await timed(() => pool.recount());
  return [
    row('a feed’s 50 known links, added again', add, '< 20'),
    row('open events with their links', open, '< 3000'),
    row('the longest others wait meanwhile', { ms: open.blockedMs }, '< 100'),
    row('selection of all of them', select, '< 1000'),
    row('the longest others wait meanwhile', { ms: select.blockedMs }, '< 50'),
    row('preview of a feed with 500 items', preview, '< 50'),
    row('pruning, nothing to prune', prune, '< 20'),
    row('status', status, '< 100'),
    row('gc: all counts made right', recount, '< 1000'),
  ];
}

function row(what: string, { ms }: { readonly ms: number }, goal: string): Row {
  return { what, value: ms, unit: 'ms', goal };
}

/** The middle of three times, and the longest that nothing else ran. */
async function timed(work: () => Promise<unknown>): Promise<{ ms: number; blockedMs: number }> {
  const times: number[] = [];
  let blockedMs = 0;
  for (let round = 0; round < 3; round++) {
    let last = performance.now();
    let isOver = false;
    const beat = () => {
      const now = performance.now();
      blockedMs = Math.max(blockedMs, now - last);
      last = now;
      if (!isOver) setImmediate(beat);
    };
    setImmediate(beat);
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
    isOver = true;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { ms: median(times), blockedMs };
}

function found(n: number): FoundLink {
  const outlet = n % 50;
  return {
    url: `https://outlet${outlet}.test/${n}`,
    title: `Council ${n % 997} of harbour ${n % 89} votes on bridge ${Math.floor(n / 3)} after storm ${n % 31}`,
    description: `A lede of some length about bridge ${n} and what the council of the harbour decided on Monday.`,
    foundBy: `feed:feed${n % FEEDS}`,
    publishedAtMs: NOW - (n % (40 * 60)) * MINUTE_MS,
  };
}

async function fill(pool: Pool): Promise<void> {
  for (let from = 0; from < LINKS; from += 5_000)
    await pool.addLinks(
      Array.from({ length: 5_000 }, (_, n) => found(from + n)),
      NOW,
    );
  const pending = await pool.pendingLinks();
  const decisions = pending.map((link, n): LinkDecision => {
    // Of eight links two begin events of three links, two stand alone.
    const place = n % 8;
    const first = n - place;
    if (place === 0 || place === 3 || place > 5)
      return {
        linkId: link.id,
        action: { kind: 'new_event', newEvent: -n - 1, category: 'UK News' },
        ...plain,
      };
    const event = { newEvent: -(place < 3 ? first : first + 3) - 1 };
    return { linkId: link.id, action: { kind: 'join', event }, ...plain };
  });
  await pool.keepDecisions(decisions, NOW);
  for (let feed = 0; feed < FEEDS; feed++) {
    const items = Array.from({ length: LINKS / FEEDS }, (_, n) => found(n * FEEDS + feed));
    await pool.noteItems(
      `feed${feed}`,
      items.map(({ url, title }) => ({ itemKey: url, url, title, outcome: 'added' as const })),
      NOW,
    );
  }
}
