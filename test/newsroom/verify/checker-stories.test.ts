/** A finance story in Chinese and a report in English, written from their sources as reporters write; then with one thing wrong. */
import { describe, expect, it } from 'vitest';
import { scoreStory } from './claims-score.ts';
import type { HonestStory } from './claims-score.ts';
import { labelledChecker } from './scripted-verdicts.ts';

const AT = Date.UTC(2026, 10, 20, 9);
const source = (id: number, title: string, text: string) => ({
  ...{ id, title, text, url: `https://outlet-${id}.test/a`, published_at: AT - 3_600_000 },
});

const RESULTS: HonestStory = {
  id: 'zh-results',
  lang: 'zh',
  title: '海岬航運中期少賺12%　維持派息每股0.18元',
  built_at: AT,
  body: [
    '【盈利下跌】\n海岬航運公布，截至9月30日止六個月盈利為4.62億元，按年跌12%，每股派息維持0.18元。[1]期內收入升3.4%至27.9億元。[1]',
    '【燃油成本】\n行政總裁區紹安指，燃油開支增加約兩成，是盈利下跌主因。[2]集團擁有31艘貨船，平均船齡9年。[2]',
  ].join('\n\n'),
  sources: [
    source(
      1,
      'Headland Shipping interim profit falls',
      'Headland Shipping said profit for the six months to 30 September was HK$462 million, down 12 per cent from a year earlier. It kept its dividend at HK$0.18 a share.\nRevenue rose 3.4 per cent to HK$2.79 billion.',
    ),
    source(
      2,
      '海岬航運：燃油貴兩成',
      '海岬航運行政總裁區紹安表示，燃油開支上升約20%，拖累盈利。集團現有31艘貨船，平均船齡九年。',
    ),
  ],
  planted: [
    { original: '4.62億元', changed: '4.26億元', kind: 'figure' },
    { original: '按年跌12%', changed: '按年升12%', kind: 'direction' },
    { original: '平均船齡9年。[2]', changed: '平均船齡9年。[2]工會計劃下月罷工。[2]', kind: 'invented' },
    { original: '是盈利下跌主因', changed: '令集團瀕臨破產', kind: 'exaggeration' },
  ],
};

const BRIDGE: HonestStory = {
  id: 'en-bridge',
  lang: 'en',
  title: 'Penfold bridge to reopen in March after £2.4m repair',
  built_at: AT,
  body: [
    'The bridge at Penfold will reopen on 12 March, the county council said, after a repair that has cost £2.4 million. [1] It has been closed to lorries since June. [1]',
    'Ruth Calder, the council’s chief engineer, said that 14 of its 36 bearings had been replaced. [2] Traders said that takings had fallen by a third. [2]',
  ].join('\n\n'),
  sources: [
    source(
      1,
      'Penfold bridge to reopen',
      'The county council said that Penfold bridge would reopen on 12 March. The repair has cost £2.4 million. Lorries have been kept off the bridge since June.',
    ),
    source(
      2,
      'Bearings replaced at Penfold',
      '“We have replaced 14 of the 36 bearings,” said Ruth Calder, chief engineer at the council. Traders in the town reported takings down by a third.',
    ),
  ],
  planted: [
    { original: '12 March', changed: '21 March', kind: 'date' },
    { original: '14 of its 36', changed: '24 of its 36', kind: 'figure' },
    { original: 'Traders said', changed: 'Ruth Calder said', kind: 'misattributed' },
    {
      original: 'since June. [1]',
      changed: 'since June. [1] Police have charged two drivers. [1]',
      kind: 'invented',
    },
  ],
};

describe.each([RESULTS, BRIDGE])('the story $id', (story) => {
  it('is supported as it stands, and with one thing wrong its sentence alone is doubted', async () => {
    const { falseAlarms, planted } = await scoreStory(story, labelledChecker(story, 0));
    expect(falseAlarms).toEqual([]);
    for (const { caught, stray, changed } of planted)
      expect({ changed, caught, stray }).toEqual({ changed, caught: true, stray: [] });
  });

  it('has no false figure cleared by a checker that is always wrong', async () => {
    const { planted } = await scoreStory(story, labelledChecker(story, 100));
    for (const { caught, kind, changed } of planted)
      if (kind === 'figure' || kind === 'date')
        expect({ changed, caught }).toEqual({ changed, caught: true });
  });
});
