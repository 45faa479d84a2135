/** A bare "yes" or "no" in answer to a question of the desk. */
const YES =
  /^(?:yes|yep|yeah|y|ok|okay|sure|confirm(?:ed)?|please do(?: it| so| that)?|do (?:it|so|that)|(?:please )?go ahead|go for it|of course|absolutely|可以|要|係|是|對|好|得|確認|確定|冇錯|沒錯)(?:[呀啊的嘅]|[\s,，]*(?:please|sure|please do|do (?:it|so|that)|go ahead|i am sure|i['’]m sure|(?:kill|withdraw|retract) (?:it|this|that)|(?:撤回|撤銷|取消)(?:佢|它)?(?:啦|吧)?))*[\s.!。！]*$/iu;

/** A "yes" with its reason: what is true of the thing, and nothing that it should be instead. */
const WITH_REASON =
  /^(?:yes|yep|yeah|ok|okay|sure|係|是|好|確認)[\s,，.。:：;；–—-]+(?<why>(?!.*(?:\b(?:but|though|unless|however|instead|only|not|later|wait|first|if|hold|keep|leave|stop|correct|approve|follow|post|write)\b|n['’]t\b|但|不過|先|如果|除非|暫緩|保留|更正|批准|跟進|[?？]))(?:(?:because|since|as)\b.{3,200}|(?:it|this|that)(?:['’]s| is| was) (?:an? )?(?:duplicate|mistake|error|hoax|rumou?r|wrong|incorrect|inaccurate|false|untrue|fake|outdated|libell?ous)\b.{0,100}|(?:因為|由於).{2,200}|(?:重複|錯|假|謠言|失實).{0,60}))$/isu;

/** Whether a message is only a "yes", with a reason or without, mentions aside. */
export function isYes(said: string): boolean {
  return YES.test(withoutMentions(said)) || reasonOfYes(said) !== undefined;
}

/** "It's a duplicate" of "yes, it's a duplicate"; undefined for anything else. */
export function reasonOfYes(said: string): string | undefined {
  return WITH_REASON.exec(withoutMentions(said))?.groups?.['why']?.replace(
    /^(?:because|since|as|因為|由於)\s*/iu,
    '',
  );
}

const NO =
  /^(?:no|nope|don['’]?t|do not|keep it|cancel|唔好|不要|唔係|不是|不|唔使|取消|保留)(?:[呀啊的]|[\s,，]*(?:thanks|thank you|please|keep it|don['’]?t|do it|(?:kill|withdraw) (?:it|this|that)|(?:撤回|撤銷)(?:佢|它)?))*[\s.!。！]*$/iu;

/** Whether a short English or Chinese answer says no, mentions aside. */
export function isNo(said: string): boolean {
  return NO.test(withoutMentions(said));
}

function withoutMentions(said: string): string {
  return said.replace(/<[@#][^>]*>/g, ' ').trim();
}
