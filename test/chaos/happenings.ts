/** News that nobody has heard of: what the outlets of a chaos tell, one happening after the other, none like another. */
import type { PressPage } from '../support/sources/loopback-press.ts';

export const OUTLETS = ['gazette', 'courier', 'wire'] as const;

const BEGINNINGS = [
  'Lark',
  'Pen',
  'Ash',
  'Thorn',
  'Wex',
  'Dun',
  'Kel',
  'Mar',
  'Oster',
  'Brack',
  'Hal',
  'Quin',
];
const ENDINGS = ['moor', 'field', 'bury', 'combe', 'wick', 'ness', 'ford', 'holm', 'dale', 'mere', 'stead'];
const SUBJECTS: readonly (readonly [title: string, sentences: readonly string[]])[] = [
  [
    'Volunteers reopen the old library of PLACE',
    [
      'The library of PLACE reopened on Thursday after 1N1 volunteers had repaired its roof over two winters.',
      'PLACE Borough Council gave £48,N00 towards the shelves and a further £6,200 for fire doors.',
    ],
  ],
  [
    'Ferry to PLACE stops sailing after an engine fire',
    [
      'The ferry to PLACE will not sail for N days after a fire in its engine room, its operator said.',
      'All 8N passengers were brought ashore at PLACE by lifeboat and nobody was hurt.',
    ],
  ],
  [
    'PLACE football club signs goalkeeper from the second league',
    [
      'The football club of PLACE signed a goalkeeper for £2N0,000 on a contract of three years.',
      'The keeper let in 1N goals in 30 matches last season, the club of PLACE said.',
    ],
  ],
  [
    'Earthquake shakes PLACE and cuts power to thousands',
    [
      'An earthquake of magnitude 5.N shook PLACE early in the morning and cut power to 4,N00 homes.',
      'Two bridges near PLACE were closed while engineers looked for cracks.',
    ],
  ],
  [
    'Chipmaker opens research laboratory in PLACE',
    [
      'A chipmaker opened a laboratory in PLACE where 3N0 people will work on training data centre chips.',
      'The laboratory in PLACE cost £7N million, of which the region paid a fifth.',
    ],
  ],
  [
    'Councillors of PLACE reject a toll on the ring road',
    [
      'Councillors of PLACE voted by 2N to 11 against a toll on the ring road on Monday evening.',
      'The toll would have brought PLACE £1.N million a year, a report to the council said.',
    ],
  ],
  [
    'Gold miner halts its pit at PLACE for a safety review',
    [
      'A gold miner halted its pit near PLACE for N weeks after a wall moved by 40 centimetres.',
      'The pit of PLACE made 1N,000 ounces in the last quarter.',
    ],
  ],
];
/** What is told beside the facts, by each outlet in its own order. */
const AROUND = [
  'People in PLACE said that they had waited for the news since the spring, and some had brought their neighbours.',
  'A spokesman said that a report on PLACE would follow within a month and would be open to everybody who asks.',
  'The mayor of PLACE thanked those who had helped and said that the costs would be published in full by the autumn.',
  'Schools in PLACE closed an hour early, and buses ran as on a Sunday until the evening, the operator of the line said.',
  'Residents can put their questions at a meeting in the hall of PLACE next week, where N officials will answer them.',
];

/** Happening `n` as each outlet tells it, the newest facts first. */
export function happening(n: number, atMs: number, at = (url: string) => url): PressPage[] {
  const place = `${BEGINNINGS[n % BEGINNINGS.length]}${ENDINGS[(n * 7) % ENDINGS.length]}`;
  const fill = (text: string) => text.replaceAll('PLACE', place).replaceAll('N', String((n % 8) + 1));
  const [title, facts] = SUBJECTS[n % SUBJECTS.length]!;
  return OUTLETS.map((outlet, which) => ({
    url: at(`http://${outlet}.localhost/happening-${n}`),
    title: fill(title),
    publishedAtMs: atMs,
    paragraphs: [...facts, ...AROUND.slice(which), ...AROUND.slice(0, which)].map(fill),
  }));
}
