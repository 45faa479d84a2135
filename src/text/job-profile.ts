/**
 * Recognises jobs that need a profile of their own, as people describe them: "a planner", "hourly planning run", 選題; "make
 * the newsletter", 製作通訊.
 */

const ENGLISH =
  /^(?:(?:remind|tell) (?:us|me) (?:to|of) )?(?:(?:an?|the|our|another|one|new|daily|hourly|weekday|weekly|morning|evening|news|story|stories|edition) )*(?:planner|planning(?: run| job| turn)?|plan(?: (?:the|our|new|next|daily|hourly|of))*(?: (?:stories|edition|news)))(?: (?:job|run|turn))?$/i;
const CHINESE =
  /^(?:提醒我們|(?:一|個|新|每日|每小時|每天|早上|晚上)|嘅|的|\s)*(?:planner|選題|策劃|選稿)(?:工作|任務|排程|報道|新聞)?$/iu;

const NEWSLETTER =
  /^(?:make|prepare|create|write|produce|send(?: out)?|publish|do|run)(?: (?:us|me))?(?: (?:an?|the|our|this|new|weekly|daily|monthly|(?:today|this week)['’]s))* newsletter$|^(?:整|做|製作|寫|出|發)(?:返|一)?(?:份|期)?(?:今期|今日|本週)?(?:嘅|的)?(?:電子)?(?:通訊|電子報)$/iu;

/**
 * Which of the available profiles does it; undefined when the message means other work.
 * @param message what a job does each time
 */
export function profileFor(message: string | undefined, profiles: readonly string[]): string | undefined {
  if (message === undefined) return undefined;
  if (namesNewsletter(message)) return profiles.find((name) => name === 'newsletter');
  if (!namesPlanner(message)) return undefined;
  const pace = /\bhour|每小時/iu.test(message) ? 'hourly' : 'daily';
  const planners = profiles.filter((name) => name.startsWith('planner'));
  return planners.find((name) => name.endsWith(pace)) ?? planners[0];
}

/** What people say of jobs that do more than talk. */
const KINDS: Readonly<Record<string, RegExp>> = {
  planner:
    /\bplan|\b(?:stories|story|edition|headlines|news)\b|選題|选题|策劃|策划|選稿|选稿|報道|报道|新聞|新闻/iu,
  newsletter: /\b(?:newsletter|digest)|通訊|通讯|電子報|电子报|週報|周報|周报/iu,
  brief: /\bbrief|\b(?:summar(?:y|i[sz]e)|round-?up|digest)\b|簡報|简报|摘要|總結|总结/iu,
  report: /\breport|\b(?:statistics|figures|how .{1,40} (?:went|did|doing))\b|報告|报告|統計|统计/iu,
};
/** They do as the message says. */
const TALKS = ['reminder', 'chat'];

/** Whether somebody's words speak of what the profile does. */
export function speaksOfProfile(said: string, profile: string): boolean {
  if (TALKS.includes(profile)) return true;
  const kind = profile.split(/[_-]/u)[0] ?? '';
  return KINDS[kind]?.test(said) ?? said.toLowerCase().includes(kind.toLowerCase());
}

/** Whether a planner is meant, by whatever name its job has. */
export function namesPlanner(message: string): boolean {
  const plain = message.trim().replace(/[.。!！]+$/u, '');
  return ENGLISH.test(plain) || CHINESE.test(plain);
}

/** Whether the newsletter is to be made. */
function namesNewsletter(message: string): boolean {
  return NEWSLETTER.test(message.trim().replace(/[.。!！]+$/u, ''));
}
