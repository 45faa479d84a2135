/**
 * Long answers come in pages: one message with the page that is read, and buttons to the others. Whoever may read the
 * answer may turn its pages: the asker alone where it is theirs alone, else everybody in the channel.
 *
 * The pages of the newest answers are kept. They don't outlive the desk: whoever turns one then is told the command.
 */
import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { APIActionRowComponent, APIComponentInMessageActionRow } from 'discord-api-types/v10';
import { randomBytes } from 'node:crypto';
import type { Locale, Options } from '../../feature/command.ts';
import { signedId } from './component-ids.ts';
import type { Audience } from './component-ids.ts';

export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** A message that answers, with what stands under it. */
export interface ReplyPiece {
  readonly content: string;
  readonly components?: Row[];
}

/** What the ids of these buttons invoke. */
export const TURN = 'page';

/** More answers than these are not kept; the oldest give way. */
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
  /** The texts of its pages, two at least. */
  readonly texts: readonly string[];
  /** What stands under its last page. */
  readonly controls: readonly Row[];
  /** The command that gave it. */
  readonly command: string;
  readonly audience: Audience;
  readonly locale: Locale;
}

/** What a press of a button leads to: a page, or the sentence that there is none any more. */
type Turned = { readonly page: ReplyPiece & { readonly components: Row[] } } | { readonly gone: string };

export class Pages {
  readonly #key: Buffer;
  readonly #kept = new Map<string, Answer>();

  /** @param key what the ids of buttons are signed with. */
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

  /** @param options those of the id that was pressed. */
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
