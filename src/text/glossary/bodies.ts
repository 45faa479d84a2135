/**
 * Companies, institutions, parties, clubs, leaders and currencies whose names differ between English and Chinese. Each line
 * is one of them, its forms between bars. An edition adds its own by `glossary`.
 */
export const FIRMS = listed(`
Alibaba|阿里巴巴|阿里
Tencent|騰訊
Baidu|百度
Huawei|華為
Xiaomi|小米
JD.com|京東
Meituan|美團
ByteDance|字節跳動
TikTok|抖音
BYD|比亞迪
Geely|吉利汽車|吉利
Evergrande|恒大
Vanke|萬科
Country Garden|碧桂園
SMIC|中芯國際|中芯
Lenovo|聯想
TSMC|台積電|Taiwan Semiconductor
Foxconn|鴻海|富士康|Hon Hai
Samsung|三星
SK Hynix|海力士
Hyundai|現代汽車
Sony|索尼
Nintendo|任天堂
Toyota|豐田
Honda|本田
Nissan|日產
SoftBank|軟銀
Apple|蘋果公司|蘋果
Google|谷歌
Alphabet|字母公司
Microsoft|微軟
Amazon|亞馬遜
Tesla|特斯拉
Nvidia|輝達|英偉達
Intel|英特爾
Qualcomm|高通
AMD|超微
Meta|臉書|Facebook
Twitter|推特
Netflix|網飛
OpenAI
Boeing|波音
Airbus|空中巴士|空客
Emirates|阿聯酋航空
Cathay Pacific|Cathay|國泰航空|國泰
British Airways|英國航空|英航
Lufthansa|漢莎
Singapore Airlines|新加坡航空|新航
Qantas|澳洲航空|澳航
Rolls-Royce|勞斯萊斯
Jaguar Land Rover|捷豹路虎|積架越野路華
Volkswagen|福士汽車|大眾汽車|福斯汽車
Mercedes-Benz|Mercedes|平治|奔馳|賓士
BMW|寶馬
Volvo|富豪汽車|沃爾沃
Goldman Sachs|高盛
Morgan Stanley|摩根士丹利|大摩
JPMorgan|JP Morgan|JPMorgan Chase|摩根大通|小摩
Citigroup|Citi|花旗
Bank of America|美國銀行|美銀
HSBC|匯豐|滙豐
Standard Chartered|渣打
Hang Seng Bank|恒生銀行|恒生|恆生銀行
Bank of China|中國銀行|中銀
Bank of East Asia|東亞銀行|東亞
Barclays|巴克萊
Lloyds|萊斯銀行|勞埃德
NatWest|國民西敏
UBS|瑞銀
Credit Suisse|瑞信|瑞士信貸
Deutsche Bank|德意志銀行|德銀
BNP Paribas|法國巴黎銀行|法巴
Nomura|野村
BlackRock|貝萊德
Berkshire Hathaway|巴郡|波克夏|伯克希爾
Prudential|保誠
AIA|友邦
Swire|太古
CK Hutchison|長江和記|長和
CK Asset|長實
Sun Hung Kai Properties|Sun Hung Kai|新鴻基地產|新地|新鴻基
Henderson Land|恒基|恒地
New World Development|新世界發展|新世界
MTR|MTR Corporation|港鐵|港鐵公司
CLP|中電
`);

export const BODIES = listed(`
HKEX|Hong Kong Exchanges|港交所|香港交易所|聯交所|交易所
HKMA|Hong Kong Monetary Authority|Monetary Authority|金管局|金融管理局|香港金融管理局
SFC|Securities and Futures Commission|證監會|證監
ICAC|Independent Commission Against Corruption|廉政公署|廉署
Hospital Authority|醫管局|醫院管理局
Housing Authority|房委會|房屋委員會
Legislative Council|Legco|立法會
Airport Authority|機管局|機場管理局
Hong Kong Observatory|Observatory|天文台
Consumer Council|消費者委員會|消委會
Equal Opportunities Commission|平機會|平等機會委員會
University of Hong Kong|HKU|香港大學|港大
Chinese University of Hong Kong|Chinese University|CUHK|香港中文大學|中文大學|中大
Federal Reserve|Fed|聯儲局|美聯儲|聯準會|美國聯邦儲備局
Bank of England|英倫銀行|英國央行|英格蘭銀行
European Central Bank|ECB|歐洲央行|歐央行
Bank of Japan|BOJ|日本央行|日銀
People's Bank of China|PBOC|人民銀行|人行|中國央行
International Monetary Fund|IMF|國際貨幣基金組織|國際貨幣基金|國基會
World Bank|世界銀行|世銀
World Health Organization|World Health Organisation|WHO|世界衞生組織|世界衛生組織|世衞|世衛
World Trade Organization|WTO|世界貿易組織|世貿
OECD|經合組織|經濟合作暨發展組織
NATO|Nato|北約|北大西洋公約組織
OPEC|Opec|油組|石油輸出國組織
International Criminal Court|ICC|國際刑事法院
Red Cross|紅十字會
Amnesty International|Amnesty|國際特赦組織
UNESCO|Unesco|聯合國教科文組織
Interpol|INTERPOL|國際刑警
FBI|Federal Bureau of Investigation|聯邦調查局
CIA|中央情報局|中情局
NASA|Nasa|太空總署|美國太空總署|航太總署|宇航局|美國航天局
Supreme Court|最高法院
House of Commons|Commons|下議院|下院
House of Lords|Lords|上議院|上院
House of Representatives|US House|U.S. House|眾議院|衆議院|Congressman|Congresswoman|Rep.
Senate|參議院
Electoral Commission|選舉委員會|選委會
Conservative Party|Conservatives|Conservative|Tory|Tories|保守黨
Labour Party|Labour|工黨
Liberal Democrats|Liberal Democrat|Lib Dem|Lib Dems|自由民主黨|自民黨
Reform UK|改革黨|英國改革黨
Scottish National Party|SNP|蘇格蘭民族黨
Green Party|Greens|綠黨
Democratic Party|Democrats|Democrat|Democratic|D-Minn|民主黨
Republican Party|Republicans|Republican|GOP|共和黨
Sinn Féin|Sinn Fein|新芬黨
Communist Party|共產黨|中共
BBC|英國廣播公司
Sky News|天空新聞
CNN|有線新聞網
Reuters|路透社|路透
Associated Press|AP|美聯社
AFP|Agence France-Presse|法新社
Bloomberg|彭博
Xinhua|新華社
Financial Times|FT|金融時報
Guardian|衛報
The Times|泰晤士報
New York Times|紐約時報
Washington Post|華盛頓郵報
Wall Street Journal|華爾街日報
Premier League|英超
Champions League|歐聯|歐冠
Europa League|歐霸|歐洲足協歐霸盃
FA Cup|足總盃
World Cup|世界盃|世界杯
Olympic|Olympics|Olympian|奧運
UEFA|Uefa|歐洲足協
FIFA|Fifa|國際足協
Hang Seng Index|恒生指數|恒指|恆生指數
Dow Jones|Dow|道瓊斯|道指|杜瓊斯
Nasdaq|納斯達克|納指
S&P 500|S&P|標普500|標普
FTSE 100|FTSE|富時100|富時
Nikkei|日經
Bitcoin|bitcoin|比特幣
Ethereum|Ether|ether|以太幣|以太坊
`);

export const CLUBS = listed(`
Manchester United|Man United|Man Utd|曼聯
Manchester City|Man City|曼城
Chelsea|車路士|切爾西
Arsenal|阿仙奴|阿森納|兵工廠
Tottenham Hotspur|Tottenham|Spurs|熱刺|托定咸
Everton|愛華頓|埃弗頓
West Ham United|West Ham|韋斯咸|西漢姆
Newcastle United|紐卡素
Aston Villa|阿士東維拉|維拉
Leicester City|李斯特城
Crystal Palace|水晶宮
Brighton & Hove Albion|白禮頓
Wolverhampton Wanderers|Wolves|狼隊
Nottingham Forest|諾定咸森林
Real Madrid|皇家馬德里|皇馬
Atletico Madrid|Atlético Madrid|馬德里體育會|馬體會
Barcelona|巴塞隆拿|巴塞|巴薩
Bayern Munich|Bayern|拜仁慕尼黑|拜仁
Borussia Dortmund|Dortmund|多蒙特
Juventus|祖雲達斯|尤文圖斯
AC Milan|AC米蘭
Inter Milan|Inter|國際米蘭
Paris Saint-Germain|PSG|巴黎聖日耳門
Porto|波圖
Ajax|阿積士|阿賈克斯
`);

export const PERSONS = listed(`
Donald Trump|Trump|特朗普|川普
Joe Biden|Biden|拜登
Barack Obama|Obama|奧巴馬|歐巴馬
Kamala Harris|Harris|賀錦麗
JD Vance|Vance|萬斯
Vladimir Putin|Putin|普京|普丁
Volodymyr Zelensky|Zelensky|Zelenskyy|澤連斯基
Xi Jinping|習近平
Li Qiang|李強
Wang Yi|王毅
Keir Starmer|Starmer|施紀賢
Rishi Sunak|Sunak|辛偉誠
Boris Johnson|約翰遜
Theresa May|文翠珊
Liz Truss|Truss|卓慧思
David Cameron|Cameron|甘民樂|卡梅倫
Jeremy Corbyn|Corbyn|郝爾彬
Rachel Reeves|Reeves|李韻晴
David Lammy|Lammy|林德偉
Kemi Badenoch|Badenoch|巴德諾赫
Nigel Farage|Farage|法拉奇
Emmanuel Macron|Macron|馬克龍
Angela Merkel|Merkel|默克爾
Friedrich Merz|Merz|默茨
Benjamin Netanyahu|Netanyahu|內塔尼亞胡
Elon Musk|Musk|馬斯克
Bill Gates|Gates|蓋茨
Mark Zuckerberg|Zuckerberg|朱克伯格
Jeff Bezos|Bezos|貝索斯|貝佐斯
Jerome Powell|Powell|鮑威爾
Christine Lagarde|Lagarde|拉加德
John Lee|李家超
Carrie Lam|林鄭月娥|林鄭
Paul Chan|陳茂波
Jimmy Lai|黎智英
Jensen Huang|黃仁勳
King Charles|查理斯三世|英王查理斯|查理斯國王
`);

function listed(lines: string): readonly string[] {
  return lines.trim().split('\n');
}
