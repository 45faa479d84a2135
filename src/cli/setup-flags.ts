/** `nightdesk setup` by flags: each answers a question, so that a setup can be scripted. */
import type { Draft, DraftFeed, Step } from '../setup/draft.ts';
import type { Setup } from '../setup/setup.ts';
import { Failure, WrongUse } from './cli-error.ts';
import { wordsOf } from './setup-words.ts';
import type { World } from './world.ts';

export interface SetupFlags {
  readonly language?: string;
  readonly edition?: string;
  readonly topic?: string;
  readonly name?: string;
  readonly title?: string;
  readonly site?: readonly string[];
  readonly feed?: readonly string[];
  readonly onlyWorking?: boolean;
  readonly untested?: boolean;
  readonly model?: string;
  readonly channel?: string;
  readonly schedule?: string;
  readonly zone?: string;
  readonly approval?: boolean;
  readonly afresh?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly preview?: boolean;
  readonly json?: boolean;
}

/** The flags that answer each question, for people who must give them. */
export const FLAG_OF: Readonly<Record<Step, string>> = {
  language: '--language en|zh',
  edition: '--edition NAME, or --topic WORDS',
  feeds: '--site ADDRESS or --feed ADDRESS (as often as needed), or --yes for the feeds of the edition',
  model: '--model NAME (its settings are taken from the environment), or --yes for none',
  channel: '--channel KEY, or --yes for the console',
  schedule: '--schedule WORDS, or --yes for every day at 8:00 and 18:00',
};

type Trouble = Extract<Awaited<ReturnType<Setup['lookAtChannel']>>, { kind: 'trouble' }>;

interface FlagDeps {
  readonly setup: Setup;
  readonly flags: SetupFlags;
  readonly world: World;
}

/** Answer what the flags answer; with `--yes` also what has a sensible answer without one. */
export async function answerByFlags(deps: FlagDeps): Promise<void> {
  const { setup, flags } = deps;
  if (flags.language !== undefined) await setup.answerLanguage(languageOf(flags.language));
  const { edition: from, topic, name, title } = flags;
  if (from !== undefined && topic !== undefined) throw new WrongUse('give --edition or --topic, not both');
  if (from !== undefined || topic !== undefined) await setup.answerEdition({ from, topic, name, title });
  if (setup.draft().edition) await feedsByFlags(deps);
  await modelByFlags(deps);
  await channelByFlags(deps);
  await scheduleByFlags(deps);
  if (flags.approval !== undefined) await setup.answerApproval(flags.approval);
}

function languageOf(given: string): 'en' | 'zh-Hant-HK' {
  if (given === 'en') return 'en';
  if (given === 'zh' || given === 'zh-Hant-HK') return 'zh-Hant-HK';
  throw new WrongUse(`--language is "${given}"; allowed: en, zh`);
}

/** Feeds that are named, those of named sites, and with `--yes` those of the edition; tested live. */
async function feedsByFlags({ setup, flags, world }: FlagDeps): Promise<void> {
  const { feed = [], site = [], yes, untested } = flags;
  const draft = setup.draft();
  const isAsked = feed.length + site.length > 0;
  if (draft.feeds !== undefined && !isAsked) return;
  if (!isAsked && yes !== true) return;
  const found = [...feed.map((url): DraftFeed => ({ url, label: hostOf(url) }))];
  for (const address of site) found.push(...(await feedsOf(address, setup)));
  const all = isAsked && draft.edition?.topic !== undefined ? found : [...setup.feedChoices(), ...found];
  const chosen = untested ? all : await tested(all, { setup, flags, world });
  await setup.answerFeeds(chosen);
}

async function feedsOf(site: string, setup: Setup): Promise<DraftFeed[]> {
  const found = await setup.discover(site);
  if (found.kind === 'failed') throw new Failure(`${site}: ${found.reason}: ${found.detail}`);
  const well = found.kind === 'found' ? found.feeds.filter(({ error }) => error === undefined) : [];
  if (well.length === 0) throw new Failure(`no feed was found at ${site}; name one with --feed`);
  return well.map(({ url, title }) => ({ url, label: title || hostOf(url) }));
}

async function tested(feeds: readonly DraftFeed[], { setup, flags, world }: FlagDeps): Promise<DraftFeed[]> {
  const tests = await setup.testFeeds(feeds.map(({ url }) => url));
  const failing = tests.filter(({ error }) => error !== undefined);
  for (const { url, error } of failing) world.warn(`feed ${url}: ${error}`);
  if (feeds.length > 0 && failing.length === feeds.length)
    throw new Failure('none of the feeds can be read now; --untested takes them as they are');
  const titled = feeds.map((feed, n) => {
    const title = tests[n]?.title;
    return feed.label === hostOf(feed.url) && title ? { ...feed, label: title } : feed;
  });
  return flags.onlyWorking ? titled.filter((_, n) => tests[n]?.error === undefined) : titled;
}

async function modelByFlags({ setup, flags, world }: FlagDeps): Promise<void> {
  const provider = flags.model ?? (flags.yes && setup.draft().model === undefined ? 'desk' : undefined);
  if (provider === undefined) return;
  const name = provider === 'none' ? 'desk' : provider;
  const asks = setup.providers().find((one) => one.name === name)?.asks ?? [];
  const given = asks.flatMap((ask) =>
    world.env[ask.name] ? [[ask.name, world.env[ask.name]!] as const] : [],
  );
  const settings = Object.fromEntries(given);
  if (name !== 'desk' && !flags.untested) {
    const findings = await setup.testModel(name, settings);
    if (findings.length === 0)
      throw new WrongUse(
        `--model ${name} needs its settings in the environment: ${asks.map((ask) => ask.name).join(', ')}`,
      );
    const wrong = findings.filter(({ state }) => state === 'problem');
    if (wrong.length > 0) throw new Failure(wrong.map(({ text }) => text).join(' '));
    for (const { text } of findings) if (!flags.json) world.out(text);
  }
  await setup.answerModel(name, settings);
}

async function channelByFlags({ setup, flags, world }: FlagDeps): Promise<void> {
  const key =
    flags.channel ?? (flags.yes && setup.draft().channel === undefined ? 'console:desk' : undefined);
  if (key === undefined) return;
  const channel = setup.channels().find(({ name }) => key.startsWith(`${name}:`));
  const secret = channel && world.env[channel.secret];
  if (channel && !flags.untested) {
    const say = wordsOf(setup.draft());
    const look = await setup.lookAtChannel(channel.name, secret);
    if (look.kind === 'trouble') throw new Failure(troubleText(look, channel.title, setup.draft()));
    if (!flags.json) world.out(`${say.isWho(look.who)}. ${say.invite}: ${look.invite}`);
    const rights = await setup.permissions(key, secret);
    mustBeAllowed(rights, channel.title, setup.draft());
    if (rights.kind === 'seen' && rights.wanted.length > 0)
      world.warn(say.lacks(rights.title, rights.wanted.join(', ')));
  }
  await setup.answerChannel(key, secret);
}

function mustBeAllowed(rights: Awaited<ReturnType<Setup['permissions']>>, title: string, draft: Draft): void {
  const say = wordsOf(draft);
  if (rights.kind === 'trouble') throw new Failure(troubleText(rights, title, draft));
  if (rights.kind === 'hidden') throw new Failure(say.hidden);
  if (rights.missing.length > 0) throw new Failure(say.lacks(rights.title, rights.missing.join(', ')));
}

function troubleText(trouble: Trouble, title: string, draft: Draft): string {
  const say = wordsOf(draft);
  return say.trouble[trouble.reason](title, trouble.says);
}

async function scheduleByFlags({ setup, flags }: FlagDeps): Promise<void> {
  const { schedule, zone, yes } = flags;
  const { schedule: known, edition } = setup.draft();
  // The usual one depends on the edition.
  const isUsual = yes && edition !== undefined && known === undefined;
  const given = schedule ?? (isUsual ? setup.usualSchedule().en : undefined);
  if (given !== undefined) await setup.answerSchedule(given, zone);
  else if (zone !== undefined) throw new WrongUse('--zone belongs to --schedule');
}

/** The host of a web address without its port; any other text as it is. */
export const hostOf = (url: string): string => /^https?:\/\/([^/:?#]+)/i.exec(url)?.[1] ?? url;
