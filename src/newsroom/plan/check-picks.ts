/**
 * Checks a planner's picks against the snapshot that it read. These rules are enforced in code, whatever a prompt
 * says.
 */
import { z } from 'zod';
import type { Note } from '../../sessions/note.ts';
import type { Candidate, InputsSnapshot } from '../model/candidate.ts';
import type { Edition } from '../edition/edition.ts';
import { DEVELOPING_MINUTES } from '../model/freshness.ts';
import { domainOf } from '../model/url-key.ts';
import { parseAsWritten } from '../../text/parse-as-written.ts';
import { sayIssues } from '../../text/say-issues.ts';
import { shortenAtWord } from '../../text/shorten.ts';
import { withoutLinks } from '../../text/without-links.ts';
import { planWords } from './plan-words.ts';

const MOST_TITLE = 200;
const MOST_ANCHOR = 300;
const MOST_WHY = 500;

/** Text from a model, without links. Too long text is cut, because a long headline is no reason to lose a story. */
const words = (most: number) =>
  z
    .string()
    .trim()
    .overwrite((text) => shortenAtWord(withoutLinks(text), most))
    .default('');
const why = words(MOST_WHY).catch('');

const pickArgs = z.object({
  i: z.int().describe('The number of the candidate in the inputs.'),
  title: words(MOST_TITLE).describe("The story's title, in the edition's language."),
  category: z.string().trim().default('').catch(''),
  concrete_anchor: words(MOST_ANCHOR).describe(
    'One short fact that can be checked: a decision, number, vote, filing or ruling.',
  ),
  flags: z
    .array(z.string())
    .optional()
    .catch(undefined)
    .describe('Of the flags that the candidate has, those that are true; without it, all.'),
  why: why.describe('Why this one, for the editors.'),
});

/** A pick that could not be parsed, and why. */
interface Malformed {
  readonly i: number;
  readonly malformed: string;
}

const { $schema: _, ...pickShown } = z.toJSONSchema(pickArgs, { io: 'input' });

/** Each pick is parsed by itself, so a malformed one doesn't cost the others. Models see this schema. */
const eachPick = z
  .unknown()
  .meta(pickShown)
  .transform((value): Pick | Malformed => {
    const parsed = parseAsWritten(pickArgs, value);
    if (parsed.success) return parsed.data;
    const i: unknown = Reflect.get(Object(value) as object, 'i');
    const malformed = sayIssues(parsed.error, pickArgs);
    return { i: typeof i === 'number' ? i : 0, malformed };
  });

const passedOver = z.object({ i: z.int(), why });
const { $schema: __, ...passedOverShown } = z.toJSONSchema(passedOver, { io: 'input' });

/** The same for those passed over: one that can't be read has no reason, which can be asked for without another order. */
const eachPassedOver = z
  .unknown()
  .meta(passedOverShown)
  .transform((value) => {
    const { data } = parseAsWritten(passedOver, value);
    return data ? [data] : [];
  });

export const writeBatchArgs = z.object({
  stories: z.array(eachPick).min(1),
  passed_over: z
    .array(eachPassedOver)
    .default([])
    .catch([])
    .transform((all) => all.flat()),
});

export type WriteBatchArgs = z.infer<typeof writeBatchArgs>;
type Pick = z.infer<typeof pickArgs>;

/** A valid pick, with one or two supporting URLs of other outlets. */
export interface ChosenStory {
  readonly candidate: Candidate;
  /** Its flags are those inferred by code, less those that the planner removed. A model can't cause mentions. */
  readonly pick: Pick & { readonly flags: readonly string[] };
  readonly supportingUrls: readonly string[];
}

export interface CheckedPicks {
  readonly chosen: readonly ChosenStory[];
  readonly dropped: readonly { readonly i: number; readonly why: string }[];
}

/** What speaks against a candidate, in a sentence in the edition's language. */
export type Objection = (candidate: Candidate) => string | undefined;

/** What an editor's note excludes. Checked again, because a note may be newer than the snapshot. */
export type ExcludedBy = (
  notes: readonly Note[],
  told: { readonly category: string; readonly title: string; readonly description: string },
  nowMs: number,
) => Note | undefined;

interface PickTerms {
  readonly snapshot: InputsSnapshot;
  readonly notes: readonly Note[];
  readonly excludedBy: ExcludedBy;
  readonly language: Edition['language'];
  readonly nowMs: number;
}

const OLDEST_MINUTES = 48 * 60;
const MOST_SUPPORTING = 2;

/** Keep the valid picks in the planner's order, and report why each other one is dropped. */
export function checkPicks(picks: readonly (Pick | Malformed)[], terms: PickTerms): CheckedPicks {
  const chosen: ChosenStory[] = [];
  const dropped: { i: number; why: string }[] = [];
  const { snapshot } = terms;
  for (const pick of picks) {
    if ('malformed' in pick) {
      dropped.push({ i: pick.i, why: pick.malformed });
      continue;
    }
    const candidate = snapshot.candidates.find(({ i }) => i === pick.i);
    const against = candidate
      ? objectionTo(candidate, pick, chosen, terms)
      : planWords(terms.language).unknown(pick.i);
    if (against === undefined && candidate)
      chosen.push({
        candidate,
        pick: { ...pick, flags: flagsOf(candidate, pick) },
        supportingUrls: supporting(candidate),
      });
    else dropped.push({ i: pick.i, why: against ?? '' });
  }
  return { chosen, dropped };
}

function objectionTo(
  candidate: Candidate,
  pick: Pick,
  chosen: readonly ChosenStory[],
  terms: PickTerms,
): string | undefined {
  const { atMost } = terms.snapshot.pick;
  const words = planWords(terms.language);
  if (chosen.some((other) => other.candidate.event_id === candidate.event_id)) return words.pickedAlready;
  if (chosen.length >= atMost) return words.full(atMost);
  if (pick.concrete_anchor === '') return words.noAnchor;
  return objectionIn(terms)(candidate);
}

/** The rules that apply to candidates whatever the planner says. */
export function objectionIn({ snapshot, notes, excludedBy, language, nowMs }: PickTerms): Objection {
  const words = planWords(language);
  const oldest = snapshot.kind === 'hourly' ? DEVELOPING_MINUTES : OLDEST_MINUTES;
  const waited = Math.max(0, nowMs - snapshot.preparedAtMs) / 60_000;
  return (candidate) => {
    const { title, suggested_category: category, age_minutes: age } = candidate;
    const description = `${candidate.description} ${candidate.summary_en ?? ''}`;
    if (age !== null && age + waited > oldest) return words.older(oldest / 60);
    const note = excludedBy(notes, { category, title, description }, nowMs);
    if (note) return words.asked(note.by, note.text);
    return supporting(candidate).length === 0 ? words.unsupported : undefined;
  };
}

function flagsOf({ suggest_flags: inferred }: Candidate, { flags }: Pick): string[] {
  return inferred.filter((flag) => flags?.includes(flag) ?? true);
}

function supporting({ primary_url, supporting_urls }: Candidate): string[] {
  const seen = new Set([domainOf(primary_url)]);
  return supporting_urls
    .filter((url) => {
      const domain = domainOf(url);
      return domain !== '' && !seen.has(domain) && seen.add(domain);
    })
    .slice(0, MOST_SUPPORTING);
}
