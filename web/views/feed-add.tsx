/** Adding a feed: by the address of a site, whose feeds are found; with what would become of the items. */
import { useSignal } from '@preact/signals';
import { typedAddress } from '../model/feed-problems.ts';
import { openDialog } from '../state/dialogs.ts';
import type { Discovery, FeedListing, Feeds, Problem } from '../state/feeds.ts';
import { problemOf } from '../state/feeds.ts';
import { langOf, words } from '../state/preferences.ts';
import { CategoryField, Field, FormProblem, focusProblem } from './feed-field.tsx';
import { Preview } from './feed-preview.tsx';

type Found = Extract<Discovery, { kind: 'found' }>['feeds'][number];

export function openAddFeed(feeds: Feeds): void {
  const listing = feeds.listing.value;
  if (!listing) return;
  void openDialog(
    (close, heading) => <AddFeed feeds={feeds} listing={listing} close={close} heading={heading} />,
    { class: 'board-dialog wide' },
  );
}

interface AddProps {
  feeds: Feeds;
  listing: FeedListing;
  close: () => void;
  heading: string;
}

function AddFeed({ feeds, listing, close, heading }: AddProps) {
  const { feeds: say } = words.value;
  const found = useSignal<readonly Found[]>([]);
  const chosen = useSignal<Found | undefined>(undefined);
  const choose = (feed: Found) => (chosen.value = feed);
  return (
    <>
      <h2 id={heading}>{say.add}</h2>
      <Search
        feeds={feeds}
        found={(all) => {
          found.value = all;
          chosen.value = all.find(({ known, error }) => known === undefined && error === undefined);
        }}
      />
      {found.value.length > 0 && (
        <FoundFeeds feeds={feeds} found={found.value} chosen={chosen.value} choose={choose} />
      )}
      {chosen.value ? (
        <NewFeed key={chosen.value.url} feeds={feeds} listing={listing} feed={chosen.value} close={close} />
      ) : (
        <div class="dialog-actions">
          <button type="button" class="button" onClick={close}>
            {words.value.dialog.cancel}
          </button>
        </div>
      )}
    </>
  );
}

function Search({ feeds, found }: { feeds: Feeds; found: (all: readonly Found[]) => void }) {
  const { feeds: say } = words.value;
  const text = useSignal('');
  const problem = useSignal<Problem | undefined>(undefined);
  const busy = useSignal(false);
  const complain = (message: string) => {
    problem.value = { message, field: 'url' };
    focusProblem(problem.value);
  };
  const look = async () => {
    problem.value = undefined;
    found([]);
    const url = typedAddress(text.value);
    if (url === undefined) return complain(say.problems.noAddress);
    busy.value = true;
    try {
      const answer = await feeds.call('newsroom.feeds.discover', { url });
      if (answer.kind === 'failed') complain(say.notReached(`${answer.reason}: ${answer.detail}`));
      else if (answer.kind === 'none') complain(say.foundNone(answer.looked.length));
      else found(answer.feeds);
    } catch (error) {
      complain(problemOf(error).message);
    } finally {
      busy.value = false;
    }
  };
  return (
    <form
      class="feed-search"
      onSubmit={(event) => {
        event.preventDefault();
        void look();
      }}
    >
      <Field name="url" label={say.fields.address} hint={say.fields.addressHint} problem={problem.value}>
        {(given) => (
          <input
            {...given}
            data-first
            value={text.value}
            inputMode="url"
            autocomplete="off"
            spellcheck={false}
            maxLength={4_000}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        )}
      </Field>
      <button class="button" disabled={busy.value}>
        {busy.value ? say.looking : say.look}
      </button>
    </form>
  );
}

interface FoundProps {
  feeds: Feeds;
  found: readonly Found[];
  chosen: Found | undefined;
  choose: (feed: Found) => void;
}

function FoundFeeds({ feeds, found, chosen, choose }: FoundProps) {
  const { feeds: say, board } = words.value;
  return (
    <fieldset class="feed-found">
      <legend>{say.found}</legend>
      {found.map((feed) => {
        const title = feed.title || say.untitled;
        return (
          <label key={feed.url}>
            <input
              type="radio"
              name="found"
              checked={feed.url === chosen?.url}
              disabled={feed.known !== undefined || feed.error !== undefined}
              onChange={() => choose(feed)}
            />
            <span>
              <b lang={langOf(title)}>{title}</b>
              <small>{feed.url}</small>
              <small>
                {feed.known !== undefined
                  ? say.knownAs(feeds.labelOf(feed.known))
                  : (feed.error ?? board.items(feed.items ?? 0))}
              </small>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

const FIELDS = ['label', 'category'];

interface NewProps extends Omit<AddProps, 'heading'> {
  feed: Found;
}

function NewFeed({ feeds, listing, feed, close }: NewProps) {
  const { feeds: say } = words.value;
  const label = useSignal(feed.title || new URL(feed.url).hostname);
  const category = useSignal('');
  const problem = useSignal<Problem | undefined>(undefined);
  const busy = useSignal(false);
  const complain = (what: Problem) => {
    problem.value = what;
    focusProblem(what);
  };
  const add = async () => {
    problem.value = undefined;
    const name = label.value.trim();
    if (!name) return complain({ message: say.problems.noLabel, field: 'label' });
    busy.value = true;
    try {
      await feeds.add({
        url: feed.url,
        label: name,
        ...(category.value && { category: category.value }),
      });
      close();
    } catch (error) {
      busy.value = false;
      complain(problemOf(error));
    }
  };
  return (
    <form
      class="feed-new"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Field name="label" label={say.fields.label} problem={problem.value}>
        {(given) => (
          <input
            {...given}
            value={label.value}
            autocomplete="off"
            maxLength={200}
            onInput={({ currentTarget }) => (label.value = currentTarget.value)}
          />
        )}
      </Field>
      <CategoryField
        categories={listing.categories}
        value={category.value}
        problem={problem.value}
        choose={(name) => (category.value = name)}
      />
      <h3>{say.preview}</h3>
      <Preview feeds={feeds} url={feed.url} category={category.value} listing={listing} />
      <FormProblem problem={problem.value} fields={FIELDS} />
      <div class="dialog-actions">
        <button type="button" class="button" onClick={close}>
          {words.value.dialog.cancel}
        </button>
        <button class="button primary" disabled={busy.value}>
          {say.add}
        </button>
      </div>
    </form>
  );
}
