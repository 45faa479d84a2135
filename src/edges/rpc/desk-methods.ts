import { z } from 'zod';
import type { Cron } from '../../cron/cron.ts';
import { deskStatusSchema, type DeskStatus } from '../../desk/desk-status.ts';
import { method, noParams } from '../../feature/rpc-method.ts';
import type { Upkeep } from '../../desk/upkeep.ts';

/** `locale`: in which its remarks are. */
const params = z.strictObject({ locale: z.enum(['en', 'zh']).default('en') });

interface DeskMethodDeps {
  readonly cron: Cron;
  readonly status: () => Promise<DeskStatus>;
}

/** `desk.*`: the desk as a whole. Pausing returns the desk's new status. */
export function deskMethods({ cron, status }: DeskMethodDeps) {
  const about = { params, result: deskStatusSchema } as const;
  const inLocale = async ({ locale }: z.output<typeof params>) => {
    const { remarks, ...told } = await status();
    return { ...told, ...(remarks && { remarks: remarks.map((remark) => remark[locale]) }) };
  };
  const pause = async (paused: boolean, asked: z.output<typeof params>) => {
    await cron.pause(paused);
    return inLocale(asked);
  };
  return {
    'desk.status': method(
      {
        description: 'How the desk stands: who answers, spending, feeds, what runs next and what is off.',
        scope: 'read',
        hints: { readOnly: true },
        ...about,
      },
      inLocale,
    ),
    'desk.pause': method(
      {
        description: 'Stop all scheduled starts until they are resumed.',
        scope: 'admin',
        hints: { idempotent: true },
        ...about,
      },
      (asked) => pause(true, asked),
    ),
    'desk.resume': method(
      {
        description: 'Let jobs start by their schedules again.',
        scope: 'admin',
        hints: { idempotent: true },
        ...about,
      },
      (asked) => pause(false, asked),
    ),
  };
}

const freedSchema = z
  .object({
    turns: z.number(),
    runs: z.number(),
    events: z.number(),
    effects: z.number(),
    messages: z.number(),
    receipts: z.number(),
    bytes: z.number(),
  })
  // Of features, by their own names.
  .catchall(z.number());

/** `desk.gc`: drops records past their retention. */
export function upkeepMethods({ upkeep }: { readonly upkeep: Upkeep }) {
  return {
    'desk.gc': method(
      {
        description:
          'Drop turns, runs, events, messages, receipts and newsletters that have served their time, and bring the search index in order.',
        scope: 'admin',
        params: noParams,
        result: freedSchema,
        hints: { idempotent: true },
      },
      () => upkeep.gc(),
    ),
  };
}
