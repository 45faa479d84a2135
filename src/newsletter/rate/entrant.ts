import type { DownloadedArticle } from '../model/outputs.ts';

/** An article with what is read of it when it is judged. */
export interface Entrant {
  readonly article: DownloadedArticle;
  /** Its summary in a line; without one, what its feed says, else how it begins. */
  readonly line: string;
}
