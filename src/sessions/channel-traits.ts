/**
 * The properties of a channel, which is a platform where people talk with the desk. Each channel declares its
 * traits once, next to its code. Other rooms read the traits of a session's channel (`traits-of.ts`) and never ask
 * which channel it is.
 */
export interface ChannelTraits {
  /** The prefix of its session keys; also its name in origins and job files. */
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  readonly ids: {
    /** The form of the part after the prefix. */
    readonly form: RegExp;
    /** What that part is, for the list of allowed keys: "channel id". */
    readonly means: string;
    /**
     * A stricter form for chats named in an edition or by another program, so that typing mistakes are noticed.
     * Without it, they can't name chats of this channel.
     */
    readonly named?: { readonly form: RegExp; readonly says: string };
    /** The form of the ids of people who can get private messages; absent where there are none. */
    readonly person?: RegExp;
    /** Reads the id of a chat out of what a person writes: a link, a mention, a name. */
    read?(written: string): string | undefined;
  };
  /** Ids in an edition or a job file without a channel's name belong to this channel. True for at most one. */
  readonly ownsBareIds?: true;
  /**
   * A conversation starts when somebody talks in it. Elsewhere only the platform knows which conversations exist.
   */
  readonly beginsByTalking?: true;
  /** The most characters; an absent limit means no limit. */
  readonly limits: {
    readonly message?: number;
    /** All the text of a card. */
    readonly card?: number;
    /** The title of a form. */
    readonly title?: number;
    readonly threadName?: number;
  };
  /** How its texts show links and moments; what is absent is shown in plain words. */
  readonly writes: {
    chat?(id: string): string;
    person?(id: string): string;
    role?(id: string): string;
    moment?(atMs: number): string;
    /** The URL of a chat. */
    address?(server: string, id: string): string;
  };
  /** What in a text notifies people, and the name for that. */
  readonly calls?: { readonly form: RegExp; readonly says: string };
  readonly has: {
    /** It has servers, which are isolated from each other. */
    readonly servers: boolean;
    readonly threads: boolean;
    /** A thread has the same id as the message that it starts from. */
    readonly threadsOfMessages: boolean;
    readonly forums: boolean;
    readonly buttons: boolean;
    /** Posted messages can be edited. */
    readonly edits: boolean;
    /** Answers can refer to the message that they answer. */
    readonly replies: boolean;
    /** Its messages show the pictures that come with them. */
    readonly pictures: boolean;
    /** The desk can delete chats. */
    readonly removal: boolean;
    /** The desk can look up whether a message arrived. */
    readonly history: boolean;
  };
}

const registered = new Map<string, ChannelTraits>();

/** Register the channels. `main/` calls it first. @returns a function that removes them again. */
export function registerChannels(channels: readonly ChannelTraits[]): () => void {
  for (const traits of channels) registered.set(traits.name, traits);
  return () => {
    for (const { name } of channels) registered.delete(name);
  };
}

/** In the order of registration. */
export function allChannels(): readonly ChannelTraits[] {
  return [...registered.values()];
}

/** Undefined for a channel that isn't registered. */
export function channelNamed(name: string): ChannelTraits | undefined {
  return registered.get(name);
}
