import { z } from 'zod';
import { method } from '../feature/rpc-method.ts';
import { MOST_DAYS, WEEK } from './report.ts';
import type { Reporter } from './reporter.ts';

const params = z.strictObject({
  days: z.int().min(1).max(MOST_DAYS).default(WEEK),
  /** The newsroom's own where it is absent. */
  locale: z.enum(['en', 'zh']).exactOptional(),
});

const result = z.strictObject({
  title: z.string(),
  /** A sentence for each chart, by the id that it has in `newsroom.charts.*`; one alone where there is nothing yet. */
  lines: z.array(z.strictObject({ chart: z.string().exactOptional(), text: z.string() })),
});

/** `desk.report`: what `/desk report` says. */
export function reportMethods({ reporter }: { readonly reporter: Reporter }) {
  return {
    'desk.report': method(
      {
        description:
          'How the last days went, in sentences: stories, items of feeds, lateness of runs, models, checking. The numbers of the charts are in newsroom.charts.*.',
        scope: 'read',
        params,
        result,
        hints: { readOnly: true, material: true },
      },
      async ({ days, locale = reporter.locale }) => {
        const { title, lines } = await reporter.make(days, locale);
        return { title, lines: lines.map(({ lacks: _, ...line }) => line) };
      },
    ),
  };
}
