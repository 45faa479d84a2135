import { describe, expect, it } from 'vitest';
import { clusterDecisions, mergeGroups } from '../../../src/llm/cluster-shapes.ts';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import { deskRequest } from './desk-requests.ts';

interface Text {
  readonly title: string;
  readonly summary?: string;
  readonly score?: number;
}

/** The decision on `link` when `known` is the only event that is like it. */
async function decide(link: Text, known: Text & { score?: number; posted?: boolean }) {
  const material = {
    links: [
      {
        link_id: 7,
        title: link.title,
        description: link.summary ?? '',
        published: '2026-11-20T12:00:00Z',
        candidates: [
          {
            event_id: 3,
            score: 0.45,
            published: '2026-11-20T09:00:00Z',
            ...known,
            summary: known.summary ?? '',
          },
          { event_id: 4, score: 0.02, title: 'Gold hits a record as the dollar slides', summary: '' },
        ],
      },
    ],
  };
  const { text } = await deskModel.reply(deskRequest('cluster', { material }));
  const [decision] = clusterDecisions.parse(JSON.parse(text)).decisions;
  return decision!;
}

const merged = async (...events: (Text & { posted?: boolean })[]) => {
  const material = { events: events.map((event, at) => ({ event_id: at + 1, links: 1, ...event })) };
  const { text } = await deskModel.reply(deskRequest('merge', { material }));
  return mergeGroups.parse(JSON.parse(text)).groups.map(({ event_ids }) => event_ids);
};

/** Alike in words, two happenings all the same. */
const APART: readonly (readonly [string, Text, Text])[] = [
  [
    'tariffs that are announced, and paused',
    { title: 'China tariffs paused' },
    { title: 'President announces tariffs on China' },
  ],
  [
    'strikes on two buildings with other tolls',
    { title: 'Strike on school leaves 40 dead' },
    { title: 'Strike on hospital leaves 12 dead' },
  ],
  [
    'the same kind of place in another count',
    { title: 'Bus crash near Kandy kills 31 people' },
    { title: 'Bus crash near Galle kills 9 people' },
  ],
  [
    'a verdict, and its opposite',
    { title: 'Mayor not guilty of fraud, jury says' },
    { title: 'Mayor guilty of fraud, jury says' },
  ],
  ['a denial', { title: 'Airline denies plan to cut 500 jobs' }, { title: 'Airline plans to cut 500 jobs' }],
  [
    'another subject',
    { title: 'Dog rescued from harbour wall' },
    { title: 'Harbour board raises mooring fees', score: 0.1 },
  ],
  ['關稅宣布與暫緩', { title: '美國暫緩對華關稅' }, { title: '美國宣布對華關稅' }],
  ['醫院與學校遇襲', { title: '學校遭空襲40人死亡' }, { title: '醫院遭空襲12人死亡' }],
  ['否認', { title: '航空公司否認裁員500人' }, { title: '航空公司計劃裁員500人' }],
];

const TOGETHER: readonly (readonly [string, Text, Text])[] = [
  [
    'the same happening in other words',
    {
      title: 'Ferry hits pier at Marlow Point, 12 hurt',
      summary: 'A ferry with 214 aboard struck the pier at Marlow Point.',
    },
    {
      title: 'Ferry strikes Marlow Point pier',
      summary: 'The Silver Heron, carrying 214 passengers, struck the pier at Marlow Point.',
    },
  ],
  [
    'early counts that differ a little',
    {
      title: 'Market fire in Linden kills 14',
      summary: 'A fire at the market in Linden killed 14 people on Friday.',
    },
    {
      title: 'Linden market fire kills 12',
      summary: 'At least 12 people died in a fire at a market in Linden.',
    },
  ],
  [
    'a happening and what is halted because of it',
    {
      title: 'Annis Line ferry hits breakwater; 12 hurt, sailings halted',
      summary: 'Passenger ferry Lady Annis hit a breakwater at Saltmouth; 12 people were hurt.',
    },
    {
      title: 'Nine injured as Gull Rock ferry hits Saltmouth breakwater',
      summary: 'Nine people are injured after the Gull Rock ferry hit a breakwater in fog.',
    },
  ],
  ['同一事故和停航', { title: '馬灣渡輪撞碼頭12人受傷 航線取消' }, { title: '渡輪撞馬灣碼頭 14人受傷' }],
  ['同一事故', { title: '馬灣渡輪撞碼頭12人受傷' }, { title: '渡輪撞馬灣碼頭 14人受傷' }],
];

describe('decisions on ambiguous links, without a language model', () => {
  it.each(APART)('keeps apart: %s', async (_, link, known) => {
    expect(await decide(link, known)).toMatchObject({ link_id: 7, action: 'new_event' });
    expect(await merged(link, known)).toEqual([]);
  });

  it.each(TOGETHER)('joins: %s', async (_, link, known) => {
    const decision = await decide(link, known);
    expect(decision).toMatchObject({ link_id: 7, action: 'assign', event_id: 3 });
    expect(decision.confidence).toBeGreaterThanOrEqual(0.7);
  });

  it('takes a later count for a development', async () => {
    expect(
      await decide(
        { title: 'Death toll from Linden earthquake rises to 120' },
        { title: 'Linden earthquake kills 31', summary: 'An earthquake in Linden killed 31 people.' },
      ),
    ).toMatchObject({ action: 'development', parent_event_id: 3 });
    expect(
      await decide({ title: '花蓮地震死亡人數增至120人' }, { title: '花蓮地震 31人死亡' }),
    ).toMatchObject({ action: 'development', parent_event_id: 3 });
  });

  it('takes a later turn of what was posted for a development', async () => {
    const link = { title: 'Driver charged over Marlow Point ferry pier crash' };
    const known = { title: 'Ferry crash at Marlow Point pier' };
    expect(await decide(link, { ...known, posted: true })).toMatchObject({
      action: 'development',
      parent_event_id: 3,
    });
    expect(await decide(link, known)).toMatchObject({ action: 'assign', event_id: 3 });
  });

  it('decides on each link of a batch, in their order, and on one without candidates', async () => {
    const links = [5, 9, 2].map((id) => ({
      link_id: id,
      title: `Link number ${id} of nothing known`,
      candidates: [],
    }));
    const { text } = await deskModel.reply(deskRequest('cluster', { material: { links } }));
    expect(
      clusterDecisions.parse(JSON.parse(text)).decisions.map(({ link_id, action }) => [link_id, action]),
    ).toEqual([5, 9, 2].map((id) => [id, 'new_event']));
  });

  it('merges events that are one, and never two that were posted', async () => {
    const one = { title: 'Ferry strikes the pier at Marlow Point' };
    const other = { title: 'Ferry strikes pier at Marlow Point' };
    const third = { title: 'Harbour board raises mooring fees' };
    expect(await merged(one, third, other)).toEqual([[1, 3]]);
    expect(await merged({ ...one, posted: true }, { ...other, posted: true })).toEqual([]);
  });

  it('says that it needs its material', async () => {
    await expect(deskModel.reply(deskRequest('cluster'))).rejects.toMatchObject({ code: 'cannot_serve' });
    await expect(deskModel.reply(deskRequest('merge'))).rejects.toMatchObject({ code: 'cannot_serve' });
  });
});
