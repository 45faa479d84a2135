/** The automations: all of them or those of a conversation, and one with its runs. */
import type { ComponentChild } from 'preact';
import { matching } from '../model/board-data.ts';
import { inOrder, textsOf } from '../model/job-data.ts';
import { JOBS, nameOf } from '../model/session-tree.ts';
import type { JobList } from '../model/shapes.ts';
import { ownZone } from '../model/times.ts';
import { sessionOfJob } from '../state/job-actions.ts';
import { words } from '../state/preferences.ts';
import { sessionOf } from '../state/store.ts';
import { Icon } from './icon.tsx';
import { openJobForm } from './job-form.tsx';
import { JobPage, JobsMissing } from './job-page.tsx';
import { JobRow } from './job-row.tsx';
import { FilterField, Page } from './page.tsx';
import { Blank } from './panel.tsx';
import { useConsole } from './use-console.ts';

export function Jobs() {
  const console = useConsole();
  const { store, jobsIn } = console;
  const { automations: say } = words.value;
  const open = store.openJob.value;
  const job = store.allJobs.value?.jobs.find(({ id }) => id === open);
  return (
    <Page
      key={open}
      name="jobs"
      title={open === null ? say.title : (job?.name ?? open)}
      above={
        open !== null && (
          <>
            <a class="parent" href={JOBS}>
              {say.title}
            </a>
            <span class="crumb" aria-hidden="true">
              <Icon name="chevron" />
            </span>
          </>
        )
      }
      tools={
        <button
          type="button"
          class="button board-write"
          aria-label={say.add}
          onClick={() => void openJobForm(console, undefined, jobsIn.value || (store.selected.value ?? ''))}
        >
          <Icon name="plus" />
          <span>{say.add}</span>
        </button>
      }
    >
      {open === null ? <List /> : <JobPage id={open} job={job} />}
    </Page>
  );
}

function List() {
  const { store, jobsIn, jobFilter } = useConsole();
  const { automations: say } = words.value;
  const list = store.allJobs.value;
  return (
    <>
      <div class="board-tools">
        <label class="jobs-in">
          <span class="visually-hidden">{say.in}</span>
          <select
            class="input"
            value={jobsIn.value}
            onChange={({ currentTarget }) => (jobsIn.value = currentTarget.value)}
          >
            <option value="">{say.everywhere}</option>
            <Places list={list} chosen={jobsIn.value} />
          </select>
        </label>
        <FilterField label={say.filter} filter={jobFilter} />
      </div>
      <div class="board-page" tabIndex={0} role="group" aria-labelledby="jobs-title" aria-busy={!list}>
        <p class="jobs-zone quiet">{say.timesIn(ownZone())}</p>
        <ul class="board-list jobs-list">
          <Rows list={list} />
        </ul>
      </div>
    </>
  );
}

/** The conversations that have automations, and the one that is chosen. */
function Places({ list, chosen }: { list: JobList | null; chosen: string }) {
  const { store } = useConsole();
  const keys = new Set([...(list?.jobs ?? []).map(sessionOfJob), chosen].filter((key) => key !== ''));
  const named = [...keys].map((key) => {
    const session = sessionOf(store, key);
    return { key, name: session ? nameOf(session, words.value) : key };
  });
  return (
    <>
      {named
        .sort((a, b) => a.name.localeCompare(b.name))
        .map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
    </>
  );
}

function Rows({ list }: { list: JobList | null }): ComponentChild {
  const { jobsIn, jobFilter } = useConsole();
  const { automations: say } = words.value;
  if (!list) return <JobsMissing />;
  const here = list.jobs.filter((job) => jobsIn.value === '' || sessionOfJob(job) === jobsIn.value);
  if (here.length === 0) return <Blank title={say.none} hint={say.noneHint} />;
  const is = matching(jobFilter.value);
  const shown = inOrder(here).filter((job) => is(...textsOf(job, list.words?.[job.id])));
  if (shown.length === 0) return <Blank title={say.noMatch} />;
  return (
    <>
      {shown.map((job) => (
        <JobRow key={job.id} job={job} />
      ))}
    </>
  );
}
