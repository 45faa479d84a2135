import { expect, it } from 'vitest';
import { ownPoints, proposedFigures, proposedPoints } from '../../../src/newsroom/assets/story-points.ts';

const english = {
  title: 'Council keeps library open',
  body: `The council voted 31 to 12 on Thursday to keep the Norwich library open until March 2027. [1][2]

Closing it would have saved £240,000 a year, its finance officer told members. [1]

More than 9,000 people signed a petition against the plan. [2]`,
};
const chinese = {
  title: '紅隧水浸封閉八小時',
  body: `【事發經過】
水務署指一條直徑900毫米鹹水管爆裂，海水湧入隧道。[1]
【善後】
消防處救出12人，無人受傷。[1][2] 運輸署預料晚上七時前恢復通車。[2]`,
};

it('takes lines that the story bears out, without bullets and citations', () => {
  const proposal =
    '• Council voted 31 to 12 to keep the library open [1]\n2. Closing would have saved **£240,000** a year';
  expect(proposedPoints(proposal, english)).toEqual([
    'Council voted 31 to 12 to keep the library open',
    'Closing would have saved £240,000 a year',
  ]);
  expect(proposedPoints('消防處救出12人\n水管直徑900毫米，海水湧入隧道', chinese)).toEqual([
    '消防處救出12人',
    '水管直徑900毫米，海水湧入隧道',
  ]);
});

it.each([
  ['a number that the story has not', 'The council voted 33 to 12 to keep the library open'],
  ['words that the story has not', 'A watercolour of an elegant Victorian building with ivy'],
  ['the title again', 'Council keeps library open.'],
  ['a link', 'The council voted to keep the library open https://example.test'],
  ['planning', 'Headline: council voted to keep the library open'],
  ['markup', '<b>The council voted to keep the library open</b>'],
  ['too much', 'The council voted to keep the Norwich library open until March 2027. '.repeat(4)],
  ['nothing', ' \n\n- \n'],
])('leaves out %s', (_what, proposal) => {
  expect(proposedPoints(proposal, english)).toEqual([]);
});

it('takes no proposal for none', () => {
  expect(proposedPoints(null, english)).toEqual([]);
  expect(proposedFigures(undefined, english)).toEqual([]);
});

it('takes figures with their captions, whichever stands first', () => {
  const proposal =
    '31–12: council vote to keep the library open\nSigned the petition: 9,000\nSaved: £250,000';
  expect(proposedFigures(proposal, english)).toEqual([
    { value: '31–12', caption: 'council vote to keep the library open' },
    { value: '9,000', caption: 'Signed the petition' },
  ]);
});

it.each([
  ['another currency', 'US$240,000: saved a year by closing it'],
  ['a share of what is counted', '9,000%: signed the petition'],
  ['a sum of what is counted', '£9,000: signed the petition'],
])('leaves out a figure that the story has in %s', (_what, line) => {
  expect(proposedFigures(line, english)).toEqual([]);
  expect(proposedPoints(line.replace(':', ''), english)).toEqual([]);
});

it('tells dollars of one place from those of another', () => {
  const story = {
    title: 'Fine for the harbour',
    body: 'The court fined the harbour HK$500 million on Friday.',
  };
  expect(proposedFigures('US$500m: fine for the harbour', story)).toEqual([]);
  expect(proposedFigures('5億美元：fine for the harbour', story)).toEqual([]);
  expect(proposedFigures('HK$500m: fine for the harbour', story)).toHaveLength(1);
});

it('takes a unit that the story has in words', () => {
  const story = {
    title: 'Fine',
    body: 'The court fined the harbour 500 million Hong Kong dollars, a 12-percent rise.',
  };
  expect(proposedFigures('HK$500m: fine for the harbour\n12%: rise of the fine', story)).toHaveLength(2);
});

it('takes a figure without its unit, in the general unit, and out of a range', () => {
  const story = {
    title: 'Rents rise',
    body: 'Rents rose by 3 to 5 per cent in Hong Kong, to HK$21,000 a month, the agency said.',
  };
  const lines = [
    '3%: rents rose by at least',
    '$21,000: rents a month in Hong Kong',
    '21,000: rents a month in Hong Kong',
  ];
  expect(proposedFigures(lines.join('\n'), story).map(({ value }) => value)).toEqual([
    '3%',
    '$21,000',
    '21,000',
  ]);
});

it("finds the story's own best sentences, whole and clean, in their order", () => {
  expect(ownPoints(english)).toEqual([
    'The council voted 31 to 12 on Thursday to keep the Norwich library open until March 2027.',
    'Closing it would have saved £240,000 a year, its finance officer told members.',
    'More than 9,000 people signed a petition against the plan.',
  ]);
  const own = ownPoints(chinese);
  expect(own.length).toBeGreaterThan(0);
  for (const point of own) {
    expect(chinese.body).toContain(point);
    expect(point).not.toMatch(/[【】[\]]/);
  }
});
