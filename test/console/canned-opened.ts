/** A draft opened beside its sources: with claims of every kind, a conflict, a change and a log. */
import type { Source, SourcePack } from '../../src/newsroom/model/source-pack.ts';
import { ClaimCheck } from '../../src/newsroom/verify/verify-claims.ts';
import { conflictsOf } from '../../src/newsroom/verify/source-conflicts.ts';
import { openedStory } from '../../src/newsroom/views/opened-story.ts';
import type { WrittenLanguage } from '../../src/time/locale.ts';

const source = (n: number, outlet: string, text: string): Source => ({
  n,
  url: `https://example.org/ferry/${n}`,
  domain: 'example.org',
  outlet,
  title: 'Ferry operator cuts night sailings',
  language: 'en',
  text,
  sha256: '0'.repeat(64),
  usable: true,
});

const LONG = Array.from({ length: 40 }, (_, n) => `Background, paragraph ${n}: how the line came to be.`);
const POST = `${LONG.join('\n')}
The operator said 214 passengers were aboard when the inspection began on 18 November.
Divers will inspect the hull before it is towed to a yard.`;

const draft = {
  title: 'Ferry operator cuts night sailings after inspection',
  body: `An inspection began with 214 passengers aboard. [1]

Divers are to look at the hull before a tow to the yard. [1] Some 380 bags were <b>lost</b>. [2]`,
};

export function cannedOpened(now: number, language: WrittenLanguage = 'en') {
  const pack: SourcePack = {
    builtAtMs: now,
    sources: [
      source(1, 'Quayside Post', POST),
      source(2, 'Harbour Wire', 'Bags were lost, the operator said.'),
    ],
  };
  const claims = new ClaimCheck(pack).check(draft).claims.map(({ claim }) => claim);
  const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const job = {
    story: { ordered_by: '詠儀' },
    state: { planned_at: at(30), dispatched_at: at(28), drafted_at: at(20) },
    result: {},
  };
  const status = { id: 'r2/story_01', title: draft.title, category: 'World', status: 'DISPATCHED' } as const;
  return openedStory(
    {
      status,
      draft,
      job: job as never,
      actions: [{ story: status.id, n: 1, kind: 'hold', by: 'Ada', atMs: now - 600_000, why: 'a call' }],
      standsOn: {
        pack,
        claims,
        conflicts: conflictsOf(pack),
        removed: ['The fine is the largest in its history.'],
        mended: [{ before: 'It had 400 aboard.', after: 'It had 214 aboard.' }],
      },
      cost: { attempts: 3, tokens: 12_400, usd: 0.031 },
    },
    language,
  );
}
