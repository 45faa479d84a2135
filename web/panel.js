/**
 * The right side: this conversation's automations and notes, and the desk's condition at the bottom.
 *
 * @import { Store } from './store.js'
 * @import { Note, State } from './shapes.js'
 * @import { Upkeep } from './upkeep.js'
 */
import { deskView } from './desk-status.js';
import { h, patch } from './dom.js';
import { icon } from './icons.js';
import { jobView } from './job-view.js';
import { newsletterView, newsletterWords } from './newsletter-view.js';
import { languageOf, shortMoment } from './words.js';

/**
 * @param {HTMLElement} place
 * @param {Store} store
 * @param {Upkeep} upkeep
 * @param {{ close: () => void, locale: 'en' | 'zh' }} wishes
 */
export function mountPanel(place, store, upkeep, { close, locale }) {
  const words = newsletterWords(locale);
  const newsletter = h('section', { 'aria-label': words.title, hidden: true });
  const jobs = h('ul', { class: 'jobs' });
  const notes = h('ul', { class: 'notes' });
  const jobCount = h('span', { class: 'count' });
  const noteCount = h('span', { class: 'count' });
  const desk = h('div', { class: 'desk-status' });
  place.append(
    h(
      'button',
      { type: 'button', class: 'icon-button panel-close', 'aria-label': 'Close', on: { click: close } },
      icon('close'),
    ),
    h(
      'div',
      { class: 'panel-scroll' },
      newsletter,
      h('section', { 'aria-label': 'Automations' }, h('h2', {}, 'Automations', jobCount), jobs),
      h('section', { 'aria-label': 'Notes' }, h('h2', {}, 'Notes', noteCount), notes),
    ),
    h('section', { 'aria-label': 'Desk' }, desk),
  );

  /** @param {State} state */
  const draw = (state) => {
    const key = state.selected ?? '';
    const known = state.jobs[key];
    const deskPaused = state.status?.paused === true;
    jobCount.textContent = known?.length ? String(known.length) : '';
    patch(
      jobs,
      known?.length
        ? known.map((job) => ({
            key: `${key} ${job.id}`,
            sig: `${deskPaused} ${JSON.stringify(job)}`,
            build: () =>
              jobView(job, deskPaused, {
                setEnabled: (enabled) => void upkeep.setEnabled(key, job.id, enabled),
                remove: () => void upkeep.removeJob(key, job),
              }),
          }))
        : blank(
            known ? 'Nothing is scheduled here.' : '',
            known ? 'Add a job with /cron add, or ask the desk for one.' : '',
          ),
    );
    const remembered = state.notes[key];
    noteCount.textContent = remembered?.length ? String(remembered.length) : '';
    patch(
      notes,
      remembered?.length
        ? remembered.map((note) => ({
            key: note.id,
            sig: JSON.stringify(note),
            build: () => noteView(note, () => void upkeep.forget(key, note.id)),
          }))
        : blank(
            remembered ? 'No notes.' : '',
            remembered ? 'Tell the desk what to remember: “no more crypto today”.' : '',
          ),
    );
    newsletter.hidden = state.newsletter === null;
    const made = state.newsletter;
    if (made)
      patch(newsletter, [
        { key: 'title', sig: '', build: () => h('h2', {}, words.title) },
        { key: 'steps', sig: JSON.stringify(made), build: () => newsletterView(made, words) },
      ]);
    patch(desk, [
      {
        key: 'desk',
        sig: JSON.stringify(state.status),
        build: () => deskView(state.status, (paused) => void upkeep.setPaused(paused)),
      },
    ]);
  };
  store.subscribe(draw);
}

/** @type {(title: string, hint: string) => { key: string, sig: string, build: () => HTMLElement }[]} */
const blank = (title, hint) =>
  title
    ? [
        {
          key: 'blank',
          sig: title,
          build: () => h('li', { class: 'blank' }, h('p', {}, title), h('p', {}, hint)),
        },
      ]
    : [];

/** @type {(note: Note, forget: () => void) => HTMLElement} */
function noteView(note, forget) {
  const { by } = note;
  const until = note.untilMs ? `until ${shortMoment(note.untilMs, Date.now())}` : '';
  return h(
    'li',
    { class: 'note' },
    icon('note'),
    h(
      'div',
      {},
      h('p', { lang: languageOf(note.text) }, note.text),
      h('small', {}, [by, until].filter(Boolean).join(' · ')),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'icon-button',
        'data-focus': 'forget',
        'aria-label': `Forget: ${note.text}`,
        title: 'Forget',
        on: { click: forget },
      },
      icon('close'),
    ),
  );
}
