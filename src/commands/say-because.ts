/** Words the ledger's reasons, which are written for programs and operators, for people. */
import type { Locale } from '../feature/command.ts';

type Words = Readonly<Record<Locale, string>>;

/** The first match counts; `$1` and `$2` are its groups, worded in the same way. */
const REASONS: readonly (readonly [RegExp, Words])[] = [
  [/^the retry was dropped: (.+)$/s, { en: 'it is not tried again: $1', zh: '不會再試：$1' }],
  [/^its next time has come$/, { en: 'its next time has come', zh: '下一次的時間已到' }],
  [/^the job was removed$/, { en: 'the automation was removed', zh: '工作已移除' }],
  [/^the job (?:was|is) paused$/, { en: 'the automation was paused', zh: '工作已暫停' }],
  [/^the job was rescheduled$/, { en: 'the automation was rescheduled', zh: '工作已改時間' }],
  [/^the job was changed$/, { en: 'the automation was changed', zh: '工作已更改' }],
  [/^the run of .+ still runs$/, { en: 'the one before was still running', zh: '上一次仍在執行' }],
  [/^the run of .+ still waits$/, { en: 'the one before was still waiting', zh: '上一次仍在等候' }],
  [/^skipped by (.+?): (.+)$/s, { en: 'skipped by $1: $2', zh: '由 $1 略過：$2' }],
  [/^skipped by an operator$/, { en: 'skipped by an operator', zh: '由操作員略過' }],
  [/^skipped by (.+)$/s, { en: 'skipped by $1', zh: '由 $1 略過' }],
  [/^session reset$/, { en: 'the conversation was reset', zh: '對話已重新開始' }],
  [/^the session was deleted$/, { en: 'the conversation was deleted', zh: '對話已刪除' }],
  [/^missed: the slot of .+$/, { en: 'the desk was away', zh: '當時編輯台不在' }],
  [
    /^missed: (\d+)(?: or more)? slots .+$/,
    { en: 'the desk was away for $1 times', zh: '編輯台不在，錯過了 $1 次' },
  ],
  [
    /^".+" failed 10 times in a row and was paused\. .+$/s,
    {
      en: 'it failed 10 times in a row. /cron resume starts it again.',
      zh: '連續失敗 10 次。可用 /cron resume 恢復。',
    },
  ],
];

/** A recorded reason in the reader's language; as it is recorded where no translation is known. */
export function sayBecause(because: string, locale: Locale): string {
  for (const [reason, words] of REASONS) {
    const found = reason.exec(because);
    if (found)
      return words[locale].replaceAll(/\$([12])/g, (_, at: string) =>
        sayBecause(found[Number(at)] ?? '', locale),
      );
  }
  return because;
}
