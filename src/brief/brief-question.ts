/** What somebody asks of the last brief of a conversation, in plain words, in English or Chinese. Pure. */
import { plainForm } from '../text/plain-form.ts';

/** "Show me the last brief", "what did the brief say?", 「上一份簡報講咗咩？」 Not "a brief on gold". */
export const asksForBrief = plainForm({
  needs: [
    /\b(?:the|that|your|our|my|last|latest|newest|previous|recent|today's)\b.*\bbrief(?:ing)?\b|簡報/iu,
    /\b(?:what|which|how|when|who|is|was|were|did|do|does|has|have|show|list|tell|give|see|read|repeat|find|again|status|last|latest|newest|previous)\b|[咩乜邊哪幾嗎未點睇看讀]|什麼|甚麼|顯示|列出|[上最今]|重溫|再|狀態/iu,
    /\b(?:brief(?:ing)?)\b|好未|[上最今剛頭呢嗰那這份講說寫睇看讀]|顯示|列出|重溫|狀態/iu,
  ],
  words: `brief briefing briefings briefs newest previous again repeat give see read look like say says said about contain contained in find status
    ready done finished made come get got written when yet topic
    簡報 上 上一 上一份 一份 份 上份 最近 最新 最後 剛剛 剛才 嗰份 呢份 這份 那份 今日 睇 看 看看 讀 重溫 再 講 講咗 說 說了 寫 寫咗 寫了 關於 內容 顯示 畀 俾 給 畀我 俾我 給我
    完成 好 好未 做好 整好 狀態 點 點樣 幾時 題目`,
});

/** "What did the reviewer say about the brief?", "how many words has the brief?", "why did the brief fail?", 「審閱點睇份簡報？」 */
export const asksHowBriefWasMade = plainForm({
  needs: [
    /\b(?:the|that|your|our|my|last|latest|newest|previous|today's)\b.*\bbrief(?:ing)?\b|簡報/iu,
    /\b(?:review\w*|critic|words?|long|length|drafts?|ready for|ready to|publishable|checked|verified|fail\w*|(?:not|n't) (?:published|posted|made|written|ready)|wrong|issues?|notes?|model calls?)\b|審閱|審核|審查|字|草稿|失敗|核實|查核|問題|意見/iu,
  ],
  words: `brief briefing say says said about think find finds found reviewer reviewer's review reviews reviewed notes note issues issue
    wrong anything something words word long length draft drafts ready publish publishable published post posted made written checked
    verified fail failed fails not wasn't isn't didn't model calls call times often into turned rejected passed pass
    簡報 份 一 一份 上 上一 上一份 最近 最後 呢份 這份 嗰份 今日 審閱 審閱者 審核 審查 點睇 怎樣 如何 意見 問題 說 講 話 發現 字 字數 幾多字 多少字 草稿
    失敗 查核 核實 過 有冇 有沒有`,
});
