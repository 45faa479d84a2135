/**
 * What an endpoint takes, as far as it is known: "OpenAI-compatible" servers differ, and say so by refusing a request.
 *
 * It begins with what is usual and only ever gives up something; what was learned stays for the life of the desk.
 */
import type { Address } from './address.ts';
import type { Complaint } from './complaint.ts';

/** How an answer's form is asked for; the schema stands in the prompt as well, except at OpenAI itself. */
export type Form = 'schema' | 'object' | 'prompt';

/** What of a request a server might refuse. */
export interface Offered {
  readonly form: Form | undefined;
  /** The name of the form. */
  readonly output?: string;
  readonly strict: boolean;
  readonly tools: boolean;
  readonly temperature: boolean;
  readonly usageInStream: boolean;
  readonly limit: Limit;
  readonly alternating: boolean;
  readonly systemRole: boolean;
}

export type Limit = 'max_completion_tokens' | 'max_tokens';

export class Dialect {
  readonly #official: boolean;
  /** Forms whose schema the server can't keep to, although it keeps to others. */
  readonly #hard = new Set<string>();
  readonly #firstLimit: Limit;
  #limit: Limit;
  #form: Form = 'schema';
  #strict = true;
  #temperature = true;
  #usageInStream = true;
  #tools = true;
  #alternating = false;
  #systemRole = true;

  constructor({ official }: Pick<Address, 'official'>) {
    this.#official = official;
    // OpenAI's newer models refuse the older name; most others know nothing else.
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

  /** False once the model was said to know no tools. */
  get tools(): boolean {
    return this.#tools;
  }

  /** Whether people's words and the model's must take turns. */
  get alternating(): boolean {
    return this.#alternating;
  }

  get systemRole(): boolean {
    return this.#systemRole;
  }

  /**
   * Many servers hold a model to a form by a grammar, in which it can't call tools; some refuse both together. Where
   * there are tools, only OpenAI is asked for the form otherwise than in the prompt.
   */
  form(output: string, tools: boolean): Form {
    if (tools && !this.#official) return 'prompt';
    if (this.#form === 'schema' && this.#hard.has(output)) return 'object';
    return this.#form;
  }

  /** Servers that ignore a form without a word are told in the prompt, too. */
  get tellsSchema(): boolean {
    return !this.#official;
  }

  /**
   * Replies may be asked for at the same time: what counts is what this request offered, not what is known by now.
   *
   * @returns whether asking again, in another way, makes sense.
   */
  learn(complaint: Complaint, offered: Offered): boolean {
    const { status, param, code, message } = complaint;
    if (status === undefined || !REFUSALS.has(status)) return false;
    const words = `${param} ${code} ${message}`;
    if (offered.usageInStream && /stream_options|include_usage/i.test(words)) this.#usageInStream = false;
    else if (offered.limit === this.#firstLimit && names(words, offered.limit) && UNSUPPORTED.test(words))
      this.#limit = this.#firstLimit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    else if (offered.temperature && names(words, 'temperature')) this.#temperature = false;
    else if (offered.tools && NO_TOOLS.test(words)) this.#tools = false;
    else if (offered.form !== undefined && offered.form !== 'prompt' && FORM.test(words))
      this.#giveUpForm(words, offered);
    else if (!offered.alternating && /roles must alternate|alternate user/i.test(words))
      this.#alternating = true;
    else if (offered.systemRole && /system role (?:is )?not supported/i.test(words)) this.#systemRole = false;
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

/** Refusals of a request as it is; some servers fail (500) over a grammar or a template. */
const REFUSALS = new Set([400, 404, 415, 422, 500, 501]);
const UNSUPPORTED =
  /unsupported|not support|n't support|not allowed|not permitted|forbidden|unrecognized|unknown|unexpected|extra/i;
const NO_TOOLS =
  /(?:not support|n't support|no (?:endpoints|support)[^.]*)[^.]{0,20}(?:tool|function)|tools? (?:are|is) not supported|--jinja/i;
const FORM =
  /response_?format|json_schema|json_object|json.?mode|structured.?output|response.?mime|invalid schema|grammar/i;
