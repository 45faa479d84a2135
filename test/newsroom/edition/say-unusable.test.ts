import { describe, expect, it } from 'vitest';
import { saySources } from '../../../src/newsroom/commands/say-sources.ts';
import { sayUnusable } from '../../../src/newsroom/edition/say-unusable.ts';
import { wordingOf } from '../../../src/newsroom/edition/wording.ts';
import { aSource } from '../newsroom-world.ts';

const unread = (n: number, domain: string, error: string) => ({
  ...aSource(n, `https://${domain}/a`, ''),
  domain,
  usable: false,
  error,
});

describe('a page that could not be used', () => {
  it.each([
    ['http_403', 'answered 403', '回應 403'],
    ['paywall', 'behind a paywall', '須付費閱讀'],
    ['off_topic', 'about something else', '內容與此事無關'],
    ['bad_url', 'no web address', '不是網址'],
    ['bad_encoding', 'packed in a way that can’t be read', '壓縮格式無法讀取'],
    ['made_up', 'made_up', 'made_up'],
  ])('is told in the language of the edition: %s', (code, en, zh) => {
    expect(sayUnusable(code, 'en')).toBe(en);
    expect(sayUnusable(code, 'zh-Hant-HK')).toBe(zh);
  });

  it('is why a story lacks sources, and is listed with them', () => {
    const sources = [unread(1, 'a.test', 'http_403'), unread(2, 'b.test', 'paywall')];
    expect(wordingOf('zh-Hant-HK').missingSources(sources, 'sources')).toBe(
      '2個來源中只有0個可用，至少需要兩個（a.test：回應 403；b.test：須付費閱讀）',
    );
    expect(wordingOf('en').missingSources(sources, 'sources')).toContain(
      '(a.test: answered 403; b.test: behind a paywall)',
    );
    const none = { ...unread(1, '', 'bad_url'), url: 'not a url' };
    expect(wordingOf('en').missingSources([none], 'sources')).toContain('(not a url: no web address)');
    const pack = { builtAtMs: 0, sources };
    const listed = saySources('標題', { pack, claims: undefined, removed: [] } as never, 'zh');
    expect(listed).toContain('- b.test (須付費閱讀)');
  });
});
