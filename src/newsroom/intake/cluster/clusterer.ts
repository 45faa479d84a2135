/**
 * Decides which event a link belongs to: incremental, deterministic, without a model.
 *
 * - A decision depends on earlier links only, and on those of the same batch by how common their words are.
 * - Events that share a link's rarest words are found with an inverted index (`retrieval.ts`). The most similar ones
 *   by cosine to their centroid (TF-IDF of words, capitals × 1.5, n-grams, lede) are weighed by `match.ts` or,
 *   between scripts, by `comparison.ts`. The score is a probability.
 * - A posted root takes no later news; that becomes a development.
 * - `expire` forgets events that no link can join any more. Words of links count for a week.
 */
import { Cluster } from './cluster.ts';
import { contradicts, crossOf, differ, isMateriallyNew } from './comparison.ts';
import type { ClusterDecision } from './decision.ts';
import type { ClusterItem } from './features.ts';
import { Headlines } from '../../../text/headline.ts';
import { contradicted, matchProbability } from './match.ts';
import { Postings } from './postings.ts';
import { Retrieval, type SoughtWord } from './retrieval.ts';
import { roundupReason } from './roundup.ts';
import { namesAnother } from './same-but-names.ts';
import { seenLink, vectorOf, type SeenLink } from './seen-link.ts';
import { LaidVector } from './sparse-vector.ts';
import { TermTally } from './term-tally.ts';
import { Vocabulary } from './vocabulary.ts';
import { Window } from './window.ts';

export interface ClusterSettings {
  readonly windowMs: number;
  /** The probability from which a link joins. */
  readonly threshold: number;
  /** Half the width of the ambiguous band around it. */
  readonly band: number;
}

const CLUSTER_SETTINGS: ClusterSettings = { windowMs: 48 * 3_600_000, threshold: 0.4, band: 0.34 };
const HOUR_MS = 3_600_000;
/** How many events found by words are weighed in full. */
const RETRIEVED = 16;
const WEIGHED = 6;
const CANDIDATES = 5;
/**
 * Lower scores are discarded: of such candidates one in 45 is right, each costs a prompt 40 to 110 tokens, and each
 * is one more way for a model to err. 0.04 to 0.1 do about as well.
 */
const LEAST_SCORE = 0.08;

interface Weighed {
  readonly cluster: Cluster;
  readonly score: number;
}

export class Clusterer {
  readonly #settings: ClusterSettings;
  readonly #vocabulary = new Vocabulary();
  readonly #window: Window;
  readonly #headlines = new Headlines();
  readonly #clusters = new Map<number, Cluster>();
  readonly #slots: (Cluster | undefined)[] = [];
  readonly #freeSlots: number[] = [];
  readonly #children = new Map<number, Set<number>>();
  readonly #postings = new Postings();
  readonly #retrieval = new Retrieval();
  readonly #laid = new LaidVector();
  readonly #tally = new TermTally();
  /** Those that are counted or in an event. */
  readonly #seen = new Map<ClusterItem, SeenLink>();

  constructor(settings: Partial<ClusterSettings> = {}) {
    this.#settings = { ...CLUSTER_SETTINGS, ...settings };
    this.#window = new Window(this.#settings.windowMs, this.#vocabulary);
  }

  /** Start an event; its links follow by `place`. */
  begin(eventId: number, parentId: number | null = null, postedAtMs: number | null = null): void {
    const slot = this.#freeSlots.pop() ?? this.#slots.length;
    const cluster = new Cluster(eventId, slot, parentId, postedAtMs);
    this.#slots[slot] = cluster;
    this.#clusters.set(eventId, cluster);
    if (parentId === null) return;
    const children = this.#children.get(parentId) ?? new Set();
    this.#children.set(parentId, children.add(eventId));
  }

  /** Count an item's words, so that common ones are recognised. Call once per item, before it is placed. */
  observe(item: ClusterItem): void {
    this.#linkOf(item);
  }

  /** Put the item into this event. */
  place(item: ClusterItem, eventId: number): void {
    const cluster = this.#clusters.get(eventId);
    if (cluster === undefined) throw new Error(`no event ${eventId} was begun`);
    const link = this.#lay(this.#linkOf(item));
    link.eventId = eventId;
    const { terms, firstWord, end } = link;
    for (let at = firstWord; at < end; at++)
      if (!cluster.has(terms[at]!)) this.#postings.add(terms[at]!, cluster.slot);
    cluster.add(link, this.#laid);
  }

  /** Whether the event was started and not forgotten. */
  has(eventId: number): boolean {
    return this.#clusters.has(eventId);
  }

  /** The event that contains the item. */
  eventOf(item: ClusterItem): number | undefined {
    return this.#seen.get(item)?.eventId;
  }

  /** The event's items, in the order of placing. */
  itemsOf(eventId: number): readonly ClusterItem[] {
    return this.#clusters.get(eventId)?.links.map(({ item }) => item) ?? [];
  }

  /** Take the item out of its event, if it has one; its words stay counted. */
  remove(item: ClusterItem): void {
    const link = this.#seen.get(item);
    const cluster = link?.eventId === undefined ? undefined : this.#clusters.get(link.eventId);
    if (link === undefined || cluster === undefined) return;
    this.#lay(link);
    link.eventId = undefined;
    cluster.remove(link, this.#laid);
    const { terms, firstWord, end } = link;
    for (let at = firstWord; at < end; at++)
      if (!cluster.has(terms[at]!)) this.#postings.remove(terms[at]!, cluster.slot);
  }

  /** Move the item to another event. */
  move(item: ClusterItem, toEventId: number): void {
    this.remove(item);
    this.place(item, toEventId);
  }

  /** Forget an event and its items. Its developments stay. */
  forget(eventId: number): void {
    const cluster = this.#clusters.get(eventId);
    if (cluster === undefined) return;
    for (const link of cluster.links) {
      link.eventId = undefined;
      this.#leave(link);
      for (let at = link.firstWord; at < link.end; at++) this.#postings.remove(link.terms[at]!, cluster.slot);
    }
    this.#clusters.delete(eventId);
    this.#slots[cluster.slot] = undefined;
    this.#freeSlots.push(cluster.slot);
    if (cluster.parentId === null) return;
    const siblings = this.#children.get(cluster.parentId);
    siblings?.delete(eventId);
    if (siblings?.size === 0) this.#children.delete(cluster.parentId);
  }

  /**
   * Forget events that no link can join any more, and words that no recent link has. Call only when no earlier
   * decision needs its candidates. Cheap enough to call after each link.
   */
  expire(): void {
    this.#window.sweep(
      (beforeMs) => {
        for (const cluster of this.#clusters.values())
          if (cluster.links.length > 0 && cluster.newestAtMs < beforeMs) this.forget(cluster.id);
      },
      (link) => this.#leave(link),
    );
  }

  /** Nothing is known any more of what is neither counted nor in an event. */
  #leave(link: SeenLink): void {
    const isOver = link.isForgotten && link.eventId === undefined;
    if (isOver && this.#seen.get(link.item) === link) this.#seen.delete(link.item);
  }

  /** Decide without placing: the caller numbers new events. */
  decide(item: ClusterItem): ClusterDecision {
    const reason = roundupReason(this.#headlines.of(item.title, item.outlet));
    if (reason !== undefined) return { action: 'skip', reason, score: 0, ambiguous: false, candidates: [] };
    const weighed = this.#weigh(item);
    const { threshold, band } = this.#settings;
    const best = weighed[0];
    const told = {
      score: best?.score ?? 0,
      ambiguous: best !== undefined && Math.abs(best.score - threshold) < band,
      candidates: weighed.slice(0, CANDIDATES).map(({ cluster, score }) => ({ eventId: cluster.id, score })),
    };
    if (best === undefined || best.score < threshold) return { action: 'new_event', ...told };
    return { ...this.#within(best.cluster, weighed, item), ...told };
  }

  /** Whether it belongs to the root or to its development. */
  #within(
    found: Cluster,
    weighed: readonly Weighed[],
    item: ClusterItem,
  ): { action: 'join'; eventId: number } | { action: 'development'; parentId: number } {
    const isNews =
      found.postedAtMs !== null && item.atMs > found.postedAtMs && isMateriallyNew(found, this.#linkOf(item));
    if (!isNews) return { action: 'join', eventId: found.id };
    const root = found.parentId ?? found.id;
    const family = this.#children.get(root) ?? new Set();
    const open = weighed.find(
      ({ cluster, score }) =>
        family.has(cluster.id) && cluster.postedAtMs === null && score >= this.#settings.threshold,
    );
    return open === undefined
      ? { action: 'development', parentId: root }
      : { action: 'join', eventId: open.cluster.id };
  }

  /** The events similar to the item, most probable first. */
  #weigh(item: ClusterItem): Weighed[] {
    const link = this.#lay(this.#linkOf(item));
    const words = this.#rarities(link);
    const rarity = words.reduce((sum, word) => sum + word.rarity, 0);
    const found = this.#retrieval
      .find(words, this.#postings, this.#slots, RETRIEVED, (cluster) => this.#isInWindow(cluster, item.atMs))
      .map((cluster) => ({
        cluster,
        cosine: cluster.cosine(this.#laid),
        cross: crossOf(link, cluster),
      }));
    found.sort((a, b) => b.cosine - a.cosine || a.cluster.id - b.cluster.id);
    const volume = this.#window.links;
    return found
      .filter(({ cross }, rank) => rank < WEIGHED || (cross ?? 0) > 0)
      .map(({ cluster, cosine, cross }) => ({
        cluster,
        score: cross ?? this.#likely(link, rarity, cluster, cosine, volume),
      }))
      .filter(({ score }) => score >= LEAST_SCORE)
      .sort((a, b) => b.score - a.score || a.cluster.id - b.cluster.id);
  }

  /** Titles are aligned only if the link would join, because that is the most expensive step. */
  #likely(link: SeenLink, rarity: number, cluster: Cluster, cosine: number, volume: number) {
    const likely = matchProbability(this.#measure(link, rarity, cluster, cosine, volume));
    const isOther = likely >= this.#settings.threshold && namesAnother(link, cluster, this.#vocabulary);
    return isOther ? contradicted(likely) : likely;
  }

  #measure(link: SeenLink, rarity: number, cluster: Cluster, cosine: number, volume: number) {
    const numbersDiffer = differ(link, cluster, 'numbers');
    return {
      isCjk: link.bridge !== undefined,
      cosine,
      cover: rarity === 0 ? 0 : cluster.ownRarity(this.#laid) / rarity,
      linkWords: link.length,
      eventWords: cluster.meanLength,
      volume,
      counted: this.#vocabulary.links,
      ageHours: (link.atMs - cluster.oldestAtMs) / HOUR_MS,
      gapHours: (link.atMs - cluster.newestAtMs) / HOUR_MS,
      eventLinks: cluster.links.length,
      // Chinese doesn't mark names, so its numbers count for both.
      namesDiffer: differ(link, cluster, 'names') || (numbersDiffer && link.bridge !== undefined),
      numbersDiffer,
      contradicts: contradicts(link, cluster),
    };
  }

  /** The link's words; how rare each is, is laid out too. */
  #rarities({ terms, values, firstWord, end }: SeenLink): SoughtWord[] {
    const words: SoughtWord[] = [];
    for (let at = firstWord; at < end; at++) {
      const id = terms[at]!;
      const rarity = this.#vocabulary.rarity(id);
      this.#laid.setRarity(id, rarity);
      words.push({ id, rarity, worth: values[at]! * rarity });
    }
    return words;
  }

  #isInWindow(cluster: Cluster, atMs: number): boolean {
    const { windowMs } = this.#settings;
    return atMs - cluster.newestAtMs <= windowMs && cluster.oldestAtMs - atMs <= windowMs;
  }

  #lay(link: SeenLink): SeenLink {
    this.#laid.lay(vectorOf(link, this.#vocabulary), this.#vocabulary.size);
    return link;
  }

  #linkOf(item: ClusterItem): SeenLink {
    const known = this.#seen.get(item);
    if (known !== undefined && !known.isForgotten) return known;
    const headline = this.#headlines.of(item.title, item.outlet);
    this.#headlines.learn(item.title, item.outlet);
    const link = seenLink(item, headline, this.#vocabulary, this.#tally);
    link.eventId = known?.eventId;
    this.#seen.set(item, link);
    this.#window.observe(link);
    return link;
  }
}
