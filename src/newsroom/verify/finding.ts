import type { WorkerResult } from '../model/worker-result.ts';
import type { Assignment } from '../model/assignment.ts';
import type { Lengths, WritingPhase } from '../edition/lengths.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { WrittenLanguage } from '../../time/locale.ts';

/** A draft and what it is judged by. */
export interface Submission {
  readonly result: WorkerResult;
  readonly job: Assignment;
  readonly pack: SourcePack;
  readonly language: WrittenLanguage;
  readonly lengths: Lengths;
  /** False for what the desk model wrote: it quotes, and translates no title. */
  readonly languageModel: boolean;
  readonly phase: WritingPhase;
}

/** Something that keeps a draft from being published. */
export interface Finding {
  /** To its writer, who can act on it: it names the field. */
  readonly told: string;
  /** To editors. */
  readonly said: Readonly<Record<Submission['language'], string>>;
}

/** @param told to its writer. @param en to editors, as is `zh`. */
export function finding(told: string, en: string, zh: string): Finding {
  return { told, said: { en, 'zh-Hant-HK': zh } };
}

/** What is wrong with a draft, for its writer. */
export function tellFindings(findings: readonly Finding[]): string {
  return findings.map(({ told }) => told).join('; ');
}

/** The same for editors: a line that goes on after "not posted". */
export function sayFindings(findings: readonly Finding[], language: Submission['language']): string {
  const said = [...new Set(findings.map((one) => one.said[language]))];
  return language === 'en'
    ? `what the reporter wrote did not pass the checks: ${said.join('; ')}`
    : `記者的稿件未能通過檢查：${said.join('；')}`;
}
