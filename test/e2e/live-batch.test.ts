/** The message of a batch, end to end: edited in its place, gone on Discord, and as console and terminal read it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Shown, amended as amendedInTerminal } from '../../src/cli/amended.ts';
import { Amendments } from '../../src/sessions/amendments.ts';
import { parseEntry } from '../../src/sessions/entry.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import { sessionKey, transcriptName } from '../../src/sessions/key.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import { wordsOf } from '../support/discord/cards.ts';
import { START, botSaid } from '../support/discord-desk.ts';
import { newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually, settle } from '../support/fake-clock.ts';
import { FlowingClock } from '../support/flowing-clock.ts';
import { amended } from '../../web/model/amended.ts';
import type { Entry as ToldEntry } from '../../web/model/shapes.ts';

const given = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as Record<string, unknown>;
const { sample, feeds, schedules } = given;
const OVER = /^\d+ of \d+ stories posted\./u;
const OF_BATCH = /^(?:Planned: |Writing \d+ of |\d+ of \d+ stories posted)/u;

let room: Newsroom<FlowingClock>;
let log: string[];
beforeEach(async () => {
  log = [];
  room = await newsroom({ clock: new FlowingClock(START) });
});
afterEach(async () => {
  await room.close();
  room.clock.stop();
});

function entriesOf(key: SessionKey): Entry[] {
  const file = join(room.desk.home, 'sessions', transcriptName(key));
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => parseEntry(line) ?? []);
}

/** As the console shows them. */
const amendedInConsole = (entries: readonly Entry[]) => amended([...entries] as unknown as ToldEntry[]);

it('that somebody deletes on Discord while it is written is said anew at its end, once, and nothing loops', async () => {
  const { discord, guild, news, clock } = room;
  await room.start({ log, edition: { sample, feeds, schedules, desk: { discord: news.id } } });
  await clock.advance(5_000);
  const first = await botSaid(discord, news, OF_BATCH);
  discord.remove(discord.realm.world.user(guild.ownerId), first);
  await clock.advance(5_000);
  const end = await botSaid(discord, news, OVER);
  expect(end.id).not.toBe(first.id);
  await clock.advance(60_000);
  await settle(50);
  const told = discord.messages(news).filter((message) => OF_BATCH.test(wordsOf(message)));
  expect(told.map(({ id }) => id)).toEqual([end.id]);
  const tries = discord.records.of('PATCH').filter(({ path }) => path.endsWith(first.id));
  expect(tries.filter(({ status }) => status === 404).length).toBeLessThanOrEqual(1);
  expect(log.filter((line) => /the message of run|"level":50/u.test(line))).toEqual([]);
  // Whoever reads the conversation elsewhere reads its end once, too.
  const entries = await eventually(() => {
    const all = entriesOf(sessionKey('discord', news.id));
    return all.some(({ content }) => content === end.content) && all;
  }, 'the end is in the transcript');
  for (const read of [amendedInConsole(entries), amendedInTerminal(entries)])
    expect(read.filter(({ content }) => OF_BATCH.test(content)).map(({ content }) => content)).toEqual([
      end.content,
    ]);
});

it('is one line in the console, in the terminal and in what a model reads, from planned to posted', async () => {
  const { clock } = room;
  await room.start({ log, edition: { sample, feeds, schedules } });
  await clock.advance(5_000);
  const all = await eventually(() => {
    const entries = entriesOf(sessionKey('console', 'desk'));
    return entries.some(({ content }) => OVER.test(content)) && entries;
  }, 'the batch is over');
  const of = (entries: readonly { content: string }[]) =>
    entries.filter(({ content }) => OF_BATCH.test(content)).map(({ content }) => content);
  // It was told more than once, and stands once.
  expect(of(all).length).toBeGreaterThan(1);
  expect(of(all)[0]).toMatch(/^Planned: /u);
  const report = of(all).at(-1)!;
  expect(of(amendedInConsole(all))).toEqual([report]);
  expect(of(amendedInTerminal(all))).toEqual([report]);
  const amendments = new Amendments();
  expect(of(all.toReversed().flatMap((entry) => amendments.read(entry) ?? []))).toEqual([report]);
  // A terminal that follows it says what is new of it, and passes over what is stale by then.
  const shown = new Shown();
  const said = all.map((entry) => shown.said(entry).content).filter((text) => text !== '');
  expect(said.filter((text) => OF_BATCH.test(text) || /^\(changed “(?:Planned|Writing)/u.test(text))).toEqual(
    [expect.stringMatching(/^Planned: /u), report],
  );
});
