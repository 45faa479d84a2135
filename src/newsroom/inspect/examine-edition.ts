import type { Config } from '../../config/config.ts';
import type { Finding } from '../../feature/finding.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { sentenceOf } from '../../text/sentence-of.ts';
import { deskChannel, storyChannels } from '../edition/edition-channels.ts';
import type { Edition } from '../edition/edition.ts';
import { editionOf } from '../edition/home-edition.ts';

interface ExaminedEdition {
  readonly finding: Finding;
  /** Absent where it can't be read. */
  readonly edition?: Edition;
  /** The channels that it names. */
  readonly channels: readonly SessionKey[];
}

/** A check of `nightdesk doctor`: whether the edition can be read. */
export function examineEdition(config: Config): ExaminedEdition {
  const check = 'edition';
  try {
    const edition = editionOf(config);
    const channels = [...new Set([deskChannel(edition), ...storyChannels(edition)])];
    return { finding: { check, state: 'ok', text: `It covers “${edition.title}”.` }, edition, channels };
  } catch (error) {
    const remedy = 'Mend the file, or name another one with NIGHTDESK_EDITION.';
    return { finding: { check, state: 'problem', text: sentenceOf(error), remedy }, channels: [] };
  }
}
