/**
 * Step 9, the writing of it: title and opening, over the drafted sections. Wants `LetterChecks`, and `LetterModel` and
 * `LetterClaims` where a language model is configured.
 *
 * - The model writes; a critique of less than 8 of 10, or a doubt, sends it back with the remarks: at most twice.
 * - The opening says nothing that the sections don't: it is held to them as a story is to its articles, by the rules and by
 *   the claims checker. Where a doubt is left, the desk's own stands in its place, and the message says so; so it does
 *   without a language model. What the checker could not check is not published.
 * - The desk's own title is the best headline; its opening counts the stories, and names the best of each section.
 */
import { z } from 'zod';
import { shortLine } from '../../text/shorten.ts';
import type { Newsletter, StepOutputs } from '../model/outputs.ts';
import type { StepResult } from '../model/steps.ts';
import { withoutCitations } from '../model/cited-text.ts';
import { critiqueOf } from './critique.ts';
import { StepFailed } from './deps.ts';
import type { CheckSource, LetterChecks, LetterClaims, LetterModel, StepDeps } from './deps.ts';
import { lineOf } from './read-items.ts';
import { stepWords, type Words } from './words.ts';

export interface FinalInputs extends Pick<StepOutputs, 'draft_sections'> {
  readonly session: string;
  readonly issuedAtMs: number;
}

export interface FinalStepDeps extends StepDeps {
  readonly model: LetterModel;
  readonly checks: LetterChecks;
  readonly claims: LetterClaims;
}

type Drafts = StepOutputs['draft_sections'];
interface Opening {
  readonly title: string;
  readonly intro: string;
}

const GOOD_ENOUGH = 8;
const MOST_CRITIQUES = 2;
const NOTHING = { title: undefined, intro: undefined };
const TITLE_CHARACTERS = 140;
const INTRO_CHARACTERS = 900;
const written = z.object({ title: lineOf, intro: lineOf });
const answer = z.object({ title: z.string(), intro: z.string() });

/** The step `finalize_newsletter`: title, opening and sections as one newsletter, numbered sources, files. */
export async function finalize(
  { draft_sections: drafts, session, issuedAtMs }: FinalInputs,
  deps: FinalStepDeps,
  signal: AbortSignal,
): Promise<StepResult<Newsletter>> {
  const { edition } = deps;
  const words = stepWords(edition.language).final;
  if (drafts.sections.length === 0 || drafts.sources.length === 0) throw new StepFailed(words.nothingDrafted);
  const own = ownOpening(drafts, words);
  const said = await openingBy(drafts, deps, signal);
  const { title, intro } = said?.opening ?? own;
  const parts = (['title', 'intro'] as const).filter((part) => said && said.opening[part] === undefined);
  const model = (parts.length < 2 ? said?.model : undefined) ?? drafts.model;
  const stories = drafts.sections.reduce((sum, section) => sum + section.stories.length, 0);
  return {
    output: {
      session,
      language: edition.language,
      title: title ?? own.title,
      intro: intro ?? own.intro,
      issuedAtMs,
      sections: drafts.sections,
      sources: drafts.sources,
      ...(model !== undefined && { model }),
    },
    message: words.finalized(stories, drafts.sections.length, {
      parts,
      unchecked: said?.unchecked ?? false,
    }),
    counts: {
      sections: drafts.sections.length,
      stories,
      sources: drafts.sources.length,
      critiques: said?.critiques ?? 0,
      replaced: parts.length,
    },
  };
}

/** What the model wrote; undefined parts are doubted still, or unchecked. Undefined where it wrote nothing. */
interface Said {
  readonly opening: { readonly [Part in keyof Opening]: string | undefined };
  readonly model: string;
  readonly critiques: number;
  readonly unchecked?: boolean;
}

async function openingBy(
  drafts: Drafts,
  deps: FinalStepDeps,
  signal: AbortSignal,
): Promise<Said | undefined> {
  const { model } = deps;
  if (!model.serves()) return undefined;
  const sections = drafts.sections.map(({ heading, stories }) => ({
    heading,
    stories: stories.map(({ headline, text }) => ({ headline, text: withoutCitations(text) })),
  }));
  const sources = asSources(drafts);
  let last: { opening: Opening; model: string; doubts: Doubts } | undefined;
  let remarks: readonly string[] = [];
  const ended = (critiques: number): Said | undefined =>
    last && {
      opening: {
        title: last.doubts.title.length > 0 ? undefined : last.opening.title,
        intro: last.doubts.intro.length > 0 ? undefined : last.opening.intro,
      },
      ...{ model: last.model, critiques },
    };
  for (let critiques = 0; ; critiques++) {
    const reply = await model.ask({
      profile: 'newsletter_final',
      input: { sections, ...(last && { before: last.opening, remarks }) },
      answer,
      signal,
    });
    const read = reply.kind === 'answered' ? written.safeParse(reply.value).data : undefined;
    if (reply.kind === 'failed' || read === undefined) return ended(critiques);
    const opening = {
      title: shortLine(withoutCitations(read.title), TITLE_CHARACTERS),
      intro: shortLine(withoutCitations(read.intro), INTRO_CHARACTERS),
    };
    const doubted = await doubtsOf(opening, sources, deps, signal);
    if (doubted === undefined)
      return ended(critiques) ?? { opening: NOTHING, model: reply.model, critiques, unchecked: true };
    last = { opening, model: reply.model, doubts: doubted };
    if (critiques === MOST_CRITIQUES) return ended(critiques);
    const critique = await critiqueOf(
      model,
      'the title and the opening',
      { sections, draft: opening },
      signal,
    );
    const doubts = [...last.doubts.title, ...last.doubts.intro];
    const isGood = critique === undefined || critique.score >= GOOD_ENOUGH;
    if (isGood && doubts.length === 0) return ended(critiques + 1);
    remarks = [...doubts, ...(isGood ? [] : critique.problems)];
  }
}

/** What is said that no section says, a sentence each. */
interface Doubts {
  readonly title: readonly string[];
  readonly intro: readonly string[];
}

/** Undefined where the claims checker didn't answer. */
async function doubtsOf(
  { title, intro }: Opening,
  sources: readonly CheckSource[],
  { checks, claims }: Pick<FinalStepDeps, 'checks' | 'claims'>,
  signal: AbortSignal,
): Promise<Doubts | undefined> {
  const text = { title, body: intro };
  const byRules = await checks.check(text, sources);
  const byChecker = await claims.check(text, sources, signal);
  if (byChecker.kind === 'failed') return undefined;
  return {
    title: [...byRules.title, ...byChecker.title].map((why) => `"${title}": ${why}`),
    intro: [...byRules.doubts, ...byChecker.doubts].map(
      ({ sentence, why }) => `"${sentence}": ${why.join('; ')}`,
    ),
  };
}

/** The sections as what the opening stands on. */
function asSources({ sections }: Drafts): CheckSource[] {
  return sections.map(({ heading, stories }, at) => ({
    url: `https://newsletter.invalid/${at + 1}`,
    title: heading,
    text: stories.map(({ headline, text }) => `${headline}\n${withoutCitations(text)}`).join('\n'),
    publisher: heading,
  }));
}

/** Quoted and counted. */
function ownOpening({ sections }: Drafts, words: Words['final']): Opening {
  const best = sections[0]!.stories[0]!.headline;
  return {
    title: shortLine(best, TITLE_CHARACTERS),
    intro: words.opening(
      sections.map(({ heading, stories }) => ({
        heading,
        count: stories.length,
        first: stories[0]!.headline,
      })),
    ),
  };
}
