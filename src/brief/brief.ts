/** Briefs as a feature of the desk: search, write, review on demand, in the conversation that asks. */
import type { ProfileWords } from '../cron/job-profile.ts';
import type { Command } from '../feature/command.ts';
import type { Feature } from '../feature/feature.ts';
import type { UnknownModel } from '../llm/chat-model.ts';
import type { SessionIndex } from '../sessions/session-index.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { TurnBook } from '../sessions/turn-book.ts';
import { briefCommand } from './brief-command.ts';
import { briefMethods } from './brief-methods.ts';
import { lastBrief, sayState } from './brief-status.ts';
import { briefTools } from './brief-tools.ts';
import { BriefOrders } from './order-brief.ts';
import { performBrief } from './perform-brief.ts';
import type { PerformDeps } from './perform-brief.ts';
import type { BriefState } from './state.ts';
import { BRIEF } from './state.ts';

interface FeatureDeps extends PerformDeps {
  readonly sessions: Pick<SessionIndex, 'get'>;
  readonly turns: Pick<TurnBook, 'find'>;
  /** The memory in which a session's turns take place. */
  readonly memoryOf: (session: SessionKey) => SessionKey;
  readonly submit: ConstructorParameters<typeof BriefOrders>[0]['submit'];
  readonly ask: ConstructorParameters<typeof BriefOrders>[0]['ask'];
  readonly newId: () => string;
  readonly unknownModel: UnknownModel;
  /** Where a brief lands that a program orders without naming a conversation. */
  readonly session: SessionKey;
}

/** So long a brief is what a conversation is about. */
export const BRIEF_WORDS: ProfileWords = {
  mentions: /\bbrief|\b(?:summar(?:y|i[sz]e)|round-?up|digest)\b|簡報|简报|摘要|總結|总结/iu,
};
const TALKED_OF_MS = 24 * 3_600_000;

/** The feature: its turn profile, tools, command, methods and status lines. */
export function brief(deps: FeatureDeps): Feature {
  const { clock, session } = deps;
  const orders = new BriefOrders(deps);
  const last = (of: SessionKey) => lastBrief(of, deps);
  return {
    name: BRIEF,
    profiles: {
      [BRIEF]: {
        perform: performBrief(deps),
        showsProgress: true,
        forJobs: {
          about: { en: 'a brief on the topic in the message', zh: '就訊息中的題目撰寫簡報' },
          words: BRIEF_WORDS,
        },
      },
    },
    tools: briefTools({ orders, last, zone: deps.zone }),
    commands: [briefCommand(orders)],
    methods: briefMethods({ orders, session }),
    status: async (of, locale) => {
      const state = await last(of);
      return state ? sayState(state, locale) : [];
    },
    setting: async (of) => {
      const state = await last(of);
      const isFresh = state && clock.now() - state.started_at_ms < TALKED_OF_MS;
      return { values: {}, material: isFresh ? { brief: reportOf(state) } : {} };
    },
  };
}

/** What it brings to people, with no desk behind it. */
export function briefCommands(): readonly Command[] {
  return [briefCommand({} as BriefOrders)];
}

function reportOf({ user_topic: topic, search_results }: BriefState) {
  return {
    topic,
    articles: (search_results?.articles ?? []).map(({ index, title, url, outlet, summary }) => ({
      n: index + 1,
      ...{ title, url, outlet, text: summary },
    })),
  };
}
