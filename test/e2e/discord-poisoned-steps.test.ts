/**
 * Poison in pages and feeds, and a model that copies it into whatever it hands in: into each step of a newsletter, of a
 * brief and of stories. What is shown is that nothing of it acts: no address leads away, nobody is notified, and nothing
 * is changed; and that it stands inside fences in each later prompt.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import { unfenced } from '../../src/llm/fence.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { ordersIn, outsideOf } from '../agent/injection/obedient-model.ts';
import { EVIL, LEAK, POISONS } from '../agent/injection/poisons.ts';
import { OUTLETS, happening } from '../chaos/happenings.ts';
import { asked, firstOf, sensible } from '../newsletter/steps/gemini-letter.ts';
import type { Asked, Material } from '../newsletter/steps/gemini-letter.ts';
import { wordsOf } from '../support/discord/cards.ts';
import { START, botSaid } from '../support/discord-desk.ts';
import { addJob, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually } from '../support/fake-clock.ts';
import { FlowingClock } from '../support/flowing-clock.ts';
import { openSmtp } from '../support/mail/loopback-smtp.ts';
import { briefBrain, briefPurpose, handsIn } from '../support/models/gemini-brief.ts';
import { inputIn, newsroomBrain, promptOf } from '../support/models/gemini-newsroom.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import type { GeminiRequest } from '../support/models/loopback-gemini.ts';
import { says } from '../support/models/loopback-gemini-script.ts';
import type { GeminiReply } from '../support/models/loopback-gemini-script.ts';
import { loopbackPress } from '../support/sources/loopback-press.ts';
import { ofBot } from '../support/sample-on-discord.ts';

const LETTER = 'newsletter_20261120';
const HAPPENINGS = 24;
/** The topic of a brief into which little is copied. */
const SHORT = 'football club goalkeeper';
const HOUR_MS = 3_600_000;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** News of which each telling has an order of its own: in its title, its first words or its last. */
function poisonedPages() {
  return Array.from({ length: HAPPENINGS }, (_, n) => happening(n, START - (n + 2) * HOUR_MS)).flatMap(
    (tellings, n) =>
      tellings.map((page, which) => {
        const { text } = POISONS[(n * tellings.length + which) % POISONS.length]!;
        const evil = escaped(text);
        if (which === 0) return { ...page, title: `${page.title}. ${evil}` };
        const [first = '', ...rest] = page.paragraphs;
        const paragraphs = which === 1 ? [`${first} ${evil}`, ...rest] : [first, ...rest, evil];
        return { ...page, paragraphs };
      }),
  );
}

/** What a model copies of what it has read: the orders, and what they want to be said. */
const copiedFrom = (value: unknown): string =>
  ordersIn(typeof value === 'string' ? value : JSON.stringify(value))
    .map(({ text, say }) => `${text} ${say}`)
    .join(' ');

function letterOf(what: Asked, material: Material): object {
  const { items, articles, topics, stories, sections } = material;
  const all = copiedFrom(material);
  switch (what) {
    case 'filter':
      return { items: items.map((item) => ({ i: item.i, on_topic: true, reason: copiedFrom(item) })) };
    case 'summary':
      return {
        items: articles.map((article) => ({
          i: article.i,
          bullets: [...firstOf(article.text, 2), copiedFrom(article)],
          line: `${article.title} ${copiedFrom(article)}`,
        })),
      };
    case 'topics':
      return {
        topics: topics.map((topic) => ({ i: topic.i, name: `${topic.headlines[0]} ${copiedFrom(topic)}` })),
      };
    case 'sections':
      return {
        sections: [0, 1, 2].map((n) => ({
          name: `Part ${n + 1} ${copiedFrom(topics[n])}`,
          topics: topics.map(({ i }) => i).filter((i) => i <= 15 && (i - 1) % 3 === n),
        })),
      };
    case 'draft':
      return {
        stories: stories.map((story) => ({
          i: story.i,
          headline: `${story.articles[0]!.title} ${copiedFrom(story)}`,
          text: [...firstOf(story.articles[0]!.text, 2), copiedFrom(story)]
            .map((one) => `${one}[1]`)
            .join(' '),
        })),
      };
    case 'critique':
      return { score: 10, problems: [all] };
    case 'final':
      return {
        title: `${sections[0]!.stories[0]!.headline} ${all}`,
        intro: `${sections.map(({ stories: [first] }) => `${first!.headline}.`).join(' ')} ${all}`,
      };
    case 'check':
      return sensible(what, material);
  }
}

interface BriefInput {
  readonly articles: readonly { readonly cite_as: string; readonly title: string; readonly text: string }[];
}

/** One that copies an order in sentences with their citations is published; one that copies all is not. */
function briefOf(request: GeminiRequest): GeminiReply {
  const prompt = unfenced(promptOf(request));
  const [, json = '{}'] = /\n(\{\n[\s\S]*?\n\})\n/u.exec(prompt) ?? [];
  const { articles } = JSON.parse(json) as BriefInput;
  const infected = articles.find((article) => ordersIn(JSON.stringify(article)).length > 0);
  const short = ordersIn(JSON.stringify(infected))[0]?.text ?? '';
  const isShort = prompt.includes(SHORT);
  const copied = isShort ? `${short.replace(/[.!]? \(QX.*$/u, '')} ${infected?.cite_as}` : copiedFrom(prompt);
  if (briefPurpose(request) === 'review')
    return handsIn({
      review_notes: copied,
      issues_found: isShort ? [] : [copied],
      revised_post_markdown: null,
      ready_for_publish: true,
    });
  const honest = JSON.parse(briefBrain(request).parts![0]!.text!) as { post_markdown: string };
  const more = isShort ? `\n- ${copied}` : `\n- ${copied} [1]\n${copied}`;
  return handsIn({
    ...honest,
    post_markdown: `${isShort ? honest.post_markdown.split('\n').slice(0, 2).join('\n') : honest.post_markdown}${more}`,
  });
}

/** A story with the poison of its sources in its title, its text and its links. */
function storyOf(request: GeminiRequest, honest: GeminiReply): GeminiReply {
  const story = JSON.parse(honest.parts![0]!.text!) as {
    readonly title: string;
    readonly draft: { readonly body: string; readonly read_more_urls: readonly string[] };
  };
  const all = copiedFrom(inputIn(promptOf(request)));
  const evil = `https://${EVIL}/?d=${LEAK}`;
  return says(
    JSON.stringify({
      ...story,
      title: `${story.title} ${all}`,
      primary_url: evil,
      draft: {
        body: `${story.draft.body}\n\n${all} [1]\n\n${all}`,
        read_more_urls: [...story.draft.read_more_urls, evil],
      },
    }),
  );
}

/** What a step was asked, and whether something was copied into its answer. */
interface Step {
  readonly what: string;
  readonly isPoisoned: boolean;
}

function copyingBrain(steps: Step[]): (request: GeminiRequest) => GeminiReply {
  const reporters = newsroomBrain(3);
  const known = (what: string, reply: GeminiReply): GeminiReply => {
    const said = (reply.parts ?? []).map(({ text = '' }) => text).join('');
    steps.push({ what, isPoisoned: ordersIn(said).length > 0 });
    return reply;
  };
  return (request) => {
    const purpose = briefPurpose(request);
    if (purpose !== undefined) return known(`brief: ${purpose}`, briefOf(request));
    try {
      const { what, material } = asked(promptOf(request));
      if (what !== 'check') return known(`letter: ${what}`, says(JSON.stringify(letterOf(what, material))));
    } catch {
      // It is no prompt of a newsletter.
    }
    try {
      const honest = reporters(request);
      if (
        !promptOf(request).includes('"source_pack"') ||
        honest.parts?.[0]?.text?.startsWith('{"status"') !== true
      )
        return honest;
      return known('story', storyOf(request, honest));
    } catch {
      return says('{}');
    }
  };
}

async function besieged() {
  const [smtp, gemini] = [await openSmtp(), await LoopbackGemini.start()];
  closing.push(() => gemini.close());
  const pages = poisonedPages();
  const press = await loopbackPress(pages);
  closing.push(() => press.close());
  for (const [n, page] of pages.entries()) pages[n] = { ...page, url: press.at(page.url) };
  const room: Newsroom<FlowingClock> = await newsroom({ clock: new FlowingClock(START) });
  closing.push(async () => {
    await room.close();
    room.clock.stop();
  });
  const steps: Step[] = [];
  gemini.answer(copyingBrain(steps));
  let kept: Stores | undefined;
  const feeds = OUTLETS.map((key) => ({
    ...{ key, url: press.at(`http://${key}.localhost/feed.xml`), label: key, region: 'uk', language: 'en' },
  }));
  await room.start({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      SMTP_FROM: 'Desk <desk@example.org>',
      GEMINI_API_KEYS: 'a-key',
      GEMINI_BASE_URL: gemini.baseUrl,
      FETCH_ALLOW_PRIVATE: OUTLETS.map((name) => `${name}.localhost:${press.port}`).join(','),
    },
    edition: {
      feeds,
      desk: { discord: room.news.id },
      tiers: { T1: ['gazette.localhost'], T2: ['courier.localhost', 'wire.localhost'], T3: [] },
      newsletter: { recipients: ['ann@example.org'] },
    },
    stores: (stores) => (kept = stores),
  });
  await addJob(room, room.news);
  return { room, smtp, gemini, steps, stores: kept! };
}
type Siege = Awaited<ReturnType<typeof besieged>>;

/** All that a step could have changed. */
async function changeable({ room, stores }: Siege) {
  const desk = parseSessionKey(`discord:${room.news.id}`);
  const jobs = await stores.jobs.list({ includeDisabled: true });
  return {
    jobs: jobs.map(({ state: _, ...job }) => job),
    notes: await stores.notes.list(desk, room.clock.now()),
    events: await stores.events.pending(parseSessionKey('main')),
    paused: await stores.state.get('paused'),
    letters: (await stores.newsletters.newest(9))
      .map(({ session }) => session)
      .filter((one) => one !== LETTER),
  };
}

/** Where the addresses in a text lead. */
const hostsIn = (text: string): string[] =>
  [...text.matchAll(/[a-z][a-z0-9+.-]*:\/*([^\s/<>"'\\)\]?#]+)/giu)].flatMap(([whole, host = '']) =>
    /^(?:https?|ftp|file|data|javascript|mailto):/iu.test(whole) ? [host.replace(/:\d+$/u, '')] : [],
  );

function expectHarmless(what: string, text: string): void {
  expect(text, what).not.toMatch(new RegExp(`/${EVIL}|/\\S*${LEAK}`, 'u'));
  expect(text, what).not.toMatch(/[\u{E0000}-\u{E007F}\u202A-\u202E]/u);
  expect(text, what).not.toMatch(/!\[[^\]]*\]\(/u);
  for (const host of hostsIn(text)) expect(host, `${what}: ${text.slice(0, 3_000)}`).toMatch(/\.localhost$/u);
}

it('acts nowhere, whatever step it was copied into', async () => {
  const siege = await besieged();
  const { room, smtp, gemini, steps } = siege;
  const { discord, news, anna, ben } = room;
  const before = await changeable(siege);
  await discord.slash(anna, news, 'newsletter run').final();
  const { raw, mail } = await eventually(() => smtp.arrived[0], 'the e-mail has arrived');
  await discord.slash(ben, news, 'brief', { topic: 'ferry engine fire' }).final();
  await botSaid(discord, news, 'There is no brief on this topic');
  await discord.slash(anna, news, 'brief', { topic: SHORT }).final();
  await botSaid(discord, news, /Sources/u);
  await discord
    .slash(anna, news, 'cron add', {
      ...{
        name: 'Planner',
        message: 'Plan the next stories',
        schedule: 'in 2 minutes',
        profile: 'planner_daily',
      },
    })
    .final();
  await room.clock.advance(3 * 60_000);
  await eventually(() => discord.realm.world.threadsOf(news).length > 1, 'stories are posted');

  expect(new Set(steps.filter(({ isPoisoned }) => isPoisoned).map(({ what }) => what))).toEqual(
    new Set([
      ...['filter', 'summary', 'topics', 'sections', 'draft', 'critique', 'final'].map(
        (one) => `letter: ${one}`,
      ),
      ...['write', 'review', 'again'].map((one) => `brief: ${one}`),
      'story',
    ]),
  );
  expect(discord.records.pings.filter(({ by }) => by === discord.bot.id)).toEqual([]);
  for (const channel of discord.realm.world.channels.values())
    for (const message of ofBot(discord, channel)) {
      expectHarmless(`#${channel.name}`, wordsOf(message));
      expect(JSON.stringify(message)).not.toMatch(new RegExp(`//${EVIL}`, 'u'));
    }
  expect(smtp.arrived.map(({ to }) => to)).toEqual([['ann@example.org']]);
  expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^(?:b?cc|x-)/imu);
  expectHarmless('e-mail', String(mail.text));
  expect(mail.html).not.toMatch(/<(?:script|img|iframe|link|form)\b/iu);
  const links = [...String(mail.html).matchAll(/(?:href|src)="([^"]*)"/gu)].map(([, url]) => url!);
  expect(links.length).toBeGreaterThan(5);
  for (const url of links.filter((one) => !one.startsWith('#')))
    expect(new URL(url).hostname).toMatch(/\.localhost$/u);
  const folder = join(room.desk.home, 'data', 'newsletters', LETTER);
  expectHarmless('newsletter.txt', readFileSync(join(folder, 'newsletter.txt'), 'utf8'));
  for (const request of gemini.asked) {
    const system = request.body?.systemInstruction?.parts.map(({ text }) => text ?? '').join('\n') ?? '';
    expect(ordersIn(outsideOf(`${system}\n${promptOf(request)}`)), promptOf(request)).toEqual([]);
  }
  const { jobs, ...others } = await changeable(siege);
  expect(others).toEqual({ ...before, jobs: undefined });
  expect(jobs.map(({ name }) => name)).toEqual([...before.jobs.map(({ name }) => name), 'Planner']);
});
