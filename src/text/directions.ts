/**
 * Words that say in which direction something went: up or down, won or lost, for or against. A text that names the
 * opposite end of its source's axis has reversed it. Works in both languages; negated words are left out.
 */
import { memoized } from './memoized.ts';

export type Axis =
  | 'change'
  | 'comparison'
  | 'pace'
  | 'profit'
  | 'approval'
  | 'quality'
  | 'verdict'
  | 'intent'
  | 'trade'
  | 'timing'
  | 'permission'
  | 'strictness'
  | 'balance'
  | 'extreme'
  | 'result'
  | 'length'
  | 'flow'
  | 'charge'
  | 'strength'
  | 'frequency'
  | 'warmth';

export interface Direction {
  readonly axis: Axis;
  /** 1: up, more, won, for; -1: down, less, lost, against. */
  readonly sign: 1 | -1;
  /** UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** English words for each end, whole; `*` stands for any ending. Chinese words match as written. */
const WORDS: Readonly<Record<Exclude<Axis, 'pace'>, readonly [plus: string, minus: string]>> = {
  change: [
    'rise rises rose risen rising increas* up grew grow grows grown growing growth gain gains gained climb* jump jumped jumps surg* soar* advanc* expand* expansion widen* rais* lift lifted lifts boost* accelerat* rebound* double doubled 上升 上漲 漲 增加 增至 增長 增幅 升幅 升 擴大 擴至 調高 調升 上調 上升至 提高 提升 攀升 飆升 急升 反彈 回升 走高 加快 加息 加價 加薪 上揚 激增 倍增 增 飆 strengthen* upgrad* hike* swell* swelled escalat* 擴闊 拉闊 增強 調升 加至 recover* recoup* 轉強 走強',
    'fall falls fell fallen falling drop drops dropped dropping down declin* decreas* cut cuts cutting slip* slid slide slides slump* plung* sank sink sinks tumbl* shrink* shrank shrunk narrow* reduc* reduction slow slowed slows trim* halve halved shed 下跌 下降 跌 跌幅 降 降至 降低 減少 減至 減幅 減 縮減 縮窄 收窄 調低 調減 下調 回落 急挫 挫 滑落 放緩 走低 減慢 減息 減價 減薪 削減 銳減 縮 下滑 插水 weaken* downgrad* retreat* dip dipped dips lowers lowered lowering slash* plummet* 收細 調降 跌至 挫 減弱 轉弱 走弱 wane waned wanes waning fade* ebb* dwindl*',
  ],
  comparison: [
    'higher-than above more-expensive-than exceeds exceeded exceeding outnumber* 高於 高過 多過 高出 勝過 優於 較高 (?<![最新調提偏較])高(?=\\s?[\\d一二三四五六七八九]) topped topping 好過 勝過 多於 大於 勝於 勝預期 優於預期',
    'lower-than below less-than fewer-than cheaper-than 低於 低過 少於 少過 遜於 較低 (?<![最新調降偏較])低(?=\\s?[\\d一二三四五六七八九]) missed missing short-of below 不及 差過 小於 遜預期 遜市場預期 遜色於',
  ],
  profit: [
    'profit profits profitable 盈利 溢利 純利 獲利 賺',
    'loss losses loss-making lossmaking 虧損 虧蝕 蝕 虧',
  ],
  approval: [
    'support supports supported supporting back backs backed approv* favour favor in-favour-of in-favor-of welcom* endors* agree agrees agreed accept* praised praises 支持 贊成 同意 歡迎 批准 通過 接納 讚揚 接受 應允',
    'oppos* reject* against refus* dismiss* object objected objects condemn* veto* declin*-to turned-down turns-down turning-down rebuff* knocked-back disapprov* 反對 否決 拒絕 駁回 譴責 不同意 不贊成 抗拒',
  ],
  quality: [
    'better improv* 較佳 較好 更好 改善 好轉 向好',
    'worse worsen* deteriorat* 較差 更差 惡化 轉差 轉壞',
  ],
  verdict: [
    'convicted convict guilty found-guilty pleaded-guilty pleads-guilty 罪成 定罪 有罪 認罪 判囚',
    'acquit* not-guilty cleared-of innocent denies-the-charge* denied-the-charge* 無罪 罪名不成立 不認罪 否認控罪 脫罪 當庭釋放 cleared-by cleared-on',
  ],
  intent: [
    'always-intended always-meant had-intended fully-intended 有意 故意 蓄意',
    'never-intended not-intend* never-meant no-intention unintention* 無意 並非有意 從未打算 沒有意圖 無心',
  ],
  trade: [
    'buy buys bought buying purchas* acquir* 買入 購入 增持 收購 買進 吸納',
    'sell sells sold selling dispos* offload* 賣出 出售 沽出 減持 拋售 沽售 放售',
  ],
  timing: [
    'earlier-than-planned brought-forward ahead-of-schedule 提早 提前',
    'delay* postpon* later-than-planned behind-schedule pushed-back put-off 延遲 推遲 延後 押後 延誤 延期',
  ],
  permission: [
    'allow* permit* legalis* legaliz* lifted-a-ban unban* 允許 准許 容許 解禁 開放 獲准',
    'ban bans banned banning prohibit* barred forbid* forbad* forbidden outlaw* 禁止 不准 禁 封殺 取締 不得',
  ],
  strictness: [
    'tighten* toughen* stricter 收緊 加強 加辣 從嚴',
    'eas* relax* loosen* weaken* 放寬 放鬆 鬆綁 減辣 撤辣',
  ],
  balance: ['surplus* 盈餘 順差', 'deficit* shortfall* 赤字 逆差'],
  extreme: [
    'highest maximum record-high most-expensive 最高 新高 最多 最大 最貴',
    'lowest minimum record-low cheapest 最低 新低 最少 最小 最平',
  ],
  result: [
    'beat beats beating had-beaten has-beaten have-beaten having-beaten won win wins winning winners victory victories thrash* defeat defeated overc* 擊敗 戰勝 大勝 險勝 力克 打敗 勝 贏 大破 淘汰 勝出 奪冠',
    'lost lose loses losing losers went-down going-down-to beaten-by defeated-by defeat-by defeat-to beaten-at thrashed-by beaten 不敵 敗於 負於 慘敗 落敗 輸 敗給 敗 負 輸給 大敗 出局 飲恨',
  ],
  length: ['lengthen* longer-than 延長 拉長', 'shorten* shorter-than 縮短'],
  flow: ['import imports imported importing 進口', 'export exports exported exporting 出口'],
  frequency: [
    'more-frequent more-frequently more-often more-common 更頻密 更頻繁 更常見',
    'less-frequent less-frequently less-often rarer less-common 更罕見 更少見',
  ],
  warmth: ['warmer hotter 更暖 更熱 偏暖 較暖', 'cooler colder 更冷 更涼 偏冷 較涼'],
  strength: ['stronger robust 強勁 較強', 'weaker subdued sluggish 疲弱 較弱 疲軟'],
  charge: [
    'charged prosecuted indicted 被起訴 被檢控 遭起訴 遭檢控 獲起訴',
    'released-without-charge uncharged 不起訴 免被起訴 撤控',
  ],
};

/** Words that look like a direction and aren't one. */
const NOT_DIRECTIONS =
  /(?<!(?:%|cent|points?|third|half|times|degrees|[mb]illion|thousand|\d)\s)more than|up to|up in arms|f[ae]ll(?:s|ing)? short|fall(?:s|ing|en)? in love|cut off|cut down on|set up|made up|make up|makes up|end(?:ed)? up|back up|backs? up|sign(?:ed)? up|pick(?:ed)? up|lead up|lead-up|follow up|follow-up|break(?:ing)? down|broke down|break up|close up|step(?:ped)? (?:down|up)|back down|shut ?down|sit down|grown up|grow up|grew up|gave up|give up|gives up|growing up|hold(?:ing)? up|held up|turn(?:ed)? up|declin(?:e|es|ed|ing) to (?:comment|say|speak|answer|discuss|give|name|elaborate|be|disclose|reveal|identify|confirm)|come up|came up|line up|line-up|start-?up|round-?up|look up|speed(?:ed)? up|call(?:ed)? back|came back|come back|recover(?:s|ed|ing)? from|bring(?:s)? back|went back|going back|go back|back (?:to|in|at|from|home|door|garden|bench|into|page|row|then|on)|at the back|his back|her back|against (?:the (?:dollar|backdrop|pound|euro|yen)|a backdrop)|rising star|high rise|high-rise|short cut|cut short|cut and|rise to fame|pay rise|升學|升級|升降|晉升|升職|最高法院|最高人民|最高檢|最高領袖|躍升|降落|降臨|空降|降雨|降級|降溫|投降|增設|增建|增選|增派|加減|減肥|跌倒|跌落|跌下|跌傷|縮影|漲潮|負責|負擔|負面|負荷|負債|負數|正負|抱負|欺負|自負|肩負|擔負|背負|勝任|勝地|名勝|勝負|成敗|勝算|勝訴|敗訴|腐敗|失敗|衰敗|敗壞|失敗者|禁區|禁令|監禁|囚禁|軟禁|禁毒|增值|增值稅|不禁|輸入|輸出|運輸|傳輸|輸送|輸血|賺取|降級|減排|減壓|減災|加減|升旗|旭升|飆車|通過(?=\p{Script=Han}{0,6}(?:網|電話|平台|方式|渠道|審查))|開放日|開放式/giu;

/** Words that count only next to a figure or a crime. */
const AMOUNT =
  '[約近逾達僅只]?(?:[\\d.,]+|[一二兩三四五六七八九十半]+)(?:[至到–-][\\d.,一二三四五六七八九十]+)?\\s?(?:成|%|％|倍|個百分點|厘|點|度|英鎊|[美歐]元|日圓|公?[里斤]|[厘毫]?米|分鐘|小時|[萬億元人名宗個間輛伙票級份架])';
const SHARE =
  '(?:[£€$]|HK\\$|US\\$)?\\d[\\d.,]*\\s?(?:%|per cent|percent|(?:basis |percentage )?points?|pips|cents?)';
const OF_A_DIFFERENCE =
  '(?<=(?:%|cent|points?|fifth|third|quarter|half|times|degrees|°C|[mb]illion|thousand|\\d|\\d[\\s-]?\\p{L}{1,12})\\s)';
const CRIME =
  '(?=\\s(?:(?:\\d+|\\p{L}+) (?:(?:counts?|charges?) of |offences?)|the (?:charge|offence)s?|charges|conspir|fraud|theft|murder|manslaughter|assault|burglary|robbery|arson|rape|perjury|bribery|corruption|money laundering|dangerous driving|guilt|stealing|killing|causing|possess))';
/** 跌幅較去年同期的3.1%. */
const OF_PACE = '(?<=[升跌漲減增降]幅(?:[較比][^，。；]{1,14})?)';
const CRIME_CHINESE = '[^，。；]{0,16}(?:罪|控罪|指控)(?!犯)';
/** "A charge of fraud, which he denies". */
const OF_WHICH = '(?<=\\bwhich (?:he|she|they|it) )';
const EXPECTED = '(?=\\s[^,.;]{0,40}(?:forecast|estimate|expectation|expected|predict|consensus|target))';
const BESIDE: readonly (readonly [Axis, plus: string, minus: string])[] = [
  [
    'change',
    `(?<!\\p{L})(?:added|put on|firmed)(?=\\s${SHARE})|${OF_A_DIFFERENCE}(?:higher|above|more|dearer|warmer|hotter|stronger|heavier)(?:\\sthan)?(?!\\p{L})|(?<![最至不很太許眾提新調增偏])[多高貴](?=${AMOUNT})`,
    `(?<!\\p{L})(?:lost|gave up|eased|contracted)(?=\\s${SHARE})|${OF_A_DIFFERENCE}(?:lower|below|less|fewer|cheaper|colder|cooler|weaker|lighter)(?:\\sthan)?(?!\\p{L})|(?<![最至不很太調減缺新偏])(?:[少低]|(?<![公水太和])平)(?=${AMOUNT})`,
  ],
  [
    'verdict',
    `(?<!\\p{L})(?:admits|admitted)${CRIME}|${OF_WHICH}(?:admits|admitted)(?!\\p{L})|承認(?=${CRIME_CHINESE})`,
    `(?<!\\p{L})(?:denies|denied)${CRIME}|${OF_WHICH}(?:denies|denied)(?!\\p{L})|否認(?=${CRIME_CHINESE})`,
  ],
  [
    'timing',
    `(?<=\\d\\s(?:minutes|hours|days|weeks) )early(?!\\p{L})`,
    `(?<=\\d\\s(?:minutes|hours|days|weeks) )late(?!\\p{L})`,
  ],
  ['comparison', `(?<!\\p{L})(?:beats?|beating)${EXPECTED}`, `(?<!\\p{L})(?:undershot)${EXPECTED}`],
  [
    'pace',
    `${OF_PACE}(?:再|也|亦|進一步|就)?(?:擴大|擴至|擴闊)`,
    `${OF_PACE}(?:再|也|亦|進一步|就)?(?:收窄|縮窄|縮至|縮小)`,
  ],
];

interface Pattern {
  readonly axis: Axis;
  readonly sign: 1 | -1;
  readonly pattern: RegExp;
  /** How a match can begin, when that is known. */
  readonly openings?: readonly string[];
}

const PATTERNS: readonly Pattern[] = Object.entries(WORDS)
  .flatMap(([axis, ends]) =>
    ends.map((words, at): Pattern => ({
      axis: axis as Axis,
      sign: at === 0 ? 1 : -1,
      ...patternOf(words),
    })),
  )
  .concat(
    BESIDE.flatMap(([axis, plus, minus]): Pattern[] => [
      { axis, sign: 1, pattern: new RegExp(plus, 'giu') },
      { axis, sign: -1, pattern: new RegExp(minus, 'giu') },
    ]),
  );

function patternOf(words: string): Pick<Pattern, 'pattern' | 'openings'> {
  const all = words.split(' ').sort((a, b) => b.length - a.length);
  const latin = all
    .filter((word) => /^[a-z]/.test(word))
    .map((word) => word.replaceAll('-', '[ -]').replaceAll('*', '[a-z]*'));
  const han = all.filter((word) => !/^[a-z]/.test(word));
  const pattern = new RegExp(`(?<![\\p{L}])(?:${latin.join('|')})(?![\\p{L}])|${han.join('|')}`, 'giu');
  const openings = all.map((word) => openingOf(word));
  return openings.includes('') ? { pattern } : { pattern, openings };
}

/** The first letters of a word, or a Chinese character. */
function openingOf(word: string): string {
  return /^(?:[a-z]{1,3}|\p{Script=Han})/u.exec(word)?.[0] ?? '';
}

/** The openings of each word and each Chinese character of a text; they rule out most patterns quickly. */
function openingsIn(text: string): ReadonlySet<string> {
  return new Set(
    text
      .toLowerCase()
      .match(/[a-z]+|\p{Script=Han}/gu)
      ?.map(openingOf),
  );
}

const NEGATED =
  /(?:\b(?:not|never|no|n['’]t|without|nor|hardly|neither|cannot)\b(?:\s\p{L}+){0,2}\s?|[不未沒無非別莫]\p{Script=Han}{0,1}|並未|並無|不會|沒有|未有|不再|從未|毋須|無須|拒絕|避免|停止)$/iu;

function blank(words: string): string {
  return ' '.repeat(words.length);
}

/** In the order of the text; of overlapping ones the longest. */
/** A fall that widens is still a fall: 跌幅擴至6.4%. */
const OF_A_CHANGE =
  /(?<=[升跌漲減增降]幅(?:[較比][^，。；]{1,14})?(?:再|也|亦|進一步|就)?)(?:擴大|擴至|擴|收窄|縮窄|縮至|縮小|縮|高|達)/gu;

/** Words for rising, falling, winning, agreeing and so on, with axis and sign; of overlapping ones the longest. */
export const directionsIn = memoized(readDirections);

function readDirections(text: string): Direction[] {
  const unblanked = text.replace(NOT_DIRECTIONS, blank);
  const plain = unblanked.replace(OF_A_CHANGE, blank);
  const there = openingsIn(text);
  const found = PATTERNS.filter(({ openings }) => openings?.some((one) => there.has(one)) ?? true)
    .flatMap(({ axis, sign, pattern }) =>
      [...(axis === 'pace' ? unblanked : plain).matchAll(pattern)].map((match): Direction => ({
        axis,
        sign,
        text: match[0],
        start: match.index,
        end: match.index + match[0].length,
      })),
    )
    .sort((a, b) => b.text.length - a.text.length || a.start - b.start);
  const kept: Direction[] = [];
  for (const one of found) {
    if (
      kept.some(
        ({ start, end, axis }) =>
          start < one.end && one.start < end && (axis === one.axis || end - start > one.text.length),
      )
    )
      continue;
    kept.push(one);
  }
  return kept.flatMap((one) => unlessNegated(one, plain)).sort((a, b) => a.start - b.start);
}

/** "Not charged" means free; other negations say nothing. */
function unlessNegated(one: Direction, plain: string): Direction[] {
  if (!NEGATED.test(plain.slice(Math.max(0, one.start - 24), one.start))) return [one];
  return one.axis === 'charge' && one.sign === 1 ? [{ ...one, sign: -1 }] : [];
}
