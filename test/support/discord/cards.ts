/** Messages made of components (v2): what Discord demands of them, and what it makes of their pictures. */
import {
  ComponentType,
  MessageFlags,
  type APIAttachment,
  type APIMessageTopLevelComponent,
} from 'discord-api-types/v10';
import { invalidForm } from './discord-error.ts';

interface Part {
  readonly type: ComponentType;
  readonly content?: string;
  readonly components?: readonly Part[];
  readonly component?: Part;
  readonly accessory?: Part;
  readonly items?: readonly GalleryItem[];
}

interface GalleryItem {
  readonly media: { readonly url: string };
  readonly description?: string | null;
  readonly spoiler?: boolean;
}

const MOST_COMPONENTS = 40;
const MOST_CHARACTERS = 4_000;
const REFERENCE = /^attachment:\/\/(.*)$/;
/** Only with the flag. */
const V2_ONLY: readonly ComponentType[] = [
  ComponentType.Section,
  ComponentType.TextDisplay,
  ComponentType.Thumbnail,
  ComponentType.MediaGallery,
  ComponentType.File,
  ComponentType.Separator,
  ComponentType.Container,
];

export function isCard(flags: number | null | undefined): boolean {
  return Boolean((flags ?? 0) & MessageFlags.IsComponentsV2);
}

/** A message's words, whatever its form: its content, or the texts of its components. */
export function wordsOf({
  content,
  components = [],
}: {
  content?: string | null;
  components?: unknown;
}): string {
  return content ? content : textsOf(components as readonly Part[]).join('\n');
}

/** The addresses of the pictures that a message's components show. */
export function picturesOf({ components = [] }: { components?: unknown }): string[] {
  return all((components ?? []) as readonly Part[]).flatMap(({ items = [] }) =>
    items.map(({ media }) => media.url),
  );
}

interface Given {
  readonly content?: unknown;
  readonly embeds?: readonly unknown[] | null | undefined;
  readonly sticker_ids?: readonly unknown[] | null | undefined;
  readonly poll?: unknown;
  readonly components?: readonly object[] | null | undefined;
  /** The names of the files that come with it. */
  readonly fileNames: readonly string[];
}

/** Refuse what such a message may not be. */
export function checkCard(given: Given): void {
  for (const field of ['content', 'embeds', 'sticker_ids', 'poll'] as const) {
    const value = given[field];
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
      continue;
    throw invalidForm(
      field,
      'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
    );
  }
  const parts = all((given.components ?? []) as readonly Part[]);
  if (parts.length === 0) throw invalidForm('components', 'BASE_TYPE_REQUIRED', 'This field is required');
  if (parts.length > MOST_COMPONENTS)
    throw invalidForm(
      'components',
      'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
      `The total number of components cannot exceed ${MOST_COMPONENTS}`,
    );
  const length = textsOf((given.components ?? []) as readonly Part[]).join('').length;
  if (length > MOST_CHARACTERS)
    throw invalidForm(
      'components',
      'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
      `Component displayable text size exceeds maximum size of ${MOST_CHARACTERS}`,
    );
  for (const { items = [] } of parts)
    for (const { media } of items) {
      const name = REFERENCE.exec(media.url)?.[1];
      if (name !== undefined && !given.fileNames.includes(name))
        throw invalidForm(
          'components',
          'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
          'The referenced attachment was not found',
        );
    }
}

/** Refuse components that only messages with the flag have. */
export function checkNoCard(components: readonly object[] | null | undefined): void {
  const at = ((components ?? []) as readonly Part[]).findIndex(({ type }) => V2_ONLY.includes(type));
  if (at < 0) return;
  throw invalidForm(
    `components.${at}.type`,
    'UNION_TYPE_CHOICES',
    'Value of field "type" must be one of (1,).',
  );
}

/**
 * As Discord keeps it: references to files are addresses, and the files that components show are no attachments.
 */
export function asKeptCard(
  components: readonly APIMessageTopLevelComponent[] | null | undefined,
  attachments: readonly APIAttachment[],
  nextId: () => string,
): { components: APIMessageTopLevelComponent[]; attachments: APIAttachment[] } {
  const shown = new Set<string>();
  const kept = (part: Part): Part => {
    const { components: inner, items } = part;
    return {
      ...(part.type === ComponentType.Container && { accent_color: null, spoiler: false }),
      ...(part.type === ComponentType.Separator && { divider: true, spacing: 1 }),
      ...(part.type === ComponentType.StringSelect && { min_values: 1, max_values: 1 }),
      ...part,
      ...(inner && { components: inner.map(kept) }),
      ...(items && { items: items.map(keptItem) }),
    };
  };
  const keptItem = ({ media, description = null, spoiler = false }: GalleryItem) => {
    const name = REFERENCE.exec(media.url)?.[1];
    const file = attachments.find(({ filename, url }) =>
      name === undefined ? url === media.url : filename === name,
    );
    const url = file?.url ?? media.url;
    if (file) shown.add(file.id);
    return {
      media: {
        id: nextId(),
        url,
        proxy_url: url,
        ...(file && { attachment_id: file.id, content_type: file.content_type }),
      },
      description,
      spoiler,
    };
  };
  return {
    components: ((components ?? []) as readonly Part[]).map(kept) as unknown as APIMessageTopLevelComponent[],
    attachments: attachments.filter(({ id }) => !shown.has(id)),
  };
}

function all(parts: readonly Part[]): Part[] {
  return parts.flatMap((part) => [
    part,
    ...all(part.components ?? []),
    ...all([part.accessory, part.component].filter((one) => one !== undefined)),
  ]);
}

function textsOf(parts: readonly Part[]): string[] {
  return all(parts).flatMap(({ type, content }) =>
    type === ComponentType.TextDisplay && content !== undefined ? [content] : [],
  );
}
