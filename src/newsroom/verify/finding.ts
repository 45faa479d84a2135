import type { WorkerResult } from '../model/worker-result.ts';
import type { Assignment } from '../model/assignment.ts';
import type { Lengths, WritingPhase } from '../edition/lengths.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { WrittenLanguage } from '../../time/locale.ts';

/** A draft and the context for judging it. */
export interface Submission {
  readonly result: WorkerResult;
  readonly job: Assignment;
  readonly pack: SourcePack;
  readonly language: WrittenLanguage;
  readonly lengths: Lengths;
  /** False if the desk model wrote it: it quotes, and translates no title. */
  readonly languageModel: boolean;
  readonly phase: WritingPhase;
}

/** A reason why a draft can't be published. */
export interface Finding {
  /** For the writer; names the field. */
  readonly told: string;
  /** For editors. */
  readonly said: Readonly<Record<Submission['language'], string>>;
}

/**
 * @param told for the writer
 * @param en for editors, like `zh`
 */
export function finding(told: string, en: string, zh: string): Finding {
  return { told, said: { en, 'zh-Hant-HK': zh } };
}

/** All findings, for the writer. */
export function tellFindings(findings: readonly Finding[]): string {
  return findings.map(({ told }) => told).join('; ');
}

/** All findings for editors: a line that continues "not posted". */
export function sayFindings(findings: readonly Finding[], language: Submission['language']): string {
  const said = [...new Set(findings.map((one) => one.said[language]))];
  return language === 'en'
    ? `what the reporter wrote did not pass the checks: ${said.join('; ')}`
    : `記者的稿件未能通過檢查：${said.join('；')}`;
}
