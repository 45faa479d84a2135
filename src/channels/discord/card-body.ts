/**
 * A card as a Discord message: a container of components, in place of text and embeds.
 *
 * All its text together has at most 4,000 characters; the least important text is dropped first. Mentions in it
 * notify nobody except the given roles. The same card always gives the same body.
 */
import { ComponentType, MessageFlags, SeparatorSpacingSize } from 'discord-api-types/v10';
import type {
  APIActionRowComponent,
  APIComponentInContainer,
  APIComponentInMessageActionRow,
  APIMediaGalleryItem,
  APIMessage,
  APIMessageTopLevelComponent,
} from 'discord-api-types/v10';
import { linkAddress, linkCitations } from '../../text/citations.ts';
import type { Citations } from '../../text/citations.ts';
import type { OpBody, OpCard, OpLink } from '../../sessions/op.ts';
import { MENU } from './card-menu.ts';
import type { Audience } from './component-ids.ts';
import {
  Unsendable,
  attachmentsOf,
  cutName,
  fileName,
  idOf,
  mentionsOf,
  rolesOf,
  rowsOf,
} from './message-body.ts';
import type { AllowedMentions, NamedFiles } from './message-body.ts';
import { safeText } from './safe-text.ts';
import { DISCORD } from './traits.ts';

export interface CardBody extends NamedFiles {
  readonly components: APIMessageTopLevelComponent[];
  readonly allowed_mentions: AllowedMentions;
  readonly flags: number;
}

interface CardTerms {
  readonly key: Uint8Array;
  readonly audience: Audience;
  /** The pictures of the edited message, which stay if the edit brings none. */
  readonly there?: readonly APIMediaGalleryItem[];
}

const MOST_CHARACTERS = DISCORD.limits.card;
const MOST_LABEL = 100;
const MOST_CHOICES = 25;
const MOST_ALT = 1_024;
const TONES = { urgent: 0xd8_3c_3e, waiting: 0xe0_a1_00, gone: 0x80_84_8e } as const;

export type WithCard = OpBody & { readonly card: OpCard };

/** Whether the message has a card beside its plain words. */
export function hasCard<Given extends OpBody>(spec: Given): spec is Given & WithCard {
  return spec.card !== undefined;
}

/** @throws Unsendable that names the problem. */
export function cardBody(body: WithCard, { key, audience, there = [] }: CardTerms): CardBody {
  const { card, citations = {} } = body;
  const roles = rolesOf(body);
  const called = roles.map(DISCORD.writes.role).join(' ');
  const words = fitting(card, citations, MOST_CHARACTERS - called.length);
  const pictures = body.files === undefined ? [...there] : picturesOf(body.files, card);
  const components: APIComponentInContainer[] = [
    textOf(words.head),
    ...(pictures.length > 0 ? [{ type: ComponentType.MediaGallery as const, items: pictures }] : []),
    ...(words.lede === '' ? [] : [textOf(words.lede)]),
    ...(words.foot === '' ? [] : [LINE, textOf(words.foot)]),
    ...rowsOf(card.buttons ?? [], key, audience),
    ...menuOf(card, key, audience),
  ];
  return {
    components: [
      ...(called === '' ? [] : [textOf(called)]),
      {
        type: ComponentType.Container,
        ...(card.tone !== undefined && { accent_color: TONES[card.tone] }),
        components,
      },
    ],
    allowed_mentions: mentionsOf(roles),
    flags: MessageFlags.IsComponentsV2,
    ...attachmentsOf(body.files),
  };
}

/** Whether a message consists only of components. */
export function isCard({ flags }: Pick<APIMessage, 'flags'>): boolean {
  return ((flags ?? 0) & MessageFlags.IsComponentsV2) !== 0;
}

const LINE = { type: ComponentType.Separator, divider: true, spacing: SeparatorSpacingSize.Small } as const;

interface Words {
  readonly head: string;
  readonly lede: string;
  readonly foot: string;
}

/**
 * Dropped first are the sources, last ones first; then the links of the lede, those of the notes, the lede. @throws
 * Unsendable
 */
function fitting(card: OpCard, citations: Citations, room: number): Words {
  const { sources, lede = '', notes = [], line } = card;
  const heading = card.title.replaceAll(/\s+/gu, ' ').trim();
  const head = [`### ${heading}`, ...(line ? [`-# ${line}`] : []), ...notes].join('\n');
  const links = sources?.links ?? [];
  const times = (card.times ?? [])
    .map(({ label, atMs }) => `${label} ${DISCORD.writes.moment(atMs)}`)
    .join(' · ');
  const foot = (count: number) =>
    [
      ...(sources && count > 0
        ? [
            `**${sources.label}** ${links.slice(0, count).map(linkOf).join(' · ')}${count < links.length ? ' …' : ''}`,
          ]
        : []),
      ...(times === '' ? [] : [`-# ${times}`]),
    ].join('\n');
  const tellings = [
    [shown(head, citations), shown(lede, citations)],
    [shown(head, citations), shown(lede, {})],
    [shown(head, {}), shown(lede, {})],
    [shown(head, {}), ''],
  ] as const;
  for (const [above, told] of tellings)
    for (let count = links.length; count >= 0; count--) {
      const words = { head: above, lede: told, foot: foot(count) };
      if (Object.values(words).join('').length <= room) return words;
    }
  throw new Unsendable(`It has ${head.length} characters; a message of Discord has ${MOST_CHARACTERS}.`);
}

function shown(text: string, citations: Citations): string {
  const timed = safeText(text).replaceAll(/\{time:(\d{1,16})\}/gu, (_, ms: string) =>
    DISCORD.writes.moment(Number(ms)),
  );
  return linkCitations(timed, citations).trim();
}

/** A label whose link was removed must not begin another link. */
function linkOf({ label, url }: OpLink): string {
  const name = safeText(label)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll(/[\\*_~`|<>]/gu, (sign) => `\\${sign}`)
    .trim();
  const address = linkAddress(url);
  return address === undefined ? name : `[${name || '…'}](<${address}>)`;
}

function textOf(content: string) {
  return { type: ComponentType.TextDisplay as const, content };
}

function picturesOf(files: NonNullable<OpBody['files']>, { picture }: OpCard): APIMediaGalleryItem[] {
  return files
    .filter(({ name }) => picture === undefined || name === picture)
    .map(({ name, alt }) => ({
      media: { url: `attachment://${fileName(name)}` },
      ...(alt !== undefined && { description: cutName(alt, MOST_ALT) }),
    }));
}

function menuOf(
  { menu }: OpCard,
  key: Uint8Array,
  audience: Audience,
): APIActionRowComponent<APIComponentInMessageActionRow>[] {
  const [first] = menu?.choices ?? [];
  if (!menu || !first) return [];
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          placeholder: cutName(menu.label, MOST_LABEL),
          custom_id: idOf(key, { command: MENU, options: first.options }, audience),
          options: menu.choices.slice(0, MOST_CHOICES).map(({ label, command, options }) => ({
            label: cutName(label, MOST_LABEL) || command,
            value: idOf(key, { command, options }, audience),
          })),
        },
      ],
    },
  ];
}
