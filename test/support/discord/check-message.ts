/** The bounds of a message, as Discord holds them: what is beyond them is refused with 50035 or 50006. */
import type { APIEmbed } from 'discord-api-types/v10';
import { checkCard, checkNoCard, isCard } from './cards.ts';
import { invalidForm, refusal } from './discord-error.ts';

export interface MessageParts {
  readonly content?: string | null | undefined;
  readonly embeds?: readonly APIEmbed[] | null | undefined;
  readonly components?: readonly object[] | null | undefined;
  readonly flags?: number | null | undefined;
  readonly fileCount: number;
  /** Of the files that come with it. */
  readonly fileNames?: readonly string[];
  /** People with Nitro write 4,000. */
  readonly maxLength?: number;
  /** What else makes a message not empty: stickers, a poll. */
  readonly others?: boolean;
}

const EMBED_TOTAL = 6_000;

export function checkMessage({
  content,
  embeds,
  components,
  flags,
  fileCount,
  fileNames = [],
  others,
  maxLength = 2_000,
}: MessageParts): void {
  if (content != null && typeof content !== 'string') {
    throw invalidForm('content', 'STRING_TYPE_CONVERT', 'Could not interpret as string.');
  }
  const text = content?.trim() ?? '';
  if (countCharacters(text) > maxLength) {
    throw invalidForm('content', 'BASE_TYPE_MAX_LENGTH', `Must be ${maxLength} or fewer in length.`);
  }
  if ((embeds?.length ?? 0) > 10) {
    throw invalidForm('embeds', 'BASE_TYPE_MAX_LENGTH', 'Must be 10 or fewer in length.');
  }
  if (embedCharacters(embeds ?? []) > EMBED_TOTAL) {
    throw invalidForm('embeds', 'MAX_EMBED_SIZE_EXCEEDED', 'Embed size exceeds maximum size of 6000');
  }
  if (fileCount > 10)
    throw invalidForm('attachments', 'BASE_TYPE_MAX_LENGTH', 'Must be 10 or fewer in length.');
  const isV2 = isCard(flags);
  if (isV2) checkCard({ content, embeds, components, fileNames });
  else checkNoCard(components);
  if (!isV2 && (components?.length ?? 0) > 5) {
    throw invalidForm('components', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.');
  }
  checkCustomIds(components ?? []);
  const isEmpty = text === '' && !embeds?.length && !fileCount && !components?.length && !others;
  if (isEmpty) throw refusal('emptyMessage');
}

/** What all embeds of a message count together towards the 6,000. */
export function embedCharacters(embeds: readonly APIEmbed[]): number {
  let total = 0;
  for (const { title, description, fields, footer, author } of embeds) {
    const texts = [title, description, footer?.text, author?.name];
    for (const field of fields ?? []) texts.push(field.name, field.value);
    for (const text of texts) total += countCharacters(text?.trim() ?? '');
  }
  return total;
}

/** Discord counts code points. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function checkCustomIds(components: readonly object[], seen = new Set<string>()): void {
  for (const component of components) {
    if ('custom_id' in component && typeof component.custom_id === 'string') {
      if (countCharacters(component.custom_id) > 100) {
        throw invalidForm('components.custom_id', 'BASE_TYPE_MAX_LENGTH', 'Must be 100 or fewer in length.');
      }
      if (seen.has(component.custom_id)) {
        throw invalidForm(
          'components',
          'COMPONENT_CUSTOM_ID_DUPLICATED',
          'Component custom id cannot be duplicated',
        );
      }
      seen.add(component.custom_id);
    }
    if ('components' in component && Array.isArray(component.components)) {
      checkCustomIds(component.components as object[], seen);
    }
  }
}
