/**
 * A run that a program orders: `{trigger, stories: […]}`, judged story by story. What is wrong is named with its path;
 * a story that is wrong is left out and costs the others nothing.
 */
import { z } from 'zod';
import type { SessionKey } from '../sessions/key.ts';
import type { Candidate } from './candidate.ts';
import { canonicalCategory } from './edition.ts';
import type { Edition } from './edition.ts';
import type { NewsEvent } from './event.ts';
import type { RunPlan } from './jobs/run-plan.ts';
import { draftRun } from './plan/draft-run.ts';
import type { RunTerms } from './plan/draft-run.ts';
import { domainOf, urlKey } from './pool/url-key.ts';

/** What is wrong with an order, and where. */
export interface OrderProblem {
  /** `stories[1].primary_url` */
  readonly path: string;
  readonly message: string;
}

/** Nothing of an order can be written. */
export class BadOrder extends Error {
  override readonly name = 'BadOrder';
  readonly problems: readonly OrderProblem[];

  constructor(problems: readonly OrderProblem[]) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join('; '));
    this.problems = problems;
  }
}

const MOST_STORIES = 50;
const MOST_SUPPORTING = 4;

const url = z.string().refine((given) => urlKey(given) !== undefined, 'an http or https URL');
const text = (most: number) => z.string().trim().max(most);

const orderedStory = z.looseObject({
  title: text(300).min(1),
  primary_url: url,
  supporting_urls: z.array(url).default([]),
  /** One of the edition's; without it, its event's or the edition's default. */
  category: text(100).exactOptional(),
  concrete_anchor: text(500).default(''),
  flags: z.array(text(40)).default([]),
  /** An event of this home's pool. */
  event_id: z.int().nullish(),
  dedupe_key: text(500).min(1).exactOptional(),
  why: text(500).default(''),
});

const order = z.looseObject({
  trigger: z.enum(['cron_daily', 'cron_hourly', 'manual']),
  stories: z.array(z.unknown()).min(1).max(MOST_STORIES),
});

interface OrderHouse {
  readonly edition: Edition;
  readonly promptFor: RunTerms['promptFor'];
  readonly event: (id: number) => Promise<NewsEvent | undefined>;
}

export interface JudgedOrder {
  readonly plan: RunPlan;
  /** What was left out, and why. */
  readonly problems: readonly OrderProblem[];
}

/** @throws BadOrder when no story can be written. */
export async function judgeOrder(
  given: unknown,
  terms: { readonly runId: string; readonly desk: SessionKey; readonly nowMs: number },
  house: OrderHouse,
): Promise<JudgedOrder> {
  const read = order.safeParse(given);
  if (!read.success) throw new BadOrder(problemsOf(read.error, ''));
  const { trigger, stories } = read.data;
  const problems: OrderProblem[] = [];
  const chosen: ReturnType<typeof asChosen>[] = [];
  for (const [at, one] of stories.entries()) {
    const judged = await judgeStory(one, trigger, chosen, house);
    if ('chosen' in judged) chosen.push(judged.chosen);
    else problems.push(...judged.problems.map((it) => ({ ...it, path: joined(`stories[${at}]`, it.path) })));
  }
  if (chosen.length === 0) throw new BadOrder(problems);
  const { edition, promptFor } = house;
  const plan = draftRun(chosen, { ...terms, trigger, edition, promptFor, passedOver: [] });
  return { problems, plan: { ...plan, stories: plan.stories.map(exactly(chosen)) } };
}

type OrderedStory = z.infer<typeof orderedStory>;

async function judgeStory(
  given: unknown,
  trigger: string,
  before: readonly ReturnType<typeof asChosen>[],
  { edition, event }: OrderHouse,
): Promise<{ chosen: ReturnType<typeof asChosen> } | { problems: OrderProblem[] }> {
  const read = orderedStory.safeParse(given);
  if (!read.success) return { problems: problemsOf(read.error, '') };
  const story = read.data;
  const problems: OrderProblem[] = [];
  const refuse = (path: string, message: string) => problems.push({ path, message });

  const category = story.category === undefined ? undefined : canonicalCategory(edition, story.category);
  if (story.category !== undefined && category === undefined)
    refuse(
      'category',
      `one of ${edition.categories.map(({ name }) => name).join(', ')}, not "${story.category}"`,
    );
  const known = typeof story.event_id === 'number' ? await event(story.event_id) : undefined;
  const key = urlKey(story.primary_url);
  if (typeof story.event_id === 'number' && known === undefined)
    refuse('event_id', `the pool has no event ${story.event_id}`);
  else if (known && !known.links.some((link) => link.key === key))
    refuse('event_id', `event ${known.id} has no link ${story.primary_url}`);
  if (before.some((other) => urlKey(other.story.primary_url) === key))
    refuse('primary_url', 'another story has it');
  if (known && before.some((other) => other.known?.id === known.id))
    refuse('event_id', 'another story has it');
  const supporting = supportingUrls(story);
  // What a schedule posts on its own is held to more than what a person asks for.
  if (trigger !== 'manual') {
    if (story.concrete_anchor === '') refuse('concrete_anchor', 'one short fact that can be checked');
    if (supporting.length === 0) refuse('supporting_urls', 'at least one page of another outlet');
  }
  return problems.length > 0
    ? { problems }
    : { chosen: asChosen(story, category, known, supporting, edition) };
}

function supportingUrls({ primary_url, supporting_urls }: OrderedStory): string[] {
  const seen = new Set([domainOf(primary_url)]);
  return supporting_urls
    .filter((it) => !seen.has(domainOf(it)) && seen.add(domainOf(it)))
    .slice(0, MOST_SUPPORTING);
}

function asChosen(
  story: OrderedStory,
  category: string | undefined,
  known: NewsEvent | undefined,
  supportingUrls: readonly string[],
  edition: Edition,
) {
  const suggested = category ?? known?.category ?? edition.defaultCategory;
  const eventKey = known ? `event:${known.id}` : (urlKey(story.primary_url) ?? story.primary_url);
  const candidate: Candidate = {
    i: 0,
    id: known?.id ?? 0,
    event_id: known?.id ?? 0,
    title: story.title,
    description: '',
    suggested_category: suggested,
    primary_url: story.primary_url,
    supporting_urls: supportingUrls,
    age_minutes: null,
    link_count: known?.links.length ?? 0,
    domains: [],
    parent_event_id: known?.parentId ?? null,
    event_key: story.dedupe_key ?? eventKey,
    semantic_event_key: eventKey,
    suggest_flags: story.flags,
    rank: 0,
    score: { total: 0, outlets: 0, links: 0, recency: 0 },
    picked_because: story.why,
  };
  const { title, concrete_anchor, flags, why } = story;
  return {
    candidate,
    supportingUrls,
    known,
    story,
    pick: { i: 0, title, category: suggested, concrete_anchor, flags, why },
  };
}

/** A story without an event of the pool has none. */
function exactly(chosen: readonly ReturnType<typeof asChosen>[]) {
  return (job: RunPlan['stories'][number], at: number): RunPlan['stories'][number] => ({
    ...job,
    story: { ...job.story, event_id: chosen[at]?.known?.id ?? null },
  });
}

function problemsOf(error: z.ZodError, under: string): OrderProblem[] {
  return error.issues.map(({ path, message }) => ({
    path: joined(
      under,
      path
        .map((it) => (typeof it === 'number' ? `[${it}]` : String(it)))
        .join('.')
        .replaceAll('.[', '['),
    ),
    message,
  }));
}

function joined(under: string, path: string): string {
  return path === '' ? under : under === '' ? path : `${under}.${path}`;
}
