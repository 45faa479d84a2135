/** How turns end that get no answer of their own: the sentences, in the language of those who read them. */
import type { Locale } from '../time/locale.ts';
import type { Entry } from './entry.ts';
import type { TurnEnd, TurnState } from './turn.ts';

export const SESSION_DELETED = 'the session was deleted';
export const MESSAGE_TAKEN_BACK = 'the message was taken back';
/** For a run whose turn can no longer be read. */
export const UNREADABLE = 'what it was to do could not be read any more';
/** For a turn that was started or closed elsewhere. */
export const NOT_WAITING = 'it no longer waits';

export const RESET: TurnEnd = { status: 'interrupted', summary: 'session reset' };
export const DELETED: TurnEnd = { status: 'interrupted', summary: SESSION_DELETED };

/** The end of a turn that never started. */
export function skipped(because: string): TurnEnd {
  return { status: 'skipped', summary: because };
}

/** The end of a turn that is stopped together with its session. */
export function stopped(state: TurnState, because: string): TurnEnd {
  return state === 'waiting' ? skipped(because) : { status: 'interrupted', summary: because };
}

/** The end of a message that joined the turn which answered it. */
export function answeredTogether(end: TurnEnd, turn: string): TurnEnd {
  return { ...end, summary: `answered together with ${turn}` };
}

/** The entry that marks a new generation in the transcript. */
export function resetEntry(by: string, generation: number, ts: number): Entry {
  const content = `${by} reset this session: what was said before is kept, and no longer read.`;
  const meta = { kind: 'generation' as const, generation };
  return { v: 1, id: `reset:${generation}`, ts, role: 'system', content, meta };
}

/** The entry of a turn that was stopped together with its session. */
export function stoppedEntry(id: string, because: string, ts: number): Entry {
  return { v: 1, id, ts, role: 'system', content: because };
}

/** For whom an ending is said. */
export interface Readers {
  readonly locale: Locale;
  /** What the turn is called where nobody's message stands above its end, as Markdown: "/brief gold". */
  readonly named?: string;
}

export const OUT_OF_TIME: Readonly<Record<Locale, string>> = {
  en: 'I ran out of time for this one and stopped.',
  zh: '時間用盡，我未能完成這項工作。',
};
export const BROKEN: Readonly<Record<Locale, string>> = {
  en: 'I could not finish this: something failed on my side.',
  zh: '我這邊出現問題，未能完成這項工作。',
};

/** Why a turn that a dead process left must not run again. */
type CutOff = 'desk' | 'asker';

const CUT_OFF: Readonly<Record<Locale, Readonly<Record<CutOff, (what: string) => string>>>> = {
  en: {
    desk: (what) => `${what} was cut off when the desk went down.`,
    asker: (what) => `${what} was cut off when the command that waited for it ended.`,
  },
  zh: {
    desk: (what) => `${what}因編輯台停止運作而中斷。`,
    asker: (what) => `${what}因等候結果的指令結束而中斷。`,
  },
};

/** A turn that a dead process left, and that must not run again. @param effects what it had done, in words. */
export function interrupted(
  effects: readonly string[],
  { locale, named }: Readers,
  cutOff: CutOff = 'desk',
): TurnEnd {
  const isChinese = locale === 'zh';
  const done = isChinese
    ? `中斷前已完成：${effects.join('；')}。`
    : ` Before that it had done this: ${effects.join('; ')}.`;
  const what = named ?? (isChinese ? '這項工作' : 'This');
  const summary = CUT_OFF[locale][cutOff](what) + (effects.length > 0 ? done : '');
  return { status: 'interrupted', summary, error: 'interrupted' };
}
