import { sentenceOf } from '../text/sentence-of.ts';
import type { WrittenLanguage } from '../time/locale.ts';
import { Prompts } from './prompts.ts';

/**
 * A check of `nightdesk doctor`: whether the prompts can be read as a desk of this language reads them. The home's prompts
 * override the shipped ones.
 */
export function examinePrompts(own: string, shipped: string, language?: WrittenLanguage) {
  const check = 'prompts';
  try {
    const profiles = Prompts.read([own, shipped], language).profiles().length;
    return { check, state: 'ok' as const, text: `There are ${profiles} turn profiles.` };
  } catch (error) {
    const remedy = `Mend or remove what is in ${own}: the originals come with the program.`;
    return { check, state: 'problem' as const, text: sentenceOf(error), remedy };
  }
}
