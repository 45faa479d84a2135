/** A feed's name, address and category, in a form. */
import { useSignal } from '@preact/signals';
import { typedAddress } from '../model/feed-problems.ts';
import { openDialog } from '../state/dialogs.ts';
import type { FeedListing, Feeds, ListedFeed, Problem } from '../state/feeds.ts';
import { problemOf } from '../state/feeds.ts';
import { words } from '../state/preferences.ts';
import { CategoryField, Field, FormProblem, focusProblem } from './feed-field.tsx';

const FIELDS = ['label', 'url', 'category'];

interface FieldsProps {
  feeds: Feeds;
  feed: ListedFeed;
  listing: FeedListing;
  close: () => void;
  heading: string;
}

export function openFeedFields(feeds: Feeds, feed: ListedFeed, listing: FeedListing): void {
  void openDialog(
    (close, heading) => (
      <FeedFields feeds={feeds} feed={feed} listing={listing} close={close} heading={heading} />
    ),
    { class: 'board-dialog' },
  );
}

function FeedFields({ feeds, feed, listing, close, heading }: FieldsProps) {
  const { feeds: say } = words.value;
  const label = useSignal(feed.label);
  const url = useSignal(feed.url);
  const category = useSignal(feed.category ?? '');
  const problem = useSignal<Problem | undefined>(undefined);
  const complain = (what: Problem) => {
    problem.value = what;
    focusProblem(what);
  };
  const save = async () => {
    problem.value = undefined;
    const address = typedAddress(url.value);
    if (!label.value.trim()) return complain({ message: say.problems.noLabel, field: 'label' });
    if (address === undefined) return complain({ message: say.problems.noAddress, field: 'url' });
    try {
      await feeds.change(feed.key, {
        label: label.value.trim(),
        // The desk may know it under another port than its file.
        ...(address !== feed.url && { url: address }),
        category: category.value || null,
      });
      close();
    } catch (error) {
      complain(problemOf(error));
    }
  };
  const input = (field: typeof label, name: string, title: string) => (
    <Field name={name} label={title} problem={problem.value}>
      {(given) => (
        <input
          {...given}
          data-first={name === 'label' || undefined}
          value={field.value}
          autocomplete="off"
          onInput={({ currentTarget }) => (field.value = currentTarget.value)}
        />
      )}
    </Field>
  );
  return (
    <form
      class="feed-new"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2 id={heading}>{say.editTitle(feed.label)}</h2>
      {input(label, 'label', say.fields.label)}
      {input(url, 'url', say.fields.url)}
      <CategoryField
        categories={listing.categories}
        value={category.value}
        problem={problem.value}
        choose={(name) => (category.value = name)}
      />
      <FormProblem problem={problem.value} fields={FIELDS} />
      <div class="dialog-actions">
        <button type="button" class="button" onClick={close}>
          {words.value.dialog.cancel}
        </button>
        <button class="button primary">{say.save}</button>
      </div>
    </form>
  );
}
