/**
 * English meanings of Chinese words, from CC-CEDICT with additions for Hong Kong. Use it to compare texts of the two
 * languages without a model, never to tell people anything: a word has all its senses at once.
 */
import { stem } from '../stem.ts';
import { isStopWord } from '../stop-words.ts';
import { sensesOf } from './cedict.ts';
import { scriptless } from './scripts.ts';

export interface GlossedWord {
  /** As written in the text. */
  readonly word: string;
  /** Stemmed English words of all senses; never empty. */
  readonly english: readonly string[];
  /** UTF-16 offset. */
  readonly start: number;
}

/** Longer entries are sayings and titles. */
const LONGEST_WORD = 8;
/** Further senses of a word say too little. */
const MOST_SENSES = 6;
const MOST_WORDS = 14;
/** Words that occur in the glosses of many things and so distinguish none. */
const EMPTY = new Set(
  'sth sb one oneself somebody someone something etc esp abbr lit fig variant surname tw used make get take give go come become have be do kind type'.split(
    ' ',
  ),
);
/** Hong Kong words that the dictionary lacks, with their meaning. */
const HONG_KONG: Readonly<Record<string, string>> = {
  預算案: 'budget',
  太空總署: 'nasa space agency',
  財政司: 'financial secretary',
  政務司: 'chief secretary administration',
  律政司: 'justice secretary',
  行政長官: 'chief executive',
  警務處: 'police force',
  消防處: 'fire services',
  入境處: 'immigration',
  公屋: 'public housing',
  劏房: 'subdivided flat',
  樓價: 'property home price',
  按揭: 'mortgage',
  息率: 'interest rate',
  供款: 'repayment instalment',
  領展: 'link reit',
  強積金: 'mpf pension',
  八達通: 'octopus',
  的士: 'taxi',
  巴士: 'bus',
  小巴: 'minibus',
  超市: 'supermarket',
  冷氣: 'air conditioning',
  疫苗: 'vaccine',
  差餉: 'rates',
  印花稅: 'stamp duty',
  警署: 'police station',
  機師: 'pilot',
  機隊: 'fleet',
  航班: 'flight',
  客機: 'jet airliner plane aircraft',
  訂單: 'order',
  目錄價: 'list price',
  領隊: 'manager coach',
  球員: 'player',
  球會: 'club',
  球季: 'season',
  十二碼: 'penalty',
  聯賽: 'league',
  錦標: 'trophy silverware title',
  冠軍: 'champion title',
  執教: 'coach manage',
  接掌: 'take over',
  辭退: 'sack dismiss',
  官司: 'lawsuit',
  控罪: 'charge',
  認罪: 'plead guilty',
  判監: 'jail sentence prison',
  律師: 'lawyer attorney solicitor',
  檢察官: 'attorney prosecutor',
  裁判官: 'magistrate',
  法官: 'judge',
  還押: 'remand',
  保釋: 'bail',
  民調: 'poll survey',
  大選: 'election',
  脫歐: 'brexit',
  外相: 'foreign secretary',
  財相: 'chancellor',
  首相: 'prime minister',
  內政部: 'interior ministry',
  黨魁: 'leader',
  議員: 'mp lawmaker member councillor',
  部長: 'minister secretary',
  開支: 'cost spending expense',
  納稅人: 'taxpayer',
  增選: 'add',
  入圍: 'shortlist select',
  登月: 'lunar moon landing',
  聲明: 'statement',
  記者: 'reporter',
  訪問: 'interview',
  電郵: 'email',
  社交媒體: 'social media',
  帳號: 'account',
  誤導: 'mislead',
  發言人: 'spokesman spokeswoman spokesperson',
  言論自由: 'free speech first amendment',
  責任: 'responsibility',
  意圖: 'intend',
  傷害: 'harm hurt',
  盈利: 'profit earnings',
  虧損: 'loss',
  派息: 'dividend',
  收入: 'revenue income',
  減產: 'output cut',
  股價: 'share price',
  收報: 'close',
  拆息: 'hibor interbank rate',
  點子: 'basis point',
  通脹: 'inflation',
  經濟師: 'economist',
  分析員: 'analyst',
  罷工: 'strike',
  工會: 'union',
  示威: 'protest',
  病人: 'patient',
  輪候: 'waiting',
  學額: 'school place',
  票房: 'box office',
  演唱會: 'concert',
  影片: 'video',
  導演: 'director',
  主演: 'star',
};

/** The words of a Chinese text that the dictionary has, longest first at each place, without grammatical words. */
export function glossedWords(text: string): GlossedWord[] {
  const found: GlossedWord[] = [];
  const plain = scriptless(text);
  for (const { index, 0: run } of plain.matchAll(/\p{Script=Han}{2,}/gu)) {
    for (let at = 0; at < run.length;) {
      const length = longestAt(run, at);
      const word = run.slice(at, at + length);
      const english = length > 1 ? englishOf(word) : [];
      if (english.length > 0)
        found.push({ word: text.slice(index + at, index + at + length), english, start: index + at });
      at += length;
    }
  }
  return found;
}

/** Whether the dictionary has a longer word around `start` to `end`: 馬里 within 馬里奧 is not the country. */
export function isPartOfWord(text: string, start: number, end: number): boolean {
  const plain = scriptless(text);
  for (let from = Math.max(0, start - 3); from <= start; from++)
    for (let to = end; to <= Math.min(plain.length, end + 3); to++) {
      const isLonger = to - from > end - start && !(from === start && OF_A_PLACE.test(plain.slice(end, to)));
      if (isLonger && glossesOf(plain.slice(from, to)).length > 0) return true;
    }
  return false;
}

/** 「密歇根州」 and 「法國人」 still refer to the place. */
const OF_A_PLACE = /^[州省市县國国岛人语文军籍区郡府队港]$/u;

function longestAt(run: string, at: number): number {
  for (let length = Math.min(LONGEST_WORD, run.length - at); length > 1; length--)
    if (glossesOf(run.slice(at, at + length)).length > 0) return length;
  return 1;
}

const stems = new Map<string, readonly string[]>();

function englishOf(word: string): readonly string[] {
  const known = stems.get(word);
  if (known) return known;
  const glosses = glossesOf(word);
  const words = glosses
    .slice(0, MOST_SENSES)
    .flatMap(
      (gloss) =>
        gloss
          .replace(/\([^)]*\)|\[[^\]]*\]|\p{Script=Han}+\|?/gu, ' ')
          .toLowerCase()
          .match(/[a-z]{2,}/g) ?? [],
    )
    .filter((one) => !isStopWord(one) && !EMPTY.has(one))
    .map(stem);
  const found = [...new Set(words)].slice(0, MOST_WORDS);
  stems.set(word, found);
  return found;
}

const ours = new Map(
  Object.entries(HONG_KONG).map(([word, english]) => [scriptless(word), english.split(' ')]),
);

function glossesOf(word: string): readonly string[] {
  if (word.length < 2 || word.length > LONGEST_WORD) return [];
  return ours.get(word) ?? sensesOf(word);
}
