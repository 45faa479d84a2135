/** What a person does with the edition's feeds: the list, and calls that look or change. */
import { signal } from '@preact/signals';
import type { ParamsOf, ResultOf } from '../model/shapes.ts';
import { attempt, messageOf } from './desk.ts';
import { GatewayError } from './gateway-client.ts';
import type { Call } from './gateway-client.ts';
import { announce, toast } from './notices.ts';
import { words } from './preferences.ts';
import type { Store } from './store.ts';

export type FeedListing = ResultOf<'newsroom.feeds.list'>;
export type ListedFeed = FeedListing['feeds'][number];
export type Discovery = ResultOf<'newsroom.feeds.discover'>;
export type FeedPreview = ResultOf<'newsroom.feeds.preview'>;
export type FeedFilter = ListedFeed['filters'][number];
export type FilterCount = ResultOf<'newsroom.feeds.count'>;
export type FeedImport = ResultOf<'newsroom.feeds.import'>;
type FeedChange = ParamsOf<'newsroom.feeds.change'>['change'];

/** What is wrong, and the field that it is about. */
export interface Problem {
  readonly message: string;
  readonly field?: string | undefined;
}

export const problemOf = (error: unknown): Problem => ({
  message: messageOf(error),
  field: error instanceof GatewayError ? error.field : undefined,
});

const SOON_MS = 500;
/** How long a file can be fetched that is being saved. */
const EXPORT_MS = 60_000;

export class Feeds {
  readonly listing = signal<FeedListing | null>(null);
  readonly failed = signal(false);
  readonly call: Call;
  readonly #store: Store;
  #planned: ReturnType<typeof setTimeout> | undefined;

  constructor(call: Call, store: Store) {
    this.call = call;
    this.#store = store;
  }

  load = async (): Promise<void> => {
    if (this.#store.view.value !== 'feeds' || this.#store.connection.value !== 'open') return;
    const done = await attempt(async () => {
      this.listing.value = await this.call('newsroom.feeds.list');
    });
    this.failed.value = !done && this.listing.value === null;
  };

  loadSoon(): void {
    clearTimeout(this.#planned);
    this.#planned = setTimeout(() => void this.load(), SOON_MS);
  }

  get canChange(): boolean {
    return this.listing.value !== null && this.listing.value.refusal === undefined;
  }

  labelOf(key: string): string {
    return this.listing.value?.feeds.find((feed) => feed.key === key)?.label ?? key;
  }

  async add(feed: ParamsOf<'newsroom.feeds.add'>): Promise<void> {
    const { label } = await this.call('newsroom.feeds.add', feed);
    this.#done(words.value.feeds.done.added(label));
  }

  async change(feed: string, change: FeedChange): Promise<void> {
    const { label } = await this.call('newsroom.feeds.change', { feed, change });
    this.#done(words.value.feeds.done.changed(label));
  }

  pause = ({ key, label }: ListedFeed): Promise<boolean> =>
    attempt(async () => {
      await this.call('newsroom.feeds.change', { feed: key, change: { paused: true } });
      this.#done(words.value.feeds.done.paused(label));
    });

  /** Also of one that failed too often. */
  resume = ({ key, label, paused, state }: ListedFeed): Promise<boolean> =>
    attempt(async () => {
      if (paused) await this.call('newsroom.feeds.change', { feed: key, change: { paused: null } });
      if (state !== 'paused') await this.call('newsroom.pool.enable', { feed: key });
      this.#done(words.value.feeds.done.resumed(label));
    });

  remove = ({ key }: ListedFeed): Promise<boolean> =>
    attempt(async () => {
      const { feed, at } = await this.call('newsroom.feeds.remove', { feed: key });
      const { done, undo } = words.value.feeds;
      const again = () =>
        void attempt(async () => {
          await this.call('newsroom.feeds.add', { ...(feed as ParamsOf<'newsroom.feeds.add'>), at });
          this.#done(done.restored(feed.label));
        });
      this.#done(done.removed(feed.label), { label: undo, run: again });
    });

  async import(opml: string): Promise<void> {
    const { added } = await this.call('newsroom.feeds.import', { opml, write: true });
    this.#done(words.value.feeds.done.imported(added.length));
  }

  /** A file of the browser's. */
  export = (): Promise<boolean> =>
    attempt(async () => {
      const { opml } = await this.call('newsroom.feeds.export');
      const address = URL.createObjectURL(new Blob([opml], { type: 'text/x-opml' }));
      const link = document.createElement('a');
      link.href = address;
      link.download = `${words.value.feeds.exportName}.opml`;
      link.click();
      // Safari reads it after the click.
      setTimeout(() => URL.revokeObjectURL(address), EXPORT_MS);
    });

  #done(said: string, action?: { readonly label: string; readonly run: () => void }): void {
    toast(said, 'done', false, action);
    announce(said);
    void this.load();
  }
}
