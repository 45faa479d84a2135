/** Search, connected to its sources: transcripts, stories and their states. */
import { z } from 'zod';
import type { Feature } from '../feature/feature.ts';
import type { Kernel, KernelStores } from '../feature/kernel.ts';
import type { NewsItem } from '../feature/news.ts';
import { taskHandler } from '../feature/task.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import type { StoryBook } from '../newsroom/model/story-book.ts';
import type { StoryService } from '../newsroom/model/story-service.ts';
import { guildsIn } from '../sessions/guilds.ts';
import type { SessionKey } from '../sessions/key.ts';
import { Indexer } from './indexer.ts';
import type { ReachDeps } from './reach.ts';
import { searchCommands } from './search-command.ts';
import type { KeptSearchIndex } from './search-index.ts';
import { searchMethods } from './search-methods.ts';
import { searchTool } from './search-tool.ts';
import { Search } from './search.ts';

interface SearchFeatureDeps extends Omit<Kernel, 'stores'> {
  readonly stores: KernelStores & { readonly stories: StoryBook; readonly search: KeptSearchIndex };
  readonly edition: Edition;
  readonly newsroom: { readonly editors: Pick<StoryService, 'record'> };
  readonly sees?: ReachDeps['sees'] | undefined;
}

const INDEX_TASK = 'search.index';
/** Delay before new text is indexed, together with other changes. */
const SOON_MS = 2_000;
/** How often everything is compared again, for changes that weren't reported. */
const AGAIN_MS = 3_600_000;
/** Retry delay of a failed comparison, without a limit of attempts. */
const WAIT_MS = 60_000;

export function openSearch(deps: SearchFeatureDeps): Feature {
  const { stores, edition, newsroom, clock, config, news, tasks, sees } = deps;
  const { search: index, stories, sessions, transcripts } = stores;
  const log = deps.log.child({ module: 'search' });
  const failed = (what: string, error: unknown) => log.error({ err: error }, `${what} failed`);
  const record: StoryService['record'] = (id) => newsroom.editors.record(id);
  const { language } = edition;
  const indexer = new Indexer({ index, sessions, transcripts, stories, record, language, failed });
  const search = new Search({
    ...{ index, indexer, sessions, stories, edition, record },
    zone: config.zone,
    guildOf: guildsIn(sessions),
    sees: async (actor, keys) => (await sees?.(actor, keys)) ?? new Set(),
  });

  let isAdded = false;
  const soon = () => {
    if (isAdded) return;
    isAdded = true;
    const task = { task: INDEX_TASK, key: INDEX_TASK, payload: {}, runAtMs: clock.now() + SOON_MS };
    tasks.add(task).catch((error: unknown) => {
      isAdded = false;
      failed('adding to the search index', error);
    });
  };
  const hear = ({ event, payload }: NewsItem) => {
    if (event === 'message') indexer.spoken((payload as { sessionKey: SessionKey }).sessionKey);
    else if (event === 'newsroom') indexer.storiesChanged();
    else return;
    soon();
  };
  const handler = taskHandler(z.strictObject({}), {
    name: INDEX_TASK,
    attempts: Infinity,
    waitMs: () => WAIT_MS,
    run: async (_, { signal }) => {
      isAdded = false;
      await indexer.catchUp({ signal });
      return { againAtMs: clock.now() + AGAIN_MS };
    },
  });

  let leave = () => {};
  return {
    name: 'search',
    tools: [searchTool({ search, zone: config.zone })],
    offers: { chat: { search_desk: 3 } },
    commands: searchCommands({ search, zone: config.zone }),
    methods: searchMethods({ search }),
    tasks: [handler],
    start: async () => {
      leave = news.subscribe(hear);
      isAdded = true;
      await tasks.add({ task: INDEX_TASK, key: INDEX_TASK, payload: {} }).catch((error: unknown) => {
        isAdded = false; // The desk starts even with a full disk.
        failed('looking what is to be indexed', error);
      });
    },
    stop: async () => leave(),
    close: () => index.close(),
  };
}
