/** What a brief leaves behind while it is made: the session's state, the message that shows its stages, log and spans. */
import type { Span } from '../feature/tracing.ts';
import type { Log } from '../newsroom/model/log.ts';
import type { Clock } from '../time/clock.ts';
import type { Locale } from '../time/locale.ts';
import { loggable } from './loggable.ts';
import type { BriefState, SearchResults } from './state.ts';
import { shortTopic, wordsIn } from './wording.ts';

export interface RecordTerms {
  readonly topic: string;
  readonly locale: Locale;
  readonly turn: string;
  /** Of the session, as it is when the brief begins. */
  readonly generation: number;
  /** What an earlier start of this brief found: there is one search, also across a crash. */
  readonly known?: SearchResults | undefined;
  readonly span: Span;
  /** Show how far it has come. */
  readonly say: (text: string) => Promise<void>;
  readonly save: (state: BriefState) => Promise<void>;
}

interface RecordDeps {
  readonly clock: Clock;
  readonly log: Log;
}

type Facts = Readonly<Record<string, string | number | boolean>>;

export class BriefRecord {
  readonly #deps: RecordDeps;
  readonly #terms: RecordTerms;
  /** The stages that are shown. */
  readonly #said: string[] = [];
  #state: BriefState;

  constructor(deps: RecordDeps, terms: RecordTerms) {
    this.#deps = deps;
    this.#terms = terms;
    const { topic, turn, generation, known } = terms;
    this.#state = {
      user_topic: topic,
      ...(known && { search_results: known }),
      outcome: 'working',
      turn,
      generation,
      model_calls: 0,
      started_at_ms: deps.clock.now(),
    };
  }

  get state(): BriefState {
    return this.#state;
  }

  /** A step is kept before the next one begins. */
  async save(step: Partial<BriefState>): Promise<void> {
    this.#state = { ...this.#state, ...step };
    await this.#terms.save(this.#state);
  }

  /** One more stage in the message that shows them. */
  showStage(stage: string): Promise<void> {
    this.#said.push(stage);
    const { locale, topic, say } = this.#terms;
    return say(wordsIn(locale).underWay(shortTopic(topic), this.#said.join(' · ')));
  }

  /** What the last stage found stands behind it, from the next message on. */
  addFinding(stage: string, found: string): void {
    this.#said[this.#said.length - 1] = `${stage} ${found}`;
  }

  /** A stage in its span, with its beginning and its end in the log: counts and times, no words. */
  stage<T>(stage: string, work: () => Promise<readonly [value: T, facts: Facts]>): Promise<T> {
    const { log, clock } = this.#deps;
    const { span, turn } = this.#terms;
    const begunAtMs = clock.elapsed();
    log.info({ turn, stage }, 'brief: stage started');
    return span.span(`brief.${stage}`, {}, async (own) => {
      const [value, facts] = await work();
      own.set(facts);
      const ms = Math.round(clock.elapsed() - begunAtMs);
      log.info({ turn, stage, ...facts, ms }, 'brief: stage ended');
      return value;
    });
  }

  /** Something that went wrong, and is made good. */
  warn(problem: string, message: string): void {
    this.#deps.log.warn({ turn: this.#terms.turn, problem: loggable(problem) }, message);
  }

  payload(of: string, payload: unknown): void {
    this.#deps.log.debug({ turn: this.#terms.turn, of, payload: loggable(payload) }, 'brief: payload');
  }

  /** It is over: kept, and said in the log. */
  async close(last: Partial<BriefState> & Pick<BriefState, 'outcome'>): Promise<void> {
    const { clock, log } = this.#deps;
    const { turn, span } = this.#terms;
    await this.save({ ...last, finished_at_ms: clock.now() });
    const { outcome, model_calls: calls, search_results, started_at_ms } = this.#state;
    const facts = { outcome, articles: search_results?.articles.length ?? 0, calls };
    span.set(facts);
    log.info({ turn, ...facts, ms: clock.now() - started_at_ms }, 'brief: ended');
    this.payload('final_post', this.#state.final_post ?? '');
  }
}
