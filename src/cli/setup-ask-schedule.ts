/** The question for the schedule: in words, shown back as a sentence with its next times. */
import type { Setup } from '../setup/setup.ts';
import { dayAndTime, isZone } from '../time/zone.ts';
import type { Asking } from './setup-prompt.ts';

export async function askSchedule(setup: Setup, { ask, say }: Asking): Promise<void> {
  const badZone = (text: string) => (isZone(text.trim()) ? undefined : say.badZone);
  const zone = (await ask.text(say.zone, { initial: setup.zone, check: badZone })).trim();
  let words: string = setup.usualSchedule()[say.locale];
  for (;;) {
    const why = (text: string) => unreadable(() => setup.readSchedule(text, zone), say.locale);
    words = await ask.text(say.schedule, { initial: words, check: why });
    const { sentence, nextMs } = setup.readSchedule(words, zone);
    const next = nextMs.map((ms) => dayAndTime(ms, zone, say.locale)).join(' · ');
    ask.tell(say.understood(sentence[say.locale], next));
    if (await ask.agree(say.rightSchedule)) return void (await setup.answerSchedule(words, zone));
  }
}

/** Why a schedule can't be read, in the language of the setup; undefined where it can. */
function unreadable(read: () => unknown, locale: 'en' | 'zh'): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    const words = (error as { words?: Readonly<Record<'en' | 'zh', string>> }).words;
    if (words) return words[locale];
    throw error;
  }
}
