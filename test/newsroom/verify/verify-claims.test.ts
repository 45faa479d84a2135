import { describe, expect, it } from 'vitest';
import { marketSource } from '../../../src/newsroom/edition/market-source.ts';
import type { Source, SourcePack } from '../../../src/newsroom/model/source-pack.ts';
import { conflictsOf } from '../../../src/newsroom/verify/source-conflicts.ts';
import { citeSupport, withoutDoubted } from '../../../src/newsroom/verify/repair-claims.ts';
import { doubtedSentences } from '../../../src/newsroom/verify/doubted-sentences.ts';
import { PackPassages } from '../../../src/newsroom/verify/pack-passages.ts';
import { ClaimCheck } from '../../../src/newsroom/verify/verify-claims.ts';
import { storyMaterial } from '../../llm/rules/desk-requests.ts';
import { FERRY_CHINESE, FERRY_ENGLISH } from '../../llm/rules/ferry-articles.ts';
import { aSource } from '../newsroom-world.ts';

const PUBLISHED = Date.UTC(2026, 10, 18, 12); // a Wednesday
const ENGLISH = packOf(FERRY_ENGLISH);
const CHINESE = packOf(FERRY_CHINESE);

function packOf(articles: typeof FERRY_ENGLISH): SourcePack {
  const sources = storyMaterial(articles).sources.map((source) => ({
    ...source,
    sha256: '',
    publishedAtMs: PUBLISHED,
  }));
  return { builtAtMs: PUBLISHED, sources };
}

function textPack(text: string, change: Partial<Source> = {}): SourcePack {
  const source = aSource(1, 'https://one.test/a', text, { publishedAtMs: PUBLISHED, ...change });
  return { builtAtMs: PUBLISHED, sources: [source] };
}

const check = (body: string, pack = ENGLISH, title = '') => new ClaimCheck(pack).check({ title, body });
/** The claims with a verdict, as texts. */
const having = (verdict: string, body: string, pack = ENGLISH, title = '') =>
  check(body, pack, title)
    .claims.filter(({ claim }) => claim.verdict === verdict)
    .map(({ claim }) => claim.text);

describe('another name of the same', () => {
  const passageOf = (name: string, text: string, title = 'Report 1') => {
    const story = `The vote was watched in ${name}. [1]`;
    const { claims } = check(story, textPack(text, { title }));
    return claims.find(({ claim }) => claim.text === name)?.claim.passage;
  };

  it.each([
    // As it is told, where the source tells it so; another name only where it doesn't.
    ['Hong Kong', 'The HK authority spoke. Hong Kong heard it.', 'Hong Kong', 24],
    ['Hong Kong', 'The HK authority spoke.', 'HK', 4],
    // Neither a currency nor a part of a longer word.
    ['Hong Kong', 'It cost HK$5 billion. Officials in HK met.', 'HK', 35],
    ['Hong Kong', 'AHK heard it. The HK authority spoke.', 'HK', 18],
    ['Hong Kong', '中環HK大廈今日開幕。', 'HK', 2],
    ['United States', 'They told us more. Then the US voted.', 'US', 28],
    ['United States', 'They told us more. The U.S. Senate voted.', 'U.S.', 23],
  ])('of %s in "%s" is "%s" at %i', (name, text, quote, offset) => {
    expect(passageOf(name, text)).toEqual({ n: 1, offset, length: quote.length, quote });
    expect(text.slice(offset, offset + quote.length)).toBe(quote);
  });

  it('is none in a sum of money', () => {
    expect(passageOf('Hong Kong', 'Fares rose to HK$12 on Monday.')).toBeUndefined();
    expect(passageOf('United States', 'It cost US$12, they told us.')).toBeUndefined();
  });

  it('stands in a title, too', () => {
    expect(passageOf('Hong Kong', 'Rain fell.', 'Storm: HK closes schools')).toEqual({
      n: 1,
      title: true,
      offset: 7,
      length: 2,
      quote: 'HK',
    });
  });
});

describe('a story in its own words', () => {
  it('is borne out as far as it is true', () => {
    const body =
      'At least 12 people were hurt when the passenger ferry Silver Heron hit the pier at Marlow Point on Tuesday, the coastguard said [1]. ' +
      'It had left Eastholm with 214 passengers on board and lost power about 300 metres out [1].\n\n' +
      'Captain Rosa Whitlock said sea water had got into a fuel line. "We had ninety seconds and no steering," she said [1].\n\n' +
      'Repairs to the pier will cost some £2.6m, according to harbour master Idris Penhallow, and take six weeks [1]. ' +
      'Colm Haverty, the transport minister, promised 1.5 million pounds for the island [2]. ' +
      'Unions blamed a 35% cut in maintenance staff since 2022 [2].';
    expect(having('doubted', body)).toEqual([]);
    expect(check(body).claims.length).toBeGreaterThan(12);
    expect(check(body).claims.filter(({ miscited }) => miscited !== undefined)).toEqual([]);
  });

  it('is borne out across languages by its numbers; names and quotations are translated', () => {
    const body =
      '渡輪「銀鷺號」星期二撞向碼頭，12人受傷，船上有214名乘客 [1]。船長惠洛克（Rosa Whitlock）說：「我們只有九十秒，沒有舵。」[1]\n\n' +
      '運輸大臣科爾姆·哈弗蒂承諾提供150萬英鎊援助，工會指維修人手削減百分之三十五 [2]。';
    expect(having('doubted', body)).toEqual([]);
    expect(having('not_checkable', body)).toEqual(
      expect.arrayContaining(['我們只有九十秒，沒有舵。', '科爾姆·哈弗蒂']),
    );
    expect(having('supported', body)).toEqual(
      expect.arrayContaining(['214', '150萬英鎊', '惠洛克', '百分之三十五']),
    );
    const wrong = body.replace('214', '241').replace('Whitlock', 'Whitfield').replace('三十五', '五十三');
    expect(having('doubted', wrong)).toEqual(['241', '惠洛克', '百分之五十三']);
  });

  it('is borne out in Chinese by Chinese sources', () => {
    const body =
      '載有214名乘客的銀鷺號星期二撞向馬洛角碼頭，12人受傷 [1]。船長何若詩說：「兩台引擎同時停頓，我們只有九十秒。」[1]\n\n' +
      '碼頭維修費估計達二百六十萬元 [1]。工會指維修人手減少35% [2]。';
    expect(having('doubted', body, CHINESE)).toEqual([]);
    const wrong = body
      .replace('何若詩說', '何若琳說')
      .replace('九十秒', '八十秒')
      .replace('二百六十萬', '二百九十萬');
    expect(having('doubted', wrong, CHINESE)).toEqual(expect.arrayContaining(['何若琳', '二百九十萬元']));
  });
});

describe('what no source bears out', () => {
  it.each([
    ['a number', 'The ferry was carrying 241 passengers from Eastholm [1].', '241'],
    ['an amount of another order', 'The pier would cost £26 million to repair [1].', '£26 million'],
    ['a unit', 'The pier would cost $2.6 million to repair [1].', '$2.6 million'],
    ['a measure', 'The ferry lost power 300 miles from the pier [1].', '300 miles'],
    ['a year', 'The Silver Heron was built in 1978 [1].', '1978'],
    ['a weekday', 'The ferry struck the pier at Marlow Point on Sunday, the coastguard said [1].', 'Sunday'],
    ['a name', 'The ferry was commanded by captain Rosa Whitlow [1].', 'Rosa Whitlow'],
    [
      'a quotation',
      'Whitlock said: “We had sixty seconds and no steering.” [1]',
      'We had sixty seconds and no steering.',
    ],
    [
      'a number with a hostile length',
      `The ferry carried ${'9'.repeat(400)} passengers [1].`,
      '9'.repeat(400),
    ],
  ])('is %s', (_, body, claim) => {
    expect(having('doubted', body)).toContain(claim);
    expect(having('doubted', body).length).toBeLessThanOrEqual(2);
  });

  it('is a number that is a date in the source', () => {
    const pack = textPack(
      'On 12 March the mayor of Penfold opened the rebuilt market hall with a short speech.',
    );
    expect(having('doubted', 'At least 12 people died in Penfold [1].', pack)).toEqual(['12']);
  });

  it.each(['１２３', '١٢٣', '𝟏𝟐𝟑', '¹²³'])('is a number in other digits: %s', (number) => {
    const pack = textPack('The blast killed 12 people in Leeds.');
    expect(having('doubted', `The blast killed ${number} people in Leeds [1].`, pack)).toEqual([number]);
  });

  it.each([
    ['In the first half of the year sales rose.', 'Sales rose 50% in the year. [1]', '50%'],
    ['The firm cut one in five jobs.', 'The firm cut 25% of jobs. [1]', '25%'],
    ['The price was 99p.', 'The price was 89p. [1]', '89p'],
    ['爆炸造成12人死亡。', '爆炸造成廿人死亡。[1]', '廿'],
    ['爆炸造成12人死亡。', '爆炸造成卅二人死亡。[1]', '卅二'],
    ['爆炸造成12人死亡。', '爆炸造成壹佰人死亡。[1]', '壹佰'],
    ['公司去年蝕3億5000萬元。', '公司去年蝕3億6000萬元。[1]', '3億6000萬元'],
    ['The council was “very happy”.', "The council was 'deeply ashamed'. [1]", 'deeply ashamed'],
    ['The council was “very happy”.', 'The council was «deeply ashamed». [1]', 'deeply ashamed'],
    ['他說對計劃「非常滿意」。', '他說對計劃﹁非常不滿﹂。[1]', '非常不滿'],
  ])('of "%s" is in "%s": %s', (source, body, claim) => {
    expect(having('doubted', body, textPack(source))).toEqual([claim]);
  });

  it('is a number of a title', () => {
    expect(having('doubted', '', ENGLISH, 'Ferry with 999 passengers strikes pier')).toEqual(['999']);
  });
});

describe('amounts and dates in other forms', () => {
  it.each([
    ['The company lost HK$350 million.', '公司蝕3億5000萬元 [1]。'],
    ['公司去年蝕三億五千萬元。', '公司蝕3.5億元 [1]。'],
    ['約12,000人參加。', '約1萬2000人參加 [1]。'],
    ['約1萬2000人參加。', '約12,000人參加 [1]。'],
    ['審訊於3月21日開始。', '審訊於三月廿一日開始 [1]。'],
    ['Half of the voters stayed at home.', '50% of the voters stayed at home [1].'],
    ['半數選民沒有投票。', '50%選民沒有投票 [1]。'],
    ['Prices rose by a quarter.', 'Prices rose by 25% [1].'],
    ['The firm cut 1 in 5 jobs.', 'The firm cut a fifth of its jobs [1].'],
    ['The firm cut one in five jobs.', 'The firm cut 20% of jobs [1].'],
    ['The price was 99p.', 'The price was £0.99 [1].'],
    ['The price was fifty pence.', 'The price was 50p [1].'],
    ['爆炸造成１２人死亡。', 'The blast killed 12 people [1].'],
    ['The vote is on １８ November.', 'The vote is on 18 November [1].'],
    ['The fund has 1.2 billion dollars.', 'The fund holds $1,200 million [1].'],
    ['The fund has US$1.2 billion.', '基金持有12億美元 [1]。'],
    ['基金持有十二億港元。', 'The fund holds HK$1.2 billion [1].'],
    ['Turnout rose by 14.2 per cent.', '投票率上升百分之14.2 [1]。'],
    ['Two-thirds of the members agreed.', '三分之二成員同意 [1]。'],
    ['Prices rose 10 to 12 per cent.', 'Prices rose between 10% and 12% [1].'],
    ['The vote is on 18 November.', '投票於11月18日舉行 [1]。'],
    ['The council met yesterday.', 'The council met on 17 November [1].'],
    ['議會昨日開會。', 'The council met on Tuesday [1].'],
    ['The meeting is at 7.30pm.', 'The meeting is at 19:30 [1].'],
    ['會議於下午三時半舉行。', 'The meeting is at 3:30pm [1].'],
    ['The National Health Service said so.', 'The NHS said so [1].'],
    ['The United Kingdom agreed on it.', 'The UK agreed on it [1].'],
    ['Sir Keir Starmer spoke.', 'Prime Minister Keir Starmer spoke [1].'],
  ])('%s | %s', (source, body) => {
    const { claims } = check(body, textPack(source));
    expect(claims.length).toBeGreaterThan(0);
    expect(claims.map(({ claim }) => [claim.text, claim.verdict])).toEqual(
      claims.map(({ claim }) => [claim.text, 'supported']),
    );
  });

  it('tells the passage that bears a claim out, by its place', () => {
    const { claims } = check('The ferry was carrying 214 passengers [1].');
    const { passage } = claims.find(({ claim }) => claim.text === '214')!.claim;
    const { text } = ENGLISH.sources[0]!;
    expect(text.slice(passage!.offset, passage!.offset + passage!.length)).toBe(passage!.quote);
    expect(passage!.quote).toContain('214 passengers');
  });
});

describe.each(['en', 'zh-Hant-HK'] as const)(
  'figures of finance stories, the snapshot in %s,',
  (language) => {
    const quote = {
      symbol: 'gld.us',
      label: '金線（GLD）',
      names: ['Goldline', '金線'],
      currency: 'USD',
      last: 182.41,
      previousClose: 180.23,
      change: 2.18,
      changePercent: 1.21,
      asOfMs: PUBLISHED,
      day: '2026-11-19',
      session: 'latest session' as const,
      closes: [],
      source: 'Stooq',
      sourceUrl: 'https://market.test/',
    };
    const snapshot = { takenAtMs: PUBLISHED, quotes: [quote] };
    const article = aSource(
      1,
      'https://one.test/',
      [
        'Goldline fell 3.5% to $175 on Wednesday and had sales of $4.1 billion in the third quarter, up 22% on the year.',
        'Its net profit rose 8% to $512 million; analysts at Harbour Securities set a target of $190.',
        'Silverline shares fell 2.4% to $181.',
        '金線第三季營收41億美元，按年升22%，純利升8%至5.12億美元。銀線股價跌2.4%，報181美元。',
      ].join('\n'),
    );
    const market = marketSource(snapshot, 2, { zone: 'Europe/London', language });
    const doubted = (body: string, pack: SourcePack) =>
      new ClaimCheck(pack)
        .check({ title: '', body })
        .claims.filter(({ claim }) => claim.kind === 'number' && claim.verdict === 'doubted')
        .map(({ claim }) => claim.text);
    const pack = { builtAtMs: PUBLISHED, sources: [article, market], market: snapshot };

    it.each([
      'Goldline rose 1.21% on Thursday to close at $182.41 [2].',
      'Goldline fell 3.5% to $175 on Wednesday [1], and rose 1.21% to $182.41 on Thursday [2].',
      'Goldline had third-quarter sales of $4.1 billion, up 22% on the year [1].',
      'Net profit rose 8% to $512 million [1].',
      'Analysts at Harbour Securities set a target of $190 for Goldline [1].',
      'Goldline closed at $182.41 [2], while Silverline shares fell 2.4% to $181 [1].',
      '金線周四升1.21%，收報182.41美元 [2]。',
      '金線第三季營收41億美元，按年升22%，純利升8%至5.12億美元 [1]。',
      '金線收報182.41美元 [2]，銀線股價跌2.4%，報181美元 [1]。',
    ])('are supported by whose they are: %s', (body) => {
      expect(doubted(body, pack)).toEqual([]);
    });

    it.each([
      ['Goldline fell 3.5% to $175 [1].', ['3.5%', '$175']],
      ['On Thursday Goldline closed at $175 [1].', ['$175']],
      ['金線收報181美元 [1]。', ['181美元']],
      ['金線周四跌3.5% [1]。', ['3.5%']],
    ])('of the snapshot’s own symbols are its own: %s', (body, figures) => {
      expect(doubted(body, pack)).toEqual(figures);
      const { market: _, ...without } = pack;
      expect(doubted(body, { ...without, sources: [article] })).toEqual([]);
    });
  },
);

describe('repair of claims', () => {
  it('cites the source that bears a claim out beside the cited one, or where none is', () => {
    const body =
      'Fourteen people were injured, the ambulance service said [1].\n\nThe crew had nineteen members.';
    const better = citeSupport(body, check(body));
    expect(better).toBe(
      'Fourteen people were injured, the ambulance service said [1][2].\n\nThe crew had nineteen members [2].',
    );
    expect(check(better).claims.filter(({ miscited }) => miscited !== undefined)).toEqual([]);
  });

  it('takes out what is doubted, what dangles then, and headings over nothing', () => {
    const body =
      '【The crash】\nThe ferry struck the pier at Marlow Point with 214 passengers. The captain called 77 tugs. It was a long wait. [1]\n\n' +
      '【What it costs】\nThe bill is £99 million [1].\n\n【What comes next】\nAn inquiry is expected to report in June [2].';
    const { body: left, removed } = withoutDoubted(body, check(body));
    expect(left).toBe(
      '【The crash】\nThe ferry struck the pier at Marlow Point with 214 passengers [1].\n\n' +
        '【What comes next】\nAn inquiry is expected to report in June [2].',
    );
    expect(removed).toEqual([
      'The captain called 77 tugs.',
      'It was a long wait.',
      'The bill is £99 million.',
    ]);
    expect(withoutDoubted(left, check(left))).toEqual({ body: left, removed: [] });
  });

  it('tells the writer what is meant and where it stands', () => {
    const body = 'The ferry was carrying 241 passengers [1].';
    const story = { title: '999 saved', body };
    const doubts = doubtedSentences(story, check(body, ENGLISH, '999 saved'), new PackPassages(ENGLISH));
    expect(doubts).toMatchObject([
      { i: 0, text: '999 saved', cites: [], doubts: ['no source has the number "999"'] },
      {
        i: 1,
        text: 'The ferry was carrying 241 passengers.',
        cites: [1],
        doubts: ['no source has the number "241"'],
      },
    ]);
    expect(doubts[1]?.passages[0]).toMatch(/^\[1\] .*214 passengers/);
  });
});

describe('contradictions between sources', () => {
  it('are shown with both passages, in either language', () => {
    for (const [pack, values] of [
      [ENGLISH, ['12', 'Fourteen']],
      [CHINESE, ['12', '14']],
    ] as const) {
      const conflicts = conflictsOf(pack);
      expect(conflicts.map(({ sides }) => sides.map(({ value }) => value))).toEqual([values]);
      for (const { passage } of conflicts[0]!.sides)
        expect(pack.sources[passage.n - 1]!.text.slice(passage.offset, passage.offset + passage.length)).toBe(
          passage.quote,
        );
    }
  });
});

it.each([
  ['digits', '7'.repeat(20_000)],
  ['numbers', '7 '.repeat(10_000)],
  ['nested quotation marks', '“「『'.repeat(6_600)],
  ['quotations', '“so it is said” '.repeat(1_200)],
  ['capitals', 'Aa '.repeat(6_600)],
  ['full stops', 'a.'.repeat(10_000)],
  ['end marks', '.'.repeat(20_000)],
  ['weekdays', 'Monday. '.repeat(2_400)],
  ['Chinese numerals', '十'.repeat(20_000)],
  ['brackets', '['.repeat(20_000)],
])('comes to an end with 20,000 characters of %s on either side', (_, text) => {
  expect(check(text).sentences.length).toBeGreaterThanOrEqual(0);
  const { claims } = check('The ferry had 214 passengers on Monday, Ann Lee said [1].', textPack(text));
  expect(claims.length).toBe(3);
});
