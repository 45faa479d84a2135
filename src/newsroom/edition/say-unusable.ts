/** Why a page or a feed could not be used, for people: the codes of its record in words. */
import type { Edition } from './edition.ts';

type Said = Readonly<Record<Edition['language'], string>>;

const SAID: Readonly<Record<string, Said>> = {
  too_short: { en: 'too little text', 'zh-Hant-HK': '內文太短' },
  off_topic: { en: 'about something else', 'zh-Hant-HK': '內容與此事無關' },
  paywall: { en: 'behind a paywall', 'zh-Hant-HK': '須付費閱讀' },
  login: { en: 'behind a login', 'zh-Hant-HK': '須登入閱讀' },
  consent: { en: 'behind a consent page', 'zh-Hant-HK': '須先同意條款' },
  blocked: { en: 'the site keeps readers like this desk out', 'zh-Hant-HK': '網站不讓本編輯台閱讀' },
  index: { en: 'a list of stories', 'zh-Hant-HK': '是新聞列表，不是報道' },
  empty: { en: 'an empty page', 'zh-Hant-HK': '空白頁面' },
  no_text: { en: 'no text on it', 'zh-Hant-HK': '頁面沒有內文' },
  script_only: { en: 'its text is made by scripts', 'zh-Hant-HK': '內文由程式碼產生，無法讀取' },
  frames: { en: 'its text is in frames', 'zh-Hant-HK': '內文在內嵌框架中' },
  pdf: { en: 'a PDF', 'zh-Hant-HK': 'PDF 檔案' },
  json: { en: 'data, not a page', 'zh-Hant-HK': '是數據，不是網頁' },
  feed: { en: 'a feed, not a page', 'zh-Hant-HK': '是消息來源，不是網頁' },
  feed_html: { en: 'a page, not a feed', 'zh-Hant-HK': '是網頁，不是消息來源' },
  feed_empty: { en: 'nothing came', 'zh-Hant-HK': '沒有內容' },
  feed_too_large: { en: 'too large', 'zh-Hant-HK': '檔案太大' },
  feed_unreadable: { en: 'no feed can be read in it', 'zh-Hant-HK': '內容無法讀取' },
  binary: { en: 'a file, not a page', 'zh-Hant-HK': '是檔案，不是網頁' },
  not_a_page: { en: 'a file, not a page', 'zh-Hant-HK': '是檔案，不是網頁' },
  too_large: { en: 'too large', 'zh-Hant-HK': '檔案太大' },
  too_complex: { en: 'too large', 'zh-Hant-HK': '檔案太大' },
  timeout: { en: 'no answer in time', 'zh-Hant-HK': '逾時沒有回應' },
  network: { en: 'not reachable', 'zh-Hant-HK': '無法連線' },
  unknown_host: { en: 'no such site', 'zh-Hant-HK': '找不到網站' },
  tls: { en: 'its certificate is not trusted', 'zh-Hant-HK': '憑證不受信任' },
  robots: { en: 'its robots.txt asks bots to stay away', 'zh-Hant-HK': 'robots.txt 不准讀取' },
  robots_unreachable: { en: 'its robots.txt could not be read', 'zh-Hant-HK': '無法讀取 robots.txt' },
  private_address: { en: 'a private address', 'zh-Hant-HK': '內部網址' },
  bad_url: { en: 'no web address', 'zh-Hant-HK': '不是網址' },
  bad_scheme: { en: 'no http or https address', 'zh-Hant-HK': '不是 http 或 https 網址' },
  bad_encoding: { en: 'packed in a way that can’t be read', 'zh-Hant-HK': '壓縮格式無法讀取' },
  insecure_redirect: { en: 'it leads from https to plain http', 'zh-Hant-HK': '由 https 轉到未加密的 http' },
  redirect_loop: { en: 'it redirects in circles', 'zh-Hant-HK': '不斷轉址' },
  extraction_timeout: { en: 'took too long to read', 'zh-Hant-HK': '讀取時間過長' },
  extraction_out_of_memory: { en: 'too large to read', 'zh-Hant-HK': '檔案太大' },
};

/** "answered 403", "behind a paywall"; a code without words as it is. */
export function sayUnusable(code: string, language: Edition['language']): string {
  const [, status] = /^http_(\d{3})$/.exec(code) ?? [];
  if (status !== undefined) return { en: `answered ${status}`, 'zh-Hant-HK': `回應 ${status}` }[language];
  return SAID[code]?.[language] ?? code;
}
