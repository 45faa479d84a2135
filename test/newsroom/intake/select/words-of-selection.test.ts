import { describe, expect, it } from 'vitest';
import type { NewsEvent } from '../../../../src/newsroom/model/event.ts';
import { sayRefusal } from '../../../../src/newsroom/intake/select/say-refusal.ts';
import type { Refusal } from '../../../../src/newsroom/intake/select/say-refusal.ts';
import { selectCandidates } from '../../../../src/newsroom/intake/select/select-candidates.ts';
import { aChineseEdition } from '../../a-chinese-edition.ts';
import { anEdition } from '../../an-edition.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;

const ALL: readonly Refusal[] = [
  { rule: 'note', note: { id: 'n1', text: '今日唔好再出加密貨幣', by: '陳小姐' } },
  { rule: 'too_old', hours: 48 },
  { rule: 'too_old', hours: 6, nothingNew: true },
  { rule: 'held', by: 'story' },
  { rule: 'held', by: 'story', title: '渡輪停航' },
  { rule: 'held', by: 'desk' },
  { rule: 'held', by: 'desk_now' },
  { rule: 'given_back', why: '來源不足' },
  { rule: 'posted', title: '渡輪停航' },
  { rule: 'repeated', title: '渡輪停航' },
  { rule: 'killed', title: '渡輪停航' },
  { rule: 'gate', lack: 'outlets', only: undefined },
  { rule: 'gate', lack: 'tier' },
  { rule: 'limit', most: 15 },
  { rule: 'category', of: 'US Stocks', most: 3 },
  { rule: 'group', of: 'finance', most: 2 },
  { rule: 'second_place', of: 'Crypto' },
];

function anEvent(id: number, domains: readonly string[]): NewsEvent {
  const at = NOW - HOUR;
  return {
    ...{
      id,
      status: 'active',
      parentId: null,
      title: `比特幣跌至第${id}個低位`,
      summaryEn: '',
      category: 'Crypto',
    },
    ...{
      createdAtMs: at,
      updatedAtMs: at,
      expiresAtMs: at + 48 * HOUR,
      reservedUntilMs: null,
      postedAtMs: null,
    },
    links: domains.map((domain, n) => ({
      ...{ id: id * 10 + n, url: `https://${domain}/${id}`, key: `https://${domain}/${id}`, domain },
      ...{ title: `比特幣跌至第${id}個低位`, description: '', foundBy: 'feed:x', eventId: id },
      ...{ firstSeenAtMs: at, lastSeenAtMs: at, publishedAtMs: at, feedCategory: 'Crypto' },
    })),
  };
}

describe('why something is offered or left out, in a Chinese edition', () => {
  it.each(ALL)('has no English in it: $rule', (refusal) => {
    const said = sayRefusal(refusal, aChineseEdition());
    expect(said).toMatch(/\p{Script=Han}/u);
    expect(said).not.toMatch(/\p{Script=Latin}/u);
    expect(sayRefusal(refusal, anEdition())).toMatch(/[a-z]{3}/);
  });

  it('names categories as readers know them, and a group by its categories', () => {
    const said = ALL.map((refusal) => sayRefusal(refusal, aChineseEdition()));
    expect(said).toContain('美股已足夠：最多3則');
    expect(said).toContain('加密貨幣、美股已足夠：合共最多2則');
    expect(said).toContain('首則候選同樣屬於加密貨幣');
  });

  it('is said of each event of a selection, those taken and those left', async () => {
    const { candidates, leftOut } = await selectCandidates({
      ...{ kind: 'daily', edition: aChineseEdition(), posted: [], covered: [], notes: [], nowMs: NOW },
      open: [anEvent(1, ['first.test', 'second.test']), anEvent(2, ['first.test'])],
    });
    expect(candidates.map((one) => one.picked_because)).toEqual([
      '按強弱在1則中排第1；first.test（T1）、second.test（T2）共有2條連結；強度 9.42＝媒體 5＋連結 1.58＋時間 2.83',
    ]);
    expect(leftOut).toMatchObject([
      { event_id: 2, rule: 'gate', reason: '只有first.test報道，至少需要兩家媒體' },
    ]);
  });
});
