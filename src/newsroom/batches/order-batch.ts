/**
 * Validates a batch ordered by a program: `{trigger, stories: […]}`. Problems are reported with their path. An
 * invalid story is left out without affecting the others.
 */
import { z } from 'zod';
import { Refusal } from '../../feature/refusal.ts';
import type { Given } from '../../text/given.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Candidate } from '../model/candidate.ts';
import { canonicalCategory, categoryOf, editorsZone } from '../edition/edition.ts';
import type { Edition } from '../edition/edition.ts';
import type { NewsEvent } from '../model/event.ts';
import type { BatchPlan } from '../model/batch-plan.ts';
import { publisherMode } from '../model/assignment.ts';
import type { PublisherMode, Assignment } from '../model/assignment.ts';
import { draftBatch } from '../plan/draft-batch.ts';
import type { BatchTerms } from '../plan/draft-batch.ts';
import { asUpdate } from '../plan/draft-update.ts';
import type { Pool } from '../intake/pool/pool.ts';
import { parseAsWritten } from '../../text/parse-as-written.ts';
import { domainOf, urlKey } from '../model/url-key.ts';
import { offerOf } from '../intake/select/offer.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { sayCoverage } from '../coverage/find-coverage.ts';
import type { CoveredNotice } from '../coverage/covered-stories.ts';

/** What is wrong with an order, and where: `stories[1].primary_url`. */
export const orderProblemSchema = z.strictObject({ path: z.string(), message: z.string() });
export type OrderProblem = Given<z.output<typeof orderProblemSchema>>;

/** No story of an order can be written. */
export class BadOrder extends Refusal {
  override readonly name = 'BadOrder';
  override readonly code = 'bad_request';
  readonly problems: readonly OrderProblem[];

  constructor(problems: readonly OrderProblem[]) {
    super(problems.map(({ path, message }) => `${path || 'the order'}: ${message}`).join('; '));
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
  /** One of the edition's categories; by default the event's, or the one that its words suggest. */
  category: text(100).exactOptional(),
  concrete_anchor: text(500).default(''),
  flags: z.array(text(40)).default([]),
  /** An event of this home's pool; by default the one that contains the page. */
  event_id: z.int().nullish(),
  dedupe_key: text(500).min(1).exactOptional(),
  why: text(500).default(''),
  /** The id of the posted story that it updates, in that story's thread. */
  update_of: text(120).exactOptional(),
  /** Write it although editors ended or withdrew a story of it. */
  again: z.boolean().exactOptional(),
  /** Who makes its messages; by default as the order says. */
  publisher_mode: publisherMode.exactOptional(),
});

const order = z.looseObject({
  trigger: z.enum(['cron_daily', 'cron_hourly', 'manual']),
  /** For all stories; by default as the edition says. */
  publisher_mode: publisherMode.exactOptional(),
  stories: z.array(z.unknown()).min(1).max(MOST_STORIES),
});

export interface OrderDeps {
  readonly edition: Edition;
  readonly promptFor: BatchTerms['promptFor'];
  readonly pool: Pick<Pool, 'event' | 'eventOf'>;
  readonly posted: (story: string) => Promise<PublishedStory | undefined>;
  /** Whether editors have withdrawn a posted story. */
  readonly withdrawn: (story: string) => Promise<boolean>;
  /** What speaks against a story of this desk channel. */
  readonly covered: (job: Assignment, desk: SessionKey) => Promise<CoveredNotice | undefined>;
}

type OrderTerms = Pick<BatchTerms, 'runId' | 'desk' | 'nowMs'>;
type Chosen = ReturnType<typeof asChosen>;

export interface JudgedOrder {
  readonly plan: BatchPlan;
  /** What was left out, and why. */
  readonly problems: readonly OrderProblem[];
}

/**
 * Validate an order.
 * @throws BadOrder when no story can be written.
 */
export async function judgeOrder(given: unknown, terms: OrderTerms, deps: OrderDeps): Promise<JudgedOrder> {
  const read = parseAsWritten(order, given);
  if (!read.success) throw new BadOrder(problemsOf(read.error, ''));
  const { trigger, stories, publisher_mode } = read.data;
  const problems: OrderProblem[] = [];
  const chosen: Chosen[] = [];
  const drafted = (all: readonly Chosen[]) =>
    draftOrdered(all, trigger, { ...terms, publisherMode: publisher_mode }, deps);
  for (const [at, one] of stories.entries()) {
    const judged = await judgeStory(one, trigger, chosen, deps);
    const found =
      'chosen' in judged ? await coverageProblems(judged.chosen, drafted, terms, deps) : judged.problems;
    if ('chosen' in judged && found.length === 0) chosen.push(judged.chosen);
    else problems.push(...found.map((it) => ({ ...it, path: joined(`stories[${at}]`, it.path) })));
  }
  if (chosen.length === 0) throw new BadOrder(problems);
  return { problems, plan: drafted(chosen) };
}

function draftOrdered(
  chosen: readonly Chosen[],
  trigger: BatchTerms['trigger'],
  terms: OrderTerms & { readonly publisherMode?: PublisherMode | undefined },
  { edition, promptFor }: OrderDeps,
): BatchPlan {
  const plan = draftBatch(chosen, { ...terms, trigger, edition, promptFor, passedOver: [] });
  return { ...plan, stories: plan.stories.map((job, at) => exactly(job, chosen[at])) };
}

/** Report repeated stories now; the pipeline would leave them out later. */
async function coverageProblems(
  chosen: Chosen,
  drafted: (all: readonly Chosen[]) => BatchPlan,
  { desk }: OrderTerms,
  { edition, covered, posted }: OrderDeps,
): Promise<OrderProblem[]> {
  const [job] = drafted([chosen]).stories;
  const other = job && (await covered(job, desk));
  if (!other || (other.kind === 'killed' && chosen.story.again === true)) return [];
  const said = sayCoverage(other, editorsZone(edition));
  const whole = other.kind === 'posted' ? ((await wholeOf(other.id, posted))?.id ?? other.id) : undefined;
  const instead = whole === undefined ? '' : `: "update_of": ${JSON.stringify(whole)}`;
  const anyway = other.kind === 'killed' ? ': "again": true' : '';
  return [{ path: 'primary_url', message: `${said}${instead}${anyway}` }];
}

type OrderedStory = z.infer<typeof orderedStory>;

async function judgeStory(
  given: unknown,
  trigger: string,
  before: readonly Chosen[],
  { edition, pool, posted, withdrawn }: OrderDeps,
): Promise<{ chosen: Chosen } | { problems: OrderProblem[] }> {
  const read = parseAsWritten(orderedStory, given);
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
  const isNumbered = typeof story.event_id === 'number';
  const known = await (typeof story.event_id === 'number'
    ? pool.event(story.event_id)
    : pool.eventOf(story.primary_url));
  const key = urlKey(story.primary_url);
  if (isNumbered && known === undefined) refuse('event_id', `the pool has no event ${story.event_id}`);
  else if (known && !known.links.some((link) => link.key === key))
    refuse('event_id', `event ${known.id} has no link ${story.primary_url}`);
  if (before.some((other) => urlKey(other.story.primary_url) === key))
    refuse('primary_url', 'another story has it');
  else if (known && before.some((other) => other.known?.id === known.id))
    refuse(isNumbered ? 'event_id' : 'primary_url', 'another story is about the same event');
  const updated = story.update_of === undefined ? undefined : await wholeOf(story.update_of, posted);
  if (story.update_of !== undefined && updated === undefined)
    refuse('update_of', `there is no posted story ${story.update_of}`);
  else if (updated && (await withdrawn(updated.id))) refuse('update_of', `${updated.id} was withdrawn`);
  const offer = known && offerOf(known, edition, 0);
  const supporting = supportingUrls(story, known);
  // Scheduled stories must meet stricter rules than requested ones.
  if (trigger !== 'manual') {
    if (story.concrete_anchor === '') refuse('concrete_anchor', 'one short fact that can be checked');
    if (supporting.length === 0) refuse('supporting_urls', 'at least one page of another outlet');
  }
  if (problems.length > 0) return { problems };
  const suggested = category ?? offer?.category ?? categoryOf(edition, [story.title, story.concrete_anchor]);
  return { chosen: asChosen(story, suggested, known, supporting, updated) };
}

/** The story that is updated. An update of an update belongs to the original's thread. */
export async function wholeOf(id: string, posted: OrderDeps['posted']): Promise<PublishedStory | undefined> {
  const story = await posted(id);
  return story?.updateOf === undefined ? story : posted(story.updateOf);
}

/** One page of each other outlet: the given ones, else those of the event. */
function supportingUrls(
  { primary_url, supporting_urls }: OrderedStory,
  known: NewsEvent | undefined,
): string[] {
  const seen = new Set([domainOf(primary_url)]);
  const others = (urls: readonly string[]) =>
    urls.filter((it) => !seen.has(domainOf(it)) && seen.add(domainOf(it))).slice(0, MOST_SUPPORTING);
  const named = others(supporting_urls);
  return named.length > 0 ? named : others((known?.links ?? []).map(({ url: page }) => page));
}

function asChosen(
  story: OrderedStory,
  suggested: string,
  known: NewsEvent | undefined,
  supportingUrls: readonly string[],
  updated: PublishedStory | undefined,
) {
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
    updated,
    story,
    pick: { i: 0, title, category: suggested, concrete_anchor, flags, why },
  };
}

/** A story that is not from the pool has no event; an update has that of its story. */
function exactly(job: Assignment, chosen: Chosen | undefined): Assignment {
  const exact = {
    ...job,
    story: {
      ...job.story,
      event_id: chosen?.known?.id ?? null,
      // The pipeline leaves out killed stories unless somebody ordered them.
      ...(chosen?.story.again === true && { ordered_by: 'write-run' }),
    },
    spawn: { ...job.spawn, publisher_mode: chosen?.story.publisher_mode ?? job.spawn.publisher_mode },
  };
  const { primary_url, supporting_urls } = job.story;
  return chosen?.updated ? asUpdate(exact, chosen.updated, [primary_url, ...supporting_urls]) : exact;
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
