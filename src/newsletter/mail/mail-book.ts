/** What became of a newsletter's e-mails, one for each recipient. */

/**
 * - `waiting`: not sent; it may be tried. `words` is why it didn't go at the last attempt.
 * - `sending`: recorded before it is handed to the server. After a crash nobody knows whether it arrived.
 * - `sent`, `refused`: the server's last word. - `unknown`: nobody knows; never sent again by itself.
 */
export type MailState = 'waiting' | 'sending' | 'sent' | 'refused' | 'unknown';

export interface MailRecord {
  /** The newsletter's session: "newsletter_20260214". */
  readonly session: string;
  /** The address in lower case. */
  readonly recipient: string;
  readonly state: MailState;
  /** How often it was handed to a server. */
  readonly attempts: number;
  /** When it came into its state. */
  readonly atMs: number;
  /** The server's, or why nobody can say. */
  readonly words?: string;
}

/** The record as it is to be; undefined leaves it as it is. It is called inside a transaction, and decides by values only. */
export type DecideMail = (record: MailRecord | undefined) => MailRecord | undefined;

export interface MailBook {
  /** In the order of recipients. */
  list(session: string): Promise<MailRecord[]>;
  /** Load, decide and keep in one transaction. @returns what was decided. */
  change(session: string, recipient: string, decide: DecideMail): Promise<MailRecord | undefined>;
}
