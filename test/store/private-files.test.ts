import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readJobFile } from '../../src/newsroom/batches/read-job-file.ts';
import { StoryLog } from '../../src/newsroom/batches/story-log.ts';
import type { Entry, Header } from '../../src/sessions/entry.ts';
import { sessionKey, transcriptName } from '../../src/sessions/key.ts';
import { FileTranscripts } from '../../src/store/files/file-transcripts.ts';
import { keepPrivate } from '../../src/store/private-folder.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';

const key = sessionKey('console', 'desk');
const header: Header = {
  v: 1,
  header: true,
  key,
  createdAtMs: 1,
  origin: { channel: 'console', chatId: 'desk' },
};
const entry: Entry = { v: 1, id: 'm1', ts: 1, role: 'user', content: 'hello' };
const SECRET = `${JSON.stringify({ ...entry, content: 'a secret' })}\n`;

describe('a symbolic link in place of a file', () => {
  /** Somebody laid a link to a file of their choice where the transcript belongs. */
  const attacked = () => {
    const home = tempHome();
    const elsewhere = join(home, 'elsewhere');
    writeFileSync(elsewhere, `${JSON.stringify(header)}\n${SECRET}`);
    symlinkSync(elsewhere, join(home, transcriptName(key)));
    return {
      transcripts: new FileTranscripts(home, () => {}),
      elsewhere,
      before: readFileSync(elsewhere, 'utf8'),
    };
  };

  it('is neither written through nor read, when it is a transcript’s', async () => {
    const { transcripts, elsewhere, before } = attacked();
    const linked = /is a symbolic link and is not used.*remove the link/;
    await expect(transcripts.open(header)).rejects.toThrow(linked);
    await expect(transcripts.append(key, [entry], 0)).rejects.toThrow(linked);
    await expect(transcripts.jot(key, [entry])).rejects.toThrow(linked);
    await expect(transcripts.tail(key, 9)).rejects.toThrow(linked);
    await expect(transcripts.header(key)).rejects.toThrow(linked);
    await expect(transcripts.erase(key, new Set(['m1']))).rejects.toThrow(linked);
    expect(readFileSync(elsewhere, 'utf8')).toBe(before);
  });

  it('is not followed where words are taken back: what is written beside the transcript is a file of its own', async () => {
    const home = tempHome();
    const transcripts = new FileTranscripts(home, () => {});
    await transcripts.open(header);
    await transcripts.append(key, [entry], 0);
    const elsewhere = join(home, 'elsewhere');
    writeFileSync(elsewhere, 'mine');
    symlinkSync(elsewhere, join(home, `${transcriptName(key)}.erasing`));
    await transcripts.erase(key, new Set(['m1']));
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
    expect(await transcripts.tail(key, 9)).toMatchObject([{ id: 'm1', content: '' }]);
  });

  it('is no job file, wherever it leads', async () => {
    const home = tempHome();
    writeFileSync(join(home, 'secret'), '{}');
    for (const target of [join(home, 'secret'), '/nowhere']) {
      const link = join(home, `story_01${target.length}.json`);
      symlinkSync(target, link);
      expect(await readJobFile(link)).toEqual({ kind: 'bad', reason: 'it is a symbolic link' });
    }
  });

  it('is not written through by a story’s log', async () => {
    const home = tempHome();
    writeFileSync(join(home, 'mine'), 'mine');
    mkdirSync(join(home, 'run'));
    symlinkSync(join(home, 'mine'), join(home, 'run', 'story_01.jsonl'));
    const log = new StoryLog({ root: home, clock: new FakeClock() });
    await expect(log.note('run', 'story_01', 'job_seen')).rejects.toThrow('ELOOP');
    expect(readFileSync(join(home, 'mine'), 'utf8')).toBe('mine');
  });
});

describe('a home of before', () => {
  it('becomes its owner’s alone, with all that is in it; what a link leads to stays as it is', () => {
    const home = tempHome();
    const [data, outside] = [join(home, 'data'), join(home, 'outside')];
    mkdirSync(join(data, 'newsroom'), { recursive: true });
    for (const file of [join(data, 'newsroom', 'a.json'), join(data, 'run.sh'), outside])
      writeFileSync(file, '');
    const modes = {
      [data]: 0o755,
      [join(data, 'newsroom')]: 0o775,
      [join(data, 'run.sh')]: 0o755,
      [outside]: 0o644,
    };
    for (const [path, mode] of Object.entries(modes)) chmodSync(path, mode);
    symlinkSync(outside, join(data, 'link'));
    keepPrivate(data);
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(mode(data)).toBe('700');
    expect(mode(join(data, 'newsroom'))).toBe('700');
    expect(mode(join(data, 'newsroom', 'a.json'))).toBe('600');
    expect(mode(join(data, 'run.sh'))).toBe('700');
    expect(mode(outside)).toBe('644');
    keepPrivate(join(home, 'not there'));
  });
});
