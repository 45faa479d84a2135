/**
 * The `desk` tool: questions about the desk, and orders to the whole desk, answered by the slash commands in
 * `text/desk-request.ts`, with their rights and texts. A change requires the person's own words.
 */
import { z } from 'zod';
import type { Feature } from '../feature/feature.ts';
import { mustHaveAsked, mustHaveAskedForAll } from '../feature/person-asked.ts';
import { hasHan } from '../text/chinese/has-han.ts';
import { DESK_REQUESTS, deskRequest } from '../text/desk-request.ts';
import type { DeskRequestName } from '../text/desk-request.ts';
import { tool, ToolRefusal } from '../sessions/tool.ts';
import type { ToolContext } from '../sessions/tool.ts';
import type { Options } from '../feature/command.ts';
import type { CommandRegistry } from './command-registry.ts';

const NAMES = Object.keys(DESK_REQUESTS) as [DeskRequestName, ...DeskRequestName[]];
const LIST = NAMES.map((name) => `${name}: ${DESK_REQUESTS[name].about}`).join('; ');

/** @param commands called when the tool is used, because tools are listed before commands exist. */
export function askDesk(commands: () => Pick<CommandRegistry, 'invoke'>): Feature {
  return {
    name: 'ask-desk',
    offers: { chat: { desk: 3 } },
    tools: [
      tool({
        name: 'desk',
        description:
          `The desk itself, as its slash commands tell it. ${LIST}. ` +
          "What pauses, resumes or undoes is for those who may and order it in this message, in their own words. Give its answer to the person; it is in the person's language.",
        args: z.strictObject({
          request: z.enum(NAMES),
          until: z
            .string()
            .min(1)
            .exactOptional()
            .describe('for pause: how long or until when, as the person said it: "an hour", 聽日九點'),
        }),
        outside: ['text'],
        run: async ({ request, until }, context) => {
          const { command, options = {} } = DESK_REQUESTS[request];
          const own = mustBeOrdered(request, context);
          const end = request === 'pause' ? (own?.until ?? until) : undefined;
          return answer(commands(), command, { ...options, ...(end !== undefined && { for: end }) }, context);
        },
      }),
    ],
  };
}

/** @returns the order that the table reads in the person's own words. @throws ToolRefusal if there is none. */
function mustBeOrdered(request: DeskRequestName, context: ToolContext) {
  const { change, about } = DESK_REQUESTS[request];
  if (change === undefined) return undefined;
  const own = deskRequest(context.said);
  const isOwn = own?.request === request;
  if (isOwn || change === 'undo') mustHaveAsked(context, change, about);
  else mustHaveAskedForAll(context, change, about);
  return isOwn ? own : undefined;
}

async function answer(
  commands: Pick<CommandRegistry, 'invoke'>,
  command: string,
  options: Options,
  { session, actor, turn, said, offer }: ToolContext,
): Promise<object> {
  const locale = hasHan(said) ? 'zh' : 'en';
  // The person is named as the author, and their rights count.
  const person = { ...actor, name: turn.author?.name ?? actor.name };
  const reply = await commands.invoke(command, options, { session, actor: person, locale });
  if (reply === undefined) throw new ToolRefusal(`this desk has no /${command}`);
  const { text, confirm } = reply;
  if (!confirm) return { text, command: `/${command}` };
  offer({ label: confirm.label, style: 'danger', command: confirm.name, options: confirm.options });
  const given = Object.entries(confirm.options).map(([name, value]) => `${name}:${String(value)}`);
  const line = [`/${confirm.name}`, ...given].join(' ');
  const way = { en: `Nothing is done yet. To do it: ${line}`, zh: `現在還未執行。確認：${line}` }[locale];
  return { text: `${text}\n${way}`, command: `/${command}` };
}
