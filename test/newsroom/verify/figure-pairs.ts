/**
 * Figures as reporters write them: what a source says, a true retelling, and a false one. Written apart from the data of
 * `../shared/data/claims-dev`, so that rules fitted to that would show.
 */
type Triple = readonly [source: string, supported: string, changed: string];

const SHARES: readonly Triple[] = [
  ['出口按年下跌三成七。', 'Exports fell 37% from a year earlier.', 'Exports fell 73% from a year earlier.'],
  ['租金累計上升一成二。', '租金累計升12%。', '租金累計升22%。'],
  ['約六成半受訪者表示支持。', '約65%受訪者支持。', '約85%受訪者支持。'],
  ['四成七半人認為服務欠佳。', '47.5%的人認為服務差。', '45.5%的人認為服務差。'],
  ['Two-fifths of the staff have left.', '四成員工已離職。', '六成員工已離職。'],
  ['Three quarters of pupils passed.', '四分之三學生合格。', '四分之一學生合格。'],
  ['One in five adults smoke.', '每五名成年人就有一人吸煙，即兩成。', '每四名成年人就有一人吸煙，即兩成半。'],
  ['A third of the fleet is grounded.', '三分一機隊停飛。', '三分二機隊停飛。'],
  ['Just under half of voters back the plan.', '接近五成選民支持計劃。', '接近七成選民支持計劃。'],
  ['Nearly 80 per cent of shops stayed shut.', '近八成商店沒有營業。', '近六成商店沒有營業。'],
  [
    '過半數議員投票反對。',
    'More than half of the lawmakers voted against it.',
    'More than two-thirds of the lawmakers voted against it.',
  ],
  ['Turnout was 71.2 percent.', '投票率為百分之七十一點二。', '投票率為百分之七十二點一。'],
  ['The deficit is equal to 3.1% of GDP.', '赤字相當於本地生產總值的3.1%。', '赤字相當於本地生產總值的31%。'],
  ['支持率上升4.5個百分點。', 'Support rose by 4.5 percentage points.', 'Support rose by 4.5 per cent.'],
  [
    'The share fell two percentage points to 18 per cent.',
    '佔比下跌兩個百分點至18%。',
    '佔比下跌三個百分點至18%。',
  ],
  ['半數單位已售出。', '一半單位已經賣出。', '八成單位已經賣出。'],
  ['Sales fell 40 to 45 per cent.', '銷售下跌四成至四成半。', '銷售下跌四成至五成半。'],
];

const RATES: readonly Triple[] = [
  ['存款息率最高3.75厘。', 'Deposit rates are as high as 3.75%.', 'Deposit rates are as high as 5.75%.'],
  ['美國聯儲局加息四分三厘。', '聯儲局加息0.75厘。', '聯儲局加息0.25厘。'],
  ['The central bank lifted its rate by half a percentage point.', '央行加息半厘。', '央行加息一厘。'],
  ['The ECB cut rates by 50 basis points.', '歐洲央行減息半厘。', '歐洲央行減息1厘。'],
  ['息差擴闊至35點子。', 'The spread widened to 35 basis points.', 'The spread widened to 53 basis points.'],
  ['最優惠利率為五厘八七五。', '最優惠利率為5.875厘。', '最優惠利率為5.785厘。'],
  [
    'The rate went up a quarter point to 2.5%.',
    '息率上調0.25個百分點至2.5%。',
    '息率上調0.75個百分點至2.5%。',
  ],
];

const MONEY: readonly Triple[] = [
  ['The deal is worth 1.1 trillion yen.', '交易價值1.1萬億日圓。', '交易價值1.1億日圓。'],
  ['The fund holds US$1.1tn.', '基金持有1.1萬億美元。', '基金持有1.1萬億港元。'],
  [
    '工程造價約146億港元。',
    'The works will cost about HK$14.6 billion.',
    'The works will cost about HK$1.46 billion.',
  ],
  ['He was fined £2,500.', '他被罰款2,500英鎊。', '他被罰款2,500歐元。'],
  ['罰款五千元。', '罰款5,000元。', '罰款8,000元。'],
  ['It cost €3.4m.', 'It cost 3.4 million euros.', 'It cost 3.4 million pounds.'],
  ['A ticket costs HK$1,180.', '門票售1,180元。', '門票售1,810元。'],
  ['The stamp sold for $9.5m.', 'It sold for US$9.5 million.', 'It sold for £9.5 million.'],
  [
    '全年收入逾二十億元人民幣。',
    'Annual revenue exceeded 2 billion yuan.',
    'Annual revenue exceeded 2 billion Hong Kong dollars.',
  ],
  ['The price rose by 50p to £4.20.', '售價加50便士至4.2英鎊。', '售價加50英鎊至4.2英鎊。'],
  ['每股派息28仙。', 'The dividend is 28 cents a share.', 'The dividend is 82 cents a share.'],
  ['每人獲發一萬元。', '每人可獲10,000元。', '每人可獲1,000元。'],
  ['Losses may reach half a billion dollars.', '損失或達5億美元。', '損失或達50億美元。'],
  ['Prices start from $3-4bn.', '造價介乎30億至40億美元。', '造價介乎30億至60億美元。'],
  ['涉款3億5,000萬元。', '涉款3.5億元。', '涉款35億元。'],
  ['基金規模為1兆元新台幣。', '基金規模為1萬億元新台幣。', '基金規模為1萬億美元。'],
  ['It made a loss of 12.4 million Swiss francs.', '公司虧損1,240萬瑞士法郎。', '公司虧損1,240萬美元。'],
  ['Net profit was A$250 million.', '純利為2.5億澳元。', '純利為2.5億美元。'],
];

const COUNTS: readonly Triple[] = [
  [
    '逾三千人參加遊行。',
    'More than 3,000 people joined the march.',
    'More than 8,000 people joined the march.',
  ],
  ['Some 20,000 fans turned up.', '約兩萬名球迷到場。', '約三萬名球迷到場。'],
  ['Hundreds of thousands of people fled; 16 died.', '數十萬人逃離，16人死亡。', '數十萬人逃離，61人死亡。'],
  ['Two dozen firefighters were sent.', '24名消防員出動。', '42名消防員出動。'],
  ['A dozen schools closed.', '12間學校停課。', '20間學校停課。'],
  [
    '警方拘捕七男三女。',
    'Police arrested seven men and three women.',
    'Police arrested nine men and three women.',
  ],
  ['The library has 1.2m books.', '圖書館藏書120萬本。', '圖書館藏書12萬本。'],
  ['It sold fifteen hundred cars.', '售出1,500輛汽車。', '售出5,100輛汽車。'],
  ['當局接獲廿八宗投訴。', '當局收到28宗投訴。', '當局收到38宗投訴。'],
  ['Between 300 and 400 residents were moved.', '300至400名居民撤離。', '300至600名居民撤離。'],
  ['At least 1,300 flights were cancelled.', '最少1,300班航機取消。', '最少3,100班航機取消。'],
  ['Fewer than 90 pandas remain.', '熊貓剩下不足90隻。', '熊貓剩下不足19隻。'],
  ['The account has 85,000 followers.', '帳號有85,000名追隨者。', '帳號有85,000個帖文。'],
  ['The firm sold 4,600 aircraft.', 'It sold 4,600 planes.', 'It sold 4,600 dollars.'],
  ['The 33rd edition drew 42 films.', '第33屆有42部電影參展。', '第23屆有42部電影參展。'],
  ['It was his third win in 12 starts.', '他12次出賽，第三度勝出。', '他12次出賽，第五度勝出。'],
  ['排名第六。', 'It ranks sixth.', 'It ranks eighth.'],
];

const TIMES_OVER: readonly Triple[] = [
  ['Revenue doubled to $40m.', '收入增加一倍至4,000萬美元。', '收入增加兩倍至4,000萬美元。'],
  ['Costs have quadrupled since 2015.', '成本自2015年起升三倍。', '成本自2015年起升五倍。'],
  ['The workforce was halved to 300.', '員工減半至300人。', '員工減半至800人。'],
  [
    '申請宗數是去年的3.5倍。',
    "Applications were 3.5 times last year's.",
    "Applications were 5.3 times last year's.",
  ],
  ['The shares trade at 15 times earnings.', '股份市盈率為15倍。', '股份市盈率為51倍。'],
  ['獲超額認購42倍。', 'It was 42 times oversubscribed.', 'It was 24 times oversubscribed.'],
];

const DATES: readonly Triple[] = [
  ['The vote was held on 3 March 2017.', '投票2017年3月3日舉行。', '投票2017年5月3日舉行。'],
  ['Born on January 9, 1960, he grew up in Leeds.', '他1960年1月9日出生。', '他1966年1月9日出生。'],
  ['In September the school reopened.', '學校9月重開。', '學校11月重開。'],
  ['May was the wettest month.', '5月雨量最多。', '6月雨量最多。'],
  ['Tuesday is the deadline.', '限期為周二。', '限期為周五。'],
  ['條例於二〇一四年生效。', 'The law took effect in 2014.', 'The law took effect in 2011.'],
  ['He moved there in the 1980s.', '他在80年代遷居當地。', '他在60年代遷居當地。'],
  ['九十年代末開業。', 'It opened in the late 1990s.', 'It opened in the late 1970s.'],
  [
    '2020/21財年盈利持平。',
    'Profit was flat in the 2020-21 financial year.',
    'Profit was flat in the 2018-19 financial year.',
  ],
  ['The exhibition runs from 12 to 15 June.', '展覽6月12日至15日舉行。', '展覽6月12日至18日舉行。'],
  ['It will open in the second half of 2021.', '將於2021年下半年開幕。', '將於2024年下半年開幕。'],
  ['Third-quarter sales were weak.', '第三季銷售疲弱。', '第四季銷售疲弱。'],
  ['次季虧損收窄。', 'The loss narrowed in the second quarter.', 'The loss narrowed in the fourth quarter.'],
  ['The talks ended on Nov. 17.', '會談11月17日結束。', '會談11月27日結束。'],
  [
    'The men were arrested on 5 November.',
    'The men were arrested on 5 November 2019.',
    'The men were arrested on 5 November 2017.',
  ],
  ['The blast happened on 14 November.', 'It happened on 14 November.', 'It happened on 15 November.'],
  ['The company was set up in the nineteenth century.', '公司在19世紀成立。', '公司在17世紀成立。'],
  ['The election is on 12 December.', '選舉12月12日舉行。', '選舉12月13日舉行。'],
  ['Christmas Eve, 24 December, will be dry.', '12月24日平安夜天晴。', '12月25日平安夜天晴。'],
];

const CLOCKS: readonly Triple[] = [
  ['The market opens at 9.30am.', '市場上午9時30分開市。', '市場上午9時開市。'],
  ['The service ends at half past seven in the evening.', '彌撒晚上七時半結束。', '彌撒晚上八時半結束。'],
  ['火警在凌晨三點發生。', 'The fire broke out at 3am.', 'The fire broke out at 5am.'],
  ['Trains stop at 23:45.', '列車晚上11時45分停駛。', '列車晚上11時15分停駛。'],
  ['The gate opens at noon.', '大門正午12時開放。', '大門下午2時開放。'],
  ['下午兩點半開會。', 'The meeting is at 2.30pm.', 'The meeting is at 4.30pm.'],
  ['直播晚上8時開始。', 'The broadcast starts at 8 p.m.', 'The broadcast starts at 8 a.m.'],
];

const DURATIONS: readonly Triple[] = [
  ['She was given 12 weeks of leave.', '她獲12星期假期。', '她獲12個月假期。'],
  ['隔離期為21日。', 'The quarantine lasts 21 days.', 'The quarantine lasts 12 days.'],
  ['He must appeal within 28 days.', '他須在28日內上訴。', '他須在18日內上訴。'],
  [
    '被告被判監兩年九個月。',
    'He was jailed for two years and nine months.',
    'He was jailed for three years and nine months.',
  ],
  ['She was sentenced to 30 months.', '她被判囚兩年半。', '她被判囚三年半。'],
  ['The flight took 15 hours and 40 minutes.', '航程歷時15小時40分鐘。', '航程歷時15小時10分鐘。'],
  ['The power cut lasted 45 minutes.', '停電45分鐘。', '停電45小時。'],
  ['He served half a year.', '他服刑六個月。', '他服刑八個月。'],
  ['The bridge stood for three decades.', '大橋存在了30年。', '大橋存在了50年。'],
  ['車程需時個半小時。', 'The ride takes an hour and a half.', 'The ride takes two and a half hours.'],
  ['搜索進入第三日。', 'The search entered its third day.', 'The search entered its sixth day.'],
  ['He won in 9.58 seconds.', '他以9.58秒勝出。', '他以9.85秒勝出。'],
  ['The strike lasted a fortnight.', '罷工持續兩星期。', '罷工持續四星期。'],
];

const MEASURES: readonly Triple[] = [
  ['The flat measures 430 square feet.', '單位面積430平方呎。', '單位面積430平方米。'],
  ['The site covers 12 hectares.', '地盤佔地12公頃。', '地盤佔地12平方公里。'],
  ['The 300-acre estate was sold.', '300英畝莊園售出。', '300公頃莊園售出。'],
  ['It weighs 2.5 tonnes.', '重2.5公噸。', '重2.5公斤。'],
  ['海關檢獲18公斤毒品。', 'Customs seized 18kg of drugs.', 'Customs seized 18g of drugs.'],
  ['Winds reached 120 miles per hour.', '風速達每小時120英里。', '風速達每小時120公里。'],
  ['限速每小時50公里。', 'The limit is 50km/h.', 'The limit is 50mph.'],
  ['The tower is 208 metres tall.', '大樓高208米。', '大樓高280米。'],
  ['The farm will produce 500 megawatts.', '風電場發電量為500兆瓦。', '風電場發電量為500千瓦。'],
  ['Output fell to 9.8 million barrels a day.', '日產量減至980萬桶。', '日產量減至890萬桶。'],
  ['氣溫升至攝氏三十六度。', 'Temperatures reached 36C.', 'Temperatures reached 46C.'],
  ['It was minus 12 degrees Celsius.', '氣溫低至零下12度。', '氣溫低至12度。'],
  ['The ship sank 3.2km off the coast.', '貨輪在離岸3.2公里處沉沒。', '貨輪在離岸3.2海里處沉沒。'],
  ['The quake had a magnitude of 6.4.', '地震達6.4級。', '地震達4.6級。'],
  ['全日錄得65毫米雨量。', '65 millimetres of rain fell.', '65 centimetres of rain fell.'],
  ['The phone has 128GB of storage.', '手機容量128GB。', '手機容量128MB。'],
  ['水位上升三呎。', 'The water rose by three feet.', 'The water rose by three metres.'],
];

const SCORES_AND_MORE: readonly Triple[] = [
  ['Leeds won 3-1.', '列斯聯以3比1勝出。', '列斯聯以3比2勝出。'],
  ['球隊以2比7落敗。', 'They lost 7-2.', 'They lost 7-3.'],
  ['The motion passed by 65 votes to 41.', '議案以65票對41票通過。', '議案以65票對14票通過。'],
  [
    '恒指收報26,889點，升321點。',
    'The index closed at 26,889, up 321 points.',
    'The index closed at 26,998, up 321 points.',
  ],
  [
    'The Dow lost 102.2 points to 27,934.02.',
    '道指跌102.2點，報27,934.02點。',
    '道指跌120.2點，報27,934.02點。',
  ],
  ['The 67-year-old was driving.', '司機67歲。', '司機76歲。'],
  ['A woman aged 82 was rescued.', '一名82歲老婦獲救。', '一名28歲老婦獲救。'],
  ['死者為四十三歲男子。', 'The dead man was 43.', 'The dead man was 34.'],
  ['The patient, 5, is stable.', '五歲病人情況穩定。', '八歲病人情況穩定。'],
  ['查詢可致電2835 1234。', 'The hotline is 2835 1234.', 'The hotline is 2835 4321.'],
  [
    'Flight CX261 with 294 on board landed safely.',
    '載有294人的CX261航班安全着陸。',
    '載有249人的CX261航班安全着陸。',
  ],
  ['The ratio of men to women is 3 to 2.', '男女比例為3比2。', '男女比例為5比2。'],
  ['Page 17 of the report names 9 firms.', '報告第17頁列出9間公司。', '報告第71頁列出9間公司。'],
];

const STREAKS: readonly Triple[] = [
  ['百貨公司銷售連續第八個月下跌。', '百貨公司銷售連跌八個月。', '百貨公司銷售連跌六個月。'],
  ['House prices fell for the sixth month in a row.', '樓價連跌六個月。', '樓價連跌九個月。'],
  ['It is the third consecutive year of losses.', '公司連續三年虧損。', '公司連續五年虧損。'],
  ['罷工踏入連續第四日。', 'The strike has lasted four days.', 'The strike has lasted seven days.'],
];

const MORE_PARTS: readonly Triple[] = [
  [
    '租戶要求減租兩至四成。',
    'Tenants want rents cut by between 20 and 40 per cent.',
    'Tenants want rents cut by between 20 and 60 per cent.',
  ],
  ['Pay will be cut by half a percentage point.', '薪酬減幅為半個百分點。', '薪酬減幅為半成。'],
  ['The rate went down by a full percentage point.', '利率下調一厘。', '利率下調兩厘。'],
  [
    '佣金減五分之一。',
    'Brokers take a cut of a fifth, on average.',
    'Brokers take a cut of a third, on average.',
  ],
  [
    '中期息由每股15仙減至6仙。',
    'The dividend falls to 6 HK cents from 15 HK cents.',
    'The dividend falls to 9 HK cents from 15 HK cents.',
  ],
  ['The film made 70 million kronor.', '電影收入7,000萬克朗。', '電影收入7,000萬美元。'],
  ['Bookings jumped 145 per cent.', '預訂急增近1.5倍。', '預訂急增近2.5倍。'],
  ['傷口縫了八針。', 'The wound needed eight stitches.', 'The wound needed nine stitches.'],
  ['他要休息四至五星期。', 'He will rest for four or five weeks.', 'He will rest for four or five months.'],
  [
    '議會以九比三通過。',
    'The council voted nine to three in favour.',
    'The council voted eight to four in favour.',
  ],
  ['入球在第68分鐘出現。', 'The goal came in the 68th minute.', 'The goal came in the 86th minute.'],
  ['The canvas measures 90 by 140 cm.', '畫布高90厘米、闊140厘米。', '畫布高90厘米、闊170厘米。'],
  ['車速可達每小時90公里。', 'Cars can do 90km/h.', 'Cars can do 90mph.'],
  ['He finished in 3:05:12.', '他以3小時05分12秒完成。', '他以3小時15分12秒完成。'],
];

const YEARS_AND_HOURS: readonly Triple[] = [
  [
    'The raid was on 3 March last year.',
    'Officers raided it on 3 March 2018.',
    'Officers raided it on 3 March 2019.',
  ],
  [
    '工程將於明年4月完成。',
    'The works will be finished in April next year.',
    'The works will be finished in June next year.',
  ],
  ['Exports fell in the first nine months.', '首三季出口下跌。', '首兩季出口下跌。'],
  [
    'The bell rang at 7 a.m.',
    'The bell rang at seven in the morning.',
    'The bell rang at eight in the morning.',
  ],
  [
    '渡輪晚上11時40分沉沒。',
    'The ferry sank twenty minutes before midnight.',
    'The ferry sank ten minutes before midnight.',
  ],
  ['The No 8 signal was issued.', '天文台改發八號東南烈風或暴風信號。', '天文台改發十號颶風信號。'],
  ['The tax takes effect on 5 October.', '稅項10月5日生效。', '稅項周六生效。'],
];

export const FIGURE_PAIRS: Readonly<Record<string, readonly Triple[]>> = {
  'parts, ranges and cents': MORE_PARTS,
  'years and hours': YEARS_AND_HOURS,
  streaks: STREAKS,
  shares: SHARES,
  rates: RATES,
  money: MONEY,
  counts: COUNTS,
  'times over': TIMES_OVER,
  dates: DATES,
  'clock times': CLOCKS,
  durations: DURATIONS,
  measures: MEASURES,
  'scores, ages, ordinals': SCORES_AND_MORE,
};
