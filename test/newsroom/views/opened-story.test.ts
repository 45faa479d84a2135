/** A story opened beside its sources: claims with their passages, doubts, changes, log. */
import { describe, expect, it } from 'vitest';
import type { Assignment } from '../../../src/newsroom/model/assignment.ts';
import type { Source, SourcePack } from '../../../src/newsroom/model/source-pack.ts';
import type { StoryRecord } from '../../../src/newsroom/model/story-service.ts';
import { openedStory } from '../../../src/newsroom/views/opened-story.ts';
import { ClaimCheck } from '../../../src/newsroom/verify/verify-claims.ts';
import { parseSessionKey } from '../../../src/sessions/key.ts';

const AT = Date.parse('2026-11-20T07:00:00Z');

const source = (n: number, outlet: string, text: string): Source => ({
  n,
  url: `https://${outlet.toLowerCase().replace(/\s/g, '')}.example/ferry`,
  domain: `${outlet}.example`,
  outlet,
  title: 'Ferry runs aground off Lantau',
  language: 'en',
  text,
  sha256: '0'.repeat(64),
  usable: true,
});

const POST = `The ferry was carrying 214 passengers when it ran aground.
Divers will inspect the hull before it is towed to a yard.`;
const WIRE = 'About 210 people were on board, the operator said.';
const pack: SourcePack = {
  builtAtMs: AT,
  sources: [source(1, 'Quayside Post', POST), source(2, 'Harbour Wire', WIRE)],
};

const draft = {
  title: 'Ferry with 214 aboard runs aground',
  body: `A ferry with 214 passengers ran aground. [1]

What is next

Divers are to look at the hull before a tow to the yard. [1] Some 380 bags were lost. [2]`,
};

function record(more: Partial<StoryRecord> = {}): StoryRecord {
  return {
    status: { id: 'r1/story_01', title: draft.title, category: 'World', status: 'DISPATCHED' },
    actions: [],
    draft,
    standsOn: { pack, removed: [] },
    ...more,
  };
}

const opened = (more?: Partial<StoryRecord>) => openedStory(record(more), 'en');
const sentencesOf = ({ title, lines }: ReturnType<typeof opened>) => [
  title!,
  ...lines.flatMap(({ sentences }) => sentences),
];
const wordsOf = ({ parts }: { parts: readonly { text: string }[] }) => parts.map(({ text }) => text).join('');

describe('an opened story', () => {
  it('has each claim where it stands, with its passage in the text of its source', () => {
    const told = opened();
    const [, first] = sentencesOf(told);
    const figure = first!.parts.find(({ text }) => text === '214')!;
    const { verdict, spot } = told.claims[figure.claim!]!;
    expect(verdict).toBe('supported');
    expect(spot!.n).toBe(1);
    const { text } = told.sources.find(({ n }) => n === spot!.n)!;
    expect(text.slice(spot!.start, spot!.end)).toContain('214 passengers');
  });

  it('marks what no source bears out, and says why in the language of its reader', () => {
    const told = opened();
    const doubted = told.claims.filter(({ verdict }) => verdict === 'doubted');
    expect(doubted.map(({ text }) => text)).toEqual(['380']);
    expect(doubted[0]!.doubt).toBe('no source has the number "380"');
    const inChinese = openedStory(record(), 'zh-Hant-HK').claims.find(({ text }) => text === '380');
    expect(inChinese!.doubt).toBe('來源沒有數字「380」');
  });

  it('names the nearest passage where a sentence has nothing to look up, of a source that it cites', () => {
    const told = opened();
    const divers = sentencesOf(told).find((sentence) => wordsOf(sentence).startsWith('Divers'))!;
    const { n, start, end } = divers.nearest!;
    expect(n).toBe(1);
    expect(POST.slice(start, end)).toBe('Divers will inspect the hull before it is towed to a yard.');
  });

  it('loses no word of the text, and keeps its headings apart', () => {
    const told = opened();
    expect(sentencesOf(told).map(wordsOf)).toEqual([
      draft.title,
      'A ferry with 214 passengers ran aground.',
      'What is next',
      'Divers are to look at the hull before a tow to the yard.',
      'Some 380 bags were lost.',
    ]);
    expect(told.lines.map(({ isHeading }) => isHeading)).toEqual([false, true, false]);
  });

  it('takes the claims of its record, whoever reached them, and of a whole sentence apart', () => {
    const checked = new ClaimCheck(pack).check(draft).claims.map(({ claim }) => claim);
    const judged = {
      kind: 'entailment',
      text: 'Some 380 bags were lost.',
      sentence: 4,
      verdict: 'contradicted',
      by: 'checker',
      why: 'no bags are mentioned',
    } as const;
    const told = opened({ standsOn: { pack, claims: [...checked, judged], removed: [] } });
    const last = sentencesOf(told).at(-1)!;
    expect(last.whole.map((at) => told.claims[at]!.doubt)).toEqual([
      'a source says otherwise: no bags are mentioned',
    ]);
  });

  it('tells what was changed, and what happened when, by whom', () => {
    const job = {
      story: { story_id: 'story_01' },
      state: {
        status: 'DISPATCHED',
        planned_at: '2026-11-20T07:00:00Z',
        dispatched_at: '2026-11-20T07:01:00Z',
        drafted_at: '2026-11-20T07:04:00Z',
      },
      result: {},
    } as unknown as Assignment;
    const held = {
      story: 'r1/story_01',
      n: 1,
      kind: 'hold',
      by: 'Ada',
      atMs: AT + 150_000,
      why: 'a call',
    } as const;
    const told = opened({
      job,
      actions: [held],
      standsOn: {
        pack,
        removed: ['It is the largest.'],
        mended: [{ before: 'Some 400 bags.', after: 'Some 380 bags were lost.' }],
      },
      cost: { attempts: 3, tokens: 9_000, usd: 0.02 },
    });
    expect(told.log.map(({ what, by, said }) => [what, by, said])).toEqual([
      ['planned', undefined, undefined],
      ['started', undefined, undefined],
      ['hold', 'Ada', 'a call'],
      ['drafted', undefined, undefined],
    ]);
    expect(told.versions).toEqual([
      { before: 'Some 400 bags.', after: 'Some 380 bags were lost.' },
      { before: 'It is the largest.', after: '' },
    ]);
    expect(told.cost).toEqual({ attempts: 3, tokens: 9_000, usd: 0.02 });
  });

  it('is empty before anything was read or written', () => {
    const { id, status } = { id: 'r1/story_01', status: 'DISPATCHED' } as const;
    const told = openedStory(
      { status: { id, title: 'Ferry', category: 'World', status }, actions: [] },
      'en',
    );
    expect(told).toEqual({
      ...{ id, lines: [], claims: [], sources: [], conflicts: [], versions: [], log: [] },
    });
  });

  it('cuts the text of an endless source, though not before a passage that is shown', () => {
    const far = `${'Padding goes on and on. '.repeat(2_500)}\nThe ferry was carrying 214 passengers.`;
    const long = { ...pack, sources: [source(1, 'Quayside Post', far), source(2, 'Other', far)] };
    const told = opened({ standsOn: { pack: long, removed: [] } });
    const { spot } = told.claims.find(({ text }) => text === '214')!;
    const [first, second] = told.sources;
    expect(first!.text.slice(spot!.start, spot!.end)).toContain('214');
    expect(second!.text.length).toBeLessThan(45_000);
  });

  it('says when it went out', () => {
    const thread = parseSessionKey('console:story-ferry');
    const posted = { atMs: AT + 300_000, thread, withdrawn: false };
    const told = opened({ status: { ...record().status, status: 'SUCCESS', posted } });
    expect(told.log).toEqual([{ atMs: AT + 300_000, what: 'posted' }]);
  });
});
