import { may } from '../sessions/actor.ts';
import { groupOf } from './chinese-names.ts';
import type { Command } from '../feature/command.ts';
import { shorten } from '../text/shorten.ts';

const OPENING = {
  en: 'Talk to me here: ask about a story, or say what to leave out. These commands are there too:',
  zh: '可以直接在這裡跟我說話：查問報道，或者告訴我不要選甚麼。另有以下指令：',
};

/** What fits into a message of every channel, in characters. */
const MESSAGE = 1_990;
/** The most of a description; less where there are many commands. */
const LONGEST = 100;

/** `/help`: the commands that the asker may use, in the asker's language. */
export function helpCommand(commands: () => readonly Command[]): Command {
  return {
    name: 'help',
    chinese: '說明',
    description: { en: 'What the desk can do', zh: '編輯台可以做甚麼' },
    right: 'talk',
    ephemeral: true,
    options: [],
    run: async (_, { locale, actor, notShown = [] }) => {
      const all = commands();
      const own = all.filter(({ name, right }) => may(actor, right) && !notShown.includes(groupOf(name)));
      const others = all.length - own.length;
      const rest = {
        en: `${others} more are for those who manage channels or the server.`,
        zh: `另有 ${others} 個指令供管理頻道或伺服器的人使用。`,
      };
      const text = (most: number) => {
        const lines = own.map(
          (one) => `\`/${one.name}\`: ${shorten(inShort(one.description[locale]), most)}`,
        );
        return [OPENING[locale], ...lines, ...(others > 0 ? [rest[locale]] : [])].join('\n');
      };
      let most = LONGEST;
      while (text(most).length > MESSAGE && most > 20) most -= 2;
      return { text: text(most) };
    },
  };
}

/**
 * Short enough for all commands to fit into one message: the part of a description after a colon is shown only
 * where the command is typed.
 */
function inShort(description: string): string {
  return description.split(/[:;：；]/u, 1)[0] ?? description;
}
