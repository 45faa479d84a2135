import { z } from 'zod';
import type { Board } from '../views/board.ts';
import type { Headline } from '../views/board-story.ts';
import { RpcError } from '../../feature/rpc-error.ts';
import { limitParam, method } from '../../feature/rpc-method.ts';
import type { RpcMethods } from '../../feature/rpc-method.ts';

/**
 * `newsroom.status`: the board, with `stories`, the last week's posted ones, and `openRuns`, how many runs are worked
 * on. `newsroom.runs`: the runs of the last days with their stories; the newest first. `newsroom.story`: one story to be
 * read, its draft included.
 */
export function newsroomMethods({
  board,
}: {
  readonly board: Pick<Board, 'view' | 'runs' | 'headlines' | 'story'>;
}): RpcMethods {
  return {
    'newsroom.status': method(
      z.strictObject({
        limit: limitParam(50, 500),
        runs: limitParam(100, 500),
        leftOut: limitParam(200, 1_000),
      }),
      async ({ limit, ...most }) => {
        const view = await board.view(most);
        return {
          ...view,
          stories: (await board.headlines(limit)).map(shown),
          openRuns: view.runs.filter(({ state }) => state === 'open').length,
        };
      },
    ),
    'newsroom.runs': method(z.strictObject({ limit: limitParam(20, 200) }), async ({ limit }) => ({
      runs: await board.runs(limit),
    })),
    'newsroom.story': method(z.strictObject({ id: z.string().max(200) }), async ({ id }) => {
      const story = await board.story(id);
      if (!story) throw new RpcError('not_found', `there is no story ${id}`);
      return { story };
    }),
  };
}

function shown({ desk, ...headline }: Headline): object {
  return { ...headline, sessionKey: desk };
}
