/** The right side: this conversation's automations and notes, and the desk's condition at the bottom. */
import { shortMoment } from '../model/times.ts';
import type { Note } from '../model/shapes.ts';
import { langOf, words } from '../state/preferences.ts';
import { DeskCard } from './desk-card.tsx';
import { Icon, IconButton } from './icon.tsx';
import { JobCard } from './job-card.tsx';
import { openJobForm } from './job-form.tsx';
import { UnderWay } from './progress.tsx';
import { Newsletter } from './newsletter.tsx';
import { useConsole } from './use-console.ts';

export function Panel() {
  const { drawer } = useConsole();
  const { app, desk } = words.value;
  return (
    <aside id="panel" class="panel" aria-label={app.sides}>
      <IconButton name="close" label={app.close} class="panel-close" click={() => (drawer.value = null)} />
      <div class="panel-scroll">
        <UnderWay />
        <Newsletter />
        <Jobs />
        <Notes />
      </div>
      <section class="desk-status" aria-label={desk.title}>
        <DeskCard />
      </section>
    </aside>
  );
}

function Jobs() {
  const console = useConsole();
  const { store, upkeep } = console;
  const { jobs: say, automations } = words.value;
  const key = store.selected.value ?? '';
  const jobs = store.jobs.value[key];
  return (
    <section aria-label={automations.here}>
      <h2>
        {say.title}
        <Count count={jobs?.length} />
        <span class="panel-tools">
          <IconButton
            name="plus"
            label={automations.add}
            click={() => void openJobForm(console, undefined, key)}
          />
          <button type="button" class="link-button" onClick={() => console.openJobs(key)}>
            {automations.more}
          </button>
        </span>
      </h2>
      <ul class="jobs">
        {jobs?.map((job) => (
          <JobCard
            key={`${key} ${job.id}`}
            job={job}
            setEnabled={(enabled) => void upkeep.setEnabled(key, job.id, enabled)}
            remove={() => void upkeep.removeJob(key, job)}
          />
        ))}
        {jobs?.length === 0 && <Blank title={say.none} hint={say.hint} />}
      </ul>
    </section>
  );
}

function Notes() {
  const { store, upkeep } = useConsole();
  const { notes: say } = words.value;
  const key = store.selected.value ?? '';
  const notes = store.notes.value[key];
  return (
    <section aria-label={say.title}>
      <h2>
        {say.title}
        <Count count={notes?.length} />
      </h2>
      <ul class="notes">
        {notes?.map((note) => (
          <NoteCard key={note.id} note={note} forget={() => void upkeep.forget(key, note.id)} />
        ))}
        {notes?.length === 0 && <Blank title={say.none} hint={say.hint} />}
      </ul>
    </section>
  );
}

function NoteCard({ note, forget }: { note: Note; forget: () => void }) {
  const { notes: say } = words.value;
  const until = note.untilMs ? say.until(shortMoment(note.untilMs, Date.now(), words.value)) : '';
  return (
    <li class="note">
      <Icon name="note" />
      <div>
        <p lang={langOf(note.text)}>{note.text}</p>
        <small>{[note.by, until].filter(Boolean).join(' · ')}</small>
      </div>
      <IconButton name="close" label={say.forgetThis(note.text)} hint={say.forget} click={forget} />
    </li>
  );
}

/** How many there are, beside a heading; nothing where there are none. */
export const Count = ({ count }: { count: number | undefined }) =>
  count ? <span class="count">{count}</span> : null;

export const Blank = ({ title, hint }: { title: string; hint?: string }) => (
  <li class="blank">
    <p>{title}</p>
    {hint && <p>{hint}</p>}
  </li>
);

/** In the place of what could not be loaded. */
export function NotLoaded({ said, again }: { said: string; again: () => unknown }) {
  return (
    <li class="blank">
      <p>{said}</p>
      <button type="button" class="button" onClick={again}>
        {words.value.app.tryAgain}
      </button>
    </li>
  );
}
