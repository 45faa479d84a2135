/** Messages between the desk and an extraction worker. */
import type { Article, PageBytes } from './article.ts';

export interface ExtractRequest {
  readonly n: number;
  readonly page: string | PageBytes;
  readonly url: string;
}

/** Sent when its modules are loaded, which takes longer than most pages. */
export const READY = 'ready';

export type ExtractReply =
  | typeof READY
  | { readonly n: number; readonly article: Article }
  | { readonly n: number; readonly error: string };
