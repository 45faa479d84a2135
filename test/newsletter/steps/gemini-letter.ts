/**
 * A language model for a newsletter, as far as a loopback can be one: it sorts and writes from the material that it is
 * shown, and says so in the manner of models, with a fence and a sentence around its JSON.
 */
import { unfenced } from '../../../src/llm/fence.ts';
import { sentences } from '../../../src/text/sentences.ts';
import { promptOf } from '../../support/models/gemini-newsroom.ts';
import type { GeminiRequest } from '../../support/models/loopback-gemini.ts';
import { says } from '../../support/models/loopback-gemini-script.ts';
import type { GeminiReply } from '../../support/models/loopback-gemini-script.ts';

export type Asked = 'filter' | 'summary' | 'topics' | 'sections' | 'draft' | 'critique' | 'final' | 'check';

/** How each prompt begins. */
const OPENINGS: readonly (readonly [RegExp, Asked])[] = [
  [/^Say of each item/u, 'filter'],
  [/^Sum up each article|^請以.{1,40}為每篇文章撰寫撮要/u, 'summary'],
  [/^Give each topic|^請以.{1,40}為通訊的每個主題命名/u, 'topics'],
  [/^Propose the sections|^請以.{1,80}的通訊建議欄目/u, 'sections'],
  [/^Write one section|^請以.{1,80}的通訊撰寫一個欄目/u, 'draft'],
  [/^You are the editor/u, 'critique'],
  [/^Write the title|^請以.{1,80}的通訊撰寫標題和引言/u, 'final'],
];

export interface Material {
  readonly items: readonly { readonly i: number; readonly title: string }[];
  readonly articles: readonly { readonly i: number; readonly title: string; readonly text: string }[];
  readonly topics: readonly {
    readonly i: number;
    readonly headlines: readonly string[];
    readonly name: string;
  }[];
  readonly stories: readonly {
    readonly i: number;
    readonly articles: readonly { readonly n: number; readonly title: string; readonly text: string }[];
  }[];
  readonly sections: readonly {
    readonly heading: string;
    readonly stories: readonly { readonly headline: string }[];
  }[];
  readonly remarks?: readonly string[];
  readonly before?: unknown;
  /** What the claims checker is shown: sentences with the passages that probably speak of them. */
  readonly checked?: readonly ToCheck[];
}

export interface ToCheck {
  readonly i: number;
  readonly text: string;
  readonly see: readonly string[];
}

/** What a prompt asks, and the material in it. */
export function asked(prompt: string): { readonly what: Asked; readonly material: Material } {
  const text = unfenced(prompt);
  if (text.startsWith('Check a story'))
    return { what: 'check', material: { checked: toCheck(text) } as Partial<Material> as Material };
  const what = OPENINGS.find(([opening]) => opening.test(text))?.[1];
  const json = /^\{\n[\s\S]*?^\}$/mu.exec(text)?.[0];
  if (what === undefined || json === undefined)
    throw new Error(`no prompt of a newsletter: ${text.slice(0, 200)}`);
  return { what, material: JSON.parse(json) as Material };
}

function toCheck(prompt: string): ToCheck[] {
  const [, passages = '', shown = ''] =
    /\nPASSAGES\n([\s\S]*?)\nSENTENCES\n([\s\S]*?)\n\n?# Verdicts/u.exec(prompt) ?? [];
  const known = new Map([...passages.matchAll(/^(\d+\.\d+) (.+)$/gmu)].map(([, id, text]) => [id!, text!]));
  return [...shown.matchAll(/^(\d+) (?:\(title\) )?(.+)(?:\n {2}see (.+))?/gmu)].map(([, i, text, see]) => ({
    ...{ i: Number(i), text: text! },
    see: (see ?? '').split(' ').flatMap((id) => known.get(id) ?? []),
  }));
}

/** A checker that finds every sentence but those that `isBad` says. */
export function verdicts(
  checked: readonly ToCheck[],
  isBad: (text: string) => boolean = () => false,
): object {
  return {
    sentences: checked.map(({ i, text, see }) =>
      isBad(text)
        ? { i, verdict: 'not_found', passages: [], why: 'no passage says so' }
        : { i, verdict: 'supported', passages: see.slice(0, 2) },
    ),
  };
}

/** What a sensible model answers. */
export function sensible(
  what: Asked,
  { items, articles, topics, stories, sections, checked = [] }: Material,
): object {
  switch (what) {
    case 'filter':
      return {
        items: items.map(({ i, title }) => ({
          i,
          on_topic: !/^Opinion|^Weather/u.test(title),
          reason: 'because',
        })),
      };
    case 'summary':
      return {
        items: articles.map(({ i, text, title }) => ({ i, bullets: firstOf(text, 3), line: title })),
      };
    case 'topics':
      return { topics: topics.map(({ i, headlines }) => ({ i, name: `${i}: ${headlines[0]}` })) };
    case 'sections':
      return {
        sections: [0, 1, 2].map((n) => ({
          name: `Part ${n + 1}`,
          topics: topics.map(({ i }) => i).filter((i) => i <= 15 && (i - 1) % 3 === n),
        })),
      };
    case 'draft':
      return {
        stories: stories.map(({ i, articles: [first] }) => ({
          i,
          headline: first!.title,
          text: firstOf(first!.text, 2)
            .map((sentence) => `${sentence}[1]`)
            .join(' '),
        })),
      };
    case 'check':
      return verdicts(checked);
    case 'critique':
      return { score: 8, problems: [] };
    case 'final':
      return {
        title: sections[0]!.stories[0]!.headline,
        intro: sections.map(({ stories: [first] }) => `${first!.headline}.`).join(' '),
      };
  }
}

/** `answer` may say something else; undefined leaves it to the sensible one. */
export function letterBrain(
  answer: (what: Asked, material: Material) => object | string | undefined = () => undefined,
): (request: GeminiRequest) => GeminiReply {
  return (request) => {
    const { what, material } = asked(promptOf(request));
    const said = answer(what, material) ?? sensible(what, material);
    return says(typeof said === 'string' ? said : inMannerOfModels(said));
  };
}

export function inMannerOfModels(value: object): string {
  return `Here is the JSON that you asked for:\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n\nLet me know if I can help any further!`;
}

export function firstOf(text: string, most: number): string[] {
  return sentences(text)
    .slice(0, most)
    .map((sentence) => sentence.text);
}
