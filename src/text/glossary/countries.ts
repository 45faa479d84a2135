/**
 * Countries and territories in English and Chinese. Names come from Unicode's CLDR through `Intl.DisplayNames`. This
 * file adds demonyms, short names and, after two bars, signs that a text is about the country: its government, its
 * money. Keyed by ISO 3166 code.
 */
const NAMES_AND_SIGNS: Readonly<Record<string, string>> = {
  GB: 'UK|U.K.|Britain|Great Britain|British|Briton|Britons|Brits|英方|英籍|英軍||Downing Street|英倫|唐寧街|英鎊|英人|全英',
  US: 'US|U.S.|USA|U.S.A.|United States of America|America|American|Americans|美方|美籍|美軍|美國人|合眾國||US Congress|美元|美股|全美|華裔美國人',
  CN: 'China|Mainland China|Chinese|中方|中國內地|內地|中國大陸||國務院|解放軍|中共|PRC',
  HK: 'Hong Kong|HK|HKSAR|Hongkong|Hong Konger|Hong Kongers|本港|香港||港府|港股|特區政府|港元|特首|全港性|港鐵|港人|全港',
  MO: 'Macau|Macao|Macanese|澳門',
  TW: 'Taiwan|Taiwanese|台灣|臺灣|台方||台積電|台股|民進黨',
  FR: 'French|Frenchman|Frenchwoman|Frenchmen|法方|法籍|法軍||愛麗舍宮|Elysee',
  DE: 'German|Germans|德方|德籍|德軍',
  IT: 'Italian|Italians|意國|意方|意籍|義大利',
  ES: 'Spanish|Spaniard|Spaniards|西國|西籍',
  PT: 'Portuguese|葡國|葡方|葡籍',
  NL: 'Dutch|Netherlands|Holland|荷蘭|荷方|荷籍',
  BE: 'Belgian|Belgians',
  CH: 'Swiss',
  AT: 'Austrian|Austrians|奧國|奧方',
  IE: 'Irish|Republic of Ireland|愛爾蘭共和國',
  GR: 'Greek|Greeks',
  DK: 'Danish|Dane|Danes',
  SE: 'Swedish|Swede|Swedes',
  NO: 'Norwegian|Norwegians',
  FI: 'Finnish|Finn|Finns',
  IS: 'Icelandic|Icelander',
  PL: 'Polish|Pole|Poles',
  CZ: 'Czech|Czechs|Czech Republic|捷克共和國|捷克',
  SK: 'Slovak|Slovaks|斯洛伐克',
  HU: 'Hungarian|Hungarians',
  RO: 'Romanian|Romanians',
  BG: 'Bulgarian|Bulgarians',
  RS: 'Serbian|Serb|Serbs',
  HR: 'Croatian|Croat|Croats|克羅地亞|克羅埃西亞',
  BA: 'Bosnia|Bosnian|波斯尼亞|波黑',
  AL: 'Albanian|Albanians',
  UA: 'Ukrainian|Ukrainians|烏方|烏軍|烏國',
  RU: 'Russian|Russians|Russian Federation|俄國|俄方|俄軍|俄籍|俄羅斯聯邦',
  BY: 'Belarusian|白羅斯|白俄羅斯',
  TR: 'Turkey|Türkiye|Turkiye|Turkish|Turk|Turks|Turkish-based|土耳其|土方',
  GE: 'Georgian|格魯吉亞|喬治亞',
  AM: 'Armenian|Armenians',
  AZ: 'Azerbaijani|Azeri|亞塞拜疆',
  KZ: 'Kazakh|Kazakhs|哈薩克',
  CA: 'Canadian|Canadians|加國|加方|加籍',
  MX: 'Mexican|Mexicans',
  BR: 'Brazilian|Brazilians',
  AR: 'Argentine|Argentinian|Argentines',
  CL: 'Chilean|Chileans',
  PE: 'Peruvian',
  CO: 'Colombian|Colombians|哥倫比亞',
  VE: 'Venezuelan|Venezuelans|委國',
  CU: 'Cuban|Cubans',
  AU: 'Australian|Australians|Aussie|澳洲|澳大利亞|澳方|澳籍',
  NZ: 'New Zealander|New Zealanders|Kiwi|新西蘭|紐西蘭',
  JP: 'Japanese|日方|日籍|日軍|日人||日圓|日股',
  KR: 'South Korea|South Korean|South Koreans|Korea|Korean|Koreans|Republic of Korea|韓國|南韓|韓方|韓籍|韓國人|大韓民國||韓元',
  KP: 'North Korea|North Korean|North Koreans|DPRK|北韓|朝鮮|朝方',
  IN: 'Indian|Indians|印方|印籍|印軍',
  PK: 'Pakistani|Pakistanis|巴方',
  BD: 'Bangladeshi|Bangladeshis|孟加拉|孟加拉國',
  LK: 'Sri Lankan|Sri Lankans',
  NP: 'Nepalese|Nepali',
  AF: 'Afghan|Afghans||Taliban|塔利班',
  TH: 'Thai|Thais|泰方|泰籍||泰銖',
  VN: 'Vietnamese|越方|越籍',
  KH: 'Cambodian|Cambodians|柬方',
  LA: 'Laos|Lao|Laotian|老撾|寮國',
  MM: 'Myanmar|Burma|Burmese|緬甸|緬方',
  MY: 'Malaysian|Malaysians|大馬|馬國|馬方',
  ID: 'Indonesian|Indonesians|印尼|印度尼西亞',
  PH: 'Philippine|Filipino|Filipinos|菲律賓|菲方|菲籍||菲傭',
  SG: 'Singaporean|Singaporeans|新加坡|星洲|獅城|坡國',
  IL: 'Israeli|Israelis|以方|以軍|以國',
  PS: 'Palestine|Palestinian|Palestinians|巴勒斯坦||Hamas|哈馬斯|巴人',
  IR: 'Iranian|Iranians|伊方',
  IQ: 'Iraqi|Iraqis',
  SY: 'Syrian|Syrians|敘方',
  LB: 'Lebanese||Hezbollah|真主黨',
  JO: 'Jordanian|Jordanians',
  YE: 'Yemeni|Yemenis|也門|葉門||Houthi|Houthis|胡塞',
  SA: 'Saudi|Saudis|Saudi Arabian|沙特|沙地|沙烏地阿拉伯|沙特阿拉伯|沙地阿拉伯',
  AE: 'UAE|U.A.E.|Emirati|Emiratis|阿聯酋|阿聯|阿拉伯聯合酋長國',
  QA: 'Qatari|Qataris|卡塔爾|卡達',
  KW: 'Kuwaiti',
  OM: 'Omani',
  EG: 'Egyptian|Egyptians|埃方',
  LY: 'Libyan|Libyans',
  MA: 'Moroccan|Moroccans',
  TN: 'Tunisian',
  DZ: 'Algerian|Algerians|阿爾及利亞',
  SD: 'Sudanese',
  ET: 'Ethiopian|Ethiopians|埃塞俄比亞|衣索比亞',
  KE: 'Kenyan|Kenyans|肯尼亞|肯雅|肯亞',
  NG: 'Nigerian|Nigerians|尼日利亞|奈及利亞',
  GH: 'Ghanaian|Ghanaians|加納|迦納',
  ZA: 'South African|South Africans',
  SO: 'Somali|Somalis',
  CD: 'Congo|Congolese|DRC|Democratic Republic of Congo|剛果',
  RW: 'Rwandan|Rwandans',
  UG: 'Ugandan|Ugandans',
  TZ: 'Tanzanian',
  ZW: 'Zimbabwean|津巴布韋|辛巴威',
  ZM: 'Zambian|贊比亞|尚比亞',
  MZ: 'Mozambican|莫桑比克|莫三比克',
  EU: 'EU|E.U.|European Union|歐盟|歐洲聯盟|歐方||European Commission|European Parliament|歐委會|歐洲議會',
  UN: 'UN|U.N.|United Nations|聯合國||安理會|Security Council',
  VA: 'Vatican|Holy See|教廷|梵蒂岡',
};

export interface Country {
  readonly code: string;
  readonly forms: readonly string[];
  /** Signs of the country other than its name. */
  readonly signs: readonly string[];
}

/** Every country of CLDR, with all its names known here. Built on first use. */
export function countries(): readonly Country[] {
  if (known) return known;
  const locales = LOCALES.map(namesOfRegions);
  return (known = codes().map((code) => ({ code, ...namesOf(code, locales) })));
}

let known: readonly Country[] | undefined;
const LOCALES = ['en', 'zh-Hant-HK', 'zh-Hant', 'zh-Hans'];

function namesOfRegions(locale: string): Intl.DisplayNames {
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
}

function codes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const english = namesOfRegions('en');
  return letters
    .flatMap((first) => letters.map((second) => `${first}${second}`))
    .filter((code) => english.of(code) !== undefined && !NOT_COUNTRIES.has(code));
}

/** 「法方」 and 「加國」 mean a country but also occur within other words: 「辦法方面」. */
const SHORT =
  /^\p{Script=Han}[方籍軍人股]$|^(?:加國|大馬|馬國|西國|意國|奧國|葡國|委國|烏國|以國|坡國|星洲|獅城|阿聯|沙地)$/u;

/** Codes of pseudo-locales and currency unions, and an alias. */
const NOT_COUNTRIES = new Set(['XA', 'XB', 'EZ', 'QO', 'ZZ', 'UK']);

function namesOf(code: string, locales: readonly Intl.DisplayNames[]): Omit<Country, 'code'> {
  const [more = '', signs = ''] = (NAMES_AND_SIGNS[code] ?? '').split('||');
  const names = locales.map((locale) => {
    const name = locale.of(code) ?? '';
    // CLDR's "Hong Kong SAR China", 「中國香港特別行政區」 and "Myanmar (Burma)" are not how people say it.
    return name
      .replace(/\s*[（(].*[)）]$/u, '')
      .replace(/ SAR China$/, '')
      .replace(/^中[國国](?=香港|澳[門门])|特[別别]行政[區区]$/gu, '');
  });
  const listed = (text: string) => text.split('|').filter((name) => name.length > 1);
  const all = [...new Set([...names, ...listed(more)])].filter((name) => name.length > 1);
  return {
    forms: all.filter((name) => !SHORT.test(name)),
    signs: [...listed(signs), ...all.filter((name) => SHORT.test(name))],
  };
}
