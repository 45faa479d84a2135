import { agreeCommand } from './agree.ts';
import type { AgreeDeps } from './agree.ts';
import { findJob } from '../desk/find-job.ts';
import type { JobFinder } from '../desk/find-job.ts';
import type { Command } from '../feature/command.ts';

/** The command behind the button that confirms changing or removing a job. */
export function cronAgree(deps: AgreeDeps & JobFinder): Command {
  const { cron } = deps;
  return agreeCommand(
    { name: 'cron agree', description: { en: 'Do what was asked back about', zh: '確認剛才詢問的改動' } },
    deps,
    async (request, context) => {
      if (request.action === 'forget') return undefined;
      const { actor } = context;
      const { id, name } = request.job;
      // It may have been removed, or bound elsewhere, since the question.
      const found = await findJob(deps, context, id);
      if (found.kind !== 'one' || found.job.id !== id) return undefined;
      if (request.action === 'edit') {
        await cron.update(id, request.patch, { by: actor.name });
        return {
          en: `**${name}** is changed, as ${actor.name} agreed.`,
          zh: `已按 ${actor.name} 確認更改 **${name}**。`,
        };
      }
      if (!(await cron.remove(id, { by: actor.name }))) return undefined;
      return {
        en: `**${name}** is removed, as ${actor.name} agreed.`,
        zh: `已按 ${actor.name} 確認移除 **${name}**。`,
      };
    },
  );
}
