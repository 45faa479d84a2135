/** Stories of full length as a good reporter writes them, with their pages; and with one thing wrong. All outlets, people and companies are invented. */
import type { HonestStory } from './verify/claims-score.ts';

const AT = Date.UTC(2026, 10, 20, 7);
const page = (id: number, url: string, title: string, paragraphs: readonly string[]) => ({
  ...{ id, url, title, published_at: AT - (5 - id) * 1_800_000, text: paragraphs.join('\n') },
});

/** A company's half year, for an edition in Hong Kong's Chinese; one of its pages is English. */
export const RESULTS: HonestStory = {
  id: 'zh-results',
  lang: 'zh',
  title: '朗埔百貨中期少賺18%至3.26億元　派息減至9仙　明年關閉兩間分店',
  built_at: AT,
  sources: [
    page(1, 'http://market-ledger.localhost/larkpool-interim', 'Larkpool Stores profit falls 18 per cent', [
      'HONG KONG, 20 November: Larkpool Stores said on Friday that profit attributable to shareholders fell 18 per cent to HK$326 million in the six months to 30 September, its first decline in three years.',
      'Revenue slipped 4.5 per cent to HK$5.84 billion. Sales at stores open for more than a year were down 6.2 per cent, against a fall of 1.8 per cent a year earlier.',
      'The board declared an interim dividend of 9 HK cents a share, down from 12 cents. Net cash stood at HK$1.7 billion at the end of the period.',
      'Gross margin narrowed by 1.3 percentage points to 31.6 per cent as the company cut prices to clear winter stock.',
      'Chief executive Vera Osgood told reporters that shoppers were spending more across the border at weekends. “We will not chase sales with discounts next year,” she said.',
      'Online sales rose 22 per cent to HK$760 million and now make up 13 per cent of revenue.',
    ]),
    page(2, 'http://wan-kong-daily.localhost/finance/larkpool', '朗埔百貨少賺18%　明年關兩店', [
      '朗埔百貨（Larkpool Stores）周五公布中期業績，截至9月底止半年純利3.26億元，按年跌18%，中期息每股9仙。',
      '集團在本港經營23間分店，共有員工4,150人。行政總裁歐詩雅（Vera Osgood）表示，荃灣及北角分店的租約明年3月屆滿，集團不會續租，受影響的160名員工會獲安排到其他分店工作。',
      '她透露，業主其後提出減租一成半，但集團認為兩店客流已較2019年少四成，難以維持。',
      '財務總監馬啟昌表示，今個財年的資本開支會由4.2億元減至2.8億元，主要用於翻新銅鑼灣旗艦店及擴建將軍澳的網購倉庫。他說，集團沒有銀行貸款，派息比率維持在五成左右。',
      '集團主席林柏舟表示，董事局已展開策略檢討，明年6月前公布結果，當中包括是否出售觀塘的貨倉。該貨倉樓面面積12萬平方呎，現時估值約5.1億元。',
      '集團預計，聖誕檔期銷售額會與去年相若。股份周五收報4.36元，跌5.2%，成交額8,900萬元。',
    ]),
    page(3, 'http://harbour-research.localhost/notes/larkpool', '朗埔百貨少賺18%關兩店　海濱證券削目標價', [
      '海濱證券分析員杜嘉欣發表報告，把朗埔百貨的目標價由5.4元下調至4.5元，評級維持「中性」。她預期全年純利為7.1億元，按年跌15%。',
      '杜嘉欣認為，毛利率受壓的情況會延續至明年上半年，但淨現金17億元佔市值約三成，可支持派息。',
      '報告又指，內地電商的免運費優惠擴展至香港後，本港百貨公司以家品的銷情受影響最大。',
      '報告認為，集團的存貨周轉日數偏高，倉庫擴建後補貨會較快，但員工薪酬及電費仍有上調壓力，短期內難以單靠節省開支扭轉跌勢。投資者宜留意聖誕檔期的人流，以及北上消費會否在農曆新年前進一步增加。',
      '海濱證券同時把同業的盈利預測調低，理由是百貨業的顧客年齡偏高，年輕客群多在網上購物，傳統分店要改變貨品組合，並加強會員優惠，才能吸引顧客再次入店。',
      '零售管理協會的數字顯示，本港百貨公司9月的銷售額按年跌7.4%，是連續第八個月下跌。',
    ]),
  ],
  body: [
    '【三年來首次倒退】\n朗埔百貨（Larkpool Stores）周五公布中期業績，截至9月30日止六個月的股東應佔溢利為3.26億元，按年下跌18%，是三年來首次倒退。[1][2]期內收入減少4.5%至58.4億元。[1]開業超過一年的分店，銷售額跌6.2%，跌幅大於去年同期的1.8%。[1]集團宣派中期息每股9仙，去年同期為12仙。[1]期末淨現金有17億元。[1]',
    '【減價清貨拖累毛利】\n集團為清理冬季存貨而減價，毛利率收窄1.3個百分點至31.6%。[1]行政總裁歐詩雅（Vera Osgood）向記者表示，顧客周末多了北上消費，並指集團明年不會以折扣追求銷售額。[1]網上業務則有增長，銷售額升22%至7.6億元，佔整體收入13%。[1]',
    '【荃灣北角分店不續租】\n朗埔現時在本港有23間分店，員工共4,150人。[2]歐詩雅說，荃灣和北角兩間分店的租約明年3月到期，集團決定不再續租。[2]受影響員工有160人，會調往其他分店。[2]她透露業主曾提出減租15%，但兩店客流比2019年少了四成，難以經營下去。[2]',
    '【資本開支減至2.8億元】\n財務總監馬啟昌表示，本財年資本開支會由4.2億元減至2.8億元。[2]款項主要用來翻新銅鑼灣旗艦店，以及擴建位於將軍澳的網購倉庫。[2]他又說集團並無銀行貸款，派息比率會維持約五成。[2]集團預計聖誕檔期的銷售額與去年相若。[2]主席林柏舟表示，董事局正進行策略檢討，明年6月前會有結果，範圍包括是否把觀塘一個12萬平方呎的貨倉出售，該貨倉現時估值約5.1億元。[2]',
    '【分析員下調目標價】\n海濱證券分析員杜嘉欣把目標價由5.4元調低至4.5元，維持「中性」評級。[3]她預期朗埔全年純利為7.1億元，按年跌15%。[3]她認為毛利率受壓會持續到明年上半年，但淨現金相當於市值約三成，足以支持派息。[3]報告又提到，內地電商把免運費優惠擴展到香港，百貨公司的家品銷情受影響最大。[3]零售管理協會數字顯示，本港百貨公司9月銷售額按年跌7.4%，連跌八個月。[3]朗埔股份周五收報4.36元，下跌5.2%，成交額為8,900萬元。[2]',
  ].join('\n\n'),
  planted: [
    { original: '減少4.5%至58.4億元', changed: '減少4.5%至54.8億元', kind: 'figure' },
    { original: '租約明年3月到期', changed: '租約明年8月到期', kind: 'date' },
    { original: '銷售額升22%', changed: '銷售額跌22%', kind: 'direction' },
    { original: '財務總監馬啟昌表示', changed: '海濱證券分析員杜嘉欣表示', kind: 'misattributed' },
    { original: '每股9仙', changed: '每股9元', kind: 'unit' },
    {
      original: '會調往其他分店。[2]',
      changed: '會調往其他分店。[2]工會揚言下周罷工抗議。[2]',
      kind: 'invented',
    },
  ],
};

/** A town's flood barrier, for an edition in English. */
export const BARRIER: HonestStory = {
  id: 'en-barrier',
  lang: 'en',
  title: 'Flood barrier at Wexcombe to cost £96m and open a year late, council is told',
  built_at: AT,
  sources: [
    page(1, 'http://wexcombe-herald.localhost/barrier', 'Barrier bill rises to £96m', [
      'Wexcombe’s flood barrier will cost £96 million and will not open before October 2028, councillors were told on Thursday evening.',
      'The scheme was approved in 2021 at £71 million and had been due to open in September 2027. Council leader Miriam Oakes said that the sheet piling had struck an uncharted layer of rock at a depth of 14 metres.',
      '“We would rather be late than wrong,” Councillor Oakes told the meeting. She said that none of the extra money would come from council tax.',
      'Opposition leader Colin Strand called the overspend a scandal and asked why only six boreholes had been drilled before the contract was let. Councillors voted 29 to 17 to carry on.',
      'The barrier is meant to protect 5,300 homes and the town’s hospital. In the flood of February 2020, 412 homes were under water and the hospital was evacuated.',
      'The contractor, Hale and Pardoe, has 240 people at the site. Two piling rigs have stood idle since 2 October.',
    ]),
    page(2, 'http://estuary-news.localhost/wexcombe-flood-barrier', 'Rock delays Wexcombe barrier', [
      'The Environment Agency will meet £18 million of the additional £25 million, its area director, Gareth Linley, said on Thursday. The rest is to come from the county.',
      'Mr Linley said that a larger drill would arrive from Rotterdam in the second week of January. It can bore 1.2 metres of rock an hour, he said, four times as much as the present one.',
      'The gates, each weighing 85 tonnes, have been finished at a yard in Hull and are in store. Storage costs £40,000 a month.',
      'Shopkeepers on Quay Street have lost parking since work began. Takings are down by about a fifth, according to the traders’ association, whose chairwoman, Priya Nair, has asked for a cut in business rates.',
      'The council said that it would lend the town 1,500 metres of temporary barriers for each winter until the gates are in place. They were used twice last year.',
      'Sandbags will be handed out at the fire station from 1 December.',
      'A public meeting will be held at St Anne’s Hall on 3 December at 7pm.',
    ]),
  ],
  body: [
    'Wexcombe’s flood barrier will cost £96 million, £25 million more than was planned, and will open no earlier than October 2028, councillors heard on Thursday evening. [1][2] They voted by 29 to 17 to carry on with it. [1]',
    'The scheme was approved in 2021 at a price of £71 million, and was to have opened in September 2027. [1] Miriam Oakes, who leads the council, said that the piling had hit a layer of rock, which no chart showed, at a depth of 14 metres. [1] “We would rather be late than wrong,” she said. [1] No part of the additional money will come from council tax, according to Councillor Oakes. [1]',
    'Colin Strand, the leader of the opposition, said that the overspend was a scandal. [1] He asked why no more than six boreholes had been drilled before the contract was awarded. [1]',
    'Of the extra sum, £18 million will be met by the Environment Agency and the remainder by the county, Gareth Linley, the agency’s area director, said. [2] A bigger drill is due from Rotterdam in the second week of January. [2] It can bore 1.2 metres of rock an hour, which is four times what the present drill manages, Mr Linley said. [2]',
    'Two piling rigs have been idle since 2 October. [1] Hale and Pardoe, the contractor, employs 240 people at the site. [1] The gates weigh 85 tonnes each and are ready: they were built at a yard in Hull and are now in store, which costs £40,000 a month. [2]',
    'The barrier is to protect 5,300 homes and the hospital. [1] When the town flooded in February 2020, the water entered 412 homes and the hospital had to be evacuated. [1] Until the gates are in place, the council will provide 1,500 metres of temporary barriers each winter. [2] They were needed twice last year. [2] From 1 December, sandbags can be collected at the fire station. [2]',
    'Traders on Quay Street, who have lost parking spaces to the works, say that takings have fallen by about a fifth. [2] Priya Nair, who chairs their association, has asked for lower business rates. [2] The public can put questions at a meeting at St Anne’s Hall at 7pm on 3 December. [2]',
  ].join('\n\n'),
  planted: [
    { original: '1,500 metres', changed: '5,100 metres', kind: 'figure' },
    { original: 'since 2 October', changed: 'since 12 October', kind: 'date' },
    { original: 'Priya Nair, who', changed: 'Priya Nayland, who', kind: 'name' },
    { original: 'have fallen by about a fifth', changed: 'have risen by about a fifth', kind: 'direction' },
    { original: 'a yard in Hull', changed: 'a yard in Gdansk', kind: 'place' },
    {
      original: 'Colin Strand, the leader of the opposition, said that the overspend was a scandal',
      changed: 'Gareth Linley, the agency’s area director, said that the overspend was a scandal',
      kind: 'misattributed',
    },
  ],
};

/** A plan for schools, for an edition in Hong Kong's Chinese; both pages are Chinese. */
export const SCHOOLS: HonestStory = {
  id: 'zh-schools',
  lang: 'zh',
  title: '沙田三間小學明年合併　1,380名學生分兩年遷入新校舍',
  built_at: AT,
  sources: [
    page(
      1,
      'http://wan-kong-daily.localhost/local/shatin-schools',
      '沙田三間小學合併　1,380名學生分兩年遷校',
      [
        '香港沙田三間小學的辦學團體晨光教育會周五宣布，三校會在明年9月合併為一間學校，1,380名學生會分兩年遷入馬鞍山的新校舍。',
        '涉及的學校為晨光第一小學、晨光第二小學及何文山紀念小學。校監羅啟賢表示，三校本學年的小一新生只有142人，較五年前的305人減少超過一半，如不合併，兩年內便要縮班。',
        '新校舍樓高八層，設有36個課室、一個室內泳池及兩個籃球場，工程費用4.6億元，由政府撥款3.9億元，餘款由辦學團體籌募。',
        '新校名為「晨光何文山小學」，將開辦36班，其中六班以普通話教授中文。辦學團體會把三校的圖書合共8.4萬冊集中到新圖書館，並增聘兩名社工。',
        '羅啟賢說，三校合共98名教師全部會獲續約，但校長職位會由三個減至一個，現任三名校長中有兩人將於明年8月退休。',
        '首批遷入的是小一至小三學生，共650人；其餘730人會在2028年9月遷入。三校原有校舍會交還政府。',
      ],
    ),
    page(2, 'http://sha-tin-weekly.localhost/news/three-schools', '沙田三間小學明年合併　家長憂交通', [
      '晨光教育會宣布旗下三間沙田小學明年9月合併後，家長會主席鄭雪盈表示，現時步行上學的學生有420人，遷校後要乘車25分鐘，憂慮每月校車費達1,150元。',
      '教育局發言人回應說，局方已批准合併申請，會為受影響家庭提供兩年交通津貼，每名學生每月500元，預計開支約500萬元。',
      '沙田區議員譚兆和批評諮詢不足，指辦學團體只舉行過一次簡介會，出席家長不足200人。他要求延遲合併一年。',
      '晨光教育會會於12月5日晚上7時在何文山紀念小學禮堂舉行第二次簡介會。家長可於12月18日前以書面提出意見。',
      '民政事務處指，馬鞍山新校舍旁的行人天橋明年7月落成，長120米，設兩部升降機。天橋造價8,200萬元，落成後由校舍步行至港鐵站只需六分鐘。',
      '教育局數字顯示，沙田區6歲學童人口會由今年的4,700人減至2030年的3,400人。',
    ]),
  ],
  body: [
    '【明年9月合併】\n晨光教育會周五宣布，旗下三間沙田小學會在明年9月合併成一間學校，1,380名學生分兩年遷往馬鞍山新校舍。[1]三校分別是晨光第一小學、晨光第二小學和何文山紀念小學。[1]教育局發言人表示，已批准合併申請。[2]首批遷校的是小一至小三學生，有650人，其餘730人在2028年9月遷入。[1]三校舊校舍將交還政府。[1]',
    '【小一新生五年少逾半】\n校監羅啟賢表示，三校本學年小一新生只有142人，五年前則有305人，減少超過一半。[1]他說若不合併，兩年內便須縮班。[1]教育局數字顯示，沙田區6歲學童今年有4,700人，到2030年會減至3,400人。[2]三校共有98名教師，全部會獲續約，校長職位則由三個減至一個。[1]現任三名校長之中，兩人會在明年8月退休。[1]',
    '【新校舍造價4.6億元】\n新校舍樓高八層，有36個課室、一個室內泳池和兩個籃球場。[1]工程費用為4.6億元，其中3.9億元由政府撥款，其餘由辦學團體籌募。[1]新學校定名「晨光何文山小學」，開辦36班，其中六班以普通話教授中文。[1]三校合共8.4萬冊藏書會集中到新圖書館，辦學團體並會增聘兩名社工。[1]',
    '【家長憂校車費每月逾千】\n家長會主席鄭雪盈表示，現時有420名學生步行上學，遷校後車程要25分鐘，擔心校車費每月要1,150元。[2]教育局發言人說，局方會向受影響家庭發放兩年交通津貼，每名學生每月500元，預計涉及約500萬元。[2]民政事務處指，新校舍旁會有一條120米長的行人天橋，設兩部升降機，明年7月落成。[2]天橋造價為8,200萬元，啟用後由校舍到港鐵站步行只要六分鐘。[2]沙田區議員譚兆和批評諮詢不足，指辦學團體只辦過一次簡介會，到場家長不足200人。[2]他要求把合併延遲一年。[2]',
    '【下月再開簡介會】\n晨光教育會將於12月5日晚上7時舉行第二次簡介會，地點是何文山紀念小學禮堂。[2]家長如有意見，可於12月18日或之前以書面提出。[2]',
  ].join('\n\n'),
  planted: [
    { original: '有36個課室', changed: '有63個課室', kind: 'figure' },
    { original: '於12月5日', changed: '於12月15日', kind: 'date' },
    { original: '家長會主席鄭雪盈表示', changed: '校監羅啟賢表示', kind: 'misattributed' },
    { original: '批評諮詢不足', changed: '讚揚諮詢充足', kind: 'direction' },
    { original: '遷往馬鞍山新校舍', changed: '遷往將軍澳新校舍', kind: 'place' },
  ],
};
