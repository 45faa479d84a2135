/**
 * The sample world: the outlets, happenings and articles of the bundled edition, read from a directory.
 *
 * - `outlets.json`, `happenings.json` and one `articles/<slug>.json` per page. Everything in them is fictitious.
 * - The result is consistent: every name that a file refers to exists.
 * - A file that breaks a rule is refused with its name and the field.
 */
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const line = z.string().trim().min(1);
const host = z.string().regex(/^[a-z0-9-]+\.localhost$/, 'must be <name>.localhost');
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens');

const outletSchema = z.strictObject({
  host,
  name: line,
  language: z.enum(['en', 'zh-TW']),
  format: z.enum(['rss2', 'atom', 'rdf', 'jsonfeed']),
  tier: z.enum(['T1', 'T2', 'T3']),
  feedPath: z.string().startsWith('/'),
  template: z.enum(['broadsheet', 'wire', 'magazine', 'local']),
});

const happeningSchema = z.strictObject({
  id: slug,
  category: line,
  /** The concrete fact in every report about it. */
  anchor: line,
  /** The earlier happening that this one develops. */
  developmentOf: slug.optional(),
});

const articleSchema = z.strictObject({
  slug,
  outlet: host,
  /** `null`: noise, such as a horoscope, a competition, a roundup. */
  happening: slug.nullable(),
  title: line,
  description: line,
  byline: line,
  /** Minutes between publication and the world's epoch; negative: published while the demo runs. */
  minutesAgo: z.number(),
  section: line,
  paragraphs: z.array(line).min(6).max(11),
  /** Other outlets whose feeds list the same page. */
  alsoIn: z.array(host).optional(),
  /** Appended to the link in those feeds. */
  trackingQuery: line.optional(),
  /** A later version of the same page: new title and lede, and a paragraph on top. */
  update: z
    .strictObject({ minutesAgo: z.number(), title: line, description: line, paragraph: line })
    .optional(),
});

export type Outlet = z.infer<typeof outletSchema>;
type Happening = z.infer<typeof happeningSchema>;
export type Article = z.infer<typeof articleSchema>;

export interface SampleWorld {
  readonly outlets: readonly Outlet[];
  readonly happenings: readonly Happening[];
  readonly articles: readonly Article[];
}

/** The sample on disk is invalid; the message names the file and the field. */
class SampleInvalid extends Error {
  readonly code = 'SAMPLE_INVALID';
  override readonly name = 'SampleInvalid';
}

/** Read and check the whole world in `directory`. Articles are ordered by slug. */
export async function readSampleWorld(directory: string): Promise<SampleWorld> {
  const outlets = await readJson(directory, 'outlets.json', z.array(outletSchema).min(1));
  const happenings = await readJson(directory, 'happenings.json', z.array(happeningSchema));
  const files = (await readdir(path.join(directory, 'articles'))).filter((name) => name.endsWith('.json'));
  const articles = await Promise.all(
    files.sort().map(async (name) => {
      const file = `articles/${name}`;
      const article = await readJson(directory, file, articleSchema);
      if (`${article.slug}.json` !== name) throw refused(file, 'slug', `must be ${name.slice(0, -5)}`);
      return article;
    }),
  );
  const world = { outlets, happenings, articles };
  checkReferences(world);
  return world;
}

async function readJson<T>(directory: string, file: string, schema: z.ZodType<T>): Promise<T> {
  const text = await readFile(path.join(directory, file), 'utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new SampleInvalid(`${file}: is not JSON`, { cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw refused(file, issue?.path.join('.') || 'file', issue?.message ?? 'is malformed');
}

function checkReferences({ outlets, happenings, articles }: SampleWorld): void {
  const hosts = new Set(outlets.map((outlet) => outlet.host));
  const ids = new Set(happenings.map((happening) => happening.id));
  if (hosts.size < outlets.length) throw refused('outlets.json', 'host', 'appears twice');
  if (ids.size < happenings.length) throw refused('happenings.json', 'id', 'appears twice');
  for (const { id, developmentOf } of happenings) {
    if (developmentOf !== undefined && !ids.has(developmentOf))
      throw refused('happenings.json', `${id}.developmentOf`, `knows no happening ${developmentOf}`);
  }
  for (const article of articles) {
    const file = `articles/${article.slug}.json`;
    if (!hosts.has(article.outlet)) throw refused(file, 'outlet', `knows no outlet ${article.outlet}`);
    if (article.happening !== null && !ids.has(article.happening))
      throw refused(file, 'happening', `knows no happening ${article.happening}`);
    for (const other of article.alsoIn ?? []) {
      if (!hosts.has(other) || other === article.outlet)
        throw refused(file, 'alsoIn', `${other} is not another outlet`);
    }
    if (article.update && article.update.minutesAgo >= article.minutesAgo)
      throw refused(file, 'update.minutesAgo', 'must be later than the article');
  }
}

function refused(file: string, field: string, why: string): SampleInvalid {
  return new SampleInvalid(`${file}: ${field}: ${why}`);
}
