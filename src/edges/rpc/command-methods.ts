import { z } from 'zod';
import { optionSchema, replySchema, type CommandDeclaration, type Locale } from '../../feature/command.ts';
import type { CommandRegistry } from '../../commands/command-registry.ts';
import { GATEWAY } from '../../sessions/actor.ts';
import { RpcError } from '../../feature/rpc-error.ts';
import { authorParam, keyParam, method } from '../../feature/rpc-method.ts';

/** The most characters that platforms allow in one option. */
const MOST_TYPED = 6_000;
const option = z
  .unknown()
  .refine(
    (value) => typeof value !== 'string' || value.length <= MOST_TYPED,
    `it is too long; allowed: at most ${MOST_TYPED} characters`,
  );

const commandSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  right: z.enum(['talk', 'jobs', 'desk']),
  ephemeral: z.boolean(),
  options: z.array(optionSchema),
});

const locale = z.enum(['en', 'zh']).default('en');

/** `commands.*`: the slash commands, for the console, the terminal and programs. */
export function commandMethods({ commands }: { commands: CommandRegistry }) {
  return {
    'commands.list': method(
      {
        description: 'The slash commands with their options.',
        scope: 'read',
        params: z.strictObject({ locale }),
        result: z.strictObject({ commands: z.array(commandSchema) }),
        hints: { readOnly: true },
      },
      async ({ locale }) => ({ commands: commands.list().map((command) => described(command, locale)) }),
    ),
    'commands.invoke': method(
      {
        description: 'Use a slash command in a session, as its operator, and get its reply.',
        scope: 'admin',
        params: z.strictObject({
          name: z
            .string()
            .transform((name) => name.replace(/^\//, '').trim().replace(/\s+/g, ' ').toLowerCase()),
          options: z.record(z.string().max(100), option).default({}),
          sessionKey: keyParam,
          author: authorParam.exactOptional(),
          locale,
        }),
        result: replySchema.extend({ reply: replySchema }),
        hints: { destructive: true, material: true },
      },
      async ({ name, options, sessionKey, author, locale }) => {
        const actor = author ? { ...GATEWAY, ...author } : GATEWAY;
        const reply = await commands.invoke(name, options, { session: sessionKey, actor, locale });
        if (!reply) throw new RpcError('not_found', `there is no command /${name}; /help lists them`);
        // The contract's result is the reply itself; the console reads it as `reply`.
        return { ...reply, reply };
      },
    ),
  };
}

/** A command in a listing, in one language, without internal options. */
function described({ name, description, options, right, ephemeral }: CommandDeclaration, locale: Locale) {
  return {
    name,
    description: description[locale],
    right,
    ephemeral,
    options: options.map(({ autocomplete, description: about, chinese: _chinese, ...option }) => ({
      ...option,
      description: about[locale],
      ...(autocomplete && { autocomplete: true as const }),
    })),
  };
}
