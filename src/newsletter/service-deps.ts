/** What the newsletter's service works with. */
import type { SessionKey } from '../sessions/key.ts';
import type { Clock } from '../time/clock.ts';
import type { Locale, WrittenLanguage } from '../time/locale.ts';
import type { Reach } from './may-see.ts';
import type { CheckpointBook } from './model/checkpoint-book.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import type { NewsletterTasks } from './newsletter-tasks.ts';
import type { StepFiles } from './step-files.ts';

export interface NewsletterEdition {
  readonly name: string;
  readonly language: WrittenLanguage;
  readonly zone: string;
  readonly needsApproval: boolean;
  /** Whom it is mailed to; nobody, where no mail server is set. */
  readonly recipients: readonly string[];
  /** Why it is mailed to nobody, where somebody is to have it. */
  readonly unmailed?: Readonly<Record<Locale, string>> | undefined;
  /** Where newsletters go that nobody asked for in a chat. */
  readonly desk: SessionKey;
}

export interface ServiceDeps {
  readonly book: CheckpointBook;
  readonly files: Pick<StepFiles, 'read'>;
  readonly tasks: NewsletterTasks;
  readonly edition: NewsletterEdition;
  readonly clock: Clock;
  /** Show how far one is. */
  readonly show: (record: NewsletterRecord) => Promise<void>;
  /** Bring one that waits to its editors, once. */
  readonly offer: (record: NewsletterRecord) => Promise<void>;
  /** Whether messages of one failed. */
  readonly hasLost: (session: string) => Promise<boolean>;
  readonly failed: (what: string, error: unknown) => void;
  readonly reach: Reach;
}
