/** The list of features, the newsroom first. A new one is a folder under `src/` and a line here. */
import { kernelCommands } from '../commands/command-registry.ts';
import { channelCommands } from '../commands/channel-commands.ts';
import type { z } from 'zod';
import { briefCommands } from '../brief/brief.ts';
import { openBrief } from '../brief/open-brief.ts';
import { LeftFiles } from '../newsletter/left-files.ts';
import { tidyNewsletters } from '../newsletter/tidy-newsletters.ts';
import { newsletterCommands } from '../newsletter/newsletter-commands.ts';
import { openNewsletter } from '../newsletter/open-newsletter.ts';
import { openReport } from '../report/open-report.ts';
import { reportCommands } from '../report/report-command.ts';
import { reportMethods } from '../report/report-methods.ts';
import { tidyReports } from '../report/tidy-reports.ts';
import { openSearch } from '../search/open-search.ts';
import { searchCommands } from '../search/search-command.ts';
import { tidySearch } from '../search/tidy-search.ts';
import { storyCommands } from '../newsroom/commands/story-commands.ts';
import type { StoryCommandsDeps } from '../newsroom/commands/story-commands.ts';
import { Upkeep } from '../desk/upkeep.ts';
import type { CommandDeclaration } from '../feature/command.ts';
import type { Feature } from '../feature/feature.ts';
import { declared, openFeature } from '../feature/feature-module.ts';
import { openedFor } from '../feature/rpc-method.ts';
import type { Opened, RpcMethods } from '../feature/rpc-method.ts';
import type { FeatureModule } from '../feature/feature-module.ts';
import { tidyJobFiles } from '../newsroom/batches/tidy-job-files.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import type { LiveEdition } from '../newsroom/edition/live-edition.ts';
import type { ModelDesk } from '../llm/ask-about.ts';
import type { Newsroom, NewsroomDeps } from '../newsroom/newsroom.ts';
import { briefMethods } from '../brief/brief-methods.ts';
import type { deskMethodTable } from '../edges/rpc/methods.ts';
import { newsletterHomeMethods } from '../newsletter/newsletter-methods.ts';
import { searchMethods } from '../search/search-methods.ts';
import { openSettings } from '../setup/open-settings.ts';
import { settingsMethods } from '../setup/settings-methods.ts';
import { setupMethods } from '../setup/setup-methods.ts';
import type { RunPreview } from '../setup/preview-home.ts';
import type { newsletterMethods } from '../newsletter/newsletter-methods.ts';
import type { newsroomMethodTable } from '../newsroom/methods/newsroom-method-table.ts';
import { channelSetups } from './channels.ts';
import type { Kernel } from './kernel.ts';

/** What features are given; each declares what it needs. */
export interface FeatureDeps extends Kernel {
  readonly edition: LiveEdition;
  readonly newsroom: Newsroom;
  /** Asks models for JSON. */
  readonly modelDesk: ModelDesk;
  readonly sees?: NewsroomDeps['sees'];
  readonly manages?: NewsroomDeps['manages'];
  readonly runPreview?: RunPreview | undefined;
}

type DeskFeature = FeatureModule<FeatureDeps>;

/** The types of all methods, for the command line and the console. */
type MethodTable = ReturnType<typeof deskMethodTable> &
  ReturnType<typeof newsroomMethodTable> &
  ReturnType<typeof briefMethods> &
  ReturnType<typeof newsletterMethods> &
  ReturnType<typeof searchMethods> &
  ReturnType<typeof reportMethods> &
  ReturnType<typeof settingsMethods> &
  ReturnType<typeof setupMethods>;

export type MethodName = keyof MethodTable;
/** What a method answers, as its schema says. */
export type ResultOf<Name extends MethodName> = Awaited<ReturnType<MethodTable[Name]>>;
/** What a method takes, as its schema says. */
export type ParamsOf<Name extends MethodName> = z.input<MethodTable[Name]['about']['params']>;

const features: DeskFeature[] = [
  { commands: briefCommands(), withoutDesk: declared(briefMethods), open: openBrief },
  {
    commands: declared(newsletterCommands),
    withoutDesk: declared(newsletterHomeMethods),
    open: openNewsletter,
  },
  { commands: declared(searchCommands), withoutDesk: declared(searchMethods), open: openSearch },
  { commands: declared(reportCommands), withoutDesk: declared(reportMethods), open: openReport },
  {
    withoutDesk: { ...declared(settingsMethods), ...declared(setupMethods) },
    open: (deps) => openSettings({ ...deps, channels: channelSetups() }),
  },
];

/**
 * @param feature its `open` alone, where it has no commands.
 * @returns what takes it away again, from desks that start later; the second time nothing.
 */
// ts-unused-exports:disable-next-line
export function addFeature(feature: DeskFeature | DeskFeature['open']): () => void {
  const added = typeof feature === 'function' ? { open: feature } : feature;
  features.push(added);
  return () => {
    const at = features.indexOf(added);
    if (at !== -1) features.splice(at, 1);
  };
}

/**
 * The opened features, in the list's order.
 * @throws Undeclared
 */
export function featuresOf(deps: FeatureDeps): Feature[] {
  return features.map((feature) => openFeature(feature, deps));
}

/**
 * Methods of features that work on a home without a desk.
 * @param open opens the features once a method is called
 */
export function methodsWithoutDesk(open: Opened<RpcMethods>): RpcMethods {
  const alone = features.map((feature) => feature.withoutDesk);
  return openedFor(Object.assign({}, ...alone) as RpcMethods, open);
}

/** Upkeep of what the kernel and the features store. */
export function upkeepOver({ config, stores, failed }: Kernel, { language }: Edition): Upkeep {
  const { newsletters: root, newsroomJobs, reports } = config.paths;
  const { search: index, newsletters: book, sessions, transcripts, stories } = stores;
  const others = {
    newsletters: tidyNewsletters({ book, files: new LeftFiles(root, stores.files) }),
    files: tidyJobFiles({ root: newsroomJobs, files: stores.files, stories }),
    reports: tidyReports({ root: reports, files: stores.files }),
    search: tidySearch({ index, sessions, transcripts, stories, language, failed }),
  };
  return new Upkeep({ book: stores.upkeep, time: stores.believed, keep: config.keep, others });
}

/** The features' commands, without a desk. */
function featureCommands(): CommandDeclaration[] {
  return [
    ...declared((deps: StoryCommandsDeps) => storyCommands(deps, deps)),
    ...features.flatMap(({ commands = [] }) => commands),
  ];
}

/**
 * All command declarations without a desk, for comparison with what is registered. Excludes commands that are only
 * used by buttons.
 */
export function commandList(): readonly CommandDeclaration[] {
  const all = [...declared(kernelCommands), ...declared(channelCommands), ...featureCommands()];
  return all.filter(({ hidden }) => !hidden);
}
