/** Common names of time zones; the first of each language is the one shown. */
export interface ZoneName {
  readonly zone: string;
  readonly en: readonly string[];
  readonly zh: readonly string[];
}

const named = (zone: string, en: string, zh: string): ZoneName => ({
  zone,
  en: en.split(', '),
  zh: zh.split('、'),
});

/** The ones that newsrooms use most come first. */
export const ZONE_NAMES: readonly ZoneName[] = [
  named('Asia/Hong_Kong', 'Hong Kong, hk, hkt', '香港'),
  named('Europe/London', 'London, uk, united kingdom, britain, england', '倫敦、英國、英格蘭'),
  named('Asia/Taipei', 'Taipei, taiwan', '台北、臺北、台灣、臺灣'),
  named('America/New_York', 'New York, nyc, washington dc, boston, us eastern', '紐約、華盛頓、波士頓、美東'),
  named('America/Los_Angeles', 'Los Angeles, la, san francisco, us pacific', '洛杉磯、三藩市、美西'),
  named('America/Toronto', 'Toronto, ottawa', '多倫多、渥太華'),
  named('America/Vancouver', 'Vancouver', '溫哥華'),
  named('Australia/Sydney', 'Sydney, canberra', '悉尼、雪梨、坎培拉'),
  named('Asia/Tokyo', 'Tokyo, japan', '東京、日本'),
  named('Asia/Singapore', 'Singapore, sg', '新加坡'),
  named('Europe/Paris', 'Paris, france', '巴黎、法國'),
  named('Europe/Berlin', 'Berlin, germany, frankfurt', '柏林、德國、法蘭克福'),
  named('UTC', 'UTC, universal time', '世界時間、協調世界時'),
  named('Asia/Shanghai', 'Shanghai, beijing, china', '上海、北京、中國'),
  named('Asia/Macau', 'Macau, macao', '澳門'),
  named('Asia/Seoul', 'Seoul, korea', '首爾、韓國'),
  named('Asia/Bangkok', 'Bangkok, thailand', '曼谷、泰國'),
  named('Asia/Kuala_Lumpur', 'Kuala Lumpur, malaysia', '吉隆坡、馬來西亞'),
  named('Asia/Manila', 'Manila, philippines', '馬尼拉、菲律賓'),
  named('Asia/Jakarta', 'Jakarta, indonesia', '雅加達、印尼'),
  named('Asia/Ho_Chi_Minh', 'Ho Chi Minh City, vietnam, saigon', '胡志明市、越南'),
  named('Asia/Kolkata', 'Kolkata, india, mumbai, delhi', '加爾各答、印度、孟買、新德里'),
  named('Asia/Kathmandu', 'Kathmandu, nepal', '加德滿都、尼泊爾'),
  named('Asia/Yangon', 'Yangon, myanmar, burma', '仰光、緬甸'),
  named('Asia/Dubai', 'Dubai, abu dhabi, uae', '杜拜、迪拜、阿聯酋'),
  named('Asia/Jerusalem', 'Jerusalem, tel aviv, israel', '耶路撒冷、以色列'),
  named('Asia/Tehran', 'Tehran, iran', '德黑蘭、伊朗'),
  named('Europe/Dublin', 'Dublin, ireland', '都柏林、愛爾蘭'),
  named('Europe/Lisbon', 'Lisbon, portugal', '里斯本、葡萄牙'),
  named('Europe/Madrid', 'Madrid, spain, barcelona', '馬德里、西班牙、巴塞隆拿'),
  named('Europe/Rome', 'Rome, italy, milan', '羅馬、意大利、米蘭'),
  named('Europe/Amsterdam', 'Amsterdam, netherlands', '阿姆斯特丹、荷蘭'),
  named('Europe/Brussels', 'Brussels, belgium', '布魯塞爾、比利時'),
  named('Europe/Zurich', 'Zurich, switzerland, geneva', '蘇黎世、瑞士、日內瓦'),
  named('Europe/Vienna', 'Vienna, austria', '維也納、奧地利'),
  named('Europe/Stockholm', 'Stockholm, sweden', '斯德哥爾摩、瑞典'),
  named('Europe/Kyiv', 'Kyiv, kiev, ukraine', '基輔、烏克蘭'),
  named('Europe/Moscow', 'Moscow, russia', '莫斯科、俄羅斯'),
  named('Europe/Istanbul', 'Istanbul, turkey', '伊斯坦堡、土耳其'),
  named('America/Chicago', 'Chicago, us central', '芝加哥'),
  named('America/Denver', 'Denver, us mountain', '丹佛'),
  named('America/Mexico_City', 'Mexico City', '墨西哥城、墨西哥'),
  named('America/Sao_Paulo', 'Sao Paulo, brazil', '聖保羅、巴西'),
  named('America/Argentina/Buenos_Aires', 'Buenos Aires, argentina', '布宜諾斯艾利斯、阿根廷'),
  named('Australia/Melbourne', 'Melbourne', '墨爾本'),
  named('Australia/Brisbane', 'Brisbane', '布里斯班'),
  named('Australia/Perth', 'Perth', '珀斯'),
  named('Pacific/Auckland', 'Auckland, new zealand, wellington', '奧克蘭、紐西蘭、新西蘭'),
  named('Africa/Cairo', 'Cairo, egypt', '開羅、埃及'),
  named('Africa/Johannesburg', 'Johannesburg, south africa', '約翰內斯堡、南非'),
  named('Africa/Lagos', 'Lagos, nigeria', '拉各斯、尼日利亞'),
  named('Africa/Nairobi', 'Nairobi, kenya', '奈洛比、肯雅'),
];

/** Spellings that the runtime's database still lists beside, or instead of, the current ones. */
export const OLD_SPELLINGS: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
};
