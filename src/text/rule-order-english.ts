/** English wordings of an order to leave something out. */
import type { Order } from './rule-order.ts';

const POLITE =
  /^(?:(?:hey|hi|hello|ok|okay|so|and|also|thanks|thank you|right|well|please|pls|nightdesk|team|remember|note|reminder|rule|new rule|from now on|for now|just)(?:\s+that)?\s*[,:;–-]*\s+|(?:can|could|would|will) (?:you|we)(?: please| kindly)?\s+|(?:let's|lets|we should|you should|we'd better|you'd better|i(?:'d| would) like you to|i want you to|make sure (?:you |to |that you )*)\s+(?:please\s+)?)/i;
const ASKS = /^(?:can|could|would|will)\s+(?:you|we)\b/i;
const NEWS =
  /\b(?:stories|story|news|posts?|articles?|coverage|items?|pieces?|reports?|headlines?|updates?)\b/i;
const EVERYDAY =
  /^(?:the |a |an |my |our |your |any |that |this |all |those |these )*(?:it|that|this|them|those|these|me|him|her|us|you|one|idea|ideas|problem|problems|worries|worry|thanks|thank you|comment|comments|question|questions|excuse|excuses|joke|jokes|clue|doubt|way|need|rush|hurry|pressure|time|point|chance|luck|wonder|kidding|coffee|tea|breakfast|lunch|dinner|beer|drinks?|meetings?|calls?|stand-?ups?|summar(?:y|ies)|digests?|reminders?|briefings?|newsletters?|(?:next|last|first|second|top) (?:stor(?:y|ies)|posts?|articles?|pieces?|items?)|gym|work|class|classes|school|shifts?|breaks?|holidays?|steps?|intro|day off|internet|wifi|power|money|sleep|emails?|messages?|line|things?|stuff|anything|everything|nothing|something|someone|anyone|bugs?|errors?|mistakes?|typos?|delays?|panic)\b(?!\s+(?:stories|news|posts))/i;

const ABOUT = '(?:about|on|regarding|concerning|related to|to do with|with|of)';
const THING =
  '(?:anything|any|stories|story|news|posts?|articles?|coverage|items?|pieces?|reports?|more|any more|anymore|other)';
const PUBLISH =
  '(?:post|publish|cover|run|write|report|send|pick|choose|include|use|show|feature|bring|mention|talk|discuss|tell)';
const STOPS =
  '(?:posting|publishing|covering|running|writing|reporting|sending|picking|including|featuring|mentioning)';

/** Each has the group `what`. The `certain` ones mention publishing; the others could be everyday talk. */
const WORDINGS: readonly (readonly [RegExp, 'certain' | 'perhaps'])[] = [
  [
    new RegExp(
      `^(?:don't|do not|dont|never|no longer)\\s+${PUBLISH}(?:\\s+(?:up|out))?\\s+(?<what>.+)$`,
      'i',
    ),
    'certain',
  ],
  [new RegExp(`^(?:stop|quit|cease|avoid|pause)\\s+${STOPS}\\s+(?<what>.+)$`, 'i'), 'certain'],
  [
    new RegExp(
      `^(?:no|no more|skip|drop|avoid|exclude|omit|pause|stop)\\s+(?:the\\s+)?(?:${THING}\\s+)+${ABOUT}\\s+(?<what>.+)$`,
      'i',
    ),
    'certain',
  ],
  [new RegExp(`^nothing\\s+(?:more|else|further)\\s+${ABOUT}\\s+(?<what>.+)$`, 'i'), 'certain'],
  [new RegExp(`^nothing\\s+${ABOUT}\\s+(?<what>.+)$`, 'i'), 'perhaps'],
  [/^leave\s+(?:out\s+(?<what>.+)|(?<what2>.+?)\s+out(?:\s+of\s+.+)?)$/i, 'certain'],
  [
    /^keep\s+(?<what>.+?)\s+(?:out|off)(?:\s+(?:of\s+)?(?:the\s+)?(?:list|desk|channel|run|runs|newsletter|feed|selection|it|here))?$/i,
    'perhaps',
  ],
  [/^exclude\s+(?<what>.+)$/i, 'certain'],
  [
    /^(?:i|we)\s+(?:don't|do not)\s+(?:want|need)\s+(?:to see\s+)?(?:any\s+more|any|more)\s+(?<what>.+)$/i,
    'perhaps',
  ],
  [/^no\s+more\s+(?!than\b)(?:of\s+)?(?<what>.+)$/i, 'perhaps'],
  [
    /^(?:no|skip|drop|avoid|omit|ignore|pause|hold off on|enough(?: of| with)?|stop(?: with)?)\s+(?!more\b)(?<what>.+)$/i,
    'perhaps',
  ],
];

/** "Stories about school fires" is about stories, whatever everyday word follows. */
const TELLS_OF =
  /\b(?:stories|news|posts|articles|coverage|items|pieces|reports) (?:about|on|of|regarding) /i;

/** The order in `sentence`, whose words about time have been removed. */
export function englishOrder(sentence: string): Order | undefined {
  const start = sentence.trim().replace(/’/g, "'");
  let plain = start.replace(/[.!…]+$/u, '').trim();
  let asks = false;
  while (POLITE.test(plain)) {
    asks ||= ASKS.test(plain);
    plain = plain.replace(POLITE, '').trim();
  }
  // "Could you skip sports?" is a polite order; other questions are not orders.
  if (/[?？]\s*$/u.test(plain)) {
    if (!asks) return undefined;
    plain = plain.replace(/\s*[?？]+\s*$/u, '');
  }
  for (const [pattern, sureness] of WORDINGS) {
    const groups = pattern.exec(plain)?.groups;
    const what = (groups?.['what'] ?? groups?.['what2'])
      ?.replace(/[,;]?\s*(?:please|pls|thanks|thank you|ok|okay)$/i, '')
      .trim();
    if (what === undefined || what === '') continue;
    if (
      EVERYDAY.test(what) &&
      !(TELLS_OF.test(plain) && !/^(?:it|that|this|them|those|these|me|him|her|us|you)$/i.test(what)) &&
      !/^(?:anything|any|stuff|everything|things?)\b.*\b(?:about|on|with|regarding|to do with|related to)\b/i.test(
        what,
      )
    )
      return undefined;
    if (what.split(/\s+/).length > 10 || /^(?:to|by|in|at|until|if|because|when|how|what)\b/i.test(what))
      return undefined;
    // "Don't use emojis", "never use the word slam": how to write, not what about.
    if (/\buse\s/i.test(plain.slice(0, plain.indexOf(what))) && !NEWS.test(what)) return undefined;
    const names = /(?:^|\s)\p{Lu}/u.test(what);
    return {
      what,
      certain:
        sureness === 'certain' || NEWS.test(what) || (names && /^(?:no more|leave|skip|drop)/i.test(plain)),
    };
  }
  return undefined;
}
