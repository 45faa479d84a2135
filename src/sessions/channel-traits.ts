/**
 * What a channel is like: a platform where people talk with the desk. Each declares its traits once, next to its code;
 * whoever needs to know asks the traits of a session's channel (`traits-of.ts`), and nobody asks which channel it is.
 */
export interface ChannelTraits {
  /** The prefix of its session keys; origins and job files call it so, too. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  readonly ids: {
    /** What may stand behind the prefix. */
    readonly form: RegExp;
    /** What that is, for the list of keys that are allowed: "channel id". */
    readonly means: string;
    /** How an edition or another program must write one, so that a slip of the pen is noticed; else they can't name any. */
    readonly named?: { readonly form: RegExp; readonly says: string };
    /** Those of people who can be written to in private; none elsewhere. */
    readonly person?: RegExp;
    /** The id of a chat in what a person writes for it: a link, a mention, a name. */
    read?(written: string): string | undefined;
  };
  /** An id in an edition or a job file that names no channel is one of this channel: of at most one. */
  readonly ownsBareIds?: true;
  /** People begin a conversation by talking in it; elsewhere only the platform knows which there are. */
  readonly beginsByTalking?: true;
  /** The most characters; what has no limit is taken as it is. */
  readonly limits: {
    readonly message?: number;
    /** All the words of a card. */
    readonly card?: number;
    /** What stands over a form. */
    readonly title?: number;
    readonly threadName?: number;
  };
  /** How its texts show what its people can follow; without that, they show it in plain words. */
  readonly writes: {
    chat?(id: string): string;
    person?(id: string): string;
    role?(id: string): string;
    moment?(atMs: number): string;
    /** Where a chat is found from outside. */
    address?(server: string, id: string): string;
  };
  /** What in a text calls people, and how that is said. */
  readonly calls?: { readonly form: RegExp; readonly says: string };
  readonly has: {
    /** Servers, which hear nothing of each other. */
    readonly servers: boolean;
    readonly threads: boolean;
    /** A thread has the id of the message that it hangs on. */
    readonly threadsOfMessages: boolean;
    readonly forums: boolean;
    readonly buttons: boolean;
    /** Messages that were posted can be changed. */
    readonly edits: boolean;
    /** Answers that show what they answer. */
    readonly replies: boolean;
    /** Chats that the desk can remove. */
    readonly removal: boolean;
    /** Whether a message arrived can be looked up. */
    readonly history: boolean;
  };
}

const registered = new Map<string, ChannelTraits>();

/** `main/` does this before anything else, from its list. @returns what takes them away again. */
export function registerChannels(channels: readonly ChannelTraits[]): () => void {
  for (const traits of channels) registered.set(traits.name, traits);
  return () => {
    for (const { name } of channels) registered.delete(name);
  };
}

/** In the order of the list. */
export function allChannels(): readonly ChannelTraits[] {
  return [...registered.values()];
}

/** Undefined for a channel that the house hasn't got. */
export function channelNamed(name: string): ChannelTraits | undefined {
  return registered.get(name);
}
