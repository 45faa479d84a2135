/** Letters as the steps hand them in, about things that never happened. */
import type { Newsletter } from '../../../src/newsletter/model/outputs.ts';

const DAY = Date.UTC(2026, 1, 14, 7, 30);
const HOUR = 3_600_000;

const source = (
  n: number,
  publisher: string,
  title: string,
  hours?: number,
): Newsletter['sources'][number] => ({
  n,
  url: `https://${publisher.toLowerCase().replaceAll(/[^a-z]/gu, '')}.example/2026/02/${n}?ref=feed&id=${n}`,
  title,
  publisher,
  ...(hours === undefined ? {} : { publishedAtMs: DAY - hours * HOUR }),
});

/** Written by a model, with a sentence in doubt. */
export const ENGLISH: Newsletter = {
  session: 'newsletter_20260214',
  language: 'en',
  title: 'The Week in Machines: chips, courts and a quiet ferry',
  intro:
    'Export rules change twice in five days, a court asks who wrote a score, and a harbour tries a ferry without a crew.',
  issuedAtMs: DAY,
  model: 'gemini-flash',
  sections: [
    {
      heading: 'Chips and trade',
      stories: [
        {
          headline: 'Northport eases chip export rules after two days',
          text: 'Northport’s trade office withdrew half of Monday’s export rules on Wednesday, after 14 makers asked for time. [1][2] Licences that were asked for before 9 February stay valid until June. [1] The office expects exports of $3.2 billion this year. [3]',
          urls: ['https://thelamp.example/2026/02/1'],
          doubts: ['The office expects exports of $3.2 billion this year.'],
        },
        {
          headline: 'A maker of lenses doubles its plant in Eastmere',
          text: 'Halden Optics is to build a second hall in Eastmere for 410 engineers. [4] Work begins in May and ends, by plan, in 2028. [4]',
          urls: ['https://eastmerepost.example/2026/02/4'],
        },
      ],
    },
    {
      heading: 'Law',
      stories: [
        {
          headline: 'Court asks a film studio to name who composed a score',
          text: 'A judge in Carrow gave the studio until 2 March to say which parts of the score a program wrote. [5] The composers’ union calls it the first order of its kind; the studio says that it will answer. [5][6]',
          urls: ['https://carrowherald.example/2026/02/5'],
        },
      ],
    },
    {
      heading: 'Machines at work',
      stories: [
        {
          headline: 'Harbour tries a ferry without a crew, at night and empty',
          text: 'The ferry crossed the inner harbour eleven times between midnight and five, and stopped twice for driftwood. [7] Passengers may board from autumn, if the regulator agrees. [7][8]',
          urls: ['https://harbourtimes.example/2026/02/7'],
        },
      ],
    },
  ],
  sources: [
    source(1, 'The Lamp', 'Trade office withdraws half of its export rules', 60),
    source(2, 'Northport Daily', 'Fourteen makers asked, the office listened', 55),
    source(3, 'Ledger Wire', 'Export rules: what is left of them', 50),
    source(4, 'Eastmere Post', 'Halden Optics to double its plant', 30),
    source(5, 'Carrow Herald', 'Who wrote the score? Judge wants an answer by March', 28),
    source(6, 'Stage & Score', 'Union welcomes “first order of its kind”', 20),
    source(7, 'Harbour Times', 'The ferry that stopped for driftwood', 12),
    source(8, 'Public Register of Waterways', 'Application 26/118: crewless passenger ferry'),
  ],
};

/** By the desk model, in Traditional Chinese. */
export const CHINESE: Newsletter = {
  session: 'newsletter_20260214',
  language: 'zh-Hant-HK',
  title: '每週科技通訊：晶片、法庭與一艘無人渡輪',
  intro: '出口規例五日內兩度更改，法庭追問一首配樂由誰創作，海港則試航無人渡輪。',
  issuedAtMs: DAY,
  sections: [
    {
      heading: '晶片與貿易',
      stories: [
        {
          headline: '北港撤回一半晶片出口規例',
          text: '北港貿易署星期三撤回星期一公布的一半出口規例，此前有14間廠商要求寬限。[1][2]2月9日前申請的牌照有效至6月。[1]貿易署預計今年出口額達32億元。[2]',
          urls: ['https://lamp.example/1'],
          doubts: ['貿易署預計今年出口額達32億元。'],
        },
      ],
    },
    {
      heading: '法律',
      stories: [
        {
          headline: '法庭要求片商交代配樂由誰創作',
          text: '卡羅法院法官要求片商在3月2日前說明，配樂中哪些部分由電腦程式寫成。[3]作曲家公會稱這是首個同類命令，片商表示會如期回覆。[3]',
          urls: ['https://carrow.example/3'],
        },
      ],
    },
    {
      heading: '機械上班',
      stories: [
        {
          headline: '無人渡輪深夜空載試航 Harbour Ferry 11 次往返',
          text: '渡輪在午夜至清晨五時之間橫越內港十一次，其間兩度因浮木停航。[4]監管機構若同意，乘客最快秋季可以登船。[4]',
          urls: ['https://harbour.example/4'],
        },
      ],
    },
  ],
  sources: [
    { ...source(1, 'The Lamp', '貿易署撤回一半出口規例', 60), publisher: '明燈報' },
    { ...source(2, 'Northport Daily', '十四間廠商要求寬限', 55), publisher: '北港日報' },
    { ...source(3, 'Carrow Herald', '配樂由誰創作？法官三月前要答案', 28), publisher: '卡羅先驅報' },
    { ...source(4, 'Harbour Times', '為浮木停航的渡輪'), publisher: '海港時報' },
  ],
};

export const LETTERS = { en: ENGLISH, zh: CHINESE };
