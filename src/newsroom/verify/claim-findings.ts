import type { CheckedStory } from './verify-claims.ts';
import type { Finding } from './finding.ts';
import { doubted } from './repair-claims.ts';

const MOST_TOLD = 25;
const LONGEST = 120;

/** A sentence for each doubted claim, naming it and where it stands, for the writer to act on. */
export function claimFindings({ sentences, claims }: CheckedStory): Finding[] {
  const told = doubted(claims).map(({ claim: { kind, text, sentence } }) => {
    const what = `the ${kind} "${brief(text)}"`;
    if (sentence === 0) return `Title: no source has ${what}.`;
    const { text: around = '', standsOn = [] } = sentences[sentence - 1] ?? {};
    const cited =
      standsOn.length === 0
        ? ''
        : `, neither the cited ${standsOn.map((n) => `[${n}]`).join('')} nor another,`;
    return `Sentence ${sentence} ("${brief(around)}"): no source${cited} has ${what}.`;
  });
  const more = told.length - MOST_TOLD;
  return more > 0 ? [...told.slice(0, MOST_TOLD), `And ${more} more.`] : told;
}

function brief(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST ? text : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
