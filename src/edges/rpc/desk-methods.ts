import { z } from 'zod';
import type { Cron } from '../../cron/cron.ts';
import type { DeskStatus } from '../../desk/desk-status.ts';
import { method } from '../../feature/rpc-method.ts';
import { deskStatusSchema } from './desk-results.ts';

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
