import { describe, expect, it } from 'vitest';
import { plannerView } from '../../../src/newsroom/plan/planner-view.ts';
import { aPlannersReading } from './planner-reading.ts';
import { anEdition } from '../an-edition.ts';
import { aCandidate, aSnapshot } from '../newsroom-world.ts';

const feed = (key: string, result: 'ok' | 'unchanged' | 'failed' | 'paused') => {
  return { key, label: `Outlet ${key}`, result, items: 20, newItems: 3 } as const;
};

describe('what a planner is shown', () => {
  it('has the feed’s own words beside the summary of a model, both cut to what a choice needs', () => {
    const own = '消防處表示，四級火於晚上十點救熄，十二人受傷。';
    const candidates = [
      aCandidate(1, {
        description: own,
        summary_en: 'A four-alarm fire in Sham Shui Po injured twelve people.',
      }),
      aCandidate(2, { description: `${'Councillors argued. '.repeat(60)}` }),
      aCandidate(3, { description: '議員要求政府交代。'.repeat(60) }),
    ];
    const { candidates: shown } = plannerView({ ...aSnapshot(0, 0), candidates }, anEdition());
    expect(shown[0]).toMatchObject({
      description: '消防處表示，四級火於晚上十點救熄，十二人受…',
      summary: expect.stringMatching(/^A four-alarm fire/) as string,
    });
    const [, english, chinese] = shown as { description: string }[];
    expect(english!.description.length).toBeLessThanOrEqual(200);
    expect(chinese!.description.length).toBeLessThanOrEqual(50);
  });

  it('has nothing that only code reads: no ids of events, addresses, scores, ranks and states of feeds', () => {
    const snapshot = {
      ...aSnapshot(0, 2),
      feeds: [feed('a', 'ok'), feed('b', 'failed'), feed('c', 'unchanged')],
    };
    const view = plannerView(snapshot, anEdition());
    expect(Object.keys(view.candidates[0]!)).toEqual(
      'i title description suggested_category age_minutes link_count domains suggest_flags'.split(' '),
    );
    expect(view.feeds).toEqual({ of: 3, answered: 2, items: 60, newItems: 9, silent: ['Outlet b'] });
    expect(JSON.stringify(view)).not.toMatch(/https?:|event_|score|picked_because|preparedAt/);
  });

  it('does not wait for feeds that an editor paused', () => {
    const feeds = [feed('a', 'ok'), { ...feed('b', 'paused'), items: 0, newItems: 0 }];
    const view = plannerView({ ...aSnapshot(0, 0), feeds }, anEdition());
    expect(view.feeds).toEqual({ of: 1, answered: 1, items: 20, newItems: 3 });
  });

  it('says of a candidate that it is told in another language only, and nothing where the edition can quote it', () => {
    const languages = [['en'], ['zh'], ['en', 'zh'], ['mixed'], []] as const;
    const candidates = languages.map((of, n) => aCandidate(n + 1, { languages: of }));
    const told = (language: 'en' | 'zh-Hant-HK') =>
      plannerView({ ...aSnapshot(0, 0), candidates }, anEdition({ language })).candidates.map(
        (one) => 'languages' in one,
      );
    expect(told('en')).toEqual([false, true, false, true, false]);
    expect(told('zh-Hant-HK')).toEqual([true, false, false, false, false]);
  });

  it('knows the house style', () => {
    const style = { readMoreLabel: '延伸閱讀', notes: ['標題可用粵語用詞'] };
    expect(plannerView(aSnapshot(0, 1), anEdition({ style })).house_style).toEqual(style.notes);
  });

  it.each(['en', 'zh-Hant-HK'] as const)(
    'is read with all its rules for under 4,000 tokens (%s)',
    (language) => {
      expect(aPlannersReading(language)).toBeLessThan(4_000);
    },
  );
});
