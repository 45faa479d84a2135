import { BRIEF_WORDS } from '../../src/brief/brief.ts';
import { ANY_WORDS } from '../../src/cron/job-profile.ts';
import type { JobProfile } from '../../src/cron/job-profile.ts';
import { NEWSLETTER_PROFILE, NEWSLETTER_WORDS } from '../../src/newsletter/newsletter-turn.ts';
import { PLANNER_WORDS } from '../../src/newsroom/plan/planner-profile.ts';
import { REPORT_PROFILE, REPORT_WORDS } from '../../src/report/report-turn.ts';

/** Those that a desk has, with the words of their features, and one of an edition's own. */
export const JOB_PROFILES: readonly JobProfile[] = [
  { name: 'reminder', words: ANY_WORDS },
  { name: 'planner_daily', words: PLANNER_WORDS.daily },
  { name: 'planner_hourly', words: PLANNER_WORDS.hourly },
  {
    name: NEWSLETTER_PROFILE,
    about: { en: 'makes the day’s newsletter', zh: '製作當日的通訊' },
    words: NEWSLETTER_WORDS,
  },
  { name: 'brief', words: BRIEF_WORDS },
  { name: REPORT_PROFILE, words: REPORT_WORDS },
  { name: 'horoscope_daily' },
];
