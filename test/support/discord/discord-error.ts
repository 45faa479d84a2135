/** What Discord answers when it refuses: a status, its own code, a sentence, and for forms where the mistake is. */
export class DiscordError extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: object | undefined;

  constructor(status: number, code: number, message: string, errors?: object) {
    super(message);
    this.name = 'DiscordError';
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  get body(): object {
    return { message: this.message, code: this.code, ...(this.errors && { errors: this.errors }) };
  }
}

const refusals = {
  unauthorized: [401, 0, '401: Unauthorized'],
  noSuchRoute: [404, 0, '404: Not Found'],
  unavailable: [503, 0, '503: Service Unavailable'],
  unknownChannel: [404, 10003, 'Unknown Channel'],
  unknownGuild: [404, 10004, 'Unknown Guild'],
  unknownMember: [404, 10007, 'Unknown Member'],
  unknownMessage: [404, 10008, 'Unknown Message'],
  unknownUser: [404, 10013, 'Unknown User'],
  unknownWebhook: [404, 10015, 'Unknown Webhook'],
  unknownInteraction: [404, 10062, 'Unknown interaction'],
  unknownCommand: [404, 10063, 'Unknown application command'],
  unknownTag: [404, 10087, 'Unknown tag'],
  alreadyPublished: [400, 40033, 'This message has already been crossposted.'],
  alreadyAcknowledged: [400, 40060, 'Interaction has already been acknowledged.'],
  tagRequired: [400, 40067, 'A tag is required to create a forum post in this channel'],
  missingAccess: [403, 50001, 'Missing Access'],
  notOfAnother: [403, 50005, 'Cannot edit a message authored by another user'],
  emptyMessage: [400, 50006, 'Cannot send an empty message'],
  closedToYou: [403, 50007, 'Cannot send messages to this user'],
  invalidRecipient: [400, 50033, 'Invalid Recipient(s)'],
  notAText: [400, 50008, 'Cannot send messages in a non-text channel'],
  missingPermissions: [403, 50013, 'Missing Permissions'],
  tooFewOrMany: [400, 50016, 'Provided too few or too many messages to delete'],
  wrongChannelType: [400, 50024, 'Cannot execute action on this channel type'],
  invalidToken: [401, 50027, 'Invalid Webhook Token'],
  tooOldToDelete: [400, 50034, 'A message provided was too old to bulk delete'],
  threadArchived: [400, 50083, 'Thread is archived'],
  noHistoryToReply: [400, 160002, 'Cannot reply without permission to read message history'],
  threadExists: [400, 160004, 'A thread has already been created for this message'],
  threadLocked: [400, 160005, 'Thread is locked'],
} as const satisfies Record<string, readonly [number, number, string]>;

/** The refusal of that name, to be thrown. */
export function refusal(name: keyof typeof refusals): DiscordError {
  const [status, code, message] = refusals[name];
  return new DiscordError(status, code, message);
}

/** 50035: a field (a dotted path) whose value Discord does not take. */
export function invalidForm(path: string, code: string, message: string): DiscordError {
  let errors: object = { _errors: [{ code, message }] };
  for (const step of path.split('.').reverse()) errors = { [step]: errors };
  return new DiscordError(400, 50035, 'Invalid Form Body', errors);
}
