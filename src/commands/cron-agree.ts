import type { Cron } from '../cron/cron.ts';
import { agreeCommand } from './agree.ts';
import type { AgreeDeps } from './agree.ts';
import type { Command } from '../feature/command.ts';

/** The command behind the button that confirms changing or removing a job. */
export function cronAgree({ cron, ...deps }: AgreeDeps & { readonly cron: Cron }): Command {
  return agreeCommand(
    { name: 'cron agree', description: { en: 'Do what was asked back about', zh: '確認剛才詢問的改動' } },
    deps,
    async (wish, { actor }) => {
      if (wish.action === 'forget') return undefined;
      const { id, name } = wish.job;
      if (wish.action === 'edit') {
        await cron.update(id, wish.patch, { by: actor.name });
        return {
          en: `**${name}** is changed, as ${actor.name} agreed.`,
          zh: `已按 ${actor.name} 確認更改 **${name}**。`,
        };
      }
      await cron.remove(id, { by: actor.name });
      return {
        en: `**${name}** is removed, as ${actor.name} agreed.`,
        zh: `已按 ${actor.name} 確認移除 **${name}**。`,
      };
    },
  );
}
