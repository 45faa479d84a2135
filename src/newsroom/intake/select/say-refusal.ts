/** Why an event is not offered: what the rules answer with, and the same in a sentence for editors in the edition's language. */
import type { Note } from '../../../sessions/note.ts';
import type { LeftRule } from '../../model/candidate.ts';
import { categoryLabel } from '../../edition/category-label.ts';
import type { Labels } from '../../edition/category-label.ts';

/** A rule that left an event out, with what it was judged by. */
export type Refusal =
  | { readonly rule: 'note'; readonly note: Pick<Note, 'id' | 'text' | 'by'> }
  | { readonly rule: 'too_old'; readonly hours: number; readonly nothingNew?: true }
  /** By the story of this title, else by what the planner of a desk is reading. */
  | { readonly rule: 'held'; readonly by: 'story' | 'desk' | 'desk_now'; readonly title?: string }
  | { readonly rule: 'given_back'; readonly why: string }
  | { readonly rule: 'posted' | 'repeated'; readonly title: string }
  | { readonly rule: 'killed'; readonly title: string; readonly by?: string | undefined }
  | { readonly rule: 'gate'; readonly lack: 'outlets'; readonly only: string | undefined }
  | { readonly rule: 'gate'; readonly lack: 'tier' }
  | { readonly rule: 'limit'; readonly most: number }
  | { readonly rule: 'category' | 'group'; readonly of: string; readonly most: number }
  | { readonly rule: 'second_place'; readonly of: string };

type Words = {
  readonly [R in LeftRule]: (refusal: Extract<Refusal, { rule: R }>, name: (of: string) => string) => string;
};

const ENGLISH: Words = {
  note: ({ note: { text, by } }) => `“${text}” (${by} asked for it)`,
  too_old: ({ hours, nothingNew }) =>
    nothingNew ? `nothing new of it for ${ENGLISH_HOURS[hours] ?? hours} hours` : `older than ${hours} hours`,
  held: ({ by, title }) => {
    if (title !== undefined) return `a story of it is being made, or waits: “${title}”`;
    return {
      story: 'a story is being made of it now',
      desk: 'another desk was offered it minutes ago',
      desk_now: 'another desk took it at this moment',
    }[by];
  },
  given_back: ({ why }) => `tried before and given back (${why}), nothing new since`,
  posted: ({ title }) => `already posted in the last 24 hours as “${title}”`,
  repeated: ({ title }) => `the same as “${title}”`,
  killed: ({ title, by = 'an editor' }) => `${by} killed “${title}” in the last 48 hours`,
  gate: (refusal) =>
    refusal.lack === 'tier'
      ? 'no outlet of the first tier and fewer than two of the second'
      : `only ${refusal.only ?? 'nobody'} tells it: two outlets are needed`,
  limit: ({ most }) => `no room: ${most} candidates are stronger`,
  category: ({ of, most }, name) => `enough ${name(of)}: at most ${most}`,
  group: ({ of, most }, name) => `enough ${name(of)}: at most ${most}`,
  second_place: ({ of }, name) => `the first candidate is ${name(of)} too`,
};

const ENGLISH_HOURS: Readonly<Record<number, string>> = { 6: 'six' };

const CHINESE: Words = {
  note: ({ note: { text, by } }) => `「${text}」（${by}的要求）`,
  too_old: ({ hours, nothingNew }) => (nothingNew ? `${hours}小時內沒有新進展` : `超過${hours}小時前的舊聞`),
  held: ({ by, title }) => {
    if (title !== undefined) return `同一事件的報道正在處理或等候：「${title}」`;
    return {
      story: '正在撰寫這宗事件的報道',
      desk: '數分鐘前已提供給另一頻道選稿',
      desk_now: '剛被另一頻道選用',
    }[by];
  },
  given_back: ({ why }) => `曾經嘗試但未能發佈（${why}），其後沒有新進展`,
  posted: ({ title }) => `24小時內已發佈：「${title}」`,
  repeated: ({ title }) => `與「${title}」相同`,
  killed: ({ title, by = '編輯' }) => `${by}於48小時內撤銷了「${title}」`,
  gate: (refusal) =>
    refusal.lack === 'tier'
      ? '沒有一線媒體報道，二線媒體亦不足兩家'
      : `只有${refusal.only ?? '零家媒體'}報道，至少需要兩家媒體`,
  limit: ({ most }) => `名額已滿：有${most}則候選更強`,
  category: ({ of, most }, name) => `${name(of)}已足夠：最多${most}則`,
  group: ({ of, most }, name) => `${name(of)}已足夠：合共最多${most}則`,
  second_place: ({ of }, name) => `首則候選同樣屬於${name(of)}`,
};

/** Why a candidate was not selected, in the edition's language. */
export function sayRefusal(refusal: Refusal, edition: Labels): string {
  const words = edition.language === 'en' ? ENGLISH : CHINESE;
  const say = words[refusal.rule] as (one: Refusal, name: (of: string) => string) => string;
  return say(refusal, (of) =>
    refusal.rule === 'group' ? groupLabel(of, edition) : categoryLabel(of, edition),
  );
}

/** A group has no name for readers: a Chinese edition says which categories are in it. */
function groupLabel(group: string, edition: Labels): string {
  const own = edition.categories?.filter((one) => one.group === group) ?? [];
  if (edition.language === 'en' || own.length === 0) return group;
  return own.map(({ name }) => categoryLabel(name, edition)).join('、');
}
