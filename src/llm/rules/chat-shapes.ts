/** The fields of the chat tools' answers that are used in replies. */
import { z } from 'zod';
import { SINCE } from './since-shapes.ts';

const Passage = z.object({
  n: z.number(),
  outlet: z.string(),
  url: z.string(),
  title: z.string().default(''),
  quote: z.string(),
  before: z.string().nullish(),
  after: z.string().nullish(),
  score: z.number().default(0),
  /** In a channel: the title of the story that the source belongs to. */
  story: z.string().nullish(),
});

const NamedStory = z.object({
  title: z.string(),
  url: z.string().nullish(),
  thread: z.string().nullish(),
  ...SINCE,
});

export const LookUpResult = z.object({
  scope: z.enum(['story', 'recent', 'brief']),
  story: z.object({ title: z.string(), thread: z.string().nullish(), ...SINCE }).nullish(),
  passages: z.array(Passage),
  /** Of a thread's story: for each figure on which its sources differ, the values. */
  conflicts: z
    .array(
      z.array(
        z.object({
          value: z.string(),
          n: z.number(),
          quote: z.string(),
          outlet: z.string(),
          url: z.string(),
        }),
      ),
    )
    .nullish(),
  /** The languages of the sources that were looked through. */
  languages: z.array(z.string()).nullish(),
  stories: z.array(NamedStory).nullish(),
  /** In a channel: how the sources of the first of `stories` begin. */
  begins: z.array(Passage).nullish(),
  /** Later stories of the thread, newest first. */
  updates: z
    .array(z.object({ title: z.string(), postedAt: z.string(), text: z.string().nullish(), ...SINCE }))
    .nullish(),
  /** Withdrawn stories; the passages include none of theirs. */
  withdrawn: z.array(NamedStory).nullish(),
});

const Note = z.object({
  text: z.string(),
  by: z.string().nullish(),
  exclude: z
    .object({ categories: z.array(z.string()).default([]), subjects: z.array(z.string()).default([]) })
    .nullish(),
  until: z.string().nullish(),
  untilMs: z.number().nullish(),
  zone: z.string().nullish(),
});

export const RememberResult = Note.extend({ already: z.boolean().default(false) });

export const NotesResult = z.object({ notes: z.array(Note) });

/** When no note was forgotten: the notes that match, or all of them. */
export const ForgetResult = z.object({
  forgotten: Note.nullable(),
  /** With `all`: further notes that were forgotten. */
  also: z.array(Note).default([]),
  several: z.array(Note).default([]),
  /** Notes to confirm before they are forgotten. */
  asks: z.array(Note).default([]),
  notes: z.array(Note).default([]),
});

export const JobsResult = z.object({
  jobs: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      enabled: z.boolean(),
      schedule: z.string(),
      scheduleInChinese: z.string().optional(),
      resumes: z.string().optional(),
      next: z.string().nullish(),
      triedAgain: z.string().nullish(),
      lastRan: z.string().nullish(),
      lastStatus: z.string().optional(),
      does: z.object({ en: z.string(), zh: z.string() }).optional(),
    }),
  ),
  remark: z.string().optional(),
});

const ShownJob = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  schedule: z.string(),
  scheduleInChinese: z.string().optional(),
  next: z.string().nullish(),
  message: z.string().optional(),
  text: z.string().optional(),
  nextRuns: z.array(z.string()).optional(),
  createdBy: z.string().optional(),
  created: z.string().optional(),
});

/** What the `cron` tool did, or the job that it shows. */
export const CronResult = z
  .object({
    added: ShownJob.optional(),
    /** In place of `added`: the job that is just what was asked for. */
    already: ShownJob.optional(),
    changed: ShownJob.optional(),
    /** With `changed`: when it runs again by itself. */
    pausedUntil: z.string().optional(),
    /** With `changed`: the run that was skipped. */
    skipped: z.string().optional(),
    removed: z.object({ id: z.string(), name: z.string() }).optional(),
    job: ShownJob.optional(),
    /** Nothing is done yet: the asker has to confirm. */
    asks: z.object({ action: z.enum(['remove', 'edit']), name: z.string() }).optional(),
    remark: z.string().optional(),
  })
  .refine(
    ({ added, already, changed, removed, job, asks }) =>
      added ?? already ?? changed ?? removed ?? job ?? asks,
  );

export const StoriesResult = z.object({
  /** How many of them were posted since midnight. */
  today: z.number().optional(),
  stories: z.array(
    z.object({
      title: z.string(),
      category: z.string().nullish(),
      thread: z.string().nullish(),
      postedAt: z.string().nullish(),
      ...SINCE,
    }),
  ),
});

/** A refusal of a tool: `{error}` or `{status: 'error', message}`. */
export const Refusal = z.union([
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ status: z.literal('error'), message: z.string() }).transform(({ message }) => message),
]);

/** The refusal in Chinese, where the tool has it. */
export const ChineseRefusal = z
  .object({ status: z.literal('error'), zh: z.string() })
  .transform(({ zh }) => zh);

export type Passage = z.infer<typeof Passage>;
export type LookUpResult = z.infer<typeof LookUpResult>;
export type NoteSaid = z.infer<typeof Note>;
export type ForgetResult = z.infer<typeof ForgetResult>;
export type RememberResult = z.infer<typeof RememberResult>;
