/**
 * Places that refused messages, for `/desk status`: for a day, across restarts, until the bot's rights there
 * change. Places that not every asker can see aren't named.
 */
import { oneByOne } from '../../async/joined.ts';
import { sayBecause } from '../../feature/say-because.ts';
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
  /** Each change starts from what the one before left. */
  readonly #inTurn = oneByOne();

  constructor(deps: RefusedPlacesDeps) {
    this.#deps = deps;
  }

  /** A message was refused there. */
  add(place: Omit<RefusedPlace, 'atMs'>): Promise<void> {
    return this.#change((all) => {
      const others = all.filter(
        ({ channel, because }) => channel !== place.channel || because !== place.because,
      );
      return [...others, { ...place, atMs: this.#deps.now() }].slice(-MOST);
    });
  }

  /** The bot's rights were changed, there or anywhere: later refusals are reported anew. */
  forgive(channel?: string): Promise<void> {
    return this.#change((all) => {
      const left = all.filter((place) => channel !== undefined && place.channel !== channel);
      return left.length < all.length ? left : all;
    });
  }

  /** One sentence per place. */
  async said(): Promise<Bilingual[]> {
    const all = await this.#all();
    const open = all.filter(({ channel }) => this.#deps.isOpen(channel));
    const hidden = new Set(all.filter((place) => !open.includes(place)).map(({ channel }) => channel)).size;
    return [
      ...open.map(({ title, because }) => ({
        en: `Messages are refused in ${title}: ${because}`,
        zh: `${title} 拒絕訊息：${sayBecause(because, 'zh')}`,
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

  #change(decide: (all: readonly RefusedPlace[]) => readonly RefusedPlace[]): Promise<void> {
    return this.#inTurn(async () => {
      const all = await this.#all();
      const next = decide(all);
      if (next !== all) await this.#deps.state.set(STATE, JSON.stringify(next));
    });
  }

  async #all(): Promise<RefusedPlace[]> {
    const { state, now } = this.#deps;
    const kept = JSON.parse((await state.get(STATE)) ?? '[]') as RefusedPlace[];
    return kept.filter(({ atMs }) => atMs > now() - DAY_MS);
  }
}
