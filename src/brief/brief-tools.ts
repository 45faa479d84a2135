/** What the agent may do about briefs: order one that its person asked for, and read what the last one stands on. */
import { z } from 'zod';
import type { SessionKey } from '../sessions/key.ts';
import { ToolRefusal, tool } from '../sessions/tool.ts';
import type { Tool, ToolContext } from '../sessions/tool.ts';
import { addsAddress } from '../text/adds-address.ts';
import { briefTopic, namesBrief } from '../text/brief-request.ts';
import { hasHan } from '../text/chinese/has-han.ts';
import { ownWords, requestsIn } from '../text/requests.ts';
import { tokens } from '../text/tokens.ts';
import type { Locale } from '../time/locale.ts';
import { dayAndTime } from '../time/zone.ts';
import { asksForBrief, asksHowBriefWasMade } from './brief-question.ts';
import { sayState } from './brief-status.ts';
import type { BriefOrders } from './order-brief.ts';
import { BriefRefusal } from './refusal.ts';
import type { BriefState } from './state.ts';
import { shortTopic, wordsIn } from './wording.ts';

interface ToolDeps {
  readonly orders: Pick<BriefOrders, 'order'>;
  readonly last: (session: SessionKey) => Promise<BriefState | undefined>;
  /** In which moments are told. */
  readonly zone: string;
}

/** So much of a topic must be in the words of whoever asks for it. */
const LEAST_THEIRS = 0.5;

const sourcesArgs = z.strictObject({ how: z.boolean().exactOptional() });
type SourcesArgs = z.infer<typeof sourcesArgs>;

export function briefTools({ orders, last, zone }: ToolDeps): Tool[] {
  return [
    tool({
      name: 'brief',
      description:
        'Order a brief: what was reported on a topic in the last 30 days, searched, written and reviewed. Only when the ' +
        'person asks for a brief in this message. It comes into this conversation by itself, after your answer: say ' +
        'only that it is being prepared.',
      args: z.strictObject({ topic: z.string().describe("the topic, in the person's words") }),
      run: async ({ topic }, context) => {
        mustBeAsked(topic, context);
        try {
          const ordered = await orders.order({
            ...{ topic, session: context.session, actor: context.actor },
            // The same turn, started again after a crash, orders nothing twice.
            id: `${context.turn.id}/${idOf(topic)}`,
          });
          return { ordered: true, topic: ordered.topic };
        } catch (error) {
          if (error instanceof BriefRefusal)
            throw new ToolRefusal(error.message, { cause: error, zh: error.words.zh });
          throw error;
        }
      },
    }),
    tool<SourcesArgs>({
      name: 'brief_sources',
      description:
        'The last brief of this conversation, as it was posted (`text`), its topic, the articles that it stands on, as the search ' +
        "found them, and the reviewer's feedback. With `how: true`, `text` is how it was made, field by field.",
      parallel: true,
      outside: ['articles', 'review', 'topic', 'text'],
      args: sourcesArgs,
      asked: (said) => (asksForBrief(said) ? {} : asksHowBriefWasMade(said) ? { how: true } : undefined),
      run: async ({ how }, { session, said }) => {
        const locale = hasHan(said) ? 'zh' : 'en';
        const brief = await last(session);
        if (!brief) return { text: wordsIn(locale).noneHere };
        const { user_topic: topic, outcome, search_results, review_feedback: review } = brief;
        const text = how ? sayState(brief, locale).join('\n') : sayBrief(brief, { locale, zone });
        return { topic, outcome, text, articles: search_results?.articles ?? [], review };
      },
    }),
  ];
}

/** As it was posted, under a line that says what it is and how it ended. */
function sayBrief(
  brief: BriefState,
  { locale, zone }: { readonly locale: Locale; readonly zone: string },
): string {
  const { status, outcomes } = wordsIn(locale);
  const { user_topic, outcome, started_at_ms, finished_at_ms = started_at_ms, final_post } = brief;
  const ended = [outcomes[outcome], dayAndTime(finished_at_ms, zone, locale)].join(
    locale === 'zh' ? '，' : ', ',
  );
  const head = status.last(shortTopic(user_topic), ended);
  return final_post === undefined ? head : `${head}\n\n${final_post}`;
}

/** What a page or somebody else says is no order, and a question about a brief is none either. @throws ToolRefusal */
function mustBeAsked(topic: string, { turn, said }: Pick<ToolContext, 'turn' | 'said'>): void {
  const own = ownWords(said);
  const isAsked = namesBrief(requestsIn(said)) || briefTopic(own) !== undefined;
  if (turn.kind !== 'person' || !isAsked)
    throw new ToolRefusal('nobody asked for a brief in this message; /brief makes one in any language');
  const theirs = new Set(tokens(own));
  const wanted = [...new Set(tokens(topic))];
  const found = wanted.filter((token) => theirs.has(token)).length;
  if ((wanted.length > 0 && found / wanted.length < LEAST_THEIRS) || addsAddress(own, topic))
    throw new ToolRefusal("that topic is not the person's: give it in their words");
}

function idOf(topic: string): string {
  return encodeURIComponent(topic.toLowerCase()).slice(0, 120);
}
