/** The features of a desk, its newsroom first. A new one is a folder under `src/` and a line here. */
import { briefCommands } from '../brief/brief.ts';
import { openBrief } from '../brief/open-brief.ts';
import { newsletterCommands } from '../newsletter/newsletter-commands.ts';
import { openNewsletter } from '../newsletter/open-newsletter.ts';
import { storyCommands } from '../newsroom/commands/story-commands.ts';
import type { CommandDeclaration } from '../feature/command.ts';
import type { Feature } from '../feature/feature.ts';
import { declared, openFeature } from '../feature/feature-module.ts';
import type { FeatureModule } from '../feature/feature-module.ts';
import { buildNewsroom } from '../newsroom/newsroom.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import type { ModelDesk } from '../newsroom/intake/cluster/ask-json.ts';
import type { Newsroom, NewsroomDeps } from '../newsroom/newsroom.ts';
import { SqlitePool } from '../store/pool/sqlite-pool.ts';
import { channelsOf, isSetUp } from './channels.ts';
import type { Kernel } from './kernel.ts';

/** What a feature is given. Each names what it needs of it. */
export interface FeatureDeps extends Kernel {
  readonly edition: Edition;
  readonly newsroom: Newsroom;
  /** Whom to ask for JSON. */
  readonly modelDesk: ModelDesk;
}

type DeskFeature = FeatureModule<FeatureDeps>;

const features: DeskFeature[] = [
  { commands: briefCommands(), open: openBrief },
  { commands: declared(newsletterCommands), open: openNewsletter },
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

export function featuresOf(deps: FeatureDeps): Feature[] {
  return features.map((feature) => openFeature(feature, deps));
}

/** What people can do with the features, told without a desk. */
export function featureCommands(): CommandDeclaration[] {
  return [...declared(storyCommands), ...features.flatMap(({ commands = [] }) => commands)];
}

/** The newsroom of a home, over its kernel. */
export function openNewsroom(
  kernel: Kernel,
  given: Pick<NewsroomDeps, 'edition' | 'desk' | 'ownHosts' | 'commands' | 'sees'>,
): Newsroom {
  const { config, clock, log } = kernel;
  return buildNewsroom({
    ...given,
    kernel,
    pool: new SqlitePool({ path: config.paths.newsPool, clock, log: log.child({ module: 'newsroom' }) }),
    isSetUp: isSetUp(config),
    mayTell: (person) => channelsOf(config).some((channel) => channel.mayTell?.(person, config)),
  });
}
