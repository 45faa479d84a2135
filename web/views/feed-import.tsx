/** Feeds of an OPML file: what it has is shown before anything is written. */
import { useSignal } from '@preact/signals';
import { openDialog } from '../state/dialogs.ts';
import type { FeedImport, Feeds, Problem } from '../state/feeds.ts';
import { problemOf } from '../state/feeds.ts';
import { words } from '../state/preferences.ts';
import { Field, focusProblem } from './feed-field.tsx';

/** A frame to the gateway takes about as much, as JSON. */
const MOST_BYTES = 1_000_000;

export function openFeedImport(feeds: Feeds): void {
  void openDialog((close, heading) => <ImportFeeds feeds={feeds} close={close} heading={heading} />, {
    class: 'board-dialog wide',
  });
}

function ImportFeeds({ feeds, close, heading }: { feeds: Feeds; close: () => void; heading: string }) {
  const { feeds: say } = words.value;
  const opml = useSignal('');
  const found = useSignal<FeedImport | undefined>(undefined);
  const busy = useSignal(false);
  const problem = useSignal<Problem | undefined>(undefined);
  const complain = (message: string) => {
    problem.value = { message, field: 'opml' };
    focusProblem(problem.value);
  };
  const look = async (file: File | undefined) => {
    opml.value = '';
    found.value = undefined;
    problem.value = undefined;
    if (!file) return;
    try {
      const text = file.size > MOST_BYTES ? undefined : await file.text();
      if (text === undefined || new Blob([JSON.stringify(text)]).size > MOST_BYTES)
        return complain(say.problems.tooLarge);
      opml.value = text;
      const answer = await feeds.call('newsroom.feeds.import', { opml: text });
      if (opml.value === text) found.value = answer;
    } catch (error) {
      complain(problemOf(error).message);
    }
  };
  const agree = async () => {
    if (busy.value) return;
    busy.value = true;
    try {
      await feeds.import(opml.value);
      close();
    } catch (error) {
      busy.value = false;
      complain(problemOf(error).message);
    }
  };
  const added = found.value?.added.length ?? 0;
  return (
    <form
      class="feed-new"
      onSubmit={(event) => {
        event.preventDefault();
        void agree();
      }}
    >
      <h2 id={heading}>{say.importTitle}</h2>
      <Field name="opml" label={say.importFile} hint={say.importHint} problem={problem.value}>
        {(given) => (
          <input
            {...given}
            data-first
            type="file"
            accept=".opml,.xml,text/x-opml,application/xml,text/xml"
            onChange={({ currentTarget }) => void look(currentTarget.files?.[0])}
          />
        )}
      </Field>
      <div aria-live="polite">{found.value && <Found found={found.value} />}</div>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={close}>
          {words.value.dialog.cancel}
        </button>
        {added > 0 && <button class="button primary">{say.importAgree(added)}</button>}
      </div>
    </form>
  );
}

function Found({ found: { added, known, refused } }: { found: FeedImport }) {
  const { feeds: say } = words.value;
  return (
    <>
      <p>{say.importSum(added.length, known.length, refused.length)}</p>
      <Listed name={say.importNew} lines={added.map(({ label, url }) => `${label}  ${url}`)} />
      <Listed
        name={say.importRefused}
        lines={refused.map(({ outline, because }) => `${outline}: ${because}`)}
      />
    </>
  );
}

const Listed = ({ name, lines }: { name: string; lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <div class="feed-titles">
      <h3>{name}</h3>
      <ul tabIndex={0} aria-label={name}>
        {lines.map((line, n) => (
          <li key={n}>{line}</li>
        ))}
      </ul>
    </div>
  );
