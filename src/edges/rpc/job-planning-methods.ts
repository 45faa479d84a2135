import { z } from 'zod';
import { profileChoices } from '../../commands/job-options.ts';
import { sayRefusal } from '../../commands/say-refusal.ts';
import { SCHEDULE_EXAMPLES } from '../../feature/schedule-examples.ts';
import { zoneNamed } from '../../commands/zones.ts';
import type { Cron } from '../../cron/cron.ts';
import { method } from '../../feature/rpc-method.ts';
import { previewedSchema } from '../../cron/preview-schedule.ts';

const localeParam = z.enum(['en', 'zh']).default('en');

/** `cron.preview` and `cron.choices`: what a form for a job is made of, and what it understands while it is filled in. */
export function jobPlanningMethods({ cron }: { readonly cron: Cron }) {
  return {
    'cron.preview': method(
      {
        description:
          'How a schedule is understood, in words or as a cron expression, with its next five times.',
        scope: 'read',
        params: z.strictObject({
          schedule: z.string().max(500),
          tz: z.string().max(100).exactOptional(),
          locale: localeParam,
        }),
        result: z.discriminatedUnion('understood', [
          previewedSchema.extend({ understood: z.literal(true) }),
          // What is wrong with it, for the person who types it.
          z.strictObject({ understood: z.literal(false), because: z.string() }),
        ]),
        hints: { readOnly: true },
      },
      async ({ schedule, tz, locale }) => {
        const clock = tz === undefined ? undefined : (zoneNamed(tz) ?? tz);
        try {
          return { understood: true as const, ...cron.preview({ schedule, tz: clock }, locale) };
        } catch (error) {
          const because = sayRefusal(error, locale, clock ?? cron.zone);
          if (because === undefined) throw error;
          return { understood: false as const, because };
        }
      },
    ),
    'cron.choices': method(
      {
        description: 'What a form for a job offers: profiles, the desk’s time zone, examples of schedules.',
        scope: 'read',
        params: z.strictObject({ locale: localeParam }),
        result: z.strictObject({
          profiles: z.array(z.strictObject({ value: z.string(), about: z.string() })),
          /** The zone of schedules without one. */
          zone: z.string(),
          examples: z.array(z.string()),
        }),
        hints: { readOnly: true },
      },
      async ({ locale }) => ({
        profiles: profileChoices(cron.jobProfiles(), locale),
        zone: cron.zone,
        examples: [...SCHEDULE_EXAMPLES[locale]],
      }),
    ),
  };
}
