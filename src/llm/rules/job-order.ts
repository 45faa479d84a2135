/** An order about the automations of the channel. */
export type JobOrder =
  | {
      readonly action: 'add';
      readonly name: string;
      /** What the desk is to do each time, as an order: "Remind us to check the diary". */
      readonly message: string;
      /** In the words of the `cron` tool. */
      readonly schedule: string;
      /** As it was said. */
      readonly when: string;
    }
  /** Something that can't be scheduled before more is said. */
  | { readonly action: 'ask'; readonly missing: 'time' | 'day' | 'what' | 'which'; readonly what: string }
  | {
      readonly action: 'pause' | 'resume' | 'remove' | 'show';
      readonly job: string;
      /** "Until Friday": an end that the desk can't keep by itself. */
      readonly until?: string;
    }
  | {
      readonly action: 'edit';
      readonly job: string;
      readonly when: string;
      /** A time without days keeps the days that the job has. */
      readonly schedule: { readonly words: string } | { readonly time: string };
    };
