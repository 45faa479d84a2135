import type { Command } from './command.ts';

const OPENING = {
  en: 'Talk to me here: ask about a story, or say what to leave out. These commands are there too:',
  zh: '可以直接在這裡跟我說話：查問報道，或者告訴我不要選甚麼。另有以下指令：',
};

/** `/help`: the commands there are, in the asker's language. */
export function helpCommand(commands: () => readonly Command[]): Command {
  return {
    name: 'help',
    description: { en: 'What the desk can do', zh: '編輯台可以做甚麼' },
    right: 'talk',
    ephemeral: true,
    options: [],
    run: async (_, { locale }) => ({
      text: [
        OPENING[locale],
        ...commands().map((one) => `- \`/${one.name}\`: ${one.description[locale]}`),
      ].join('\n'),
    }),
  };
}
