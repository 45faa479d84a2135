/** A command's reply in Discord's form: one message, in pages if it is long, with controls under the last one. */
import { ButtonStyle, ComponentType } from 'discord.js';
import type { Locale, Options, Reply } from '../../feature/command.ts';
import { shortLine } from '../../text/shorten.ts';
import { splitMessage } from '../../text/split-message.ts';
import { ComponentIdTooLong, signedId } from './component-ids.ts';
import type { Audience, Pressed } from './component-ids.ts';
import { FORM_MS, REOPEN, REOPEN_LABEL, reopening } from './forms.ts';
import type { Reopened } from './forms.ts';
import type { KeptOptions } from './kept-options.ts';
import type { Pages, ReplyPiece, Row } from './pages.ts';
import { safeText } from './safe-text.ts';
import { DISCORD } from './traits.ts';

export interface ReplyTerms {
  readonly key: Buffer;
  /** Who may press the controls, and where. */
  readonly audience: Audience;
  readonly nowMs: number;
  readonly locale: Locale;
  /** Holds options that don't fit into an id. */
  readonly kept: KeptOptions;
  /** A form that is offered under it. */
  readonly reopen?: Reopened | undefined;
  readonly pages: Pages;
  /** The command that it answers. */
  readonly command: string;
}

const MOST = DISCORD.limits.message;
const MOST_PAGES = 20;
const MOST_LABEL = 80;
const MOST_CHOICES = 25;
/** How long a question may wait for its answer. */
const QUESTION_MS = 10 * 60_000;
/** The button that changes nothing. */
export const DISMISS = 'dismiss';

const KEEP = { en: 'Keep', zh: '保留' } as const;
const MORE = {
  en: '… and more, which Discord has no room for.',
  zh: '……還有更多，Discord 放不下。',
} as const;

/** A reply as a Discord message; a longer one becomes pages. */
export function replyMessage(reply: Reply, terms: ReplyTerms): ReplyPiece {
  const all = splitMessage(safeText(reply.text), MOST);
  const texts = all.length > MOST_PAGES ? [...all.slice(0, MOST_PAGES - 1), MORE[terms.locale]] : all;
  const controls = rowsOf(reply, terms);
  if (texts.length > 1) return terms.pages.open({ ...terms, texts, controls });
  return { content: texts[0] ?? '\u2026', ...(controls.length > 0 && { components: controls }) };
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

/** An id for a control; options that don't fit are kept in memory. */
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
  return shortLine(safeText(label), MOST_LABEL);
}
