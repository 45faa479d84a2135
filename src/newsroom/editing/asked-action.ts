/**
 * Whether a person requested an action in their own words. A model reads pages and feeds, so its word alone changes
 * no story: this turn's message must mention the action, and contain the text of a correction.
 */
import { scriptless } from '../../text/chinese/scripts.ts';
import { ownWords, requestsIn } from '../../text/requests.ts';
import { saysWhen } from '../../text/says-when.ts';
import { addsAddress } from '../../text/adds-address.ts';
import { asksTo } from '../../text/asks-to.ts';
import { tokens } from '../../text/tokens.ts';

/** What an agent may do with a story. */
export type StoryVerb = 'hold' | 'approve' | 'kill' | 'retry' | 'correct' | 'follow' | 'unfollow' | 'write';

const WORDS: Readonly<Record<StoryVerb, RegExp>> = {
  // "Hold on, …" and "wait, …" only open a sentence.
  hold: /\b(?:(?:hold|wait|stop)(?! on\b|\s*[,…])|held|pause|embargo|(?:re-?|double-?)?check(?=.*\b(?:before|first)\b)|freeze|(?:don['’]?t|not) (?:[^\s,.;:]+ ){0,5}?(?:post|publish|run)(?:ed)?)\b|暫緩|暫停|等等|核實|住先|先唔好|先不要|(?:唔好|不要|別|[唔不未]可以)(?:住)?(?:發|出|刊)|押後|禁止發佈/iu,
  approve:
    // "Ok" and "go ahead" by themselves answer what the desk said last.
    /\b(?:approved?|(?:is|are|looks?) ok(?:ay)?|release|publish|post|run it|go ahead with|let .{1,60} go|(?:can|may|should) go (?:out|live)|good to go|green ?light)\b|批准|放行|通過|發佈|出街|可以出/iu,
  kill: /\b(?:kill|drop|spike|withdraw|retract|remove|delete|take (?:it|this|that) down|take (?:.{1,60} )?down|pull|cancel|scrap)\b|撤[銷回走咗]|收[返回]|抽起|刪除|取消/iu,
  retry:
    /\b(?:retry|(?:try|write|order|do|run|post|publish|start) .{1,60} (?:again|anew)|redo|rewrite|re-?order|re-?post|re-?publish|restore|bring back|(?:bring|put) .{1,60} back)\b|重試|再試|重寫|再寫|重新|恢復|還原|重發/iu,
  correct:
    /\b(?:correct|correction|wrong|mistaken?|error|fix|amend|should (?:be|say|read))\b|更正|改正|修正|錯|應該|應為/iu,
  follow:
    /\b(?:follow|watch(?! out)|track|monitor|keep (?:an eye|(?:us|me) (?:posted|updated|informed|in the loop))|(?:let|alert|notify) (?:me|us)(?: know)? (?:if|when|once|as soon)|updates|stay on)\b|跟進|追蹤|留意|更新/iu,
  unfollow:
    /\b(?:unfollow|stop|end|no (?:more|longer)|don['’]?t follow)\b|停止|不再|(?:唔使|唔好|不要|無須).*(?:跟進|追蹤)|唔使再|取消/iu,
  write:
    /\b(?:write|cover|report|order|story|article|piece|something (?:on|about))\b|寫|報道|報導|訂|出一篇/iu,
};

/** The least share of a correction's words that must be the person's. */
const LEAST_THEIRS = 0.6;
/** And so many of its words may be others'. */
const MOST_OTHERS = 2;

/** @param said what a person wrote in this turn. */
export function askedFor(said: string, action: StoryVerb): boolean {
  return asksTo(requestsIn(said), verbOf(action));
}

/** The words for an action, in the one script of `scriptless`. */
export function verbOf(action: StoryVerb): RegExp {
  const { source, flags } = WORDS[action];
  return new RegExp(scriptless(source), flags);
}

/** Whether these are the person's own words, or close enough: every figure and address is theirs. */
export function saidBy(said: string, words: string): boolean {
  const own = ownWords(said);
  const theirs = new Set(tokens(own));
  const given = [...new Set(tokens(words))];
  const others = given.filter((token) => !theirs.has(token));
  if (given.length === 0 || others.length > MOST_OTHERS) return false;
  if (others.some((token) => /\d/u.test(token)) || addsAddress(own, words)) return false;
  return 1 - others.length / given.length >= LEAST_THEIRS;
}

/**
 * A reason is published in the editor's name, and what is held for a minute is posted after it: what a model gives, without a
 * reason that isn't in their words, and without an end where they spoke of none.
 */
export function inTheirWords<Args extends { readonly why?: string; readonly until?: string }>(
  { why, until, ...args }: Args,
  { said, saidBefore }: { readonly said: string; readonly saidBefore: string },
) {
  return {
    ...args,
    ...(why !== undefined && saidBy(said, why) && { why }),
    ...(until !== undefined && saysWhen(ownWords(`${said}\n${saidBefore}`)) && { until }),
  };
}

/** Equal for texts with the same words, ignoring case and stop words. */
export function sameWords(said: string): string {
  return tokens(said).join(' ');
}
