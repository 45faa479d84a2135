/**
 * What an endpoint supports with one of its models, as far as known. "OpenAI-compatible" servers differ, and refuse
 * requests that they don't understand.
 *
 * It starts with the usual and only ever gives things up. What was learned lasts as long as the desk runs. Tools alone
 * are offered again after a while: without them a model serves little, and a server may be started anew with them.
 */
import type { Clock } from '../../time/clock.ts';
import type { Address } from './address.ts';
import type { Complaint } from './complaint.ts';

/** How the form of the answer is requested. Except at OpenAI the schema is in the prompt as well. */
export type Form = 'schema' | 'object' | 'prompt';

/** The parts of a request that a server might refuse. */
export interface Offered {
  readonly form: Form | undefined;
  /** The name of the output form. */
  readonly output?: string;
  readonly strict: boolean;
  readonly tools: boolean;
  readonly temperature: boolean;
  readonly usageInStream: boolean;
  readonly limit: Limit;
  readonly alternating: boolean;
  readonly systemRole: boolean;
  readonly nineInIds: boolean;
  /** Tokens for thoughts, in addition to those of the reply. */
  readonly thoughtTokens: number;
}

export type Limit = 'max_completion_tokens' | 'max_tokens';

export class Dialect {
  readonly #official: boolean;
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** Forms whose schema this server can't handle, although it handles others. */
  readonly #hard = new Set<string>();
  readonly #firstLimit: Limit;
  #limit: Limit;
  #form: Form = 'schema';
  #strict = true;
  #temperature = true;
  #usageInStream = true;
  /** Until when no tools are offered, in monotonic time. */
  #withoutToolsMs = -Infinity;
  #alternating = false;
  #systemRole = true;
  #nineInIds = false;
  /** Undefined until thoughts were seen to take up the reply's tokens; 0 where the context has no room for more. */
  #thoughtTokens: number | undefined;

  constructor({ official }: Pick<Address, 'official'>, clock: Pick<Clock, 'elapsed'>) {
    this.#official = official;
    this.#clock = clock;
    // OpenAI's newer models refuse the older name; most other servers know only that one.
    this.#firstLimit = official ? 'max_completion_tokens' : 'max_tokens';
    this.#limit = this.#firstLimit;
  }

  get limit(): Limit {
    return this.#limit;
  }

  get strict(): boolean {
    return this.#strict;
  }

  get temperature(): boolean {
    return this.#temperature;
  }

  get usageInStream(): boolean {
    return this.#usageInStream;
  }

  /** False for a while after the server said that the model has no tools. */
  get tools(): boolean {
    return this.#clock.elapsed() >= this.#withoutToolsMs;
  }

  /** Whether user and assistant messages must alternate. */
  get alternating(): boolean {
    return this.#alternating;
  }

  get systemRole(): boolean {
    return this.#systemRole;
  }

  /** Whether ids of calls must have exactly nine letters and digits. */
  get nineInIds(): boolean {
    return this.#nineInIds;
  }

  /** Tokens for thoughts, in addition to those of the reply: servers count both as output. */
  get thoughtTokens(): number {
    return this.#thoughtTokens ?? 0;
  }

  /**
   * Learn from a reply that was cut off after thoughts.
   *
   * @returns whether it makes sense to ask again: there is more room now than this request offered.
   */
  learnThoughts({ thoughtTokens }: Offered): boolean {
    this.#thoughtTokens ??= THOUGHT_TOKENS;
    return this.#thoughtTokens > thoughtTokens;
  }

  /**
   * Learn that a request is too long for the model.
   *
   * @returns whether it makes sense to ask again: it is shorter without the room for thoughts.
   */
  learnTooLong({ thoughtTokens }: Offered): boolean {
    if (thoughtTokens > 0) this.#thoughtTokens = 0;
    return thoughtTokens > 0;
  }

  /**
   * Many servers enforce a form with a grammar that rules out tool calls; some refuse both together. With tools, only
   * OpenAI gets the form outside the prompt.
   */
  form(output: string, tools: boolean): Form {
    if (tools && !this.#official) return 'prompt';
    if (this.#form === 'schema' && this.#hard.has(output)) return 'object';
    return this.#form;
  }

  /** The prompt also contains the schema, because some servers silently ignore the form. */
  get tellsSchema(): boolean {
    return !this.#official;
  }

  /**
   * Learn from a refusal. Requests may run concurrently, so what counts is what this request offered.
   *
   * @returns whether it makes sense to ask again in another way.
   */
  learn(complaint: Complaint, offered: Offered): boolean {
    const { status, param, code, message } = complaint;
    if (status === undefined || !REFUSALS.has(status)) return false;
    const words = `${param} ${code} ${message}`;
    if (offered.usageInStream && /stream_options|include_usage/i.test(words)) this.#usageInStream = false;
    else if (offered.limit === this.#firstLimit && names(words, offered.limit) && UNSUPPORTED.test(words))
      this.#limit = this.#firstLimit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    else if (offered.temperature && names(words, 'temperature')) this.#temperature = false;
    else if (offered.tools && NO_TOOLS.test(words))
      this.#withoutToolsMs = this.#clock.elapsed() + WITHOUT_TOOLS_MS;
    else if (offered.form !== undefined && offered.form !== 'prompt' && FORM.test(words))
      this.#giveUpForm(words, offered);
    else if (!offered.alternating && /roles must alternate|alternate user/i.test(words))
      this.#alternating = true;
    else if (offered.systemRole && /system role (?:is )?not supported/i.test(words)) this.#systemRole = false;
    else if (!offered.nineInIds && /tool call id.*\blength of 9\b/i.test(words)) this.#nineInIds = true;
    else return false;
    return true;
  }

  #giveUpForm(words: string, { form, strict, output }: Offered): void {
    if (form === 'object') this.#form = 'prompt';
    else if (strict && /\bstrict\b|additionalProperties|'required'/.test(words)) this.#strict = false;
    else if (/invalid schema|grammar/i.test(words) && output !== undefined) this.#hard.add(output);
    else if (this.#form === 'schema') this.#form = 'object';
  }
}

function names(words: string, field: string): boolean {
  return new RegExp(`\\b${field}\\b`, 'i').test(words);
}

/** Enough for what hosted models usually think by default about tasks of this size. */
const THOUGHT_TOKENS = 8_192;
/** Statuses of refused requests; some servers fail (500) on a grammar or a template. */
const REFUSALS = new Set([400, 404, 415, 422, 500, 501]);
const UNSUPPORTED =
  /unsupported|not support|n't support|not allowed|not permitted|forbidden|unrecognized|unknown|unexpected|extra/i;
const WITHOUT_TOOLS_MS = 10 * 60_000;
const NO_TOOLS =
  /(?:not support|n't support|no (?:endpoints|support)[^.]*)[^.]{0,20}(?:tool|function)|tools? (?:are|is) not supported|--jinja/i;
const FORM =
  /response_?format|json_schema|json_object|json.?mode|structured.?output|response.?mime|invalid schema|grammar/i;
