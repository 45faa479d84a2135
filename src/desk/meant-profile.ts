/** Whether a person spoke of what a job's profile does. */
import type { Cron } from '../cron/cron.ts';
import { mayMean, profilesCalled } from '../cron/job-profile.ts';
import type { Job } from '../cron/job.ts';
import { ToolRefusal } from '../sessions/tool.ts';
import type { ToolContext } from '../sessions/tool.ts';
import { ownWords, withoutNames, withoutQuotedLines } from '../text/requests.ts';

/** A newsletter that a page orders must not be made every day. @throws ToolRefusal unless they spoke of such work. */
export function mustHaveMeant(
  profile: string | undefined,
  cron: Cron,
  { said, saidBefore }: ToolContext,
): void {
  if (profile === undefined) return;
  if (mayMean(ownWords(`${said}\n${saidBefore}`), profile, cron.jobProfiles())) return;
  throw new ToolRefusal(
    `nobody spoke of what the profile "${profile}" does: leave it out, or ask whether it is meant`,
  );
}

/** Whether the person called the job by what it does: "the newsletter". */
export function isCalledSo({ payload }: Job, words: string, cron: Cron, { said }: ToolContext): boolean {
  const profile = payload.kind === 'agentTurn' ? payload.profile : undefined;
  const called = profilesCalled(words, cron.jobProfiles()).some(({ name }) => name === profile);
  return called && withoutNames(withoutQuotedLines(said)).toLowerCase().includes(words.toLowerCase());
}
