import type { Command } from '../feature/command.ts';
import type { BriefOrders } from './order-brief.ts';

/** `/brief topic:`. The brief is a message of its own, which everybody sees; whoever asked is told that it comes. */
export function briefCommand(orders: Pick<BriefOrders, 'order' | 'say'>): Command {
  return {
    name: 'brief',
    chinese: '簡報',
    description: {
      en: 'What was reported on a topic: in the last 30 days, with sources',
      zh: '一個題目過去 30 日的報道摘要，附來源',
    },
    right: 'talk',
    ephemeral: true,
    changes: true,
    options: [
      {
        name: 'topic',
        chinese: '題目',
        type: 'string',
        required: true,
        description: { en: 'What it is about, such as "AI regulation"', zh: '題目，例如「人工智能監管」' },
      },
    ],
    run: async (options, { session, actor, locale, id }) => {
      const topic = String(options['topic'] ?? '');
      const request = { topic, session, actor, ...(id !== undefined && { id }) };
      return { text: orders.say(await orders.order(request), locale) };
    },
  };
}
