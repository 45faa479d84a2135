/** Briefs, wired to the kernel, the newsroom's intake and the project's verification. */
import { askerOf } from '../agent/asker-of.ts';
import { brief } from './brief.ts';
import type { Doubt } from './judge-draft.ts';
import type { Feature } from '../feature/feature.ts';
import type { Kernel } from '../feature/kernel.ts';
import { deskChannel } from '../newsroom/edition/edition-channels.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import { outletName } from '../newsroom/edition/outlet-name.ts';
import type { SourcePack } from '../newsroom/model/source-pack.ts';
import { packInScript } from '../newsroom/verify/one-script.ts';
import type { NewsIntake } from '../newsroom/intake/open-intake.ts';
import { citeSupport } from '../newsroom/verify/repair-claims.ts';
import { ClaimCheck } from '../newsroom/verify/verify-claims.ts';
import { memoryKey } from '../sessions/key.ts';
import { inHongKongScript } from '../text/chinese/hong-kong.ts';
import type { Locale } from '../time/locale.ts';
import { writtenIn } from '../time/locale.ts';

interface BriefDeps extends Kernel {
  readonly edition: Edition;
  readonly newsroom: { readonly intake: Pick<NewsIntake, 'pool' | 'searches' | 'feeds'> };
}

export function openBrief(deps: BriefDeps): Feature {
  const { config, conductor, dispatcher, prompts, model, newId, stores, clock, edition, tracing } = deps;
  const { pool, searches, feeds } = deps.newsroom.intake;
  return brief({
    sources: {
      search: searches.hasBrave ? (text, signal) => searches.searchMonth(text, signal) : undefined,
      pool,
      outletOf: (link) => outletName(link, edition.feeds),
      fill: async () => (edition.feeds.length > 0 ? feeds.update('rss') : undefined),
    },
    model,
    render: (id, values) => prompts.render(id, values),
    doubts,
    cited,
    inScript: (post, locale) => (locale === 'zh' ? inHongKongScript(post) : Promise.resolve(post)),
    get title() {
      return edition.title;
    },
    language: edition.language,
    clock,
    log: deps.log.child({ module: 'brief' }),
    state: stores.sessionState,
    sessions: stores.sessions,
    turns: stores.turns,
    memoryOf: (session) => memoryKey(session, config.unified),
    ops: stores.ops,
    posted: () => dispatcher.poke(),
    tracing,
    askerOf: (turn) => (turn.run ? undefined : askerOf({ ...turn, kind: 'person' })),
    submit: (inbound) => conductor.submit(inbound),
    ask: (inbound) => conductor.ask(inbound),
    newId,
    unknownModel: deps.unknownModel,
    zone: edition.zone,
    session: deskChannel(edition),
  });
}

/** What the rules doubt of a text: no model is asked, and what can't be compared is no doubt. */
async function doubts(body: string, pack: SourcePack, locale: Locale): Promise<Doubt[]> {
  return (await checkOf(pack, locale))
    .check({ title: '', body })
    .claims.map(({ claim }) => claim)
    .filter(({ verdict }) => verdict === 'doubted' || verdict === 'contradicted')
    .map(({ sentence, kind, text, verdict }) => ({
      ...{ sentence, kind, text },
      contradicted: verdict === 'contradicted',
    }));
}

async function cited(body: string, pack: SourcePack, locale: Locale): Promise<string> {
  return citeSupport(body, (await checkOf(pack, locale)).check({ title: '', body }));
}

async function checkOf(pack: SourcePack, locale: Locale): Promise<ClaimCheck> {
  return new ClaimCheck(await packInScript(pack, writtenIn(locale)));
}
