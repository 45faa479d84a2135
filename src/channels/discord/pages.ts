/**
 * Long answers in pages: one message with the current page, and buttons to the others. Everybody who may read the
 * answer may turn its pages: only the asker for a private answer, else everybody in the channel.
 *
 * The pages of the newest answers are kept in memory. After a restart, turning a page names the command to repeat.
 */
import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { APIActionRowComponent, APIComponentInMessageActionRow } from 'discord-api-types/v10';
import { randomBytes } from 'node:crypto';
import type { Locale, Options } from '../../feature/command.ts';
import { signedId } from './component-ids.ts';
import type { Audience } from './component-ids.ts';

export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** A message of an answer, with its controls. */
export interface ReplyPiece {
  readonly content: string;
  readonly components?: Row[];
}

/** The command of the page buttons. */
export const TURN = 'page';

/** The most answers kept; the oldest are dropped. */
const MOST = 200;

const LABELS = {
  en: { back: '◀ Back', next: 'Next ▶' },
  zh: { back: '◀ 上一頁', next: '下一頁 ▶' },
} as const;

const GONE = {
  en: (command: string) =>
    `The other pages of this answer are kept no more. Use ${command === '' ? 'the command' : `/${command}`} again to read them.`,
  zh: (command: string) =>
    `這個答覆的其他頁已不再保留。請重新使用${command === '' ? '指令' : ` /${command} `}。`,
} as const;

interface Answer {
  /** The texts of its pages, at least two. */
  readonly texts: readonly string[];
  /** Controls under its last page. */
  readonly controls: readonly Row[];
  /** The command that it answers. */
  readonly command: string;
  readonly audience: Audience;
  readonly locale: Locale;
}

/** The result of a press: a page, or a sentence that it no longer exists. */
type Turned = { readonly page: ReplyPiece & { readonly components: Row[] } } | { readonly gone: string };

export class Pages {
  readonly #key: Buffer;
  readonly #kept = new Map<string, Answer>();

  /** @param key the key for signing button ids. */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** @returns the first page. */
  open(answer: Answer): ReplyPiece {
    const token = randomBytes(9).toString('base64url');
    this.#kept.set(token, answer);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    return this.#page(token, answer, 0);
  }

  /** @param options those of the pressed id. */
  turn({ of, to, after }: Options, locale: Locale): Turned {
    const answer = this.#kept.get(String(of));
    const at = Number(to);
    if (answer?.texts[at] === undefined) return { gone: GONE[locale](String(after ?? '')) };
    return { page: this.#page(String(of), answer, at) };
  }

  #page(token: string, answer: Answer, at: number): ReplyPiece & { readonly components: Row[] } {
    const { texts, controls, command, audience, locale } = answer;
    const last = texts.length - 1;
    const button = (label: string, to: number, disabled: boolean) => ({
      type: ComponentType.Button as const,
      style: ButtonStyle.Secondary as const,
      label,
      custom_id: signedId(this.#key, { command: TURN, options: { of: token, to, after: command } }, audience),
      disabled,
    });
    const row: Row = {
      type: ComponentType.ActionRow,
      components: [
        button(LABELS[locale].back, at - 1, at === 0),
        button(`${at + 1}/${texts.length}`, at, true),
        button(LABELS[locale].next, at + 1, at === last),
      ],
    };
    return { content: texts[at] ?? '', components: [row, ...(at === last ? controls : [])] };
  }
}
