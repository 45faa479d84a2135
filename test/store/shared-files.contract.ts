import { describe, expect, it } from 'vitest';
import { MOST_SHARED_BYTES } from '../../src/async/shared-files.ts';
import type { SharedFiles } from '../../src/async/shared-files.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const RUN = 'data/newsroom/jobs/run-1';
const STORY = { folder: RUN, name: 'story_01.json' };

/** What all keepers of shared files keep to. */
export function describeSharedFiles(open: () => Promise<SharedFiles>): void {
  const textOf = async (files: SharedFiles, place = STORY) => {
    const file = await files.fetch(place);
    return file && new TextDecoder().decode(file.content);
  };

  it('keep what was written last, byte for byte, with its size and hash', async () => {
    const files = await open();
    const content = Uint8Array.from({ length: 70_000 }, (_, n) => n % 256);
    expect(await files.put(STORY, bytes('earlier'), 5)).toBe(5);
    expect(await files.put(STORY, content, 7)).toBe(7);
    expect(await files.fetch(STORY)).toMatchObject({ writtenAtMs: 7 });
    expect(Buffer.from((await files.fetch(STORY))!.content).equals(Buffer.from(content))).toBe(true);
    const kept = { name: 'story_01.json', bytes: 70_000, writtenAtMs: 7 };
    expect(await files.find(STORY)).toMatchObject(kept);
    expect((await files.find(STORY))?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await files.find({ ...STORY, name: 'story_02.json' })).toBeUndefined();
    expect(await files.fetch({ ...STORY, folder: 'data/newsroom/jobs/run-2' })).toBeUndefined();
  });

  it('give what replaces a file a later time, whatever the clock of the desk says', async () => {
    const files = await open();
    await files.put(STORY, bytes('of a clock that is fast'), 1_000);
    expect(await files.put(STORY, bytes('of one that is slow'), 10)).toBe(1_001);
    expect(await textOf(files)).toBe('of one that is slow');
  });

  it('add a file once, however many desks do at the same time', async () => {
    const files = await open();
    const times = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text, n) => files.add(STORY, bytes(text), n + 1)),
    );
    const added = times.filter((atMs) => atMs !== undefined);
    expect(added).toHaveLength(1);
    expect(await textOf(files)).toBe(['a', 'b', 'c', 'd'][added[0]! - 1]);
  });

  it('list a folder by name, without those inside and beside it', async () => {
    const files = await open();
    for (const place of [
      { folder: RUN, name: 'b.json' },
      { folder: RUN, name: 'a.json' },
      { folder: `${RUN}/more`, name: 'c.json' },
      { folder: `${RUN}0`, name: 'd.json' },
    ])
      await files.put(place, bytes(place.name), 1);
    expect((await files.list(RUN)).map(({ name }) => name)).toEqual(['a.json', 'b.json']);
  });

  it('rename a file over another, and none where there is none', async () => {
    const files = await open();
    await files.put(STORY, bytes('broken'), 1);
    await files.put({ ...STORY, name: 'story_01.json.jailed' }, bytes('earlier'), 2);
    await files.rename(STORY, 'story_01.json.jailed');
    await files.rename(STORY, 'story_01.json.jailed');
    expect(await textOf(files)).toBeUndefined();
    expect(await textOf(files, { ...STORY, name: 'story_01.json.jailed' })).toBe('broken');
  });

  it('refuse a file that is too large, and keep the one before', async () => {
    const files = await open();
    await files.put(STORY, bytes('small'), 1);
    const large = new Uint8Array(MOST_SHARED_BYTES + 1);
    await expect(files.put(STORY, large, 2)).rejects.toThrow(
      /story_01.json has 16777217 bytes; .* 16777216 at most/,
    );
    expect(await textOf(files)).toBe('small');
  });

  describe('dropping', () => {
    it('takes folders to which nothing was written for long, whole, a few at a time', async () => {
      const files = await open();
      for (const [run, name, atMs] of [
        ['old-1', 'a', 10],
        ['old-1', 'b', 20],
        ['old-2', 'a', 20],
        ['mixed', 'a', 10],
        ['mixed', 'b', 30],
      ] as const)
        await files.put({ folder: `data/newsroom/jobs/${run}`, name }, bytes(name), atMs);
      await files.put({ folder: 'data/newsletters/old', name: 'a' }, bytes('a'), 1);
      const idle = (after: string, most = 9) => files.idle('data/newsroom/jobs', 30, after, most);
      expect(await idle('', 1)).toEqual(['data/newsroom/jobs/old-1']);
      expect(await idle('data/newsroom/jobs/old-1')).toEqual(['data/newsroom/jobs/old-2']);
      expect(await files.drop('data/newsroom/jobs/old-1', 30)).toBe(2);
      expect(await idle('')).toEqual(['data/newsroom/jobs/old-2']);
      // Something was written to it since it was listed.
      expect(await files.drop('data/newsroom/jobs/mixed', 30)).toBe(0);
      expect(await files.list('data/newsroom/jobs/mixed')).toHaveLength(2);
    });
  });
}
