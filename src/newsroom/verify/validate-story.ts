/**
 * The validator of stories: what keeps a draft from being published. The rules of the two languages differ in how
 * titles are measured; lengths come from the edition.
 */
import { cjkLength, wordCount } from '../../text/cjk.ts';
import { kindOf } from '../model/assignment.ts';
import { measure, QUOTED, sayLengths } from '../edition/lengths.ts';
import { tellsAnchor } from '../../text/anchor.ts';
import { quotationsIn } from '../../text/quotations.ts';
import { primaryOf } from '../model/primary-source.ts';
import { citedIn, sourcesUsed } from './citations.ts';
import { finding } from './finding.ts';
import type { Finding, Submission } from './finding.ts';
import { readMoreFindings } from './read-more.ts';
import { repetitionFindings } from './repetition.ts';
import { residueIn } from '../../text/residue.ts';
import { hasLinks } from '../../text/without-links.ts';

const { most: MOST_QUOTATIONS, words: MOST_WORDS } = QUOTED;
/** Shorter ones are marked words: the name of a bill, a nickname. */
const LEAST_WORDS = 3;

type StoryValidator = (submission: Submission) => Finding[];

/** The validators that a registry and its job files may name. */
export const BUILTIN_VALIDATORS: Readonly<Record<string, StoryValidator>> = {
  news_reporter_script_v1: validateStory,
  news_reporter_parliament_v1: (submission) => [
    ...validateStory(submission),
    ...parliamentFindings(submission),
  ],
};

/** A URL as it stands in prose, without the punctuation of the sentence. */
export const BODY_URL =
  /(?:https?:\/\/|www\.)[^\s<>()[\]，。、；：！？」』）]*[^\s<>()[\]，。、；：！？」』）.,;:!?'"]/giu;

/** @returns what is wrong, in the order of the result's fields; empty for a story that may be published. */
function validateStory(submission: Submission): Finding[] {
  const { result, job, pack, phase } = submission;
  if (result.status !== 'SUCCESS')
    return [finding(`status is ${result.status}, not SUCCESS`, 'the reporter gave up', '記者表示無法撰寫')];
  return [
    ...titleFindings(submission),
    ...bodyFindings(submission),
    ...readMoreFindings(result.draft.read_more_urls, { primaryUrl: job.story.primary_url, pack, phase }),
    ...sourceFindings(submission),
  ];
}

function titleFindings(submission: Submission): Finding[] {
  const title = submission.result.title.trim();
  if (isTitle(title, submission)) return [];
  return [
    finding(
      `title is too short to be one: ${JSON.stringify(title)}`,
      `“${title}” is no headline`,
      `「${title}」不成標題`,
    ),
  ];
}

/** Three words or four Chinese characters; in Chinese editions the latter, unless nobody could translate. */
export function isTitle(
  title: string,
  { language, languageModel }: Pick<Submission, 'language' | 'languageModel'>,
): boolean {
  if (/\n/.test(title.trim()) || title.length > 200 || hasLinks(title)) return false;
  return cjkLength(title) >= 4 || ((language === 'en' || !languageModel) && wordCount(title) >= 3);
}

function bodyFindings({ result, job, pack, lengths, languageModel }: Submission): Finding[] {
  const { body } = result.draft;
  if (body.trim() === '') return [finding('draft.body is empty', 'there is no text', '沒有內文')];
  const length = measure(body, lengths.unit);
  const findings: Finding[] = [];
  if (length < lengths.min || length > lengths.max)
    findings.push(
      finding(
        `draft.body has a length of ${length}; allowed: ${sayLengths(lengths)}`,
        `its length is ${length}, not ${sayLengths(lengths)}`,
        `長度為${length}，應為${sayLengths(lengths, 'zh-Hant-HK')}`,
      ),
    );
  if (body.search(BODY_URL) >= 0)
    findings.push(finding('draft.body has a URL in it', 'there is a link in the text', '內文有連結'));
  findings.push(
    ...residueIn(body).map((what) =>
      finding(`draft.body is not clean copy: ${what}`, `the text is no clean copy: ${what}`, '內文不是成稿'),
    ),
  );
  findings.push(...repetitionFindings(body));
  const anchor = job.story.concrete_anchor;
  // What no source tells can't be asked for: only facts of the pack may be published. Nor can a fragment that
  // was picked by rule, of a story that only quotes.
  const asked = languageModel && pack.sources.some(({ usable, text }) => usable && tellsAnchor(text, anchor));
  if (asked && !tellsAnchor(body, anchor))
    findings.push(
      finding(
        `draft.body lacks the concrete anchor: ${JSON.stringify(anchor)}`,
        `it leaves out what it was picked for: “${anchor}”`,
        `沒有交代選題的重點：「${anchor}」`,
      ),
    );
  return findings;
}

function sourceFindings({ result, job, pack, languageModel }: Submission): Finding[] {
  const { body } = result.draft;
  const usable = pack.sources.filter((source) => source.usable);
  const numbers = new Set(usable.map(({ n }) => n));
  const unknown = citedIn(body).filter((n) => !numbers.has(n));
  const used = sourcesUsed({ body, named: result.sources_used }, pack);
  // What only quotes keeps to one language: it leaves out sources in another, the primary one included.
  const quotable = usable.filter(({ language }) => used.some((source) => source.language === language));
  // An update may rest on the one page that is new.
  const needed = kindOf(job) === 'update' ? 1 : 2;
  const least = Math.min(needed, (languageModel ? usable : quotable).length);
  const primary = languageModel ? primaryOf({ ...pack, sources: usable }, job.story.primary_url) : undefined;
  return [
    unknown.length > 0 &&
      finding(
        `draft.body cites sources that can't be read or don't exist: [${unknown.join('], [')}]`,
        `it cites sources that there are not: [${unknown.join('], [')}]`,
        `引用了不存在的來源：[${unknown.join(']、[')}]`,
      ),
    used.length < least &&
      finding(
        `sources_used names ${used.length} of the pack's sources; at least ${least} are needed`,
        `it rests on ${used.length} of the sources, not on ${least}`,
        `只用了${used.length}個來源，至少需要${least}個`,
      ),
    primary &&
      !used.includes(primary) &&
      finding(
        `sources_used lacks the primary source [${primary.n}]`,
        `it leaves out its main source [${primary.n}]`,
        `沒有引用主要來源 [${primary.n}]`,
      ),
  ].filter((one) => typeof one === 'object');
}

/** Parliament must be quoted, and briefly. For language models only: the desk model can't quote less. */
function parliamentFindings({ result, languageModel }: Submission): Finding[] {
  if (!languageModel || result.status !== 'SUCCESS') return [];
  const said = result.draft.body
    .split('\n')
    .flatMap((line) => quotationsIn(line))
    .filter(({ text }) => wordCount(text) >= LEAST_WORDS);
  const long = said.filter(({ text }) => wordCount(text) > MOST_WORDS);
  const tooMany = finding(
    `draft.body has ${said.length} quotations; at most ${MOST_QUOTATIONS} are allowed`,
    `it has ${said.length} quotations, more than ${MOST_QUOTATIONS}`,
    `引用了${said.length}段原話，最多${MOST_QUOTATIONS}段`,
  );
  return [
    ...(said.length > MOST_QUOTATIONS ? [tooMany] : []),
    ...long.map(({ text }) => {
      const [words, start] = [wordCount(text), text.slice(0, 60)];
      return finding(
        `draft.body has a quotation of ${words} words, at most ${MOST_WORDS} are allowed: "${start}…"`,
        `a quotation has ${words} words, more than ${MOST_WORDS}: “${start}…”`,
        `一段原話有${words}個字，最多${MOST_WORDS}個：「${start}…」`,
      );
    }),
  ];
}
