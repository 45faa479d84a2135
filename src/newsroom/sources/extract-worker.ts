/** The worker's entry: pages in, articles out, one at a time. It has no state and may be ended at any moment. */
import { parentPort } from 'node:worker_threads';
import { extractArticle } from './extract-article.ts';

export interface ExtractRequest {
  readonly n: number;
  readonly html: string;
  readonly url: string;
}

export type ExtractReply =
  | { readonly n: number; readonly article: Awaited<ReturnType<typeof extractArticle>> }
  | { readonly n: number; readonly error: string };

parentPort?.on('message', ({ n, html, url }: ExtractRequest) => {
  const answer = (reply: ExtractReply) => parentPort?.postMessage(reply);
  extractArticle(html, url).then(
    (article) => answer({ n, article }),
    (error: unknown) => answer({ n, error: error instanceof Error ? error.message : String(error) }),
  );
});
