/** Finds a source's article picture: the first usable one, in citation order. */
import type { Fetcher } from '../../../web-fetch/fetcher.ts';
import type { AssetFailure, WrittenStory } from '../../model/story-assets.ts';
import { failureOf, PictureFailed } from '../picture-failed.ts';
import type { Studio } from '../studio.ts';
import type { MadePicture } from '../studio-work.ts';

interface PhotoWork {
  readonly fetcher: Fetcher;
  readonly studio: Pick<Studio, 'make'>;
  readonly signal: AbortSignal;
}

interface PhotoFound {
  readonly photo?: { readonly made: MadePicture; readonly outlet: string };
  readonly failures: readonly AssetFailure[];
}

/** How many sources are tried. */
const MOST_TRIES = 3;
const MOST_BYTES = 4_000_000;
const ACCEPT = 'image/jpeg,image/png,image/webp,image/gif;q=0.8';

/** The first usable picture, in the sources' order, with the failures before it. */
export async function findPhoto(sources: WrittenStory['sources'], work: PhotoWork): Promise<PhotoFound> {
  const failures: AssetFailure[] = [];
  const seen = new Set<string>();
  for (const { image, outlet, usable } of sources) {
    if (!usable || image === undefined || seen.has(image)) continue;
    if (seen.size === MOST_TRIES || work.signal.aborted) break;
    seen.add(image);
    try {
      return { photo: { made: await fetchPhoto(image, work), outlet }, failures };
    } catch (error) {
      failures.push(failureOf('og_image', image, error, work.signal));
    }
  }
  return { failures };
}

async function fetchPhoto(url: string, { fetcher, studio, signal }: PhotoWork): Promise<MadePicture> {
  const answer = await fetcher.get(url, { accept: ACCEPT, maxBytes: MOST_BYTES, retries: 0, signal });
  if (answer.kind === 'ok') return studio.make({ kind: 'og_image', bytes: answer.bytes }, signal);
  const detail = answer.kind === 'failed' ? `${answer.reason}: ${answer.detail}` : 'it has no body';
  throw new PictureFailed('unreachable', detail);
}
