/** The ledger's terms in words for people. */
import type { Delivery, RunEntry } from '../cron/run.ts';
import type { Locale } from '../feature/command.ts';

const STATUSES: Readonly<Record<RunEntry['status'], string>> = {
  queued: '排隊中',
  deferred: '等候中',
  running: '執行中',
  ok: '完成',
  quiet: '沒有內容',
  failed: '失敗',
  timed_out: '逾時',
  skipped: '略過',
  interrupted: '中斷',
};

const DELIVERIES: Readonly<Record<Delivery, Readonly<Record<Locale, string>>>> = {
  none: { en: '', zh: '' },
  sent: { en: '', zh: '' },
  pending: { en: ', message pending', zh: '，訊息待發送' },
  failed: { en: ', message failed', zh: '，訊息發送失敗' },
  unknown: { en: ', message unknown', zh: '，未能確定訊息是否送達' },
};

const TRIGGERS: Readonly<Record<RunEntry['trigger'], Readonly<Record<Locale, string>>>> = {
  schedule: { en: '', zh: '' },
  'catch-up': { en: ' (catch-up)', zh: '（補回）' },
  forced: { en: ' (forced)', zh: '（手動）' },
  retry: { en: ' (retry)', zh: '（重試）' },
};

/** "timed out"; 逾時. An unknown term, for example of an imported job, stays as it is. */
export function sayStatus(status: string, locale: Locale): string {
  if (locale === 'en') return status.replace('_', ' ');
  return Object.hasOwn(STATUSES, status) ? STATUSES[status as RunEntry['status']] : status;
}

/** The result of delivery, when it is worth mentioning. */
export function sayDelivery(delivery: Delivery, locale: Locale): string {
  return DELIVERIES[delivery][locale];
}

/** Why a run started, in words. */
export function sayTrigger(trigger: RunEntry['trigger'], locale: Locale): string {
  return TRIGGERS[trigger][locale];
}
