/** The profiles of jobs, and which of them people mean. */
import type { Bilingual } from '../time/locale.ts';

/** A profile that people may choose for a job. */
export interface JobProfile {
  readonly name: string;
  /** What such a job does; absent for an edition's own. */
  readonly about?: Bilingual;
  /** Absent where only its name says it. */
  readonly words?: ProfileWords;
}

/** How people speak of a profile's work, in any language. */
export interface ProfileWords {
  /**
   * Matches a job's whole message, without its full stop, where that is the name of the work: "make the newsletter". Such a
   * job gets the profile, and one of the profile is found by these words.
   */
  readonly calls?: RegExp;
  /** Which of the profiles that are called alike it is; without a match, the first. */
  readonly prefers?: RegExp;
  /** Found in what somebody says who may mean the work. By default, the first part of the profile's name. */
  readonly mentions: RegExp;
}

/** Of profiles whose jobs do as the message says: whatever is said may mean them. */
export const ANY_WORDS: ProfileWords = { mentions: /^/u };

/** Those whose work the words name, the one that is meant first. @param words a job's message, or what somebody calls a job */
export function profilesCalled(words: string, profiles: readonly JobProfile[]): readonly JobProfile[] {
  const plain = words.trim().replace(/[.。!！]+$/u, '');
  const called = profiles.filter((profile) => profile.words?.calls?.test(plain));
  return called.toSorted((a, b) => Number(isPreferred(b, plain)) - Number(isPreferred(a, plain)));
}

function isPreferred({ words }: JobProfile, message: string): boolean {
  return words?.prefers?.test(message) ?? false;
}

/** Whether what somebody said may mean the profile's work. */
export function mayMean(said: string, name: string, profiles: readonly JobProfile[]): boolean {
  const mentions = profiles.find((profile) => profile.name === name)?.words?.mentions;
  const [kind = ''] = name.split(/[_-]/u);
  return mentions?.test(said) ?? said.toLowerCase().includes(kind.toLowerCase());
}
