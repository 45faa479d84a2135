/** The messages of a report's pages. Their keys never change: recorded twice they are sent once. Pure. */
import { chatIdOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { NewOp } from '../sessions/op.ts';
import { markdownWords } from '../text/markdown-words.ts';
import { shorten } from '../text/shorten.ts';
import type { ReportPage } from './report.ts';

interface KeptPage {
  readonly page: ReportPage;
  readonly file: { readonly name: string; readonly path: string };
}

interface Posting {
  readonly session: SessionKey;
  readonly id: string;
  readonly nowMs: number;
}

/** Platforms allow a picture's description about so many characters. */
const MOST_ALT = 1_000;

export function pageKey(id: string, page: string): string {
  return `report:${id}/${page}`;
}

/** In the order of sending. What the chat remembers of a picture is what it shows, in sentences. */
export function reportOps(pages: readonly KeptPage[], { session, id, nowMs }: Posting): NewOp[] {
  return pages.map(({ page, file }) => {
    const key = pageKey(id, page.id);
    const head = `**${markdownWords(page.work.title)}**`;
    return {
      key,
      lane: session,
      spec: {
        kind: 'post',
        channel: { id: chatIdOf(session) },
        text: head,
        files: [{ ...file, alt: shorten(page.said, MOST_ALT) }],
      },
      record: {
        ...{ v: 1, id: key, ts: nowMs, role: 'assistant' },
        content: `${head}\n${markdownWords(page.said, true)}`,
      },
    };
  });
}
