/**
 * The answers of a setup that is not finished: they stand in a file of the home, so that it can be left and resumed.
 * The file is its owner's alone, because it holds secrets until they are written to `.env`; it goes when they are.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../async/replace-file.ts';

const text = z.string().trim().min(1).max(500);

export const draftFeedSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  label: text,
  category: text.exactOptional(),
  region: text.exactOptional(),
  language: text.exactOptional(),
});

export const draftSchema = z.strictObject({
  language: z.enum(['en', 'zh-Hant-HK']).exactOptional(),
  edition: z
    .strictObject({
      /** The edition that it starts from; absent when it starts from a topic. */
      from: text.exactOptional(),
      topic: text.exactOptional(),
      name: text,
      title: text,
    })
    .exactOptional(),
  feeds: z.array(draftFeedSchema).exactOptional(),
  /** The provider's name; `desk` is the desk model. */
  model: text.exactOptional(),
  /** The session key of the desk channel. */
  channel: text.exactOptional(),
  schedule: z.strictObject({ words: text, zone: text }).exactOptional(),
  /** Whether stories wait for an editor. */
  approval: z.boolean().exactOptional(),
  /** Settings for `.env` by name, secrets included. */
  settings: z.record(z.string(), z.string()).default({}),
});

export type Draft = Readonly<z.output<typeof draftSchema>>;
export type DraftFeed = z.output<typeof draftFeedSchema>;

const EMPTY_DRAFT: Draft = { settings: {} };

/** The questions, in their order. Each is answered once its field is there. */
export const STEPS = ['language', 'edition', 'feeds', 'model', 'channel', 'schedule'] as const;
export type Step = (typeof STEPS)[number];

/** The questions without an answer; none when the setup can be written. */
export function unansweredSteps(draft: Draft): Step[] {
  return STEPS.filter((step) => draft[step] === undefined);
}

/** The settings for `.env` without those of answers that others took the place of. */
export function settingsWithout({ settings }: Draft, gone: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !gone.includes(name)));
}

export class DraftFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Empty when there is none, or one that can't be read: it only holds what can be answered again. */
  read(): Draft {
    try {
      const given: unknown = JSON.parse(readFileSync(this.#path, 'utf8'));
      return draftSchema.safeParse(given).data ?? EMPTY_DRAFT;
    } catch {
      return EMPTY_DRAFT;
    }
  }

  async keep(draft: Draft): Promise<void> {
    mkdirSync(dirname(this.#path), { recursive: true });
    await replaceFile(this.#path, `${JSON.stringify(draft, null, 2)}\n`);
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }
}
