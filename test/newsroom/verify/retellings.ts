/**
 * Sentences of sources with true retellings and false ones, as reporters write them: English and Chinese on either side;
 * politics, courts, finance, sport, entertainment. Written before the rules were tuned on them; all people are invented or
 * long in public life.
 */
interface Case {
  readonly source: string;
  readonly true: readonly string[];
  readonly planted: readonly (readonly [
    kind: 'name' | 'place' | 'attribution' | 'direction',
    told: string,
  ])[];
}

export interface Retelling {
  readonly source: string;
  readonly told: string;
  readonly kind?: string;
}

const CASES: readonly Case[] = [
  {
    source:
      'French President Emmanuel Macron said on Tuesday that France would send 2,000 troops to Romania.\nRomanian Defence Minister Vasile Dancu welcomed the move, saying it would deter Russia.',
    true: [
      '法國總統馬克龍（Emmanuel Macron）周二表示，法國會派2,000名士兵到羅馬尼亞。',
      '羅馬尼亞國防部長丹庫（Vasile Dancu）歡迎有關決定，指可阻嚇俄羅斯。',
      'France will send 2,000 troops to Romania, its president, Emmanuel Macron, said.',
    ],
    planted: [
      ['attribution', '羅馬尼亞國防部長丹庫（Vasile Dancu）周二表示，法國會派2,000名士兵到羅馬尼亞。'],
      ['place', '法國總統馬克龍（Emmanuel Macron）周二表示，法國會派2,000名士兵到波蘭。'],
      ['direction', '羅馬尼亞國防部長丹庫（Vasile Dancu）反對有關決定，指無法阻嚇俄羅斯。'],
    ],
  },
  {
    source:
      'Tesco said profits rose 6 per cent to £1.2bn in the half year.\nSainsbury’s reported that its profits fell 3 per cent to £410m, and chief executive Simon Roberts blamed higher wages.',
    true: [
      'Tesco半年盈利上升6%，達12億英鎊。',
      'Profits at Tesco were up 6 per cent, at £1.2bn.',
      'Simon Roberts, the chief executive of Sainsbury’s, blamed higher wages for a fall of 3 per cent.',
      '英國零售商Sainsbury’s盈利下跌3%至4.1億英鎊。',
    ],
    planted: [
      ['direction', 'Tesco半年盈利下跌6%，至12億英鎊。'],
      ['direction', 'Profits at Tesco were down 6 per cent, at £1.2bn.'],
      ['direction', '英國零售商Sainsbury’s盈利上升3%至4.1億英鎊。'],
      ['name', 'Simon Robertson, the chief executive of Sainsbury’s, blamed higher wages.'],
    ],
  },
  {
    source:
      '財政司副司長黃偉綸表示，北部都會區的發展會加快，首批居民最快2027年遷入洪水橋。\n立法會議員梁熙批評，當局未有交代交通配套，古洞居民每日要輪候40分鐘才能上車。',
    true: [
      '財政司副司長黃偉綸指，北部都會區發展會加快，首批居民最快2027年入伙。',
      '立法會議員梁熙批評當局未交代交通配套，又指古洞居民每日要等40分鐘才可上車。',
      '黃偉綸說，洪水橋首批居民最快2027年遷入。',
    ],
    planted: [
      ['attribution', '立法會議員梁熙表示，北部都會區的發展會加快，首批居民最快2027年遷入洪水橋。'],
      ['name', '財政司副司長黃偉倫指，北部都會區發展會加快。'],
      ['place', '黃偉綸說，元朗首批居民最快2027年遷入。'],
      ['attribution', '黃偉綸批評，當局未有交代交通配套，古洞居民每日要輪候40分鐘才能上車。'],
      ['name', '立法會議員梁曦批評當局未交代交通配套。'],
    ],
  },
  {
    source:
      'A jury at Leeds Crown Court found Mark Ellison, 43, guilty of fraud.\nJudge Helen Marsh told him he had shown no remorse. His barrister, Owen Pryce, said he would appeal against the verdict.',
    true: [
      'Judge Helen Marsh told Ellison that he had shown no remorse.',
      '列斯刑事法院陪審團裁定43歲的埃利森（Mark Ellison）詐騙罪成。',
      '他的律師普賴斯（Owen Pryce）表示，會就裁決上訴。',
      'Ellison was convicted of fraud at Leeds Crown Court.',
    ],
    planted: [
      ['attribution', 'Owen Pryce, his barrister, told Ellison that he had shown no remorse.'],
      ['place', '曼徹斯特刑事法院陪審團裁定43歲的埃利森（Mark Ellison）詐騙罪成。'],
      ['name', '他的律師普賴斯（Owen Price）表示，會就裁決上訴。'],
      ['direction', 'The jury at Leeds Crown Court acquitted Ellison, 43, of fraud.'],
    ],
  },
  {
    source:
      'Arsenal beat Chelsea 3-1 at the Emirates on Sunday. Arsenal manager Mikel Arteta said his players had been brilliant.\nChelsea captain Reece James said the defending was not good enough.',
    true: [
      '阿仙奴周日主場以3比1擊敗車路士。',
      '領隊阿迪達（Mikel Arteta）表示，球員表現出色。',
      '車路士隊長列斯占士（Reece James）說，防守不夠好。',
      'Chelsea lost to Arsenal 3-1 on Sunday.',
      'Mikel Arteta, the Arsenal manager, called his players brilliant.',
    ],
    planted: [
      ['direction', '阿仙奴周日主場以1比3不敵車路士。'],
      ['attribution', '車路士隊長列斯占士（Reece James）表示，球員表現出色。'],
      ['attribution', 'Mikel Arteta, the Arsenal manager, said the defending was not good enough.'],
      ['direction', 'Arsenal lost to Chelsea 3-1 on Sunday.'],
      ['name', '領隊阿迪達（Miguel Arteta）表示，球員表現出色。'],
    ],
  },
  {
    source:
      '匯豐首季除稅前利潤增加一成至94億美元，渣打同期利潤則減少5%至21億美元。\n匯豐行政總裁艾橋智說，香港業務是增長動力。',
    true: [
      'HSBC’s first-quarter pre-tax profit rose to $9.4bn.',
      '渣打首季利潤跌5%，至21億美元。',
      'Standard Chartered’s profit fell 5 per cent to $2.1bn.',
      '匯豐行政總裁艾橋智指香港業務是增長動力。',
    ],
    planted: [
      ['direction', 'HSBC’s first-quarter pre-tax profit fell to $9.4bn.'],
      ['direction', '渣打首季利潤升5%，至21億美元。'],
      ['direction', 'Standard Chartered’s profit rose 5 per cent to $2.1bn.'],
      ['place', '匯豐行政總裁艾橋智指新加坡業務是增長動力。'],
    ],
  },
  {
    source:
      'Chancellor Rachel Reeves said taxes would not go up for working people.\nShadow chancellor Mel Stride accused her of breaking promises and said growth had slowed to 0.1 per cent.',
    true: [
      '財相李韻晴（Rachel Reeves）表示，打工仔的稅不會增加。',
      '影子財相斯特賴德（Mel Stride）指她違背承諾，又說經濟增長已放緩至0.1%。',
      'Mel Stride, the shadow chancellor, said growth had slowed to 0.1 per cent.',
    ],
    planted: [
      ['attribution', '財相李韻晴（Rachel Reeves）說，經濟增長已放緩至0.1%。'],
      ['attribution', 'Rachel Reeves, the chancellor, said growth had slowed to 0.1 per cent.'],
      ['direction', 'Mel Stride, the shadow chancellor, said growth had accelerated to 0.1 per cent.'],
      ['name', '影子財相斯特賴德（Mel Strider）指她違背承諾。'],
    ],
  },
  {
    source:
      '歌手林家謙宣布明年4月在啟德主場館舉行三場演唱會，門票由480元起。\n主辦單位代表何淑儀表示，門票將於12月8日公開發售。',
    true: [
      '林家謙明年4月在啟德開三場演唱會，最平門票480元。',
      'The singer will give three concerts at Kai Tak in April; tickets start at HK$480.',
      '主辦單位代表何淑儀指，門票12月8日公開發售。',
    ],
    planted: [
      ['place', '林家謙明年4月在紅磡開三場演唱會，門票480元起。'],
      ['place', 'The singer will give three concerts in Macau in April; tickets start at HK$480.'],
      ['name', '主辦單位代表何淑怡指，門票12月8日公開發售。'],
    ],
  },
  {
    source:
      'The Bank of England cut interest rates by a quarter of a point to 3.75 per cent.\nGovernor Andrew Bailey said inflation was past its peak. Economist Ruth Gregory of Capital Economics warned that wage growth was still too strong.',
    true: [
      '英倫銀行減息0.25個百分點至3.75%。',
      '行長貝利（Andrew Bailey）說，通脹已經見頂。',
      'Ruth Gregory, an economist at Capital Economics, warned that wage growth remained too strong.',
      'The Bank of England lowered rates to 3.75 per cent.',
    ],
    planted: [
      ['direction', '英倫銀行加息0.25個百分點至3.75%。'],
      ['attribution', '行長貝利（Andrew Bailey）警告，工資增長仍然太強勁。'],
      ['attribution', 'Andrew Bailey, the governor, warned that wage growth remained too strong.'],
      ['direction', 'The Bank of England raised rates to 3.75 per cent.'],
    ],
  },
  {
    source:
      '警方在深水埗拘捕一名32歲男子，涉嫌入屋行劫，檢獲12萬元現金。\n西九龍總區警司羅志強表示，案件仍在調查，不排除有更多人被捕。',
    true: [
      'Police arrested a 32-year-old man in Sham Shui Po over a burglary and seized HK$120,000.',
      '西九龍總區警司羅志強說，不排除再有人被捕。',
      '一名32歲男子在深水埗被捕，涉嫌入屋行劫。',
    ],
    planted: [
      ['place', 'Police arrested a 32-year-old man in Mong Kok over a burglary.'],
      ['name', '西九龍總區警司羅志剛說，不排除再有人被捕。'],
      ['place', '一名32歲男子在旺角被捕，涉嫌入屋行劫。'],
    ],
  },
  {
    source:
      'Nvidia shares climbed 4.2 per cent in New York while Intel dropped 6.1 per cent.\nWedbush analyst Dan Ives said demand for chips was outstripping supply.',
    true: [
      '輝達股價在紐約升4.2%，英特爾則跌6.1%。',
      'Shares in Nvidia rose 4.2 per cent; Intel fell 6.1 per cent.',
      'Wedbush分析員艾夫斯（Dan Ives）表示，晶片供不應求。',
    ],
    planted: [
      ['direction', '輝達股價在紐約跌4.2%。'],
      ['direction', 'Shares in Intel rose 6.1 per cent.'],
      ['place', '輝達股價在東京升4.2%。'],
      ['name', 'Wedbush分析員艾夫斯（Dan Ivory）表示，晶片供不應求。'],
    ],
  },
  {
    source:
      '教育局局長蔡若蓮表示，新學年小一學生人數會減少4,000人，部分學校須縮班。\n津貼小學議會主席林偉雄認為，當局應推行小班教學，保住教師職位。',
    true: [
      '教育局局長蔡若蓮指，新學年小一學生將減少4,000人。',
      '津貼小學議會主席林偉雄認為，當局應以小班教學保住教師職位。',
      '蔡若蓮說，部分學校需要縮班。',
    ],
    planted: [
      ['direction', '教育局局長蔡若蓮指，新學年小一學生將增加4,000人。'],
      ['attribution', '教育局局長蔡若蓮認為，當局應推行小班教學，保住教師職位。'],
      ['attribution', '津貼小學議會主席林偉雄表示，新學年小一學生人數會減少4,000人。'],
      ['name', '津貼小學議會主席林偉洪認為，當局應推行小班教學。'],
    ],
  },
  {
    source:
      'Japan’s Prime Minister Sanae Takaichi arrived in Washington for talks with Donald Trump on tariffs.\n“We want a fair deal,” Ms Takaichi told reporters. Mr Trump said a deal was very close.',
    true: [
      '日本首相高市早苗（Sanae Takaichi）抵達華盛頓，與特朗普商討關稅。',
      'The Japanese prime minister, Sanae Takaichi, flew to Washington to discuss tariffs.',
      '特朗普說，協議已非常接近。',
      '高市早苗（Sanae Takaichi）向記者表示，日方希望有公平的協議。',
    ],
    planted: [
      ['place', '日本首相高市早苗（Sanae Takaichi）抵達倫敦，與特朗普商討關稅。'],
      ['place', 'The South Korean prime minister flew to Washington to discuss tariffs.'],
      ['attribution', 'Sanae Takaichi said a deal was very close.'],
      ['attribution', '特朗普向記者表示，希望有公平的協議。'],
    ],
  },
  {
    source:
      '運輸署數字顯示，上月交通意外有1,420宗，較去年同期上升8%。\n香港汽車會會長李耀培表示，電動車意外佔12%。警方交通總部高級警司陳志遠則指，醉駕個案減少兩成。',
    true: [
      '上月有1,420宗交通意外，按年升8%。',
      'There were 1,420 traffic accidents last month, up 8 per cent on a year earlier.',
      '警方交通總部高級警司陳志遠指，醉駕個案減少。',
      '香港汽車會會長李耀培說，電動車意外佔12%。',
    ],
    planted: [
      ['direction', '上月有1,420宗交通意外，按年跌8%。'],
      ['direction', 'There were 1,420 traffic accidents last month, down 8 per cent on a year earlier.'],
      ['attribution', '警方交通總部高級警司陳志遠說，電動車意外佔12%。'],
      ['name', '香港汽車會會長李耀明說，電動車意外佔12%。'],
      ['attribution', '香港汽車會會長李耀培則指，醉駕個案減少兩成。'],
    ],
  },
  {
    source:
      'Ukraine said Russian drones struck Kharkiv overnight, killing four people.\nMayor Ihor Terekhov said two of the dead were children. The Kremlin denied targeting civilians.',
    true: [
      '烏克蘭表示，俄羅斯無人機一夜之間襲擊哈爾科夫，造成四人死亡。',
      '市長捷列霍夫（Ihor Terekhov）說，死者中有兩名兒童。',
      'Russian drones killed four people in Kharkiv, Ukraine said.',
    ],
    planted: [
      ['place', '烏克蘭表示，俄羅斯無人機襲擊敖德薩，造成四人死亡。'],
      ['place', 'Russian drones killed four people in Odesa, Ukraine said.'],
      ['name', '市長捷列霍夫（Igor Terekhin）說，死者中有兩名兒童。'],
    ],
  },
  {
    source:
      'Cathay Pacific will buy 14 more Boeing 777-9 jets, raising its order to 35.\nChief executive Ronald Lam said the planes would replace older aircraft. Boeing’s Stephanie Pope said it was an honour.',
    true: [
      '國泰航空會增購14架波音777-9客機，訂單增至35架。',
      '行政總裁林紹波（Ronald Lam）表示，新機會取代舊飛機。',
      'Cathay is to buy 14 more Boeing 777-9s, taking its order to 35.',
      '波音的波普（Stephanie Pope）說這是榮幸。',
    ],
    planted: [
      ['attribution', '波音的波普（Stephanie Pope）表示，新機會取代舊飛機。'],
      ['direction', '國泰航空的訂單減至35架。'],
      ['attribution', 'Stephanie Pope said that the planes would replace older aircraft.'],
      ['name', '行政總裁林紹波（Roland Lam）表示，新機會取代舊飛機。'],
    ],
  },
  {
    source:
      '北區醫院急症室平均輪候時間由5小時縮短至3.5小時。\n醫管局行政總裁李夏茵說，增聘護士令情況改善。病人權益組織發言人彭鴻昌質疑數字未能反映公眾假期。',
    true: [
      '北區醫院急症室輪候時間由5小時縮至3.5小時。',
      '醫管局行政總裁李夏茵指，增聘護士後情況有改善。',
      '病人權益組織發言人彭鴻昌質疑，數字未能反映公眾假期的情況。',
    ],
    planted: [
      ['attribution', '醫管局行政總裁李夏茵質疑數字未能反映公眾假期。'],
      ['name', '醫管局行政總裁李夏英指，增聘護士後情況有改善。'],
      ['direction', '醫管局行政總裁李夏茵指，增聘護士令情況惡化。'],
      ['attribution', '病人權益組織發言人彭鴻昌說，增聘護士令情況改善。'],
    ],
  },
  {
    source:
      'The film “Harbour Lights”, directed by Ann Hui, took HK$12 million in its first week, more than the HK$9 million of “Night Ferry”.\nActress Karena Lam said shooting in Cheung Chau was tough.',
    true: [
      '許鞍華（Ann Hui）執導的《Harbour Lights》首周票房1,200萬港元。',
      '演員林嘉欣（Karena Lam）表示，在長洲拍攝很辛苦。',
      'Karena Lam said that filming on Cheung Chau had been hard.',
    ],
    planted: [
      ['place', '演員林嘉欣（Karena Lam）表示，在南丫島拍攝很辛苦。'],
      ['name', 'Karina Lim said that filming on Cheung Chau had been hard.'],
      ['name', '許鞍華（Anne Huey）執導的《Harbour Lights》首周票房1,200萬港元。'],
      ['place', 'Karena Lam said that filming on Lamma had been hard.'],
    ],
  },
  {
    source:
      'The U.S. House passed the spending bill 217-213. Speaker Mike Johnson called it a victory for taxpayers.\nDemocratic leader Hakeem Jeffries said it would strip health care from millions.',
    true: [
      '美國眾議院以217票對213票通過撥款法案。',
      'The House of Representatives passed the bill by 217 to 213.',
      '議長約翰遜（Mike Johnson）形容這是納稅人的勝利。',
      'Hakeem Jeffries, the Democratic leader, said the bill would strip millions of health care.',
    ],
    planted: [
      ['attribution', 'Mike Johnson said the bill would strip health care from millions.'],
      ['attribution', '民主黨領袖傑弗里斯（Hakeem Jeffries）形容這是納稅人的勝利。'],
      ['name', 'Hakim Jeffers, the Democratic leader, said the bill would strip millions of health care.'],
    ],
  },
  {
    source:
      '特首李家超與新加坡總理黃循財會面，雙方同意擴大自由貿易協定。\n貿發局總裁張淑芬表示，去年兩地貿易額增長7%至8,200億元。',
    true: [
      'Hong Kong’s leader, John Lee, met Singapore’s prime minister, and both agreed to widen a free trade deal.',
      '貿發局總裁張淑芬指，兩地貿易額去年升7%。',
      '李家超與黃循財同意擴大自貿協定。',
    ],
    planted: [
      ['direction', '貿發局總裁張淑芬指，兩地貿易額去年跌7%。'],
      ['name', '貿發局總裁張淑芳指，兩地貿易額去年升7%。'],
      ['place', 'Hong Kong’s leader, John Lee, met Malaysia’s prime minister.'],
      ['attribution', '特首李家超表示，去年兩地貿易額增長7%至8,200億元。'],
    ],
  },
  {
    source:
      'Ofgem said the price cap would rise by 2 per cent to £1,755 in January.\nCharity National Energy Action said the number of households in fuel poverty had fallen to 5.1 million. Energy UK chief Dhara Vyas said bills remained too high.',
    true: [
      '英國能源監管機構Ofgem表示，價格上限1月起上調2%至1,755英鎊。',
      'Dhara Vyas, of Energy UK, said that bills were still too high.',
      'The cap will go up by 2 per cent, Ofgem said.',
    ],
    planted: [
      ['direction', '英國能源監管機構Ofgem表示，價格上限1月起下調2%至1,755英鎊。'],
      ['direction', 'Ofgem said the cap would fall by 2 per cent.'],
      ['attribution', 'Ofgem said that bills remained too high.'],
      ['name', 'Dara Vyasa, of Energy UK, said that bills were still too high.'],
    ],
  },
  {
    source:
      '小米第三季收入按年升22%至1,131億元人民幣，純利113億元。雷軍表示，電動車業務首次錄得盈利。\n比亞迪同期純利則下跌33%至78億元。',
    true: [
      'Xiaomi’s revenue rose 22 per cent to 113.1bn yuan in the third quarter.',
      '小米收入增長22%，電動車業務首次賺錢。',
      '比亞迪純利跌33%，至78億元。',
      'BYD’s net profit fell 33 per cent.',
    ],
    planted: [
      ['direction', 'Xiaomi’s revenue fell 22 per cent to 113.1bn yuan in the third quarter.'],
      ['direction', '比亞迪純利升33%，至78億元。'],
      ['direction', 'BYD’s net profit rose 33 per cent.'],
    ],
  },
  {
    source:
      'Sinner defeated Alcaraz 7-5, 6-4 in the final in Turin. “I served well,” Sinner said.\nAlcaraz said he had a thigh injury.',
    true: [
      'Jannik Sinner在都靈的決賽以7比5、6比4擊敗Alcaraz。',
      'Sinner said that he had served well.',
      'Alcaraz said that he had injured a thigh.',
    ],
    planted: [
      ['place', 'Sinner在巴黎的決賽以7比5、6比4擊敗Alcaraz。'],
      ['direction', 'Sinner lost to Alcaraz 7-5, 6-4 in the final in Turin.'],
      ['attribution', 'Sinner said that he had a thigh injury.'],
    ],
  },
  {
    source:
      '高等法院法官陳慶偉判處被告何偉明入獄18年，指他毫無悔意。\n控方大律師葉志輝說，涉案毒品市值4,000萬元。',
    true: [
      '法官陳慶偉判被告何偉明監禁18年。',
      '控方大律師葉志輝指，毒品市值4,000萬元。',
      'The High Court jailed the defendant for 18 years.',
    ],
    planted: [
      ['name', '法官陳慶輝判被告何偉明監禁18年。'],
      ['name', '法官陳慶偉判被告何偉民監禁18年。'],
      ['attribution', '法官陳慶偉說，涉案毒品市值4,000萬元。'],
      ['name', '控方大律師葉志偉指，毒品市值4,000萬元。'],
    ],
  },
  {
    source:
      'Thames Water narrowed its half-year loss to £98m from £149m. Finance chief Steve Buck said customers’ bills had gone up by a third.\nUnion leader Gary Carter of GMB called the company a disgrace.',
    true: [
      'Thames Water半年虧損由1.49億英鎊收窄至9,800萬英鎊。',
      'Gary Carter, of the GMB union, called the company a disgrace.',
      '工會領袖卡特（Gary Carter）形容公司可恥。',
    ],
    planted: [
      ['direction', 'Thames Water半年虧損擴大至9,800萬英鎊。'],
      ['attribution', 'Steve Buck, the finance chief, called the company a disgrace.'],
      ['attribution', '財務總監巴克（Steve Buck）形容公司可恥。'],
    ],
  },
];

export const TRUE_RETELLINGS: readonly Retelling[] = CASES.flatMap(({ source, true: told }) =>
  told.map((one) => ({ source, told: one })),
);

export const PLANTED: readonly (Retelling & { readonly kind: string })[] = CASES.flatMap(
  ({ source, planted }) => planted.map(([kind, told]) => ({ source, told, kind })),
);
