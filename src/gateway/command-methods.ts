import { z } from 'zod';
import type { CommandDeclaration, Locale } from '../feature/command.ts';
import type { CommandRegistry } from '../commands/command-registry.ts';
import { GATEWAY } from '../sessions/actor.ts';
import { RpcError } from '../feature/rpc-error.ts';
import { authorParam, keyParam, method } from '../feature/rpc-method.ts';
import type { RpcMethods } from '../feature/rpc-method.ts';

/** As much as platforms let people type into one. */
const MOST_TYPED = 6_000;
const option = z
  .unknown()
  .refine(
    (value) => typeof value !== 'string' || value.length <= MOST_TYPED,
    `it is too long; allowed: at most ${MOST_TYPED} characters`,
  );

const locale = z.enum(['en', 'zh']).default('en');

/** `commands.*`: the slash commands, for the console, the terminal and programs. */
export function commandMethods({ commands }: { commands: CommandRegistry }): RpcMethods {
  return {
    'commands.list': method(z.strictObject({ locale }), async ({ locale }) => ({
      commands: commands.list().map((command) => described(command, locale)),
    })),
    'commands.invoke': method(
      z.strictObject({
        name: z
          .string()
          .transform((name) => name.replace(/^\//, '').trim().replace(/\s+/g, ' ').toLowerCase()),
        options: z.record(z.string().max(100), option).default({}),
        sessionKey: keyParam,
        author: authorParam.exactOptional(),
        locale,
      }),
      async ({ name, options, sessionKey, author, locale }) => {
        const actor = author ? { ...GATEWAY, ...author } : GATEWAY;
        const reply = await commands.invoke(name, options, { session: sessionKey, actor, locale });
        if (!reply) throw new RpcError('not_found', `there is no command /${name}; /help lists them`);
        // The contract's result is the reply itself; the console reads it under its name.
        return { ...reply, reply };
      },
    ),
  };
}

/** A command as it is listed, in one language; the keys that only this program can use are left out. */
function described(
  { name, description, options, right, ephemeral }: CommandDeclaration,
  locale: Locale,
): object {
  return {
    name,
    description: description[locale],
    right,
    ephemeral,
    options: options.map(({ autocomplete, description: about, ...option }) => ({
      ...option,
      description: about[locale],
      ...(autocomplete && { autocomplete: true }),
    })),
  };
}
