/**
 * What a test of a model says, in Chinese. The sentences are made in English, for the log and the doctor; a server's own
 * message behind them stays as it was written. A sentence that is unknown here stays, too.
 */
import type { ModelFinding } from './provider.ts';

type Said = readonly [RegExp, string];

const KEY = 'GEMINI_API_KEYS 的第 $1 個金鑰';

/** The first match counts; `$1` … are its groups. */
const CHINESE: readonly Said[] = [
  [/^Key (\d+) of GEMINI_API_KEYS works, and “(.+)” is there\.$/, `${KEY}可用，並有模型「$2」。`],
  [/^Key (\d+) of GEMINI_API_KEYS has characters that no key has\.$/, `${KEY}含有金鑰不會有的字元。`],
  [/^Key (\d+) of GEMINI_API_KEYS is refused by Gemini(.*)$/s, `Gemini 拒絕 ${KEY}$2`],
  [
    /^Key (\d+) of GEMINI_API_KEYS has reached its limit for this minute\.$/,
    `${KEY}已達這一分鐘的用量上限。`,
  ],
  [
    /^Key (\d+) of GEMINI_API_KEYS has reached its limit for today and rests for an hour\.$/,
    `${KEY}已達今日的用量上限，會停用一小時。`,
  ],
  [/^Gemini has no model “(.+)” for key (\d+)\.$/, '第 $2 個金鑰沒有 Gemini 模型「$1」。'],
  [/^Gemini was silent for (\d+) seconds\.$/, 'Gemini 有 $1 秒沒有回應。'],
  [
    /^GEMINI_BASE_URL \((.+)\) sends its callers elsewhere: .+$/,
    'GEMINI_BASE_URL（$1）轉往其他地址：請直接填上該地址。',
  ],
  [
    /^GEMINI_BASE_URL \((.+)\) answers with a web page: .+$/,
    'GEMINI_BASE_URL（$1）回傳網頁：這不是 Gemini 的地址。',
  ],
  [
    /^GEMINI_BASE_URL \((.+)\) knows nothing of Gemini: .+$/,
    'GEMINI_BASE_URL（$1）沒有 Gemini：這不是它的地址。',
  ],
  [/^GEMINI_BASE_URL is no address\.$/, 'GEMINI_BASE_URL 不是地址。'],
  [
    /^GEMINI_BASE_URL must begin with http:\/\/ or https:\/\/\.$/,
    'GEMINI_BASE_URL 須以 http:// 或 https:// 開頭。',
  ],
  [/^Gemini does not serve here(.*)$/s, 'Gemini 不在這裡提供服務$1'],
  [/^Gemini is overloaded \((\d+)\)(.*)$/s, 'Gemini 負荷過重（$1）$2'],
  [/^Gemini is out of order \((\d+)\)(.*)$/s, 'Gemini 發生故障（$1）$2'],
  [/^Gemini did not take the request \((\d+)\)(.*)$/s, 'Gemini 沒有接受要求（$1）$2'],
  [/^Gemini can’t be reached at (.+): the connection is refused\.$/, '未能連接 $1 的 Gemini：連線被拒。'],
  [/^Gemini can’t be reached at (.+): there is no such host\.$/, '未能連接 $1 的 Gemini：沒有這個主機。'],
  [/^Gemini can’t be reached at (.+): the connection was cut\.$/, '未能連接 $1 的 Gemini：連線中斷。'],
  [
    /^Gemini can’t be reached at (.+): its name can’t be looked up\.$/,
    '未能連接 $1 的 Gemini：查不到主機名稱。',
  ],
  [/^Gemini can’t be reached at (.+): it does not answer\.$/, '未能連接 $1 的 Gemini：沒有回應。'],
  [/^Gemini can’t be reached at ([^:]+(?::\d+)?): (.+)$/s, '未能連接 $1 的 Gemini：$2'],
  [/^Make a key at (\S+) and put it into GEMINI_API_KEYS\.$/, '請到 $1 建立金鑰，填入 GEMINI_API_KEYS。'],
  [
    /^Set GEMINI_BASE_URL to the address of the API without a version.+$/,
    '請把 GEMINI_BASE_URL 設為不含版本的 API 地址，或不填。',
  ],
  [/^Leave GEMINI_MODEL out, or set it to one of these: (.+)\.$/, '不填 GEMINI_MODEL，或設為以下之一：$1。'],
  [/^Leave GEMINI_MODEL out, or set it to a model of yours\.$/, '不填 GEMINI_MODEL，或設為你的模型。'],
  [
    /^The server (.+) answers and has nothing against the key; its model "(.+)" is there\.$/,
    '伺服器 $1 有回應，接受金鑰，並有模型「$2」。',
  ],
  [/^The server (.+) answers; its model "(.+)" is there\.$/, '伺服器 $1 有回應，並有模型「$2」。'],
  [
    /^The server (.+) answers, and has no model "(.*)" \(OPENAI_MODEL\)\.$/,
    '伺服器 $1 有回應，但沒有模型「$2」（OPENAI_MODEL）。',
  ],
  [
    /^The server (.+) has no model "(.*)" \(OPENAI_MODEL\)(.*)$/s,
    '伺服器 $1 沒有模型「$2」（OPENAI_MODEL）$3',
  ],
  [
    /^The server (.+) answers, and doesn't list its models: whether it has "(.+)" shows when it is asked\.$/,
    '伺服器 $1 有回應，但沒有列出模型：是否有「$2」，使用時才知道。',
  ],
  [/^The server (.+) said nothing for ([\d.]+) seconds\.?(.*)$/s, '伺服器 $1 有 $2 秒沒有回應。$3'],
  [/^The server (.+) wants to be paid first(.*)$/s, '伺服器 $1 要求先付款$2'],
  [/^The server (.+) is out of order \((\d+)\)(.*)$/s, '伺服器 $1 發生故障（$2）$3'],
  [
    /^The server (.+) does not let OPENAI_API_KEY do this \(403\)(.*)$/s,
    '伺服器 $1 不准這個 OPENAI_API_KEY 使用（403）$2',
  ],
  [/^The server (.+) did not take the request \((\d+)\)(.*)$/s, '伺服器 $1 沒有接受要求（$2）$3'],
  [/^The server (.+) has answered as often as it does in a day(.*)$/s, '伺服器 $1 已達今日的用量上限$2'],
  [/^The server (.+) was asked too often(.*)$/s, '對伺服器 $1 的要求過於頻密$2'],
  [/^The server (.+) broke off its answer(.*)$/s, '伺服器 $1 的回應中斷了$2'],
  [/^The server (.+) can't be found \(.+?\)(.*)$/s, '找不到伺服器 $1（OPENAI_BASE_URL 或網絡）$2'],
  [
    /^The server (.+) wants a key, and OPENAI_API_KEY is not set\.?(.*)$/s,
    '伺服器 $1 需要金鑰，但沒有設定 OPENAI_API_KEY。$2',
  ],
  [/^The server (.+) does not accept OPENAI_API_KEY\.?(.*)$/s, '伺服器 $1 不接受這個 OPENAI_API_KEY。$2'],
  [/^The quota of OPENAI_API_KEY at (.+) is used up(.*)$/s, 'OPENAI_API_KEY 在 $1 的額度已用完$2'],
  [/^The connection to (.+) broke \((.+?)\)(.*)$/s, '與 $1 的連線中斷了（$2）$3'],
  [/^Nothing answers at (.+) \(OPENAI_BASE_URL\)(.*)$/s, '$1 沒有回應（OPENAI_BASE_URL）$2'],
  [/^OPENAI_BASE_URL is no address\.$/, 'OPENAI_BASE_URL 不是地址。'],
  [
    /^OPENAI_BASE_URL speaks no OpenAI API: what (.+) answers is something else(.*)$/s,
    'OPENAI_BASE_URL 不是 OpenAI 的 API：$1 回應的是別的東西$2',
  ],
  [/^OPENAI_API_KEY has characters in it that no key has\.$/, 'OPENAI_API_KEY 含有金鑰不會有的字元。'],
  [
    /^Look at OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL\.$/,
    '請檢查 OPENAI_BASE_URL、OPENAI_API_KEY 和 OPENAI_MODEL。',
  ],
  [
    /^Set OPENAI_MODEL to one of: (.+), and (\d+) more\.$/,
    '請把 OPENAI_MODEL 設為以下之一：$1，另有 $2 個。',
  ],
  [/^Set OPENAI_MODEL to one of: (.+)\.$/, '請把 OPENAI_MODEL 設為以下之一：$1。'],
];

/** A finding of a model's test, for readers of Chinese. */
export function findingInChinese({ text, remedy, ...finding }: ModelFinding): ModelFinding {
  return { ...finding, text: inChinese(text), ...(remedy !== undefined && { remedy: inChinese(remedy) }) };
}

/** A sentence about a model's server. */
export function inChinese(said: string): string {
  const known = CHINESE.find(([pattern]) => pattern.test(said));
  if (!known) return said;
  // What is left of an English sentence ends as one in Chinese.
  return said.replace(known[0], known[1]).replace(/(\p{Script=Han}|）|」)\.$/u, '$1。');
}
