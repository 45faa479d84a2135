/** The worker thread's entry: extracts one page at a time. It has no state and may be terminated at any time. */
import { errorMessage } from '../../text/error-message.ts';
import { parentPort } from 'node:worker_threads';
import { decodeBytes } from '../../web-fetch/decode-bytes.ts';
import type { Article, PageBytes } from './article.ts';
import { extractArticle } from './extract-article.ts';
import { READY } from './worker-message.ts';
import type { ExtractReply, ExtractRequest } from './worker-message.ts';

parentPort?.on('message', ({ n, page, url }: ExtractRequest) => {
  const answer = (reply: ExtractReply) => parentPort?.postMessage(reply);
  read(page, url).then(
    (article) => answer({ n, article }),
    (error: unknown) => answer({ n, error: errorMessage(error) }),
  );
});

parentPort?.postMessage(READY satisfies ExtractReply);

async function read(page: string | PageBytes, url: string): Promise<Article> {
  return extractArticle(typeof page === 'string' ? page : decodeBytes(page.bytes, page.contentType), url);
}
