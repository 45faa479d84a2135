import { Refusal } from '../feature/refusal.ts';
import type { Locale } from '../time/locale.ts';

interface Facts {
  readonly no_topic: object;
  readonly long_topic: { readonly longest: number; readonly length: number };
  readonly no_session: { readonly session: string };
  readonly closed: { readonly because: string };
}

type Said = Readonly<Record<Locale, string>>;

const SAYS: { readonly [Why in keyof Facts]: (facts: Facts[Why]) => Said } = {
  no_topic: () => ({
    en: 'Name a topic for the brief, such as "AI regulation".',
    zh: '請給簡報一個題目，例如「人工智能監管」。',
  }),
  long_topic: ({ longest, length }) => ({
    en: `The topic has ${length} characters; allowed: ${longest}.`,
    zh: `題目有 ${length} 個字元，最多 ${longest} 個。`,
  }),
  no_session: ({ session }) => ({
    en: `There is no conversation ${session} that a brief could land in.`,
    zh: `沒有可以發出簡報的對話 ${session}。`,
  }),
  closed: ({ because }) => ({ en: because, zh: `這個對話現時不接受新的簡報（${because}）。` }),
};

/** Why no brief is ordered. Its message is the English sentence. */
export class BriefRefusal extends Refusal {
  override readonly name = 'BriefRefusal';
  override readonly code: 'bad_request' | 'not_found' | 'refused';
  override readonly words: Said;

  constructor(why: 'no_topic', facts: Facts['no_topic']);
  constructor(why: 'long_topic', facts: Facts['long_topic']);
  constructor(why: 'no_session', facts: Facts['no_session']);
  constructor(why: 'closed', facts: Facts['closed']);
  constructor(why: keyof Facts, facts: Facts[keyof Facts]) {
    const said = (SAYS[why] as (given: typeof facts) => Said)(facts);
    super(said.en);
    this.code = why === 'no_session' ? 'not_found' : why === 'closed' ? 'refused' : 'bad_request';
    this.words = said;
  }
}
