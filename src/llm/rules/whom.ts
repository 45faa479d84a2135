/**
 * "What did she say?": resolves the pronoun to the one person named in earlier questions. If none was named, the
 * desk model asks for the name instead of guessing.
 */
import { wordsOf } from '../aside.ts';
import type { ChatMessage } from '../chat-model.ts';
import type { Locale } from '../../time/locale.ts';

const ENGLISH = /^(what|why|when|where|how|who)\b(.*?)\b(she|he)\b(?! or )/i;
/** "… say when she …", after somebody: the question has its own person. */
const OWN_PERSON =
  /(?:\b(?:the|an?) |\b\p{Lu}\p{L}).*\b(?:when|before|after|while|if|whether|because|as|since|that|sa(?:y|ys|id)|claim\w*|think\w*|thought|believe\w*|t(?:ell|old)|why|how|where|what) $/u;
const CHINESE =
  /^(?:佢|她|他)(?!哋|們)(?=.{0,4}(?:講|說|話|點|怎|如何|回應|幾|邊|係|是))|(?<=^(?:點解|為何|為什麼|為甚麼))(?:佢|她|他)(?!哋|們)/u;
const PERSON = /\p{Lu}[\p{Ll}'’-]+(?: \p{Lu}[\p{L}'’-]+)+/gu;
const ASKS_WHO =
  /^(?:and )?(?:who(?:['’]s|’s)? (?:is|was)?|what did|what does|what has|how old is|where is|why did)\b/i;
const MOST_BEFORE = 6;

/** The question with the person in place of the pronoun, or a question for the name. */
export function withPerson(
  asked: string,
  messages: readonly ChatMessage[],
  language: Locale,
): { readonly question: string } | { readonly unclear: string } {
  const inEnglish = ENGLISH.test(asked);
  if (!inEnglish && !CHINESE.test(asked)) return { question: asked };
  // The question itself names somebody.
  if (namesOf(asked.replace(/^\S+/u, '')).length > 0) return { question: asked };
  if (OWN_PERSON.test(ENGLISH.exec(asked)?.[2] ?? '')) return { question: asked };
  const person = lastNamed(messages);
  if (person === undefined) return { unclear: UNCLEAR[language] };
  return {
    question: inEnglish
      ? asked.replace(ENGLISH, (_, word: string, between: string) => `${word}${between}${person}`)
      : asked.replace(CHINESE, person),
  };
}

const UNCLEAR = {
  en: 'Whom do you mean? Ask by name, for example "What did … say?", with the name as the sources have it.',
  zh: '你指的是誰？請寫出名字再問，例如「……說了甚麼？」，名字要與來源一樣。',
} as const;

/** From earlier questions, newest first: the only person that one of them named. */
function lastNamed(messages: readonly ChatMessage[]): string | undefined {
  const people = messages.filter(
    ({ role, name }: ChatMessage & { name?: string }) => role === 'user' && name !== 'desk',
  );
  for (const { text } of people.slice(0, -1).slice(-MOST_BEFORE).toReversed()) {
    const words = wordsOf(text);
    const chinese = /^(.{2,6}?)(?:是誰|係邊個|係誰|是什麼人|是甚麼人|說了|講咗)/u.exec(words)?.[1];
    if (chinese !== undefined) return chinese;
    const names = ASKS_WHO.test(words) ? namesOf(words.replace(/^\S+/u, '')) : [];
    if (names.length === 1) return names[0];
  }
  return undefined;
}

function namesOf(text: string): string[] {
  return [...new Set(text.match(PERSON) ?? [])];
}
