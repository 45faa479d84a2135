import type { Cron } from '../../cron/cron.ts';
import type { DeskStatus } from '../../desk/desk-status.ts';
import { method, noParams } from '../../feature/rpc-method.ts';
import { deskStatusSchema } from './desk-results.ts';

interface DeskMethodDeps {
  readonly cron: Cron;
  readonly status: () => Promise<DeskStatus>;
}

/** `desk.*`: the desk as a whole. Pausing returns the desk's new status. */
export function deskMethods({ cron, status }: DeskMethodDeps) {
  const about = { params: noParams, result: deskStatusSchema } as const;
  const pause = async (paused: boolean): Promise<DeskStatus> => {
    await cron.pause(paused);
    return status();
  };
  return {
    'desk.status': method(
      {
        description: 'How the desk stands: who answers, spending, feeds, what runs next and what is off.',
        scope: 'read',
        hints: { readOnly: true },
        ...about,
      },
      status,
    ),
    'desk.pause': method(
      {
        description: 'Stop all scheduled starts until they are resumed.',
        scope: 'admin',
        hints: { idempotent: true },
        ...about,
      },
      () => pause(true),
    ),
    'desk.resume': method(
      {
        description: 'Let jobs start by their schedules again.',
        scope: 'admin',
        hints: { idempotent: true },
        ...about,
      },
      () => pause(false),
    ),
  };
}
