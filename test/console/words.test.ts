/** The console's words: both languages have all of them, and nothing is said outside their tables. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { en } from '../../web/words/en.ts';
import { zh } from '../../web/words/zh.ts';

/** Each word's place in its table, with how many parameters it has where it is a function. */
function placesIn(table: object, above = ''): string[] {
  return Object.entries(table).flatMap(([name, value]: [string, unknown]) => {
    const place = `${above}${name}`;
    if (typeof value === 'function') return [`${place}/${value.length}`];
    return typeof value === 'object' && value !== null ? placesIn(value, `${place}.`) : [place];
  });
}

/** A typical value for each parameter: words are made with it. */
const SAMPLE = 7 as never;

function saidIn(table: object): string[] {
  return Object.values(table).flatMap((value: unknown) => {
    if (typeof value === 'function')
      return [String((value as (...given: never[]) => unknown)(SAMPLE, SAMPLE))];
    return typeof value === 'object' && value !== null ? saidIn(value) : [String(value)];
  });
}

it('both tables have the same words, with the same parameters', () => {
  expect(placesIn(en).length).toBeGreaterThan(250);
  expect(placesIn(zh).sort()).toEqual(placesIn(en).sort());
});

it('the Chinese table is Chinese, in traditional characters, and no word of either is empty', () => {
  expect([...saidIn(en), ...saidIn(zh)].filter((said) => said.trim() === '')).toEqual([]);
  expect(saidIn(zh).filter((said) => /[这们说为时对会来产发经进国现实学报专业东]/u.test(said))).toEqual([]);
  // Names of keys, tags and products, and what is written the same in both.
  const untranslated = /^(?:English|yes|Cron 7|zh-.*|Enter .*)$/;
  const foreign = saidIn(zh).filter(
    (said) => /\p{Script=Latin}/u.test(said) && !/\p{Script=Han}/u.test(said),
  );
  expect(foreign.filter((said) => !untranslated.test(said))).toEqual([]);
});

it('one sign has one form in all that is said, here and by the desk: only what reads both has the other', () => {
  const other = ['web', 'src'].flatMap((room) => {
    const folder = fileURLToPath(new URL(`../../${room}/`, import.meta.url));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const sources = files.filter((name) => /\.tsx?$/.test(name));
    return sources.flatMap((name) => readFileSync(folder + name, 'utf8').split('\n'));
  });
  expect(other.filter((line) => /[這那哪話]裏/u.test(line) && !line.includes('裡'))).toEqual([]);
});

/** Attributes that people read or hear. */
const HEARD = /^(?:aria-label|title|placeholder|alt|label|hint|legend|heading)$/;
/** The product's name, marks, and what a person types. */
const NO_SENTENCE = /^(?:Nightdesk|[^\p{L}]*)$/u;

/** Words in a component's own markup: text between tags, and attributes that people read. */
function literalsIn(source: string): string[] {
  const file = ts.createSourceFile('view.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isJsxText(node) && !NO_SENTENCE.test(node.text.trim())) found.push(node.text.trim());
    if (ts.isJsxAttribute(node) && HEARD.test(node.name.getText()))
      for (const text of textsOf(node.initializer)) if (!NO_SENTENCE.test(text)) found.push(text);
    if (ts.isJsxExpression(node) && ts.isJsxElement(node.parent))
      for (const text of textsOf(node)) if (!NO_SENTENCE.test(text)) found.push(text);
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

/** Strings that an expression itself can be; those that it passes to others are not. */
function textsOf(node: ts.Node | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isJsxExpression(node)) return textsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  return [];
}

it('finds a sentence in a component', () => {
  expect(literalsIn('const A = () => <p title="Be well">Hello there</p>;')).toEqual([
    'Be well',
    'Hello there',
  ]);
  expect(literalsIn('const A = () => <p>{is ? "Yes" : say.no}: {name}</p>;')).toEqual(['Yes']);
  expect(literalsIn('const A = () => <p class="b" aria-label={say.a}>{say.b} · Nightdesk</p>;')).toEqual([
    '· Nightdesk',
  ]);
});

it('no component says anything by itself: what people read is in the tables', () => {
  const folder = fileURLToPath(new URL('../../web/', import.meta.url));
  const views = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  expect(views.length).toBeGreaterThan(20);
  const found = views.flatMap((name) =>
    literalsIn(readFileSync(folder + name, 'utf8')).map((text) => `${name}: ${text}`),
  );
  expect(found).toEqual([]);
});
