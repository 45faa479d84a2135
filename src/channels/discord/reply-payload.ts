/** A command's reply as Discord shows it: pieces of at most 2,000 characters, controls under the last one. */
import { ButtonStyle, ComponentType } from 'discord.js';
import type { APIActionRowComponent, APIComponentInMessageActionRow } from 'discord-api-types/v10';
import type { Locale, Options, Reply } from '../../commands/command.ts';
import { shorten } from '../../commands/shorten.ts';
import { splitMessage } from '../../text/split-message.ts';
import { ComponentIdTooLong, signedId } from './component-ids.ts';
import type { Audience, Pressed } from './component-ids.ts';
import { FORM_MS, REOPEN, REOPEN_LABEL, reopening } from './forms.ts';
import type { Reopened } from './forms.ts';
import type { KeptOptions } from './kept-options.ts';
import { safeText } from './safe-text.ts';

type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

export interface ReplyPiece {
  readonly content: string;
  readonly components?: Row[];
}

export interface ReplyTerms {
  readonly key: Buffer;
  /** Who may press what is under it, and where. */
  readonly audience: Audience;
  readonly nowMs: number;
  readonly locale: Locale;
  /** For options that have no room in an id. */
  readonly kept: KeptOptions;
  /** A form that is offered under it. */
  readonly reopen?: Reopened | undefined;
}

const MOST = 2_000;
const MOST_PIECES = 5;
const MOST_LABEL = 80;
const MOST_CHOICES = 25;
/** How long a question may wait for its answer. */
const QUESTION_MS = 10 * 60_000;
/** The button that leaves everything as it is. */
export const DISMISS = 'dismiss';

const KEEP = { en: 'Keep', zh: '保留' } as const;
const MORE = {
  en: '… and more, which Discord has no room for.',
  zh: '……還有更多，Discord 放不下。',
} as const;

export function replyPieces(reply: Reply, terms: ReplyTerms): ReplyPiece[] {
  const texts = splitMessage(safeText(reply.text), MOST);
  const shown = texts.length > MOST_PIECES ? [...texts.slice(0, MOST_PIECES - 1), MORE[terms.locale]] : texts;
  const rows = rowsOf(reply, terms);
  return (shown.length > 0 ? shown : ['\u2026']).map((content, at, all) => ({
    content,
    ...(at === all.length - 1 && rows.length > 0 && { components: rows }),
  }));
}

function rowsOf({ confirm, choose }: Reply, terms: ReplyTerms): Row[] {
  const { nowMs, locale, reopen } = terms;
  const id = (command: string, options: Options) =>
    fittingId({ command, options, expiresAtMs: nowMs + QUESTION_MS }, terms);
  const rows: Row[] = [];
  if (confirm)
    rows.push({
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.Button,
          style: ButtonStyle.Danger,
          label: cut(confirm.label),
          custom_id: id(confirm.name, confirm.options),
        },
        {
          type: ComponentType.Button,
          style: ButtonStyle.Secondary,
          label: cut(confirm.keep ?? KEEP[locale]),
          custom_id: id(DISMISS, {}),
        },
      ],
    });
  if (choose && choose.choices.length > 0)
    rows.push({
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          placeholder: cut(choose.label),
          custom_id: id(choose.name, { ...choose.options, '?': choose.option }),
          options: choose.choices
            .slice(0, MOST_CHOICES)
            .map(({ name, value }) => ({ label: cut(name), value: String(value) })),
        },
      ],
    });
  if (reopen)
    rows.push({
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.Button,
          style: ButtonStyle.Primary,
          label: REOPEN_LABEL[Object.keys(reopen.typed).length > 0 ? 'again' : 'first'][locale],
          custom_id: fittingId(
            { command: REOPEN, options: reopening(reopen), expiresAtMs: nowMs + FORM_MS },
            terms,
          ),
        },
      ],
    });
  return rows;
}

/** An id for what is pressed or sent; what it has no room for is kept here. */
export function fittingId(
  pressed: Required<Pressed>,
  { key, audience, kept }: Pick<ReplyTerms, 'key' | 'audience' | 'kept'>,
): string {
  try {
    return signedId(key, pressed, audience);
  } catch (error) {
    if (!(error instanceof ComponentIdTooLong)) throw error;
    const options = kept.keep(pressed.options, pressed.expiresAtMs);
    return signedId(key, { ...pressed, options }, audience);
  }
}

function cut(label: string): string {
  return shorten(safeText(label), MOST_LABEL);
}
