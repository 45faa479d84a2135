/**
 * Turns a valid draft into one whose claims are all supported: check the claims by rules, let a checker review them,
 * add missing citations, send doubted sentences back to the reporter once, and remove what is still doubted. A story
 * that doesn't work without the doubted sentences waits for an editor, unchanged and with its doubts marked.
 *
 * An update may say what was told before ("earlier reports gave 14"), which its own sources needn't have: such a
 * sentence may also stand on the text that it updates. That text is nobody's source otherwise.
 *
 * Deterministic apart from the answers of checker and reporter. Their turns have fixed ids, so a restart gets the
 * same answers.
 */
import { Glossary } from '../../text/glossary/glossary.ts';
import { checkedByModel } from '../verify/check-by-model.ts';
import type { AskChecker } from '../verify/check-by-model.ts';
import type { Claim, ClaimsReport } from '../model/claim.ts';
import type { Edition } from '../edition/edition.ts';
import type { StoryEvent } from '../batches/story-log.ts';
import type { Assignment } from '../model/assignment.ts';
import { languageOf } from '../model/language.ts';
import type { WorkerResult } from '../model/worker-result.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { applyMends } from '../verify/apply-mends.ts';
import type { Mend } from '../verify/apply-mends.ts';
import { doubtedSentences } from '../verify/doubted-sentences.ts';
import type { DoubtedSentence } from '../verify/doubted-sentences.ts';
import type { MendReply } from '../verify/mend-reply.ts';
import { mendsInScript, packInScript, quotingWordForWord } from '../verify/one-script.ts';
import { PackPassages } from '../verify/pack-passages.ts';
import { plainMends } from '../verify/plain-result.ts';
import { withoutDoubts } from '../verify/prune-story.ts';
import type { Instructions } from '../verify/instructions.ts';
import { citeSupport, doubted } from '../verify/repair-claims.ts';
import type { SentenceVerdicts } from '../verify/sentence-verdicts.ts';
import { conflictsOf } from '../verify/source-conflicts.ts';
import { ClaimCheck } from '../verify/verify-claims.ts';
import type { CheckedClaim, CheckedStory, StoryText } from '../verify/verify-claims.ts';
import { Weighing } from '../verify/weigh-verdicts.ts';

export interface Supported {
  readonly result: WorkerResult;
  readonly report: ClaimsReport;
}

export interface ClaimsDeps {
  readonly job: Assignment;
  readonly pack: SourcePack;
  readonly edition: Pick<Edition, 'categories' | 'glossary' | 'language' | 'verification'>;
  /** False if the desk model wrote it; it would quote the same again. */
  readonly languageModel: boolean;
  readonly askChecker: AskChecker;
  readonly instructions: Instructions;
  /** Let the reporter mend its sentences; undefined when there is no usable answer. */
  readonly askMends: (sentences: readonly DoubtedSentence[]) => Promise<MendReply | undefined>;
  /**
   * The result with its form repaired, or what is wrong with it. With `mended`, a slightly wrong length is accepted.
   */
  readonly validated: (result: WorkerResult, terms?: { readonly mended: boolean }) => WorkerResult | string;
  readonly note: (event: StoryEvent, fields: object) => void;
}

/** @returns the result that may be published or waits for an editor, with its checked claims. */
export async function supported(result: WorkerResult, deps: ClaimsDeps): Promise<Supported> {
  const round = new ClaimsRound(await packInScript(deps.pack, deps.edition.language), deps);
  const { result: borneOut, report } = await round.run(result);
  return { result: borneOut, report: quotingWordForWord(report, deps.pack) };
}

/** A draft with citations added, and its claims afterwards. */
interface Looked {
  readonly result: WorkerResult;
  readonly checked: CheckedStory;
}

interface Draft extends Looked {
  readonly mends: readonly Mend[];
  readonly verdicts: SentenceVerdicts;
}

interface Checks {
  readonly pack: SourcePack;
  readonly check: ClaimCheck;
  readonly weighing: Weighing;
}

/** What a sentence says that tells of before. */
const BEFORE =
  /\b(?:earlier|initial(?:ly)?|previous(?:ly)?|original(?:ly)?|at first|first (?:reported|given|put)|(?:up|down) from)\b|早前|早些時|較早|先前|此前|之前|最初|起初|原先/iu;

class ClaimsRound {
  readonly #deps: ClaimsDeps;
  readonly #now: Checks;
  /** With what the updated story told as one more source; undefined for a story of its own. */
  readonly #before: Checks | undefined;
  readonly #passages: PackPassages;

  constructor(pack: SourcePack, deps: ClaimsDeps) {
    this.#deps = deps;
    const { glossary } = deps.edition;
    const names = glossary && { glossary: new Glossary(glossary) };
    const checks = (one: SourcePack): Checks => ({
      pack: one,
      check: new ClaimCheck(one, { ...names, instructions: deps.instructions }),
      weighing: new Weighing(one, names),
    });
    const { told } = deps.job.story;
    this.#now = checks(pack);
    this.#before = told && checks({ ...pack, sources: [...pack.sources, asSource(told, pack)] });
    this.#passages = new PackPassages(pack);
  }

  async run(result: WorkerResult): Promise<Supported> {
    const { edition, languageModel, askChecker } = this.#deps;
    const byRules = this.#looked(result);
    const { pack } = this.#before ?? this.#now;
    const { verdicts, outcome } = await checkedByModel(textOf(byRules.result), byRules.checked, {
      pack,
      passages: this.#before ? new PackPassages(pack) : this.#passages,
      verification: edition.verification,
      askChecker: languageModel ? askChecker : undefined,
    });
    const first = { ...byRules, checked: this.#weighed(byRules, verdicts) };
    const checker = { ...outcome, cleared: clearedIn(first.checked) };
    this.#note(byRules.checked, first.checked, checker);
    const report = this.#reportOf(first.checked, { checker });
    if (doubted(first.checked.claims).length === 0) return { result: first.result, report };
    return this.#mended(first, verdicts, checker);
  }

  /** Send doubted sentences to the reporter, then remove the rest; or let the story wait. */
  async #mended(
    first: Looked,
    verdicts: SentenceVerdicts,
    checker: ClaimsReport['checker'],
  ): Promise<Supported> {
    const { askMends, edition, languageModel, validated } = this.#deps;
    const story = textOf(first.result);
    const sentences = doubtedSentences(story, first.checked, this.#passages);
    const given = languageModel ? await askMends(sentences) : undefined;
    const answer = given && (await mendsInScript(given, edition.language));
    const asked_again = answer !== undefined;
    const asked = sentences.map(({ i }) => i);
    const mended = answer && applyMends(story, plainMends(answer, this.#now.pack), asked, verdicts);
    const valid = mended && validated(withText(first.result, mended), { mended: true });
    const drafts: Draft[] = [{ ...first, mends: [], verdicts }];
    if (mended && typeof valid === 'object') {
      const looked = this.#looked(valid, { mended: true });
      const checked = this.#weighed(looked, mended.verdicts);
      drafts.unshift({ ...looked, checked, mends: mended.mends, verdicts: mended.verdicts });
    }
    for (const draft of drafts) {
      const { mends, checked } = draft;
      const check = (text: StoryText) => this.#weigh(text, this.#check(text), draft.verdicts);
      const left = withoutDoubts(draft.result, checked, { ...this.#deps, check: { check } });
      if (left === undefined) continue;
      const removed = [...left.removed];
      if (removed.length > 0)
        this.#deps.note('claims_removed', { sentences: removed, claims: wrong(checked) });
      const sure = { result: left.result, checked: this.#check(textOf(left.result)) };
      const more = { checker, asked_again, removed, mended: [...mends] };
      return { result: sure.result, report: this.#reportOf(this.#weighed(sure, draft.verdicts), more) };
    }
    const { result, checked, mends } = drafts[0] ?? { ...first, mends: [] };
    this.#deps.note('claims_in_doubt', { claims: wrong(checked) });
    const more = { checker, asked_again, mended: [...mends], waits: true };
    return { result, report: this.#reportOf(checked, more) };
  }

  /** Check by rules. */
  #looked(result: WorkerResult, terms?: { readonly mended: boolean }): Looked {
    const before = this.#check(textOf(result));
    const body = citeSupport(result.draft.body, before);
    const cited =
      body === result.draft.body
        ? undefined
        : this.#deps.validated(withText(result, { title: result.title, body }), terms);
    return typeof cited === 'object'
      ? { result: cited, checked: this.#check(textOf(cited)) }
      : { result, checked: before };
  }

  #weighed({ result, checked }: Looked, verdicts: SentenceVerdicts): CheckedStory {
    return this.#weigh(textOf(result), checked, verdicts);
  }

  #check(text: StoryText): CheckedStory {
    return this.#alsoBefore(text, ({ check }) => check.check(text));
  }

  #weigh(text: StoryText, checked: CheckedStory, verdicts: SentenceVerdicts): CheckedStory {
    return this.#alsoBefore(text, ({ weighing }) => weighing.weigh(text, checked, verdicts));
  }

  /** What stands on nothing but the updated story is not checkable: no reader finds it among the sources. */
  #alsoBefore({ title }: StoryText, look: (checks: Checks) => CheckedStory): CheckedStory {
    const now = look(this.#now);
    if (!this.#before) return now;
    const n = this.#before.pack.sources.length;
    const texts = [title, ...now.sentences.map(({ text }) => text)];
    const tellsOfBefore = ({ claim }: CheckedClaim) => BEFORE.test(texts[claim.sentence] ?? '');
    const told = look(this.#before).claims.filter(tellsOfBefore);
    const claims = [
      ...now.claims.filter((one) => !tellsOfBefore(one)),
      ...told.map((one): CheckedClaim => {
        const { passage, ...claim } = one.claim;
        if (passage?.n !== n && one.miscited !== n) return one;
        return { claim: claim.verdict === 'supported' ? { ...claim, verdict: 'not_checkable' } : claim };
      }),
    ];
    return { ...now, claims: claims.sort((a, b) => a.claim.sentence - b.claim.sentence) };
  }

  #note(byRules: CheckedStory, weighed: CheckedStory, checker: ClaimsReport['checker']): void {
    const count = (verdict: Claim['verdict']) =>
      weighed.claims.filter(({ claim }) => claim.verdict === verdict).length;
    this.#deps.note('claims_checked', {
      supported: count('supported'),
      doubted: count('doubted'),
      contradicted: count('contradicted'),
      not_checkable: count('not_checkable'),
      doubted_by_rules: doubted(byRules.claims).length,
      checker,
    });
  }

  #reportOf({ claims }: CheckedStory, more: Partial<ClaimsReport>): ClaimsReport {
    return {
      claims: claims.map(({ claim }) => claim),
      removed: [],
      asked_again: false,
      conflicts: conflictsOf(this.#deps.pack),
      checker: { state: 'off', unanswered: [], cleared: 0 },
      mended: [],
      waits: false,
      ...more,
    };
  }
}

/** The text that an update continues, without its citations, which are of other sources. */
function asSource(
  { title, body }: NonNullable<Assignment['story']['told']>,
  { sources }: SourcePack,
): SourcePack['sources'][number] {
  const text = body.replace(/\s?\[\d{1,2}\]/g, '');
  return {
    ...{ n: sources.length + 1, url: '', domain: '', outlet: 'Told before', title, text },
    ...{ language: languageOf(text), sha256: '', usable: true },
  };
}

function withText(result: WorkerResult, { title, body }: { title: string; body: string }): WorkerResult {
  return { ...result, title, report_char_count: body.length, draft: { ...result.draft, body } };
}

/** The rules' doubts that a checker has cleared. */
function clearedIn({ claims }: CheckedStory): number {
  return claims.filter(
    ({ claim }) => claim.by === 'checker' && claim.kind !== 'entailment' && claim.verdict === 'supported',
  ).length;
}

function wrong({ claims }: CheckedStory): string[] {
  return doubted(claims).map(({ claim }) => `${claim.kind}: ${claim.text}`);
}

function textOf({ title, draft }: WorkerResult) {
  return { title, body: draft.body };
}
