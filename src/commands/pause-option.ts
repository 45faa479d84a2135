import { pauseEnd } from '../cron/pause-end.ts';
import type { CommandOption, Options } from '../feature/command.ts';
import { text } from '../feature/command-options.ts';
import type { Clock } from '../time/clock.ts';

/** How long something is paused. */
export const PAUSE_FOR: CommandOption = {
  name: 'for',
  chinese: '多久',
  type: 'string',
  description: {
    en: 'How long, or until when: "2 hours", "tomorrow 9:00" (default: until it is resumed)',
    zh: '多久或到何時：「2小時」、「明天 9:00」（預設：直到恢復）',
  },
};

/**
 * When the pause ends, in milliseconds since the epoch; undefined where it was not given.
 * @throws DeskError, ScheduleError
 */
export function pauseEndOf(
  options: Options,
  { clock, zone }: { readonly clock: Clock; readonly zone: string },
): number | undefined {
  const words = text(options, 'for');
  return words === undefined ? undefined : pauseEnd(words, clock.now(), zone);
}
