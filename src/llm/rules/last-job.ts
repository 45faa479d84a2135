/** "Cancel that", "move it to 10", 「改做十點」: an order on the automation that the desk's last words were about. */
import { cjkLength } from '../../text/cjk.ts';
import type { ChatMessage } from '../chat-model.ts';
import type { JobOrder } from './job-order.ts';
import { jobOrder } from './read-job-order.ts';
import { skipOrder } from './skip-order.ts';
import { lastToldThem } from './tool-talk.ts';

/** What `sayJobDone` says of an automation that there is, and what is asked before one is changed. */
const DONE =
  /^(?:(?:(?:Done|Changed|Resumed|Paused|Skipped|There already): |Change )"(?<name>.+?)"(?: runs| to | does not run |\.)|(?:已(?:加入|更改|恢復|暫停|經有)|要把|會略過)「(?<nameHan>.+?)」)/mu;
/** Longer messages are about more than that. */
const MOST = 60;
/** Not "that planner", nor 「嗰個選題」. */
const IT =
  /\b(?:it|that|this)(?: (?:one|reminder|job|automation|task|alarm))?(?=\s*(?:[.,!?]|$|\d|(?:half|(?:a )?quarter|to|until|till|for|at|on|off|from|every|now|please|instead|again|back|noon|midnight|while)\b))/iu;
const IT_HAN =
  /[佢它](?!哋|們)|[嗰那呢這]個(?:提醒|任務|工作|自動化|鬧鐘)?(?=$|[，,。！!]|改|推遲|提早|移到|調)/u;

const ANY = 'diary reminder';

/** How somebody begins who thinks again. */
const AGAIN =
  /^(?:(?:no|nah|oops|sorry|hm+|wait|hold on|actually|on second thoughts?|never ?mind|better|唔係|唔好意思|等等|等陣|都係|不如|仲係|還是)(?=[\s,.，。!！…]|\p{Script=Han})[\s,.，。!！…]*)+/iu;

/** A list of automations leaves open which one is meant: then what was said before it counts. */
const LISTED = /^(?:Scheduled jobs:|排程任務：)/u;

export function orderOnLastJob(message: string, messages: readonly ChatMessage[]): JobOrder | undefined {
  const told = lastToldThem(messages);
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const reply = LISTED.test(told) ? lastToldThem(messages.slice(0, asked)) : told;
  const { name, nameHan } = DONE.exec(reply)?.groups ?? {};
  const job = name ?? nameHan;
  const said = message.trim().replace(AGAIN, '');
  if (job === undefined || said.length > MOST) return undefined;
  const named = cjkLength(said) >= 2 ? inChinese(said) : inEnglish(said);
  // It names what it is about itself.
  if (named === said) return undefined;
  const order = jobOrder(named) ?? skipOrder(named);
  return order === undefined || order.action === 'ask' || order.action === 'add'
    ? undefined
    : { ...order, job };
}

/** With any automation's name for the pronoun: only what is to be done counts. */
function inEnglish(said: string): string {
  return said
    .replace(
      /^skip (?:the )?(?<day>next|tomorrow['’]s|today['’]s|tonight['’]s)(?: (?:one|run|time))?$/iu,
      `skip $<day> ${ANY}`,
    )
    .replace(IT, `the ${ANY}`);
}

function inChinese(said: string): string {
  if (IT_HAN.test(said)) return said.replace(IT_HAN, '日程提醒');
  return said.replace(/^(?=改|推遲|提早|移到|調)/u, '日程提醒').replace(/^(?:取消|刪除)$/u, '$&日程提醒');
}
