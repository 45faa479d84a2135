/** The console's words in English. Each sentence that people see stands here and in `zh.ts`, or for both in a file of this folder. */

import { automations } from './automations.ts';
import { chat } from './chat.ts';
import { charts } from './charts.ts';
import { feeds } from './feeds.ts';
import { settings } from './settings.ts';
import { board } from './board.ts';
import { newsletter } from './newsletter.ts';
import { conversation } from './conversation.ts';
import { plural } from './plural.ts';
import { story } from './story.ts';
import { setup } from './setup.ts';

export const en = {
  /** For dates, and for the page's `lang`. */
  dates: 'en-GB',
  lang: 'en',

  app: {
    skip: 'Skip to writing',
    channels: 'Channels',
    sides: 'Automations and notes',
    close: 'Close',
    tryAgain: 'Try again',
    loading: 'Loading …',
  },

  gate: {
    welcome: 'Welcome to Nightdesk',
    wrong: 'That key doesn’t fit',
    about: 'This console belongs to whoever runs the desk.',
    refused: 'The desk refused the token. It may have been made anew since.',
    /** Around the name of the file. */
    where: ['You find the token in ', ', and in the address that the desk prints when it starts.'] as [
      string,
      string,
    ],
    token: 'Token',
    paste: 'Paste the token',
    open: 'Open the console',
  },

  connection: {
    connecting: 'Connecting …',
    open: 'Connected',
    lost: 'Reconnecting …',
    refused: 'Not signed in',
  },
  line: {
    lost: 'The connection to the desk was lost.',
    away: 'Not connected to the desk.',
    late: (method: string) => `The desk did not answer ${method} in time.`,
  },

  rail: {
    conversations: 'Conversations',
    threadsOf: (channel: string) => `Threads of ${channel}`,
    showAll: (count: number) => `Show all (${count})`,
    showFewer: 'Show fewer',
    unread: 'unread',
    working: 'Nightdesk is working',
    system: 'System',
    log: 'Desk log',
    none: 'No channels yet. Create the first one.',
    find: 'Search …',
    preferences: 'Preferences',
  },

  newChannel: {
    title: 'New channel',
    name: 'Name',
    example: 'world-news',
    hint: 'Your first message opens it at the desk.',
    agree: 'Create channel',
    badName: 'Use letters and digits, and not too many of them.',
  },

  dialog: {
    cancel: 'Cancel',
    empty: 'Please write something.',
    dismiss: 'Dismiss',
  },

  jobs: {
    title: 'Automations',
    none: 'Nothing is scheduled here.',
    hint: 'Add a job with /cron add, or ask the desk for one.',
    pause: 'Pause',
    resume: 'Resume',
    remove: 'Remove',
    message: 'Message',
    running: 'Running for ',
    waiting: (since: string) => `Waiting behind an active turn since ${since}`,
    paused: 'Paused',
    pausedWithDesk: 'Paused with the desk',
    next: 'Next run ',
    again: 'Tried again ',
    noNext: 'No further run',
    last: (when: string, how: string) => `Last run ${when}: ${how}`,
    lastHow: (how: string) => `Last run: ${how}`,
    endings: {
      ok: 'fine',
      quiet: 'nothing to report',
      failed: 'failed',
      error: 'failed',
      timed_out: 'took too long',
      skipped: 'skipped',
      interrupted: 'interrupted',
    } as Record<string, string>,
    removeTitle: (name: string) => `Remove “${name}”?`,
    removeBody: 'It stops running and leaves the list. What it posted stays.',
  },

  notes: {
    title: 'Notes',
    none: 'No notes.',
    hint: 'Tell the desk what to remember: “no more crypto today”.',
    until: (when: string) => `until ${when}`,
    forget: 'Forget',
    forgetThis: (note: string) => `Forget: ${note}`,
  },

  deletion: {
    title: (name: string) => `Delete “${name}”?`,
    body: 'The conversation and its threads are set aside. The desk no longer remembers them.',
    agree: 'Delete',
    done: (name: string) => `“${name}” is deleted.`,
    kept: 'The desk kept the conversation.',
    jobs: (count: number) => (count === 1 ? 'One job lives here' : `${count} jobs live here`),
    jobsBody: 'They would have nowhere to report. Delete them together with the channel?',
    paused: 'paused',
    agreeAll: 'Delete the jobs and the channel',
    keep: 'Keep',
  },

  desk: {
    title: 'Desk',
    asking: 'Asking the desk …',
    running: 'The desk is running',
    paused: 'Scheduled work is paused',
    pause: 'Pause scheduled work',
    resume: 'Resume scheduled work',
    model: 'Model',
    today: 'Today',
    edition: 'Edition',
    next: 'Next',
    desks: 'Desks',
    roles: { newsroom: 'stories', schedule: 'schedule', platforms: 'platforms' } as Record<string, string>,
    noModel: 'Desk model, no language model',
    calls: (count: number) => plural(count, 'call', 'calls'),
    failed: (count: number) => `${count} failed`,
    tokens: (count: string) => `${count} tokens`,
    estimated: (count: string) => `about ${count} tokens by estimate`,
    unpriced: (count: number) => `${count} without a known price`,
    models: 'Models',
    leftAlone: 'left alone',
    leftAloneUntil: (when: string) => `left alone until ${when}`,
    resting: 'resting',
    restingUntil: (when: string) => `resting until ${when}`,
    triedAgain: 'about to be tried again',
    keysResting: (resting: number, all: number) => `${resting} of ${all} keys resting`,
    waiting: 'Waiting',
    waitsSince: (when: string) => `waiting behind an active turn since ${when}`,
    feeds: (all: number, failing: number) => `${all} feeds, ${failing ? `${failing} failing` : 'all fine'}`,
    newOf: (fresh: number, all: number) => `${fresh} new of ${all}`,
  },

  time: {
    now: 'now',
    in: (span: string) => `in ${span}`,
    ago: (span: string) => `${span} ago`,
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    days: (count: number) => plural(count, 'day', 'days'),
    today: 'Today',
    yesterday: 'Yesterday',
  },

  schedule: {
    once: (when: string) => `Once, ${when}`,
    other: 'On a schedule',
    cron: (expression: string) => `Cron ${expression}`,
    everySpan: (span: string) => `Every ${span}`,
    everyDays: (count: number) => (count === 1 ? 'Every day' : `Every ${count} days`),
    everyHours: (count: number) => (count === 1 ? 'Every hour' : `Every ${count} hours`),
    everyMinutes: (count: number) => (count === 1 ? 'Every minute' : `Every ${count} minutes`),
    hourlyAt: (minute: string) => `Every hour at :${minute}`,
    everyHoursAt: (count: number, minute: string) => `Every ${count} hours at :${minute}`,
    dailyAt: (times: string) => `Every day at ${times}`,
    weekdaysAt: (times: string) => `Weekdays at ${times}`,
    daysAt: (days: string, times: string) => `${days} at ${times}`,
    monthlyAt: (day: string, times: string) => `Monthly on day ${day} at ${times}`,
    until: (times: string, end: string) => `${times} until ${end}`,
    separator: ', ',
    weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  },

  preferences: {
    title: 'Preferences',
    name: 'Your name',
    nameHint: 'Shown with your messages.',
    theme: 'Appearance',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    language: 'Language',
    languages: { system: 'System', en: 'English', zh: '繁體中文' },
    done: 'Done',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    find: 'Search chats and commands',
    help: 'Show this list',
    write: 'Write a message',
    board: 'Board',
    feeds: 'Feeds',
    jobs: 'Automations',
    settings: 'Settings',
    back: 'Back to the conversation',
    channel: 'New channel',
    previous: 'Previous conversation',
    next: 'Next conversation',
    theme: 'Switch between light and dark',
    close: 'Close what is open',
  },

  automations: automations.en,

  chat: chat.en,
  feeds: feeds.en,
  story: story.en,
  ...conversation.en,
  newsletter: newsletter.en,
  board: board.en,
  settings: settings.en,
  setup: setup.en,
  charts: charts.en,

  finder: {
    title: 'Search',
    placeholder: 'Stories, chats, commands …',
    results: 'Results',
    chats: 'Chats',
    pages: 'Pages',
    commands: 'Commands',
    actions: 'Console',
    none: (query: string) => `Nothing is found for “${query}”.`,
    busy: 'Searching …',
    failed: 'The search failed.',
    keys: '↑ ↓ to choose · Enter to open · Esc to close',
    threadIn: (channel: string) => `in ${channel}`,
  },
};

export type Words = typeof en;
