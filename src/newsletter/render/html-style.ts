/**
 * How the e-mail looks. Mail programs drop what they don't know, so each element carries its own light look; what only a
 * style sheet can say (dark mode, wider screens) is in the head.
 */
import type { Newsletter } from '../model/outputs.ts';

const LATIN = `-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial`;
const CHINESE = `'PingFang HK','Noto Sans HK','Noto Sans CJK HK','Microsoft JhengHei','PingFang TC','Noto Sans TC'`;

/** The language of the letter first: a Chinese font has Latin letters of its own, and Latin fonts have no Chinese. */
export function fontsFor(language: Newsletter['language']): string {
  return language === 'en' ? `${LATIN},${CHINESE},sans-serif` : `${CHINESE},${LATIN},sans-serif`;
}

const INK = '#1c1f23';
const SOFT = '#565d66';
const RULE = '#d8dce1';
const LINK = '#0b57a4';

/** The name of a class is that of its style. */
export const STYLES = {
  page: `margin:0;padding:0;background:#f2f4f6;color:${INK};-webkit-text-size-adjust:100%`,
  sheet: `box-sizing:border-box;max-width:680px;margin:0 auto;padding:28px 20px;background:#ffffff;color:${INK};overflow-wrap:anywhere`,
  date: `margin:0 0 6px;font-size:14px;line-height:1.5;color:${SOFT}`,
  title: `margin:0 0 14px;font-size:28px;line-height:1.25;font-weight:700;color:${INK}`,
  intro: `margin:0 0 14px;font-size:18px;line-height:1.6;color:${INK}`,
  notice: `margin:0 0 14px;padding:10px 14px;border-left:4px solid #b26a00;background:#fff6e5;font-size:15px;line-height:1.5;color:${INK}`,
  contents: `margin:22px 0 0;padding:14px 0 0;border-top:1px solid ${RULE}`,
  list: `margin:6px 0 0;padding:0 0 0 22px;font-size:16px;line-height:1.9`,
  heading: `margin:34px 0 4px;padding:0 0 8px;border-bottom:2px solid ${INK};font-size:21px;line-height:1.3;font-weight:700;color:${INK}`,
  label: `margin:0;font-size:14px;line-height:1.5;font-weight:700;color:${SOFT}`,
  headline: `margin:22px 0 6px;font-size:18px;line-height:1.4;font-weight:700;color:${INK}`,
  text: `margin:0 0 10px;font-size:17px;line-height:1.65;color:${INK}`,
  link: `color:${LINK};text-decoration:underline`,
  cite: `color:${LINK};text-decoration:underline;font-size:14px;padding:0 1px`,
  doubt: `background:#fff1cc;color:${INK};text-decoration:underline dotted #8a5200`,
  doubted: `font-size:14px;color:#7a4600`,
  sources: `margin:12px 0 0;padding:0 0 0 30px;font-size:15px;line-height:1.6;color:${INK}`,
  aside: `color:${SOFT}`,
  footer: `margin:34px 0 0;padding:16px 0 0;border-top:1px solid ${RULE};font-size:14px;line-height:1.6;color:${SOFT}`,
} as const;

export type StyleName = keyof typeof STYLES;

export const SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (min-width: 720px) {
  .sheet { padding: 44px 52px !important; margin: 32px auto !important; border-radius: 10px; }
  .title { font-size: 36px !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: #0f1216 !important; }
  .sheet { background: #191d23 !important; }
  .page, .sheet, .title, .intro, .heading, .headline, .text, .sources { color: #e9ecf0 !important; }
  .date, .label, .aside, .footer { color: #aab2bd !important; }
  .heading { border-color: #e9ecf0 !important; }
  .contents, .footer { border-color: #39414b !important; }
  .link, .cite { color: #8fc1ff !important; }
  .notice { background: #33280f !important; color: #f6ead0 !important; }
  .doubt { background: #4a3a12 !important; color: #fdf3da !important; }
  .doubted { color: #f0c878 !important; }
}
@media print { .page, .sheet { background: #ffffff !important; } }
`;
