import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { orderReceiptSchema, scannedRootSchema, type BatchService } from '../batches/batch-service.ts';
import { batchStatusSchema } from '../batches/batch-status.ts';
import { turnsPlanSchema } from '../batches/turns-plan.ts';
import { keyParam, method } from '../../feature/rpc-method.ts';
import type { Opened } from '../../feature/rpc-method.ts';

const folder = z.string().max(4_096).refine(isAbsolute, 'it has to be an absolute path');

/** `newsroom.runs.*`: batches ordered by programs, and folders of job files for the pipeline. */
export function newsroomRunMethods({ runs }: { readonly runs: Opened<BatchService> }) {
  return {
    'newsroom.runs.write': method(
      {
        description:
          'Order a run of stories, as `nightdesk newsroom write-run` does: {trigger, stories: [{title, category, primary_url, …}]}.',
        scope: 'admin',
        params: z.strictObject({ order: z.unknown() }),
        result: orderReceiptSchema,
        hints: { openWorld: true },
      },
      async ({ order }) => (await runs()).write(order),
    ),
    'newsroom.runs.take': method(
      {
        description: 'Have the run in a folder of job files written and posted.',
        scope: 'admin',
        params: z.strictObject({ path: folder }),
        result: batchStatusSchema,
        hints: { idempotent: true, openWorld: true },
      },
      async ({ path }) => (await runs()).take(path),
    ),
    'newsroom.runs.scan': method(
      {
        description: 'Have every run taken up in the folders of a root that has something left to do.',
        scope: 'admin',
        params: z.strictObject({ root: folder }),
        result: scannedRootSchema,
        hints: { idempotent: true, openWorld: true },
      },
      async ({ root }) => (await runs()).scan(root),
    ),
    'newsroom.runs.plan': method(
      {
        description: "What a planner's turn chose and left, and why.",
        scope: 'read',
        params: z.strictObject({
          jobId: z.string().max(100),
          slotMs: z.int(),
          runId: z.string().max(200),
          sessionKey: keyParam,
        }),
        result: turnsPlanSchema,
        hints: { readOnly: true, material: true },
      },
      async (turn) => (await runs()).planOf(turn),
    ),
    'newsroom.runs.standing': method(
      {
        description: 'Which of these runs are open, waiting or done.',
        scope: 'read',
        params: z.strictObject({ ids: z.array(z.string().max(60)).max(1_000) }),
        result: z.strictObject({ runs: z.array(batchStatusSchema) }),
        hints: { readOnly: true },
      },
      async ({ ids }) => ({ runs: await (await runs()).statuses(ids) }),
    ),
  };
}
