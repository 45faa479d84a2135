import { sentenceOf } from '../text/sentence-of.ts';
import { Prompts } from './prompts.ts';

/** A check of `nightdesk doctor`: whether the prompts can be read. The home's prompts override the shipped ones. */
export function examinePrompts(own: string, shipped: string) {
  const check = 'prompts';
  try {
    const profiles = Prompts.read([own, shipped]).profiles().length;
    return { check, state: 'ok' as const, text: `There are ${profiles} turn profiles.` };
  } catch (error) {
    const remedy = `Mend or remove what is in ${own}: the originals come with the program.`;
    return { check, state: 'problem' as const, text: sentenceOf(error), remedy };
  }
}
