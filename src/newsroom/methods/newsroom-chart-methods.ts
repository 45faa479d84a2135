import { z } from 'zod';
import { method, noParams } from '../../feature/rpc-method.ts';
import type { Opened } from '../../feature/rpc-method.ts';
import type { Charts } from '../views/charts.ts';
import { figuresSchema } from '../views/figures.ts';

const days = z.strictObject({ days: z.int().min(1).max(30).default(14) });

interface ChartMethodDeps {
  readonly charts: Opened<Charts>;
}

/** `newsroom.charts.*`: figures in series, by the hour or by the day. */
export function newsroomChartMethods({ charts }: ChartMethodDeps) {
  const daily = (of: 'stories' | 'runs' | 'models' | 'doubts' | 'pace', description: string) =>
    method(
      { description, scope: 'read', params: days, result: figuresSchema, hints: { readOnly: true } },
      async ({ days: count }) => (await charts())[of](count),
    );
  return {
    'newsroom.charts.items': method(
      {
        description: 'Items an hour by source, of the last 48 hours.',
        scope: 'read',
        params: noParams,
        result: figuresSchema,
        hints: { readOnly: true },
      },
      async () => (await charts()).items(),
    ),
    'newsroom.charts.stories': daily('stories', 'Ordered stories a day, by outcome and by category.'),
    'newsroom.charts.runs': daily('runs', 'How late scheduled runs started: the median and the worst a day.'),
    'newsroom.charts.models': daily('models', 'Tokens and cost of models a day, by task.'),
    'newsroom.charts.doubts': daily('doubts', 'What checking found of the claims of posted stories, a day.'),
    'newsroom.charts.pace': daily('pace', 'Minutes from the first link of an event to its post, a day.'),
  };
}
