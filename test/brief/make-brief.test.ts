/** The manager: every row of the failure matrix, and what it may spend. */
import { describe, expect, it } from 'vitest';
import { FALLBACK } from '../../src/brief/wording.ts';
import { ModelError } from '../../src/llm/chat-model.ts';
import type { ModelRequest } from '../../src/llm/chat-model.ts';
import { unfenced } from '../../src/llm/fence.ts';
import { writeBrief } from '../../src/llm/rules/write-brief.ts';
import { settle } from '../support/fake-clock.ts';
import { FERRY, GOOD, aBrief, draft, link, review } from './a-brief.ts';

const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(' ');
const prompt = ({ messages }: ModelRequest) => unfenced(messages[0]!.text);

describe('a brief', () => {
  it('is searched once, written, reviewed and published with its sources', async () => {
    const { make, model, searched, states } = aBrief({ lines: [draft(GOOD), review(true)] });
    const { state, text } = await make();
    expect(searched).toEqual(['ferry']);
    expect(model.requests).toHaveLength(2);
    expect(state).toMatchObject({
      user_topic: 'ferry',
      outcome: 'published',
      model_calls: 2,
      draft_post: { post_markdown: GOOD, sources_used: [0, 1], word_count: 17 },
      review_feedback: { ready_for_publish: true },
      final_post: text,
      by_rules: false,
    });
    expect(text).toContain(GOOD);
    expect(text).toContain(
      `[1] herald.example: Ferry hits pier at Marlow Point (2026-11-22) <${FERRY[0]!.url}>`,
    );
    expect(text).toContain('[2] courier.example');
    expect(text).not.toContain('[3]');
    expect(text).not.toContain('without a language model');
    // Each step was kept before the next one.
    expect(
      states.map(
        (kept) => Object.keys(kept).filter((name) => /^(?:search|draft|review|final)_/u.test(name)).length,
      ),
    ).toEqual([0, 1, 1, 2, 3, 4]);
    expect(state.search_results?.articles[0]).toMatchObject({
      index: 0,
      confidence_note: expect.stringContaining('topic') as string,
    });
  });

  it.each([
    '**Harrow Ferries will never sail again.**',
    '# Harrow Ferries lost 4 million in a week. It will never sail again',
    '【渡輪公司一星期蝕四百萬，並且永遠不再開航。】',
  ])('needs a source for what is marked as a heading and says something: %s', async (line) => {
    const { make, model } = aBrief({
      lines: [draft(`${line}\n\n${GOOD}`), review(true), draft(GOOD), review(true)],
    });
    expect((await make()).text).not.toContain(line);
    expect(model.requests.length).toBeGreaterThan(2);
  });

  it.each([
    '**Ferries**',
    '## What it means for travellers',
    '【渡輪】',
    '**Ferry accident: the day after**',
  ])('takes a heading without a source: %s', async (line) => {
    const { make } = aBrief({ lines: [draft(`${line}\n\n${GOOD}`), review(true)] });
    expect((await make()).text).toContain(line);
  });

  it('dates its sources by the newsroom’s own days', async () => {
    const late = { ...FERRY[0]!, publishedAtMs: Date.UTC(2026, 10, 21, 18) }; // 02:00 in Hong Kong
    const post = draft('A ferry struck the pier on Friday and nine people were hurt. [1]');
    const { text } = await aBrief({ links: [late], lines: [post, review(true)] }).make();
    expect(text).toContain('Marlow Point (2026-11-22)');
  });

  it('says that its sources differ where two tolls stand side by side', async () => {
    const quake = (host: string, dead: number) =>
      link(
        host,
        `Earthquake in Coquimbo (${host})`,
        `The earthquake in Coquimbo killed ${dead} people on Friday.`,
        1,
      );
    const post =
      'The earthquake in Coquimbo killed 12 people on Friday. [1] The earthquake in Coquimbo killed 19 people on Friday. [2]';
    const links = [quake('herald.example', 12), quake('courier.example', 19)];
    const { text } = await aBrief({ links, topic: 'Coquimbo', lines: [draft(post), review(true)] }).make();
    expect(text).toMatch(/Sources differ: herald\.example has 12 \S*\s?\[1\], courier\.example has 19/u);
    const agree = [quake('herald.example', 12), quake('courier.example', 12)];
    const same = draft('The earthquake in Coquimbo killed 12 people on Friday. [1][2]');
    const { text: quiet } = await aBrief({
      links: agree,
      topic: 'Coquimbo',
      lines: [same, review(true)],
    }).make();
    expect(quiet).not.toContain('Sources differ');
  });

  it('asks each model call for at most 2,048 tokens, with the fenced articles and no tools', async () => {
    const { make, model } = aBrief({ lines: [draft(GOOD), review(true)] });
    await make();
    for (const { limits, tools, task } of model.requests) {
      expect(limits.maxOutputTokens).toBe(2_048);
      expect(tools).toEqual([]);
      expect(task).toBe('brief');
    }
    expect(model.requests[0]!.messages[0]!.text).toMatch(/<material [0-9a-f]{16}:/u);
    expect(prompt(model.requests[0]!)).toContain('Nine people were hurt');
    expect(prompt(model.requests[0]!)).toContain('200 words');
  });

  it('shows its stages in one line that grows', async () => {
    const { make, said } = aBrief({ lines: [draft(GOOD), review(true)] });
    await make();
    expect(said).toEqual([
      'Brief on “ferry”: searching…',
      'Brief on “ferry”: searching… 3 articles · writing…',
      'Brief on “ferry”: searching… 3 articles · writing… · reviewing…',
    ]);
  });

  it('takes the reviewer’s own text where the rules have nothing against it', async () => {
    const revised = 'A ferry struck the pier on Friday. [1]';
    const { make } = aBrief({ lines: [draft(GOOD), review(true, { revised_post_markdown: revised })] });
    const { text, state } = await make();
    expect(text).toContain(revised);
    expect(text).not.toContain('Harrow Ferries suspended its service.');
    expect(state.draft_post).toMatchObject({ post_markdown: revised, sources_used: [0] });
  });

  it('quotes no sentence of a source that has numbers in brackets of its own', async () => {
    const footnoted = link(
      'wiki.example',
      'Ferry footnotes',
      'The ferry was towed to a yard in the north of the harbour on Sunday. ' +
        'The ferry carried 90 people[9] on Friday, the ferry operator said.',
      1,
    );
    const desk = (request: ModelRequest) => writeBrief(request);
    const { make } = aBrief({
      ...{ topic: 'ferry operator', links: [FERRY[0]!, footnoted] },
      lines: [desk, desk, desk, desk],
    });
    const { state, text } = await make();
    expect(state.outcome).toBe('published');
    expect(text).toContain('towed to a yard in the north of the harbour on Sunday. [2]');
    expect(state.draft_post?.sources_used).toEqual([0, 1]);
  });

  it('understands citations as models write them, in a draft and in a reviewer’s text', async () => {
    const written = GOOD.replace('[1]', '【1】').replace('[2]', '[^2]');
    expect(written).not.toBe(GOOD);
    const drafted = aBrief({ lines: [draft(written), review(true)] });
    expect((await drafted.make()).state.draft_post).toMatchObject({
      post_markdown: GOOD,
      sources_used: [0, 1],
    });
    const revised = 'A ferry struck the pier on Friday. [1](https://made.up/)';
    const reviewed = aBrief({ lines: [draft(GOOD), review(true, { revised_post_markdown: revised })] });
    expect((await reviewed.make()).state.draft_post?.post_markdown).toBe(
      'A ferry struck the pier on Friday. [1]',
    );
  });

  it.each([
    ['numbered', '1. A ferry struck the pier. [1]\n2. Harrow Ferries suspended its service. [2]'],
    ['with dots', '• A ferry struck the pier. [1]\n• Harrow Ferries suspended its service. [2]'],
    [
      'with breaks escaped twice',
      '- A ferry struck the pier. [1]\\n- Harrow Ferries suspended its service. [2]',
    ],
  ])('puts a list as it writes lists, where it came %s', async (_, written) => {
    const doubted: string[] = [];
    const doubts = (post: string) => (doubted.push(post), []);
    const { make } = aBrief({ doubts, lines: [draft(written), review(true)] });
    const plain = '- A ferry struck the pier. [1]\n- Harrow Ferries suspended its service. [2]';
    expect((await make()).text).toContain(`\n${plain}\n`);
    expect(doubted).toEqual([plain]);
  });

  it('cites what bears a sentence out, in a draft and in a reviewer’s text', async () => {
    const cited = (post: string) => post.replace('service. [1]', 'service. [1][2]');
    const wrong = 'Harrow Ferries suspended its service. [1]';
    const drafted = await aBrief({ cited, lines: [draft(wrong), review(true)] }).make();
    expect(drafted.state.draft_post).toMatchObject({ sources_used: [0, 1] });
    const revised = review(true, { revised_post_markdown: wrong });
    const reviewed = await aBrief({ cited, lines: [draft(GOOD), revised] }).make();
    expect(reviewed.text).toContain('Harrow Ferries suspended its service. [1][2]');
    expect(reviewed.text).toContain('[2] courier.example');
  });

  it('does not take a reviewer’s text that the rules hold back', async () => {
    const revised = `${words(230)}. [1]`;
    const { make } = aBrief({ lines: [draft(GOOD), review(true, { revised_post_markdown: revised })] });
    expect((await make()).text).toContain(GOOD);
  });

  it('is written in the Chinese of Hong Kong for whoever asks in Chinese, and counted in characters', async () => {
    const post = '一艘渡輪星期五撞上碼頭，九人受傷。[1]';
    const { make, model, said } = aBrief({
      ...{ locale: 'zh', topic: '渡輪', lines: [draft(post), review(true)] },
    });
    const { text, state } = await make();
    expect(said[0]).toBe('「渡輪」簡報：搜尋中…');
    expect(text).toContain('「渡輪」簡報');
    expect(text).toContain('來源');
    expect(state.draft_post?.word_count).toBe(15);
    expect(prompt(model.requests[0]!)).toContain('400 Chinese characters');
  });
});

describe('the search', () => {
  it.each([
    ['finds nothing', async () => ({ kind: 'ok', links: [], more: false }) as const, 'no_articles'],
    [
      'finds only what is older than 30 days',
      async () => ({ kind: 'ok', links: [link('a.example', 'Ferry', 'Old.', 31)], more: false }) as const,
      'no_articles',
    ],
    [
      'fails',
      async () => ({ kind: 'failed', reason: 'fetch_http_500', detail: 'the server answered 500' }) as const,
      'search_failed',
    ],
    ['breaks', async () => Promise.reject(new Error('the socket is gone')), 'search_failed'],
  ])(
    'that %s ends the brief with the fallback message, and no model is asked',
    async (_what, search, outcome) => {
      const { make, model, said } = aBrief({ search });
      const { state, text } = await make();
      expect(state).toMatchObject({ outcome, model_calls: 0, final_post: text });
      expect(text.split('\n')[0]).toBe(FALLBACK.en);
      expect(state.search_results).toMatchObject({ articles: [], message: FALLBACK.en });
      expect(model.requests).toEqual([]);
      expect(said).toHaveLength(1);
    },
  );

  it('keeps what is of the last 30 days, each page once, with a note on how sure it is', async () => {
    const links = [...FERRY, FERRY[0]!, link('old.example', 'Ferry of last year', 'Old.', 200)];
    const { make } = aBrief({ links, lines: [draft(GOOD), review(true)] });
    const { articles } = (await make()).state.search_results!;
    expect(articles.map(({ outlet }) => outlet)).toEqual([
      'herald.example',
      'courier.example',
      'post.example',
    ]);
    for (const { confidence, confidence_note } of articles) expect(confidence_note).toContain(confidence);
  });
});

describe('the writer', () => {
  it.each([
    ['no JSON', 'Here is your brief: the ferry hit the pier.'],
    ['JSON of another shape', '{"text": "The ferry hit the pier. [1]"}'],
    ['no citation', draft('The ferry hit the pier.')],
    ['a citation that leads nowhere', draft('The ferry hit the pier. [7]')],
    ['an empty text', draft('')],
  ])('that hands in %s is asked once more, by a tighter prompt', async (_what, bad) => {
    const { make, model, logged } = aBrief({ lines: [bad, draft(GOOD), review(true)] });
    const { state } = await make();
    expect(state).toMatchObject({ outcome: 'published', model_calls: 3 });
    expect(prompt(model.requests[1]!)).toContain('could not be used');
    expect(model.requests[1]!.limits.temperature).toBeLessThan(model.requests[0]!.limits.temperature!);
    expect(
      logged.some(({ level, message }) => level === 'warn' && message.includes('asked for once more')),
    ).toBe(true);
  });

  it('that is cut off is asked once more, too', async () => {
    const { make } = aBrief({
      lines: [{ text: '{"post_markdown": "The', finish: 'length' }, draft(GOOD), review(true)],
    });
    expect((await make()).state).toMatchObject({ outcome: 'published', model_calls: 3 });
  });

  it('that fails twice ends the brief with the fallback message and the diagnosis', async () => {
    const { make, model } = aBrief({ lines: ['no', draft('The ferry hit the pier.')] });
    const { state, text } = await make();
    expect(model.requests).toHaveLength(2);
    expect(state.outcome).toBe('draft_failed');
    expect(text).toContain(FALLBACK.en);
    expect(text).toContain('cites no article');
  });

  it('that can not be asked is not asked again', async () => {
    const { make, model } = aBrief({ lines: [new ModelError('unavailable', 'Gemini is out of reach.')] });
    const { state, text } = await make();
    expect(model.requests).toHaveLength(1);
    expect(state.outcome).toBe('draft_failed');
    expect(text).toContain('Gemini is out of reach.');
  });
});

describe('the reviewer', () => {
  it('that turns a draft down has it written once more with the notes, and reviews it once more', async () => {
    const no = review(false, { review_notes: 'Say how many were hurt.', issues_found: ['vague'] });
    const { make, model, said } = aBrief({
      lines: [draft('A ferry struck the pier. [1]'), no, draft(GOOD), review(true)],
    });
    const { state, text } = await make();
    expect(state).toMatchObject({ outcome: 'published', model_calls: 4 });
    expect(text).toContain('nine people were hurt');
    expect(prompt(model.requests[2]!)).toContain('Say how many were hurt.');
    expect(said.at(-1)).toContain('writing again… · reviewing…');
  });

  it('that turns the second draft down as well ends the brief with its notes and the fallback message', async () => {
    const no = review(false, { review_notes: 'Still vague.', issues_found: ['vague'] });
    const { make, model } = aBrief({ lines: [draft(GOOD), no, draft(GOOD), no] });
    const { state, text } = await make();
    expect(model.requests).toHaveLength(4);
    expect(state).toMatchObject({ outcome: 'not_ready', model_calls: 4 });
    expect(text).toContain(FALLBACK.en);
    expect(text).toContain('Still vague.');
    expect(text).toContain('- vague');
    expect(text).not.toContain('nine people');
  });

  it('whose answer can not be read counts as one that turns the draft down', async () => {
    const { make, model } = aBrief({ lines: [draft(GOOD), 'Looks good to me!', draft(GOOD), review(true)] });
    expect((await make()).state).toMatchObject({ outcome: 'published', model_calls: 4 });
    expect(prompt(model.requests[2]!)).toContain('could not be read');
    const twice = aBrief({ lines: [draft(GOOD), 'Looks good!', draft(GOOD), 'Looks good!'] });
    const { state, text } = await twice.make();
    expect(state.outcome).toBe('not_ready');
    expect(text).toContain(FALLBACK.en);
  });

  it('that writes null for notes and issues that it has none of is understood', async () => {
    const content = review(true, { review_notes: null, issues_found: null });
    const { state } = await aBrief({ lines: [draft(GOOD), content] }).make();
    expect(state).toMatchObject({
      outcome: 'published',
      model_calls: 2,
      review_feedback: { review_notes: '', issues_found: [], ready_for_publish: true },
    });
  });

  it.each(['none', ['None.'], '沒有問題。'])(
    'has found no issue where it writes %j',
    async (issues_found) => {
      const { state } = await aBrief({ lines: [draft(GOOD), review(true, { issues_found })] }).make();
      expect(state).toMatchObject({ outcome: 'published', review_feedback: { issues_found: [] } });
    },
  );

  it('that writes "true", and its issues as objects, is understood', async () => {
    const content = JSON.stringify({
      review_notes: 'Well grounded.',
      issues_found: [{ issue: 'Citation format in bullet 3', severity: 'minor' }],
      revised_post_markdown: '',
      ready_for_publish: 'true',
    });
    const { state } = await aBrief({ lines: [draft(GOOD), content] }).make();
    expect(state).toMatchObject({
      outcome: 'published',
      model_calls: 2,
      review_feedback: { issues_found: ['Citation format in bullet 3: minor'], ready_for_publish: true },
    });
  });

  it('whose answer can not be read is told what is wrong with it', async () => {
    const odd = review(true, { issues_found: 5 });
    const { make, model } = aBrief({ lines: [draft(GOOD), odd, draft(GOOD), review(true)] });
    await make();
    expect(prompt(model.requests[2]!)).toContain("issues_found can't be 5; allowed: a list");
  });

  it('never overrides the rules: a draft over 200 words is written once more, whatever the model says', async () => {
    const long = `${words(230)}. [1]`;
    const { make, model } = aBrief({ lines: [draft(long), review(true), draft(GOOD), review(true)] });
    const { state, text } = await make();
    expect(state).toMatchObject({ outcome: 'published', model_calls: 4 });
    expect(text).toContain(GOOD);
    expect(prompt(model.requests[2]!)).toContain('over 200 words');
    const twice = aBrief({ lines: [draft(long), review(true), draft(long), review(true)] });
    const made = await twice.make();
    expect(made.state.outcome).toBe('not_ready');
    expect(made.state.review_feedback).toMatchObject({ ready_for_publish: false });
    expect(made.text).toContain('over 200 words');
  });

  it('sends back what the articles do not bear out, and names it', async () => {
    const doubts = (post: string) =>
      post.includes('ninety') ? [{ sentence: 1, kind: 'number', text: 'ninety', contradicted: false }] : [];
    const bad = 'A ferry struck the pier and ninety people were hurt. [1]';
    const { make, model } = aBrief({ doubts, lines: [draft(bad), review(true), draft(GOOD), review(true)] });
    expect((await make()).text).toContain('nine people were hurt');
    expect(prompt(model.requests[1]!)).toContain('unsupported (number): “ninety”');
    expect(prompt(model.requests[2]!)).toContain('ninety people were hurt');
  });

  it('is left out when no call is left: rules alone look at a draft that no model has turned down', async () => {
    const long = `${words(230)}. [1]`;
    const { make } = aBrief({ lines: ['no JSON', draft(long), review(true), draft(GOOD)] });
    expect((await make()).state).toMatchObject({
      outcome: 'published',
      model_calls: 4,
      review_feedback: { review_notes: 'Reviewed by the rules alone.' },
    });
  });

  it('that has turned a draft down is not passed by: without a call for a second look nothing is written again', async () => {
    const { make, model } = aBrief({
      lines: ['no JSON', draft(GOOD), review(false, { review_notes: 'No.' })],
    });
    expect((await make()).state).toMatchObject({ outcome: 'not_ready', model_calls: 3 });
    expect(model.requests).toHaveLength(3);
  });

  it('that has turned a draft down is not passed by where the rewrite took the call that was left for a second look', async () => {
    const retrying = (request: ModelRequest) => {
      for (let n = 0; n < 2; n++) request.spending!.attempt();
      return draft(GOOD);
    };
    const no = review(false, { review_notes: 'No.', issues_found: ['vague'] });
    const { make, model } = aBrief({ lines: [draft('A ferry struck the pier. [1]'), no, retrying] });
    const { state, text } = await make();
    expect(model.requests).toHaveLength(3);
    expect(state).toMatchObject({
      outcome: 'not_ready',
      model_calls: 4,
      review_feedback: { review_notes: 'No.', issues_found: ['vague'], ready_for_publish: false },
    });
    expect(text).toContain(FALLBACK.en);
    expect(text).toContain('No.');
    expect(text).not.toContain('nine people');
  });

  it('that can not be asked leaves the draft unpublished', async () => {
    const { make } = aBrief({
      lines: [draft(GOOD), new ModelError('unavailable', 'Gemini is out of reach.')],
    });
    const { state, text } = await make();
    expect(state.outcome).toBe('not_ready');
    expect(text).toContain('Gemini is out of reach.');
  });
});

describe('what a brief may spend', () => {
  it('is four attempts, those that failed and were made again inside one call included', async () => {
    const retrying = (request: ModelRequest) => {
      for (let n = 0; n < 3; n++) request.spending!.attempt();
      return draft(GOOD);
    };
    const four = (request: ModelRequest) => {
      request.spending!.attempt();
      expect(() => request.spending!.attempt()).toThrow('4 calls');
      return review(false);
    };
    const { make } = aBrief({ lines: [retrying, four] });
    expect((await make()).state).toMatchObject({ outcome: 'not_ready', model_calls: 4 });
  });

  it('is 90 seconds in all, by the clock, whatever ignores its signal', async () => {
    const { make, clock } = aBrief({ lines: [() => new Promise(() => {})] });
    const making = make();
    await settle();
    await clock.advance(89_999);
    let isOver = false;
    void making.then(() => (isOver = true));
    await settle();
    expect(isOver).toBe(false);
    await clock.advance(1);
    const { state, text } = await making;
    expect(state).toMatchObject({ outcome: 'timed_out', because: 'It took longer than 90 seconds.' });
    expect(text).toContain(FALLBACK.en);
    expect(clock.waiters).toBe(0);
  });

  it('ends with its turn: what is stopped from outside rejects with that reason', async () => {
    const stop = new AbortController();
    const { make, clock } = aBrief({ lines: [() => new Promise(() => {})], signal: stop.signal });
    const making = make();
    await settle();
    stop.abort(new Error('the session was reset'));
    await expect(making).rejects.toThrow('the session was reset');
    expect(clock.waiters).toBe(0);
  });
});

describe('the log of a brief', () => {
  it('has the beginning and the end of each stage with counts and times, and no words of anybody', async () => {
    const { make, logged } = aBrief({ topic: 'ferry ann@mail.example', lines: [draft(GOOD), review(true)] });
    await make();
    const info = logged.filter(({ level }) => level === 'info');
    expect(info.map(({ fields, message }) => `${String(fields['stage'] ?? '')} ${message}`.trim())).toEqual([
      'search brief: stage started',
      'search brief: stage ended',
      'write brief: stage started',
      'write brief: stage ended',
      'review brief: stage started',
      'review brief: stage ended',
      'brief: ended',
    ]);
    for (const { fields } of info.filter(({ message }) => message.endsWith('ended')))
      expect(fields).toHaveProperty('ms');
    expect(info[1]!.fields).toMatchObject({ articles: 3, searched: 'brave' });
    expect(info.at(-1)!.fields).toMatchObject({ outcome: 'published', articles: 3, calls: 2 });
    expect(JSON.stringify(info)).not.toMatch(/ferry|mail\.example|nine people/iu);
  });

  it('has payloads for debugging only, cut short, without addresses, numbers and mentions of people', async () => {
    const personal = `Call +44 20 7946 0958 or write to ann@mail.example, <@123456789012345678>. ${'x'.repeat(900)} [1]`;
    const { make, logged } = aBrief({ lines: [draft(personal), review(true)] });
    await make();
    const payloads = logged.filter(({ fields }) => 'payload' in fields);
    expect(payloads.length).toBeGreaterThan(1);
    for (const { level, fields } of payloads) {
      expect(level).toBe('debug');
      expect(String(fields['payload']).length).toBeLessThanOrEqual(300);
      expect(String(fields['payload'])).not.toMatch(/7946|ann@|1234567890/u);
    }
  });
});
