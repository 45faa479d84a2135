/**
 * What topics of Hong Kong's news are called in English reports, where the dictionaries have no such word, or one that
 * reports don't use. For finding reports only: verification compares by `dictionary.ts`.
 */
import { scriptless } from './scripts.ts';

/** Meanings are separated by semicolons. */
const WORDS: Readonly<Record<string, string>> = {
  金價: 'gold price; spot gold; gold ounce',
  買金: 'buy gold; buy bullion; gold purchase; bullion purchase',
  銀價: 'silver price; spot silver',
  油價: 'oil price; crude price; petrol price',
  樓價: 'property price; home price; house price; housing price; flat price',
  樓市: 'property market; housing market; home market; property price; home price; house price',
  新高: 'record; new high; time high',
  新低: 'record low; new low; time low',
  股市: 'stock market; wall street; stock fall; stock rise; share fall; share rise; hang seng; nasdaq',
  美股: 'wall street; nasdaq; dow jones',
  港股: 'hang seng; hong kong share; hong kong stock',
  股價: 'share price; stock price; share fall; share rise; share sink; share slump; share jump; share drop; share lost',
  息口: 'interest rate',
  加息: 'rate hike; rate rise; raise interest rate; raise rate; higher interest rate',
  減息: 'rate cut; cut interest rate; cut rate; lower interest rate',
  加密貨幣: 'crypto; cryptocurrency',
  虛擬貨幣: 'crypto; cryptocurrency; virtual currency',
  虛擬資產: 'crypto; cryptocurrency; virtual asset; digital asset',
  穩定幣: 'stablecoin',
  以太幣: 'ether; ethereum',
  租務: 'tenancy; tenant; rental',
  按金: 'deposit',
  業主: 'landlord; owner',
  牌照: 'licence; license',
  公屋: 'public housing; social housing; council housing',
  房屋: 'housing',
  火災: 'fire; blaze',
  火警: 'fire; blaze',
  大火: 'fire; blaze',
  縱火: 'arson; set fire',
  渡輪: 'ferry',
  海底隧道: 'tunnel',
  水浸: 'flood',
  地震: 'earthquake; quake',
  颱風: 'typhoon',
  疫情: 'epidemic; outbreak; pandemic',
  車禍: 'traffic accident; car crash; road crash; collision',
  擱淺: 'aground; stranded ship',
  黑客: 'hacker; hack',
  駭客: 'hacker; hack',
  網絡安全: 'cybersecurity; cyber security',
  無人機: 'drone',
  人工智能: 'artificial intelligence; ai',
  科技: 'technology; tech',
  監管: 'regulation; regulator; regulate; supervision; oversight',
  財政預算: 'budget',
  財政預算案: 'budget',
  失業: 'unemployment; jobless; unemployed; job lost; lose job',
  辭職: 'resign; quit; step down',
  國會: 'parliament; congress',
  議會: 'parliament; assembly; council',
  不信任動議: 'confidence vote; confidence motion',
  不信任投票: 'confidence vote',
  貨倉: 'warehouse',
  航班: 'flight',
  半程馬拉松: 'half marathon',
  義工: 'volunteer',
  救援: 'rescue',
  電影獎: 'film award; film prize; movie award',
};

const senses = new Map(
  Object.entries(WORDS).map(([word, english]) => [scriptless(word), english.split('; ')]),
);

/** The English meanings of a word, which is given as `scriptless` text. */
export function topicSenses(word: string): readonly string[] | undefined {
  return senses.get(word);
}
