/** Files of two homes that share a newsroom; rows in a real database, files on a real disk. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { HomeFiles } from '../../src/async/home-files.ts';
import { SqlFiles } from '../../src/store/sql/files.ts';
import { SHARED_MIGRATIONS } from '../../src/store/sql/migrations/shared.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { SqliteSql } from '../../src/store/sqlite/sqlite-sql.ts';
import { tempHome } from '../support/temp-home.ts';

const RUN = join('data', 'newsroom', 'jobs', 'run-1');
const STORY = join(RUN, 'story_01.json');

interface Desk {
  readonly home: string;
  readonly files: HomeFiles;
  /** By its own clock, which may differ. */
  nowMs: number;
  write(text: string): Promise<void>;
  read(): Promise<string>;
}

let shared: SqlFiles;
beforeEach(() => {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  migrate(db, SHARED_MIGRATIONS);
  shared = new SqlFiles(new SqliteSql(db));
});

function desk(nowMs: number): Desk {
  const home = tempHome();
  mkdirSync(join(home, RUN), { recursive: true });
  const made: Desk = {
    home,
    nowMs,
    files: new HomeFiles({ home, shared, now: () => made.nowMs }),
    write: (text) => made.files.write(join(home, STORY), text),
    read: async () => {
      await made.files.bring(join(home, STORY));
      return readFileSync(join(home, STORY), 'utf8');
    },
  };
  return made;
}

it('are read at each as they were written last at any, also with clocks that differ', async () => {
  const [fast, slow] = [desk(2_000_000_000), desk(1_000_000_000)];
  await fast.write('first');
  expect(await slow.read()).toBe('first');
  await slow.write('second');
  expect(await fast.read()).toBe('second');
  await fast.write('third');
  await slow.write('fourth');
  expect(await fast.read()).toBe('fourth');
});

it('are taken from the other when a desk was killed between sharing a file and writing it', async () => {
  const [killed, other] = [desk(1_000), desk(1_000)];
  await killed.write('written');
  await shared.put({ folder: RUN, name: 'story_01.json' }, Buffer.from('shared'), 2_000);
  expect(await killed.read()).toBe('shared');
  expect(await other.read()).toBe('shared');
});

it('are begun once: who comes second has what the first has made of it', async () => {
  const [first, second] = [desk(1_000), desk(2_000)];
  await first.files.create(join(first.home, STORY), 'planned');
  await first.write('written');
  await second.files.create(join(second.home, STORY), 'planned');
  expect(readFileSync(join(second.home, STORY), 'utf8')).toBe('written');
});

it('keep what a person has edited at one, where that is wanted, and give it to the others', async () => {
  const [edited, other] = [desk(1_000), desk(1_000)];
  await edited.write('by the desk');
  expect(await other.read()).toBe('by the desk');
  writeFileSync(join(edited.home, STORY), 'by hand');
  await edited.files.bring(join(edited.home, STORY), { keepEdits: true });
  expect(readFileSync(join(edited.home, STORY), 'utf8')).toBe('by hand');
  expect(await other.read()).toBe('by hand');
  // Where it isn't, what all desks see counts: an old copy that was put back is no edit.
  writeFileSync(join(other.home, STORY), 'put back');
  expect(await other.read()).toBe('by hand');
});

it('come a folder at a time, only those that are wanted and are not here', async () => {
  const [writer, reader] = [desk(1_000), desk(1_000)];
  for (const name of ['run.json', 'story_01.json', 'story_01_card.png'])
    await writer.files.write(join(writer.home, RUN, name), name);
  const folder = join(reader.home, RUN);
  await reader.files.bringFolder(folder, (name) => name.endsWith('.json'));
  expect(existsSync(join(folder, 'story_01_card.png'))).toBe(false);
  const { ino } = statSync(join(folder, 'run.json'));
  await reader.files.bringFolder(folder, () => true);
  expect(readFileSync(join(folder, 'story_01_card.png'), 'utf8')).toBe('story_01_card.png');
  expect(statSync(join(folder, 'run.json')).ino).toBe(ino);
});

it('are renamed for all, and are not there again afterwards', async () => {
  const [one, other] = [desk(1_000), desk(1_000)];
  await one.write('{"broken');
  await one.files.rename(join(one.home, STORY), 'story_01.json.jailed');
  await other.files.bringFolder(join(other.home, RUN), () => true);
  await one.files.bring(join(one.home, STORY));
  expect(existsSync(join(one.home, STORY))).toBe(false);
  expect(readFileSync(join(other.home, `${STORY}.jailed`), 'utf8')).toBe('{"broken');
});

it('are found by whoever sends them, by the path that the one who wrote them told', async () => {
  const [writer, sender] = [desk(1_000), desk(1_000)];
  const path = join(writer.home, RUN, 'card.png');
  await writer.files.write(path, 'a picture');
  const told = writer.files.asTold(path)!;
  expect(told).toBe(join(RUN, 'card.png'));
  expect(Buffer.from(await sender.files.read(told)).toString()).toBe('a picture');
  await expect(sender.files.read(join(RUN, 'gone.png'))).rejects.toThrow(/ENOENT/);
  // Outside of the home nothing is shared, and nothing is looked for.
  const outside = join(tempHome(), 'a.png');
  writeFileSync(outside, 'another');
  expect(writer.files.asTold(outside)).toBeUndefined();
  expect(Buffer.from(await writer.files.read(outside)).toString()).toBe('another');
});

it('don’t replace a link, which is refused by whoever reads it', async () => {
  const [writer, reader] = [desk(1_000), desk(1_000)];
  await writer.write('shared');
  const elsewhere = join(tempHome(), 'secret');
  writeFileSync(elsewhere, 'a secret');
  symlinkSync(elsewhere, join(reader.home, STORY));
  await reader.files.bring(join(reader.home, STORY), { keepEdits: true });
  expect(readFileSync(join(reader.home, STORY), 'utf8')).toBe('a secret');
  expect(await shared.list(RUN)).toMatchObject([{ bytes: 'shared'.length }]);
});

it('are written inside the home only, whatever another desk has named them', async () => {
  const reader = desk(1_000);
  const folder = join(reader.home, RUN);
  const names = [
    '../../../../out.json',
    '../up.json',
    '/tmp/absolute.json',
    '..',
    '.',
    '',
    'a/b.json',
    'a\\b.json',
  ];
  for (const name of names) await shared.put({ folder: RUN, name }, Buffer.from('evil'), 2_000);
  await shared.put({ folder: RUN, name: 'run.json' }, Buffer.from('good'), 2_000);
  // What is elsewhere in the home is shared under the name that leads there, too.
  const edition = join(reader.home, 'data', 'editions', 'ours.json');
  mkdirSync(dirname(edition));
  writeFileSync(edition, 'ours');
  await shared.put({ folder: RUN, name: '../../../editions/ours.json' }, Buffer.from('evil'), 2_000);
  await shared.put({ folder: 'data/editions', name: 'ours.json' }, Buffer.from('evil'), 2_000);
  await reader.files.bringFolder(folder, () => true);
  expect(readFileSync(edition, 'utf8')).toBe('ours');
  expect(readdirSync(folder)).toEqual(['run.json']);
  expect(readdirSync(join(reader.home, 'data', 'newsroom', 'jobs'))).toEqual(['run-1']);
  expect(existsSync(join(reader.home, '..', 'out.json'))).toBe(false);
  for (const path of [
    '/etc/passwd',
    join(reader.home, '..', 'out.json'),
    join(folder, '../../../../../out.json'),
  ]) {
    await expect(reader.files.bring(path)).rejects.toThrow('is not in');
    await expect(reader.files.write(path, 'evil')).rejects.toThrow('is not in');
  }
});

it('are not written into a folder that is a link', async () => {
  const reader = desk(1_000);
  const elsewhere = tempHome();
  const linked = join('data', 'newsroom', 'jobs', 'run-2');
  symlinkSync(elsewhere, join(reader.home, linked));
  await shared.put({ folder: linked, name: 'run.json' }, Buffer.from('evil'), 2_000);
  await expect(reader.files.bring(join(reader.home, linked, 'run.json'))).rejects.toThrow('is a link');
  await expect(reader.files.bringFolder(join(reader.home, linked), () => true)).rejects.toThrow('is a link');
  expect(readdirSync(elsewhere)).toEqual([]);
});

it('are shared where only one desk has them: a folder that was taken up there', async () => {
  const [one, other] = [desk(1_000), desk(1_000)];
  writeFileSync(join(one.home, STORY), 'taken up');
  await one.files.share(join(one.home, STORY));
  expect(await other.read()).toBe('taken up');
  await other.write('gone on with');
  await one.files.share(join(one.home, STORY));
  expect(await one.read()).toBe('gone on with');
});

it('are dropped with what they belong to, many at a time; the copies stay', async () => {
  const one = desk(1_000);
  const runs = Array.from({ length: 250 }, (_, n) => `run-${n}`);
  for (const run of runs) {
    mkdirSync(join(one.home, 'data', 'newsroom', 'jobs', run), { recursive: true });
    await one.files.write(join(one.home, 'data', 'newsroom', 'jobs', run, 'run.json'), run);
  }
  one.nowMs = 5_000;
  await one.files.write(join(one.home, 'data', 'newsroom', 'jobs', 'run-3', 'story_01.json'), 'young');
  const root = join(one.home, 'data', 'newsroom', 'jobs');
  expect(await one.files.dropIdle(root, 3_000, async (run) => run === 'run-7')).toBe(248);
  expect(await shared.idle('data/newsroom/jobs', 9_000, '', 9)).toEqual([
    'data/newsroom/jobs/run-3',
    'data/newsroom/jobs/run-7',
  ]);
  expect(existsSync(join(root, 'run-9', 'run.json'))).toBe(true);
});

it('of a home of its own are files alone, as the disk has them', async () => {
  const home = tempHome();
  mkdirSync(join(home, RUN), { recursive: true });
  const files = new HomeFiles({ home });
  await files.write(join(home, STORY), 'one');
  utimesSync(join(home, STORY), 5, 5);
  await files.bring(join(home, STORY));
  await files.bringFolder(join(home, RUN), () => true);
  await files.share(join(home, STORY));
  expect(statSync(join(home, STORY)).mtimeMs).toBe(5_000);
  expect(await files.dropIdle(join(home, 'data'), Date.now(), async () => false)).toBe(0);
  expect(files.asTold(join(home, STORY))).toBeUndefined();
  expect(Buffer.from(await files.read(STORY)).toString()).toBe('one');
});
