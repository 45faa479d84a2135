/** What people read when a turn ends without an answer, in English and Traditional Chinese. */
import type { ModelErrorCode } from '../llm/chat-model.ts';
import type { Locale } from '../time/locale.ts';

/** What a sentence about a failure may use. */
export interface FailureFacts {
  /** The provider's or the desk's own message; it stays in its language, after a colon. */
  readonly detail: string;
  /** How long until the model may be asked again, if known. */
  readonly waitMs?: number;
}

export interface TurnWords {
  readonly failures: Readonly<Record<ModelErrorCode, (facts: FailureFacts) => string>>;
  readonly blocked: string;
  readonly stuck: string;
  readonly onlyPlanning: string;
  readonly wrongForm: string;
  readonly cutOff: string;
  /** Below an answer whose end is missing. */
  readonly cutOffHere: string;
  readonly summaryCutOff: string;
  readonly summaryEmpty: string;
  readonly nothingToSay: string;
  /** In place of a model's last words that can't be read. */
  readonly done: string;
  /** Below an answer that says that something was done. */
  readonly nothingChanged: string;
  /** In place of an address that the turn was not given. */
  readonly linkLeftOut: string;
  readonly allWell: string;
  readonly callsSpent: (most: number) => string;
  readonly tokensSpent: (most: number) => string;
}

const EN: TurnWords = {
  failures: {
    // The messages of these two already say what people can do.
    cannot_serve: ({ detail }) => detail,
    exhausted: ({ detail }) => detail,
    rate_limited: ({ waitMs }) =>
      `The language model has too much to do just now; ask me again ${soon(waitMs)}.`,
    quota: () => "The language model's quota for today is used up, so I could not finish this.",
    unavailable: () => 'The language model is out of reach at the moment, so I could not finish this.',
    refused: () => 'The language model refused to answer this.',
    misconfigured: ({ detail }) =>
      `The language model is not set up correctly, so I could not finish this: ${detail}`,
    bad_reply: () =>
      'The language model answered with something that is no answer, so I could not finish this.',
  },
  blocked: 'The model refused to answer this.',
  stuck: 'I kept asking for the same thing and stopped without an answer.',
  onlyPlanning: 'I only got as far as planning an answer. Please ask me again.',
  wrongForm: 'The model did not answer in the form that was asked for.',
  cutOff: 'The answer was cut off before its end.',
  cutOffHere: '(This answer was cut off here: it grew too long.)',
  summaryCutOff: 'The summary was cut off before its end.',
  summaryEmpty: 'There was no summary in the answer.',
  nothingToSay: 'There was nothing to say.',
  done: 'It is done; what the model said of it can’t be read.',
  nothingChanged: '(Nothing was changed by this message.)',
  linkLeftOut: '(a link was left out)',
  allWell: 'Nothing needs attention.',
  callsSpent: (most) => `I stopped: I have made all the calls to a model that one turn may make (${most}).`,
  tokensSpent: (most) =>
    `I stopped: I have used all the tokens that one turn may use (${most.toLocaleString('en-GB')}).`,
};

const ZH: TurnWords = {
  failures: {
    cannot_serve: ({ detail }) => `沒有模型可以處理這個要求：${detail}`,
    exhausted: ({ detail }) => detail,
    rate_limited: ({ waitMs }) => `語言模型現時太忙，請${soonInChinese(waitMs)}再問我。`,
    quota: () => '語言模型今日的用量已經用完，我未能完成這項工作。',
    unavailable: () => '暫時連接不到語言模型，我未能完成這項工作。',
    refused: () => '語言模型拒絕回答。',
    misconfigured: ({ detail }) => `語言模型的設定有誤，我未能完成這項工作：${detail}`,
    bad_reply: () => '語言模型的回覆無法使用，我未能完成這項工作。',
  },
  blocked: '語言模型拒絕回答。',
  stuck: '我不斷重複同一步，仍然沒有答案，所以停了下來。',
  onlyPlanning: '我只想到要怎樣回答，還未有答案。請再問我一次。',
  wrongForm: '語言模型沒有按要求的格式回覆。',
  cutOff: '回覆太長，未寫完就中斷了。',
  cutOffHere: '（回覆太長，在此中斷。）',
  summaryCutOff: '摘要未寫完就中斷了。',
  summaryEmpty: '回覆中沒有摘要。',
  nothingToSay: '沒有內容可以回覆。',
  done: '已經完成，但語言模型的說明無法讀取。',
  nothingChanged: '（這則訊息沒有更改任何東西。）',
  linkLeftOut: '（連結已略去）',
  allWell: '沒有需要留意的事。',
  callsSpent: (most) => `我停了下來：每次回應最多可以問模型 ${most} 次，已經用盡。`,
  tokensSpent: (most) =>
    `我停了下來：每次回應最多可以使用 ${most.toLocaleString('en-GB')} 個 token，已經用盡。`,
};

export const TURN_WORDS: Readonly<Record<Locale, TurnWords>> = { en: EN, zh: ZH };

function minutesOf(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 60_000));
}

function soon(waitMs: number | undefined): string {
  if (waitMs === undefined) return 'in a few minutes';
  const minutes = minutesOf(waitMs);
  if (minutes === 1) return 'in a minute';
  return minutes < 60 ? `in ${minutes} minutes` : 'later';
}

function soonInChinese(waitMs: number | undefined): string {
  if (waitMs === undefined) return '過幾分鐘';
  const minutes = minutesOf(waitMs);
  return minutes < 60 ? `過 ${minutes} 分鐘` : '稍後';
}
