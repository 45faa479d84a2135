import { sentenceOf } from '../text/sentence-of.ts';
import { Prompts } from './prompts.ts';

/** Of `nightdesk doctor`: whether the prompts can be read; those of the home go before those that come with the program. */
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
