/** What a planning turn posts: one or two sentences, in the language of the stories. */
import { tokens } from '../../text/tokens.ts';
import { cjkLength } from '../../text/cjk.ts';
import type { PlanInputs, PlanLeftOut, PlanNote } from './plan-shapes.ts';

/** More than this many are counted by category instead of named. */
const MOST_NAMED = 2;

/** The batch was ordered. `stories` is how many. */
export function sayPlanned(stories: number, inputs: PlanInputs): string {
  const zh = inChinese(inputs);
  const first = zh
    ? `正在撰寫${stories}篇報道。`
    : `Writing ${stories} ${stories === 1 ? 'story' : 'stories'}.`;
  const second = sayLeftOut(inputs, zh);
  return zh ? `${first}${second}` : `${first} ${second}`.trim();
}

/** A quiet result must not look like a failure: which sources answered, how many items, how many new. */
export function sayNoPost(inputs: PlanInputs): string {
  const zh = inChinese(inputs);
  const second = sayLeftOut(inputs, zh);
  const { of, answered, items, newItems: fresh, silent: failed } = inputs.feeds;
  if (zh) {
    const silent = failed.length === 0 ? '' : `，無回應：${failed.join('、')}`;
    return `今次沒有可發的報道：${of}個來源中${answered}個有回應，共${items}則，新${fresh}則${silent}。${second}`;
  }
  const silent = failed.length === 0 ? '' : ` (no answer from ${failed.join(', ')})`;
  const sources = `${answered} of ${of} ${of === 1 ? 'source' : 'sources'} answered${silent}`;
  return `No story this time: ${sources}, with ${items} ${items === 1 ? 'item' : 'items'}, ${fresh} of them new. ${second}`.trim();
}

function sayLeftOut({ leftOut, notes }: PlanInputs, zh: boolean): string {
  const byNote = leftOut.filter((one) => one.noteId !== undefined);
  if (byNote.length === 0) return '';
  const asked = new Map<string, PlanLeftOut[]>();
  for (const one of byNote) {
    const because = quoted(noteOf(one, notes), one, zh);
    asked.set(because, [...(asked.get(because) ?? []), one]);
  }
  const parts = [...asked].map(
    ([because, list]) => `${named(list, byNote.length, zh)}${zh ? '：' : ': '}${because}`,
  );
  return zh ? `按編輯要求略去${parts.join('；')}。` : `Left out ${parts.join('; ')}.`;
}

function named(list: readonly PlanLeftOut[], all: number, zh: boolean): string {
  if (all <= MOST_NAMED) {
    return list
      .map((one) => (zh ? `「${one.title}」（${one.category}）` : `'${one.title}' (${one.category})`))
      .join(zh ? '、' : ' and ');
  }
  const counts = new Map<string, number>();
  for (const { category } of list) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts]
    .map(([category, count]) => (zh ? `${count}則${category}` : `${count} ${category}`))
    .join(zh ? '、' : ', ');
}

function quoted(note: PlanNote | undefined, one: PlanLeftOut, zh: boolean): string {
  if (note === undefined) return one.reason.replace(/[.。]$/u, '');
  return zh ? `${note.by}說過「${note.text}」` : `${note.by} asked "${note.text}"`;
}

/** Notes may come without ids: then the only note, or the only one that mentions the event. */
function noteOf(one: PlanLeftOut, notes: readonly PlanNote[]): PlanNote | undefined {
  const exact = notes.find((note) => note.id !== undefined && note.id === one.noteId);
  if (exact !== undefined) return exact;
  if (notes.some((note) => note.id !== undefined)) return undefined;
  const about = new Set(tokens(`${one.title} ${one.category}`));
  const speaking = notes.filter((note) => tokens(note.text).some((token) => about.has(token)));
  const [only, ...others] = speaking.length > 0 ? speaking : notes;
  return others.length === 0 ? only : undefined;
}

/** By the inputs' language; without it, by the language of most headlines. */
function inChinese({ language, candidates, leftOut }: PlanInputs): boolean {
  if (language !== undefined) return language === 'zh-Hant-HK';
  const titles = [...candidates, ...leftOut].map(({ title }) => title);
  return titles.length > 0 && titles.filter((title) => cjkLength(title) > 3).length > titles.length / 2;
}
