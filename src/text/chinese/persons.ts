/**
 * Finds Chinese names of persons: a surname with one or two characters, next to an office or a verb of saying or
 * address. Without such a sign no name is found.
 */

export const SURNAMES =
  '陳林黃張李王吳劉蔡楊許鄭謝郭洪邱曾廖賴徐周葉蘇莊呂江何蕭羅高潘簡朱鍾彭游詹胡施沈余盧梁趙顏柯翁魏孫戴范方宋鄧杜傅侯曹薛丁卓馬阮董溫唐藍石蔣古紀姚連馮歐程湯田康姜汪白鄒尤巫鐘黎涂龔嚴韓袁金童陸夏柳邵關譚麥霍甘戚賀凌莫陶戴岑駱屈伍區成單冼冯倪湛蒙殷樊甄車鄺鄔雷鮑翟聶畢章尹毛孟喬錢孔祝崔賈岳柴包祁閻佘苗焦穆虞寧甯段裴龐丘邢閔費卞滕俞勞葛廉饒歸闕翁巫顧秦史辛桂龍繆仇查敖';
const OFFICES =
  '(?:司長|局長|署長|處長|部長|院長|校長|會長|隊長|署理|主席|議員|總裁|經理|教授|醫生|律師|法官|裁判官|警司|督察|大使|幹事|主任|秘書|主管|總監|董事|創辦人|導演|演員|歌手|教練|領隊|球員|首相|總理|總統|特首|學者|專家|經濟師|分析員|分析師|研究員|負責人|召集人|秘書長|編輯|科學家|歷史學家|經濟學家|發言人|被告|死者|事主|車長|機師|店主|居民|行政總裁|顧問|社工|牧師|監製|選手|球手|委員|組長|科長|總幹事|副手|黨魁|理事|代表|收藏家|作家|畫家|藝術家|護士|教師|核數師|會計師|測量師|工程師|建築師|設計師|攝影師|策略師|大臣|外長|防長|財長|行長|市長|州長|省長|書記|機長|船長|司機|警員|消防員|救護員|總警司|隊目|首席財務官|首席風險官|首席執行官|首席營運官|營運官|財務官|風險官|法律官|策略官|館長|園長|歲的|藏家)';
const ADDRESS = '(?:先生|女士|小姐|太太|教授|醫生|議員|法官|督察)';
const SAYS =
  '(?:說|説|表示|指出|指|稱|強調|認為|透露|補充|估計|預計|解釋|提醒|批評|回應|警告|相信|形容|直言|坦言|呼籲|質疑|建議|否認|承認)';
/** Verbs about somebody who takes or leaves an office, or is given something. */
const TAKES =
  '(?:(?:將|已|會|獲選)?(?:出任|接任|升任|擔任|兼任|連任|留任|卸任|辭任|辭去|接替|接掌|當選|勝出|落選|落敗|奪冠|奪金|退役)|獲(?:委任|任命|選為|選任|提名|頒|釋|准)|被(?:捕|控|判|罰|革職|停職)|遭(?:捕|解僱|革職|停職)|入獄|逝世|病逝|去世)';
const NOT_GIVEN =
  '(?![問慮客詢先女小太生士姐氏長員的在和與及是於向對就曾亦也則又再已會將為被把說説指稱表認]|強調)';
const GIVEN = `(?:${NOT_GIVEN}\\p{Script=Han}){2}`;
const PERSON = new RegExp(
  `${OFFICES}(?:一職)?(?:是|為|由)?(?<office>[${SURNAMES}]${GIVEN})|(?:(?<!\\p{Script=Han})|(?<=由))(?<says>[${SURNAMES}]${GIVEN})(?=(?:則|亦|又|昨日|今日|昨|其後)?(?:${SAYS}|${TAKES}))|(?<address>[${SURNAMES}]${GIVEN})(?=${ADDRESS})`,
  'gu',
);

/** Three-character names that a sign identifies, each once. */
export function chinesePersonsIn(text: string): string[] {
  const found = [...text.matchAll(PERSON)].map(
    ({ groups }) => groups?.['office'] ?? groups?.['says'] ?? groups?.['address'] ?? '',
  );
  return [...new Set(found.filter((name) => name !== ''))];
}

/** Words in `text` that nearly match one of `persons`: the same surname and one of the two further characters. */
export function almostNamed(text: string, persons: readonly string[]): string[] {
  const wrong = new RegExp(
    `[先女小太生士姐氏的在和與及是於向對就曾亦也則又再已會將為被把說説指稱表認，。、]`,
    'u',
  );
  return [...new Set(persons)].flatMap((person) => {
    const [surname = '', first = '', second = ''] = person;
    const found: string[] = [];
    for (let at = text.indexOf(surname); at >= 0; at = text.indexOf(surname, at + 1)) {
      const told = text.slice(at, at + 3);
      const alike = (told[1] === first) !== (told[2] === second);
      if (alike && /^\p{Script=Han}{3}$/u.test(told) && !wrong.test(told.slice(1))) found.push(told);
    }
    return found;
  });
}

/** Surnames that begin few other words. */
const SURE_SURNAMES =
  '陳林黃李吳劉蔡楊鄭謝郭邱廖賴徐葉莊呂蕭羅潘鍾彭詹胡盧梁趙顏柯魏孫范鄧杜傅侯曹薛馮姜汪鄒尤黎涂龔袁陸邵譚霍戚岑駱倪湛樊甄鄺鄔鮑翟聶尹丘葛祁閻佘';
/** After any word for an office or a person: 殉職隊目丘志謙. */
const LOOSELY = new RegExp(
  `(?<=[長員師官目士生任人監授理裁席手徒者客民屬友農漁商僕])[${SURE_SURNAMES}]${GIVEN}`,
  'gu',
);

/** Names found with less certainty; only for checking near matches in another text. */
export function likelyPersonsIn(text: string): string[] {
  return [...new Set([...chinesePersonsIn(text), ...(text.match(LOOSELY) ?? [])])];
}
