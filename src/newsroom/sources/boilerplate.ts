/**
 * Recognises lines that belong to a page rather than its article. Patterns match whole, short lines, so that no
 * sentence is lost because of a phrase, and matching takes bounded time.
 */

const LONGEST = 400;

/** The line is only a label: tools, advertising, or other page elements. */
const LABEL = whole(
  // English
  `ad(?:vert(?:isements?|ising)?)?s?`,
  `(?:sponsored|promoted|partner)(?: content| post| by)?`,
  `comments?(?: \\(\\d*\\))?|\\d+ comments?|(?:post|leave|add|view|show|read)(?: a| the| all| your)? comments?(?: \\([+\\d]*\\))?|leave a reply|join the (?:conversation|discussion)`,
  `share(?: (?:this|it|on|via|now|with).{0,40})?|(?:like|enjoy(?:ed)?|love) this (?:story|article|post).{0,60}`,
  `sign (?:in|up)|log ?(?:in|out)|register|subscribe(?: now| today)?|newsletters?|my account`,
  `(?:click|tap) here to (?:subscribe|sign up|join|register).{0,80}`,
  `caption|close|open|image \\d+ of(?: ?/)? ?\\d+|(?:photo|slide|image)s? \\d+(?: of \\d+)?|\\d+ of \\d+|\\d+ ?/ ?\\d+|(?:view|show|see) (?:all|more|gallery|slideshow)(?: photos)?|(?:next|previous|prev)(?: (?:slide|image|story|article|post))?|skip(?: ad)?|play(?: video)?|watch(?: now| more| live)?|listen|loading.{0,20}|replay|hide caption|toggle caption|enlarge(?: image)?|zoom`,
  `text size|font size|order reprints|print(?:er)?(?: friendly)?(?: version| page)?|email(?: this)?|reprints?|save(?: for later)?|bookmark|back to top|top|home|menu|search|more|read more|continue reading|show more|advertiser disclosure`,
  `related(?: (?:articles?|stories|topics?|news|content|coverage|posts?|links?|reading|video))?|trending(?: now)?|most (?:read|popular|viewed|shared)|recommended(?: for you)?|you (?:may|might) also (?:like|be interested in)|(?:don'?t|don’t) miss|(?:read|see) also|more (?:on this|from|stories|like this|in|to explore)(?: .{0,30})?|editors?['’]? ?(?:picks?|s choice)|highlights|topics?|tags?|categories|in this (?:article|story)|share your thoughts|tell us what you think`,
  `view comments|what do you think\\??|follow us(?: on)?.{0,60}|all rights reserved.{0,60}|(?:copyright|©|ⓒ|\\(c\\)).{0,160}`,
  `this (?:website|site) uses cookies.{0,300}|this slideshow requires javascript|(?:please )?enable javascript.{0,100}`,
  `(?:first |last )?(?:published|updated|posted|modified)(?: (?:on|at))?:?`,
  // Chinese, Japanese, Korean
  `延伸閱讀|延伸阅读|相關(?:新聞|文章|閱讀|報道|報導|主題)|相关(?:新闻|文章|阅读|报道)|推薦閱讀|推荐阅读|熱門(?:新聞|文章)?|热门(?:新闻|文章)?|更多(?:新聞|文章|內容|新闻|内容).{0,10}|看更多.{0,10}|廣告|广告|責任編輯.{0,20}|责任编辑.{0,20}|編輯[:：].{0,12}|編按.{0,4}|留言|評論|评论|分享.{0,10}|收藏|列印|打印|字體(?:大小)?|下一[篇頁页].{0,40}|上一[篇頁页].{0,40}|回(?:到)?(?:首頁|頂部|顶部)|版權所有.{0,60}|版权所有.{0,60}|未經.{0,20}(?:轉載|授權).{0,30}|未经.{0,20}(?:转载|授权).{0,30}|點擊.{0,20}(?:訂閱|下載).{0,30}|(?:加入|訂閱|下載|追蹤|關注|关注|订阅|下载).{0,30}(?:app|line|telegram|facebook|instagram|youtube|頻道|频道|公眾號|公众号|電子報).{0,30}`,
  `関連(?:記事|ニュース|リンク)|続きを読む|もっと見る|シェア(?:する)?|コメント(?:する)?|スポンサーリンク|広告|無断転載.{0,40}|おすすめ記事|この記事をシェア.{0,10}`,
  `관련\\s?(?:기사|뉴스)|댓글|공유(?:하기)?|광고|.{0,60}무단\\s?전재.{0,40}`,
  // Other European languages
  `publicidad|publicité|publicidade|pubblicità|werbung|anzeige|реклама|advertentie|reklama|reklam|annonse?|annonce`,
  `(?:te puede interesar|lea también|lee también|leer más|ver más|noticias relacionadas|comentarios|compartir)(?: .{0,20})?|(?:leia também|leia mais|veja também|saiba mais|comentários|compartilhar|compartilhe|tempo de leitura.{0,30})(?: .{0,20})?|(?:lire aussi|à lire aussi|lire la suite|commentaires|partager)(?: .{0,40})?|(?:mehr zum thema|lesen sie auch|weiterlesen|kommentare|teilen|zur startseite)|(?:leggi anche|commenti|condividi)|(?:lees ook|reacties|delen)|(?:czytaj także|czytaj też|komentarze|udostępnij)`,
  `(?:читайте также|читать далее|комментарии|отзывы|поделиться|подписаться|подпишитесь.{0,60}|по теме|добавить (?:отзыв|комментарий)|оставить комментарий)|(?:читайте також|коментарі|поділитися)`,
  `(?:اقرأ أيضا|اقرأ أيضاً|اقرأ المزيد|تعليقات|شارك|إعلان|مواضيع ذات صلة)(?: .{0,20})?`,
  `tentang|baca juga.{0,80}|xem thêm|đọc thêm|bình luận|chia sẻ|devamını oku|yorumlar|paylaş|ilgili haberler`,
);

/** A line that asks for a subscription, a follow, an app or an e-mail. */
const APPEAL = whole(
  `(?:get|receive|want|subscribe to|sign up (?:for|to)) .{0,80}(?:newsletters?|inbox|letterbox|headlines|alerts|briefings?).{0,160}`,
  `(?:sign up|subscribe|register).{0,80}(?:newsletters?|inbox|updates|podcast|channel).{0,160}`,
  `(?:follow|like|find|join) (?:us|me|him|her|them|@\\w+|[\\p{L}\\p{M}' ’.]{2,40}) on (?:twitter|facebook|instagram|x|linkedin|youtube|telegram|whatsapp|google news).{0,200}`,
  `(?:write|email|e-mail|reach|contact).{0,60} (?:to|at|on twitter at) .{0,60}(?:@|https?:).{0,100}`,
  `have a (?:news )?tip\\?.{0,300}|(?:got|have) a story(?: tip)?\\?.{0,200}|send (?:us )?(?:your )?(?:tips|feedback|corrections) to .{0,120}`,
  `(?:download|get) (?:the|our) .{0,40}\\bapp\\b.{0,100}`,
  `.{0,80}may be reached at .{0,200}`,
  `this (?:document|material|article) (?:is subject to|is protected by|may not be).{0,300}`,
);

/** Tools listed in a line: "Share this article Copy link Print". */
const TOOLS =
  /share(?: this)?(?: article| story| page)?|copy link|print(?: this)?(?: page| article)?|save|e-?mail|tweet|whats ?app|facebook|twitter|linkedin|reddit|pinterest|\bpint?\b|telegram|messenger|flipboard|google\+?|line|download|baixar|分享(?:文章|此文)?|複製連結|列印|收藏|儲存|轉發/giu;

/** "By Ann Lee Published 12 May, 09:00", "撰文：花以寧 發布時間 …": a line with author and date. */
const BYLINE =
  /^(?:[—–-]\s*)?(?:(?:by|words by|reporting by)\s\p{Lu}|撰文|記者|文：|作者).{0,120}(?:published|updated|posted|last modified|發布|發佈|更新|\d{1,2}:\d\d)/iu;
const STAMP =
  /^(?:[^.。!?]{0,80}[·|]\s*){0,3}(?:(?:first |last )?(?:published|updated|posted)|發布時間|更新時間|發佈時間).{0,100}\d{1,2}:\d\d/iu;
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const DATE_WORD = new RegExp(
  `${MONTH}|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|published|updated|posted|modified|last|first|on|at|am|pm|a\\.m\\.?|p\\.m\\.?|[a-z]{2,4}t|utc|gmt|\\d+(?:st|nd|rd|th)?`,
  'giu',
);
const WEB_ADDRESS = /^https?:\/\/\S{4,300}$/i;

/** Whether a short line belongs to the page rather than the article. */
export function isBoilerplate(line: string): boolean {
  if (line.length > LONGEST) return false;
  return LABEL.test(line) || APPEAL.test(line) || WEB_ADDRESS.test(line) || isFurniture(line);
}

/** It doesn't end like a sentence and consists only of such parts. */
function isFurniture(line: string): boolean {
  if (line.length > 200 || /[!?。！？]["”」]?$/u.test(line)) return false;
  if (isDate(line)) return true;
  if (/[^.]\.["”]?$/u.test(line)) return false;
  if (BYLINE.test(line) || STAMP.test(line)) return true;
  return line.length > 2 && line.replace(TOOLS, '').replace(/[\s|·•,、/-]+/gu, '') === '';
}

/** "November 20, 2019 - 11:28 AMT": only a date. */
function isDate(line: string): boolean {
  if (line.length > 80 || !/\d/.test(line)) return false;
  const hasDay =
    new RegExp(`\\b(?:${MONTH})\\b`, 'iu').test(line) ||
    /\d{1,4}[-./年]\s?\d{1,2}[-./月]\s?\d{1,4}/.test(line);
  return (
    hasDay &&
    /(?:19|20)\d\d|\d:\d\d/.test(line) &&
    line.replace(DATE_WORD, '').replace(/[^\p{L}]+/gu, '') === ''
  );
}

/** A line above comments or further reading; the article ends before it. */
const ENDING = whole(
  `(?:\\d+ )?comments?(?: \\(\\d*\\))?|leave a (?:reply|comment)|join the (?:conversation|discussion)`,
  `(?:related|more|further|recommended|popular|trending|latest|other|similar|top)(?: [\\p{L}\\p{M}'’&-]+){0,3} (?:articles?|stories|posts?|news|reading|coverage|content|headlines|videos?|links?|topics?)`,
  `you (?:may|might) also (?:like|be interested in|enjoy).{0,20}|(?:read|see) (?:also|next|more)|trending(?: now)?|most (?:read|popular|viewed|shared)(?: .{0,20})?|recommended(?: for you| reading)?|(?:don'?t|don’t) miss|up next|more (?:from|on|in|like) .{0,40}`,
  `延伸閱讀|延伸阅读|相關(?:新聞|文章|閱讀|報道|報導)|相关(?:新闻|文章|阅读|报道)|推薦閱讀|推荐阅读|熱門(?:新聞|文章)|热门(?:新闻|文章)|猜你喜歡|猜你喜欢|你可能(?:也)?(?:喜歡|感興趣|会喜欢).{0,6}|更多(?:新聞|文章|新闻)|留言(?:板|區)?|網友(?:留言|評論)`,
  `関連(?:記事|ニュース|リンク)|おすすめ記事|人気記事|あわせて読みたい|コメント|관련\\s?(?:기사|뉴스)|댓글|많이 본 (?:기사|뉴스)`,
  `te puede interesar.{0,20}|lea también|lee también|noticias relacionadas|comentarios|leia também|veja também|notícias relacionadas|comentários|(?:à )?lire aussi|sur le même sujet|commentaires|mehr zum thema|lesen sie auch|kommentare|das könnte (?:sie|dich) auch interessieren|leggi anche|commenti|lees ook|reacties|czytaj (?:także|też|również)|komentarze`,
  `читайте также|по теме|комментарии|отзывы|самые популярные.{0,30}|другие (?:новости|статьи).{0,20}|читайте також|коментарі|اقرأ أيضا|اقرأ أيضاً|مواضيع ذات صلة|تعليقات|baca juga|ilgili haberler|yorumlar`,
);

/** Whether a short line ends the article ("Read more", "Related"). */
export function isEnding(line: string): boolean {
  return line.length <= 80 && ENDING.test(line);
}

/** The line that closes a press release. What follows is for editors: contacts, notes, who the sender is. */
const CLOSE =
  /^[\s*–—-]*(?:ENDS?|Ends|# ?# ?#|[Nn]otes? (?:to|for) [Ee]ditors?(?:\s*[:：].*)?|NOTES? (?:TO|FOR) EDITORS?.*|[（(]?完[）)]?|編者?垂注(?:[:：].*)?)[\s*–—:.-]*$/u;

/** Whether nothing of the article follows ("ENDS", "Notes to editors: …"). */
export function isClose(line: string): boolean {
  return line.length <= LONGEST && CLOSE.test(line);
}

function whole(...alternatives: readonly string[]): RegExp {
  return new RegExp(`^(?:${alternatives.join('|')})\\s*[:：.…!»>+]*$`, 'iu');
}
