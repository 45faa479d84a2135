/**
 * What a link and an event demonstrably have in common, told by code and not by whoever decides: a name, a number, a
 * place, the hour. Two of these are what it takes to add a link to an event that was posted.
 *
 * A word counts once: a place that both name is their place, not also a name that they share.
 */
import { readsAsCjk } from '../../../text/cjk.ts';
import { namesIn } from '../../../text/names.ts';
import { tokens } from '../../../text/tokens.ts';
import { anchorsOf, type ClusterItem } from './features.ts';

export type Evidence = 'entity' | 'number' | 'location' | 'time';

/** Reports of one happening come within hours; what comes later is about what followed. */
const SAME_HOURS_MS = 6 * 3_600_000;

const PLACED =
  /(?<![\p{L}])(?:in|at|near|off|outside|from|across|around|north of|south of|east of|west of)\s+(?:the\s+)?(\p{Lu}[\p{L}’'-]+(?:\s\p{Lu}[\p{L}’'-]+)*)/gu;
const CHINESE_PLACE =
  /[\p{Script=Han}]{1,4}?(?:區|市|縣|省|國|島|灣|村|鎮|邨|街|道|橋|河|山|機場|醫院|學校|碼頭|車站|隧道)/gu;

/** What a link shares with the links of an event. */
export function sharedEvidence(link: ClusterItem, event: readonly ClusterItem[]): ReadonlySet<Evidence> {
  const own = seen([link]);
  const its = seen(event);
  const found = new Set<Evidence>();
  if (shares(own.places, its.places)) found.add('location');
  if (shares(own.names, its.names)) found.add('entity');
  if (shares(own.numbers, its.numbers)) found.add('number');
  if (event.some(({ atMs }) => Math.abs(atMs - link.atMs) <= SAME_HOURS_MS)) found.add('time');
  return found;
}

interface Seen {
  readonly names: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
}

function seen(items: readonly ClusterItem[]): Seen {
  const places = new Set<string>();
  const names = new Set<string>();
  const numbers = new Set<string>();
  for (const item of items) {
    const text = `${item.title}\n${item.lede}`;
    for (const place of placesIn(text)) places.add(place);
    const anchors = anchorsOf(item);
    for (const number of anchors.numbers) numbers.add(number);
    for (const name of anchors.names) names.add(name);
    if (readsAsCjk(text)) for (const name of namesIn(text)) names.add(name);
  }
  for (const place of places) names.delete(place);
  return { names, places, numbers };
}

function placesIn(text: string): string[] {
  const english = [...text.matchAll(PLACED)].flatMap(([, name = '']) => tokens(name));
  const chinese = [...text.matchAll(CHINESE_PLACE)].map(([name]) => name);
  return [...english, ...chinese];
}

function shares(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const one of a) if (b.has(one)) return true;
  return false;
}
