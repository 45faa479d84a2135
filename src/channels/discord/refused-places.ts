/**
 * Places that refused messages, for `/desk status`: for a day, across restarts, until the bot's rights there
 * change. Places that not every asker can see aren't named.
 */
import type { DiscordDeps } from './discord-deps.ts';
import type { Bilingual } from '../../time/locale.ts';

interface RefusedPlacesDeps {
  readonly state: DiscordDeps['state'];
  readonly now: () => number;
  /** Everybody whom the desk answers can see this channel. */
  readonly isOpen: (channel: string) => boolean;
}

interface RefusedPlace {
  readonly channel: string;
  readonly title: string;
  readonly because: string;
  readonly atMs: number;
}

const STATE = 'refused places';
const DAY_MS = 24 * 3_600_000;
const MOST = 20;

export class RefusedPlaces {
  readonly #deps: RefusedPlacesDeps;

  constructor(deps: RefusedPlacesDeps) {
    this.#deps = deps;
  }

  /** A message was refused there. */
  async add(place: Omit<RefusedPlace, 'atMs'>): Promise<void> {
    const { state, now } = this.#deps;
    const others = (await this.#all()).filter(
      ({ channel, because }) => channel !== place.channel || because !== place.because,
    );
    await state.set(STATE, JSON.stringify([...others, { ...place, atMs: now() }].slice(-MOST)));
  }

  /** The bot's rights were changed, there or anywhere: later refusals are reported anew. */
  async forgive(channel?: string): Promise<void> {
    const all = await this.#all();
    const left = all.filter((place) => channel !== undefined && place.channel !== channel);
    if (left.length < all.length) await this.#deps.state.set(STATE, JSON.stringify(left));
  }

  /** One sentence per place. */
  async said(): Promise<Bilingual[]> {
    const all = await this.#all();
    const open = all.filter(({ channel }) => this.#deps.isOpen(channel));
    const hidden = new Set(all.filter((place) => !open.includes(place)).map(({ channel }) => channel)).size;
    return [
      ...open.map(({ title, because }) => ({
        en: `Messages are refused in ${title}: ${because}`,
        zh: `${title} 拒絕訊息：${because}`,
      })),
      ...(hidden > 0
        ? [
            {
              en: `Messages are refused in ${hidden} ${hidden === 1 ? 'channel' : 'channels'} that not everybody sees.`,
              zh: `有 ${hidden} 個並非人人可見的頻道拒絕訊息。`,
            },
          ]
        : []),
    ];
  }

  async #all(): Promise<RefusedPlace[]> {
    const { state, now } = this.#deps;
    const kept = JSON.parse((await state.get(STATE)) ?? '[]') as RefusedPlace[];
    return kept.filter(({ atMs }) => atMs > now() - DAY_MS);
  }
}
