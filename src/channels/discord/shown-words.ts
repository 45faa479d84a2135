/** The text of a message in any form: its content, or the texts of its components. */
import { ComponentType } from 'discord-api-types/v10';
import type { APIMediaGalleryItem } from 'discord-api-types/v10';

interface Shown {
  readonly content?: string | null;
  readonly components?: readonly unknown[];
}

/** The text that a message shows: its content, or that of its components. */
export function shownWords({ content, components = [] }: Shown): string {
  return content ? content : textsIn(components).join('\n');
}

/** As people read it: links by their labels, moments as dates. */
export function plainWords(message: Shown): string {
  return shownWords(message)
    .replaceAll(/\[(\[\d+\]|[^[\]\n]+)\]\(<?[^()\s<>]*>?\)/gu, '$1')
    .replaceAll(/<t:(\d{1,11})(?::\w)?>/gu, (_, seconds: string) => momentOf(Number(seconds) * 1_000))
    .replaceAll(/^(?:-#|#{1,3}) /gmu, '');
}

function momentOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Components in the form of Discord's API, or of the client's cache. */
function textsIn(components: readonly unknown[]): string[] {
  return components.flatMap((component) => {
    const {
      type,
      content,
      components: inner,
    } = component as {
      type?: unknown;
      content?: unknown;
      components?: unknown;
    };
    return [
      ...(type === ComponentType.TextDisplay && typeof content === 'string' ? [content] : []),
      ...(Array.isArray(inner) ? textsIn(inner) : []),
    ];
  });
}

/** The pictures that a message's components show. */
export function picturesIn(components: readonly unknown[] = []): APIMediaGalleryItem[] {
  return components.flatMap((component) => {
    const { items, components: inner } = component as {
      items?: APIMediaGalleryItem[];
      components?: unknown[];
    };
    return [
      ...(items ?? []).map(({ media, description }) => ({
        media: { url: media.url },
        ...(typeof description === 'string' && description !== '' && { description }),
      })),
      ...picturesIn(inner),
    ];
  });
}
