/**
 * Chinese names of newspaper sections, so that 「不要加密貨幣」 matches a category named "Crypto". Topics within a section
 * (地震, 選舉) are not included, because a rule on one must not exclude the whole section.
 */

const SECTIONS: readonly (readonly [chinese: string, english: readonly string[]])[] = [
  ['加密貨幣 虛擬貨幣 虛擬資產 數碼資產 數字資產 幣圈', ['crypto', 'cryptocurrency', 'digital assets']],
  ['比特幣', ['bitcoin']],
  ['體育 運動', ['sport', 'sports']],
  ['足球 波經', ['football']],
  ['政治', ['politics']],
  ['英國政治 英國國會', ['uk politics', 'uk parliament']],
  ['英國', ['uk', 'uk news', 'britain']],
  ['娛樂 娛樂圈 影視', ['entertainment', 'showbiz']],
  ['香港娛樂 本地娛樂', ['hong kong entertainment', 'hk entertainment']],
  ['美股 美國股市 華爾街', ['us stocks', 'wall street']],
  ['股票 股市', ['stocks']],
  ['財經 金融', ['finance', 'business', 'markets']],
  ['貴金屬', ['precious metals']],
  ['黃金 金價', ['gold']],
  ['白銀', ['silver']],
  ['人工智能 人工智慧', ['ai', 'artificial intelligence']],
  ['科技', ['tech', 'technology']],
  ['國際 世界 環球', ['world', 'international', 'global', 'global news']],
  ['港聞 香港 本地 本港', ['hong kong', 'hong kong news']],
  ['天氣', ['weather']],
  ['地產 樓市', ['property']],
];

const ENGLISH = new Map(
  SECTIONS.flatMap(([chinese, english]) => chinese.split(' ').map((name) => [name, english] as const)),
);

/** The English names of the section that `phrase` names in Chinese; empty for anything else. */
export function sectionNames(phrase: string): readonly string[] {
  return ENGLISH.get(phrase.trim()) ?? [];
}
