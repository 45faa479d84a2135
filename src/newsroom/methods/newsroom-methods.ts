import { z } from 'zod';
import { readStorySchema, type Board } from '../views/board.ts';
import { RpcError } from '../../feature/rpc-error.ts';
import { limitParam, method } from '../../feature/rpc-method.ts';
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
