import { askText } from '../views/questions.tsx';
import { keepName } from './kept.ts';
import { words } from './preferences.ts';
import type { Store } from './store.ts';

/** Whose words and deeds they are: asked once, and kept in this browser. @throws where nobody says it */
export async function whoWrites({ author }: Pick<Store, 'author'>): Promise<string> {
  if (author.value !== '') return author.value;
  const name = await askText(words.value.chat.whoWrites);
  if (name === undefined) throw new Error(words.value.chat.whoWrites.needed);
  keepName(name);
  author.value = name;
  return name;
}
