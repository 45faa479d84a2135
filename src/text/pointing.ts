/** Words that point at the thing at hand: "pause it", 「批准佢」; not "read this page". */
import { scriptless } from './chinese/scripts.ts';

/** What may come after "this" where no noun does: "move that to 8:00", "hold this until Friday". */
const NO_NOUN =
  '(?=\\s*(?:$|[^\\p{L}\\s])|\\s+(?:one|ones|thing|job|reminder|automation|task|planner|timer|note|rule|story|piece|draft|until|till?|for|from|to|on|off|at|in|by|as|and|or|but|then|so|if|when|while|because|since|now|today|tonight|tomorrow|again|back|out|up|down|over|instead|altogether|completely|entirely|temporarily|please|pls|will|would|should|must|can|may|is|was|has|every|each|daily|hourly|weekly|(?:mon|tue|wed|thu|fri|sat|sun)\\w*|half|quarter|noon|midday|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|just|still|not|quiet(?:ly|er)?|early|earlier|later|live|say|read|run|go|be)\\b)';

/** For a pattern with the flags `i` and `u`. "It's late" points at nothing. */
export const POINTED = `\\b(?:it|them|(?:that|this|these|those|one|both)${NO_NOUN})\\b(?!['’]s\\b)`;

/** "Skip tomorrow's" */
const OF_DAY = `\\b(?:today|tonight|tomorrow)['’]s(?=\\s*(?:$|[^\\p{L}\\s])|\\s+(?:one|run|please)\\b)`;

const POINTS = new RegExp(
  `${POINTED}|${OF_DAY}|${scriptless('佢|[呢嗰這那]個(?!網|頁|報|文|連結|新聞|稿|故事|消息|link|page)|它')}` +
    `|^\\s*(?:${scriptless('改(?:到|為|成|做|去)|推遲到|提早到')})`,
  'iu',
);

export function pointsAtIt(said: string): boolean {
  return POINTS.test(scriptless(said));
}
