/** What would become of a feed's items if it were read now, and what became of those that it delivered. */
import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { useEffect } from 'preact/hooks';
import { inWords, pageUrl } from '../model/board-data.ts';
import type { Tone } from '../model/board-data.ts';
import { shortMoment } from '../model/times.ts';
import { openDialog } from '../state/dialogs.ts';
import type { FeedFilter, FeedListing, FeedPreview, Feeds, ListedFeed } from '../state/feeds.ts';
import { problemOf } from '../state/feeds.ts';
import { langOf, words } from '../state/preferences.ts';
import { Chip, Facts, Reason } from './board-parts.tsx';

interface ShownItem {
  readonly title: string;
  readonly url: string;
  readonly atMs: number | undefined;
  readonly fate: string;
  readonly category?: string | undefined;
  readonly why?: string | undefined;
  readonly others?: number | undefined;
}

const TONES: Record<string, Tone> = {
  offered: 'good',
  posted: 'good',
  left_out: 'wait',
  in_event: 'work',
  waiting: 'work',
};

function ItemList({ items }: { items: readonly ShownItem[] }) {
  const { feeds: say } = words.value;
  if (items.length === 0) return <p class="quiet">{say.noItems}</p>;
  return (
    <ul class="feed-items" tabIndex={0} aria-label={say.preview}>
      {items.map((item, n) => (
        <li key={`${n} ${item.url}`}>
          <div class="board-row-head">
            <Chip tone={TONES[item.fate] ?? 'off'}>{inWords(say.fates, item.fate)}</Chip>
            <ItemTitle title={item.title || say.untitled} href={pageUrl(item.url)} />
          </div>
          <Reason text={item.why || (say.whys[item.fate] ?? '')} />
          <Facts
            of={[
              item.atMs !== undefined && shortMoment(item.atMs, Date.now(), words.value),
              item.category,
              item.others ? say.others(item.others) : '',
            ]}
          />
        </li>
      ))}
    </ul>
  );
}

function ItemTitle({ title, href }: { title: string; href: string | undefined }) {
  return (
    <span class="feed-item-title" lang={langOf(title)}>
      {href === undefined ? (
        title
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {title}
        </a>
      )}
    </span>
  );
}

interface PreviewProps {
  feeds: Feeds;
  url: string;
  category?: string | undefined;
  filters?: readonly FeedFilter[] | undefined;
  listing: Pick<FeedListing, 'categories'>;
}

/** Asks once for each address, category and filters. */
export function Preview({ feeds, url, category, filters, listing }: PreviewProps) {
  const { feeds: say } = words.value;
  const preview = useSignal<FeedPreview | undefined>(undefined);
  const request = JSON.stringify([url, category, filters]);
  useEffect(() => {
    let asked = true;
    preview.value = undefined;
    const given = { url, ...(category && { category }), ...(filters && { filters: [...filters] }) };
    void feeds
      .call('newsroom.feeds.preview', given)
      .catch((error: unknown) => ({ kind: 'failed' as const, reason: problemOf(error).message, detail: '' }))
      .then((answer) => {
        if (asked) preview.value = answer;
      });
    return () => {
      asked = false;
    };
  }, [request]);
  const read = preview.value;
  return (
    <div class="feed-preview" aria-live="polite" aria-busy={!read}>
      {!read && <p class="quiet">{say.reading}</p>}
      {read?.kind === 'failed' && (
        <p class="field-problem">{say.notReached([read.reason, read.detail].filter(Boolean).join(': '))}</p>
      )}
      {read?.kind === 'read' && (
        <>
          <p>{say.sum(read.items.filter(({ fate }) => fate === 'offered').length, read.items.length)}</p>
          <ItemList
            items={read.items.map((item) => ({
              ...item,
              atMs: item.publishedAtMs,
              why: whyOf(item),
              category: listing.categories.find(({ name }) => name === item.category)?.label ?? item.category,
            }))}
          />
        </>
      )}
    </div>
  );
}

function whyOf({
  fate,
  rule,
  reason,
  kinds,
}: Extract<FeedPreview, { kind: 'read' }>['items'][number]): string {
  const { board } = words.value;
  if (fate === 'offered') return kinds?.map((kind) => board.kinds[kind]).join(', ') ?? '';
  if (fate !== 'left_out') return '';
  return [rule && inWords(board.rules, rule), reason].filter(Boolean).join(': ');
}

export function openFeedTest(feeds: Feeds, feed: ListedFeed, listing: FeedListing): void {
  const { url, category, filters, label } = feed;
  openReading(words.value.feeds.previewOf(label), () => (
    <Preview feeds={feeds} url={url} category={category} filters={filters} listing={listing} />
  ));
}

export function openFeedItems(feeds: Feeds, feed: ListedFeed): void {
  openReading(words.value.feeds.itemsOf(feed.label), () => <Delivered feeds={feeds} feed={feed} />);
}

function Delivered({ feeds, feed }: { feeds: Feeds; feed: ListedFeed }) {
  const items = useSignal<readonly ShownItem[] | undefined>(undefined);
  const problem = useSignal('');
  useEffect(() => {
    feeds.call('newsroom.pool.preview', { feed: feed.key, limit: 200 }).then(
      ({ links }) => {
        items.value = links.map((link) => ({
          ...{ title: link.title, url: link.url, fate: link.fate },
          atMs: link.publishedAtMs ?? link.firstSeenAtMs,
          why: link.verdict?.reason ?? link.link?.skipReason,
          ...(link.event && { others: link.event.links - 1 }),
        }));
      },
      (error: unknown) => (problem.value = problemOf(error).message),
    );
  }, []);
  return (
    <div class="feed-preview" aria-live="polite" aria-busy={!items.value}>
      {!items.value && !problem.value && <p class="quiet">{words.value.app.loading}</p>}
      <p class="field-problem">{problem.value}</p>
      {items.value && <ItemList items={items.value} />}
    </div>
  );
}

function openReading(title: string, view: () => ComponentChild): void {
  void openDialog(
    (close, heading) => (
      <>
        <h2 id={heading}>{title}</h2>
        {view()}
        <div class="dialog-actions">
          <button type="button" class="button" data-first onClick={close}>
            {words.value.app.close}
          </button>
        </div>
      </>
    ),
    { class: 'board-dialog wide' },
  );
}
