/**
 * How much a Chinese bigram tells, by where word boundaries fall. Chinese marks no names, but a dictionary doesn't have
 * them: what it leaves in single characters (郭|智|輝) is rather a name than what it knows (颱風), and what crosses the
 * boundary of a known word (風|逼) is rather no word. ICU's dictionary, which Node brings, covers both scripts.
 */

const UNKNOWN_WORD = 1.4;
const ACROSS_WORDS = 0.6;
const PLACE = new Set(
  '沙田 大埔 北區 東區 南區 九龍 高雄 台南 臺南 台中 臺中 台北 臺北 新北 桃園 新竹 基隆 宜蘭 花蓮 台東 臺東 屏東 嘉義 雲林 彰化 南投 苗栗 澎湖 金門 馬祖 香港 澳門 台灣 臺灣 北京 上海 廣州 深圳 天津 重慶 南京 杭州 武漢 成都 東京 大阪 京都 首爾 曼谷 倫敦 巴黎 柏林 莫斯 斯科 紐約 中國 美國 英國 法國 德國 日本 韓國 印度 泰國 越南 俄羅 羅斯 伊朗 伊拉 拉克 以色 色列 印尼 澳洲 意大 大利 烏克 克蘭 緬甸 埃及 巴西'.split(
    ' ',
  ),
);

const segmenter = new Intl.Segmenter('zh-Hant', { granularity: 'word' });

export interface BigramKinds {
  /** What the bigram counts beside one in a known word, which counts 1. */
  weightOf(bigram: string): number;
  /** In no known word, or in a place: where names differ, these do. */
  isNameLike(bigram: string): boolean;
}

/**
 * Bigrams of a Chinese text by whether they stand within a known word or across two: the latter may be parts of names.
 */
export function bigramKinds(text: string): BigramKinds {
  const weights = new Map<string, number>();
  const known = new Set<string>();
  let before = '';
  for (const { segment } of segmenter.segment(text)) {
    for (let at = 0; at + 2 <= segment.length; at++) known.add(segment.slice(at, at + 2));
    if (before !== '') {
      const bigram = before.slice(-1) + segment.slice(0, 1);
      const isUnknown = before.length === 1 && segment.length === 1;
      weights.set(bigram, isUnknown ? UNKNOWN_WORD : (weights.get(bigram) ?? ACROSS_WORDS));
    }
    before = segment;
  }
  return {
    weightOf: (bigram) => (known.has(bigram) ? 1 : (weights.get(bigram) ?? 1)),
    isNameLike: (bigram) => PLACE.has(bigram) || !known.has(bigram),
  };
}
