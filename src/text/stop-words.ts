/** Grammatical words with little meaning. */

const ENGLISH = new Set(
  `a an the and or but nor so yet if then than that which who whom whose what when where why how
  i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
  this these those there here is am are was were be been being do does did done doing have has had having
  will would shall should can could may might must of in on at by for from to into onto over under about
  after before during between among through with without within against as up down out off again further
  not no only own same too very just also more most some any all each both few other such
  s t re ve ll d m don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't
  said say says according while because until since per via however`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Longest first, so that replacing them in order never leaves half of a longer one. */
const CHINESE = [
  ...'我們 你們 他們 她們 它們 這個 那個 這些 那些 這樣 那樣 以及 或者 但是 因此 所以 因為 由於 如果 雖然 然而 此外 另外 同時 已經 正在 可以 可能 表示 指出 認為 有關 關於 對於 以上 以下 一些 一個 一直 之間 之後 之前 其中 當中 並且 不過 亦會 將會 就是 還有'.split(
    ' ',
  ),
  ...'的 了 和 與 及 或 在 是 於 也 亦 都 就 而 但 並 被 把 將 對 由 從 向 至 到 為 以 等 著 過 會 要 有 這 那 此 該 其 之 他 她 它 我 你 嘅 喺 咗 同 啲 呢 嗰 係 啦 呀 嗎 吧'.split(
    ' ',
  ),
];

/** For a lower-case English word. */
export function isStopWord(word: string): boolean {
  return ENGLISH.has(word.replace('’', "'"));
}

const CHINESE_WORDS = new RegExp(CHINESE.join('|'), 'gu');

/** A CJK run with its stop words replaced by spaces. */
export function withoutChineseStopWords(run: string): string {
  return run.replace(CHINESE_WORDS, ' ');
}
