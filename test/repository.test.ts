import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Locked>;
};

it('the lock file has every platform of every package, so that a clean install works anywhere', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

it('the lock file names no address that packages are fetched from', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

it('the lock file has the digest of every package', () => {
  const without = Object.entries(packages)
    .filter(
      ([path, { integrity, link }]) => path !== '' && link !== true && !/^sha512-/.test(integrity ?? ''),
    )
    .map(([path]) => path);
  expect(without).toEqual([]);
});

it('npm ci refuses no Node that package.json allows, though some packages ask for a later one than they need', () => {
  expect(readFileSync(new URL('../.npmrc', import.meta.url), 'utf8')).not.toMatch(
    /^engine-strict *= *true/mu,
  );
});

it('NOTICE names every installed package whose licence asks for more than that its notice stays with it', () => {
  const notice = readFileSync(new URL('../NOTICE', import.meta.url), 'utf8');
  const asksForNoMore = /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0)$/;
  const choosable = (licence: string) =>
    licence
      .slice(1, -1)
      .split(' OR ')
      .some((one) => asksForNoMore.test(one));
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  const missing = installed
    .filter(
      ([, { license = 'none' }]) =>
        !asksForNoMore.test(license) && !(license.startsWith('(') && choosable(license)),
    )
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter(
      (name) => !notice.includes(name) && !notice.includes(name.replace(/-[a-z]+-[a-z0-9]+$|-\w+$/, '-*')),
    );
  expect(installed.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

it('the threat model names tests that there are, for each boundary', () => {
  const model = readFileSync(new URL('../docs/threat-model.md', import.meta.url), 'utf8');
  const named = [...model.matchAll(/`((?:test|src)\/[^`]+)`/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([]);
  const [, boundaries = ''] = /^## Boundaries\n([\s\S]*?)\n## /mu.exec(model) ?? [];
  const rows = boundaries.split('\n').filter((line) => line.startsWith('| ') && line.includes('→'));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => !/`test\/[^`]+`[^|]*\|$/u.test(row) && !row.startsWith('| from → to'))).toEqual(
    [],
  );
});

/** The settings are Discord's by their documented names; which channel a session is in, nobody asks there either. */
const NAMES_ITS_SETTINGS = ['config/config.ts', 'config/read-config.ts', 'config/settings.ts'];
/** How one platform is told from others: its name, its keys, what it writes for chats, people and moments. */
const OF_ONE_PLATFORM = /['"`]discord['"`]|\bdiscord:|<#|<@|<t:/u;

it('only the folder of a channel knows its name and how it writes things: the rooms ask its traits', () => {
  const folder = new URL('../src/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.startsWith('channels/discord/'));
  const found = files.filter((file) => OF_ONE_PLATFORM.test(readFileSync(new URL(file, folder), 'utf8')));
  expect(files.length).toBeGreaterThan(500);
  expect(found.sort()).toEqual(NAMES_ITS_SETTINGS);
});

/** What is no sentence though it looks like one: a key in the database, and what the lock says of its own holder. */
const NO_SENTENCE = new Map([
  ['home-lock.ts', /^(?:another desk|a runner|a command|Stop it first|Wait until it is done)/],
  ['sqlite/home-record.ts', /^held by$/],
  // What is wrong with an address, as part of an error's message.
  [
    'postgres/open-postgres.ts',
    /^(?:no server|there is no|the server|the user|-c search_path|PostgreSQL at)/,
  ],
  // Part of an error's message.
  ['postgres/migrate-postgres.ts', /^, which works beside schema/],
  ['postgres/look-at-postgres.ts', /^-c search_path/],
  ['postgres/signals.ts', /^-c search_path/],
  ['sql/migrations/search.ts', /tokenize='trigram case_sensitive 1'/],
]);

const SQL =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|BEGIN|ALTER|DROP|SET|WHERE|AND|OR|LIKE|GLOB|IN|IS|AS|NOT|NULL|SAVEPOINT|RELEASE|ROLLBACK|ORDER|COLLATE|CASE)\b|\bjson_set\(/;
const WORDS = /[\p{L}'’]+[,;:]? +(?:\$\{\} +)*[\p{L}'’]{2,}|\$\{\} +\p{L}{2,}|\p{L}{2,}: \$\{\}/u;
const IN_SQL = /'\p{L}+(?: \p{L}+)+/u;

/**
 * Texts of two or more words that are neither SQL nor the message of an error, nor for the log. What stands in between,
 * as `${}`, is looked at by itself.
 */
function sentencesIn(source: string): string[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    // Messages of errors, which tell of the store itself (`new`, `super`), and of the log.
    if (ts.isNewExpression(node) && /Error|Locked|Trouble|CannotWrite/.test(node.expression.getText()))
      return;
    if (ts.isCallExpression(node) && /^super$|^log\./.test(node.expression.getText())) return;
    const text = ts.isTemplateExpression(node)
      ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('${}')
      : ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
        ? node.text
        : '';
    if (SQL.test(text) ? IN_SQL.test(text) : WORDS.test(text)) found.push(text);
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

it('tells a sentence from SQL and from the message of an error', () => {
  const sentences = ["say('session reset')", 'say(`the run of ${id} still waits`)', 'say(`${by} reset it`)'];
  for (const sentence of sentences) expect(sentencesIn(sentence)).toHaveLength(1);
  expect(sentencesIn("sql.run(`UPDATE runs SET error = 'it was lost' WHERE id = ?`)")).toHaveLength(1);
  const others = [
    "sql.get(`SELECT 1 FROM turns WHERE id = ?`, 'id')",
    "throw new StoreError('it is damaged')",
  ];
  for (const other of others) expect(sentencesIn(other)).toEqual([]);
});

it('the store says nothing to anybody: sentences stand in the room that decides them', () => {
  const store = fileURLToPath(new URL('../src/store/', import.meta.url));
  const files = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const found = files.flatMap((name) =>
    sentencesIn(readFileSync(`${store}${name}`, 'utf8'))
      .filter((text) => !NO_SENTENCE.get(name)?.test(text))
      .map((text) => `${name}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(30);
  expect(found).toEqual([]);
});

/** The sources in a folder of the repository, with their paths from its root. */
function sourcesIn(folder: string): { readonly path: string; readonly text: string }[] {
  const root = new URL(`../${folder}/`, import.meta.url);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(new URL(name, root), 'utf8') }));
}

/** What looks into tables: the words of SQL, the database's package, and whoever reads a whole home by it. */
const LOOKS_INTO_TABLES =
  /\b(?:SELECT|INSERT INTO|DELETE FROM|UPDATE \w+ SET|PRAGMA)\b|better-sqlite3|\bopenDatabase\b|\breadHome\b/;

it('tests ask ports: only those of the store, of crashes, of chaos, and what all tests share look into tables', () => {
  const looking = sourcesIn('test')
    .filter(({ path }) => !/^test\/(?:store|support|crash|chaos)\/|^test\/repository\.test\.ts$/.test(path))
    .filter(({ text }) => LOOKS_INTO_TABLES.test(text));
  expect(looking.map(({ path }) => path)).toEqual([]);
});

it('every port of the store has a suite that any engine can run, and that is run', () => {
  // A transaction is a part of the port of SQL, whose suite it is.
  const ports = sourcesIn('src/store').flatMap(({ text }) =>
    [...text.matchAll(/^export class \w+ implements (?!Transaction\b)(\w+)/gm)].map(([, port = '']) => port),
  );
  const suites = sourcesIn('test/store').filter(({ path }) => path.endsWith('.contract.ts'));
  const offered = suites.flatMap(({ text }) =>
    [...text.matchAll(/^export function describe(\w+)/gm)].map(([, port = '']) => port),
  );
  expect(ports.length).toBeGreaterThan(20);
  expect([...new Set(ports)].filter((port) => !offered.includes(port))).toEqual([]);
  const run = sourcesIn('test/store')
    .map(({ text }) => text.replaceAll(/^export function describe\w+\(/gm, ''))
    .join('\n');
  expect(offered.filter((port) => !run.includes(`describe${port}(`))).toEqual([]);
  // The port of SQL alone is tested by statements.
  const others = suites.filter(({ path }) => path !== 'test/store/sql.contract.ts');
  expect(others.filter(({ text }) => LOOKS_INTO_TABLES.test(text) || /sqlite|rowid/i.test(text))).toEqual([]);
});

/** The functions of a source with more lines than so many, by their names; of methods too. */
function longFunctions(
  { path, text }: { readonly path: string; readonly text: string },
  most: number,
): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const line = (at: number) => file.getLineAndCharacterOfPosition(at).line;
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && line(node.end) - line(node.getStart()) + 1 > most) {
      const name = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
      found.push(`${path}: ${name?.getText() ?? 'without a name'}`);
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

it('main wires and decides nothing: at most a dozen files, and no function of more than 60 lines', () => {
  const files = sourcesIn('src/main');
  expect(files.map(({ path }) => path).length).toBeLessThanOrEqual(12);
  expect(files.flatMap((file) => longFunctions(file, 60))).toEqual([]);
  expect(longFunctions({ path: 'a.ts', text: `const long = () => {${'\n'.repeat(60)}};` }, 60)).toEqual([
    'a.ts: long',
  ]);
});

it('a file is read in one go: none has more than 300 lines', () => {
  const long = [...sourcesIn('src'), ...sourcesIn('web')].filter(
    ({ text }) => text.trimEnd().split('\n').length > 300,
  );
  expect(long.map(({ path }) => path)).toEqual([]);
});

it('the newsroom has its files in rooms: at most three stand beside them', () => {
  const loose = readdirSync(new URL('../src/newsroom/', import.meta.url)).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(loose.length).toBeLessThanOrEqual(3);
});

it('a constructor object is named …Deps, and a word means one thing: no type is called …House', () => {
  const sources = [...sourcesIn('src'), ...sourcesIn('web')];
  const named = sources.filter(({ text }) => /\b(?:interface|type|class) \w*House\b/.test(text));
  expect(sources.length).toBeGreaterThan(500);
  expect(named.map(({ path }) => path)).toEqual([]);
});

it('the architecture names files that there are', () => {
  const page = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');
  const named = [...page.matchAll(/`((?:[a-z-]+\/)+[a-z0-9.-]+\.(?:ts|md))`/g)].map(([, file = '']) => file);
  const places = ['', 'src/', 'src/newsroom/'];
  const missing = named.filter(
    (file) => !places.some((place) => existsSync(new URL(`../${place}${file}`, import.meta.url))),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
