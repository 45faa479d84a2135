/** What models, feeds and servers wrote, where newsletters and briefs say it in a chat: it shows, and does nothing. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { publishedPost } from '../../src/brief/final-post.ts';
import type { CommandContext } from '../../src/feature/command.ts';
import { newsletterCommands } from '../../src/newsletter/newsletter-commands.ts';
import { sayProgress } from '../../src/newsletter/say-progress.ts';
import { draft, aBrief, GOOD, review } from '../brief/a-brief.ts';
import { ANN, DESK, newsletterStage } from './newsletter-stage.ts';

const SESSION = 'newsletter_20261120';
const NASTY =
  '**bold** @everyone [click](https://evil.example) `code`\n# Forged heading\n> quoted ||spoiler||';
/** What it must not have left. */
const LINK = /(?<!\\)\[click|https?:\/\/evil/u;
const ACTS = /(?<!\\)\*\*bold|@everyone|(?<!\\)`code|^# Forged|^> quoted|(?<!\\)\|\|spoiler/mu;

async function waiting() {
  const opened = newsletterStage({ needsApproval: true });
  onTestFinished(opened.close);
  await opened.run({ session: SESSION });
  return opened;
}

describe('a newsletter with hostile words', () => {
  it('is previewed to its editors, and on demand, as they stand', async () => {
    const opened = await waiting();
    const file = join(opened.home, 'data', 'newsletters', SESSION, 'finalize_newsletter.json');
    const letter = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const stories = [{ headline: NASTY, text: `${NASTY} [1]`, urls: ['https://a.example/1'] }];
    const hostile = { ...letter, title: NASTY, intro: NASTY, sections: [{ heading: NASTY, stories }] };
    writeFileSync(file, JSON.stringify(hostile));
    const preview = newsletterCommands(opened.service).find(({ name }) => name === 'newsletter preview')!;
    const context = { session: DESK, actor: ANN, locale: 'en' } as unknown as CommandContext;
    const { text } = await preview.run({ session: SESSION }, context);
    expect(text).toContain('bold');
    expect(text).not.toMatch(ACTS);
    expect(text).not.toMatch(LINK);

    const record = (await opened.book.find(SESSION))!;
    await opened.book.change(SESSION, () => ({ record: { ...record, session: 'other' }, result: undefined }));
    await opened.files.write('other', 'finalize_newsletter', { ...hostile, session: 'other' } as never);
    await opened.service.takeUp();
    const [offered] = await opened.ops('other', 'preview');
    const shown = offered && 'text' in offered.spec ? offered.spec.text : '';
    expect(shown).toContain('bold');
    expect(shown).not.toMatch(ACTS);
    expect(shown).not.toMatch(LINK);
  });

  it('says what a server or a feed said of a failure as it stands', async () => {
    const { book } = await waiting();
    const record = (await book.find(SESSION))!;
    expect(sayProgress({ ...record, trouble: NASTY })).not.toMatch(ACTS);
    expect(sayProgress({ ...record, state: 'done', remark: NASTY })).not.toMatch(ACTS);
  });
});

describe('a brief with hostile words', () => {
  it('shows titles, outlets and the topic as they stand', () => {
    const article = {
      ...{ index: 0, title: NASTY, url: 'https://a.example/1', outlet: NASTY, published_at: null },
      ...{ summary: '', confidence_note: '' },
      confidence: 'low' as const,
    };
    const said = publishedPost(
      {
        topic: NASTY.replace('https://evil.example', ''),
        post: 'It is so. [1]',
        differing: [],
        articles: [article],
        byRules: false,
        zone: 'UTC',
      },
      'en',
    );
    expect(said).toContain('bold');
    expect(said).not.toMatch(ACTS);
    expect(said).not.toMatch(LINK);
  });

  it('shows a reviewer’s notes and issues as they stand', async () => {
    const no = review(false, { review_notes: NASTY, issues_found: [NASTY] });
    const { text } = await aBrief({ lines: [draft(GOOD), no, draft(GOOD), no] }).make();
    expect(text).toContain('bold');
    expect(text).not.toMatch(ACTS);
    expect(text).not.toMatch(LINK);
  });
});
