/** Alerts of an edition: which role a breaking story mentions, and the quiet hours. */
import { z } from 'zod';
import { platformId } from './edition-desk.ts';
import { dateFormat } from '../../time/date-format.ts';

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day such as 07:00');

export const alertsSchema = z.strictObject({
  /** The role's id on the platform; without it nobody is mentioned. */
  role: platformId('role').optional(),
  /** Only stories of these categories; all when absent. */
  categories: z.array(z.string().trim().min(1)).optional(),
  flags: z.array(z.string()).default(['breaking']),
  /** In the edition's zone; `to` is on the next morning when it is earlier than `from`. */
  quietHours: z.strictObject({ from: timeOfDay, to: timeOfDay }).optional(),
});

type Alerts = z.output<typeof alertsSchema>;

/** The roles that a story's title post mentions at this time. */
export function rolesToCall(
  { category, flags }: { readonly category: string; readonly flags: readonly string[] },
  { alerts, zone }: { readonly alerts?: Alerts | undefined; readonly zone: string },
  nowMs: number,
): readonly string[] {
  if (alerts?.role === undefined) return [];
  if (alerts.categories && !alerts.categories.includes(category)) return [];
  if (!alerts.flags.some((flag) => flags.includes(flag))) return [];
  return isQuiet(alerts.quietHours, zone, nowMs) ? [] : [alerts.role];
}

function isQuiet(
  hours: { readonly from: string; readonly to: string } | undefined,
  zone: string,
  nowMs: number,
): boolean {
  if (!hours) return false;
  const now = dateFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(nowMs);
  const { from, to } = hours;
  return from <= to ? from <= now && now < to : from <= now || now < to;
}
