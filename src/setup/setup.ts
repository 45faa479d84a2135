/**
 * Setting up a desk, question by question. Every answer is checked, live where that can be, and kept in the draft; only
 * `write` changes `.env` and the edition's file. Nothing here shows a secret again.
 */
import type { Config } from '../config/config.ts';
import type { ChannelLook, ChannelSetup, ChatPermissions } from '../feature/channel-setup.ts';
import type { ModelFinding } from '../llm/provider.ts';
import { checkProviders } from '../llm/providers.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import type { Discovery } from '../newsroom/intake/feeds/discovery.ts';
import { channelOf, chatIdOf, parseSessionKey } from '../sessions/key.ts';
import { parseUrl } from '../text/parse-url.ts';
import type { Clock } from '../time/clock.ts';
import type { Locale, WrittenLanguage } from '../time/locale.ts';
import { askedProviders, mustBeOf, withSettings } from './asked-providers.ts';
import type { AskedProvider } from './asked-providers.ts';
import { DraftFile, draftFeedSchema, draftSchema, settingsWithout, unansweredSteps } from './draft.ts';
import type { Draft, DraftFeed } from './draft.ts';
import { copyName, editionFile, editionsOf, isShipped, knownEditions } from './edition-files.ts';
import type { KnownEdition } from './edition-files.ts';
import { EditionUndo } from './edition-undo.ts';
import { draftFeedOf, feedChoices } from './feed-choices.ts';
import { nameFrom, topicWords } from './new-edition.ts';
import { textOf, writeFiles } from './plan-files.ts';
import { planSetup } from './plan-setup.ts';
import type { Plan } from './plan-setup.ts';
import { previewOver } from './preview-home.ts';
import type { PreviewFiles, PreviewedRun, RunPreview } from './preview-home.ts';
import { isUsualElsewhere, readSchedule, usualScheduleOf } from './read-schedule.ts';
import type { ReadSchedule } from './read-schedule.ts';
import { SetupRefusal } from './refusal.ts';
import type { FeedTest } from './setup-shapes.ts';
import { feedsOfSite, testFeeds } from './test-feeds.ts';
import { refusals } from './words.ts';

export interface SetupDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly channels: readonly ChannelSetup<Config>[];
  /** The language in which it says what went wrong with feeds; the newsroom's by default. */
  readonly says?: WrittenLanguage;
}

export interface EditionAnswers {
  /** An edition to start from; without it, a topic. */
  readonly from?: string | undefined;
  readonly topic?: string | undefined;
  readonly name?: string | undefined;
  readonly title?: string | undefined;
}

export class Setup {
  readonly #deps: SetupDeps;
  readonly #file: DraftFile;

  constructor(deps: SetupDeps) {
    this.#deps = deps;
    this.#file = new DraftFile(deps.config.paths.setup);
  }

  /** The zone of schedules where none is given. */
  get zone(): string {
    return this.draft().schedule?.zone ?? this.#deps.config.zone;
  }

  draft(): Draft {
    return this.#file.read();
  }

  /** Forget the answers. */
  discard(): void {
    this.#file.remove();
  }

  /** Whether this home has been set up, by a setup or by hand. */
  isDone(): boolean {
    const { config } = this.#deps;
    return config.edition !== 'sample' || /^\s*NIGHTDESK_EDITION\s*=/m.test(textOf(config.paths.env));
  }

  editions(): KnownEdition[] {
    return knownEditions(this.#deps.config);
  }

  /** Providers of language models, with the settings that each asks for. */
  providers(): AskedProvider[] {
    return askedProviders(this.#deps.config);
  }

  channels(): readonly Pick<ChannelSetup<Config>, 'name' | 'title' | 'secret' | 'howTo'>[] {
    return this.#deps.channels;
  }

  /** Whether a channel's secret was given, or is set. */
  hasSecret(name: string): boolean {
    return this.draft().settings[name] !== undefined || this.#isSet(name);
  }

  answerLanguage(language: WrittenLanguage): Promise<Draft> {
    return this.#keep({ ...this.draft(), language });
  }

  /** @throws SetupRefusal when there is no such edition, or the name can't be that of a file. */
  answerEdition({ from, topic, name, title }: EditionAnswers): Promise<Draft> {
    const { config } = this.#deps;
    const { feeds: _feeds, schedule, ...draft } = this.draft();
    if (from === undefined && (topic ?? '').trim() === '') throw new SetupRefusal(refusals.noTopic);
    const base = from === undefined ? undefined : this.#edition(from);
    const chosen = name ?? (base ? copyName(from!) : nameFrom(topicWords(topic!)[0] ?? ''));
    if (!/^[a-z0-9][a-z0-9-]{0,60}$/.test(chosen)) throw new SetupRefusal(refusals.badName(chosen));
    if (isShipped(chosen, config)) throw new SetupRefusal(refusals.shippedName(chosen));
    const edition = {
      ...(from === undefined ? { topic: topic!.trim() } : { from }),
      name: chosen,
      title: title?.trim() || (base ? titleIn(base, draft.language) : topic!.trim()),
    };
    return this.#keep({
      ...draft,
      edition,
      ...(schedule && !isUsualElsewhere(schedule.words, from) && { schedule }),
      // The sample's outlets are served by the desk itself: nothing is to be chosen or tested.
      ...(base?.sample && { feeds: base.feeds.map(draftFeedOf) }),
    });
  }

  /** Feeds to choose from: those of the edition that it starts from, or known ones that fit the topic. */
  feedChoices(): DraftFeed[] {
    const draft = this.draft();
    const from = draft.edition?.from;
    return feedChoices(draft, from === undefined ? undefined : this.#edition(from), () =>
      editionsOf(this.#deps.config),
    );
  }

  testFeeds(
    urls: readonly string[],
    done?: (test: FeedTest) => void,
    signal?: AbortSignal,
  ): Promise<FeedTest[]> {
    return testFeeds(urls, { ...this.#deps, language: this.#says, done, signal });
  }

  /** @throws SetupRefusal when the address is none. */
  discover(site: string, signal?: AbortSignal): Promise<Discovery> {
    const address = /^[a-z]+:\/\//i.test(site) ? site : `https://${site}`;
    if (!/^https?:$/.test(parseUrl(address)?.protocol ?? ''))
      throw new SetupRefusal(refusals.noAddress(site));
    return feedsOfSite(address, { ...this.#deps, language: this.#says, signal });
  }

  /** @throws SetupRefusal when there is none. */
  answerFeeds(feeds: readonly DraftFeed[]): Promise<Draft> {
    if (feeds.length === 0) throw new SetupRefusal(refusals.noFeeds);
    const bad = feeds.find(({ url }) => !draftFeedSchema.shape.url.safeParse(url).success);
    if (bad) throw new SetupRefusal(refusals.noAddress(bad.url));
    const once = feeds.filter(({ url }, n) => feeds.findIndex((other) => other.url === url) === n);
    return this.#keep({ ...this.draft(), feeds: [...once] });
  }

  /** Try a provider with these settings, and those that are set already. `desk` needs none. */
  async testModel(
    provider: string,
    settings: Readonly<Record<string, string>>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<ModelFinding[]> {
    mustBeOf(provider, settings);
    const tried = withSettings(this.#deps.config, { ...this.draft().settings, ...settings });
    const found = await checkProviders(tried, this.#deps.clock, signal);
    const own = found.filter((finding) => finding.provider === provider);
    return own.map(({ provider: _provider, ...finding }) => finding);
  }

  answerModel(provider: string, settings: Readonly<Record<string, string>>): Promise<Draft> {
    mustBeOf(provider, settings);
    const draft = this.draft();
    const others = this.providers().filter(({ name }) => name !== provider);
    const asked = others.flatMap(({ asks }) => asks.map(({ name }) => name));
    const given = Object.entries(settings).filter(([, value]) => value.trim() !== '');
    const kept = settingsWithout(draft, asked);
    return this.#keep({ ...draft, model: provider, settings: { ...kept, ...Object.fromEntries(given) } });
  }

  /** @param secret that of the draft or of the settings when absent. */
  lookAtChannel(name: string, secret?: string): Promise<ChannelLook> {
    const channel = this.#channel(name);
    return channel.look(this.#secretOf(channel, secret), this.#deps.config);
  }

  permissions(key: string, secret?: string): Promise<ChatPermissions> {
    const session = parseSessionKey(key);
    const channel = this.#channel(channelOf(session));
    return channel.permissions(this.#secretOf(channel, secret), chatIdOf(session), this.#deps.config);
  }

  /** @param key of the desk channel @param secret of its channel, where it is new */
  answerChannel(key: string, secret?: string): Promise<Draft> {
    const session = parseSessionKey(key);
    const channel = this.#deps.channels.find(({ name }) => name === channelOf(session));
    const draft = this.draft();
    const others = this.#deps.channels.filter((other) => other !== channel).map((other) => other.secret);
    const settings = settingsWithout(draft, others);
    if (!channel) return this.#keep({ ...draft, channel: session, settings });
    settings[channel.secret] = this.#secretOf(channel, secret);
    if (this.#isSet(channel.secret) && secret === undefined) delete settings[channel.secret];
    return this.#keep({ ...draft, channel: session, settings });
  }

  /** Times that fit where nobody gave any: the sample's news lasts a day, so it is planned often. */
  usualSchedule(): Readonly<Record<Locale, string>> {
    return usualScheduleOf(this.draft().edition?.from);
  }

  /** @throws SetupRefusal */
  readSchedule(words: string, zone = this.#deps.config.zone): ReadSchedule {
    const { config, clock } = this.#deps;
    return readSchedule(words, { zone, nowMs: clock.now(), minIntervalMs: config.minIntervalMs });
  }

  answerSchedule(words: string, zone = this.#deps.config.zone): Promise<Draft> {
    this.readSchedule(words, zone);
    return this.#keep({ ...this.draft(), schedule: { words, zone } });
  }

  answerApproval(approval: boolean): Promise<Draft> {
    return this.#keep({ ...this.draft(), approval });
  }

  /** What `write` would write. @throws SetupRefusal when an answer is missing, or the edition would not be read. */
  plan(): Plan {
    return planSetup(this.draft(), this.#deps);
  }

  /** Write the edition, whose former file can be had back, then `.env`, which names it; the draft is done with. */
  async write(by?: string): Promise<Plan> {
    const plan = this.plan();
    const { config, clock } = this.#deps;
    await new EditionUndo(config.paths.editionUndo).keepFormer(plan.edition, clock.now(), by);
    await writeFiles([plan.edition, plan.env]);
    this.discard();
    return plan;
  }

  /** A first run with what would be written, or with the home as it is while something isn't answered. */
  preview(run: RunPreview, signal: AbortSignal): Promise<PreviewedRun> {
    const { config, channels } = this.#deps;
    const secrets = channels.map(({ secret }) => secret);
    return previewOver(this.#previewed(), config, { secrets, run, signal });
  }

  #previewed(): PreviewFiles {
    if (unansweredSteps(this.draft()).length === 0) {
      const { edition, env } = this.plan();
      return { edition: edition.after, env: env.after };
    }
    const written = this.#deps.config.changed({});
    return { edition: editionFile(written.edition, written).text(), env: textOf(written.paths.env) };
  }

  #edition(name: string): Edition {
    const entry = editionsOf(this.#deps.config).find((one) => one.name === name);
    if (entry?.edition) return entry.edition;
    const names = this.editions().map((one) => one.name);
    throw new SetupRefusal(
      entry?.error === undefined ? refusals.noEdition(name, names) : refusals.unread(entry.error),
    );
  }

  #channel(name: string): ChannelSetup<Config> {
    const found = this.#deps.channels.find((channel) => channel.name === name);
    if (!found) throw new SetupRefusal(refusals.noChannel(name, this.#deps.channels));
    return found;
  }

  #secretOf({ secret: name, title }: ChannelSetup<Config>, given?: string): string {
    const found = given ?? this.draft().settings[name] ?? this.#deps.config.variable(name);
    if (found === undefined || found.trim() === '') throw new SetupRefusal(refusals.noSecret(name, title));
    return found.trim();
  }

  #isSet(name: string): boolean {
    return this.#deps.config.variable(name) !== undefined;
  }

  get #says(): WrittenLanguage {
    return this.#deps.says ?? this.draft().language ?? 'en';
  }

  async #keep(draft: Draft): Promise<Draft> {
    if (!draftSchema.safeParse(draft).success) throw new SetupRefusal(refusals.tooLong);
    withSettings(this.#deps.config, draft.settings);
    await this.#file.keep(draft);
    return draft;
  }
}

/** A title in another language says little to its readers: the file's name serves. */
function titleIn({ title, name, language }: Edition, wanted: WrittenLanguage | undefined): string {
  return wanted === undefined || wanted === language ? title : name;
}
