import type { DecideMail, MailBook, MailRecord } from '../../../src/newsletter/mail/mail-book.ts';

export class MemoryMailBook implements MailBook {
  readonly #records = new Map<string, MailRecord>();

  async list(session: string): Promise<MailRecord[]> {
    return [...this.#records.values()]
      .filter((record) => record.session === session)
      .sort((a, b) => (a.recipient < b.recipient ? -1 : 1));
  }

  async change(session: string, recipient: string, decide: DecideMail): Promise<MailRecord | undefined> {
    const key = `${session}\n${recipient}`;
    const decided = decide(this.#records.get(key));
    if (decided !== undefined) this.#records.set(key, decided);
    return decided;
  }
}
