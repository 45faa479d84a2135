/**
 * One automation as a card: what, when, whether it runs, and what happened last.
 *
 * @import { Job } from './shapes.js'
 */
import { h } from './dom.js';
import { icon } from './icons.js';
import { clockTime, fullTime, languageOf, scheduleWords, shortMoment, ticked } from './words.js';

const ENDINGS = /** @type {Record<string, string>} */ ({
  ok: 'fine',
  quiet: 'nothing to report',
  failed: 'failed',
  error: 'failed',
  timed_out: 'took too long',
  skipped: 'skipped',
  interrupted: 'interrupted',
});

/**
 * @param {Job} job
 * @param {boolean} deskPaused scheduled work is paused everywhere
 * @param {{ setEnabled: (enabled: boolean) => void, remove: () => void }} wishes
 */
export function jobView(job, deskPaused, { setEnabled, remove }) {
  const { schedule, enabled, name, payload, createdBy } = job;
  const protected_ = createdBy?.kind === 'system';
  const now = Date.now();
  const words = payload.kind === 'agentTurn' ? payload.message : payload.text;
  const zone =
    schedule.kind === 'cron' && schedule.tz
      ? h('span', { class: 'zone' }, schedule.tz.replace(/_/g, ' '))
      : null;
  const exact = schedule.kind === 'cron' ? schedule.expr : undefined;
  const button = (
    /** @type {string} */ label,
    /** @type {Parameters<typeof icon>[0]} */ sign,
    /** @type {() => void} */ click,
  ) =>
    h(
      'button',
      {
        type: 'button',
        class: 'icon-button',
        'data-focus': sign === 'trash' ? 'remove' : 'toggle',
        'aria-label': `${label} ${name}`,
        title: label,
        on: { click },
      },
      icon(sign),
    );

  return h(
    'li',
    { class: `job${enabled ? '' : ' paused'}`, 'data-job': job.id },
    h(
      'div',
      { class: 'job-head' },
      h('b', { title: name, lang: languageOf(name) }, name),
      h(
        'div',
        { class: 'job-buttons' },
        enabled
          ? button('Pause', 'pause', () => setEnabled(false))
          : button('Resume', 'play', () => setEnabled(true)),
        protected_ ? null : button('Remove', 'trash', remove),
      ),
    ),
    h('p', { class: 'job-when', title: exact }, scheduleWords(schedule, now), zone),
    stateLine(job, deskPaused, now),
    lastLine(job, now),
    words
      ? h(
          'details',
          { class: 'job-message' },
          h('summary', {}, icon('chevron'), 'Message'),
          h('p', { lang: languageOf(words) }, words),
        )
      : null,
  );
}

/** @type {(job: Job, deskPaused: boolean, now: number) => HTMLElement} */
function stateLine({ enabled, state = {} }, deskPaused, now) {
  const line = (/** @type {string} */ kind, /** @type {(Node | string)[]} */ ...parts) =>
    h('p', { class: `job-state ${kind}` }, h('i', { class: 'dot' }), h('span', {}, ...parts));
  if (state.runningSince) return line('running', 'Running for ', ticking(state.runningSince, now, 'since'));
  if (state.deferredSince)
    return line('waiting', `Waiting behind an active turn since ${clockTime(state.deferredSince)}`);
  if (!enabled) return line('off', 'Paused');
  if (deskPaused) return line('off', 'Paused with the desk');
  if (state.nextRunAtMs) return line('on', 'Next run ', ticking(state.nextRunAtMs, now, 'until'));
  return line('off', 'No further run');
}

/** @type {(job: Job, now: number) => HTMLElement | null} */
function lastLine({ state = {} }, now) {
  if (!state.lastRunAtMs && !state.lastStatus) return null;
  const status = state.lastStatus ?? '';
  const bad = /^(failed|error|timed_out|interrupted)$/.test(status);
  const when = state.lastRunAtMs ? `Last run ${shortMoment(state.lastRunAtMs, now)}` : 'Last run';
  return h(
    'p',
    { class: `job-last${bad ? ' bad' : ''}` },
    `${when}: ${ENDINGS[status] ?? status.replace(/_/g, ' ')}`,
    bad && state.lastError ? h('span', { class: 'job-error' }, state.lastError) : null,
  );
}

/**
 * A time that the ticker keeps relative: "in 4 min", or with `since` the time that has gone by, and never a past one with `until`.
 * @type {(ms: number, now: number, kind: 'since' | 'until') => HTMLElement}
 */
function ticking(ms, now, kind) {
  return h(
    'time',
    { datetime: new Date(ms).toISOString(), title: fullTime(ms), 'data-relative': ms, 'data-kind': kind },
    ticked(ms, now, kind),
  );
}
