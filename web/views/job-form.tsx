/** The form of an automation, new or known. The schedule is read by the desk while it is typed. */
import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { fieldOf, fieldsOf, problemsOf } from '../model/job-form.ts';
import type { FieldProblems, JobField, JobFields } from '../model/job-form.ts';
import type { Job, JobChoices, Preview } from '../model/shapes.ts';
import type { Console } from '../state/console.ts';
import { attempt, messageOf as sayError } from '../state/desk.ts';
import { dialogs, openDialog } from '../state/dialogs.ts';
import { words } from '../state/preferences.ts';
import { TextField } from './job-fields.tsx';
import { ModelField, PlaceField, ProfileField, ZoneField } from './job-form-choices.tsx';
import { SchedulePreview } from './schedule-preview.tsx';

/** @param session the conversation that a new one begins with */
export async function openJobForm(console: Console, job?: Job, session = ''): Promise<void> {
  let choices: JobChoices | undefined;
  if (!(await attempt(async () => (choices = await console.jobs.choices()))) || !choices) return;
  if (dialogs.value.length > 0) return; // a double click
  const known = choices;
  const begins = session.startsWith('console:') || session.startsWith('discord:') ? session : '';
  await openDialog(
    (close, heading) => (
      <JobForm
        console={console}
        job={job}
        was={fieldsOf(job, begins, known.zone)}
        choices={known}
        heading={heading}
        close={close}
      />
    ),
    { class: 'board-dialog wide' },
  );
}

interface FormProps {
  console: Console;
  job: Job | undefined;
  was: JobFields;
  choices: JobChoices;
  heading: string;
  close: () => void;
}

function JobForm({ console, job, was, choices, heading, close }: FormProps) {
  const { automations, dialog } = words.value;
  const say = automations.form;
  const form = useRef<HTMLFormElement>(null);
  const fields = useSignal(was);
  const problems = useSignal<FieldProblems>({});
  const trouble = useSignal('');
  const busy = useSignal(false);
  const preview = usePreview(console, fields);
  const isTurn = job === undefined || job.payload.kind === 'agentTurn';

  const complain = (found: FieldProblems) => {
    problems.value = found;
    const [first] = ORDER.filter((field) => found[field] !== undefined);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    return first === undefined;
  };
  const save = async () => {
    trouble.value = '';
    const is = fields.value;
    if (!complain(problemsOf(is, say.wrong))) return;
    const isTimed = job === undefined || was.schedule !== is.schedule || was.tz !== is.tz;
    const read = isTimed ? await console.jobs.preview(is.schedule, is.tz) : undefined;
    if (read && !read.understood) return void complain({ schedule: read.because });
    if (job) await console.jobs.change(job, was, is, read?.schedule);
    else if (read) await console.jobs.add(is, read.schedule);
    close();
  };
  const submit = async () => {
    if (busy.value) return;
    busy.value = true;
    try {
      await save();
    } catch (error) {
      const refusal = sayError(error);
      const field = fieldOf(refusal);
      if (field) complain({ [field]: refusal });
      else trouble.value = refusal;
    } finally {
      busy.value = false;
    }
  };
  const field = { fields, problems };
  return (
    <form
      ref={form}
      class="job-form"
      aria-labelledby={heading}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h2 id={heading}>{job ? say.editTitle(job.name) : say.addTitle}</h2>
      <p class="field-problem" role="alert">
        {trouble.value}
      </p>
      <div class="job-fields">
        <TextField {...field} name="name" label={say.name} first wide />
        <TextField {...field} name="message" label={say.message} hint={say.messageHint} rows={4} wide />
        <TextField
          {...field}
          name="schedule"
          label={say.schedule}
          hint={`${say.scheduleHint} ${say.example(choices.examples.slice(0, 3).join(' · '))}`}
          list={choices.examples}
        />
        <ZoneField {...field} own={choices.zone} />
        {problems.value.schedule === undefined && (
          <SchedulePreview preview={preview.value} isTyped={fields.value.schedule.trim() !== ''} />
        )}
        {isTurn && <PlaceField {...field} />}
        {isTurn && <ProfileField {...field} choices={choices.profiles} />}
        {isTurn && <ModelField {...field} />}
        <label class="field check wide">
          <input
            type="checkbox"
            name="quiet"
            checked={fields.value.quiet}
            onChange={({ currentTarget }) =>
              (fields.value = { ...fields.value, quiet: currentTarget.checked })
            }
          />
          <span>{say.quiet}</span>
        </label>
      </div>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={close}>
          {dialog.cancel}
        </button>
        <button class="button primary" disabled={busy.value}>
          {job ? say.save : say.add}
        </button>
      </div>
    </form>
  );
}

/** In which order problems are gone to. */
const ORDER: readonly JobField[] = ['name', 'message', 'schedule', 'tz', 'session', 'profile', 'model'];

/** While one types on, the desk isn't asked. */
const TYPING_MS = 200;

/** What the desk makes of the schedule as it stands; null while it is asked. */
function usePreview(console: Console, fields: Signal<JobFields>): Signal<Preview | null> {
  const preview = useSignal<Preview | null>(null);
  const { schedule, tz } = fields.value;
  useEffect(() => {
    let isLatest = true;
    if (schedule.trim() === '') return void (preview.value = null);
    const ask = async () => {
      const read = await console.jobs.preview(schedule, tz).catch(() => null);
      if (isLatest) preview.value = read;
    };
    const timer = setTimeout(() => void ask(), TYPING_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [schedule, tz]);
  return preview;
}
