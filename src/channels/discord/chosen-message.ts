/** The message that a message command is used on, as people read it: text, embeds, components and links. */
import type { Message } from 'discord.js';
import type { ChosenMessage } from '../../feature/command.ts';
import { embedWords, forwardedIn, wordsOf } from './message-words.ts';
import { plainLabel } from './plain-label.ts';
import { shorten } from '../../text/shorten.ts';

const MOST_TEXT = 2_000;
const LINK = /https?:\/\/[^\s<>"'）」』，。]+/giu;
/** Punctuation after an address. */
const AFTER_LINK = /[.,;:!?)\]]+$/u;

/**
 * A message that a message command is used on: its text, or that of the message that it forwards, with those of its
 * embeds and components, and the links in them.
 */
export function chosenMessage(message: Message): ChosenMessage {
  const { id, author, member, client } = message;
  const said = forwardedIn(message) ?? message;
  const { embeds } = said;
  const components = said.components.flatMap((one) => textsIn(one.toJSON()));
  const shown = embedWords(said);
  const texts = [wordsOf(said, client.user.id), ...components, ...shown].filter((one) => one !== '');
  const text = texts.join('\n');
  const links = [said.content, ...components, ...shown].flatMap((one) => one.match(LINK) ?? []);
  const pages = embeds.flatMap(({ url }) => url ?? []);
  return {
    id,
    author: plainLabel(member?.displayName ?? author.displayName),
    text: shorten(text, MOST_TEXT),
    links: [...new Set([...links.map((one) => one.replace(AFTER_LINK, '')), ...pages])],
  };
}

/** The texts of a component and of everything in it. */
function textsIn(component: unknown): string[] {
  if (typeof component !== 'object' || component === null) return [];
  const { content, components, accessory } = component as Record<string, unknown>;
  const inner: unknown[] = [...(Array.isArray(components) ? (components as unknown[]) : []), accessory];
  return [...(typeof content === 'string' ? [content] : []), ...inner.flatMap(textsIn)];
}
