/**
 * One interaction: what a person did, and what the bot made of it. A test holds it as a handle; the routes tell it
 * what the bot answers.
 */
import {
  InteractionResponseType as Response,
  InteractionType,
  MessageFlags,
  type APIApplicationCommandOptionChoice,
  type APIMessage,
  type APIModalInteractionResponseCallbackData,
  type APIUser,
} from 'discord-api-types/v10';
import type { Channel } from './world.ts';

/** What a person sees of an answer. */
export interface Reply {
  readonly type: Response;
  readonly content: string;
  readonly embeds: APIMessage['embeds'];
  readonly components: NonNullable<APIMessage['components']>;
  readonly ephemeral: boolean;
  readonly message?: APIMessage;
  readonly choices?: readonly APIApplicationCommandOptionChoice[];
  readonly modal?: APIModalInteractionResponseCallbackData;
  /** How long the bot took to acknowledge; Discord waits three seconds. */
  readonly acknowledgedAfterMs: number;
}

interface InteractionParts {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly person: APIUser;
  readonly channel: Channel;
  readonly atMs: number;
  /** The message whose button or select was used. */
  readonly source?: APIMessage | undefined;
  /** `cron add` */
  readonly name?: string | undefined;
}

export class Interaction {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly person: APIUser;
  readonly channel: Channel;
  readonly source: APIMessage | undefined;
  readonly name: string | undefined;
  /** When it was made; `expire()` moves it into the past. */
  atMs: number;
  /** The first answer, whatever it is; rejects, like `final()`, once that is refused as late. */
  readonly reply: Promise<Reply>;
  /** What `@original` said after each edit, and every message sent afterwards as it stands now. */
  readonly edits: Reply[] = [];
  readonly followUps: Reply[] = [];
  response: Response | undefined;
  acknowledgedAfterMs = 0;
  /** Set where the bot's first answer came when Discord took none any longer. */
  refusedAfterMs: number | undefined;
  original: APIMessage | undefined;
  readonly messages = new Map<string, APIMessage>();
  readonly #final: Promise<Reply>;
  #replied: (reply: Reply) => void = () => undefined;
  #finished: (reply: Reply) => void = () => undefined;
  readonly #failed: ((error: Error) => void)[] = [];

  constructor(parts: InteractionParts) {
    this.id = parts.id;
    this.token = parts.token;
    this.type = parts.type;
    this.person = parts.person;
    this.channel = parts.channel;
    this.source = parts.source;
    this.name = parts.name;
    this.atMs = parts.atMs;
    const answer = (heard: (resolve: (reply: Reply) => void) => void) => {
      const promise = new Promise<Reply>((resolve, reject) => {
        heard(resolve);
        this.#failed.push(reject);
      });
      promise.catch(() => undefined); // nobody has to wait for it
      return promise;
    };
    this.reply = answer((resolve) => (this.#replied = resolve));
    this.#final = answer((resolve) => (this.#finished = resolve));
  }

  /** Whether the bot asked for more time first. */
  get deferred(): boolean {
    return (
      this.response === Response.DeferredChannelMessageWithSource ||
      this.response === Response.DeferredMessageUpdate
    );
  }

  /** Whether a placeholder still stands where the answer will. */
  get isLoading(): boolean {
    return Boolean((this.original?.flags ?? 0) & MessageFlags.Loading);
  }

  /** What the person sees in the end: the direct answer, or the first edit or message after a deferral. */
  final(): Promise<Reply> {
    return this.#final;
  }

  acknowledge(response: Response, afterMs: number, seen: Pick<Reply, 'choices' | 'modal' | 'message'>): void {
    this.response = response;
    this.acknowledgedAfterMs = afterMs;
    const reply = this.#seen(seen.message, seen);
    this.#replied(reply);
    if (!this.deferred) this.#finished(reply);
  }

  /** The first answer came when Discord took none any longer: whoever waits for it is told. */
  refuse(afterMs: number): void {
    this.refusedAfterMs = afterMs;
    const what = this.name === undefined ? InteractionType[this.type] : `“${this.name}”`;
    const error = new Error(`${what} was answered after ${afterMs} ms, and the answer was refused as late`);
    for (const fail of this.#failed) fail(error);
  }

  edited(message: APIMessage): void {
    const reply = this.#seen(message);
    const followUp = this.followUps.findIndex((it) => it.message === message);
    if (followUp >= 0) {
      this.followUps[followUp] = reply;
      return;
    }
    this.edits.push(reply);
    this.#finished(reply);
  }

  followedUp(message: APIMessage): void {
    const reply = this.#seen(message);
    this.followUps.push(reply);
    if (this.deferred) this.#finished(reply);
  }

  #seen(message: APIMessage | undefined, others: Partial<Reply> = {}): Reply {
    return {
      ...others,
      type: this.response ?? Response.Pong,
      content: message?.content ?? '',
      embeds: message?.embeds ?? [],
      components: message?.components ?? [],
      ephemeral: Boolean((message?.flags ?? 0) & MessageFlags.Ephemeral),
      acknowledgedAfterMs: this.acknowledgedAfterMs,
      ...(message && { message }),
    };
  }
}
