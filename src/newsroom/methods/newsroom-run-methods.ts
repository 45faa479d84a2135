import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { NoBatchFolder } from '../batches/batch-folder.ts';
import { BadOrder } from '../batches/order-batch.ts';
import { BatchRefused } from '../batches/batch-service.ts';
import type { BatchService } from '../batches/batch-service.ts';
import { RpcError } from '../../feature/rpc-error.ts';
import { keyParam, method } from '../../feature/rpc-method.ts';
import type { RpcMethods, Opened } from '../../feature/rpc-method.ts';

const folder = z.string().max(4_096).refine(isAbsolute, 'it has to be an absolute path');

/** `newsroom.runs.*`: runs of stories that programs order, and folders of job files that the pipeline is to take up. */
export function newsroomRunMethods({ runs }: { readonly runs: Opened<BatchService> }): RpcMethods {
  return {
    'newsroom.runs.write': method(z.strictObject({ order: z.unknown() }), ({ order }) =>
      refusing(async () => (await runs()).write(order)),
    ),
    'newsroom.runs.take': method(z.strictObject({ path: folder }), ({ path }) =>
      refusing(async () => (await runs()).take(path)),
    ),
    'newsroom.runs.scan': method(z.strictObject({ root: folder }), ({ root }) =>
      refusing(async () => (await runs()).scan(root)),
    ),
    'newsroom.runs.plan': method(
      z.strictObject({
        jobId: z.string().max(100),
        slotMs: z.int(),
        runId: z.string().max(200),
        sessionKey: keyParam,
      }),
      async (turn) => (await runs()).planOf(turn),
    ),
    'newsroom.runs.standing': method(
      z.strictObject({ ids: z.array(z.string().max(60)).max(1_000) }),
      async ({ ids }) => ({ runs: await (await runs()).standings(ids) }),
    ),
  };
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof BadOrder || error instanceof NoBatchFolder ? 'bad_request' : 'refused';
    if (code === 'bad_request' || error instanceof BatchRefused)
      throw new RpcError(code, (error as Error).message, { cause: error });
    throw error;
  }
}
