/**
 * Detects pages that are something other than a public article. A long text is always an article, so each rule is for
 * pages with little text of their own.
 */
import type { PageProblem } from './article.ts';
import type { PageSigns } from './page-signs.ts';
import { oneLine } from './one-line.ts';
import { weight } from './weight.ts';

interface Judged {
  readonly signs: PageSigns;
  readonly text: string;
  /** The share of the text that is in links. */
  readonly linked: number;
  readonly linkedHeadings: number;
  /** Whether scripts were removed from the page. */
  readonly scripted: boolean;
  /** Whether the page's data say that the article is for subscribers. */
  readonly closed: boolean;
  /** What the page is according to its data and URL. */
  readonly declared: 'article' | 'list' | undefined;
}

const NOTHING = 100;
const LITTLE = 600;
const TEASER = 1_500;

/** Why a page is not an article (blocked, consent, login, index, paywall …); undefined when it is one. */
export function problemOf(page: Judged): PageProblem | undefined {
  const { signs, text } = page;
  const all = weight(text);
  const isProse = isArticleProse(page);
  if (!isProse && all < TEASER && isBlocked(signs, all)) return 'blocked';
  if (all < TEASER && isConsent(signs, text)) return 'consent';
  if (all < LITTLE && isLogin(signs, text)) return 'login';
  if (isIndex(page, all, isProse)) return 'index';
  if (all < TEASER && (page.closed || isWalled(signs, text))) return 'paywall';
  if (all >= NOTHING) return undefined;
  if (signs.frames > 0 && weight(signs.visible) < LITTLE) return 'frames';
  if (page.scripted && weight(signs.visible) < LITTLE) return 'script_only';
  return text === '' ? 'no_text' : undefined;
}

/** So many headlines and so little else that Readability, whose cost is quadratic in them, isn't needed. */
export function isPlainlyIndex({ headlineLinks, linkedShare }: PageSigns): boolean {
  return headlineLinks >= 500 && linkedShare >= 0.85;
}

const WALL =
  /enable (?:javascript|js) and cookies to continue|verify(?:ing)? (?:that )?you(?:'re| are) (?:a |not a )?(?:human|robot)|checking your browser|are you a robot|unusual (?:traffic|activity) from|complete the captcha|access (?:to this page has been )?denied|request unsuccessful|attention required|請完成驗證|请完成验证|人机验证/i;

/** The page is behind a check for robots. */
function isBlocked({ title, visible }: PageSigns, all: number): boolean {
  if (weight(visible) > 3_000) return false;
  return WALL.test(title) || (WALL.test(visible) && all < LITTLE) || /^just a moment/i.test(title);
}

const COOKIES =
  /cookies?|consent|your privacy|personal data|our partners|隱私|隐私|個人資料|个人信息|同意|datenschutz|einwilligung|confidentialité|privacidad|consentement|consentimiento/gi;
const AGREE =
  /\b(?:accept|agree|allow|consent|got it|akzeptieren|zustimmen|accepter|aceptar|aceitar|accetta|akkoord)|同意|接受/i;

/** Every other sentence is about cookies, and there is a button to agree. */
function isConsent({ title, buttons, visible }: PageSigns, text: string): boolean {
  const said = text.length > 100 ? text : visible;
  if (said.length > 6_000 || !(AGREE.test(buttons) || /before you continue/i.test(title))) return false;
  return (said.match(COOKIES)?.length ?? 0) * 120 >= weight(said);
}

/** Many pages have a login form; here the text is about it, or there is hardly any. */
function isLogin({ title, passwordFields, visible }: PageSigns, text: string): boolean {
  const named =
    /^(?:log|sign)[ -]?(?:in|on)\b|^(?:登入|登錄|登录|ログイン|로그인|anmelden|connexion|iniciar sesión)/i.test(
      title,
    );
  const isAbout = weight(text) < NOTHING || LOGIN.test(text);
  return isAbout && ((passwordFields > 0 && weight(visible) < 3_000) || named);
}

const LOGIN =
  /\b(?:passwords?|(?:log|sign)(?:ged|ging|ed|ing)?[ -]?in|e-?mail address)\b|密碼|密码|登入|登錄|登录|帳號|账号|帳戶|註冊|注册/i;

/** A paywall's words are in the text or right after it; elsewhere they are an advertisement. */
function isWalled({ visible }: PageSigns, text: string): boolean {
  if (SUBSCRIBERS.test(text) || weight(text) < NOTHING) return SUBSCRIBERS.test(`${text} ${visible}`);
  const last = oneLine(text.slice(-END));
  const at = visible.lastIndexOf(last);
  return SUBSCRIBERS.test(at < 0 ? visible : visible.slice(at + last.length, at + last.length + BEHIND));
}

const END = 30;
const BEHIND = 400;

/**
 * Unlinked sentences: at least as many as a short article, and most of the text. Chinese paragraphs are short, so
 * their length says nothing.
 */
function isArticleProse({ text, linked, declared }: Judged): boolean {
  if (declared === 'list' || linked > MOST_LINKED) return false;
  const sentences = text.split('\n').filter((line) => SENTENCE.test(line));
  const said = sentences.reduce((sum, line) => sum + weight(line), 0);
  return said >= SHORT_ARTICLE && said >= weight(text) * MOST_OF_TEXT;
}

const SENTENCE = /^.{20,}[。！？.!?…][”"」』）)]?$/u;
const SHORT_ARTICLE = 160;
const MOST_OF_TEXT = 0.6;
const MOST_LINKED = 0.3;

/** Linked headlines with hardly any prose between them. */
function isIndex(
  { signs, text, linked, linkedHeadings, declared }: Judged,
  all: number,
  isProse: boolean,
): boolean {
  if (declared === 'article') return false;
  const prose = text.split('\n').filter((line) => weight(line) >= 140).length;
  if (linkedHeadings >= 6 && linkedHeadings >= prose) return true;
  if (isProse) return false;
  if (
    signs.linkedHeadings >= 8 &&
    (declared === 'list' ? prose < signs.linkedHeadings : all < LITTLE && prose <= 1)
  )
    return true;
  if (signs.headlineLinks < 12 || signs.linkedShare < 0.5) return false;
  return linked > 0.5 || prose === 0 || declared === 'list';
}

const SUBSCRIBERS =
  /subscribe (?:now )?(?:to|and) (?:continue|keep|read|unlock)|(?:to|and) (?:continue|keep) reading(?: this article)?,? (?:please )?(?:subscribe|sign|log|register)|already a (?:subscriber|member)\?|(?:article|story|content|page) is (?:only |exclusively )?(?:available |reserved |exclusive )?(?:to|for) (?:our )?(?:paying |premium )?(?:subscribers|members)|(?:for )?subscribers only|subscriber[- ]exclusive|(?:訂閱|登入|付費|加入會員).{0,12}(?:閱讀全文|繼續閱讀|觀看全文)|(?:會員|訂戶|付費)(?:專屬|限定|專享)|订阅后.{0,8}阅读|会员(?:专享|限定|記事)|有料(?:会員|記事)|réservé aux abonnés|abonnez-vous pour (?:lire|continuer)|nur für abonnenten|jetzt (?:abonnieren und )?weiterlesen|suscríbete para (?:leer|seguir)|exclusivo para (?:suscriptores|assinantes)/i;
