import { z } from 'zod';
import type { Cron } from '../cron/cron.ts';
import { saySchedule } from '../cron/say-schedule.ts';
import { tool } from '../sessions/tool.ts';
import type { Tool } from '../sessions/tool.ts';
import { dayAndTime } from '../time/zone.ts';

/** What a conversation may know of its channel's automations. */
export function jobTools(house: { cron: Cron; zone: string }): Tool[] {
  return [
    tool({
      name: 'jobs',
      description: 'The automations of this channel: their schedules and when each runs next.',
      args: z.strictObject({}),
      run: async (_, { session }) => {
        const jobs = await house.cron.list({ session, includeDisabled: true });
        return {
          jobs: jobs.map(({ id, name, enabled, schedule, state }) => ({
            id,
            name,
            enabled,
            schedule: saySchedule(schedule, house.zone),
            ...(state.nextRunAtMs !== undefined && { next: dayAndTime(state.nextRunAtMs, house.zone) }),
          })),
        };
      },
    }),
  ];
}
