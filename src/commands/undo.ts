/** `/desk undo`: records what people's commands change, and invokes the command that takes the last change back. */
import { CommandRefusal } from '../feature/command.ts';
import type { Command, CommandContext, Done, Options, Reply } from '../feature/command.ts';
import type { UndoLog } from '../feature/undo-log.ts';

/** Record what a command did, for "undo". */
export async function noteChange(
  undoLog: UndoLog,
  { name, changes }: Pick<Command, 'name' | 'changes'>,
  { undo, confirm, choose, form }: Done,
  context: CommandContext,
): Promise<void> {
  // A command that asks first has done nothing yet.
  if (confirm ?? choose ?? form) return;
  if (changes ?? undo) await undoLog.record(context, { command: name, ...(undo && { undo }) });
}

interface UndoDeps {
  readonly undoLog: UndoLog;
  /** Invoke a command, with its usual rights and checks. */
  readonly invoke: (name: string, options: Options, context: CommandContext) => Promise<Reply | undefined>;
}

/** `/desk undo`: reverts the person's last change in this conversation. */
export function undoCommand({ undoLog, invoke }: UndoDeps): Command {
  return {
    name: 'desk undo',
    chinese: '編輯台 還原',
    description: { en: 'Take back what you changed last here', zh: '還原你在這裡最近的改動' },
    right: 'talk',
    ephemeral: false,
    options: [],
    run: async (_, context) => {
      const { locale } = context;
      const change = await undoLog.take(context);
      if (change === undefined)
        throw new CommandRefusal(
          {
            en: 'There is nothing to undo: I know of no change of yours here within the last hour. /help lists what changes things.',
            zh: '沒有可以還原的：過去一小時內我不知道你在這裡改過甚麼。/help 會列出可用的指令。',
          }[locale],
        );
      if (change.undo === undefined)
        throw new CommandRefusal(
          {
            en: `What you did last, /${change.command}, has no way back by itself. Give the order that you want instead; /help lists them.`,
            zh: `你最近的改動 /${change.command} 不能直接還原。請改用你想要的指令；/help 會列出。`,
          }[locale],
        );
      const reply = await invoke(change.undo.command, change.undo.options, context);
      if (reply === undefined) throw new Error(`there is no command /${change.undo.command}`);
      const { ephemeral: _ephemeral, ...said } = reply;
      return said;
    },
  };
}
