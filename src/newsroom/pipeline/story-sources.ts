/** A story's source pack: built once and stored beside its job. */
import { marketSource } from '../edition/market-source.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { listedInScript } from '../verify/one-script.ts';
import type { OpenStory } from './open-story.ts';

/** Rejects with the signal's reason when the pipeline closes. */
export async function sourcesOf(story: OpenStory): Promise<SourcePack> {
  const { files, sources, edition, assets } = story.deps;
  const { signal } = story.terms;
  const stored = await files.sources(story.job);
  if (stored) return stored;
  const built = await sources.build(story.job, signal);
  const found = await listedInScript(built, edition.language);
  signal.throwIfAborted();
  const stands = sources.lacking(found, story.job) === undefined;
  const pack = stands && assets ? await withMarket(found, story) : found;
  await files.saveSources(story.job, pack);
  const usable = pack.sources.filter((source) => source.usable).length;
  story.note('sources_ready', { sources: pack.sources.length, usable });
  return pack;
}

/** Market data are added as a source, for the writer and for readers. */
async function withMarket(pack: SourcePack, story: OpenStory): Promise<SourcePack> {
  const { category, title, concrete_anchor } = story.job.story;
  const planned = { category, title, concreteAnchor: concrete_anchor };
  const { assets, edition } = story.deps;
  const { snapshot, failures } = (await assets?.beforeWriting(planned, story.terms.signal)) ?? {
    failures: [],
  };
  if (failures.length > 0) story.note('assets_ready', { failures });
  if (!snapshot) return pack;
  const source = marketSource(snapshot, pack.sources.length + 1, edition);
  return { ...pack, sources: [...pack.sources, source], market: snapshot };
}
