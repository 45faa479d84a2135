/** The filters of a feed, with what they would have dropped in the last 48 hours, counted while they are typed. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { typedWords, wordsProblem } from '../model/feed-problems.ts';
import { openDialog } from '../state/dialogs.ts';
import type { FeedFilter, Feeds, FilterCount, ListedFeed, Problem } from '../state/feeds.ts';
import { problemOf } from '../state/feeds.ts';
import { langOf, words } from '../state/preferences.ts';
import { Field, FormProblem, focusProblem } from './feed-field.tsx';
import { IconButton } from './icon.tsx';

/** A filter while it is typed. */
interface Draft {
  readonly id: number;
  readonly rule: FeedFilter['rule'];
  readonly in: FeedFilter['in'];
  readonly text: string;
}

const COUNT_AFTER_MS = 300;
const MOST_FILTERS = 20;

let lastId = 0;
const draftOf = ({ rule, in: where, words: all }: FeedFilter): Draft => ({
  ...{ id: ++lastId, rule, in: where },
  text: all.join(', '),
});
const filterOf = ({ rule, in: where, text }: Draft): FeedFilter => ({
  rule,
  words: typedWords(text),
  in: where,
});

export function openFilters(feeds: Feeds, feed: ListedFeed): void {
  void openDialog((close, heading) => <Filters feeds={feeds} feed={feed} close={close} heading={heading} />, {
    class: 'board-dialog wide',
  });
}

interface FiltersProps {
  feeds: Feeds;
  feed: ListedFeed;
  close: () => void;
  heading: string;
}

function Filters({ feeds, feed, close, heading }: FiltersProps) {
  const { feeds: say } = words.value;
  const drafts = useSignal<readonly Draft[]>(
    feed.filters.length > 0 ? feed.filters.map(draftOf) : [draftOf({ rule: 'drop', words: [], in: 'title' })],
  );
  const problem = useSignal<Problem | undefined>(undefined);
  const complain = (what: Problem) => {
    problem.value = what;
    focusProblem(what);
  };
  const change = (id: number, changed: Partial<Draft>) => {
    drafts.value = drafts.value.map((draft) => (draft.id === id ? { ...draft, ...changed } : draft));
  };
  const save = async () => {
    problem.value = undefined;
    for (const { id, text } of drafts.value) {
      const message = wordsProblem(text, words.value);
      if (message !== undefined) return complain({ message, field: `words-${id}` });
    }
    try {
      const filters = drafts.value.map(filterOf);
      await feeds.change(feed.key, { filters: filters.length > 0 ? filters : null });
      close();
    } catch (error) {
      complain(problemOf(error));
    }
  };
  const ready = drafts.value.filter(({ text }) => wordsProblem(text, words.value) === undefined);
  return (
    <form
      class="feed-new"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2 id={heading}>{say.filtersTitle(feed.label)}</h2>
      <p class="dialog-body">{say.filtersHint}</p>
      {drafts.value.length === 0 && <p class="quiet">{say.filter.none}</p>}
      {drafts.value.map((draft, n) => (
        <FilterRow
          key={draft.id}
          draft={draft}
          n={n + 1}
          problem={problem.value}
          change={(changed) => change(draft.id, changed)}
          remove={() => (drafts.value = drafts.value.filter(({ id }) => id !== draft.id))}
        />
      ))}
      {drafts.value.length < MOST_FILTERS && (
        <button
          type="button"
          class="button feed-filter-add"
          onClick={() =>
            (drafts.value = [...drafts.value, draftOf({ rule: 'drop', words: [], in: 'title' })])
          }
        >
          {say.filter.add}
        </button>
      )}
      <Counted feeds={feeds} feed={feed.key} filters={ready.map(filterOf)} />
      <FormProblem problem={problem.value} fields={drafts.value.map(({ id }) => `words-${id}`)} />
      <div class="dialog-actions">
        <button type="button" class="button" onClick={close}>
          {words.value.dialog.cancel}
        </button>
        <button class="button primary">{say.save}</button>
      </div>
    </form>
  );
}

interface RowProps {
  draft: Draft;
  n: number;
  problem: Problem | undefined;
  change: (changed: Partial<Draft>) => void;
  remove: () => void;
}

function FilterRow({ draft, n, problem, change, remove }: RowProps) {
  const { filter: say } = words.value.feeds;
  return (
    <fieldset class="feed-filter">
      <legend>{say.one(n)}</legend>
      <IconButton name="close" label={say.remove(n)} click={remove} />
      <Choice label={say.rule} value={draft.rule} names={say.rules} choose={(rule) => change({ rule })} />
      <Choice
        label={say.where}
        value={draft.in}
        names={say.places}
        choose={(where) => change({ in: where })}
      />
      <Field name={`words-${draft.id}`} label={say.words} problem={problem}>
        {(given) => (
          <input
            {...given}
            data-first={n === 1 || undefined}
            value={draft.text}
            placeholder={say.example}
            autocomplete="off"
            maxLength={4_000}
            onInput={({ currentTarget }) => change({ text: currentTarget.value })}
          />
        )}
      </Field>
    </fieldset>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  names: Record<Value, string>;
  choose: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, names, choose }: ChoiceProps<Value>) {
  return (
    <select
      class="input"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value as Value)}
    >
      {(Object.entries(names) as [Value, string][]).map(([name, title]) => (
        <option key={name} value={name} selected={name === value}>
          {title}
        </option>
      ))}
    </select>
  );
}

function Counted(props: { feeds: Feeds; feed: string; filters: readonly FeedFilter[] }) {
  const { feeds, feed, filters } = props;
  const { feeds: say } = words.value;
  const count = useSignal<FilterCount | undefined>(undefined);
  const problem = useSignal('');
  const request = JSON.stringify(filters);
  useEffect(() => {
    let asked = true;
    const timer = setTimeout(() => {
      feeds.call('newsroom.feeds.count', { feed, filters: [...filters] }).then(
        (answer) => {
          if (!asked) return;
          problem.value = '';
          count.value = answer;
        },
        (error: unknown) => asked && (problem.value = problemOf(error).message),
      );
    }, COUNT_AFTER_MS);
    return () => {
      asked = false;
      clearTimeout(timer);
    };
  }, [request]);
  const counted = count.value;
  return (
    <div class="feed-count" aria-live="polite">
      <p>{counted ? say.counted(counted.dropped, counted.items) : say.counting}</p>
      <p class="field-problem">{problem.value}</p>
      {counted && <Titles name={say.wouldDrop} titles={counted.examples.dropped} />}
      {counted && filters.length > 0 && <Titles name={say.wouldKeep} titles={counted.examples.kept} />}
    </div>
  );
}

const Titles = ({ name, titles }: { name: string; titles: readonly string[] }) =>
  titles.length === 0 ? null : (
    <div class="feed-titles">
      <h3>{name}</h3>
      <ul>
        {titles.map((title, n) => (
          <li key={n} lang={langOf(title)}>
            {title}
          </li>
        ))}
      </ul>
    </div>
  );
