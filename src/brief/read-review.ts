/** What a reviewer handed in, and what it comes to beside the rules. Pure. */
import { z } from 'zod';
import { parseAsWritten } from '../text/parse-as-written.ts';
import { sayIssues } from '../text/say-issues.ts';
import { writtenRemark } from '../text/written-remark.ts';
import type { Issue } from './judge-draft.ts';
import type { Feedback } from './state.ts';

/** What is asked for. */
export const reviewReplySchema = z.object({
  review_notes: z.string(),
  issues_found: z.array(z.string()),
  revised_post_markdown: z.string().nullable(),
  ready_for_publish: z.boolean(),
});

/** Models also write null for what they have none of. */
const understood = z.looseObject({
  review_notes: z.string().nullish(),
  issues_found: z.array(writtenRemark).nullish(),
  revised_post_markdown: z.string().nullish(),
  ready_for_publish: z.boolean(),
});

/** Of a reviewer's words, so many are kept: they are shown to people. */
const MOST_NOTES = 1_000;
const MOST_ISSUES = 20;
const NO_ISSUE = /^(?:no(?:ne| issues?(?: found)?|thing)?|n\/a|(?:沒|没)有(?:問題|问题)?|[無无])?[.。]?$/iu;

export type ReadReview =
  { readonly ok: true; readonly feedback: Feedback } | { readonly ok: false; readonly problem: string };

/** @param value parsed JSON of a model. Long notes are cut; an empty revision counts as none. */
export function readReview(value: unknown): ReadReview {
  const parsed = parseAsWritten(understood, value);
  if (!parsed.success) return { ok: false, problem: sayIssues(parsed.error) };
  const { review_notes, issues_found, revised_post_markdown, ready_for_publish } = parsed.data;
  const revised = revised_post_markdown?.trim();
  return {
    ok: true,
    feedback: {
      review_notes: (review_notes ?? '').trim().slice(0, MOST_NOTES),
      issues_found: (issues_found ?? [])
        .slice(0, MOST_ISSUES)
        .map((issue) => issue.trim().slice(0, MOST_NOTES))
        .filter((issue) => !NO_ISSUE.test(issue)),
      revised_post_markdown: revised === undefined || revised === '' ? null : revised,
      ready_for_publish,
    },
  };
}

/** A review of rules and model together: what the rules find stands first, and no model overrides it. */
export function weighed(issues: readonly Issue[], by: Feedback): Feedback {
  const found = [...issues.map(({ said }) => said), ...by.issues_found];
  return {
    ...by,
    issues_found: [...new Set(found)],
    ready_for_publish: by.ready_for_publish && issues.length === 0,
  };
}
