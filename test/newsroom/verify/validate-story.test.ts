import { describe, expect, it } from 'vitest';
import { workerResultSchema } from '../../../src/newsroom/model/worker-result.ts';
import type { WorkerResult } from '../../../src/newsroom/model/worker-result.ts';
import { sayFindings, tellFindings } from '../../../src/newsroom/verify/finding.ts';
import type { Submission } from '../../../src/newsroom/verify/finding.ts';
import { repairStory } from '../../../src/newsroom/verify/repair-story.ts';
import { residueIn } from '../../../src/text/residue.ts';
import { tellsAnchor } from '../../../src/text/anchor.ts';
import { BUILTIN_VALIDATORS } from '../../../src/newsroom/verify/validate-story.ts';
import { aPlan, aSource, packFor } from '../newsroom-world.ts';

const validateStory = BUILTIN_VALIDATORS['news_reporter_script_v1']!;
const job = aPlan('run-1', 1, 0).stories[0]!;
const pack = packFor(job);
const [primary, second, third] = pack.sources.map(({ url }) => url);
const BODY =
  'The old library of Larkmoor reopened on Thursday after 111 volunteers had repaired it. [1]\n\n' +
  'It will be open four days a week, and the borough pays for heating until March 2027. [2]';

function submission(change: Partial<WorkerResult> = {}, terms: Partial<Submission> = {}): Submission {
  const result = workerResultSchema.parse({
    status: 'SUCCESS',
    story_id: 'story_01',
    title: 'Library of Larkmoor reopens',
    primary_url: primary,
    category: 'Global News',
    draft: { body: BODY, read_more_urls: [primary, second, third] },
    sources_used: [1, 2],
    ...change,
  });
  const lengths = { unit: 'words' as const, min: 20, max: 100 };
  return { result, job, pack, language: 'en', lengths, languageModel: true, phase: 'write', ...terms };
}

const draft = (body: string, read_more_urls = [primary!, second!, third!]) => ({
  draft: { body, read_more_urls },
});
const findings = (change: Partial<WorkerResult>, terms: Partial<Submission> = {}) =>
  tellFindings(validateStory(submission(change, terms)));

describe('the validator', () => {
  it('lets a clean story pass', () => {
    expect(findings({})).toBe('');
  });

  it.each([
    ['a failure', { status: 'FAILURE' as const }, /status is FAILURE/],
    ['no title', { title: 'Hm' }, /title is too short/],
    ['an empty body', draft(''), /body is empty/],
    ['a short body', draft('111 volunteers repaired it. [1][2]'), /length of 4; allowed: 20 to 100 words/],
    ['a URL in the body', draft(`${BODY} See https://first.test/x.`), /has a URL/],
    ['a missing anchor', draft(BODY.replace('111 ', 'some ')), /lacks the concrete anchor: "111 volunteers"/],
    ['a citation of nothing', draft(BODY.replace('[2]', '[7]')), /cites sources that .* don't exist: \[7\]/],
    [
      'one source only',
      { ...draft(BODY.replace('[2]', '[1]')), sources_used: [1] },
      /names 1 of the pack's sources/,
    ],
    [
      'no primary source',
      { ...draft(BODY.replace('[1]', '[3]')), sources_used: [2, 3] },
      /lacks the primary source/,
    ],
    ['too few URLs', draft(BODY, [primary!, second!]), /has 2 URLs, not 3 to 5/],
    ['no primary URL', draft(BODY, [second!, third!, second!]), /lacks the primary URL/],
    ['an invented URL', draft(BODY, [primary!, second!, 'https://made.up/']), /not of the source pack/],
    ['planning residue', draft(`Let me write this.\n\n${BODY}`), /speaks of its own work/],
  ])('finds %s', (_, change, finding) => {
    expect(findings(change)).toMatch(finding);
  });

  it('measures Chinese in characters and asks for a Chinese title, unless nobody could translate it', () => {
    const chinese = { language: 'zh-Hant-HK' as const, lengths: { unit: 'cjk' as const, min: 30, max: 80 } };
    const body = `拉克摩爾的舊圖書館星期四重開，111名義工花了兩個冬天維修。[1]\n\n議會主席說，暖氣費用由區議會支付至2027年三月。[2]`;
    expect(findings({ ...draft(body), title: '拉克摩爾圖書館重開' }, chinese)).toBe('');
    expect(findings({ ...draft(body), title: 'Library reopens today' }, chinese)).toMatch(/title/);
    expect(
      findings({ ...draft(body), title: 'Library reopens today' }, { ...chinese, languageModel: false }),
    ).toBe('');
  });

  it('asks for fewer links and sources where there are fewer', () => {
    const two = { ...pack, sources: pack.sources.slice(0, 2) };
    expect(findings(draft(BODY, [primary!, second!]), { pack: two })).toBe('');
  });

  it('lets a story that only quotes keep to the sources of one language', () => {
    const [english, ...others] = pack.sources;
    const sources = [english!, ...others.map((source) => ({ ...source, language: 'zh' as const }))];
    const quoting = { ...draft(BODY.replace('[2]', '[1]')), sources_used: [1] };
    const mixed = { ...pack, sources };
    expect(findings(quoting, { pack: mixed, languageModel: false })).toBe('');
    expect(findings(quoting, { pack: mixed })).toMatch(/at least 2/);
  });

  it('does not ask for an anchor that no source tells', () => {
    const other = { ...job, story: { ...job.story, concrete_anchor: '999 balloons' } };
    expect(findings({}, { job: other })).toBe('');
  });

  it('takes two spellings of a page for one', () => {
    const spelt = pack.sources.map((source) =>
      source.n === 1 ? { ...source, url: `${source.url}?utm_source=x` } : source,
    );
    expect(findings({}, { pack: { ...pack, sources: spelt } })).toBe('');
  });
});

describe('residue', () => {
  it.each([
    'Here is the article:\n\nText',
    'As an AI language model, I cannot',
    'Word count: 420',
    'TL;DR: it reopened',
    '```json\n{}\n```',
    '{"body": "x"}',
    '<p>Text</p>',
    '<think>hm</think>',
    '以下是報道內容',
    '字數：600',
  ])('is found in %j', (body) => {
    expect(residueIn(body)).not.toEqual([]);
  });

  it.each([
    '“Let me be clear,” she said.',
    'The plan: a bridge by 2030, says the mayor.',
    'Police said five < six.',
    'He said I will not resign.',
  ])('is not seen in %j', (body) => {
    expect(residueIn(body)).toEqual([]);
  });
});

describe('what is wrong, for editors', () => {
  const said = (change: Partial<WorkerResult>, terms: Partial<Submission> = {}) =>
    sayFindings(validateStory(submission(change, terms)), terms.language ?? 'en');
  const short = draft('111 volunteers repaired it. [1][2]');

  it('is said without the names of fields', () => {
    expect(said(short)).toBe(
      'what the reporter wrote did not pass the checks: its length is 4, not 20 to 100 words',
    );
    expect(said(draft(BODY, [second!, second!, second!]))).toBe(
      'what the reporter wrote did not pass the checks: its links to read more are not right',
    );
  });

  it('is said in Chinese in a Chinese edition', () => {
    const lengths = { unit: 'cjk' as const, min: 350, max: 1_200 };
    const terms = { language: 'zh-Hant-HK', lengths } as const;
    const one = { ...draft('111名義工修葺圖書館。 [1][2]'), title: '拉克摩爾舊圖書館重開' };
    expect(said(one, terms)).toBe('記者的稿件未能通過檢查：長度為9，應為350至1,200字');
    expect(said({ ...one, title: '重開' }, terms)).toContain('「重開」不成標題');
    expect(said({ ...one, ...draft('義工修葺圖書館。 [1][2]') }, terms)).toContain(
      '沒有交代選題的重點：「111 volunteers」',
    );
    for (const change of [
      { ...one, ...draft('') },
      { ...one, ...draft('111 volunteers見 https://first.test/x 。') },
      { ...one, ...draft('我會先寫大綱：\n大綱：一 [7]') },
      { ...one, sources_used: [2, 3] },
    ])
      expect(said(change, terms)).not.toMatch(
        /draft|body|sources_used|status|[a-z]{4,} [a-z]{3,} [a-z]{3,}/u,
      );
  });
});

describe('the anchor', () => {
  it.each([
    ['The Commons voted 312 to 287 for it.', '312 votes', true],
    ['Losses reached $84.6m at the exchange.', 'US$84.6 million', true],
    ['三人受傷，63輛車被困。', '63 vehicles', true],
    ['Two were hurt.', '63 vehicles', false],
    ['Marion Tull opened it.', 'Marion Tull', true],
  ])('in %j: %s is %s', (text, anchor, told) => {
    expect(tellsAnchor(text, anchor)).toBe(told);
  });
});

describe('repair', () => {
  const repaired = (change: Partial<WorkerResult>, terms: Partial<Submission> = {}) =>
    repairStory(submission(change, terms));

  it('takes title, links and sources from the job and the pack', () => {
    const result = repaired({
      title: '',
      draft: { body: BODY.replace(/ \[\d\]/g, ''), read_more_urls: ['https://made.up/'] },
      sources_used: [],
    });
    expect(result.title).toBe(job.story.title);
    expect(result.draft.read_more_urls).toEqual([primary, second, third]);
    expect(result.sources_used).toEqual([1, 2]);
    expect(validateStory(submission(result))).toEqual([]);
  });

  it('moves URLs out of the body, and keeps the words of a link', () => {
    const body = `${BODY}\n\nMore in [the report](${second}) and at ${third} (https://made.up/x).`;
    const { draft: mended } = repaired(draft(body, [primary!]));
    expect(mended.body).toBe(`${BODY}\n\nMore in the report and at.`);
    expect(mended.read_more_urls).toEqual([primary, second, third]);
  });

  it.each([
    ['en', 'The roof was checked by engineers of Calder Works on Monday.'],
    ['zh-Hant-HK', '義工趁兩個冬天修好舊圖書館的屋頂，週四重開。'],
  ] as const)('says nothing again, in %s', (language, sentence) => {
    const rest = 'She declined to comment. He declined to comment. She declined to comment.';
    const circling = draft(`${BODY}\n\n${sentence} [1] ${rest}\n\n${sentence}[2]\n${sentence}`);
    expect(findings(circling, { language })).toContain('says 2 sentences again: "');
    expect(repaired(circling).draft.body).toBe(`${BODY}\n\n${sentence} [1] ${rest}`);
    // A body that does nothing else is too short without.
    const circles = draft(`${sentence} 111 volunteers. [1][2]\n\n`.repeat(12));
    const left = validateStory(submission(repaired(circles)));
    expect(left.map(({ told }) => told)).toEqual([expect.stringMatching(/has a length of/)]);
  });

  it('never writes prose: what a body lacks it still lacks', () => {
    const short = draft('111 volunteers repaired it. [1][2]');
    expect(repaired(short).draft.body).toBe(short.draft.body);
  });

  it('leaves a sound result as it is', () => {
    const sound = submission();
    const once = repairStory(sound);
    expect(repairStory({ ...sound, result: once })).toBe(once);
  });

  it('keeps at most five links, the primary first and another domain among them', () => {
    const many = Array.from({ length: 8 }, (_, n) => aSource(n + 1, `https://first.test/${n}`, 'text'));
    const wide = { builtAtMs: 0, sources: [...many, aSource(9, 'https://other.test/1', 'text')] };
    const { draft: mended } = repairStory(
      submission(
        draft(
          BODY,
          many.map(({ url }) => url),
        ),
        { pack: wide },
      ),
    );
    expect(mended.read_more_urls).toHaveLength(5);
    expect(mended.read_more_urls[0]).toBe(primary);
    expect(mended.read_more_urls).toContain('https://other.test/1');
  });
});

describe('the validator for Parliament', () => {
  const judge = BUILTIN_VALIDATORS['news_reporter_parliament_v1']!;
  const said = (body: string, languageModel = true) =>
    tellFindings(judge(submission(draft(body), { languageModel })));

  it('lets six short quotations pass, and no seventh', () => {
    const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
    const six = `${BODY}\n\n${days.map((day) => `“We shall see on ${day},” she said. [1]`).join(' ')}`;
    expect(said(six)).toBe('');
    expect(said(`${six} “I beg to move,” he said. [1]`)).toMatch(/has 7 quotations; at most 6/);
  });

  it('refuses a quotation of more than 25 words, but of what only quotes', () => {
    const long = `${BODY} “${'word '.repeat(26).trim()},” he said. [1]`;
    expect(said(long)).toMatch(/a quotation of 26 words, at most 25/);
    expect(said(long, false)).not.toMatch(/quotation/);
  });
});
