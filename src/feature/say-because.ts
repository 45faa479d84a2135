/** Words the ledger's reasons, which are written for programs and operators, for people. */
import type { Locale } from '../time/locale.ts';

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
  [/^paused by (.+) until (.+)$/s, { en: 'paused by $1 until $2', zh: '由 $1 暫停至 $2' }],
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

const ALLOW = '可由管理該處的人為機械人的身分組開放：編輯頻道 → 權限';

/** Reasons that are recorded as English people read them. */
const IN_CHINESE: readonly (readonly [RegExp, string])[] = [
  [/^(.+) was deleted in Discord$/, '$1 已在 Discord 刪除'],
  [/^the channel$/, '頻道'],
  [/^the thread$/, '討論串'],
  [/^the bot may no longer see the channel \(permission (.+)\)$/, '機械人再看不到頻道（$1 權限）'],
  [
    /^the bot was removed from the server, or the server was deleted$/,
    '機械人已被移出伺服器，或伺服器已刪除',
  ],
  [/^(.+) is being deleted, as (.+) asked$/s, '$2 要求刪除 $1'],
  [/^nobody can say why$/, '原因不明'],
  [/^Nobody can say whether it arrived\. (.+)$/s, '不知道是否已送達。$1'],
  [
    /^In (.+) the bot lacks (?:a permission; it needs )?(.+)\. Whoever .+$/,
    `機械人在 $1 欠缺權限：$2。${ALLOW}`,
  ],
  [/^The bot can't see (.+): it lacks (.+)\. Whoever .+$/, `機械人看不到 $1，欠缺權限：$2。${ALLOW}`],
  [/^(.+) is gone: it was deleted, or .+$/, '$1 已不存在：已刪除，或機械人已不在該伺服器'],
  [/^The message in (.+) is gone: .+$/, '$1 的訊息已被刪除'],
  [/^They don't take direct messages .+$/, '對方不接收機械人的私訊，可在伺服器的私隱設定開放'],
  [/^(.+) doesn't take direct messages .+$/, '$1 不接收機械人的私訊，可在伺服器的私隱設定開放'],
  [/^The files for (.+) are too large for Discord\.$/, '給 $1 的檔案超過 Discord 的上限'],
  [/^(.+) is locked\. Unlock .+$/, '$1 已鎖定：請解鎖討論串，或給機械人 Manage Threads 權限'],
  [
    /^(.+) asks for a tag on every post, .+$/,
    '$1 要求每個貼文有標籤，但沒有機械人可用的：請加上，或不再要求：編輯頻道 → 標籤',
  ],
  [/^The server of (.+) has as many active threads .+$/, '$1 所在伺服器的討論串已達上限，請關閉或刪除一些'],
  [/^Discord refuses it in (.+?): (.+)\.$/s, 'Discord 在 $1 拒絕：$2'],
];

const SAID: Readonly<Record<Locale, readonly (readonly [RegExp, string])[]>> = {
  en: REASONS.map(([reason, { en }]) => [reason, en]),
  zh: [...REASONS.map(([reason, { zh }]) => [reason, zh] as const), ...IN_CHINESE],
};

/** A recorded reason in the reader's language; as it is recorded where no translation is known. */
export function sayBecause(because: string, locale: Locale): string {
  for (const [reason, said] of SAID[locale]) {
    const found = reason.exec(because);
    if (found)
      return said.replaceAll(/\$([12])/g, (_, at: string) => sayBecause(found[Number(at)] ?? '', locale));
  }
  return because;
}
