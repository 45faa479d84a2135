/**
 * How far the newest newsletter is: a line and a bar a step. Pure: which of the languages is shown is the reader's browser's
 * choice, and what the desk wrote into a message is shown as it stands.
 *
 * @import { NewsletterProgress, StepStatus } from './shapes.js'
 */
import { h } from './dom.js';
import { icon } from './icons.js';
import { languageOf } from './words.js';

const en = {
  title: 'Newsletter',
  steps: /** @type {Record<string, string>} */ ({
    gather_urls: 'Gather links',
    filter_urls: 'Filter links',
    download_articles: 'Download articles',
    extract_summaries: 'Summarise',
    rate_articles: 'Rate articles',
    cluster_topics: 'Find topics',
    select_sections: 'Choose sections',
    draft_sections: 'Write sections',
    finalize_newsletter: 'Finish',
  }),
  /** @type {Record<StepStatus, string>} */
  status: {
    not_started: 'not started',
    started: 'under way',
    complete: 'complete',
    error: 'failed',
    skipped: 'skipped',
  },
  /** @type {Record<string, string>} */
  state: {
    running: 'Being made',
    stopped: 'Stopped',
    waiting: 'Waits for an editor',
    sending: 'Being sent',
    done: 'Sent',
  },
};

/** @type {typeof en} */
const zh = {
  title: '通訊',
  steps: {
    gather_urls: '收集連結',
    filter_urls: '篩選連結',
    download_articles: '下載文章',
    extract_summaries: '撰寫摘要',
    rate_articles: '評分文章',
    cluster_topics: '歸納主題',
    select_sections: '選定欄目',
    draft_sections: '撰寫欄目',
    finalize_newsletter: '定稿',
  },
  status: { not_started: '未開始', started: '進行中', complete: '完成', error: '失敗', skipped: '略過' },
  state: { running: '製作中', stopped: '已停止', waiting: '等候編輯', sending: '發送中', done: '已發送' },
};

/** @param {'en' | 'zh'} locale */
export const newsletterWords = (locale) => (locale === 'zh' ? zh : en);

/** @type {(progress: NewsletterProgress, words: typeof en) => HTMLDetailsElement} */
export function newsletterView({ session, state, progress, steps }, words) {
  const title = `${session} · ${words.state[state] ?? state} · ${progress}`;
  return h(
    'details',
    { class: `newsletter ${state}`, open: state !== 'done' },
    h('summary', { 'data-focus': 'newsletter' }, icon('chevron'), title),
    h('ol', {}, ...Object.entries(steps).map(([name, step]) => stepView(name, step, words))),
  );
}

/** @type {(name: string, step: NewsletterProgress['steps'][string], words: typeof en) => HTMLElement} */
function stepView(name, { status, message }, words) {
  const label = words.steps[name] ?? name;
  const said = words.status[status] ?? status;
  const isOver = status === 'complete' || status === 'skipped';
  // A bar without a value is one that moves.
  const value = status === 'started' ? undefined : isOver ? 1 : 0;
  return h(
    'li',
    { class: status, 'data-step': name },
    h('span', {}, label),
    h('small', {}, said),
    h('progress', { max: 1, value, 'aria-label': `${label}: ${said}` }),
    message ? h('p', { lang: languageOf(message) }, message) : null,
  );
}
