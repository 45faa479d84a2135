/** What an edition's fields allow, in Chinese: the sentences of the schemas and their translations. */

type Told = string | ((...parts: string[]) => string);

const SAID: readonly (readonly [RegExp, Told])[] = [
  [/^true or false$/, 'true 或 false'],
  [/^text$/, '文字'],
  [/^a number$/, '數字'],
  [/^a whole number$/, '整數'],
  [/^a list$/, '清單'],
  [/^an object$/, '物件'],
  [/^an object with (.+)$/, (fields) => `物件，包括 ${fields}`],
  [/^at least (\S+) characters$/, (n) => `最少 ${n} 個字元`],
  [/^at least (\S+) entries$/, (n) => `最少 ${n} 項`],
  [/^at least (\S+)$/, (n) => `最少 ${n}`],
  [/^at most (\S+) characters$/, (n) => `最多 ${n} 個字元`],
  [/^at most (\S+) entries$/, (n) => `最多 ${n} 項`],
  [/^at most 3 candidates hourly$/, '每小時最多 3 個候選'],
  [/^at most (\S+)$/, (n) => `最多 ${n}`],
  [/^an http or https URL$/, 'http 或 https 網址'],
  [/^a host name in lower case$/, '小寫的網域名稱'],
  [/^a duration such as (.+)$/, (examples) => `時間長度，例如 ${examples}`],
  [/^letters, digits, dot, dash, underscore$/, '英文字母、數字、點、連字號、底線'],
  [/^exactly one of every and cron$/, 'every 和 cron 二選其一'],
  [/^a cron expression such as (.+)$/, (example) => `cron 表達式，例如 ${example}`],
  [/^min at most max$/, 'min 不大於 max'],
  [/^the smaller number first$/, '較小的數字在前'],
  [/^an IANA time zone such as (.+)$/, (zone) => `IANA 時區，例如 ${zone}`],
  [/^lower-case letters, digits and dashes$/, '小寫英文字母、數字和連字號'],
  [/^one of (.+)$/, (names) => `以下其一：${names}`],
  [/^a name that no other category has$/, '與其他類別不同的名稱'],
  [/^a key that no other feed has$/, '與其他來源不同的代號'],
  [/^channels of (.+)$/, (names) => `這些類別的頻道：${names}`],
  [/^one channel for (.+)$/, (name) => `「${name}」只可有一個頻道`],
  [/^a group of the categories: (.*)$/, (names) => `類別的組別：${names}`],
  [/^each provider once$/, '每個供應商一次'],
  [/^a time of day such as (.+)$/, (time) => `時刻，例如 ${time}`],
  [/^a symbol of Coinbase such as (.+)$/, (symbol) => `Coinbase 的代號，例如 ${symbol}`],
  [/^a symbol such as (.+)$/, (symbol) => `代號，例如 ${symbol}`],
  [/^three capitals such as USD, or points$/, '三個大寫字母（例如 USD），或 points'],
  [/^words, or otherwise: it is never found$/, '要有 words 或 otherwise，否則永遠用不上'],
  [/^the id of a (\S+) channel: (.+)$/, (title) => `${title} 頻道的 ID，全是數字，要加引號`],
  [/^the id of a (\S+) role: (.+)$/, (title) => `${title} 身分組的 ID，全是數字，要加引號`],
  [/^(".+" or .+)$/, (values = '') => values.replaceAll(' or ', ' 或 ')],
];

/** The sentence itself where there is no translation: values, and messages of the schema's library. */
export function inChinese(said: string): string {
  for (const [form, told] of SAID) {
    const found = form.exec(said);
    if (found) return typeof told === 'string' ? told : told(...found.slice(1));
  }
  return said;
}
