/** A bare "yes" or "no" in answer to a question of the desk. */
const YES =
  /^(?:yes|yep|yeah|y|ok|okay|sure|confirm(?:ed)?|do it|go ahead|係|是|對|好|得|確認|確定|冇錯|沒錯)(?:[呀啊的嘅]|[\s,，]*(?:please|sure|do it|go ahead|i am sure|i['’]m sure|(?:kill|withdraw|retract) (?:it|this|that)|(?:撤回|撤銷|取消)(?:佢|它)?(?:啦|吧)?))*[\s.!。！]*$/iu;

/** Whether a message is only a "yes", mentions aside. */
export function isYes(said: string): boolean {
  return YES.test(withoutMentions(said));
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
