/** What a finished setup writes: the edition's file, and the variables of `.env`. Reads files and changes none. */
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { DESK_NAME } from '../llm/provider-kinds.ts';
import { editionMistakes } from '../newsroom/edition/edition.ts';
import { editionText } from '../newsroom/edition/edition-file.ts';
import type { EditionJson } from '../newsroom/edition/edition-file.ts';
import { channelOf, chatIdOf, parseSessionKey } from '../sessions/key.ts';
import type { Clock } from '../time/clock.ts';
import { askedProviders } from './asked-providers.ts';
import { unansweredSteps } from './draft.ts';
import type { Draft } from './draft.ts';
import { editionFile } from './edition-files.ts';
import { withVariables } from './env-text.ts';
import { editionAbout, editionFrom, topicWords } from './new-edition.ts';
import { textOf } from './plan-files.ts';
import type { FileChange } from './plan-files.ts';
import { readSchedule } from './read-schedule.ts';
import { SetupRefusal } from './refusal.ts';
import { refusals } from './words.ts';

export interface Plan {
  readonly edition: FileChange;
  readonly env: FileChange;
  /** Settings of the plan that the environment overrides. */
  readonly overridden: readonly string[];
}

interface PlanDeps {
  readonly config: Config;
  readonly clock: Clock;
}

/** @throws SetupRefusal when an answer is missing, or the edition would not be read. */
export function planSetup(draft: Draft, deps: PlanDeps): Plan {
  const { config } = deps;
  const [missing] = unansweredSteps(draft);
  if (missing) throw new SetupRefusal(refusals.missing(missing));
  const { name, from } = draft.edition!;
  const { zone } = draft.schedule!;
  const file = join(config.paths.editions, `${name}.json`);
  const raw = withModel(editionOf(draft, deps), draft.model!, config);
  const mistakes = editionMistakes(raw);
  if (mistakes.length > 0) throw new SetupRefusal(refusals.notAnEdition(mistakes));
  const env = textOf(config.paths.env);
  const settings = {
    ...draft.settings,
    NIGHTDESK_EDITION: name,
    ...(zone !== config.zone && { NIGHTDESK_TZ: zone }),
  };
  return {
    edition: {
      ...{ file, before: textOf(file), after: editionText(raw) },
      ...(from !== undefined && { copyOf: { name: from, text: editionText(base(from, config)) } }),
    },
    env: { file: config.paths.env, before: env, after: withVariables(env, settings) },
    overridden: Object.keys(settings).filter((one) => config.outside.includes(one)),
  };
}

const base = (name: string, config: Config) => editionFile(name, config).read().given;

function editionOf(draft: Draft, { config, clock }: PlanDeps): EditionJson {
  const { edition, language, feeds, channel, schedule, approval } = draft;
  const key = parseSessionKey(channel);
  const { words, zone } = schedule!;
  const terms = { zone, nowMs: clock.now(), minIntervalMs: config.minIntervalMs };
  const request = {
    ...{ name: edition!.name, title: edition!.title, language: language!, zone, feeds: feeds! },
    desk: { channel: channelOf(key), chat: chatIdOf(key) },
    schedule: readSchedule(words, terms).schedule,
    ...(approval !== undefined && { approval }),
  };
  if (edition!.from !== undefined) return editionFrom(base(edition!.from, config), request);
  return editionAbout(edition!.topic!, topicWords(edition!.topic!), request);
}

/** An edition without a language model says so where one is set up; the keys stay, for other editions. */
function withModel(raw: EditionJson, model: string, config: Config): EditionJson {
  const { chains, ...rest } = (raw['models'] ?? {}) as {
    chains?: Readonly<Record<string, readonly string[]>>;
  };
  const isOff = chains !== undefined && Object.values(chains).every((names) => String(names) === DESK_NAME);
  const isSetUp = askedProviders(config).some((provider) => provider.isSetUp);
  if (model === DESK_NAME ? !isSetUp : !isOff) return raw;
  return { ...raw, models: { ...rest, ...(model === DESK_NAME && { chains: { default: [DESK_NAME] } }) } };
}
