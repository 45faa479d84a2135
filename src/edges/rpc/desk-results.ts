/** What the methods of the desk, of sessions, notes and commands answer. */
import { z } from 'zod';
import { feedSchema, nextRunSchema, providerSchema, spendingSchema } from '../../desk/desk-status.ts';
import { entrySchema } from '../../sessions/entry.ts';
import { cronStatusSchema } from './cron-results.ts';

const peerSchema = z.strictObject({
  owner: z.string(),
  isThis: z.boolean(),
  roles: z.array(z.string()),
  heldMs: z.number(),
  silentMs: z.number(),
});

export const deskStatusSchema = z.strictObject({
  edition: z.string(),
  model: z.strictObject({ provider: z.string(), model: z.string(), languageModel: z.boolean() }),
  spending: z.array(spendingSchema).exactOptional(),
  providers: z.array(providerSchema).exactOptional(),
  feeds: z.array(feedSchema),
  desks: z.array(peerSchema).exactOptional(),
  remarks: z.array(z.string()).exactOptional(),
  paused: z.boolean(),
  pausedUntilMs: z.number().exactOptional(),
  cron: cronStatusSchema,
  nextWakeAtMs: z.number().exactOptional(),
  nextRuns: z.array(nextRunSchema),
  waiting: cronStatusSchema.shape.waiting,
});

export const freedSchema = z
  .object({
    turns: z.number(),
    runs: z.number(),
    events: z.number(),
    effects: z.number(),
    messages: z.number(),
    receipts: z.number(),
    bytes: z.number(),
  })
  // Of features, by their own names.
  .catchall(z.number());

const sessionSchema = z.strictObject({
  key: z.string(),
  title: z.string(),
  origin: z.strictObject({
    channel: z.string(),
    chatId: z.string(),
    kind: z.enum(['channel', 'thread', 'forum', 'dm']).exactOptional(),
    guildId: z.string().exactOptional(),
    parent: z.string().exactOptional(),
  }),
  generation: z.number(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  entries: z.number(),
});

export const sessionsSchema = z.strictObject({ sessions: z.array(sessionSchema) });

export const foundSessionSchema = z.strictObject({
  known: z.boolean(),
  mayBegin: z.boolean(),
  because: z.string().exactOptional(),
  nearest: z.array(z.string()),
});

export const historySchema = z.strictObject({ entries: z.array(entrySchema) });

export const resetSchema = z.strictObject({ generation: z.number() });

const automations = z.array(z.strictObject({ id: z.string(), name: z.string(), enabled: z.boolean() }));

export const deletionSchema = z.discriminatedUnion('deleted', [
  z.strictObject({ deleted: z.literal(true), left_automations: automations.exactOptional() }),
  z.strictObject({
    deleted: z.literal(false),
    blocked_by_automations: z.literal(true),
    automations,
    left_automations: automations.exactOptional(),
  }),
]);

export const saidSchema = z.strictObject({ turnId: z.string() });

export const noteSchema = z.strictObject({
  id: z.string(),
  text: z.string(),
  by: z.string(),
  atMs: z.number(),
  untilMs: z.number().exactOptional(),
  exclude: z.strictObject({ categories: z.array(z.string()), subjects: z.array(z.string()) }).exactOptional(),
});

const choiceSchema = z.strictObject({
  name: z.string(),
  chinese: z.string().exactOptional(),
  value: z.union([z.string(), z.number()]),
});

const optionSchema = z.strictObject({
  name: z.string(),
  type: z.enum(['string', 'integer', 'boolean']),
  description: z.string(),
  required: z.boolean().exactOptional(),
  choices: z.array(choiceSchema).exactOptional(),
  min: z.number().exactOptional(),
  max: z.number().exactOptional(),
  autocomplete: z.literal(true).exactOptional(),
});

const commandSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  right: z.enum(['talk', 'jobs', 'desk']),
  ephemeral: z.boolean(),
  options: z.array(optionSchema),
});

export const commandsSchema = z.strictObject({ commands: z.array(commandSchema) });

const filledIn = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const replySchema = z.strictObject({
  text: z.string(),
  ephemeral: z.boolean(),
  refused: z.literal(true).exactOptional(),
  confirm: z
    .strictObject({
      label: z.string(),
      name: z.string(),
      options: filledIn,
      keep: z.string().exactOptional(),
    })
    .exactOptional(),
  choose: z
    .strictObject({
      label: z.string(),
      name: z.string(),
      options: filledIn,
      option: z.string(),
      choices: z.array(choiceSchema),
    })
    .exactOptional(),
  form: z
    .strictObject({
      title: z.string(),
      name: z.string(),
      options: filledIn,
      fields: z.array(
        z.strictObject({
          option: z.string(),
          label: z.string(),
          hint: z.string().exactOptional(),
          long: z.literal(true).exactOptional(),
          required: z.literal(true).exactOptional(),
          value: z.string().exactOptional(),
          most: z.number().exactOptional(),
        }),
      ),
    })
    .exactOptional(),
});

/** The contract's result is the reply itself; the console reads it under its name. */
export const invokedSchema = replySchema.extend({ reply: replySchema });
