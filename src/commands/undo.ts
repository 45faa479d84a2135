/** `/desk undo`: finds the command that reverses a person's last change in a conversation, if there is one. */
import { CommandRefusal } from '../feature/command.ts';
import type { Command, CommandContext, Options, Reply } from '../feature/command.ts';
import { text } from '../feature/command-options.ts';
import type { UndoableChange, UndoLog } from '../feature/undo-log.ts';

/** `unchanged`: the command changed nothing, so an earlier change stays the last one. */
type Inverse = (options: Options) => UndoableChange['undo'] | 'unchanged';

const nothing: Inverse = () => undefined;
const sameJob =
  (command: string): Inverse =>
  (options) => ({ command, options: { job: text(options, 'job') ?? '' } });

/** Commands that change something, and their inverses; `nothing` where there is none. */
const INVERSES: Readonly<Record<string, Inverse>> = {
  'desk pause': () => ({ command: 'desk resume', options: {} }),
  'desk resume': () => ({ command: 'desk pause', options: {} }),
  'cron pause': sameJob('cron resume'),
  'cron resume': sameJob('cron pause'),
  'cron skip': (options) => ({
    command: 'cron skip',
    options: { job: text(options, 'job') ?? '', ...(options['undo'] !== true && { undo: true }) },
  }),
  'cron add': (options) => ({
    command: 'cron remove',
    options: { job: text(options, 'name') ?? '', sure: true },
  }),
  'desk report': ({ weekly }) =>
    weekly === undefined
      ? 'unchanged'
      : { command: 'desk report', options: { weekly: weekly === 'on' ? 'off' : 'on' } },
  'session remember': (options) => ({
    command: 'session forget',
    options: { note: text(options, 'text') ?? '' },
  }),
  ...Object.fromEntries(
    'cron edit,cron remove,cron agree,session forget,session agree,session reset,story write,story hold,story approve,story kill,story retry,story correct,story follow,message correct,message write,channel delete,thread delete,newsletter run,newsletter send,brief'
      .split(',')
      .map((name) => [name, nothing]),
  ),
};

/** Record what a command did, for "undo". */
export async function noteChange(
  undoLog: UndoLog,
  name: string,
  options: Options,
  reply: object,
  context: CommandContext,
): Promise<void> {
  if (!Object.hasOwn(INVERSES, name)) return;
  // It asks first, so nothing is done yet.
  if ('confirm' in reply || 'choose' in reply || 'form' in reply) return;
  const undo = INVERSES[name]?.(options);
  if (undo === 'unchanged') return;
  await undoLog.record(context, { command: name, ...(undo && { undo }) });
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
