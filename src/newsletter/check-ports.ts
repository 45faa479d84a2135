/**
 * A newsletter's texts under the newsroom's verification: `LetterChecks` by its rules, `LetterClaims` by its claims checker,
 * the one that stories use.
 */
import { languageOf } from '../newsroom/model/language.ts';
import type { Claim } from '../newsroom/model/claim.ts';
import type { SourcePack } from '../newsroom/model/source-pack.ts';
import { domainOf } from '../newsroom/model/url-key.ts';
import { checkedByModel } from '../newsroom/verify/check-by-model.ts';
import type { AskChecker } from '../newsroom/verify/check-by-model.ts';
import { Instructions } from '../newsroom/verify/instructions.ts';
import { packInScript } from '../newsroom/verify/one-script.ts';
import { PackPassages } from '../newsroom/verify/pack-passages.ts';
import { citeSupport, doubted } from '../newsroom/verify/repair-claims.ts';
import { sayDoubt } from '../newsroom/verify/say-doubt.ts';
import { ClaimCheck } from '../newsroom/verify/verify-claims.ts';
import { Weighing } from '../newsroom/verify/weigh-verdicts.ts';
import type { Clock } from '../time/clock.ts';
import type { WrittenLanguage } from '../time/locale.ts';
import type { CheckSource, LetterChecks, LetterClaims } from './steps/deps.ts';

interface CheckDeps {
  readonly language: WrittenLanguage;
  readonly clock: Clock;
  /** What the writers are told. */
  readonly told: readonly string[];
}

export function checksOf({ language, clock, told }: CheckDeps): LetterChecks {
  const instructions = new Instructions(told);
  // To read sources takes longer than to check a text: drafts that are written anew are held to the same list of them.
  const known = new WeakMap<readonly CheckSource[], Promise<ClaimCheck>>();
  const read = async (given: readonly CheckSource[]) =>
    new ClaimCheck(await packInScript(packOf(given, clock), language), { instructions });
  return {
    check: async (text, given) => {
      const reading = known.get(given) ?? read(given);
      known.set(given, reading);
      const claims = await reading;
      const body = citeSupport(text.body, claims.check(text));
      const checked = claims.check({ title: text.title, body });
      const inDoubt = doubted(checked.claims).map(({ claim }) => claim);
      const why = (sentence: number) => [
        ...new Set(
          inDoubt.filter((claim) => claim.sentence === sentence).map((claim) => sayDoubt(claim, language)),
        ),
      ];
      return {
        body,
        title: text.title === '' ? [] : why(0),
        doubts: checked.sentences.flatMap(({ start, end }, at) => {
          const because = why(at + 1);
          return because.length === 0 ? [] : [{ sentence: body.slice(start, end).trim(), why: because }];
        }),
      };
    },
  };
}

/** @param ask asks the checker */
export function claimsOf(
  { language, clock, told }: CheckDeps,
  ask: (text: string, signal: AbortSignal) => ReturnType<AskChecker>,
): LetterClaims {
  const instructions = new Instructions(told);
  return {
    check: async (text, given, signal) => {
      const pack = await packInScript(packOf(given, clock), language);
      const byRules = new ClaimCheck(pack, { instructions }).check(text);
      const { verdicts, outcome } = await checkedByModel(text, byRules, {
        ...{ pack, passages: new PackPassages(pack), verification: 'full' },
        askChecker: (input) => ask(input.text, signal),
      });
      if (outcome.state !== 'answered') return { kind: 'failed' };
      const said = new Weighing(pack)
        .weigh(text, byRules, verdicts)
        .claims.map(({ claim }) => claim)
        .filter(({ kind, by }) => kind === 'entailment' && by === 'checker');
      const why = (sentence: number, whole: string): string[] => {
        const verdict = said.find((claim) => claim.sentence === sentence) ?? unheld(sentence, whole);
        return verdict.verdict === 'supported' ? [] : [sayDoubt(verdict, language)];
      };
      return {
        kind: 'checked',
        title: why(0, text.title),
        doubts: byRules.sentences.flatMap(({ text: sentence }, at) => {
          const because = why(at + 1, sentence);
          return because.length === 0 ? [] : [{ sentence, why: because }];
        }),
      };
    },
  };
}

/** A sentence that the checker left out, or calls supported by passages that stand nowhere. */
function unheld(sentence: number, text: string): Claim {
  return { kind: 'entailment', text, sentence, by: 'checker', verdict: 'doubted' };
}

function packOf(given: readonly CheckSource[], clock: Clock): SourcePack {
  return {
    builtAtMs: clock.now(),
    sources: given.map(({ url, title, text, publisher, publishedAtMs }, at) => ({
      ...{ n: at + 1, url, title, text, domain: domainOf(url), outlet: publisher },
      ...{ language: languageOf(text), sha256: '', usable: true },
      ...(publishedAtMs !== undefined && { publishedAtMs }),
    })),
  };
}
