/**
 * Plain questions and orders: messages that are made of known words only, so that whatever else is spoken of, quoted or told
 * makes them something else. Scripts of Chinese are one. Pure.
 */
import { scriptless } from './chinese/scripts.ts';

/** Small words of any question. */
export const SMALL = `a an the our your my us me you we i it this that these those them ones one others rest other some all any everything
  anything something anywhere there is are was were be been do does did have has had will would should must need needs to
  for from in on at of by with and or but & then so please pls now today today's here currently moment present right far still yet
  just only else ever lately recently last latest time week day run plan what what's which how many much show list tell see who's
  why when's come ok okay desk nightdesk know out over got
  今日 今天 今次 上次 最近 近來 呢排 頭先 剛才 啱啱 而家 依家 現在 現時 目前 仲 還 請問 有冇 有沒有 有無 有 你 你哋 你們 我 我哋 我們 編輯 人 佢 嘅 的 了 咗 緊 住 中 係 是
  被 俾 畀 啲 些 咩 乜 嘢 乜嘢 什麼 什么 甚麼 邊啲 邊個 邊篇 邊單 邊幾個 邊 哪些 哪個 哪篇 哪幾個 哪 幾 幾多 多少 個 篇 單 則 條 東西 呀 呢 嗎 㗎 啊 啦 喇 吖 未 點解 為什麼 為甚麼
  為何 原因 同埋 和 又 都 也 到 會 要 嗰啲 那些 其他 呢啲 這些 所有 全部 列出 顯示 睇下 睇睇 話我知 咁多 編輯台`;

/** Longer messages tell of something. */
const LONGEST = 120;

/** On one line, without its final punctuation; undefined for what is too long or quotes something. */
export function plainWords(said: string): string | undefined {
  const plain = said
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\s.!?。！？…]+$/u, '');
  return plain === '' || plain.length > LONGEST || /["“”「」『』>`]/u.test(plain) ? undefined : plain;
}

/** In one script, with one apostrophe. Offsets stay as they are. */
export function foldPlain(plain: string): string {
  return scriptless(plain.replaceAll('’', "'"));
}

/** Whether a text has a word, in any script of Chinese. */
export function speaksOf(word: RegExp, text: string): boolean {
  return inAnyScript(word).test(foldPlain(text));
}

/** A question of known words: each of `needs` must be found in it. */
export interface PlainForm {
  readonly needs: readonly RegExp[];
  /** Beside the small words, between spaces. */
  readonly words: string;
}

/** Tells whether a message is of a form, nothing else said. */
export function plainForm({ needs, words }: PlainForm): (said: string) => boolean {
  const known = vocabulary(`${words} ${SMALL}`);
  return (said) => {
    const plain = plainWords(said);
    if (plain === undefined) return false;
    const folded = foldPlain(plain);
    return readTo(folded, known) === folded.length && needs.every((need) => inAnyScript(need).test(folded));
  };
}

/** A set of words in plain form, from a text with white space between them. */
export function vocabulary(words: string): ReadonlySet<string> {
  return new Set(scriptless(words).split(/\s+/u));
}

/** How far a text is made of these words, Latin ones whole, Chinese ones one after the other. */
export function readTo(text: string, words: ReadonlySet<string>): number {
  let furthest = 0;
  let reached = new Set([0]);
  for (let at = 0; at < text.length; at++) {
    if (!reached.has(at)) continue;
    const [gap] = /^[\s,，、。?？!！;；:：]*/u.exec(text.slice(at)) ?? [''];
    const begin = at + gap.length;
    const latin = /^[a-z0-9&][a-z0-9'-]*/iu.exec(text.slice(begin))?.[0];
    const ends =
      latin === undefined
        ? [1, 2, 3, 4, 5].filter(
            (length) => begin + length <= text.length && words.has(text.slice(begin, begin + length)),
          )
        : words.has(latin.toLowerCase())
          ? [latin.length]
          : [];
    reached = new Set([...reached, ...ends.map((length) => begin + length)]);
    furthest = Math.max(furthest, ...ends.map((length) => begin + length));
  }
  return furthest;
}

const scripted = new Map<RegExp, RegExp>();

/** What scripts of Chinese tell apart is one here. */
export function inAnyScript(form: RegExp): RegExp {
  const known = scripted.get(form);
  if (known) return known;
  const made = new RegExp(scriptless(form.source), form.flags);
  scripted.set(form, made);
  return made;
}
