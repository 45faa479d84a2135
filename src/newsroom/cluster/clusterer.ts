/**
 * Which event a link belongs to: incremental, deterministic, without a model.
 *
 * - A decision depends on earlier links only, and on those of the same batch by how common their words are.
 * - Likeness is the cosine to an event's centroid (TF-IDF of words, capitals × 1.5, 4-grams, lede). The
 *   threshold rises with the number of links in the window: the more there are, the more alike the
 *   unrelated become.
 * - Likeness alone never joins: two happenings of one kind share their common words, so a link and an event
 *   that both have anchors must share one that is rare.
 */
import { Cluster } from './cluster.ts';
import type { ClusterDecision } from './decision.ts';
import { featuresOf, type ClusterItem, type Features } from './features.ts';
import { roundupReason } from './roundup.ts';
import { Vocabulary, type FeatureVector } from './vocabulary.ts';

export interface ClusterSettings {
  readonly windowMs: number;
  /** The threshold for a bare headline at 100 links in the window, */
  readonly threshold: number;
  /** what ten times as many links add to it, */
  readonly perTenfold: number;
  /** and what each further word adds (up to 40): longer texts share more by chance. */
  readonly perWord: number;
  /** What a shared rare number adds to likeness; two count at most. */
  readonly perNumber: number;
  /** Half the width of the ambiguous band. */
  readonly band: number;
  /** At this likeness two texts are one, whatever their anchors. */
  readonly sameText: number;
}

const CLUSTER_SETTINGS: ClusterSettings = {
  windowMs: 48 * 3_600_000,
  threshold: 0.13,
  perTenfold: 0.015,
  perWord: 0.006,
  perNumber: 0.03,
  band: 0.06,
  sameText: 0.7,
};

/** A word that stands in more events than this finds too many to be worth following. */
const POSTINGS_CAP = 400;
const RETRIEVED = 40;
const HEADLINE_WORDS = 8;

export class Clusterer {
  readonly #settings: ClusterSettings;
  readonly #vocabulary = new Vocabulary();
  readonly #clusters = new Map<number, Cluster>();
  readonly #children = new Map<number, number[]>();
  readonly #postings = new Map<number, number[]>();
  readonly #features = new WeakMap<ClusterItem, Features>();
  readonly #members = new Map<number, Set<ClusterItem>>();
  readonly #eventOf = new WeakMap<ClusterItem, number>();

  constructor(settings: Partial<ClusterSettings> = {}) {
    this.#settings = { ...CLUSTER_SETTINGS, ...settings };
  }

  /** An event begins; its links follow by `place`. */
  begin(eventId: number, parentId: number | null = null, postedAtMs: number | null = null): void {
    this.#clusters.set(eventId, new Cluster(eventId, parentId, postedAtMs));
    if (parentId !== null) this.#children.set(parentId, [...(this.#children.get(parentId) ?? []), eventId]);
  }

  /** Count the item's words, so that common ones are known to be common. Once for each item, before it is placed. */
  observe(item: ClusterItem): void {
    if (this.#features.has(item)) return;
    const features = featuresOf(item);
    this.#features.set(item, features);
    this.#vocabulary.observe(features);
  }

  /** The item belongs to this event from now on. */
  place(item: ClusterItem, eventId: number): void {
    const cluster = this.#clusters.get(eventId);
    if (cluster === undefined) throw new Error(`no event ${eventId} was begun`);
    const features = this.#featuresOf(item);
    this.#eventOf.set(item, eventId);
    this.#members.set(eventId, (this.#members.get(eventId) ?? new Set()).add(item));
    const before = new Set(cluster.words);
    cluster.add(this.#vocabulary.vector(features), features, item.atMs);
    for (const word of features.words) {
      const id = this.#vocabulary.wordId(word);
      if (id === undefined || before.has(word)) continue;
      const postings = this.#postings.get(id);
      if (postings === undefined) this.#postings.set(id, [eventId]);
      else postings.push(eventId);
    }
  }

  /** Whether the event was begun and not forgotten. */
  has(eventId: number): boolean {
    return this.#clusters.has(eventId);
  }

  /** The event that the item is placed in. */
  eventOf(item: ClusterItem): number | undefined {
    return this.#eventOf.get(item);
  }

  /** What is placed in the event, in the order of placing. */
  itemsOf(eventId: number): readonly ClusterItem[] {
    return [...(this.#members.get(eventId) ?? [])];
  }

  /** The item leaves its event, if it is in one; its words stay counted. */
  remove(item: ClusterItem): void {
    const eventId = this.#eventOf.get(item);
    const cluster = eventId === undefined ? undefined : this.#clusters.get(eventId);
    if (eventId === undefined || cluster === undefined) return;
    this.#eventOf.delete(item);
    const rest = [...(this.#members.get(eventId) ?? [])].filter((it) => it !== item);
    this.#drop(eventId);
    this.#clusters.set(eventId, new Cluster(eventId, cluster.parentId, cluster.postedAtMs));
    for (const it of rest) this.place(it, eventId);
  }

  /** The item belongs to another event from now on. */
  move(item: ClusterItem, toEventId: number): void {
    this.remove(item);
    this.place(item, toEventId);
  }

  /** The event and what was placed in it are gone. Its developments stay, as events of their own root. */
  forget(eventId: number): void {
    const parentId = this.#clusters.get(eventId)?.parentId ?? null;
    for (const item of this.#members.get(eventId) ?? []) this.#eventOf.delete(item);
    this.#drop(eventId);
    this.#clusters.delete(eventId);
    if (parentId === null) return;
    this.#children.set(
      parentId,
      (this.#children.get(parentId) ?? []).filter((it) => it !== eventId),
    );
  }

  #drop(eventId: number): void {
    this.#members.delete(eventId);
    for (const [id, events] of this.#postings)
      if (events.includes(eventId))
        this.#postings.set(
          id,
          events.filter((it) => it !== eventId),
        );
  }

  /** Decide without placing: the caller gives a new event its number. */
  decide(item: ClusterItem): ClusterDecision {
    const reason = roundupReason(item.title);
    if (reason !== undefined) return { action: 'skip', reason, score: 0, ambiguous: false, candidates: [] };
    const features = this.#featuresOf(item);
    const vector = this.#vocabulary.vector(features);
    const scored = this.#retrieve(features, vector, item.atMs)
      .map((cluster) => ({ cluster, score: this.#score(cluster, features, vector) }))
      .sort((a, b) => b.score - a.score || a.cluster.id - b.cluster.id);
    const threshold = this.#threshold(features);
    const best = scored[0];
    const told = {
      score: best?.score ?? 0,
      ambiguous: best !== undefined && Math.abs(best.score - threshold) < this.#settings.band,
      candidates: scored.slice(0, 5).map(({ cluster, score }) => ({ eventId: cluster.id, score })),
    };
    if (best === undefined || best.score < threshold) return { action: 'new_event', ...told };
    return { ...this.#within(best.cluster, scored, threshold, features, item.atMs), ...told };
  }

  /** The root or its development? A posted root takes no news that came after it: that is a development. */
  #within(
    found: Cluster,
    scored: readonly { cluster: Cluster; score: number }[],
    threshold: number,
    features: Features,
    atMs: number,
  ): { action: 'join'; eventId: number } | { action: 'development'; parentId: number } {
    const isNews = found.postedAtMs !== null && atMs > found.postedAtMs && isMateriallyNew(found, features);
    if (!isNews) return { action: 'join', eventId: found.id };
    const root = found.parentId ?? found.id;
    const family = new Set(this.#children.get(root) ?? []);
    const open = scored.find(
      ({ cluster, score }) => family.has(cluster.id) && cluster.postedAtMs === null && score >= threshold,
    );
    return open === undefined
      ? { action: 'development', parentId: root }
      : { action: 'join', eventId: open.cluster.id };
  }

  #retrieve(features: Features, vector: FeatureVector, atMs: number): Cluster[] {
    const weights = new Map<number, number>();
    for (const word of features.words) {
      const id = this.#vocabulary.wordId(word);
      const postings = id === undefined ? undefined : this.#postings.get(id);
      if (id === undefined || postings === undefined || postings.length > POSTINGS_CAP) continue;
      const weight = (vector.get(id) ?? 0) * this.#vocabulary.rarity(id);
      for (const eventId of postings) weights.set(eventId, (weights.get(eventId) ?? 0) + weight);
    }
    const found: Cluster[] = [];
    for (const [eventId] of [...weights].sort((a, b) => b[1] - a[1] || a[0] - b[0])) {
      const cluster = this.#clusters.get(eventId);
      if (cluster === undefined || atMs - cluster.newestAtMs > this.#settings.windowMs) continue;
      found.push(cluster);
      if (found.length === RETRIEVED) break;
    }
    return found;
  }

  #score(cluster: Cluster, features: Features, vector: FeatureVector): number {
    const likeness = cluster.likeness(vector);
    if (likeness >= this.#settings.sameText) return likeness;
    if (!this.#anchorsAllow(cluster, features)) return likeness / 2;
    return likeness + this.#settings.perNumber * Math.min(this.#sharedNumbers(cluster, features), 2);
  }

  /** Rare numbers of two digits and more that both tell: they hold across languages and wordings. */
  #sharedNumbers(cluster: Cluster, features: Features): number {
    let shared = 0;
    for (const number of features.numbers)
      if (number.length >= 2 && cluster.numbers.has(number) && this.#isRare(number, cluster)) shared += 1;
    return shared;
  }

  /** Both have anchors and share none that is rare: alike in kind, not the same happening. */
  #anchorsAllow(cluster: Cluster, features: Features): boolean {
    if (features.anchors.size === 0 || cluster.anchors.size === 0) return true;
    for (const anchor of features.anchors)
      if (cluster.words.has(anchor) && this.#isRare(anchor, cluster)) return true;
    return false;
  }

  /** A word that mostly stands in this very event is rare outside of it. */
  #isRare(word: string, cluster: Cluster): boolean {
    const id = this.#vocabulary.wordId(word);
    const outside = id === undefined ? 0 : this.#vocabulary.frequencyOf(id) - cluster.links;
    return outside <= Math.max(3, this.#vocabulary.links / 50);
  }

  #threshold(features: Features): number {
    const { threshold, perTenfold, perWord } = this.#settings;
    const tens = Math.log10(Math.max(this.#vocabulary.links, 10) / 100);
    const furtherWords = Math.min(Math.max(features.length - HEADLINE_WORDS, 0), 40);
    return threshold + perTenfold * tens + perWord * furtherWords;
  }

  #featuresOf(item: ClusterItem): Features {
    this.observe(item);
    return this.#features.get(item) ?? featuresOf(item);
  }
}

/** New numbers, or names and words that the event never had. */
function isMateriallyNew(cluster: Cluster, features: Features): boolean {
  const fresh = (set: ReadonlySet<string>, known: { has(word: string): boolean }) =>
    [...set].filter((word) => !known.has(word)).length;
  const newWords = fresh(features.words, cluster.words);
  return fresh(features.numbers, cluster.numbers) > 0 || newWords >= Math.max(3, features.words.size * 0.4);
}
