/** What the editors' desk refuses, in the words of both languages. */
import { StoryRefusal } from '../editors-desk.ts';

export const unknown = (story: string) =>
  new StoryRefusal('unknown', { en: `There is no story ${story}.`, zh: `沒有 ${story} 這篇報道。` });

export const killed = (by: string, wasPosted: boolean) =>
  new StoryRefusal('ended', {
    en: `${by} has ${wasPosted ? 'withdrawn' : 'killed'} it already: nothing more can be done with it.`,
    zh: `${by} 已經${wasPosted ? '撤回' : '撤銷'}這篇報道，不能再處理。`,
  });

export const ended = (because: string) =>
  new StoryRefusal('ended', {
    en: `It has ended without a post (${because}). /story retry orders it anew.`,
    zh: `它沒有發佈便已結束（${because}）。可用 /story retry 重新訂稿。`,
  });

export const noEmbargo = () =>
  new StoryRefusal('bad_request', {
    en: 'It is posted: it can be held, but no longer embargoed. Leave out “until”.',
    zh: '它已經發佈：可以核實，但不能再禁止發佈。請不要填「until」。',
  });

export const notHeld = () =>
  new StoryRefusal('not_waiting', {
    en: 'It is posted, and nobody holds it.',
    zh: '它已經發佈，亦沒有人要求核實。',
  });

export const waitsForNobody = () =>
  new StoryRefusal('not_waiting', {
    en: 'It waits for nobody: it is posted when it is written.',
    zh: '它不用等候批准：寫好便會發佈。',
  });

export const sayWhatIsRight = (most: number) =>
  new StoryRefusal('bad_request', {
    en: `Say what is right, in at most ${most} characters.`,
    zh: `請說明正確的內容，最多 ${most} 個字元。`,
  });

export const nothingToCorrect = () =>
  new StoryRefusal('not_posted', {
    en: 'It is not posted: there is nothing to correct yet.',
    zh: '它還未發佈，沒有可更正的。',
  });

export const nothingToRetry = () =>
  new StoryRefusal('bad_request', {
    en: 'It was posted: there is nothing to try again.',
    zh: '它已經發佈，不用重試。',
  });

export const stillWorkedOn = () =>
  new StoryRefusal('bad_request', { en: 'It is still being worked on.', zh: '它仍在處理中。' });
