/** An order about the automations of the channel. */
export type JobOrder =
  | {
      readonly action: 'add';
      readonly name: string;
      /** What the desk is to do each time, in the imperative: "Remind us to check the diary". */
      readonly message: string;
      /** In the `cron` tool's syntax. */
      readonly schedule: string;
      /** In the asker's words. */
      readonly when: string;
      /** When it ends, in the asker's words: "until Friday", "for the next three days". */
      readonly until?: string;
    }
  /** An order that lacks something; `end`: it says when a repeated one ends, in words that aren't read. */
  | {
      readonly action: 'ask';
      readonly missing: 'time' | 'day' | 'what' | 'which' | 'end';
      readonly what: string;
    }
  | {
      readonly action: 'pause' | 'resume' | 'remove' | 'show';
      readonly job: string;
      /** When a pause ends, in the asker's words: "until Friday", "for two hours". */
      readonly until?: string;
    }
  | {
      readonly action: 'skip';
      readonly job: string;
      /** The day that was named, in the asker's words; absent for the next run. */
      readonly day?: string;
    }
  | {
      readonly action: 'edit';
      readonly job: string;
      /** What it becomes, in the asker's words: a time, or a name in quotation marks. */
      readonly when: string;
      /** When it ends from now on, in the asker's words. */
      readonly until?: string;
      /** A time without days keeps the job's days; an end, its times. */
      readonly becomes:
        | { readonly schedule: string }
        | { readonly time: string }
        | { readonly name: string }
        | { readonly until: string };
    };
