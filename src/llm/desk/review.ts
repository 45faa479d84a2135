/**
 * A review by rule: length, citations, the concrete anchor, residue, repetition, and whether every number, date and
 * quotation stands in the sources. It judges what can be compared, never style, and says what it couldn't compare.
 *
 * `reject`: the story can't be mended by correcting sentences; `needs_revision`: each finding can.
 */
import { tellsAnchor } from '../../text/anchor.ts';
import { cjkLength, wordCount } from '../../text/cjk.ts';
import { numbersIn } from '../../text/numbers.ts';
import { quotationsIn } from '../../text/quotations.ts';
import { residueIn } from '../../text/residue.ts';
import { containment, jaccard } from '../../text/similarity.ts';
import { timesIn } from '../../text/times.ts';
import { tokens } from '../../text/tokens.ts';
import type { ModelReply, ModelRequest } from '../chat-model.ts';
import { citedSentences } from '../../text/cited-sentences.ts';
import type { CitedSentence } from '../../text/cited-sentences.ts';
import { sayText } from './desk-reply.ts';
import { hasDate, hasNumber, hasQuotation } from './review-facts.ts';
import { ReviewMaterial } from './review-shapes.ts';
import type { ReviewFinding, ReviewSource, ReviewVerdict } from './review-shapes.ts';
import { readMaterial } from './tool-talk.ts';

/** A count in words so small is often the writer's own: "the two men". */
const OWN_COUNT = 3;
const REPEATED = { jaccard: 0.7, containment: 0.9, leastTokens: 6 };
/** From so many unsupported sentences on, correcting is writing anew. */
const REJECTED_SHARE = 0.5;
/** A quoted word or name is no speech. */
const LEAST_SPEECH = { words: 3, cjk: 6 };

/** The text is a `ReviewVerdict` as JSON. */
export function review(request: ModelRequest): ModelReply {
  return sayText(JSON.stringify(verdictOf(readMaterial(ReviewMaterial, request))));
}

function verdictOf(material: ReviewMaterial): ReviewVerdict {
  const sentences = citedSentences(material.story.body);
  const sources = material.pack.sources.filter(({ usable, text }) => usable && text.trim() !== '');
  const facts = sentences.map((sentence, at) => factFindings(sentence, at + 1, sources));
  const findings = [
    ...wholeFindings(material, sources),
    ...citationFindings(sentences, sources),
    ...facts.flatMap((one) => one.findings),
    ...repetitions(sentences),
  ];
  const unsupported = facts.filter((one) => one.findings.some(({ kind }) => kind !== 'wrong_source')).length;
  const hopeless =
    sentences.length === 0 || sources.length === 0 || unsupported / sentences.length >= REJECTED_SHARE;
  const sum = (count: (one: Facts) => number) => facts.reduce((all, one) => all + count(one), 0);
  return {
    verdict: hopeless ? 'reject' : findings.length === 0 ? 'approve' : 'needs_revision',
    findings,
    checked: {
      sentences: sentences.length,
      numbers: sum(({ numbers }) => numbers),
      dates: sum(({ dates }) => dates),
      quotations: sum(({ quotations }) => quotations),
      uncheckedQuotations: sum(({ unchecked }) => unchecked),
    },
  };
}

function wholeFindings(
  { story, lengths }: ReviewMaterial,
  sources: readonly ReviewSource[],
): ReviewFinding[] {
  const findings: ReviewFinding[] = [];
  const { body, title, concrete_anchor } = story;
  if (lengths != null) {
    const plain = body.replace(/\s?\[\d+\]/g, '');
    const length = lengths.unit === 'cjk' ? cjkLength(plain) : wordCount(plain);
    if (length < lengths.min || length > lengths.max)
      findings.push({
        kind: 'length',
        text: `The body has ${length} ${lengths.unit === 'cjk' ? 'Chinese characters' : 'words'}; allowed are ${lengths.min} to ${lengths.max}.`,
      });
  }
  for (const what of residueIn(body))
    findings.push({ kind: 'residue', text: `The body is not clean copy: ${what}.` });
  const anchor = concrete_anchor ?? '';
  if (sources.some(({ text }) => tellsAnchor(text, anchor)) && !tellsAnchor(body, anchor))
    findings.push({ kind: 'missing_anchor', text: `The body lacks the concrete anchor "${anchor}".` });
  for (const number of numbersIn(title).filter(({ time }) => !time))
    if (!sources.some((source) => hasNumber(source, number)))
      findings.push({ kind: 'title', text: `No source has the title's number "${number.text}".` });
  return findings;
}

function citationFindings(
  sentences: readonly CitedSentence[],
  sources: readonly ReviewSource[],
): ReviewFinding[] {
  const known = new Set(sources.map(({ n }) => n));
  return sentences.flatMap(({ text, cites, standsOn }, at): ReviewFinding[] => {
    const missing: ReviewFinding[] =
      standsOn.length > 0
        ? []
        : [{ kind: 'missing_citation', sentence: at + 1, text: `No source is cited for "${brief(text)}".` }];
    const unknown = cites
      .filter((n) => !known.has(n))
      .map((n): ReviewFinding => ({
        kind: 'unknown_citation',
        sentence: at + 1,
        source: n,
        text: `There is no source [${n}] that can be read.`,
      }));
    return [...missing, ...unknown];
  });
}

interface Facts {
  readonly findings: readonly ReviewFinding[];
  readonly numbers: number;
  readonly dates: number;
  readonly quotations: number;
  readonly unchecked: number;
}

function factFindings(
  { text, standsOn }: CitedSentence,
  sentence: number,
  sources: readonly ReviewSource[],
): Facts {
  const cited = sources.filter(({ n }) => standsOn.includes(n));
  const findings: ReviewFinding[] = [];
  /** In the cited sources, else in another one, else nowhere. */
  const judge = (
    kind: 'number' | 'date' | 'quotation',
    said: string,
    has: (among: readonly ReviewSource[]) => boolean,
  ) => {
    if (has(cited)) return;
    const other = sources.find((source) => has([source]));
    if (other === undefined)
      findings.push({ kind, sentence, text: `No source has the ${kind} "${brief(said)}".` });
    else if (cited.length > 0)
      findings.push({
        kind: 'wrong_source',
        sentence,
        source: other.n,
        text: `"${brief(said)}" stands in [${other.n}], which isn't cited.`,
      });
  };

  const numbers = numbersIn(text).filter(
    ({ time, value, unit, text: said }) => !time && !(unit === '' && value <= OWN_COUNT && !/\d/.test(said)),
  );
  for (const number of numbers)
    judge('number', number.text, (among) => among.some((source) => hasNumber(source, number)));

  const dates = timesIn(text).filter(({ text: said }) =>
    sources.some((source) => hasDate(source, said) !== undefined),
  );
  for (const { text: said } of dates)
    judge('date', said, (among) => among.some((source) => hasDate(source, said) === true));

  const speech = quotationsIn(text).filter(({ text: said }) =>
    cjkLength(said) > 0 ? cjkLength(said) >= LEAST_SPEECH.cjk : wordCount(said) >= LEAST_SPEECH.words,
  );
  const comparable = speech.filter(({ text: said }) => hasQuotation(sources, said) !== undefined);
  for (const { text: said } of comparable)
    judge('quotation', said, (among) => hasQuotation(among, said) === true);
  return {
    findings,
    numbers: numbers.length,
    dates: dates.length,
    quotations: comparable.length,
    unchecked: speech.length - comparable.length,
  };
}

function repetitions(sentences: readonly CitedSentence[]): ReviewFinding[] {
  const sets = sentences.map(({ text }) => new Set(tokens(text)));
  return sets.flatMap((one, at): ReviewFinding[] => {
    const before = sets.slice(0, at).findIndex((other) => {
      if (Math.min(one.size, other.size) < REPEATED.leastTokens)
        return sentences[at]?.text === sentences[sets.indexOf(other)]?.text;
      return jaccard(one, other) >= REPEATED.jaccard || containment(one, other) >= REPEATED.containment;
    });
    if (before < 0) return [];
    return [{ kind: 'repetition', sentence: at + 1, text: `It repeats sentence ${before + 1}.` }];
  });
}

function brief(text: string): string {
  const characters = [...text];
  return characters.length <= 80 ? text : `${characters.slice(0, 79).join('')}…`;
}
