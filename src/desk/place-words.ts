/** Messages about a place that aren't answers, in the language of the person who asked. */
import { sayBecause } from '../feature/say-because.ts';
import { chatIdOf } from '../sessions/key.ts';
import type { NewOp } from '../sessions/op.ts';
import { traitsOf } from '../sessions/traits-of.ts';
import type { PlaceAttempt } from '../sessions/session-removal.ts';

/** For the place itself: it was to be deleted, and stays. */
export function keptNotice({ op, place, by, locale }: PlaceAttempt, because: string, jobs: number): NewOp {
  const key = `${op}/kept`;
  const platform = traitsOf(place)?.title ?? place;
  const text = {
    en: `${by} asked me to delete this, and ${platform} did not: ${because.replace(/\.$/u, '')}. All is as before${jobs === 0 ? '' : `, and ${jobs === 1 ? 'its automation runs' : `its ${jobs} automations run`} again`}.`,
    zh: `${by} 要求刪除這裡，但 ${platform} 沒有刪除：${sayBecause(because, 'zh')}。一切照舊${jobs === 0 ? '' : `，${jobs} 項定時工作繼續執行`}。`,
  }[locale];
  const record = { v: 1 as const, id: key, ts: 0, role: 'system' as const, content: text };
  return { key, lane: place, spec: { kind: 'post', channel: { id: chatIdOf(place) }, text }, record };
}
