/**
 * Tells by their first sounds whether two names can't be the same person's: 陸啟邦 is a Luk or Lu, so not Deborah Fok.
 * Coarse on purpose, so that a translation is never taken for another name: 馬克龍 starts like Macron.
 */
import { hasHan } from './has-han.ts';

/** Surnames by their first letters in romanisations of Cantonese, Mandarin and Taiwan. */
const BEGINNINGS: readonly (readonly [surnames: string, letters: string])[] = [
  [
    '陳程鄭鍾周朱莊張章蔣褚卓翟詹曾鄒謝徐許施沈石宋孫蘇蕭薛岑池戚蔡崔戴丁杜鄧唐湯田陶屠董涂談譚佟單冼車成陸',
    'cdjqstxz',
  ],
  ['林李劉梁羅呂雷黎賴龍盧廖凌駱倪藍賀連陸', 'ln'],
  ['吳伍', 'nwg'],
  ['黃王汪尤溫韋魏', 'hwvoynu'],
  ['馬麥莫孟文毛梅', 'mw'],
  ['彭潘鮑白包卞畢貝', 'bp'],
  ['方馮范傅霍樊費', 'fh'],
  ['高關郭簡顧葛江姜金古甘龔鄺', 'gkcjqy'],
  ['顧龔桂', 'kg'],
  ['秦史辛查仇', 'cqsxtzch'],
  ['龍', 'l'],
  ['敖', 'no'],
  ['繆', 'm'],
  ['何胡洪韓侯郝夏許賀謝徐蕭薛', 'hxwk'],
  ['楊葉余游姚殷袁顏嚴俞虞', 'ynjiu'],
  ['尹溫文雲', 'wyim'],
  ['錢喬祁祝崔賈焦丘岑邢', 'cqjzkhyx'],
  ['毛孟苗穆閔', 'm'],
  ['包裴龐', 'bp'],
];

/** Surnames that few translated foreign names begin with, with their Latin spellings. */
const SPELT: Readonly<Record<string, string>> = {
  張: 'zhang chang cheung cheong teo jang truong',
  陳: 'chen chan chin tan tran jin',
  黃: 'huang hwang wong ng ooi hoang',
  劉: 'liu lau low lew yoo yu ryu luu',
  楊: 'yang yeung young yeo duong',
  鄭: 'zheng cheng cheang tay jung chung jeong trinh',
  郭: 'guo kuo kwok kwek quek kwak quach',
  徐: 'xu hsu tsui chui seo suh so tu',
  趙: 'zhao chao chiu chew cho jo trieu',
  周: 'zhou chou chow chau joo chu',
  曾: 'zeng tseng tsang chan tang',
  梁: 'liang leung yang ryang luong neoh',
  鄧: 'deng teng tang dang',
  馮: 'feng fung phung',
  蔡: 'cai tsai choi choy chua chae thai',
  鍾: 'zhong chung',
  朱: 'zhu chu choo joo ju',
  吳: 'wu ng oh ngo woo',
  蔣: 'jiang chiang cheung',
  廖: 'liao liu liew lieu',
  邱: 'qiu chiu yau khoo',
  馬: 'ma mah',
  李: 'li lee lei yi rhee ly',
  林: 'lin lam lim im rim',
  何: 'he ho ha',
  葉: 'ye yeh yip ip yap diep',
  王: 'wang wong ong vuong',
  羅: 'luo lo law loh na ra la',
  高: 'gao kao ko go koh cao',
  許: 'xu hsu hui koh heo hur hua',
  謝: 'xie hsieh tse cheah ta',
  胡: 'hu wu woo oh ho',
  孫: 'sun suen son',
  譚: 'tan tam tham dam',
  盧: 'lu lo loo no roh',
  蘇: 'su so soh to',
  沈: 'shen sum shum sim shim',
  彭: 'peng pang',
  宋: 'song sung soong tong',
  唐: 'tang tong duong',
  韓: 'han hon',
  黎: 'li lai le',
};

/** Characters used to transliterate foreign names. */
export const SOUNDS =
  '阿艾奧巴拜班貝本比伯博布查達戴丹德迪丁多杜恩爾法菲費芬夫弗佛福甘岡蓋戈格古哈海漢赫亨霍基吉加賈傑金卡凱坎康科克肯庫拉萊蘭勞朗雷理里利列林隆龍盧魯倫羅洛馬麥曼梅門蒙米姆穆納奈內尼紐努諾歐帕派佩皮普奇喬切欽瑞薩塞桑沙舍史施斯蘇索塔泰坦湯特提廷托頓圖瓦萬韋威維溫沃烏西希夏肖謝辛雅亞揚耶葉伊因尤約扎澤詹茲佐莎娜莉琳蒂絲瑪麗';

/**
 * Whether two names differ. In the same script: when no word of one occurs in the other. In different scripts: when
 * no word starts like the surname.
 */
export function soundsDifferent(a: string, b: string): boolean {
  const [isHanA, isHanB] = [hasHan(a), hasHan(b)];
  if (isHanA && isHanB) return a.charAt(0) !== b.charAt(0);
  if (!isHanA && !isHanB) {
    const there = new Set(wordsOf(b));
    return !wordsOf(a).some((word) => there.has(word));
  }
  const [han, latin] = isHanA ? [a, b] : [b, a];
  const spelt = SPELT[han.charAt(0)]?.split(' ');
  if (spelt && han.length === 3 && [...han.slice(1)].some((one) => !SOUNDS.includes(one)))
    return !wordsOf(latin).some((word) => spelt.includes(word));
  const letters = BEGINNINGS.filter(([surnames]) => surnames.includes(han.charAt(0)))
    .map(([, one]) => one)
    .join('');
  return letters !== '' && !wordsOf(latin).some((word) => letters.includes(word.charAt(0)));
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/\p{L}+/gu) ?? [];
}
