/**
 * Whether two names can't be one person's by how they begin: 陸啟邦 is a Luk or Lu, and no Deborah Fok. Coarse on purpose,
 * so that a translation is never taken for another name: 馬克龍 begins as Macron does.
 */

/** Surnames by what they begin with in romanisations of Cantonese, Mandarin and Taiwan's. */
const BEGINNINGS: readonly (readonly [surnames: string, letters: string])[] = [
  [
    '陳程鄭鍾周朱莊張章蔣褚卓翟詹曾鄒謝徐許施沈石宋孫蘇蕭薛岑池戚蔡崔戴丁杜鄧唐湯田陶屠董涂談譚佟單冼車成陸',
    'cdjqstxz',
  ],
  ['林李劉梁羅呂雷黎賴龍盧廖凌駱倪藍賀連陸', 'ln'],
  ['吳伍', 'nwg'],
  ['黃王汪尤溫韋魏', 'hwvoynu'],
  ['馬麥莫孟文毛繆梅', 'mw'],
  ['彭潘鮑白包卞畢貝', 'bp'],
  ['方馮范傅霍樊費', 'fh'],
  ['高關郭簡顧葛江姜金古甘龔鄺', 'gkcjqy'],
  ['何胡洪韓侯郝夏許賀謝徐蕭薛', 'hxwk'],
  ['楊葉余游姚殷袁顏嚴俞虞', 'ynjiu'],
  ['尹溫文雲', 'wyim'],
  ['錢喬祁祝崔賈焦丘岑邢', 'cqjzkhyx'],
  ['毛孟苗穆閔', 'm'],
  ['包裴龐', 'bp'],
];

/** Names in one script are different where no word of one is in the other; in two, where no word begins as the surname. */
export function soundsDifferent(a: string, b: string): boolean {
  const [isHanA, isHanB] = [isHan(a), isHan(b)];
  if (isHanA && isHanB) return a.charAt(0) !== b.charAt(0);
  if (!isHanA && !isHanB) {
    const there = new Set(wordsOf(b));
    return !wordsOf(a).some((word) => there.has(word));
  }
  const [han, latin] = isHanA ? [a, b] : [b, a];
  const letters = BEGINNINGS.filter(([surnames]) => surnames.includes(han.charAt(0)))
    .map(([, one]) => one)
    .join('');
  return letters !== '' && !wordsOf(latin).some((word) => letters.includes(word.charAt(0)));
}

function isHan(name: string): boolean {
  return /\p{Script=Han}/u.test(name);
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/\p{L}+/gu) ?? [];
}
