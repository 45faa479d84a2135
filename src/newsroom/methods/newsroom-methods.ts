import { z } from 'zod';
import { readStorySchema, type Board } from '../views/board.ts';
import type { Charts } from '../views/charts.ts';
import { figuresSchema } from '../views/figures.ts';
import { RpcError } from '../../feature/rpc-error.ts';
import { limitParam, method, noParams } from '../../feature/rpc-method.ts';
import type { Opened } from '../../feature/rpc-method.ts';
import { boardRunsSchema, boardSchema } from './newsroom-results.ts';

/**
 * `newsroom.status`: the board, with `stories`, those posted in the last week, and `openRuns`, the number of
 * batches in progress. `newsroom.runs`: the batches of the last days with their stories, newest first.
 * `newsroom.story`: one story's text, including its draft.
 */
export function newsroomMethods({
  board,
}: {
  readonly board: Opened<Pick<Board, 'view' | 'runs' | 'headlines' | 'story'>>;
}) {
  return {
    'newsroom.status': method(
      {
        description:
          'The board: the last inputs with what was taken and left, the runs with their stories and reasons, what was posted, the feeds.',
        scope: 'read',
        params: z.strictObject({
          limit: limitParam(50, 500),
          runs: limitParam(100, 500),
          leftOut: limitParam(200, 1_000),
        }),
        result: boardSchema,
        hints: { readOnly: true, material: true },
      },
      async ({ limit, ...most }) => {
        const shownOn = await board();
        const view = await shownOn.view(most);
        return {
          ...view,
          stories: await shownOn.headlines(limit),
          openRuns: view.runs.filter(({ state }) => state === 'open').length,
        };
      },
    ),
    'newsroom.runs': method(
      {
        description: 'The runs of the last days with their stories, the newest first.',
        scope: 'read',
        params: z.strictObject({ limit: limitParam(20, 200) }),
        result: boardRunsSchema,
        hints: { readOnly: true, material: true },
      },
      async ({ limit }) => ({ runs: await (await board()).runs(limit) }),
    ),
    'newsroom.story': method(
      {
        description: 'A story to be read, posted or waiting: its text, sources, claims and what editors did.',
        scope: 'read',
        params: z.strictObject({ id: z.string().max(200) }),
        result: z.strictObject({ story: readStorySchema }),
        hints: { readOnly: true, material: true },
      },
      async ({ id }) => {
        const story = await (await board()).story(id);
        if (!story) throw new RpcError('not_found', `there is no story ${id}`);
        return { story };
      },
    ),
  };
}

const days = z.strictObject({ days: z.int().min(1).max(30).default(14) });

/** `newsroom.charts.*`: figures in series, by the hour or by the day. */
export function newsroomChartMethods({ charts }: { readonly charts: Opened<Charts> }) {
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
