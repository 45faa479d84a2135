/**
 * An op's content in Discord's form: text, buttons with signed ids, files with their bytes.
 *
 * Mentions in the text notify nobody; roles to notify are appended to it. The same op always gives the same body,
 * so that it can be recognised when it is read back.
 */
import { ButtonStyle, ComponentType, MessageFlags } from 'discord-api-types/v10';
import type {
  APIActionRowComponent,
  APIComponentInMessageActionRow,
  APIMessage,
} from 'discord-api-types/v10';
import type { RawFile } from 'discord.js';
import type { ChineseNames } from '../../commands/chinese-names.ts';
import { shortLine } from '../../text/shorten.ts';
import type { OpBody, OpButton } from '../../sessions/op.ts';
import { linkCitations } from '../../text/citations.ts';
import { ComponentIdTooLong, signedId } from './component-ids.ts';
import type { Audience } from './component-ids.ts';
import { safeText } from './safe-text.ts';
import { picturesIn, shownWords } from './shown-words.ts';
import { DISCORD } from './traits.ts';

/** An op that can't be sent in any case: a fault of its caller. */
export class Unsendable extends Error {
  override readonly name = 'Unsendable';
}

const { message: MOST_CHARACTERS, threadName: MOST_NAME } = DISCORD.limits;
const MOST_LABEL = 80;
const MOST_IN_ROW = 5;
const MOST_BUTTONS = 25;
const MOST_FILES = 10;
const MOST_ALT = 1_024;
const ROLE = /^\d{15,20}$/;
const STYLES = {
  primary: ButtonStyle.Primary,
  plain: ButtonStyle.Secondary,
  danger: ButtonStyle.Danger,
} as const;

type Rows = APIActionRowComponent<APIComponentInMessageActionRow>[];

export interface AllowedMentions {
  readonly parse: [];
  readonly roles?: string[];
  readonly replied_user: false;
}

export interface NamedFiles {
  readonly attachments?: { id: string; filename: string; description?: string }[];
}

export interface Body extends NamedFiles {
  readonly content: string;
  readonly allowed_mentions: AllowedMentions;
  readonly components: Rows;
  readonly flags: number;
}

/** The parts of a body, in any form, by which a message is recognised. */
export type AnyBody = NamedFiles & { readonly content?: string; readonly components: readonly unknown[] };

export interface BodyTerms {
  /** The key for signing button ids. */
  readonly key: Uint8Array;
  /** The commands that a text may name. */
  readonly names: ChineseNames;
}

/** @throws Unsendable that names the problem. */
export function bodyOf(body: OpBody, { key, names }: BodyTerms, audience: Audience): Body {
  const roles = rolesOf(body);
  const content = contentOf(body, roles, names);
  const { files = [] } = body;
  if (content.length > MOST_CHARACTERS)
    throw new Unsendable(`It has ${content.length} characters; a message of Discord has ${MOST_CHARACTERS}.`);
  if (content.trim() === '' && files.length === 0) throw new Unsendable('It has nothing to show.');
  if (files.length > MOST_FILES)
    throw new Unsendable(`It has ${files.length} files; a message of Discord has ${MOST_FILES}.`);
  return {
    content,
    allowed_mentions: mentionsOf(roles),
    components: rowsOf(body.buttons ?? [], key, audience),
    flags: body.previews === false ? MessageFlags.SuppressEmbeds : 0,
    ...attachmentsOf(body.files),
  };
}

/** Citations become links, where there is room for them. */
function contentOf({ text, citations = {} }: OpBody, roles: readonly string[], names: ChineseNames): string {
  const called = roles.map(DISCORD.writes.role).join(' ');
  const content = [names.inItsLanguage(safeText(text)), ...(called === '' ? [] : [called])].join('\n');
  const linked = linkCitations(content, citations);
  return linked.length <= MOST_CHARACTERS ? linked : content;
}

/** The roles to notify, without invalid ids. */
export function rolesOf({ pings }: OpBody): string[] {
  return (pings?.roles ?? []).filter((id) => ROLE.test(id));
}

/** The mentions that a message may make: only these roles. */
export function mentionsOf(roles: string[]): AllowedMentions {
  return { parse: [], ...(roles.length > 0 && { roles }), replied_user: false };
}

/** Empty where an edit removes them. */
export function attachmentsOf(files: OpBody['files']): NamedFiles {
  if (files === undefined) return {};
  return {
    attachments: files.map(({ name, alt }, n) => ({
      id: String(n),
      filename: fileName(name),
      ...(alt !== undefined && { description: cutName(alt, MOST_ALT) }),
    })),
  };
}

/** Reads a file of a message, by its path. */
export type ReadFile = (path: string) => Promise<Uint8Array>;

/**
 * A body with the bytes of its readable files: a missing picture must not keep the text from being sent.
 * @throws Unsendable where there is neither text nor a readable file.
 */
export async function withBytes<Given extends OpBody>(
  spec: Given,
  readFile: ReadFile,
): Promise<{ spec: Given; bytes: RawFile[] }> {
  if (spec.files === undefined) return { spec, bytes: [] };
  const read = await Promise.all(
    spec.files.map(async (file) => {
      const data = await readFile(file.path).catch(() => undefined);
      return data && { file, raw: { name: fileName(file.name), data: Buffer.from(data) } };
    }),
  );
  const there = read.filter((one) => one !== undefined);
  if (there.length === 0 && spec.files.length > 0 && spec.text.trim() === '')
    throw new Unsendable(
      `It has a file that can't be read: ${spec.files.map(({ name }) => name).join(', ')}.`,
    );
  return { spec: { ...spec, files: there.map(({ file }) => file) }, bytes: there.map(({ raw }) => raw) };
}

/** The name of a thread: one line of at most 100 characters, cut between visible characters. */
export function threadName(name: string): string {
  return cutName(name, MOST_NAME) || 'Untitled';
}

/**
 * Whether a message has this body: by its buttons if it has some, else by its text and files, of which some may be
 * missing.
 */
export function likeness(
  message: APIMessage,
  body: AnyBody,
): 'same' | 'same buttons' | 'same text' | undefined {
  const ids = idsOf(body.components);
  const sameButtons = ids.length > 0 && idsOf(message.components ?? []).some((id) => ids.includes(id));
  const words = plain(shownWords(body));
  if (plain(shownWords(message)) !== words) return sameButtons ? 'same buttons' : undefined;
  const files = filesOf(fileNamesOf(message), body.attachments);
  if (sameButtons) return files === 'all' ? 'same' : 'same buttons';
  if (files === 'all') return ids.length === 0 ? 'same' : 'same text';
  return files === 'some' && words !== '' ? 'same text' : undefined;
}

/**
 * Buttons in rows of five.
 *
 * @throws Unsendable for more buttons than a message can have, or an id that is too long.
 */
export function rowsOf(buttons: readonly OpButton[], key: Uint8Array, audience: Audience): Rows {
  if (buttons.length > MOST_BUTTONS)
    throw new Unsendable(`It has ${buttons.length} buttons; a message of Discord has ${MOST_BUTTONS}.`);
  const made = buttons.map(({ label, style = 'plain', command, options }) => ({
    type: ComponentType.Button as const,
    style: STYLES[style],
    label: cutName(label, MOST_LABEL) || command,
    custom_id: idOf(key, { command, options }, audience),
  }));
  const starts = Array.from({ length: Math.ceil(made.length / MOST_IN_ROW) }, (_, row) => row * MOST_IN_ROW);
  return starts.map((at) => ({
    type: ComponentType.ActionRow,
    components: made.slice(at, at + MOST_IN_ROW),
  }));
}

/**
 * A button's signed `custom_id`.
 *
 * @throws Unsendable where it is longer than Discord allows.
 */
export function idOf(key: Uint8Array, pressed: Parameters<typeof signedId>[1], audience: Audience): string {
  try {
    return signedId(key, pressed, audience);
  } catch (error) {
    if (!(error instanceof ComponentIdTooLong)) throw error;
    throw new Unsendable(error.message, { cause: error });
  }
}

/** Discord changes names with other characters, so that they couldn't be recognised. */
export function fileName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]+/g, '_').slice(-MOST_NAME) || 'file';
}

/** Without mentions and markup, on one line of at most `most` characters. */
export function cutName(name: string, most: number): string {
  return shortLine(safeText(name), most);
}

/** The ids in rows of any shape; links have none. */
function idsOf(components: readonly unknown[]): string[] {
  return components.flatMap((component) => {
    const { custom_id: id, components: inner } = component as { custom_id?: unknown; components?: unknown };
    return [...(typeof id === 'string' ? [id] : []), ...(Array.isArray(inner) ? idsOf(inner) : [])];
  });
}

/** Discord trims texts, and may change line ends and control characters. */
function plain(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

/** The files of a message; those shown in components aren't among its attachments. */
function fileNamesOf({ attachments = [], components = [] }: Partial<APIMessage>): string[] {
  const shown = picturesIn(components).map(
    ({ media }) => /[^/]*$/u.exec(media.url.replace(/[?#].*/u, ''))?.[0] ?? '',
  );
  return [...attachments.map(({ filename }) => filename), ...shown];
}

/** Which of a body's files a message has; any other file makes it a different message. */
function filesOf(there: readonly string[], wanted: Body['attachments'] = []): 'all' | 'some' | 'others' {
  const names = wanted.map(({ filename }) => filename);
  if (!there.every((name) => names.includes(name))) return 'others';
  return there.length === names.length ? 'all' : 'some';
}
