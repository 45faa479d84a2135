/** `/desk report` on Discord: its pictures, in both languages, and the job that posts them every week. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIMessage } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import { seriesColour } from '../../src/newsroom/assets/draw/palette.ts';
import { pixelsOf } from '../newsroom/assets/pixels.ts';
import { botSaid, remembered, START } from '../support/discord-desk.ts';
import { newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { waitingStory } from '../support/discord-stories.ts';
import { eventually } from '../support/fake-clock.ts';
import { FlowingClock } from '../support/flowing-clock.ts';

let room: Newsroom<FlowingClock>;
let stores: Stores;
beforeEach(async () => {
  room = await newsroom({ clock: new FlowingClock(START) });
  await room.start({ stores: (given) => (stores = given) });
});
afterEach(async () => {
  await room.close();
  room.clock.stop();
});

/** A story is posted, so that there is something to report. */
async function posted(): Promise<void> {
  const { discord, anna, news } = room;
  stores = await waitingStory(room, stores);
  const head = await botSaid(discord, news, 'waits for approval');
  await discord.press(anna, head, 'Approve').final();
  const job = join(room.desk.home, 'data', 'newsroom', 'jobs', 'run-1', 'story_01.json');
  const status = () => (JSON.parse(readFileSync(job, 'utf8')) as { state: { status: string } }).state.status;
  await eventually(() => status() === 'SUCCESS', 'it is posted');
}

const pictures = (name?: string): APIMessage[] =>
  room.discord
    .messages(room.news)
    .filter(({ attachments }) => attachments.some(({ filename }) => filename.startsWith(name ?? '')));

async function bytesOf({ attachments: [file] }: APIMessage): Promise<Uint8Array> {
  const answer = await fetch(file!.url);
  return new Uint8Array(await answer.arrayBuffer());
}

it('answers with the main figures, and posts its pictures into the channel', async () => {
  const { discord, anna, news } = room;
  await posted();
  const answer = await discord.slash(anna, news, 'desk report').final();
  expect(answer.ephemeral).toBe(false);
  expect(answer.content).toMatch(/^\*\*The desk's last 7 days \(14–20 November 2026\)\*\*\n/u);
  expect(answer.content).toContain('- Stories ordered: 1 (posted 1).');
  expect(answer.content).toMatch(/^- Nothing yet: Items an hour by source, 48 hours; [^\n]+\.$/mu);
  expect(answer.content).not.toContain('console');

  const picture = await eventually(() => pictures('stories')[0], 'the picture is posted');
  expect(picture.content).toBe('**Stories**');
  const [file] = picture.attachments;
  expect(file!.description).toMatch(/^Stories ordered: 1 \(posted 1\)\. By category: .+ 1\.$/u);
  const { width, height, count } = await pixelsOf(await bytesOf(picture));
  expect(width).toBe(900);
  expect(height).toBeGreaterThan(700);
  expect(count(seriesColour(0))).toBeGreaterThan(5_000);
  // What it shows is remembered in words, and what there is nothing of has no picture.
  await eventually(
    () => remembered(room.desk, news).find(({ content }) => content.includes('Stories ordered: 1')),
    'the channel knows what it shows',
  );
  expect(pictures('models')).toEqual([]);
});

it('speaks the newsroom’s language in pictures, and the asker’s in its answer', async () => {
  const { discord, anna, news } = room;
  await posted();
  const { home } = room.desk;
  await room.desk.stop();
  await room.start({ home, edition: { pictures: false, language: 'zh-Hant-HK' } });
  const answer = await discord.slash(anna, news, 'desk report', { days: 3 }, { locale: 'zh-TW' }).final();
  expect(answer.content).toMatch(
    /^\*\*編輯台過去 3 日（2026年11月18日至20日）\*\*\n- 訂了 1 篇報道（已發佈 1）。/u,
  );
  const picture = await eventually(() => pictures('stories')[0], 'the picture is posted');
  expect(picture.content).toBe('**報道**');
  expect(picture.attachments[0]!.description).toMatch(/^訂了 1 篇報道/u);
  expect((await pixelsOf(await bytesOf(picture))).count(seriesColour(0))).toBeGreaterThan(5_000);
});

it('says that there is nothing yet, without a picture', async () => {
  const { discord, anna, news } = room;
  const answer = await discord.slash(anna, news, 'desk report', { days: 1 }).final();
  expect(answer.content).toMatch(
    /^\*\*The desk's last day \(20 November 2026\)\*\*\n- Nothing to report yet: [^\n]+$/u,
  );
  expect(pictures()).toEqual([]);
});

it('is for those who may manage automations, and takes 1 to 30 days', async () => {
  const { discord, anna, ben, news } = room;
  expect(await discord.slash(ben, news, 'desk report').final()).toMatchObject({
    ephemeral: true,
    content: expect.stringContaining('ben, you may not') as string,
  });
  const forged = await discord.slash(anna, news, 'desk report', { weekly: 'on' }).final();
  expect(forged.content).toMatch(/^\*\*Weekly report\*\* comes here every Monday at 9:00\./u);
});

it('comes every week if wanted: once a Monday, listed and removed like any automation', async () => {
  const { discord, anna, news, clock } = room;
  await posted();
  const weekly = (on: 'on' | 'off') => discord.slash(anna, news, 'desk report', { weekly: on }).final();
  const list = async () => (await discord.slash(anna, news, 'cron list').final()).content;
  expect((await weekly('off')).content).toMatch(/^No weekly report comes here\./u);
  await weekly('on');
  expect((await weekly('on')).content).toMatch(/^\*\*Weekly report\*\* comes here already\./u);
  expect(await list()).toMatch(
    /^- \*\*Weekly report\*\*: every Monday at 09:00, London time; next Mon 23 Nov, 09:00$/u,
  );

  clock.set(Date.UTC(2026, 10, 23, 9, 0, 1));
  await clock.advance(60_000);
  await botSaid(discord, news, "The desk's last 7 days (17–23 November 2026)");
  await eventually(() => pictures('stories')[0], 'its picture is posted');
  await clock.advance(600_000);
  expect(pictures('stories')).toHaveLength(1);
  const said = discord.messages(news).filter(({ content }) => content.includes("The desk's last 7 days"));
  expect(said).toHaveLength(1);
  expect(await list()).toContain('next Mon 30 Nov, 09:00');

  expect((await weekly('off')).content).toBe('**Weekly report** comes here no more.');
  expect(await list()).toMatch(/^This conversation has no automations\./u);
  await eventually(
    () =>
      remembered(room.desk, news).find(
        ({ content }) => content === 'anna removed the automation “Weekly report”.',
      ),
    'the channel remembers who removed it',
  );
  expect((await discord.slash(anna, news, 'desk undo').final()).content).toMatch(/comes here every Monday/u);
  expect(await list()).toContain('Weekly report');
});
