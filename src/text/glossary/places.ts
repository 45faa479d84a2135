/**
 * Places below the size of a country, with their usual names in English and in Chinese as Hong Kong, Taiwan and the
 * mainland write them; by the ISO 3166 code of the country (ENG, SCT, WLS and NIR are the parts of GB). A name in
 * brackets is another form of the place itself, such as a demonym.
 */
export const PLACES: Readonly<Record<string, string>> = {
  GB: `England 英格蘭 (English); Scotland 蘇格蘭 (Scottish); Wales 威爾斯 (Welsh); Northern Ireland 北愛爾蘭 北愛;
    London 倫敦 (Westminster) (Londoners); Manchester 曼徹斯特; Birmingham 伯明翰; Liverpool 利物浦; Leeds 列斯;
    Glasgow 格拉斯哥; Edinburgh 愛丁堡; Cardiff 卡迪夫 加的夫; Belfast 貝爾法斯特; Bristol 布里斯托 布里斯托爾; Sheffield 錫菲 謝菲爾德 設菲爾德;
    Newcastle 紐卡素 紐卡斯爾; Nottingham 諾定咸 諾丁漢; Leicester 李斯特市 萊斯特; Oxford 牛津; Cambridge 劍橋; Brighton 白禮頓 布萊頓;
    Southampton 修咸頓 南安普敦; Portsmouth 樸茨茅夫 朴茨茅斯; Plymouth 普利茅斯; Norwich 諾域治 諾里奇; Coventry 高雲地利 考文垂;
    Sunderland 新特蘭 桑德蘭; Middlesbrough 米杜士堡; Aberdeen 阿伯丁 鴨巴甸; Dundee 丹地; Swansea 史雲斯 斯旺西; Bradford 布拉德福德;
    Hull 赫爾; Blackpool 黑池; Exeter 埃克塞特; Gloucester 告羅士打; Essex 埃塞克斯 艾塞克斯; Kent 肯特郡; Cornwall 康沃爾; Devon 德文郡;
    Yorkshire 約克郡; Lancashire 蘭開夏; Surrey 薩里郡 薩里; Sussex 薩塞克斯; Norfolk 諾福克; Suffolk 薩福克; Dover 多佛; Gatwick 蓋特威克; Heathrow 希斯路 希思羅;
    Stansted 斯坦斯特德; Wembley 溫布萊; Wimbledon 溫布頓; Salford 索爾福德 沙福; Dorset 多塞特; Cumbria 坎布里亞`,
  IE: 'Dublin 都柏林',
  FR: 'Paris 巴黎 (Parisian); Marseille 馬賽; Lyon 里昂; Lille 里爾; Bordeaux 波爾多; Toulouse 圖盧茲 土魯斯; Strasbourg 史特拉斯堡 斯特拉斯堡; Cannes 康城 坎城 戛納; Nantes 南特; Calais 加來; Normandy 諾曼第 諾曼底',
  DE: 'Berlin 柏林; Munich 慕尼黑; Frankfurt 法蘭克福; Hamburg 漢堡; Cologne 科隆; Dusseldorf 杜塞爾多夫; Stuttgart 斯圖加特; Leipzig 萊比錫; Dresden 德累斯頓; Dortmund 多蒙特 多特蒙德; Bavaria 巴伐利亞 (Bavarian); Nuremberg 紐倫堡; Bonn 波恩',
  IT: 'Rome 羅馬; Milan 米蘭; Venice 威尼斯; Turin 都靈; Naples 那不勒斯 拿坡里; Florence 佛羅倫斯 佛羅倫薩; Genoa 熱那亞 熱內亞; Sicily 西西里; Sardinia 撒丁; Bologna 博洛尼亞; Bergamo 貝加莫',
  ES: 'Madrid 馬德里; Barcelona 巴塞隆拿 巴塞羅那 巴塞隆納; Seville 塞維利亞 西維爾; Valencia 華倫西亞 瓦倫西亞; Catalonia 加泰羅尼亞 加泰隆尼亞 (Catalan); Bilbao 畢爾包; Malaga 馬拉加; Mallorca 馬略卡; Canary Islands 加那利群島',
  PT: 'Lisbon 里斯本; Porto 波圖 波爾圖; Madeira 馬德拉',
  NL: 'Amsterdam 阿姆斯特丹; Rotterdam 鹿特丹; The Hague 海牙',
  BE: 'Brussels 布魯塞爾; Antwerp 安特衛普',
  CH: 'Zurich 蘇黎世; Geneva 日內瓦; Basel 巴塞爾; Davos 達沃斯; Lausanne 洛桑; Bern 伯爾尼',
  AT: 'Vienna 維也納 (Viennese); Salzburg 薩爾茨堡 薩爾斯堡; Graz 格拉茲; Linz 林茨; Innsbruck 因斯布魯克; Braunau 布勞瑙; Upper Austria 上奧地利',
  GR: 'Athens 雅典; Lesbos 萊斯沃斯島; Crete 克里特',
  DK: 'Copenhagen 哥本哈根; Greenland 格陵蘭 (Greenlandic)',
  SE: 'Stockholm 斯德哥爾摩; Gothenburg 哥德堡; Malmo 馬爾默',
  NO: 'Oslo 奧斯陸; Bergen 卑爾根',
  FI: 'Helsinki 赫爾辛基',
  IS: 'Reykjavik 雷克雅未克',
  PL: 'Warsaw 華沙; Krakow 克拉科夫; Gdansk 格但斯克',
  CZ: 'Prague 布拉格',
  HU: 'Budapest 布達佩斯',
  RO: 'Bucharest 布加勒斯特',
  BG: 'Sofia 索菲亞',
  RS: 'Belgrade 貝爾格萊德',
  HR: 'Zagreb 薩格勒布; Dubrovnik 杜布羅夫尼克',
  BA: 'Sarajevo 薩拉熱窩',
  UA: 'Kyiv 基輔 (Kiev); Kharkiv 哈爾科夫; Odesa 敖德薩 (Odessa); Lviv 利沃夫; Donetsk 頓涅茨克; Luhansk 盧甘斯克; Crimea 克里米亞 (Crimean); Mariupol 馬里烏波爾; Kherson 赫爾松; Zaporizhzhia 扎波羅熱; Donbas 頓巴斯',
  RU: 'Moscow 莫斯科 (Kremlin) 克里姆林宮; St Petersburg 聖彼得堡; Kursk 庫爾斯克; Sochi 索契; Vladivostok 海參崴; Siberia 西伯利亞; Chechnya 車臣; Belgorod 別爾哥羅德',
  TR: 'Istanbul 伊斯坦堡 伊斯坦布爾; Ankara 安卡拉; Izmir 伊茲密爾',
  AM: 'Yerevan 埃里溫',
  AZ: 'Baku 巴庫',
  GE: 'Tbilisi 第比利斯',
  KZ: 'Astana 阿斯塔納; Almaty 阿拉木圖',
  US: `Washington 華盛頓 華府 (White House) 白宮; New York 紐約 紐約州 (Wall Street) 華爾街; Washington State 華盛頓州; Los Angeles 洛杉磯; Chicago 芝加哥; San Francisco 三藩市 舊金山;
    Boston 波士頓; Houston 侯斯頓 休斯頓 休士頓; Miami 邁阿密; Seattle 西雅圖; Dallas 達拉斯; Philadelphia 費城; Atlanta 亞特蘭大; Detroit 底特律; Denver 丹佛; Phoenix 鳳凰城;
    Las Vegas 拉斯維加斯; San Diego 聖地牙哥 聖迭戈; Austin 奧斯汀; Minneapolis 明尼阿波利斯; Baltimore 巴爾的摩; Pittsburgh 匹茲堡; Cleveland 克利夫蘭; St Louis 聖路易斯; New Orleans 新奧爾良 紐奧良; Buffalo 水牛城 布法羅;
    San Jose 聖荷西; Silicon Valley 矽谷 硅谷; Hollywood 荷里活 好萊塢; Manhattan 曼哈頓; Brooklyn 布魯克林; Honolulu 檀香山; Orlando 奧蘭多; Portland 波特蘭; Nashville 納什維爾; Cape Canaveral 卡納維拉爾角;
    Capitol Hill 國會山; Pentagon 五角大樓; Alabama 亞拉巴馬州 阿拉巴馬州; Alaska 阿拉斯加; Arizona 亞利桑那; Arkansas 阿肯色; California 加州 加利福尼亞 (Californian); Colorado 科羅拉多; Connecticut 康涅狄格; Delaware 特拉華;
    Florida 佛羅里達; Georgia 佐治亞州 喬治亞州; Hawaii 夏威夷; Idaho 愛達荷; Illinois 伊利諾; Indiana 印第安納; Iowa 艾奧瓦 愛荷華; Kansas 堪薩斯; Kentucky 肯塔基; Louisiana 路易斯安那; Maine 緬因州; Maryland 馬里蘭;
    Massachusetts 麻省 馬薩諸塞 麻薩諸塞; Michigan 密歇根 密西根; Minnesota 明尼蘇達 (Minn.) (D-Minn); Mississippi 密西西比; Missouri 密蘇里; Montana 蒙大拿; Nebraska 內布拉斯加; Nevada 內華達; New Hampshire 新罕布什爾 新罕布夏; New Jersey 新澤西 紐澤西;
    New Mexico 新墨西哥; North Carolina 北卡羅來納 北卡; North Dakota 北達科他; Ohio 俄亥俄; Oklahoma 俄克拉荷馬; Oregon 俄勒岡; Pennsylvania 賓夕法尼亞 賓州 賓夕凡尼亞; Rhode Island 羅德島; South Carolina 南卡羅來納 南卡; South Dakota 南達科他;
    Tennessee 田納西; Texas 德州 得州 德克薩斯 得克薩斯 (Texan); Utah 猶他; Vermont 佛蒙特; Virginia 維珍尼亞 弗吉尼亞 維吉尼亞; West Virginia 西維珍尼亞 西弗吉尼亞; Wisconsin 威斯康星 威斯康辛; Wyoming 懷俄明; Ithaca 伊薩卡; Rochester 羅切斯特`,
  CA: 'Toronto 多倫多; Vancouver 溫哥華; Montreal 蒙特利爾 滿地可; Ottawa 渥太華; Calgary 卡加里 卡爾加里; Quebec 魁北克; Ontario 安大略; British Columbia 卑詩 不列顛哥倫比亞; Alberta 亞伯達 艾伯塔; Edmonton 愛民頓; Nova Scotia 新斯科舍; Manitoba 曼尼托巴; Winnipeg 溫尼伯',
  MX: 'Mexico City 墨西哥城; Tijuana 蒂華納; Cancun 坎昆',
  CU: 'Havana 哈瓦那',
  BR: 'Brasilia 巴西利亞; Rio de Janeiro 里約熱內盧; Sao Paulo 聖保羅',
  AR: 'Buenos Aires 布宜諾斯艾利斯',
  CL: 'Santiago 聖地亞哥',
  PE: 'Lima 利馬',
  CO: 'Bogota 波哥大',
  VE: 'Caracas 加拉加斯',
  EC: 'Quito 基多',
  PA: 'Panama Canal 巴拿馬運河',
  AU: 'Sydney 悉尼 雪梨; Melbourne 墨爾本; Canberra 堪培拉 坎培拉; Brisbane 布里斯本 布里斯班; Perth 珀斯; Adelaide 阿德萊德; Queensland 昆士蘭; New South Wales 新南威爾士; Victoria 維多利亞州; Tasmania 塔斯曼尼亞; Gold Coast 黃金海岸; Bondi 邦迪',
  NZ: 'Auckland 奧克蘭; Wellington 威靈頓 惠靈頓; Christchurch 基督城',
  JP: 'Tokyo 東京; Osaka 大阪; Kyoto 京都; Hokkaido 北海道; Okinawa 沖繩; Fukushima 福島; Hiroshima 廣島; Nagasaki 長崎; Nagoya 名古屋; Fukuoka 福岡; Sapporo 札幌; Yokohama 橫濱; Kobe 神戶; Sendai 仙台; Kumamoto 熊本; Hakodate 函館; Nara 奈良; Noto 能登',
  KR: 'Seoul 首爾 漢城; Busan 釜山; Incheon 仁川; Jeju 濟州; Daegu 大邱',
  KP: 'Pyongyang 平壤',
  CN: `Beijing 北京 (Peking); Shanghai 上海; Shenzhen 深圳; Guangzhou 廣州; Guangdong 廣東; Chongqing 重慶; Tianjin 天津; Wuhan 武漢; Chengdu 成都; Hangzhou 杭州; Nanjing 南京; Suzhou 蘇州; Xi'an 西安; Dongguan 東莞; Zhuhai 珠海; Zhongshan 中山 中山市;
    Foshan 佛山; Huizhou 惠州; Jiangmen 江門; Zhaoqing 肇慶; Xiamen 廈門; Fuzhou 福州; Qingdao 青島; Dalian 大連; Harbin 哈爾濱; Shenyang 瀋陽; Zhengzhou 鄭州; Changsha 長沙; Kunming 昆明; Ningbo 寧波; Sanya 三亞; Nanning 南寧; Guilin 桂林; Lhasa 拉薩; Urumqi 烏魯木齊;
    Fujian 福建; Zhejiang 浙江; Jiangsu 江蘇; Sichuan 四川; Hubei 湖北; Hunan 湖南; Henan 河南; Hebei 河北; Shandong 山東; Shanxi 山西; Shaanxi 陝西; Yunnan 雲南; Guangxi 廣西; Guizhou 貴州; Hainan 海南; Jiangxi 江西; Anhui 安徽; Gansu 甘肅; Liaoning 遼寧; Jilin 吉林; Heilongjiang 黑龍江;
    Inner Mongolia 內蒙古; Xinjiang 新疆 (Uighur) (Uyghur) 維吾爾; Tibet 西藏 (Tibetan); Qinghai 青海; Ningxia 寧夏; Greater Bay Area 大灣區; Tiananmen 天安門; Wuxi 無錫; Wenzhou 溫州; Hengqin 橫琴; Nansha 南沙; Qianhai 前海; Zhangjiajie 張家界; Macao Bridge 港珠澳大橋`,
  TW: 'Taipei 台北 臺北; Kaohsiung 高雄; Taichung 台中 臺中; Tainan 台南 臺南; Hualien 花蓮; Hsinchu 新竹; Taoyuan 桃園; Keelung 基隆; Kinmen 金門; New Taipei 新北',
  HK: `Kowloon 九龍; New Territories 新界; Hong Kong Island 港島 香港島; Central 中環; Admiralty 金鐘; Wan Chai 灣仔; Causeway Bay 銅鑼灣; North Point 北角; Quarry Bay 鰂魚涌; Tai Koo 太古城; Chai Wan 柴灣; Shau Kei Wan 筲箕灣; Aberdeen 香港仔; Ap Lei Chau 鴨脷洲; Stanley 赤柱; Pok Fu Lam 薄扶林; Happy Valley 跑馬地; Sheung Wan 上環; Sai Ying Pun 西營盤; Kennedy Town 堅尼地城; Mid-Levels 半山區;
    Tsim Sha Tsui 尖沙咀 尖東; Yau Ma Tei 油麻地; Mong Kok 旺角; Sham Shui Po 深水埗; Cheung Sha Wan 長沙灣; Lai Chi Kok 荔枝角; Mei Foo 美孚; Hung Hom 紅磡; To Kwa Wan 土瓜灣; Kai Tak 啟德; Kowloon City 九龍城; Wong Tai Sin 黃大仙; Diamond Hill 鑽石山; San Po Kong 新蒲崗; Kowloon Bay 九龍灣; Ngau Tau Kok 牛頭角; Kwun Tong 觀塘; Lam Tin 藍田; Yau Tong 油塘; Tseung Kwan O 將軍澳; Hang Hau 坑口;
    Sha Tin 沙田; Ma On Shan 馬鞍山; Tai Wai 大圍; Fo Tan 火炭; Tai Po 大埔; Fanling 粉嶺; Sheung Shui 上水; Yuen Long 元朗; Tin Shui Wai 天水圍; Tuen Mun 屯門; Tsuen Wan 荃灣; Kwai Chung 葵涌; Kwai Fong 葵芳; Tsing Yi 青衣; Tung Chung 東涌; Lantau 大嶼山; Cheung Chau 長洲; Lamma 南丫島; Peng Chau 坪洲; Sai Kung 西貢; Clear Water Bay 清水灣; Chek Lap Kok 赤鱲角; Lok Ma Chau 落馬洲; Lo Wu 羅湖; Kwu Tung 古洞; Hung Shui Kiu 洪水橋; Victoria Harbour 維港 維多利亞港; Ho Man Tin 何文田; Tai Hang 大坑; Jordan 佐敦; Tai Kok Tsui 大角咀; Shek Kip Mei 石硤尾; Lung Kwu Tan 龍鼓灘; Sha Tau Kok 沙頭角`,
  MO: 'Taipa 氹仔; Cotai 路氹; Coloane 路環',
  IN: 'New Delhi 新德里 (Delhi) 德里; Mumbai 孟買; Kolkata 加爾各答; Bangalore 班加羅爾 (Bengaluru); Chennai 清奈 金奈; Hyderabad 海德拉巴; Kashmir 克什米爾 喀什米爾; Kerala 喀拉拉邦; Ahmedabad 艾哈邁達巴德; Goa 果阿',
  PK: 'Islamabad 伊斯蘭堡; Karachi 卡拉奇; Lahore 拉合爾; Peshawar 白沙瓦',
  BD: 'Dhaka 達卡',
  LK: 'Colombo 科倫坡',
  NP: 'Kathmandu 加德滿都',
  AF: 'Kabul 喀布爾; Kandahar 坎大哈',
  TH: 'Bangkok 曼谷; Phuket 布吉 普吉; Chiang Mai 清邁; Pattaya 芭堤雅; Koh Samui 蘇梅島',
  VN: 'Hanoi 河內; Ho Chi Minh City 胡志明市 (Saigon) 西貢市; Da Nang 峴港',
  KH: 'Phnom Penh 金邊; Sihanoukville 西港 西哈努克',
  LA: 'Vientiane 萬象',
  MM: 'Yangon 仰光; Naypyidaw 內比都; Mandalay 曼德勒; Myawaddy 妙瓦底; Rakhine 若開邦',
  MY: 'Kuala Lumpur 吉隆坡; Penang 檳城; Johor 柔佛; Sabah 沙巴; Sarawak 砂拉越',
  ID: 'Jakarta 雅加達; Bali 峇里 峇厘 巴厘島; Sumatra 蘇門答臘; Java 爪哇; Borneo 婆羅洲; Aceh 亞齊',
  PH: 'Manila 馬尼拉; Cebu 宿霧; Mindanao 棉蘭老島; Luzon 呂宋; Davao 達沃; Boracay 長灘島',
  SG: 'Changi 樟宜; Sentosa 聖淘沙',
  IL: 'Jerusalem 耶路撒冷; Tel Aviv 特拉維夫; Haifa 海法; Golan Heights 戈蘭高地',
  PS: 'Gaza 加沙 加薩 (Gazan); West Bank 西岸地區 約旦河西岸 (Ramallah) 拉姆安拉; Rafah 拉法; Khan Younis 汗尤尼斯',
  IR: 'Tehran 德黑蘭; Isfahan 伊斯法罕; Strait of Hormuz 霍爾木茲海峽',
  IQ: 'Baghdad 巴格達; Mosul 摩蘇爾; Basra 巴士拉',
  SY: 'Damascus 大馬士革; Aleppo 阿勒頗; Idlib 伊德利卜',
  LB: 'Beirut 貝魯特',
  JO: 'Amman 安曼',
  YE: 'Sanaa 薩那',
  SA: 'Riyadh 利雅得 利雅德; Jeddah 吉達; Mecca 麥加',
  AE: 'Dubai 杜拜 迪拜; Abu Dhabi 阿布扎比 阿布達比',
  QA: 'Doha 多哈',
  EG: 'Cairo 開羅; Suez Canal 蘇彝士運河 蘇伊士運河; Sinai 西奈',
  LY: 'Tripoli 的黎波里',
  MA: 'Casablanca 卡薩布蘭卡; Marrakech 馬拉喀什; Rabat 拉巴特',
  TN: 'Tunis 突尼斯市',
  SD: 'Khartoum 喀土穆; Darfur 達爾富爾',
  ET: 'Addis Ababa 亞的斯亞貝巴; Tigray 提格雷',
  KE: 'Nairobi 內羅畢; Mombasa 蒙巴薩',
  NG: 'Lagos 拉各斯 拉哥斯; Abuja 阿布賈',
  GH: 'Accra 阿克拉',
  ZA: 'Johannesburg 約翰內斯堡 約翰尼斯堡; Cape Town 開普敦; Pretoria 比勒陀利亞; Durban 德班',
  CD: 'Kinshasa 金夏沙; Goma 戈馬',
  RW: 'Kigali 基加利',
  SO: 'Mogadishu 摩加迪沙',
};

/** What belongs to no country, or to many. */
export const ELSEWHERE =
  'Mars 火星; the moon 月球; Venus 金星; Jupiter 木星; Saturn 土星; Antarctica 南極洲; Arctic 北極; Mediterranean 地中海; Red Sea 紅海; Black Sea 黑海; South China Sea 南海; English Channel 英倫海峽 英吉利海峽; Taiwan Strait 台海 台灣海峽; Atlantic 大西洋; Pacific 太平洋; Indian Ocean 印度洋; Caribbean 加勒比; Balkans 巴爾幹; Himalayas 喜馬拉雅; Sahara 撒哈拉';
