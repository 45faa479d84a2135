/** Describes problems with transcripts for people. */
import type { Bilingual } from '../time/locale.ts';
import type { SessionKey } from './key.ts';

/** @param of a session, or the folder of all transcripts. */
export function cannotBeWritten(
  of: { readonly session: SessionKey } | { readonly folder: string },
  { message }: Error,
): Bilingual {
  const en = 'session' in of ? `the transcript of ${of.session}` : `transcripts in ${of.folder}`;
  const zh = 'session' in of ? `${of.session} 的記錄` : `${of.folder} 內的記錄`;
  return {
    en: `${en} can't be written (${message}): what is said is kept, and waits. The desk goes on by itself once it can.`,
    zh: `${zh}未能寫入（${message}）：對話內容會保留並等候，可以寫入時會自動繼續。`,
  };
}

/** For a transcript whose last line was cut short by a crash. */
export function tornLine(bytes: number): string {
  return `the last line was torn (${bytes} bytes) and was cut off`;
}

/** @param count lines that are not entries, between these bytes of their file. */
export function noEntries(count: number, from: number, to: number): string {
  if (count === 1) return `the line at byte ${from} is no entry`;
  return `${count} lines between byte ${from} and byte ${to} are no entries`;
}
