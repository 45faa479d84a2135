/** Orders about stories in English. */
import type { StoryOrder } from './story-order.ts';

const OPENING =
  /^(?:(?:please|pls|kindly|ok|okay|and|also|now|then|so|hey|just|(?:can|could|would|will) you(?: please)?|i(?:['’]d| would) like you to|i want you to|let['’]s)[,\s]+)+/i;
const THIS = '(?:this|it|that|this one|that one|(?:this|the) (?:story|piece|article))';
const NOUN = '(?:story|piece|article|report)';
const WHICH = `(?:${THIS}|(?:the |that |this |our )?${NOUN} (?:about|on|of|called|titled|named) (?<about>.+?)|(?:the |that |our )?(?<name>[^:]+?) ${NOUN})`;
const END = '(?: please| now| for now| again)*';
const SPAN = '(?:an?|one|two|three|\\d+) (?:m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|days?|weeks?|months?)\\b.*?';
const UNTIL = `(?:,? (?:until|till|til) (?<until>.+?)|,? for (?:the next )?(?<span>${SPAN}))?`;
/** A dash inside a word is no border ("the US-China story"); a colon between digits belongs to a time. */
const REASON =
  ",(?= (?:the|its?|this|that|there|we|they|s?he|his|her|their|someone|somebody)\\b.*\\b(?:is|are|was|were|has|have|had|needs?|says?|said|denie[ds]|got|changed|looks?|\\w+n['’]t)\\b)";
const WHY = `(?:(?:,? because|${REASON}| ?[;—]|(?: [–-]|[–-] )(?!\\d)|(?<!\\d):|:(?!\\d)| since) ?(?<why>.+))?`;

/** "Follow the ferry strike" */
const TOPIC =
  '(?:the|that|this|our) (?!.*\\b(?:rules?|instructions?|money|leads?|links?|threads?|style|format|feeds?|desk|channel|advice|plan|steps)\\b)(?<name>\\S+(?: (?!until\\b|till\\b|for\\b|please\\b)\\S+){0,3})';

/** How a story was made, and how far it is: what its record tells. Not of a report, which may be anybody's. */
const OURS =
  '(?:(?:this|the|that) (?:story|piece|article)(?: (?:about|on|called|titled|named) (?<about>.+?))?|(?:the |that |our )?(?<name>[^:]+?) (?:story|piece|article))';
const CHECKER =
  '(?:the )?(?:verifiers?|verification|reviewers?|review|checks?|checkers?|(?:fact|claims?)[- ]?check(?:er|s|ing)?)';
const TAKEN = '(?:removed?|t(?:ake|aken|ook) out|cut|deleted?|doubt(?:ed)?)';
const MAKING = [
  `(?:is|was|has) ${OURS}(?: been)? (?:approved|(?:fact-?)?checked|verified|reviewed|rewritten|held|killed|withdrawn|ready|finished)(?: yet| already)*`,
  `(?:at )?(?:what|which) (?:stage|state|status|step) is ${OURS}(?: at| in| on)?`,
  `how far is ${OURS}`,
  `(?:what|how many (?:claims|sentences)) (?:did|does|has) ${CHECKER} (?:find|found|says?|said|doubts?|${TAKEN})(?: (?:in|about|on|of|from|with))? ${OURS}`,
  `did ${CHECKER} (?:find|say|doubt|${TAKEN}) (?:any|some)(?:thing|[ ]\\w+)(?: (?:in|about|on|of|from|with))? ${OURS}`,
  `(?:what|how much|(?:how many|which|what) sentences?) (?:was|were|has been|have been|did (?:you|we)) ${TAKEN} (?:from|in|out of|of) ${OURS}`,
];

const ACTIONS: readonly (readonly [RegExp, StoryOrder['action']])[] = [
  [order('(?:approve|release|ok|okay|green-?light)'), 'approve'],
  [/^(?:approved?|release|(?:publish|post|run) (?:this|it|that))(?: (?:please|now))*$/i, 'approve'],
  [
    /^(?:(?:(?:this|it|that)(?:['’]s| is)|looks?) )?(?:good |fine |okay? |great )?to (?:go|post|publish|run)$/i,
    'approve',
  ],
  [
    /^(?:(?:this|it|that)(?:['’]s| is)|looks?) (?:good|fine|okay?|great)(?:[,;.]| and)? ?(?:approved?|(?:post|publish|release|run)(?: it)?)$/i,
    'approve',
  ],
  [/^hold$/i, 'hold'],
  [/^(?:kill|spike|withdraw|retract)$/i, 'kill'],
  [
    /^take (?:this|it|that|(?:the |that |our )?(?<name>[^:]+?) (?:story|piece|article|report)) down(?: (?:please|now))*$/i,
    'kill',
  ],
  [order('(?:hold(?: back)?|embargo|freeze)', UNTIL, WHY), 'hold'],
  [order('(?:kill|spike|withdraw|retract|scrap|take down|pull)', WHY), 'kill'],
  [order('(?:retry|redo|re-?order|bring back|restore|re-?post|re-?publish)'), 'retry'],
  [
    /^(?:bring|put) (?:this|it|that|(?:the |that |our )?(?<name>[^:]+?) (?:story|piece|article|report)) back$|^(?:post|publish|run) (?:this|it|that|(?:the |that |our )?(?<again>[^:]+?) (?:story|piece|article|report)) (?:again|anew)$/i,
    'retry',
  ],
  [/^(?:stop following|unfollow|stop tracking)$/i, 'unfollow'],
  [order('(?:stop following|unfollow|stop watching|stop tracking)'), 'unfollow'],
  [order('(?:follow|watch|track|monitor|keep an eye on)', UNTIL), 'follow'],
  [
    /^(?:keep (?:me|us) (?:posted|updated|informed|in the loop) (?:on|about|with)|(?:let (?:me|us) know|alert (?:me|us)|notify (?:me|us)) (?:if|when|whenever|as soon as|once) (?:anything|something|there(?:['’]s| is)? (?:anything|something|any|an|more)?)(?: ?(?:news|updates?|changes?|happens|new|comes up|develops?|moves))* (?:on|about|with|in|of)) (?:the |that |this )?(?<name>(?!it\b|this\b|that\b)[^:]+?)(?: (?:story|piece|article|report))?$/i,
    'follow',
  ],
  [
    /^keep (?:me|us) (?:posted|updated|informed|in the loop)(?: (?:on|about|with) (?:this|it|that))?$|^(?:let (?:me|us) know|alert (?:me|us)|notify (?:me|us)) (?:if|when|whenever|once) (?:anything|something|this|it) (?:changes|happens|develops|is new|moves)(?: here)?$/i,
    'follow',
  ],
  [new RegExp(`^(?:unfollow|stop following) ${TOPIC}$`, 'i'), 'unfollow'],
  [new RegExp(`^follow ${TOPIC}${END}${UNTIL}${END}$`, 'i'), 'follow'],
  [
    /^(?:(?:correct|fix)|(?:put out|post|issue|publish|run|make|add) a correction (?:on|to|for|in|about)) (?:the )?(?<name>[^:]+?) (?:story|piece|article|report): ?(?<text>.+)$/is,
    'correct',
  ],
  [
    new RegExp(
      `^(?:show|list|give|send|tell)(?: me| us)? (?:all )?(?:of )?(?:the )?(?:sources|claims|passages)(?: (?:of|for|behind|in) ${WHICH})?$`,
      'i',
    ),
    'sources',
  ],
  [new RegExp(`^(?:the )?(?:sources|claims|passages) (?:of|for|behind|in) ${WHICH}$`, 'i'), 'sources'],
  [
    new RegExp(`^what (?:are|were) the (?:sources|claims|passages)(?: (?:of|for|behind|in) ${WHICH})?$`, 'i'),
    'sources',
  ],
  [
    new RegExp(
      `^(?:what|which) (?:are your sources|sources (?:did (?:you|we) use|do you have|are used|were used))(?: (?:for|in|on|behind) ${WHICH})?$`,
      'i',
    ),
    'sources',
  ],
  [
    /^(?:where did (?:you|we) get (?:this|that|it)(?: from)?|how do (?:you|we) know(?: (?:this|that|it))?|says who|who (?:says|said)(?: (?:so|this|that|it))?|according to whom|(?:which|what) (?:outlets|papers|sites|media) (?:told|reported|have|had|carried|carry|ran|say|said) (?:this|it|that|so))$/i,
    'sources',
  ],
  [
    /^(?:(?:are there|is there|do (?:you|we) have|have (?:you|we) got) )?any (?:more|other|further) (?:sources?|outlets?|reports?)$|^(?:are there|do (?:you|we) have) (?:more|other|further) (?:sources?|outlets?|reports?)$/i,
    'sources',
  ],
  [
    /^(?:(?:the )?(?:links?|urls?|sources?)(?: please)?|(?:give|send|show|post)(?: me| us)? (?:the |a |all |your )*(?:links?|urls?)(?: to (?:the )?(?:sources?|articles?|originals?))?|how many (?:sources|outlets|papers|articles) (?:did (?:you|we) use|do (?:you|we) have|are there|is (?:this|it) based on|(?:say|report|have) (?:so|this|that|it)))$/i,
    'sources',
  ],
  [
    /^(?:what is (?:(?:this|that) story|(?:the |your )?(?<name>[^:]+?) story) based on|where did you get (?:(?:this|that) story|(?:the |your )?(?<about>[^:]+?) story)(?: from)?)$/i,
    'sources',
  ],
  [
    new RegExp(
      `^why (?:did (?:you|we) (?:pick|choose|post|write|run|publish)|was|is) ${WHICH}(?: (?:picked|chosen|posted|written|published|run|held|killed|waiting|withdrawn|retracted|corrected))?$`,
      'i',
    ),
    'why',
  ],
  [
    new RegExp(
      `^(?:who (?:approved|wrote|ordered|corrected|held|withdrew|killed|posted|published|picked|chose)|what happened to|(?:how|where) is|how(?:['’]s| is) it going with|what(?:['’]s| is) the (?:status|state) of|status of) ${WHICH}(?: (?:doing|going|coming along|now|getting on))*$`,
      'i',
    ),
    'why',
  ],
  [new RegExp(`^why (?:did|has|could) ${WHICH} (?:fail(?:ed)?|go(?:ne)? wrong)$`, 'i'), 'why'],
  [
    /^(?:what|how much) (?:did|does|has) (?:this|(?:the |that |our )?(?<name>[^:]+?)) (?:story|piece|article) cost(?: (?:us|you|to (?:write|make)))*$/i,
    'why',
  ],
  ...MAKING.map((form): readonly [RegExp, 'why'] => [new RegExp(`^${form}$`, 'i'), 'why']),
  // In a thread.
  [
    /^what (?:did|have|has) (?:you|we|they|anyone|anybody|editors|the editors) (?:(?:correct|change)(?:ed)?)(?: (?:here|in (?:this|it)))?$|^(?:was|has|have|did) (?:this|it|that|anything|(?:this|the) story|anyone|anybody|we|you)(?: been)? (?:correct|change)(?:ed)?(?: (?:it|this|anything|here))?$|^any corrections$/i,
    'why',
  ],
  [
    /^(?:write|do|draft|prepare|order|post|publish|run)(?: me| us)?(?: up)? (?:an?|another|the) (?<update>update) (?:about|on|of|to|for) (?!(?:this|it|that)\b)(?<topic>.+?)(?: (?:story|piece|article|report))?$/i,
    'write',
  ],
  [
    /^(?:write|do|draft|prepare|order|post|publish|run)(?: me| us)?(?: up)? (?:an?|another|one|the) (?:\w+ )?(?:story|piece|article|report) (?:about|on|of|from) (?<topic>.+)$/i,
    'write',
  ],
  [/^write (?:about|up) (?<topic>.+)$/i, 'write'],
  [
    /^(?:(?:post|write|publish|do|run) something|(?:we|i) (?:need|want) (?:an?|something|another)(?: (?:story|piece|article|report))?|can we (?:have|get|do|run) (?:an?|something)(?: (?:story|piece|article|report))?) (?:about|on) (?<topic>.+)$/i,
    'write',
  ],
  [/^(?:write|cover) (?<topic>https?:\/\/\S+)$/i, 'write'],
];

function order(verb: string, ...more: readonly string[]): RegExp {
  return new RegExp(`^${verb} ${WHICH}${END}${more.join('')}${END}$`, 'is');
}

/** "The Chile one" is the story of Chile; "the last one" names none. */
const ONE =
  /\b(?<name>(?:the|that|our) (?!(?:first|second|third|fourth|last|latest|next|other|same|new|newest|only|right|wrong|whole)\b)(?:[\p{L}\p{N}'’&-]+ ){1,3})one\b(?=$|[\s,.:;!?—–-])/iu;

/** Words that don't name a story. */
const NO_STORY = /^(?:a|an|any|no|every|all|another|next|whole|same|more|less|new$|some)\b/i;

/** The order about a story in an English sentence; undefined where there is none. */
export function englishStoryOrder(said: string): StoryOrder | undefined {
  const bare = said
    .replace(/\s+/g, ' ')
    .replace(OPENING, '')
    .replace(ONE, '$<name>story')
    .replace(/[\s.!?]+$/u, '')
    .replace(/,? (?:please|pls|thanks|thank you)$/i, '');
  for (const [pattern, action] of ACTIONS) {
    const found = pattern.exec(bare);
    if (found === null) continue;
    const groups = found.groups ?? {};
    const named = (groups['about'] ?? groups['name'] ?? groups['again'])
      ?.replace(/["“”'‘]|’(?!\w)/gu, '')
      .trim();
    if (named !== undefined && NO_STORY.test(named)) return undefined;
    // In a thread, the reason is answered from the thread's own story.
    if (action === 'why' && named === undefined && /^why\b/i.test(bare)) return undefined;
    return request(action, named, groups);
  }
  return undefined;
}

function request(
  action: StoryOrder['action'],
  story: string | undefined,
  groups: Readonly<Record<string, string | undefined>>,
): StoryOrder {
  const { span, why, text, topic, update } = groups;
  const until = span === undefined ? groups['until'] : `in ${span}`;
  // "Until further notice" isn't a moment: the story waits for an editor anyway.
  const ends =
    until !== undefined && !/^(?:further notice|then|i say|we say|approv|it is|it['’]s)/i.test(until);
  return {
    action,
    ...(story !== undefined && { story: story.replace(/^the\s+/i, '') }),
    ...(ends && { until }),
    ...(why !== undefined && { why }),
    ...(text !== undefined && { text }),
    ...(topic !== undefined && { topic }),
    ...(update !== undefined && { update: true }),
  };
}
