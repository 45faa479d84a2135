import { describe, expect, it } from 'vitest';
import { workerResultSchema } from '../../../src/newsroom/model/worker-result.ts';
import type { Source, SourcePack } from '../../../src/newsroom/model/source-pack.ts';
import {
  jobInScript,
  listedInScript,
  packInScript,
  quotingWordForWord,
  resultInScript,
} from '../../../src/newsroom/verify/one-script.ts';
import { ClaimCheck } from '../../../src/newsroom/verify/verify-claims.ts';
import { inHongKongScript } from '../../../src/text/chinese/hong-kong.ts';
import { scriptless } from '../../../src/text/chinese/scripts.ts';
import { simplifiedIn } from '../../support/simplified.ts';
import { samplePacks } from './desk-stories.ts';
import { aPlan, aSource } from '../newsroom-world.ts';

const SIMPLIFIED =
  '海港局表示，渡轮周四下午3时起停航，“维修需要45分钟”。\n局长陈伟业说，方案由诺兰·费雪提出，耗资港币1.2亿元，每日运走三千吨泥。\n详情见《渡轮时刻表》。';

function packOf(text: string, change: Partial<Source> = {}): SourcePack {
  return {
    builtAtMs: 0,
    sources: [aSource(1, 'https://one.test/a', text, { language: 'zh', publishedAtMs: 0, ...change })],
  };
}

describe("Hong Kong's script", () => {
  it.each([
    ['后面的软件里面有面条，头发湿了，只有三只猫。', '後面的軟件裏面有面條，頭髮濕了，只有三隻貓。'],
    ['恒生指数升百分之一，里长说香港汇丰银行没有错。', '恒生指數升百分之一，里長説香港滙豐銀行沒有錯。'],
    // Hong Kong's words for the mainland's, but not in what somebody said.
    ['他说「搜索鼠标」，然后搜索硬盘。', '他説「搜索鼠標」，然後搜尋硬碟。'],
    // Of mixed text only what is Simplified.
    ['皇后在後台里程碑上。\n这里有皇后。', '皇后在後台里程碑上。\n這裏有皇后。'],
    ['這部手机很貴，皇后買了。', '這部手機很貴，皇后買了。'],
    ['體与体', '體與體'],
  ])('has "%s" as "%s"', async (from, to) => {
    expect(await inHongKongScript(from)).toBe(to);
    expect(simplifiedIn(to)).toEqual([]);
  });

  it.each([
    '皇后在后台，走了十公里，茶几、麵條、面子、只有一隻、里長、裡面、裏面、台北、臺灣。',
    '恒生指數升0.25厘，恒大、厘米、葵涌、鰂魚涌、海淀區、拮据、涂先生、岳先生、余先生、范先生、于先生。',
    '群眾、山峰、床、着手、著名、說、説、線、綫、衞生、衛生、啟、啓、鐘、鍾、云云、松山、斗室、丑時、干涉、征服、批准。',
    '佢哋喺度食緊嘢，冇嘢講，唔使嚟。',
    'Plain English, 12 per cent; ひらがな',
  ])('leaves Traditional text byte for byte: %s', async (text) => {
    expect(await inHongKongScript(text)).toBe(text);
  });

  it("leaves every Chinese article of the sample edition's as it is", async () => {
    const articles = samplePacks()
      .flat()
      .filter(({ language }) => language === 'zh');
    expect(articles.length).toBeGreaterThan(5);
    for (const { title, paragraphs } of articles) {
      const text = [title, ...paragraphs].join('\n');
      expect(await inHongKongScript(text)).toBe(text);
    }
  });

  it('is one with the other for comparing, place by place', () => {
    expect(scriptless('後来说説說衞卫裡裏里台臺')).toBe(scriptless('后來說说说卫衛里里裏臺台'));
    expect(scriptless('後A😀髮')).toHaveLength('後A😀髮'.length);
  });
});

describe('a result in Simplified Chinese', () => {
  const result = workerResultSchema.parse({
    status: 'SUCCESS',
    title: '渡轮周四停航',
    draft: { body: SIMPLIFIED, read_more_urls: ['https://one.test/简体'], card_prompt: '渡轮停航' },
  });

  it('is converted, and what was wrong is told', async () => {
    const mended = await resultInScript(result, 'zh-Hant-HK');
    expect(mended.repaired).toEqual([
      'title had Simplified Chinese in it',
      'draft.body had Simplified Chinese in it',
      'draft.card_prompt had Simplified Chinese in it',
    ]);
    const { title, draft, report_char_count } = mended.result;
    expect(title).toBe('渡輪週四停航');
    expect(draft.body).toContain('“維修需要45分鐘”');
    expect(report_char_count).toBe(draft.body.length);
    expect(draft.card_prompt).toBe('渡輪停航');
    expect(draft.read_more_urls).toEqual(['https://one.test/简体']);
    expect(simplifiedIn(title + draft.body)).toEqual([]);
    const again = await resultInScript(mended.result, 'zh-Hant-HK');
    expect(again.result).toBe(mended.result);
    expect(again.repaired).toEqual([]);
  });

  it('is left in an English edition', async () => {
    expect((await resultInScript(result, 'en')).result).toBe(result);
    const pack = packOf(SIMPLIFIED);
    expect(await packInScript(pack, 'en')).toBe(pack);
    expect(await listedInScript(pack, 'en')).toBe(pack);
  });

  it('is converted in what a job and a list of sources say', async () => {
    const job = aPlan('run-1', 1, 0).stories[0]!;
    const planned = { ...job, story: { ...job.story, title: '渡轮停航' } };
    expect((await jobInScript(planned, 'zh-Hant-HK')).story.title).toBe('渡輪停航');
    expect(await jobInScript(job, 'zh-Hant-HK')).toBe(job);
    const { sources } = await listedInScript(
      packOf(SIMPLIFIED, { title: '渡轮停航', outlet: '海港报' }),
      'zh-Hant-HK',
    );
    expect(sources).toMatchObject([{ title: '渡輪停航', outlet: '海港報', text: SIMPLIFIED }]);
  });
});

describe('claims on Simplified sources', () => {
  const claimsOf = async (body: string, text = SIMPLIFIED) => {
    const pack = packOf(text);
    const check = new ClaimCheck(await packInScript(pack, 'zh-Hant-HK'));
    const claims = check.check({ title: '', body }).claims.map(({ claim }) => claim);
    const report = {
      claims,
      removed: [],
      asked_again: false,
      checker: { state: 'off' as const, unanswered: [], cleared: 0 },
      mended: [],
      waits: false,
      conflicts: [],
    };
    return { claims: quotingWordForWord(report, pack).claims, pack };
  };

  it('are borne out across scripts, word for word as the source has them', async () => {
    const body =
      '渡輪週四下午3時起停航，局方説「維修需要45分鐘」。[1]\n' +
      '陳偉業表示，諾蘭·費雪的方案耗資港幣1.2億元，運走3,000噸泥。[1]\n見《渡輪時刻表》。[1]';
    const { claims, pack } = await claimsOf(body);
    expect(claims.map(({ verdict }) => verdict)).not.toContain('doubted');
    for (const text of ['維修需要45分鐘', '諾蘭·費雪', '陳偉業', '渡輪時刻表', '港幣1.2億元'])
      expect(claims.find((claim) => claim.text === text)).toMatchObject({ verdict: 'supported' });
    const passages = claims.flatMap(({ passage }) => passage ?? []);
    expect(passages.length).toBeGreaterThan(5);
    for (const { offset, length, quote } of passages)
      expect(pack.sources[0]!.text.slice(offset, offset + length)).toBe(quote);
    expect(passages.map(({ quote }) => quote)).toContain('维修需要45分钟');
  });

  it('are borne out though the story has the name as Hong Kong says it', async () => {
    const body = await inHongKongScript('克里斯托弗·诺兰说会来。[1]');
    expect(body).toBe('基斯杜化·路蘭説會來。[1]');
    const { claims } = await claimsOf(body, '导演克里斯托弗·诺兰来到香港。');
    expect(claims).toMatchObject([{ text: '基斯杜化·路蘭', verdict: 'supported' }]);
  });

  it('are told from what is not there', async () => {
    const { claims } = await claimsOf('局方説「維修需要95分鐘」，耗資港幣9.2億元，由諾布·費雪提出。[1]');
    expect(claims.filter(({ verdict }) => verdict === 'supported')).toEqual([]);
  });
});
