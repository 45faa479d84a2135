/** The page of feeds: how each does, with its items of the last 48 hours, and what can be done with it. */
import { inWords, matching, pageUrl } from '../model/board-data.ts';
import { shortMoment } from '../model/times.ts';
import type { FeedListing, ListedFeed } from '../state/feeds.ts';
import { langOf, words } from '../state/preferences.ts';
import { FEED_TONES } from './board-inputs.tsx';
import { Chip, Facts, Reason } from './board-parts.tsx';
import { openAddFeed } from './feed-add.tsx';
import { openFeedFields } from './feed-fields.tsx';
import { openFilters } from './feed-filters.tsx';
import { openFeedImport } from './feed-import.tsx';
import { openFeedItems, openFeedTest } from './feed-preview.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { FilterField, Page } from './page.tsx';
import { Blank, NotLoaded } from './panel.tsx';
import { Sparkline } from './sparkline.tsx';
import { useConsole } from './use-console.ts';

const whenOf = (ms: number) => shortMoment(ms, Date.now(), words.value);

export function FeedsPage() {
  const { feeds } = useConsole();
  const { feeds: say } = words.value;
  const listing = feeds.listing.value;
  const failing = listing?.feeds.filter(({ state }) => state === 'failing' || state === 'disabled').length;
  return (
    <Page name="feeds" about={listing && say.about(listing.feeds.length, failing ?? 0)}>
      <Tools />
      <div class="board-page" aria-busy={!listing && !feeds.failed.value}>
        {listing?.refusal !== undefined && (
          <p class="feeds-refusal">
            <Icon name="alert" />
            <span>{say.readOnly}</span>
          </p>
        )}
        <ul class="board-list">
          <Rows listing={listing} />
        </ul>
      </div>
    </Page>
  );
}

function Tools() {
  const { feeds, filter } = useConsole();
  const { feeds: say, board } = words.value;
  const tool = (name: IconName, label: string, click: () => void) => (
    <button type="button" class={`button feeds-tool${name === 'plus' ? ' primary' : ''}`} onClick={click}>
      <Icon name={name} />
      <span>{label}</span>
    </button>
  );
  return (
    <div class="board-tools">
      <div class="feeds-tools">
        {feeds.canChange && tool('plus', say.add, () => openAddFeed(feeds))}
        {feeds.canChange && tool('down', say.import, () => openFeedImport(feeds))}
        {tool('send', say.export, () => void feeds.export())}
      </div>
      <FilterField label={board.filter} filter={filter} />
    </div>
  );
}

function Rows({ listing }: { listing: FeedListing | null }) {
  const { feeds, filter } = useConsole();
  const { feeds: say, app, board } = words.value;
  if (!listing && feeds.failed.value) return <NotLoaded said={say.failed} again={feeds.load} />;
  if (!listing) return <Blank title={app.loading} />;
  if (listing.feeds.length === 0) return <Blank title={say.none} hint={say.noneHint} />;
  const is = matching(filter.value);
  const shown = listing.feeds.filter(({ label, url, category, lastError }) =>
    is(label, url, category, lastError),
  );
  if (shown.length === 0) return <Blank title={board.noMatch} />;
  return (
    <>
      {shown.map((feed) => (
        <FeedRow key={feed.key} feed={feed} listing={listing} />
      ))}
    </>
  );
}

function FeedRow({ feed, listing }: { feed: ListedFeed; listing: FeedListing }) {
  const { board, feeds: say } = words.value;
  const { label, state, hours, url } = feed;
  const items = hours.reduce((sum, count) => sum + count, 0);
  const category = listing.categories.find(({ name }) => name === feed.category)?.label;
  const error = [feed.lastError, feed.lastErrorDetail].filter(Boolean).join(': ');
  return (
    <li class="board-row feed-row" data-feed={feed.key}>
      <div class="feed-what">
        <div class="board-row-head">
          <Chip tone={FEED_TONES[state] ?? 'off'}>{inWords(board.feedStates, state)}</Chip>
          {category && (
            <span class="board-category" lang={langOf(category)}>
              {category}
            </span>
          )}
        </div>
        <h2 class="board-row-title" lang={langOf(label)}>
          {label}
        </h2>
        <FeedAddress url={url} />
        {state !== 'well' && <Reason text={error} kind="bad" />}
        <Facts
          of={[
            feed.lastSuccessAtMs !== undefined && board.lastAnswer(whenOf(feed.lastSuccessAtMs)),
            feed.failuresInARow > 0 && say.failures(feed.failuresInARow),
            feed.nextDueAtMs !== undefined && state === 'failing' && say.next(whenOf(feed.nextDueAtMs)),
            feed.filters.length > 0 && say.filterCount(feed.filters.length),
            feed.dropped > 0 && say.dropped(feed.dropped),
          ]}
        />
      </div>
      <div class="feed-hours">
        <Sparkline values={hours} label={say.hours(items, Math.max(0, ...hours))} />
        <span aria-hidden="true">{say.items48(items)}</span>
      </div>
      <FeedActions feed={feed} listing={listing} />
    </li>
  );
}

function FeedAddress({ url }: { url: string }) {
  const href = pageUrl(url);
  return (
    <p class="feed-url">
      {href === undefined ? (
        url
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {url}
        </a>
      )}
    </p>
  );
}

function FeedActions({ feed, listing }: { feed: ListedFeed; listing: FeedListing }) {
  const { feeds } = useConsole();
  const { feeds: say, board } = words.value;
  const action = (name: keyof typeof say.actions, click: () => void, looks = '') => (
    <button
      type="button"
      class={`action${looks}`}
      data-focus={name}
      aria-label={board.actOn(say.actions[name], feed.label)}
      onClick={click}
    >
      {say.actions[name]}
    </button>
  );
  const rests = feed.paused || feed.state === 'disabled';
  return (
    <div class="actions">
      {action('test', () => openFeedTest(feeds, feed, listing))}
      {action('items', () => openFeedItems(feeds, feed))}
      {feeds.canChange && (
        <>
          {action('filters', () => openFilters(feeds, feed))}
          {action('edit', () => openFeedFields(feeds, feed, listing))}
        </>
      )}
      {rests
        ? (feeds.canChange || !feed.paused) && action('resume', () => void feeds.resume(feed))
        : feeds.canChange && action('pause', () => void feeds.pause(feed))}
      {feeds.canChange && action('remove', () => void feeds.remove(feed), ' danger')}
    </div>
  );
}
